"""Depth-first proof-number search."""

from faraon_kernel import inlined, inner, int64, is_over, legal, njit, popcount, turn_of

from faraon.bots.solve.machine.answers import HELD, LOST, OPEN, WON
from faraon.bots.solve.machine.table import (
    DISTANCE,
    FAR,
    PROOF,
    REFUTATION,
    WORK,
    child_of,
    find,
    key_of,
    kind_of,
    outcome,
    place,
    settle,
)

SLOTS = 65535
MOVES_MOST = 1024

THRESHOLD, START, END, BEST, BEGAN, ATTACKING = 0, 2, 3, 4, 5, 6
"""The columns of a frame: the two thresholds, its children, the one that is searched, when it was begun, and
whether the attacker is on turn."""

MOVE, KIND, FAR_AWAY = 2, 3, 4
"""The columns of a child, behind its two numbers."""


@inlined
def first_numbers(state, attacker):
    """What a proof and a refutation will cost, guessed: who holds fewer cards is nearer to the end."""
    mine = popcount(int64(state[attacker]) & 0xFFFFFFFF)
    other = popcount(int64(state[1 - attacker]) & 0xFFFFFFFF)
    return 1 + mine, 1 + other


@inner
def weigh_child(child, attacker, depth, path, on_path, keys, known, own_key, row):
    """What is known of a position that was just reached."""
    if is_over(child):
        row[KIND] = outcome(child, attacker)
        row[FAR_AWAY] = 0
    else:
        one, two = key_of(child)
        own_key[0], own_key[1] = one, two
        if on_path[int64(one) & SLOTS] > 0:
            for back in range(depth, -1, -1):
                if path[back, 0] == one and path[back, 1] == two:
                    row[KIND], row[0], row[1] = HELD, FAR, 0
                    return
        row[KIND] = OPEN
        slot = find(keys, one, two)
        if slot >= 0:
            row[KIND], row[FAR_AWAY] = kind_of(known, slot, attacker), known[slot, DISTANCE]
            row[0], row[1] = known[slot, 2 * attacker], known[slot, 2 * attacker + 1]
        if slot < 0 or row[0] < 0:
            row[0], row[1] = first_numbers(child, attacker)
    if row[KIND] == WON:
        row[0], row[1] = 0, FAR
    elif row[KIND] != OPEN:
        row[0], row[1] = FAR, 0


@inner
def settled(children, start, end, attacking):
    """What the children say together, and how many moves the proven win takes at most.

    Who is on turn needs one child that is good for them; for the other side all must be.
    """
    mine, theirs = (WON, LOST) if attacking else (LOST, WON)
    quickest, slowest, held, still_open = FAR, 0, False, end == start
    for at in range(start, end):
        kind = children[at, KIND]
        if kind == mine:
            quickest = min(quickest, children[at, FAR_AWAY])
        elif kind == theirs:
            slowest = max(slowest, children[at, FAR_AWAY])
        elif kind == HELD:
            held = True
        else:
            still_open = True
    if quickest < FAR:
        return mine, quickest + 1
    if held and not attacking:
        return HELD, 0
    if still_open:
        # Without any move the game stands still, which is no win.
        return (HELD, 0) if end == start else (OPEN, 0)
    return (HELD, 0) if held else (theirs, slowest + 1)


