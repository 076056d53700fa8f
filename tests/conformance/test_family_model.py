"""Mau-Mau and Crazy Eights against a second model, which also tells every mutant of theirs."""

from __future__ import annotations

import random

import pytest

from faraon.engines.errors import GameError
from faraon.lang.ir import Book
from faraon.lang.library import read_book
from faraon.play.game import Game
from faraon.play.state import State
from faraon.testing.positions import random_position
from tests.family_model import FamilyModel
from tests.mutation.mutants import Mutant, mutants
from tests.scale import SOAK, scaled

NAMES = ("crazy", "mau")
GAMES = scaled(60, 5_000)
TRIES = scaled(300, 3_000)
"""So many games and positions a mutant may survive."""

_ONE_CARD = "cards are laid one at a time"
EQUIVALENT = {
    "let fits: Cn[0] as Cn[-1]": _ONE_CARD,
    "let fits: Cn[0] as Cn[-1] (2)": _ONE_CARD,
    "mechanic colour: effect 1: Cn[-1] as Cn[0]": _ONE_CARD,
    "mechanic finished: without 'Cn != empty'": "who lays nothing still holds cards",
    "end the_last: without 'players == 2'": "with more players the first one out ends the game",
    "rule draw: without 'not owing'": "the rule `take` stands before it and has the same word",
}
"""Mutants that no position of a game can tell from the true rulebook, and why."""

pytestmark = pytest.mark.soak


def begin(book: Book, true: Book, rng: random.Random) -> State:
    """A deal, or a random position, of the true rulebook; sometimes near the longest game."""
    players = rng.choice((2, 3, 4, 5))
    options = {"move_limit": rng.randint(1, 12)} if rng.random() < 0.1 else {}
    game = Game(book, players, options)
    if rng.random() < 0.5:
        return game.deal(rng.getrandbits(64), first=rng.randrange(players))
    return game.position(random_position(Game(true, players, options), rng).to_json())


def differ(state: State, rng: random.Random, steps: int) -> str:
    """What the engine and the model see differently in some moves; nothing if they agree."""
    limit = state.game.options["move_limit"]
    assert isinstance(limit, int)
    model = FamilyModel(state.game.name, state.to_json(), limit)
    for _ in range(steps):
        seen, meant = sorted(map(str, state.moves())), sorted(model.moves())
        if seen != meant:
            return f"{seen} or {meant} in {model.now}"
        if state.over:
            break
        lays = [move for move in meant if move not in ("draw", "pass")]
        move = rng.choice(lays if lays and rng.random() < 0.7 else meant)
        state = state.play(move)
        model.play(move)
        if state.to_json() != model.now:
            return f"after {move}: {state.to_json()} or {model.now}"
    return ""


@pytest.mark.parametrize("name", NAMES)
def test_games_and_positions_agree_with_the_second_model(name: str) -> None:
    book, rng = read_book(name), random.Random(f"family {name}")
    for _ in range(GAMES):
        assert differ(begin(book, book, rng), rng, 200) == ""


def survives(book: Book, true: Book, rng: random.Random) -> bool:
    for _ in range(TRIES):
        try:
            if differ(begin(book, true, rng), rng, 12):
                return False
        except GameError:
            return False
    return True


MUTANTS = [(name, mutant) for name in NAMES for mutant in mutants(name)]
SAMPLE = slice(None) if SOAK else slice(3, None, 12)


@pytest.mark.parametrize(
    ("name", "mutant"), MUTANTS[SAMPLE], ids=lambda one: one if isinstance(one, str) else one.name
)
def test_a_mutant_is_told_by_the_second_model(name: str, mutant: Mutant) -> None:
    book = mutant.book(name)
    survived = book is not None and survives(book, read_book(name), random.Random(mutant.name))
    assert survived == (mutant.name in EQUIVALENT)


def test_what_is_listed_as_equivalent_exists() -> None:
    assert {*EQUIVALENT} <= {mutant.name for _, mutant in MUTANTS}
