"""The JAX kernel remembers and pays as machine code does, number by number."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")

import jax

from faraon.engines.errors import GameError
from faraon.engines.kernels.jax.engine import QUICKLY, JaxEngine
from faraon.env.table import Table
from faraon.lang.ir import Scalar
from faraon.play.game import load
from tests.scale import SOAK, scaled

pytestmark = pytest.mark.soak

TABLES: list[tuple[int, dict[str, Scalar]]] = [(3, {"play_on": "first_out", "move_limit": 24})]
if SOAK:
    TABLES += [(players, {}) for players in (2, 4, 5)]
    TABLES += [(3, {"start_special": "always"}), (2, {"play_drawn": "on", "finish_over": "own"})]


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_observations_are_the_same(number: int) -> None:
    players, options = TABLES[number]
    game, batch, rng = load("classic", players, **options), scaled(64, 256), random.Random(number)
    engine = JaxEngine(game.bound, memory=True)
    kernel = engine.kernel

    def observed(state: Any) -> Any:
        return [kernel.observe(state, seat) for seat in range(players)], kernel.returns(state)

    def played(state: Any, action: Any) -> Any:
        after = kernel.chosen(state.over, state, kernel.play(state, action))
        return after, observed(after)

    play = jax.jit(jax.vmap(played), compiler_options=QUICKLY)
    look = jax.jit(jax.vmap(observed), compiler_options=QUICKLY)
    tables = [Table(game) for _ in range(batch)]
    seeds = [rng.randrange(2**64) for _ in tables]
    for table, seed in zip(tables, seeds, strict=True):
        table.reset(seed)
    decks = np.array([game.deal(seed).deck for seed in seeds], np.int32)
    states = jax.jit(jax.vmap(kernel.deal), compiler_options=QUICKLY)(decks)
    found = look(states)
    while True:
        expected = [np.stack([table.observe(seat) for table in tables]) for seat in range(players)]
        assert all(map(np.array_equal, expected, found[0]))
        assert np.array_equal(np.array([table.returns() for table in tables], np.float32), found[1])
        if all(table.over for table in tables):
            break
        actions = [0 if table.over else rng.choice(table.legal) for table in tables]
        for table, action in zip(tables, actions, strict=True):
            if not table.over:
                table.step(action)
        states, found = play(states, np.array(actions, np.int32))


def test_memory_is_refused_by_name() -> None:
    with pytest.raises(GameError, match="with recycle = shuffle"):
        JaxEngine(load("classic", 2, recycle="shuffle").bound, memory=True)
