"""How fast the JAX kernel steps on this machine's device; needs JAX and a generated kernel, and no Faraón.

    faraon rules emit jax classic -n 2 > classic2.py
    python benchmarks/jax_device.py classic2.py 16384 262144 1048576 --json jax.json

Every game makes a legal move chosen evenly at random; a finished one is dealt anew. ``pick`` chooses without
listing the moves, ``mask`` fills in the whole legal mask and draws a lot for each legal action, ``env``
writes out what an environment gives: the mask, by which an action is chosen, and the observation. ``--sum``
prints a sum over all states of many steps, which must be the same on every device.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

DEALS = 65_536


def load_kernel(path: str) -> Any:
    spec = importlib.util.spec_from_file_location("kernel", path)
    assert spec is not None  # noqa: S101 - narrows the type
    assert spec.loader is not None  # noqa: S101
    module = importlib.util.module_from_spec(spec)
    sys.modules["kernel"] = module
    spec.loader.exec_module(module)
    return module


def by_pick(kernel: Any, state: Any, word: Any, deals: Any) -> Any:
    return kernel.random_step_among(state, word, deals)


def by_mask(kernel: Any, state: Any, word: Any, deals: Any) -> Any:
    mask = kernel.legal_mask(state)
    lots = kernel.mixed(word + jnp.arange(len(mask), dtype=jnp.uint32) * jnp.uint32(0x9E3779B9))
    return kernel.step_among(state, jnp.argmax(jnp.where(mask, lots | 1, 0)), deals)


WAYS: dict[str, Callable[[Any, Any, Any, Any], Any]] = {"pick": by_pick, "mask": by_mask}


def environment(kernel: Any, start: Any) -> tuple[Any, Callable[[Any, Any, Any], Any]]:
    """States with what the player on turn sees of them and may do, and a step of all that."""

    def seen(states: Any) -> Any:
        turns = states.turn.astype(jnp.int32)
        return states, jax.vmap(kernel.legal_mask)(states), jax.vmap(kernel.observe)(states, turns)

    def step(shown: Any, words: Any, deals: Any) -> Any:
        states, mask, _ = shown
        after = jax.vmap(kernel.step_among, (0, 0, None))(states, kernel.choose(words, mask), deals)
        return seen(lax.optimization_barrier(after))

    return jax.jit(seen)(start), step


def measure(kernel: Any, way: str, batch: int, steps: int) -> tuple[float, float]:
    """Steps a second, the median of five runs, and how long the first one took to compile."""
    deals = jax.jit(jax.vmap(kernel.fresh))(jnp.arange(min(batch, DEALS), dtype=jnp.uint32))
    start = jax.tree.map(lambda lane: jnp.resize(lane, (batch,)), deals)
    start = start._replace(luck=jnp.arange(batch, dtype=jnp.uint32))
    chosen = WAYS.get(way, by_pick)
    one = jax.vmap(lambda state, word, deals: chosen(kernel, state, word, deals), (0, 0, None))

    def stepped(states: Any, words: Any, deals: Any) -> Any:
        return one(states, words, deals)

    if way == "env":
        start, stepped = environment(kernel, start)

    @jax.jit
    def run(states: Any, key: Any, deals: Any) -> Any:
        def body(states: Any, key: Any) -> tuple[Any, Any]:
            return stepped(states, jax.random.bits(key, (batch,), jnp.uint32), deals), None

        return lax.scan(body, states, jax.random.split(key, steps))[0]

    began = time.perf_counter()
    states = jax.block_until_ready(run(start, jax.random.key(0), deals))
    compiled = time.perf_counter() - began
    rates = []
    for number in range(5):
        began = time.perf_counter()
        states = jax.block_until_ready(run(states, jax.random.key(number + 1), deals))
        rates.append(batch * steps / (time.perf_counter() - began))
    return statistics.median(rates), compiled


def checksum(kernel: Any, batch: int = 4096, steps: int = 400) -> int:
    """A sum over every number of every state of a batch, taken after each of many random steps."""
    deals = jax.jit(jax.vmap(kernel.fresh))(jnp.arange(batch, dtype=jnp.uint32))

    @jax.jit
    def run(states: Any, deals: Any) -> Any:
        def body(states: Any, number: Any) -> tuple[Any, Any]:
            words = kernel.mixed(jnp.arange(batch, dtype=jnp.uint32) * jnp.uint32(977) + number)
            after = jax.vmap(kernel.random_step_among, (0, 0, None))(states, words, deals)
            lanes = [lane.astype(jnp.uint32) for lane in jax.tree.leaves(after)]
            weighted = [kernel.mixed(lane + 31 * k).sum(dtype=jnp.uint32) for k, lane in enumerate(lanes)]
            return after, sum(weighted)

        return lax.scan(body, states, jnp.arange(steps, dtype=jnp.uint32))[1]

    return int(run(deals, deals).sum(dtype=jnp.uint32))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kernel")
    parser.add_argument("batches", type=int, nargs="+")
    parser.add_argument("--way", choices=[*WAYS, "env"], default="pick")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--json", default="")
    parser.add_argument("--sum", action="store_true")
    given = parser.parse_args()
    kernel, rulebook = load_kernel(given.kernel), Path(given.kernel).stem.rstrip("0123456789")
    device = jax.devices()[0]
    if given.sum:
        print(f"sum on {device.device_kind}: {checksum(kernel)}")
    rows = []
    for batch in given.batches:
        rate, compiled = measure(kernel, given.way, batch, given.steps)
        name = f"{rulebook}, {kernel.players} players, {given.way}, batch {batch}, {device.device_kind}"
        print(f"{name}: {rate / 1e6:,.1f} M steps/s (first run {compiled:.1f} s)", flush=True)
        rows.append({"name": name, "engine": "jax", "unit": "steps/s", "rate": rate})
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
