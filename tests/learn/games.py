"""Random games on arrays beside the same games in Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import jax
import numpy as np

from faraon import State, load
from faraon.bots.net.evidence import seen_by_all
from faraon.engines.kernels.jax.engine import QUICKLY
from faraon.engines.kernels.kept import KEPT_WORDS, SEEN
from faraon.learn.tables import LearningTable
from faraon.play.fast import jax_engine, native_engine


@lru_cache(maxsize=2)
def table_of(players: int) -> LearningTable:
    return LearningTable(load("classic", players=players), 2 if players == 2 else 5)


def quickly(function: Any) -> Any:
    """Compiled in a third of the time."""
    return jax.jit(function, compiler_options=QUICKLY)


def on_arrays(table: LearningTable, states: list[State]) -> Any:
    """States of the kernel with what everybody has seen, as the views tell it."""
    native, rows = native_engine(table.game), np.zeros((len(states), KEPT_WORDS), np.int64)
    for row, state in zip(rows, states, strict=True):
        row[: len(native.state(state.position))] = native.state(state.position)
        row[SEEN] = seen_by_all(state.view(state.turn))
    return jax_engine(table.game, True).states((rows & 0xFFFFFFFF).astype(np.uint32).view(np.int32))


class Moment(NamedTuple):
    """A position with the action that was chosen in it."""

    state: State
    action: int


def random_games(table: LearningTable, games: int, seed: int) -> Iterator[list[Moment]]:
    """Whole games, but for their end."""
    rng = random.Random(seed)
    for number in range(games):
        state = table.game.deal(1000 * seed + number)
        moments: list[Moment] = []
        while not state.over and len(moments) < 200:
            move = rng.choice(state.moves())
            moments.append(Moment(state, table.game.actions.number(move, state.turn, table.players)))
            state = state.play(move)
        yield moments
