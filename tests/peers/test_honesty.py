"""What the libraries of others are given never changes when hidden cards lie differently."""

from __future__ import annotations

import random

import jax
import numpy as np
import pytest

from faraon.env.gymnasium import FaraonEnv
from faraon.env.pettingzoo import raw_env
from faraon.env.pgx import Faraon
from faraon.env.table import Table
from faraon.play.game import load
from tests.env.hidden import elsewhere
from tests.scale import scaled


@pytest.mark.parametrize("players", [2, 4])
def test_pettingzoo(players: int) -> None:
    agents, rng = raw_env(players=players), random.Random(players)
    for game in range(scaled(3, 100)):
        agents.reset(seed=game)
        kept = np.random.default_rng(game)
        state = agents.table.game.deal(int(kept.integers(2**63)), first=int(kept.integers(players)))
        while not agents.table.over:
            assert agents.table.position == state.position
            seat, table = rng.randrange(players), agents.table
            before = agents.observe(f"player_{seat}")
            agents.table = elsewhere(state, table, seat, rng)
            after = agents.observe(f"player_{seat}")
            assert all(np.array_equal(before[name], after[name]) for name in before)
            agents.table = table
            action = rng.choice(table.legal)
            while agents.terminations[agents.agent_selection]:
                agents.step(None)
            agents.step(action)
            state = state.play(action)


def test_gymnasium() -> None:
    env, rng = FaraonEnv(players=3, opponents="greedy"), random.Random(1)
    for game in range(scaled(3, 100)):
        env.reset(seed=game)
        finished = False
        while not finished:
            table, state = env.table, env._state
            assert state is not None
            before = env._seen()
            env.table = elsewhere(state, table, env.seat, rng)
            after = env._seen()
            assert all(np.array_equal(before[name], after[name]) for name in before)
            env.table = table
            _, _, terminated, truncated, _ = env.step(rng.choice(table.legal))
            finished = terminated or truncated


def test_pgx() -> None:
    """Its states are made from those of the machine code, here and elsewhere."""
    env, rng = Faraon(players=3), random.Random(2)
    game = load("classic", 3)
    table = Table(game)
    look = jax.jit(jax.vmap(env.engine.kernel.observe))
    for seed in range(scaled(2, 50)):
        table.reset(seed)
        state = game.deal(seed)
        seats, here, there = [], [], []
        while not state.over:
            seat = rng.randrange(3)
            seats.append(seat)
            here.append(table._state.copy())
            there.append(elsewhere(state, table, seat, rng)._state)
            action = rng.choice(table.legal)
            table.step(action)
            state = state.play(action)
        ones, others = (look(env.engine.states(np.stack(words)), np.array(seats)) for words in (here, there))
        assert np.array_equal(ones, others)
