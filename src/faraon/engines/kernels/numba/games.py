"""Whole games on the generated functions: this text stands at the end of every Numba module."""

import numpy as np
from faraon_kernel import (
    FOUL,
    MOVES,
    PLACES,
    SEATS,
    STATE_WORDS,
    STRIDE,
    deal,
    int64,
    mixed,
    njit,
    step,
    uint64,
    wander,
    where,
)


@njit
def play(state, table, action):
    """Makes a legal move."""
    step(state, table, action)


@njit
def punish(state, table):
    """What an invalid lay costs the player on turn, at a table that does not only refuse it."""
    step(state, table, FOUL)


@njit
def playout(state, table, counter, most):
    """Random moves until the game is over, or so many; gives the counter."""
    return wander(state, table, counter, most)


@njit(forceinline=True)
def is_over(state):
    return state[SEATS] & (1 << 24) != 0


@njit(forceinline=True)
def loser_of(state):
    """Who has lost, or -1."""
    return (int64(state[SEATS]) >> 25) - 1


@njit(forceinline=True)
def turn_of(state):
    return int64(state[SEATS]) & 255


@njit("void(int32[::1], int64[::1], uint64, int64, int64, int64, int32[:, ::1])", cache=True, nogil=True)
def batch(origin, table, seed, start, first, most, results):
    """Plays games at random, a row of results each: the loser, who finished first (or -1), the moves made.

    Each game has its own seed, mixed from the common one and its number, which counts from ``start``: it
    comes out the same in whatever pieces a batch is played. If ``first`` is a seat, every game is dealt and
    that seat starts; else every game begins in the origin.
    """
    state = np.empty(STATE_WORDS, np.int32)
    for k in range(results.shape[0]):
        counter = mixed(seed + STRIDE * uint64(start + k + 1))
        for word in range(STATE_WORDS):
            state[word] = origin[word]
        if first >= 0:
            counter = deal(state, table, counter, first)
        wander(state, table, counter, most)
        places = int64(state[PLACES])
        results[k, 0] = (int64(state[SEATS]) >> 25) - 1
        results[k, 1] = where((places & 7) > 0, (places >> 3) & 7, -1)
        results[k, 2] = state[MOVES]
