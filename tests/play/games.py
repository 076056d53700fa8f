"""Games at all kinds of tables, played to some moment."""

from __future__ import annotations

import random
from functools import lru_cache

from hypothesis import settings
from hypothesis import strategies as st

from faraon.lang.library import read_book, shipped
from faraon.play.game import Game, load
from faraon.play.state import State
from tests.scale import SOAK, scaled

TABLES = (
    *((name, 2, ()) for name in shipped()),
    *((name, min(4, read_book(name).players[1]), ()) for name in shipped()),
    ("classic", 3, (("play_on", "first_out"), ("pajchel", "penalty"))),
    ("classic", 2, (("move_limit", 20),)),
    ("classic", 7, ()),
)
"""Every shipped rulebook, other ends, a game that is soon drawn, and two packs."""

many = settings(max_examples=scaled(60, 2000), deadline=None, derandomize=not SOAK)


@lru_cache(maxsize=32)
def table(name: str, players: int, options: tuple[tuple[str, object], ...]) -> Game:
    return load(name, players, **dict(options))


def played(game: Game, seed: int, moves: int) -> State:
    """A random game after so many moves, or at its end."""
    state, rng = game.deal(seed=seed), random.Random(seed)
    while moves > 0 and not state.over:
        state = state.play(rng.choice(state.moves()))
        moves -= 1
    return state


def states() -> st.SearchStrategy[State]:
    """Any moment of any game; the first table and the deal are the simplest."""
    games = st.sampled_from(TABLES).map(lambda one: table(*one))
    return st.builds(played, games, st.integers(0, 2**64 - 1), st.integers(0, 120))
