"""How quickly a win that is proven can be had."""

from faraon_kernel import is_over, legal, njit, turn_of

from faraon.bots.solve.machine.answers import LOST, WON
from faraon.bots.solve.machine.table import (
    BARRED,
    DISTANCE,
    child_of,
    find,
    key_of,
    kind_of,
    outcome,
    place,
    settle,
)


@njit(
    "int64(int64, int64, int64, int64[::1], int32[:, ::1], int32[:, ::1], uint64[:, ::1], int32[:, ::1], "
    "int64[::1])",
    cache=True,
    nogil=True,
)
def within(attacker, left, depth, table, states, buffers, keys, known, budget):
    """Whether the attacker wins from ``states[depth]`` within so many moves; -1 if the budget is spent.

    That depends on no path, so both answers are kept in the table.
    """
    budget[0] -= 1
    if budget[0] < 0:
        return -1
    state, child = states[depth], states[depth + 1]
    one, two = key_of(state)
    slot = find(keys, one, two)
    if slot >= 0:
        kind = kind_of(known, slot, attacker)
        if kind == LOST or known[slot, BARRED + attacker] >= left:
            return 0
        if kind == WON and known[slot, DISTANCE] <= left:
            return 1
    if left == 0:
        return 0
    attacking = turn_of(state) == attacker
    count = legal(state, table, buffers[depth])
    answer = 0 if attacking or count == 0 else 1
    for k in range(count):
        child_of(state, table, buffers[depth, k], child)
        if is_over(child):
            found = 1 if outcome(child, attacker) == WON else 0
        else:
            found = within(attacker, left - 1, depth + 1, table, states, buffers, keys, known, budget)
        if found < 0:
            return -1
        if found == (1 if attacking else 0):
            answer = found
            break
    slot = place(keys, known, one, two)
    if answer == 1:
        settle(known, slot, attacker, left)
    else:
        known[slot, BARRED + attacker] = max(known[slot, BARRED + attacker], left)
    return answer
