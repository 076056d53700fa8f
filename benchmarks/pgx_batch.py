"""How fast environments step in Pgx's interface on this device: observation, mask, choice, new games.

    python benchmarks/pgx_batch.py 4096 --peers leduc_holdem sparrow_mahjong
    python benchmarks/pgx_batch.py 65536 262144 --players 2 4 --json pgx.json

Every game makes a legal move chosen evenly at random; a finished one is dealt anew. Faraón observes with
memory, and chooses and resets by its own :func:`act_randomly` and :func:`auto_reset`; the peers by Pgx's
``auto_reset`` and ``jax.random.categorical``, and also by Faraón's way to choose.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from jax import lax
from pgx.experimental import auto_reset as pgx_auto_reset

from faraon.env.pgx import Faraon, act_randomly, auto_reset

DEALS = 65_536
Step = Callable[[Any, Any, Any], Any]
Choice = Callable[[Any, Any], Any]


def categorical(key: Any, mask: Any) -> Any:
    """As the peers' examples choose."""
    return jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1)


def measure(first: Any, step: Step, choose: Choice, steps: int) -> float:
    """Steps a second, the median of five runs. All that an agent would read is read: it goes into a sum."""
    batch = first.current_player.shape[0]

    @jax.jit
    def run(states: Any, key: Any) -> Any:
        def body(carried: Any, key: Any) -> Any:
            states, total = carried
            choosing, dealing = jax.random.split(key)
            actions = choose(choosing, states.legal_action_mask)
            states = jax.vmap(step)(states, actions, jax.random.split(dealing, batch))
            read = states.observation.astype(jnp.float32).sum() + states.rewards.sum()
            return (states, total + read), None

        return lax.scan(body, (states, jnp.float32(0)), jax.random.split(key, steps))[0]

    states, _ = jax.block_until_ready(run(first, jax.random.key(0)))
    rates = []
    for number in range(5):
        began = time.perf_counter()
        states, _ = jax.block_until_ready(run(states, jax.random.key(number + 1)))
        rates.append(batch * steps / (time.perf_counter() - began))
    return statistics.median(rates)


def first_states(env: Any, batch: int) -> Any:
    return jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(7), batch))


def many_of(states: Any, batch: int) -> Any:
    """The same states again and again."""
    return jax.tree.map(lambda lane: jnp.resize(lane, (batch, *lane.shape[1:])), states)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("batches", type=int, nargs="+")
    parser.add_argument("--players", type=int, nargs="*", default=[2])
    parser.add_argument("--peers", nargs="*", default=[])
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--json", default="")
    given = parser.parse_args()
    device = jax.devices()[0].device_kind
    rows = []

    def note(name: str, batch: int, rate: float) -> None:
        print(f"{name}, batch {batch}, {device}: {rate / 1e6:,.3f} M steps/s", flush=True)
        rows.append({"name": f"{name}, batch {batch}, {device}", "unit": "steps/s", "rate": rate})

    for batch in given.batches:
        for players in given.players:
            env = Faraon(players=players)
            deals = first_states(env, min(batch, DEALS))
            first, step = many_of(deals, batch), auto_reset(env, deals)
            note(f"faraon, {players} players", batch, measure(first, step, act_randomly, given.steps))
        for name in given.peers:
            peer = pgx.make(name)
            first, step = first_states(peer, batch), pgx_auto_reset(peer.step, peer.init)
            note(name, batch, measure(first, step, categorical, given.steps))
            note(f"{name}, Faraón's choice", batch, measure(first, step, act_randomly, given.steps))
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
