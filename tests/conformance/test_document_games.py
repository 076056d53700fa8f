"""The models of the documents over whole games, and the repaired one against the rulebook's game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from faraon.cards import CARDS, Value, pack
from faraon.engines.explain.stepper import Stepper
from faraon.game.move import WORDS, Move
from faraon.lang import ir
from faraon.play.game import Game, load
from faraon.play.state import State
from faraon.testing.positions import random_position
from tests.scale import scaled

MODELS = ("formal", "formal-repaired", "draft")
BATCHES = range(4)

pytestmark = pytest.mark.soak


def keen(state: State, rng: random.Random) -> Move:
    """A player who lays whenever possible."""
    moves = state.moves()
    assert moves, "some move is always legal"
    return rng.choice([move for move in moves if move.cards] or moves)


def play(game: Game, rng: random.Random) -> Iterator[tuple[State, Move]]:
    """A game of keen players: every state with the move that is made in it."""
    state = game.deal(rng.getrandbits(64), first=rng.randrange(game.players))
    while not state.over:
        move = keen(state, rng)
        yield state, move
        state = state.play(move)
        lying = [*state.position.pile, *state.position.stock]
        assert Counter(lying + [card for hand in state.position.hands for card in hand]) == Counter(pack())
    assert state.position.out.count(0) == 1
    assert state.loser == state.turn
    assert len(state.places) == game.players - 1


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("rulebook", MODELS)
def test_games_of_keen_players_end_long_before_the_limit(rulebook: str, players: int) -> None:
    game = load(rulebook, players)
    rng = random.Random(f"{rulebook} {players}")
    lengths = [sum(1 for _ in play(game, rng)) for _ in range(scaled(30, 1_000))]
    print(f"{rulebook}, {players} players: {sum(lengths) / len(lengths):.0f} moves, {max(lengths)} at most")
    assert max(lengths) < 1000


def test_the_second_branch_of_the_formal_sevens_never_fires() -> None:
    """``cnt + 3 * n``: as no seven answers a seven, there is never a debt that could grow."""
    taken: Counter[bool] = Counter()

    def seen(expr: ir.Op, holds: bool) -> None:
        if ir.LAID in ir.variables(expr):
            taken[holds] += 1

    for number in range(300):
        game = load("formal", 2 + number % 5)
        for state, move in play(game, random.Random(f"sevens {number}")):
            if not move.cards or move.cards[0].val != Value.VII:
                continue
            rule = game.bound.rules[game.engine.rule_of(state.position, move)]
            Stepper(game.bound, state.position, move, game.engine.possible, seen).run(rule)
    assert taken[True] > 300
    assert taken[False] == 0


def test_the_repaired_sevens_do_grow() -> None:
    grown = 0
    for number in range(50):
        for state, move in play(load("formal-repaired", 3), random.Random(f"growing {number}")):
            variables = state.to_json()
            grown += variables["cnt"] > 1 and bool(move.cards) and move.cards[0].val == Value.VII
    assert grown > 5


# ----------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize("rulebook", MODELS)
def test_every_refusal_has_a_sentence_in_both_languages(rulebook: str) -> None:
    """Never only the name of a rule that does not apply."""
    rng = random.Random(rulebook)
    refused = 0
    for _ in range(scaled(300, 10_000)):
        state = random_position(load(rulebook, rng.choice((2, 3, 4))), rng)
        hand = state.position.hands[state.turn]
        for move in [*(Move((card,)) for card in hand), Move(word=rng.choice(WORDS))]:
            verdict = state.judge(move)
            refused += not verdict
            for reason in verdict.reasons:
                assert reason.en, (move, reason)
                assert reason.sk, (move, reason)
                assert "does not apply now" not in reason.en
    assert refused > 300


# --------------------------------------------------------------------- the repaired model and the rulebook

CLASSIC: dict[str, object] = {"ace_two": "free", "red_seven_return": "off", "start_special": "never"}


def comparable(state: State) -> dict[str, Any]:
    """What both models tell of a state: the debt, and whether it waits for an extra move to end."""
    data = state.to_json()
    known = {key: data[key] for key in ("hands", "pile", "stock", "turn", "suit", "ace", "over", "loser")}
    if "owed" in data:
        debt = data["owed"], data["burn"] and data["owed"] > 0
    else:
        debt = data["due"] or (data["cnt"] if data["cnt"] > 1 else 0), data["due"] > 0
    return {**known, "debt": debt, "out": data["out"], "moves_made": data["moves_made"]}


def as_repaired(state: State) -> State:
    """A position of the rulebook's game as one of the repaired model."""
    data = state.to_json()
    owed, burn = data.pop("owed"), data.pop("burn")
    for key in ("ace_by", "free", "drawn"):
        data.pop(key)
    debt = {"due": owed} if burn else {"cnt": max(1, owed)}
    return load("formal-repaired", state.game.players).position({**data, **debt})


def both_can_say_it(state: State) -> bool:
    """Positions that the repaired model knows: no freedom to add aces, and no debt of a single card.

    A stop in the extra move cannot come about, and with nothing to draw the models differ by intention.
    """
    data = state.to_json()
    drawable = len(data["stock"]) + len(data["pile"]) > 1
    return (
        not data["free"]
        and data["drawn"] is None
        and data["owed"] != 1
        and not (data["burn"] and data["ace"])
        and drawable
    )


@pytest.mark.parametrize("batch", BATCHES)
def test_the_repaired_model_agrees_with_the_rulebook(batch: int) -> None:
    rng = random.Random(f"repaired {batch}")
    compared = 0
    while compared < scaled(500, 20_000):
        state = random_position(load("classic", rng.choice((2, 3, 4, 5)), **CLASSIC), rng)
        if not both_can_say_it(state):
            continue
        repaired = as_repaired(state)
        for _ in range(rng.choice((1, 3, 10))):
            assert comparable(repaired) == comparable(state)
            if state.over or not both_can_say_it(state):
                break
            assert set(repaired.moves()) == set(state.moves())
            move = keen(state, rng) if rng.random() < 0.7 else rng.choice(state.moves())
            state, repaired = state.play(move), repaired.play(move)
            compared += 1


def test_the_repaired_model_and_the_rulebook_deal_alike() -> None:
    for players in range(2, 6):
        deck = [*CARDS]
        random.Random(players).shuffle(deck)
        if deck[5 * players].val == Value.over:
            continue
        state = load("classic", players, **CLASSIC).deal(deck=deck)
        assert comparable(load("formal-repaired", players).deal(deck=deck)) == comparable(state)
