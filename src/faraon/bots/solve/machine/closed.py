"""Checking that somebody really cannot win."""

import numpy as np
from faraon_kernel import STATE_WORDS, inner, int64, is_over, legal, njit, turn_of, uint64

from faraon.bots.solve.machine.answers import AGAIN, CHECKED, HELD, LOST, OPEN, TOO_LARGE, WANTING, WON
from faraon.bots.solve.machine.table import (
    DISTANCE,
    FAR,
    child_of,
    find,
    key_of,
    kind_of,
    outcome,
    place,
    settle,
)


@inner
def remember(seen, one, two):
    """Adds a position to a set; tells whether it was new. A full set gives -1."""
    mask = seen.shape[0] - 1
    at = int64(one & uint64(mask))
    for _ in range(64):
        if seen[at, 1] == 0:
            seen[at, 0], seen[at, 1] = one, two
            return 1
        if seen[at, 0] == one and seen[at, 1] == two:
            return 0
        at = (at + 1) & mask
    return -1


@inner
def contains(seen, one, two):
    mask = seen.shape[0] - 1
    at = int64(one & uint64(mask))
    for _ in range(64):
        if seen[at, 1] == 0:
            return False
        if seen[at, 0] == one and seen[at, 1] == two:
            return True
        at = (at + 1) & mask
    return False


@inner
def kind_here(child, attacker, keys, known):
    if is_over(child):
        return outcome(child, attacker), 0
    one, two = key_of(child)
    slot = find(keys, one, two)
    if slot < 0:
        return OPEN, 0
    return kind_of(known, slot, attacker), int64(known[slot, DISTANCE])


@njit(
    "int64(int64, int64[::1], int32[:, ::1], int32[::1], uint64[:, ::1], int32[:, ::1], uint64[:, ::1])",
    cache=True,
    nogil=True,
)
def closed(attacker, table, states, buffer, keys, known, seen):
    """Whether the defender can stay among positions that the attacker has not won, from ``states[0]``.

    Gathers a set of positions: where the attacker is on turn, all that they can reach are in it (or lost for
    them); where the defender is, one of them. The defender can stay in such a set for ever, so the attacker
    does not win, and no path plays a part.

    CHECKED: there is such a set. WANTING: the defender lacks a known move, ``states[0]`` is now a position to
    search. AGAIN: a refutation was wrong, its position is now known to be won. TOO_LARGE: no room.
    """
    child, size = states[states.shape[0] - 1], 1
    state = np.empty(STATE_WORDS, np.int32)
    one, two = key_of(states[0])
    remember(seen, one, two)
    while size > 0:
        size -= 1
        for word in range(STATE_WORDS):
            state[word] = states[size, word]
        count = legal(state, table, buffer)
        attacking = turn_of(state) == attacker
        chosen, wanting, won, quickest, slowest, fine = -1, -1, 0, FAR, 0, False
        for k in range(count):
            child_of(state, table, buffer[k], child)
            kind, distance = kind_here(child, attacker, keys, known)
            if kind == WON:
                won += 1
                quickest, slowest = min(quickest, distance), max(slowest, distance)
            elif kind == LOST or is_over(child):
                fine = True
            elif not attacking:
                one, two = key_of(child)
                if contains(seen, one, two):
                    fine = True
                elif kind == HELD and chosen < 0:
                    chosen = k
                elif kind == OPEN and wanting < 0:
                    wanting = k
            if fine and not attacking:
                break
        if won > 0 and (attacking or won == count):
            one, two = key_of(state)
            settle(known, place(keys, known, one, two), attacker, 1 + (quickest if attacking else slowest))
            return AGAIN
        if not attacking:
            if fine or count == 0:
                continue
            if chosen < 0:
                child_of(state, table, buffer[wanting], states[0])
                return WANTING
        for k in range(count):
            if not attacking and k != chosen:
                continue
            child_of(state, table, buffer[k], child)
            kind, _ = kind_here(child, attacker, keys, known)
            if kind == LOST or is_over(child):
                continue
            one, two = key_of(child)
            new = remember(seen, one, two)
            if new < 0 or size + 2 > states.shape[0]:
                return TOO_LARGE
            if new > 0:
                for word in range(STATE_WORDS):
                    states[size, word] = child[word]
                size += 1
    return CHECKED


@njit("void(int32[::1], int64, uint64[:, ::1], int32[:, ::1], int64[::1])", cache=True, nogil=True)
def known_kind(state, attacker, keys, known, answer):
    """What is known of a position for the attacker, and how many moves a proven win takes at most."""
    answer[0], answer[1] = kind_here(state, attacker, keys, known)
