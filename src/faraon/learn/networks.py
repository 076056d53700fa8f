"""The networks in JAX: how they are made, what they answer, and their numbers by name.

:mod:`faraon.bots.net.network` computes the same in NumPy.
"""

from __future__ import annotations

from typing import Any

from faraon.engines.extras import extra
from faraon.learn.tables import Array, LearningTable

with extra("train"):
    import jax
    import jax.numpy as jnp
    import numpy as np

Params = dict[str, Any]
"""``{"policy": {"0": {"w", "b"}, …, "moves": {"w", "b"}}, …}``"""


def layer(key: Array, inputs: int, outputs: int, scale: float = 1.0) -> Params:
    spread = (2 * scale / inputs) ** 0.5
    return {"w": jax.random.normal(key, (inputs, outputs)) * spread, "b": jnp.zeros(outputs)}


def trunk(key: Array, inputs: int, hidden: int, depth: int) -> Params:
    keys = jax.random.split(key, depth)
    first = layer(keys[0], inputs, hidden)
    return {"0": first, **{str(k): layer(keys[k], hidden, hidden, 0.25) for k in range(1, depth)}}


def new_players(key: Array, table: LearningTable, hidden: int, depth: int) -> Params:
    """A policy, and its critic."""
    keys = jax.random.split(key, 5)
    policy = trunk(keys[0], table.width, hidden, depth)
    policy["moves"] = layer(keys[1], hidden, len(table.actions), 0.01)
    policy["value"] = layer(keys[2], hidden, 1, 0.01)
    critic = trunk(keys[3], table.full_width, hidden, depth)
    critic["values"] = layer(keys[4], hidden, table.seats, 0.01)
    return {"policy": policy, "critic": critic}


def new_belief(key: Array, inputs: int, seats: int, hidden: int, depth: int) -> Params:
    keys = jax.random.split(key, 2)
    return {**trunk(keys[0], inputs, hidden, depth), "cards": layer(keys[1], hidden, 32 * (seats - 1), 0.01)}


def dense(numbers: Params, inputs: Array) -> Array:
    """A layer, in half the precision where the machine has it."""
    kind = jnp.bfloat16 if jax.default_backend() == "gpu" else jnp.float32
    product = jnp.matmul(inputs.astype(kind), numbers["w"].astype(kind), preferred_element_type=jnp.float32)
    return product + numbers["b"]


def through(network: Params, inputs: Array) -> Array:
    """What the trunk makes of rows."""
    found, at = inputs, 0
    while str(at) in network:
        made = jax.nn.gelu(dense(network[str(at)], found))
        found = made + found.astype(jnp.float32) if made.shape == found.shape else made
        at += 1
    return found


def policy_of(params: Params, inputs: Array) -> tuple[Array, Array]:
    """Logits of all actions, and the value for the player on turn."""
    network = params["policy"]
    found = through(network, inputs)
    return dense(network["moves"], found), dense(network["value"], found)[:, 0]


def values_of(params: Params, inputs: Array) -> Array:
    """What the game is worth to every seat, counted from the player on turn, by whoever sees all cards."""
    return dense(params["critic"]["values"], through(params["critic"], inputs))


def cards_of(belief: Params, inputs: Array) -> Array:
    """Logits that the other seats hold each card."""
    return dense(belief["cards"], through(belief, inputs))


def named(params: Params, prefix: str = "") -> dict[str, Any]:
    """All numbers by name, as they are kept in files."""
    found: dict[str, Any] = {}
    for name, part in params.items():
        if isinstance(part, dict):
            found |= named(part, f"{prefix}{name}/")
        else:
            found[prefix + name] = np.asarray(part, np.float32)
    return found


def unnamed(arrays: dict[str, Any]) -> Params:
    """The same the other way."""
    found: Params = {}
    for name, numbers in arrays.items():
        *path, last = name.split("/")
        at = found
        for step in path:
            at = at.setdefault(step, {})
        at[last] = jnp.asarray(numbers)
    return found


def still(params: Params) -> Params:
    """New numbers like these, for whom these are given away."""
    return jax.tree.map(jnp.array, params)  # type: ignore[no-any-return]


class Adam:
    """The optimiser, with gradients cut to length 1."""

    @staticmethod
    def begin(params: Params) -> Params:
        zeros = jax.tree.map(jnp.zeros_like, params)
        return {"mean": zeros, "square": jax.tree.map(jnp.zeros_like, params), "steps": jnp.zeros(())}

    @staticmethod
    def step(params: Params, gradients: Params, memory: Params, rate: Array) -> tuple[Params, Params]:
        steps = memory["steps"] + 1
        length = jnp.sqrt(sum(jnp.sum(one * one) for one in jax.tree.leaves(gradients)))
        cut = jnp.minimum(1.0, 1.0 / (length + 1e-8))
        mean = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * cut * new, memory["mean"], gradients)
        square = jax.tree.map(
            lambda old, new: 0.999 * old + 0.001 * (cut * new) ** 2, memory["square"], gradients
        )

        def moved(number: Array, first: Array, second: Array) -> Array:
            second = jnp.sqrt(second / (1 - 0.999**steps)) + 1e-8
            return number - rate * first / (1 - 0.9**steps) / second

        params = jax.tree.map(moved, params, mean, square)
        return params, {"mean": mean, "square": square, "steps": steps}
