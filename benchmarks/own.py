"""What this project's engines play in a second of processor time."""

from __future__ import annotations

import random
import time
from typing import Any

import faraon
from faraon.engines.kernels.engine import KernelEngine
from faraon.play.fast import native_engine, numba_engine

GAMES = 20_000
STEPS = 100
BATCH = 4096


def cpu_rate(made: int, began: float) -> float:
    return made / (time.process_time() - began)


def python(seed: int) -> float:
    """Random moves on bare positions, all legal moves listed for each."""
    rng, game = random.Random(seed), faraon.load("classic")
    began, made = time.process_time(), 0
    for number in range(20):
        position = game.deal(1000 * seed + number).position
        while not position.over:
            position, _ = game.engine.play(position, rng.choice(game.engine.legal(position)))
        made += position.moves_made
    return cpu_rate(made, began)


def llvm(seed: int, specialised: bool, players: int = 2) -> float:
    """Random moves chosen evenly among all legal ones, whole games with their deals."""
    return _rate(native_engine(faraon.load("classic", players), specialised), seed)


def numba(seed: int) -> float:
    """The same, compiled by Numba."""
    return _rate(numba_engine(faraon.load("classic"), specialised=True), seed)


def _rate(engine: KernelEngine, seed: int) -> float:
    began = time.process_time()
    rows = engine.batch(GAMES, seed)
    return cpu_rate(int(rows[:, 2].sum()), began)


def llvm_threads(seed: int, threads: int) -> tuple[float, float]:
    """The same on several threads: in a second of the clock on the wall, and of processor time."""
    engine = native_engine(faraon.load("classic"), specialised=True)
    began, cpu_began = time.perf_counter(), time.process_time()
    rows = engine.batch(4 * GAMES, seed, threads=threads)
    made = int(rows[:, 2].sum())
    return made / (time.perf_counter() - began), cpu_rate(made, cpu_began)


class JaxRun:
    """Random steps of a batch, compiled once."""

    def __init__(self, players: int = 2) -> None:
        import jax
        import jax.numpy as jnp
        from jax import lax

        from faraon.engines.kernels.jax.engine import JaxEngine

        kernel = JaxEngine(faraon.load("classic", players).bound).kernel
        self.jax = jax
        self.deals = jax.jit(jax.vmap(kernel.fresh))(jnp.arange(BATCH, dtype=jnp.uint32))

        def run(states: Any, key: Any, deals: Any) -> Any:
            def body(states: Any, key: Any) -> tuple[Any, None]:
                words = jax.random.bits(key, (BATCH,), jnp.uint32)
                return jax.vmap(kernel.random_step_among, (0, 0, None))(states, words, deals), None

            return lax.scan(body, states, jax.random.split(key, STEPS))[0]

        self.run = jax.jit(run)
        jax.block_until_ready(self.run(self.deals, jax.random.key(0), self.deals))

    def rate(self, seed: int) -> float:
        began = time.process_time()
        self.jax.block_until_ready(self.run(self.deals, self.jax.random.key(seed), self.deals))
        return cpu_rate(BATCH * STEPS, began)
