"""Chance on a legal mask. It also stands in every JAX module."""

from typing import Any

import jax.numpy as jnp

BLOCK = 32
"""How many actions are counted together."""


def choose(words: Any, mask: Any) -> Any:
    """The legal action of every game that a random word of 32 bits chooses, each as likely: first its block
    is found, then its place. That takes a fraction of the time of a lot for each action."""
    games = mask.shape[:-1]
    padding = [*[(0, 0)] * len(games), (0, -mask.shape[-1] % BLOCK)]
    blocks = jnp.pad(mask, padding).reshape(*games, -1, BLOCK)
    ends = jnp.cumsum(blocks.sum(-1, dtype=jnp.int32), -1)
    total = ends[..., -1].astype(jnp.uint32)
    high, low = words >> 16, words & 0xFFFF
    pick = ((high * total + ((low * total) >> 16)) >> 16).astype(jnp.int32)[..., None]
    block = (ends <= pick).sum(-1, dtype=jnp.int32)[..., None]
    before = jnp.where(block > 0, jnp.take_along_axis(ends, jnp.maximum(block - 1, 0), -1), 0)
    inside = jnp.take_along_axis(blocks, block[..., None], -2)[..., 0, :]
    place = (jnp.cumsum(inside, -1, dtype=jnp.int32) <= pick - before).sum(-1, dtype=jnp.int32)
    return block[..., 0] * BLOCK + place
