"""Positions by a key of two words, and what is known of each."""

from faraon_kernel import (
    QUEUE,
    SEATS,
    SIZES,
    STATE_WORDS,
    VARIABLES,
    VARIABLES_USED,
    high_product,
    inlined,
    inner,
    int64,
    legal,
    load8,
    loser_of,
    njit,
    step,
    uint64,
)

from faraon.bots.solve.machine.answers import HELD, LOST, OPEN, WON

FAR = 1 << 29
"""The number of a proof that does not exist."""

PROOF, REFUTATION, WORK, DISTANCE, BARRED = 0, 1, 4, 5, 6
"""The columns of the table: two numbers for each attacker (the second one's stand behind the first one's),
how many nodes were spent, how many moves a proven win takes at most, and within how many moves each attacker
certainly does not win."""


@inlined
def folded(word, other):
    return high_product(word, other) ^ (word * other)


@inlined
def word_at(state, place):
    return uint64(state[place]) & uint64(0xFFFFFFFF)


@inlined
def key_of(state):
    """Two words for everything that decides the rest of the game.

    Left out: the moves made, because endless play is a draw here; the places, which no rule can read; the
    word of chance, because nothing is shuffled; and where in the queue the stock ends, because the pile is
    turned as soon as it is needed and only the deal can ask for it.
    """
    count = int64(state[SIZES]) >> 8
    hands = word_at(state, 0) | (word_at(state, 1) << uint64(32))
    seats = word_at(state, SEATS) | (uint64(count) << uint64(32))
    one = folded(hands ^ uint64(0xA0761D6478BD642F), seats ^ uint64(0xE7037ED1A0B428DB))
    two = folded(seats ^ uint64(0x8EBC6AF09C88C6E3), hands ^ uint64(0x589965CC75374CC3))
    for part in range(4):
        left = count - 8 * part
        if left > 0:
            word = uint64(load8(state, QUEUE + 2 * part))
            if left < 8:  # behind the queue lies what was there before
                word &= (uint64(1) << uint64(8 * left)) - uint64(1)
            one = folded(one ^ word, uint64(0x1D8E4E27C47D124F) + one)
            two = folded(two ^ uint64(0xEB44ACCAB455D165), word + two)
    for slot in range(VARIABLES_USED):
        word = word_at(state, VARIABLES + slot)
        one = folded(one ^ word, uint64(0x9E3779B97F4A7C15) + one)
        two = folded(two ^ uint64(0xBF58476D1CE4E5B9), word + two)
    return one, two | uint64(1)  # an empty place has two zeros


@inlined
def find(keys, one, two):
    """Where a position stands in the table, or -1."""
    base = int64(one & uint64(keys.shape[0] - 1)) & ~3
    for k in range(base, base + 4):
        if keys[k, 0] == one and keys[k, 1] == two:
            return k
    return -1


@inner
def place(keys, known, one, two):
    """The place of a position; of four that it can have, it takes the one that cost the least work."""
    base = int64(one & uint64(keys.shape[0] - 1)) & ~3
    best, least = base, int64(1) << 60
    for k in range(base, base + 4):
        if keys[k, 0] == one and keys[k, 1] == two:
            return k
        work = int64(known[k, WORK]) if keys[k, 1] != 0 else -1
        if work < least:
            best, least = k, work
    keys[best, 0], keys[best, 1] = one, two
    known[best, PROOF] = -1
    known[best, PROOF + 2] = -1
    known[best, WORK] = 0
    known[best, DISTANCE] = 0
    known[best, BARRED] = 0
    known[best, BARRED + 1] = 0
    return best


@inlined
def kind_of(known, slot, attacker):
    """What the table says for the attacker."""
    if known[slot, 2 * attacker] == 0:
        return WON
    if known[slot, 2 - 2 * attacker] == 0:
        return LOST
    if known[slot, 2 * attacker] > 0 and known[slot, 2 * attacker + 1] == 0:
        return HELD
    return OPEN


@inlined
def settle(known, slot, winner, distance):
    """A proven win."""
    known[slot, 2 * winner], known[slot, 2 * winner + 1] = 0, FAR
    known[slot, 2 - 2 * winner], known[slot, 3 - 2 * winner] = FAR, 0
    known[slot, DISTANCE] = distance


@inlined
def outcome(state, attacker):
    """Of a game that is over; one that nobody lost is as good as a repetition."""
    loser = loser_of(state)
    return WON if loser == 1 - attacker else LOST if loser == attacker else HELD


@njit("int64(int32[::1], int64[::1], int32[::1])", cache=True, nogil=True)
def moves_of(state, table, buffer):
    """Lists the legal actions; gives how many there are."""
    return legal(state, table, buffer)


@njit("void(int32[::1], int64[::1], int64, int32[::1])", cache=True, nogil=True)
def child_of(state, table, action, child):
    """The state after a legal move. So written, the compiler sees that it is not a foul."""
    for word in range(STATE_WORDS):
        child[word] = state[word]
    step(child, table, action & 0xFFFF)