@njit(
    "int64(int64, int64, int64[::1], int32[:, ::1], uint64[:, ::1], int64[:, ::1], uint64[:, ::1], "
    "int32[:, ::1], int32[::1], uint64[:, ::1], int32[:, ::1], uint8[::1])",
    cache=True,
    nogil=True,
)
def search(attacker, budget, table, states, path, frames, child_keys, children, buffer, keys, known, on_path):
    """Looks for a proof that the attacker wins from ``states[0]``, or cannot; gives the nodes it took.

    What it found stands in the table. A repeated position counts as no win. So a proof of a win rests on no
    repetition: its leaves are games that are over, it holds whatever was played before, and wins from other
    paths and other searches can be put together. The same goes for a refutation all of whose leaves are games
    that the attacker lost (LOST). Any other one is only HELD: it steers this search, and `closed` must check
    it before anybody calls it a draw. A wrong one can hide a win, but never make one.
    """
    nodes, depth = 0, 0
    path[0, 0], path[0, 1] = key_of(states[0])
    frames[0, THRESHOLD], frames[0, THRESHOLD + 1] = FAR, FAR
    frames[0, START], frames[0, END] = 0, -1
    while True:
        frame, state, child = frames[depth], states[depth], states[depth + 1]
        if frame[END] < 0:
            nodes += 1
            frame[BEGAN] = nodes
            frame[ATTACKING] = turn_of(state) == attacker
            on_path[int64(path[depth, 0]) & SLOTS] += 1
            count = legal(state, table, buffer)
            for k in range(count):
                at = frame[START] + k
                child_of(state, table, buffer[k], child)
                children[at, MOVE] = buffer[k]
                weigh_child(child, attacker, depth, path, on_path, keys, known, child_keys[at], children[at])
            frame[END] = frame[START] + count
        attacking = frame[ATTACKING] != 0
        # The player on turn takes the least of one number; of the other one all children add up.
        least_of = PROOF if attacking else REFUTATION
        least, second, best, total = FAR, FAR, -1, 0
        for at in range(frame[START], frame[END]):
            cost, other = int64(children[at, least_of]), int64(children[at, 1 - least_of])
            if cost < least:
                second, least, best = least, cost, at
            elif cost < second:
                second = cost
            total += other
        kind, distance = settled(children, frame[START], frame[END], attacking)
        if kind == OPEN:
            least, total = min(least, FAR - 1), min(total, FAR - 1)
            proof, refutation = (least, total) if attacking else (total, least)
        else:
            proof, refutation = (0, FAR) if kind == WON else (FAR, 0)
        if kind != OPEN or proof >= frame[THRESHOLD] or refutation >= frame[THRESHOLD + 1] or nodes >= budget:
            one, two = path[depth, 0], path[depth, 1]
            slot = place(keys, known, one, two)
            if kind == WON or kind == LOST:  # noqa: SIM109 - Numba makes two instructions more of a tuple
                settle(known, slot, attacker if kind == WON else 1 - attacker, distance)
            else:
                known[slot, 2 * attacker], known[slot, 2 * attacker + 1] = proof, refutation
            known[slot, WORK] = min(known[slot, WORK] + nodes - frame[BEGAN] + 1, FAR)
            on_path[int64(one) & SLOTS] -= 1
            if depth == 0:
                return nodes
            depth -= 1
            row = children[frames[depth, BEST]]
            row[0], row[1], row[KIND], row[FAR_AWAY] = proof, refutation, kind, distance
            continue
        deep = depth + 3 > states.shape[0] or frame[END] + MOVES_MOST > children.shape[0]
        if deep:
            children[best, 0], children[best, 1], children[best, KIND] = FAR, 0, HELD
            continue
        frame[BEST] = best
        below = frames[depth + 1]
        # A quarter more than the second best costs: going back and forth between two takes time as well.
        # A kept limit must not fall to what the child already costs, or the search would stand still.
        limit = frame[THRESHOLD + least_of]
        below[THRESHOLD + least_of] = min(limit, second + max(1, second // 4)) if second < FAR else limit
        limit = frame[THRESHOLD + 1 - least_of]
        rest = total - children[best, 1 - least_of]
        below[THRESHOLD + 1 - least_of] = FAR if limit >= FAR else limit - rest
        below[START], below[END] = frame[END], -1
        child_of(state, table, children[best, MOVE], child)
        path[depth + 1, 0], path[depth + 1, 1] = child_keys[best, 0], child_keys[best, 1]
        depth += 1
