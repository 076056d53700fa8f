"""How fast the environments step, beside their peers': ``.venv-peers/bin/python benchmarks/environments.py``.

Random legal moves, one thread, in a second of processor time, the best of a few rounds in which everybody has
a turn. ``VectorTable`` is measured without the choice of actions, but they are chosen between two steps, so
that the processor's caches are as in a training loop.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np
import pgx

from faraon import load
from faraon.env import pgx as ours
from faraon.env.gymnasium import FaraonEnv
from faraon.env.pettingzoo import raw_env
from faraon.env.vector import VectorTable

ROUNDS, SECONDS = 3, 1.0
BATCH, STEPS = 1024, 32
CLASSIC = ("leduc_holdem_v4", "texas_holdem_v4", "connect_four_v3", "tictactoe_v3")


def vector(players: int) -> Callable[[], float]:
    """Observation with memory, mask and new games."""
    tables = VectorTable(load("classic", players), BATCH, seed=1)
    rng = np.random.default_rng(1)

    def rate() -> float:
        batch, spent, made = tables.reset(), 0.0, 0
        while spent < SECONDS:
            actions = (batch.mask * rng.random(batch.mask.shape, np.float32)).argmax(1).astype(np.int32)
            began = time.process_time()
            batch = tables.step(actions)
            spent += time.process_time() - began
            made += BATCH
        return made / spent

    return rate


def agents(make: Callable[[], Any]) -> Callable[[], float]:
    """PettingZoo's loop, without its wrappers."""
    table = make()
    rng = np.random.default_rng(1)

    def rate() -> float:
        began, made = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            table.reset(seed=made)
            for _ in table.agent_iter():
                seen, _, terminated, truncated, info = table.last()
                if terminated or truncated:
                    table.step(None)
                    continue
                mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
                legal = np.flatnonzero(mask)
                table.step(int(legal[int(rng.random() * len(legal))]))
                made += 1
        return made / (time.process_time() - began)

    return rate


def against(opponents: str) -> Callable[[], float]:
    """Own decisions in Gymnasium's loop."""
    table, rng = FaraonEnv(opponents=opponents), np.random.default_rng(1)

    def rate() -> float:
        seen, _ = table.reset(seed=1)
        began, made = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            legal = np.flatnonzero(seen["action_mask"])
            seen, _, terminated, truncated, _ = table.step(int(legal[int(rng.random() * len(legal))]))
            made += 1
            if terminated or truncated:
                seen, _ = table.reset()
        return made / (time.process_time() - began)

    return rate


def batched(env: Any, step: Any, choose: Any) -> Callable[[], float]:
    """Pgx's loop: choice, step and new games, all compiled."""
    import jax

    @jax.jit
    def run(states: Any, key: Any) -> Any:
        def body(states: Any, key: Any) -> tuple[Any, Any]:
            one, two = jax.random.split(key)
            actions = choose(one, states.legal_action_mask)
            after = jax.vmap(step)(states, actions, jax.random.split(two, BATCH))
            return after, (after.rewards.sum(), after.observation.sum())

        return jax.lax.scan(body, states, jax.random.split(key, STEPS))

    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), BATCH))
    states, _ = jax.block_until_ready(run(states, jax.random.key(1)))

    def rate() -> float:
        began, made = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            jax.block_until_ready(run(states, jax.random.key(made)))
            made += BATCH * STEPS
        return made / (time.process_time() - began)

    return rate


def contenders() -> Iterator[tuple[str, Callable[[], float]]]:
    """By name, what gives a rate."""
    import jax

    for players in (2, 4):
        yield f"VectorTable, {players} players, {BATCH} games", vector(players)
    for players in (2, 4):
        yield (
            f"PettingZoo: Faraón, {players} players",
            agents(lambda players=players: raw_env(players=players)),
        )
    for name in CLASSIC:
        try:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
        except ImportError as error:
            print(f"{name} is not measured: {error}", file=sys.stderr)
            continue
        yield f"PettingZoo: {name}", agents(module.raw_env)
    for opponents in ("uniform", "greedy"):
        yield f"Gymnasium: against {opponents}", against(opponents)
    table = ours.Faraon(players=2)
    deals = jax.jit(jax.vmap(table.init))(jax.random.split(jax.random.key(5), 4096))
    yield "Pgx: Faraón, 2 players", batched(table, ours.auto_reset(table, deals), ours.act_randomly)
    for name in ("leduc_holdem", "sparrow_mahjong"):
        env = pgx.make(name)
        step = pgx.experimental.auto_reset(env.step, env.init)
        yield f"Pgx: {name}", batched(env, step, ours.act_randomly)


def main() -> None:
    found = [*contenders()]
    best = dict.fromkeys([name for name, _ in found], 0.0)
    for _ in range(ROUNDS):
        for name, rate in found:
            best[name] = max(best[name], rate())
    print("| | steps/s |", "|---|---:|", sep="\n")
    for name, rate_found in best.items():
        print(f"| {name} | {rate_found:,.0f} |")


if __name__ == "__main__":
    main()
