"""The engine against the hand-written second model, state by state.

Random games almost never reach the rare states (a debt together with a stop, a return in an extra move),
so most of the comparison begins in random positions.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from faraon.engines.errors import GameError
from faraon.play.game import Game, load
from faraon.play.state import State
from faraon.testing.positions import random_position
from tests.model import OPTIONS, PACK, Model
from tests.scale import scaled

BATCHES = range(8)
GAMES = scaled(300, 20_000) // len(BATCHES)
POSITIONS = scaled(1_200, 100_000) // len(BATCHES)
OPTION_GAMES = scaled(240, 20_000) // len(BATCHES)

pytestmark = pytest.mark.soak


def comparable(state: dict[str, Any]) -> dict[str, Any]:
    """A state without the marks of finished seats once the game is over: nothing can be done with them."""
    return {key: value for key, value in state.items() if key != "out" or not state["over"]}


def assert_agree(state: State, model: Model) -> None:
    assert comparable(state.to_json()) == comparable(model.state())
    assert sorted(map(str, state.moves())) == sorted(model.moves())


def compare(state: State, model: Model, choose: Callable[[State], str], steps: int) -> int:
    """Plays the same moves on both; returns how many."""
    made = 0
    assert_agree(state, model)
    while not state.over and made < steps:
        move = choose(state)
        try:
            state = state.play(move)
        except GameError:
            with pytest.raises(ValueError, match=r"."):
                model.play(move)
            continue
        model.play(move)
        made += 1
        assert_agree(state, model)
    return made


def chooser(rng: random.Random, keen: bool, fouls: bool = False) -> Callable[[State], str]:
    """A random player: keen ones lay whenever they can, foul ones sometimes lay what they may not."""

    def choose(state: State) -> str:
        hand = list(state.position.hands[state.turn])
        if fouls and rng.random() < 0.2:
            cards = rng.sample(hand, min(len(hand), rng.choice((1, 1, 2, 3))))
            return " ".join(map(str, cards)) + rng.choice(("", "", "=h"))
        moves = state.moves()
        lays = [move for move in moves if move.cards]
        return str(rng.choice(lays if keen and lays else moves))

    return choose


def deal_both(game: Game, rng: random.Random) -> tuple[State, Model]:
    state = game.deal(rng.getrandbits(64), first=rng.randrange(game.players))
    return state, Model(state.to_json(), dict(game.options))


@pytest.mark.parametrize("batch", BATCHES)
def test_random_games_agree(batch: int) -> None:
    rng = random.Random(f"games {batch}")
    for _ in range(GAMES):
        game = load("classic", rng.choice((2, 2, 3, 4, 5)), ace_two=rng.choice(("ask", "free")))
        compare(*deal_both(game, rng), chooser(rng, keen=rng.random() < 0.7), steps=300)


@pytest.mark.parametrize("batch", BATCHES)
def test_random_positions_agree(batch: int) -> None:
    rng = random.Random(f"positions {batch}")
    for _ in range(POSITIONS):
        game = load("classic", rng.choice((2, 2, 3, 4, 5)), ace_two=rng.choice(("ask", "free")))
        state = random_position(game, rng)
        model = Model(state.to_json(), dict(game.options))
        compare(state, model, chooser(rng, keen=rng.random() < 0.7), steps=rng.choice((2, 5, 20)))


def random_options(rng: random.Random) -> dict[str, object]:
    return {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.3}


@pytest.mark.parametrize("batch", BATCHES)
def test_random_options_agree(batch: int) -> None:
    rng = random.Random(f"options {batch}")
    for _ in range(OPTION_GAMES):
        options = random_options(rng)
        game = load("classic", rng.choice((2, 2, 3, 4, 5, 7)), **options)
        try:
            game.packs()
        except GameError:
            continue
        choose = chooser(rng, keen=rng.random() < 0.7, fouls=options.get("pajchel") == "penalty")
        if rng.random() < 0.3:
            compare(*deal_both(game, rng), choose, steps=200)
        else:
            state = random_position(game, rng)
            compare(state, Model(state.to_json(), dict(game.options)), choose, steps=10)


@pytest.mark.parametrize("batch", BATCHES)
def test_deals_agree(batch: int) -> None:
    """The same deck gives both the same deal, with every kind of start card."""
    rng = random.Random(f"deals {batch}")
    for _ in range(scaled(40, 2_000)):
        options: dict[str, Any] = {"start_special": rng.choice(("compare", "always", "never"))}
        options["hand_size"] = rng.choice((4, 5, 6, 7))
        game = load("classic", rng.choice((2, 3, 4, 5, 8)), **options)
        sizes = [rng.randint(1, 5) for _ in range(game.players)] if rng.random() < 0.3 else None
        first = rng.randrange(game.players)
        deck = PACK * game.packs(sizes)
        rng.shuffle(deck)
        state = game.deal(deck=deck, first=first, hand_sizes=sizes)
        assert state.to_json() == Model.deal(deck, game.players, dict(game.options), first, sizes).state()
