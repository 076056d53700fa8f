"""A view survives the wire, and what is not a view is refused with a reason."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from faraon.engines.errors import GameError
from faraon.play.game import load
from faraon.play.state import State
from faraon.testing.positions import random_position
from tests.game.test_views import random_game, random_move
from tests.scale import scaled
from tests.views import written_view


def survives(state: State) -> None:
    for seat in range(-1, state.game.players):
        view = state.view(seat)
        assert state.game.read_view(json.loads(json.dumps(written_view(state, seat)))) == view


@pytest.mark.soak
def test_views_of_random_positions_survive() -> None:
    rng = random.Random("views over the wire")
    for _ in range(scaled(150, 10_000)):
        survives(random_position(random_game(rng), rng))


@pytest.mark.soak
def test_views_of_random_games_survive_at_every_move() -> None:
    rng = random.Random("games over the wire")
    for _ in range(scaled(4, 200)):
        state = random_game(rng).deal(rng.getrandbits(64))
        while not state.over and len(state.log) < 60:
            try:
                state = state.play(random_move(state, rng))
            except GameError:  # a foul that is only refused
                continue
            survives(state)


@pytest.mark.parametrize("rulebook", ["prsi", "family", "formal", "formal-repaired", "draft"])
def test_the_other_rulebooks_variables_survive(rulebook: str) -> None:
    rng = random.Random(rulebook)
    state = load(rulebook, 3).deal(7)
    while not state.over and len(state.log) < 40:
        survives(state)
        state = state.play(rng.choice(state.moves()))


def spoilt(**changes: Any) -> dict[str, Any]:
    state = load("classic", 2).deal(7)
    return {**written_view(state.play(state.moves()[0]), 1), **changes}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "a view is an object"),
        ([], "a view is an object"),
        ({}, "'seat' is missing"),
        (spoilt(seat=2), "'seat' must be a number from -1 to 1"),
        (spoilt(seat=True), "'seat' must be a number"),
        (spoilt(sizes=[5]), "each of the 2 seats"),
        (spoilt(sizes=[5] * 97), "more than 15 entries"),
        (spoilt(sizes=[97, 5]), "'sizes' must be a number from 0 to 96"),
        (spoilt(hand=["l8"]), "'sizes' says something else"),
        (spoilt(hand=["x8"] * 5), "is not a card"),
        (spoilt(hand=[8] * 5), "must have cards"),
        (spoilt(hand="l8"), "must be a list"),
        (spoilt(pile=[]), "never empty"),
        (spoilt(pile=["l8"] * 97), "more than 96"),
        (spoilt(moves=["fly"]), "is not a move"),
        (spoilt(moves=[None]), "moves as texts"),
        (spoilt(moves=["l8 l8 l8"]), "not in the hand"),
        (spoilt(turn=0, moves=["draw"]), "only for the seat on turn"),
        (spoilt(out={"7": "safe"}), "'out' says of a seat"),
        (spoilt(out={"1": "gone"}), "'out' says of a seat"),
        (spoilt(out=[]), "'out' must be an object"),
        (spoilt(over=1), "'over' must be true or false"),
        (spoilt(loser=5), "'loser' must be a number"),
        (spoilt(places=[0, 1, 0]), "more than 2 entries"),
        (spoilt(known={}), "'known' lacks 'hands'"),
        (spoilt(known={"hands": {}, "stock": []}), "every card of the stock"),
        (spoilt(known={"hands": {"1": []}, "stock": []}), "not another seat"),
        (spoilt(known={"hands": {"0": ["l8"] * 9}, "stock": []}), "more cards of seat 0"),
        (spoilt(log=[{"seat": 0, "move": "draw"}]), "'log' lacks 'events'"),
        (spoilt(log=[{"seat": 0, "move": "draw", "events": [], "x": 1}]), "'log' has no 'x'"),
        (spoilt(log=[{"seat": 0, "move": None, "events": [{"kind": "burn", "count": 1}]}]), "of the kinds"),
        (
            spoilt(
                log=[{"seat": 0, "move": None, "events": [{"kind": "draw", "count": 2, "cards": ["l8"]}]}]
            ),
            "another number of cards",
        ),
        (spoilt(suit=[[1]]), "'suit' must be one of h l a b"),
        (spoilt(suit=1.5), "'suit' must be one of h l a b"),
        (spoilt(suit="x" * 300), "'suit' must be one of h l a b"),
        (spoilt(owed="three"), "'owed' must be a number from 0 to 999"),
        (spoilt(owed=1000), "'owed' must be a number from 0 to 999"),
        (spoilt(burn=1), "'burn' must be true or false"),
        (spoilt(ace_by=2), "'ace_by' must be a seat from 0 to 1"),
        (spoilt(turn=0, moves=[], drawn="l8"), "'drawn' is hidden"),
        (spoilt(drawn="hA"), "which the player on turn does not hold"),
        (spoilt(**{"no name": 1}), "'no name' is not a variable of classic"),
        (spoilt(owned=1), "did you mean 'owed'"),
        ({key: value for key, value in spoilt().items() if key != "owed"}, "'owed' is missing"),
    ],
)
def test_what_is_no_view_is_refused_with_a_reason(data: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load("classic", 2).read_view(data)
