"""Information-set Monte Carlo tree search in machine code; this text is compiled once for every kernel.

A search plays many *simulations*. Each imagines a world (cards for all hidden spots), walks down the tree by
the moves that are legal in that world, adds a node where a position has been played out often enough, plays
to the end by a light policy, and credits every move on its way with the result for the seat that made it. One
tree serves all worlds: a node is a sequence of moves, whatever was drawn in between, and a move is judged by
the simulations in which it was *available*.
"""

import numpy as np
from faraon_kernel import (
    ACTIONS,
    CHANCE,
    FOUL,
    GROUP,
    PLACES,
    QUEUE,
    STATE_WORDS,
    STRIDE,
    high_product,
    inner,
    int64,
    is_over,
    legal,
    loser_of,
    mixed,
    njit,
    popcount,
    step,
    turn_of,
    uint64,
)

from faraon.bots.belief.places import FIRST_STOCK
from faraon.bots.points import FINISH, FOLLOWER, OWN_SUIT
from faraon.bots.search.machine.columns import ACTION, AVAILABLE, FIRST, MOVER, NEXT, ROOT, VISITS
from faraon.bots.search.machine.elementary import HIGHEST, is_luck, logarithm

WORLD = "Tuple((int64[::1], int64[::1], int64[::1], float64[:, ::1]))"
"""Of every hidden spot where it is, and which token lies in it; of every token its card; how unlikely each
token is in each spot."""

TACTICS = "Tuple((float64[::1], int64[::1]))"
"""Of every action what it is worth at a glance, and a number that it shares with those nearly the same."""

STYLE = "Tuple((float64, float64, int64, int64))"
"""Curiosity, noise, patience, and how deep a tree may grow."""

TREE = "Tuple((int32[:, ::1], float64[::1]))"
"""Of every node its columns, and the sum of its results."""

LONGEST = 5000
"""So many moves a rollout has; a rulebook need not end its games."""


@inner
def make(state, table, action):
    """A legal move. So written, the compiler sees that it is not a foul."""
    step(state, table, int64(action) & 0xFFFF)


# ------------------------------------------------------------------------------------------------- worlds
@inner
def stir(holds, energy, counter):
    """Moves hidden cards about: pairs change places, the less likely worlds seldom (Metropolis)."""
    count = uint64(holds.shape[0])
    for _ in range(holds.shape[0]):
        counter += STRIDE
        word = mixed(counter)
        here, there = int64(high_product(word, count)), int64(((word & uint64(0xFFFF)) * count) >> uint64(16))
        mine, yours = holds[here], holds[there]
        worse = energy[here, yours] + energy[there, mine] - energy[here, mine] - energy[there, yours]
        luck = float((word >> uint64(16)) & uint64(0xFFFFF)) * (1.0 / 1048576.0)
        if worse <= 0 or (worse < HIGHEST and is_luck(luck, worse)):
            holds[here], holds[there] = yours, mine
    return counter


@inner
def imagine(root, state, spots, holds, cards):
    """The root with the hidden cards of a world in it."""
    for word in range(STATE_WORDS):
        state[word] = root[word]
    for spot in range(spots.shape[0]):
        card = cards[holds[spot]]
        if card >= 0:
            where_to = spots[spot]
            if where_to < 0:
                continue
            if where_to < FIRST_STOCK:
                state[where_to] |= int64(1) << card
            else:
                at = where_to - FIRST_STOCK
                state[QUEUE + (at >> 2)] |= int64(card) << (8 * (at & 3))


@njit(f"void({WORLD}, uint64, int64[:, ::1])", cache=True, nogil=True)
def dream(world, seed, hands):
    """World after world, a row each: the hidden cards of every seat as a set, in its column."""
    spots, holds, cards, energy = world
    counter = seed
    for row in range(hands.shape[0]):
        counter = stir(holds, energy, counter)
        for seat in range(hands.shape[1]):
            hands[row, seat] = 0
        for spot in range(spots.shape[0]):
            card = cards[holds[spot]]
            if card >= 0 and 0 <= spots[spot] < FIRST_STOCK:
                hands[row, spots[spot]] |= int64(1) << card


@njit(f"void(int32[::1], {WORLD}, uint64, int64, int32[:, ::1])", cache=True, nogil=True)
def imagine_all(root, world, seed, between, states):
    """World after world, a state each, with the hidden cards moved about so often between them."""
    spots, holds, cards, energy = world
    counter = seed
    for row in range(states.shape[0]):
        for _ in range(between):
            counter = stir(holds, energy, counter)
        imagine(root, states[row], spots, holds, cards)


