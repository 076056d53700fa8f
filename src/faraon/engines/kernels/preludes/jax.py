"""Numbers of the JAX kernel. Everything is arithmetic on single numbers, without loops, branches and indices
that depend on the state, so that a batch becomes a few loops over its games.
"""

from typing import NamedTuple  # noqa: F401 - the generated functions use these

import jax  # noqa: F401
import jax.numpy as jnp
import numpy as np
from jax import lax

where = jnp.where
minimum = jnp.minimum
maximum = jnp.maximum
opposite = jnp.logical_not


def inner(function):
    """Numba compiles what is marked so; JAX traces it."""
    return function


inlined = inner


def word(number):
    return np.uint32(number) if isinstance(number, int) else jnp.asarray(number).astype(jnp.uint32)


def number(bits):
    return jnp.asarray(bits).astype(jnp.int32)


def popcount(bits):
    return number(lax.population_count(jnp.asarray(bits)))


def first_bit(bits):
    """The number of the lowest bit that is set; some bit must be."""
    bits = jnp.asarray(bits)
    return popcount((bits & -bits) - 1)


def once(*fields):
    """Numbers that are computed here and nowhere else: packed into words, stored, and unpacked again.

    A compiler that fuses everything into its results computes what they share once for each of them, and a
    state has some thirty. A field is a number with the least and the greatest value that it can have.
    """
    words, room = [jnp.uint32(0)], 32
    at = []
    for value, low, high in fields:
        bits = max((high - low).bit_length(), 1)
        if bits > room:
            words, room = [*words, jnp.uint32(0)], 32
        at.append((len(words) - 1, 32 - room, bits))
        words[-1] = words[-1] | word(jnp.asarray(value).astype(jnp.int32) - low) << (32 - room)
        room -= bits
    words = lax.optimization_barrier(words)
    found = []
    for (value, low, _), (which, shift, bits) in zip(fields, at, strict=True):
        back = number((words[which] >> shift) & ((1 << bits) - 1)) + low
        found.append(back != 0 if jnp.asarray(value).dtype == bool else back)
    return found


def spread(condition):
    """All lanes, or none."""
    return where(condition, word(0xFFFFFFFF), word(0))
