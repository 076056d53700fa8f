"""States of the JAX kernel go to another process, which has no kernel yet, and come back."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest

from faraon.engines.errors import GameError
from faraon.engines.kernels.arrays import write_state
from faraon.engines.kernels.layout import STATE_WORDS
from faraon.play.game import load

pytest.importorskip("jax")

import jax


def words_of(states: Any) -> tuple[Any, Any]:
    """In the other process: the states as the kernel of their own game reads them, and the states again."""
    return load("classic", 3, ace_two="free").jax().words(states), states


def test_states_are_the_same_elsewhere() -> None:
    game = load("classic", 3, ace_two="free")
    engine = game.jax()
    words = np.zeros((5, STATE_WORDS), np.int32)
    for seed in range(5):
        write_state(game.bound, game.deal(seed=seed).position, words[seed])
    states = engine.states(words)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as elsewhere:
        there, back = elsewhere.submit(words_of, states).result()
    assert np.array_equal(there, words)
    for other in (back, pickle.loads(pickle.dumps(states)), copy.deepcopy(states)):  # noqa: S301 - our own
        assert type(other) is engine.kernel.State
        for own, lane in zip(jax.tree.leaves(states), jax.tree.leaves(other), strict=True):
            assert own.dtype == lane.dtype
            assert np.array_equal(own, lane)


def test_one_call_gives_the_engine_of_a_table() -> None:
    game = load("classic", 3, ace_two="free")
    state = game.deal(seed=3)
    assert game.jax() is load("classic", 3, ace_two="free").jax()
    assert game.jax().actions is game.actions
    assert game.jax().legal(state.position) == state.legal_actions()
    with pytest.raises(GameError, match="6 players"):
        load("classic", 7).jax()