# ----------------------------------------------------------------------------------------------- evidence
@inner
def could_be_laid(action, laid, fits, more):
    """Adds a legal action to the cards that fit alone, and to those that could have gone along."""
    row = ACTIONS[action]
    if row & 3 == 0:
        members = ((GROUP[(row >> 5) & 63] >> 3) & 15) << (4 * ((row >> 2) & 7))
        if popcount(members) == 1:
            fits |= members
        extra = members & ~laid
        if laid != 0 and members & laid == laid and popcount(extra) == 1:
            more |= extra
    return fits, more


@njit("boolean(int32[::1], int64[::1], int64[::1], int64, int64[:, ::1])", cache=True, nogil=True)
def replay(state, table, actions, viewer, masks):
    """Plays a game again, and notes for every move which cards could have been laid alone instead, and which
    together with those that were laid. False if it cannot have gone like this."""
    other = np.empty(STATE_WORDS, np.int32)
    buffer = np.empty(ACTIONS.shape[0], np.int32)
    for number in range(actions.shape[0]):
        if is_over(state):
            return False
        seat, action = turn_of(state), actions[number]
        hand = int64(state[seat]) & 0xFFFFFFFF
        row = ACTIONS[action] if action >= 0 else int64(2)
        laid = int64(0)
        if row & 3 != 2:
            laid = ((GROUP[(row >> 5) & 63] >> 3) & 15) << (4 * ((row >> 2) & 7))
        for word in range(STATE_WORDS):
            other[word] = state[word]
        other[seat] = -1  # as if they held every card
        fits, more, legal_now = int64(0), int64(0), laid & ~hand == 0 and (row & 3 == 2 or laid != 0)
        found = row & 3 == 2
        for k in range(legal(other, table, buffer)):
            found = found or buffer[k] == action
            fits, more = could_be_laid(int64(buffer[k]), laid if row & 3 == 0 else int64(0), fits, more)
        masks[number, 0], masks[number, 1] = fits, more
        if not (legal_now and found):
            return False
        if row & 3 == 2 and seat != viewer and action >= 0:
            # In another world they might have been able to lay; the word is played as by one who is not.
            state[seat] = 0
            found = False
            for k in range(legal(state, table, buffer)):
                found = found or buffer[k] == action
            if not found:
                return False
            make(state, table, action)
            state[seat] |= hand
        elif action >= 0:
            make(state, table, action)
        else:
            step(state, table, FOUL)
    return True


# ------------------------------------------------------------------------------------------------ rollouts
@inner
def light_choice(state, buffer, many, base, noise, counter):
    """The legal action that scores best by a few rules of thumb and some luck."""
    seat = turn_of(state)
    hand = int64(state[seat]) & 0xFFFFFFFF
    best, chosen = -1e9, buffer[0]
    for k in range(many):
        action = buffer[k]
        row = ACTIONS[action]
        worth = base[action]
        if row & 3 == 0:
            value, group, choice = (row >> 2) & 7, GROUP[(row >> 5) & 63], (row >> 11) - 1
            suit = choice if choice >= 0 else (group >> 9) & 3
            rest = hand & ~(((group >> 3) & 15) << (4 * value))
            if rest == 0:
                worth += FINISH
            else:
                follow = (0x11111111 << suit) | (15 << (4 * value))
                worth += FOLLOWER * popcount(rest & follow)
                if choice >= 0:
                    worth += OWN_SUIT * popcount(rest & (0x11111111 << suit))
        counter += STRIDE
        worth += noise * float(mixed(counter) >> uint64(40)) * (1.0 / 16777216.0)
        if worth > best:
            best, chosen = worth, action
    return chosen, counter


@inner
def rollout(state, table, buffer, base, noise, counter):
    """Plays to the end, or so long that it counts as drawn."""
    for _ in range(LONGEST):
        if is_over(state):
            break
        many = legal(state, table, buffer)
        if many == 0:
            break
        action, counter = light_choice(state, buffer, many, base, noise, counter)
        make(state, table, action)
    return counter


