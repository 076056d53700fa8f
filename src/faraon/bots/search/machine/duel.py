"""A duel in machine code: every candidate has a tree of its own and gets equally many simulations.

Beside the result of each simulation it notes what happened in the first rounds after the candidate: so that a
difference can be explained by what was seen, not by a rule of thumb.
"""

import numpy as np
from faraon_kernel import (
    ACTIONS,
    CHANCE,
    STATE_WORDS,
    STRIDE,
    inner,
    int64,
    is_over,
    legal,
    mixed,
    njit,
    popcount,
    step,
    turn_of,
    uint64,
)

from faraon.bots.search.machine.columns import ACTION, VISITS
from faraon.bots.search.machine.events import (
    BACK,
    DRAWS,
    DREW,
    HELD,
    LAYS,
    MINE,
    MINE_DREW,
    NEITHER,
    OUT,
    REPLY,
    REPLY_DREW,
    ROUNDS_DRAWN,
    ROUNDS_HELD,
    THEY_DREW,
    THEY_HELD,
    THEY_OUT,
)
from faraon.bots.search.machine.tree import (
    STYLE,
    TACTICS,
    TREE,
    WORLD,
    chosen_child,
    credit,
    imagine,
    light_choice,
    make,
    reward,
    rollout,
    stir,
)

MADE, MOVED, NEXT_SEAT, REPLIED = range(4)
"""What is kept of a simulation while it is noted: moves made since the candidate, whether its player has
moved again, the next player, and whether they have."""


@inner
def size_of(state, seat):
    return popcount(int64(state[seat]) & 0xFFFFFFFF)


@inner
def added(events, place, count):
    """A sum of at most 63 grows."""
    before = (events >> place) & 63
    return events + ((min(int64(63), before + count) - before) << place)


@inner
def begin_notes(state, players, me, held, tally):
    """After the candidate."""
    for seat in range(players):
        held[seat] = size_of(state, seat)
    following = turn_of(state)
    tally[MADE], tally[MOVED], tally[REPLIED] = 0, 0, 0
    tally[NEXT_SEAT] = 1 - me if players == 2 else following if following != me else int64(-1)
    return int64(1) << OUT if held[me] == 0 else int64(0)


@inner
def noted(state, players, me, mover, held, tally, events):
    """Another move was made."""
    tally[MADE] += 1
    if mover != me and tally[NEXT_SEAT] < 0:
        tally[NEXT_SEAT] = mover
    following = tally[NEXT_SEAT]
    for seat in range(players):
        size = size_of(state, seat)
        more = size - held[seat]
        held[seat] = size
        if more > 0 and tally[MADE] <= ROUNDS_DRAWN * players:
            if seat == me:
                events = added(events, DREW, more)
            elif seat == following:
                events = added(events, THEY_DREW, more)
        if seat == me and more > 0 and size == more:
            events |= int64(1) << BACK
        if seat != me and size == 0 and more < 0 and tally[MOVED] == 0:
            events |= int64(1) << THEY_OUT
        if seat == mover:
            kind = LAYS if more < 0 else DRAWS if more > 0 else NEITHER
            drew = max(int64(0), min(int64(31), more))
            if seat == me and tally[MOVED] == 0:
                tally[MOVED] = 1
                events |= (int64(kind) << MINE) | (drew << MINE_DREW)
                if size == 0:
                    events |= int64(1) << OUT
            elif seat == following and tally[REPLIED] == 0:
                tally[REPLIED] = 1
                events |= (int64(kind) << REPLY) | (drew << REPLY_DREW)
    return events


@inner
def counted(players, me, held, tally, events):
    """The hands as they are."""
    following = max(int64(0), tally[NEXT_SEAT])
    return events | (min(int64(31), held[me]) << HELD) | (min(int64(31), held[following]) << THEY_HELD)


SIGNATURE = (
    f"int64(int32[::1], int64[::1], {WORLD}, {TACTICS}, {STYLE}, {TREE}, int64, uint64, "
    "int64[::1], float64[:, ::1], int64[:, ::1])"
)


@njit(SIGNATURE, cache=True, nogil=True, error_model="numpy")
def duel(root, table, world, tactics, style, grown, used, seed, candidates, results, events):
    """A simulation of every candidate for each row; gives how many nodes the trees have then.

    Node ``k + 1`` belongs to candidate ``k``; a negative candidate is a foul.
    """
    spots, holds, cards, energy = world
    base, _classes = tactics
    _curiosity, noise, patience, deepest = style
    tree, _values = grown
    state = np.empty(STATE_WORDS, np.int32)
    buffer = np.empty(ACTIONS.shape[0], np.int32)
    seen = np.zeros(ACTIONS.shape[0], np.int64)
    open_ = np.zeros(ACTIONS.shape[0], np.int64)
    path = np.empty(4096, np.int64)
    held = np.zeros(8, np.int64)
    tally = np.zeros(4, np.int64)
    stamp, counter = int64(0), seed
    players, me = table[0], turn_of(root)
    for number in range(results.shape[0]):
        for candidate in range(candidates.shape[0]):
            counter = stir(holds, energy, counter)
            imagine(root, state, spots, holds, cards)
            counter += STRIDE
            state[CHANCE] = int64(mixed(counter) >> uint64(33))
            if candidates[candidate] < 0:
                step(state, table, int64(-1))
            else:
                make(state, table, candidates[candidate])
            node, depth = int64(candidate + 1), 2
            path[0], path[1] = 0, node
            facts = begin_notes(state, players, me, held, tally)
            was_counted = False
            growing = True
            while not is_over(state) and (growing or tally[MADE] < ROUNDS_DRAWN * players):
                mover = turn_of(state)
                if growing and (depth > deepest or tree[node, VISITS] < patience):
                    growing = False
                if growing:
                    before = used
                    stamp += 1
                    child, used, counter = chosen_child(
                        state, table, node, buffer, seen, open_, stamp, tactics, style, grown, used, counter
                    )
                    if child < 0:
                        break
                    make(state, table, tree[child, ACTION])
                    node = child
                    path[depth] = node
                    depth += 1
                    growing = used == before
                elif tally[MADE] < ROUNDS_DRAWN * players:
                    many = legal(state, table, buffer)
                    if many == 0:
                        break
                    action, counter = light_choice(state, buffer, many, base, noise, counter)
                    make(state, table, action)
                else:
                    break
                facts = noted(state, players, me, mover, held, tally, facts)
                if tally[MADE] == ROUNDS_HELD * players:
                    facts = counted(players, me, held, tally, facts)
                    was_counted = True
            if not was_counted:
                facts = counted(players, me, held, tally, facts)
            counter = rollout(state, table, buffer, base, noise, counter)
            results[number, candidate] = reward(state, me)
            events[number, candidate] = facts
            credit(state, path, depth, grown)
    return used
