"""NumPy's integers are numbers; truth values and fractions are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from faraon.bots import make_bot
from faraon.engines.errors import GameError
from faraon.lang.library import read_book
from faraon.match.match import Match
from faraon.play.fast import SlowEngine
from faraon.play.game import load

INTEGERS = (np.int16, np.int32, np.int64, np.uint16, np.uint64, np.array)
"""Also an array of no dimensions, as sums and arg-maxima are in other libraries."""


@pytest.mark.parametrize("integer", INTEGERS)
def test_a_game_and_its_deal(integer: Any) -> None:
    game = load("classic", players=integer(3), hand_size=integer(4), move_limit=integer(90))
    assert game == load("classic", 3, hand_size=4, move_limit=90)
    assert type(game.players) is int
    assert {type(value) for value in game.options.values()} == {int, str}
    state = game.deal(seed=integer(3), first=integer(1), hand_sizes=[integer(k) for k in (2, 3, 4)])
    assert state == game.deal(seed=3, first=1, hand_sizes=[2, 3, 4])
    assert type(state.turn) is int
    assert state.view(integer(1)) == state.view(1)
    assert type(state.view(integer(1)).seat) is int
    dealt = game.deal(deck=state.deck, chance=integer(7))
    assert dealt == game.deal(deck=state.deck, chance=7)


@pytest.mark.parametrize("integer", INTEGERS)
def test_moves_and_engines(integer: Any) -> None:
    state = load("classic").deal(seed=3)
    actions = state.legal_actions()
    assert state.play(integer(actions[0])) == state.play(actions[0])
    assert state.judge(integer(actions[0]))
    engine = SlowEngine(state.game)
    assert engine.games(3, integer(5)) == engine.games(3, 5)
    assert engine.playout(state.position, integer(5)) == engine.playout(state.position, 5)
    compiled = state.game.llvm()
    assert compiled.games(3, integer(5)) == compiled.games(3, 5)
    assert compiled.playout(state.position, integer(5)) == compiled.playout(state.position, 5)


@pytest.mark.parametrize("integer", INTEGERS)
def test_a_match(integer: Any) -> None:
    book = read_book("classic")
    match = Match.begin(book, integer(3), {"hand_size": integer(4)}, "series", integer(5))
    assert match == Match.begin(book, 3, {"hand_size": 4}, "series", 5)
    assert match.game == load("classic", 3, hand_size=4)
    assert match.starter == 0


def test_seeds_of_bots() -> None:
    state = load("classic").deal(seed=3)
    for name in ("uniform", "greedy"):
        bot = make_bot(name, state.game)
        assert bot.choose(state.view(0), np.int64(5)) == bot.choose(state.view(0), 5)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [True, np.True_, 1.0, np.float64(1), "1", None, np.array([1]), object()])
def test_what_is_no_number(wrong: Any) -> None:
    game = load("classic")
    state = game.deal(seed=1)
    calls: dict[str, Callable[[], object]] = {
        "players": lambda: load("classic", players=wrong),
        "option": lambda: load("classic", hand_size=wrong),
        "first": lambda: game.deal(seed=1, first=wrong),
        "chance": lambda: game.deal(deck=state.deck, chance=wrong),
        "sizes": lambda: game.deal(seed=1, hand_sizes=[wrong, 5]),
        "seat": lambda: state.view(wrong),
        "move": lambda: state.play(wrong),
    }
    if wrong is not None:
        calls["seed"] = lambda: game.deal(seed=wrong)
    for call in calls.values():
        with pytest.raises(GameError):
            call()


def test_arrays_of_moves() -> None:
    """A policy's choice comes out of NumPy: a whole game is played with it."""
    state, rng = load("classic").deal(seed=np.int64(8)), np.random.default_rng(1)
    while not state.over:
        state = state.play(rng.choice(state.legal_actions()))
    assert state.loser is not None
