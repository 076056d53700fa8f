"""Chance on a legal mask. It also stands in every JAX module."""

from typing import Any

import jax.numpy as jnp

BLOCK = 32
"""How many actions are packed into a word."""


def choose(words: Any, mask: Any) -> Any:
    """The legal action of every game that a random word of 32 bits chooses, each as likely.

    The mask is read once and packed; bits are counted to find the word of the chosen action, and then its
    place in it by halves. That takes a fraction of the time of a lot for each action.
    """
    games = mask.shape[:-1]
    padding = [*[(0, 0)] * len(games), (0, -mask.shape[-1] % BLOCK)]
    blocks = jnp.pad(mask, padding).reshape(*games, -1, BLOCK).astype(jnp.uint32)
    packed = (blocks << jnp.arange(BLOCK, dtype=jnp.uint32)).sum(-1, dtype=jnp.uint32)
    counts = jnp.bitwise_count(packed).astype(jnp.int32)
    ends = jnp.cumsum(counts, -1)
    total = ends[..., -1].astype(jnp.uint32)
    high, low = words >> 16, words & 0xFFFF
    pick = ((high * total + ((low * total) >> 16)) >> 16).astype(jnp.int32)
    passed = ends <= pick[..., None]
    block = passed.sum(-1, dtype=jnp.int32)
    left = pick - jnp.where(passed, counts, 0).sum(-1)
    here = jnp.arange(packed.shape[-1]) == block[..., None]
    word = jnp.where(here, packed, 0).sum(-1, dtype=jnp.uint32)
    place = block * BLOCK
    for half in (16, 8, 4, 2, 1):
        lower = jnp.bitwise_count(word & ((1 << half) - 1)).astype(jnp.int32)
        above = left >= lower
        left = left - jnp.where(above, lower, 0)
        word = jnp.where(above, word >> half, word)
        place = place + jnp.where(above, half, 0)
    return place