@inner
def reward(state, seat):
    """What the end of a game is worth for a seat."""
    loser = loser_of(state)
    if loser >= 0:
        return 0.0 if loser == seat else 1.0
    finished = int64(state[PLACES])
    if finished & 7 > 0 and is_over(state):
        return 1.0 if (finished >> 3) & 7 == seat else 0.0
    return 0.5


# ---------------------------------------------------------------------------------------------------- tree
@inner
def distinct(buffer, many, classes, seen, stamp):
    """Keeps one of all moves that differ only in the order of cards in the middle of a group."""
    kept = 0
    for k in range(many):
        action = buffer[k]
        if seen[classes[action]] != stamp:
            seen[classes[action]] = stamp
            buffer[kept] = action
            kept += 1
    return kept


@inner
def chosen_child(state, table, node, buffer, seen, open_, stamp, tactics, style, grown, used, counter):
    """The child of a node that the next move leads to, or -1 where there is none; a new one is the last."""
    base, classes = tactics
    curiosity, noise, _patience, _deepest = style
    tree, values = grown
    many = legal(state, table, buffer)
    chosen = int64(-1)
    if many > 0:
        many = distinct(buffer, many, classes, seen, stamp)
        for k in range(many):
            open_[buffer[k]] = stamp
        # The best of the moves that were tried before; those that are left are new.
        best, tried = -1.0, 0
        child = int64(tree[node, FIRST])
        while child >= 0:
            action = tree[child, ACTION]
            if open_[action] == stamp:
                open_[action] = -stamp
                tried += 1
                visits = float(tree[child, VISITS])
                tree[child, AVAILABLE] += 1
                chances = logarithm(int64(tree[child, AVAILABLE]))
                bound = values[child] / visits + curiosity * np.sqrt(chances / visits)
                if bound > best:
                    best, chosen = bound, child
            child = int64(tree[child, NEXT])
        if tried < many:
            left = 0
            for k in range(many):
                if open_[buffer[k]] == stamp:
                    buffer[left] = buffer[k]
                    left += 1
            action, counter = light_choice(state, buffer, left, base, noise, counter)
            chosen = used
            used += 1
            tree[chosen, FIRST], tree[chosen, NEXT] = -1, tree[node, FIRST]
            tree[chosen, ACTION], tree[chosen, MOVER] = action, turn_of(state)
            tree[chosen, VISITS], tree[chosen, AVAILABLE] = 0, 1
            values[chosen] = 0.0
            tree[node, FIRST] = chosen
    return chosen, used, counter


@inner
def credit(state, path, depth, grown):
    """Every move on the way is credited with the result for the seat that made it."""
    tree, values = grown
    for k in range(depth):
        node = path[k]
        tree[node, VISITS] += 1
        if k > 0:
            values[node] += reward(state, int64(tree[node, MOVER]))


SIGNATURE = f"int64(int32[::1], int64[::1], {WORLD}, {TACTICS}, {STYLE}, {TREE}, int64, uint64, int64)"


@njit(SIGNATURE, cache=True, nogil=True, error_model="numpy")
def search(root, table, world, tactics, style, grown, used, seed, simulations):
    """Adds simulations to a tree that has so many nodes; gives how many it has then."""
    spots, holds, cards, energy = world
    base, _classes = tactics
    _curiosity, noise, patience, deepest = style
    tree, _values = grown
    state = np.empty(STATE_WORDS, np.int32)
    buffer = np.empty(ACTIONS.shape[0], np.int32)
    seen = np.zeros(ACTIONS.shape[0], np.int64)
    open_ = np.zeros(ACTIONS.shape[0], np.int64)
    path = np.empty(4096, np.int64)
    stamp, counter = int64(0), seed
    for _ in range(simulations):
        counter = stir(holds, energy, counter)
        imagine(root, state, spots, holds, cards)
        counter += STRIDE
        state[CHANCE] = int64(mixed(counter) >> uint64(33))
        node, depth = ROOT, 1
        path[0] = ROOT
        while not is_over(state) and depth <= deepest:
            if node != ROOT and tree[node, VISITS] < patience:
                break
            before = used
            stamp += 1
            node, used, counter = chosen_child(
                state, table, node, buffer, seen, open_, stamp, tactics, style, grown, used, counter
            )
            if node < 0:
                break
            make(state, table, tree[node, ACTION])
            path[depth] = node
            depth += 1
            if used > before:
                break
        counter = rollout(state, table, buffer, base, noise, counter)
        credit(state, path, depth, grown)
    return used
