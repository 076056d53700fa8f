"""The tree grows by one move, in machine code: read as text and compiled for a table's kernel."""

from faraon_kernel import QUEUE, SIZES, STATE_WORDS, inner, int64, legal, njit, popcount, step

DECK = 4
"""Where a table says which cards are in the deck."""


@inner
def gained(before, after, seat, deck):
    """The cards that a move gave to a seat, in the order in which they were drawn.

    A one and then four bits a card, which is its place in the deck.
    """
    new = int64(after[seat]) & ~int64(before[seat]) & 0xFFFFFFFF
    count = int64(before[SIZES]) >> 8
    code = int64(1)
    for place in range(count):
        card = (int64(before[QUEUE + place // 4]) >> (8 * (place % 4))) & 255
        if (new >> card) & 1:
            code = (code << 4) | popcount(deck & ((int64(1) << card) - 1))
    return code


@njit("int64(int32[:, ::1], int64[::1], int32[::1], int64[::1])", cache=True, nogil=True)
def count_moves(states, table, buffer, counts):
    """How many legal moves every state has; gives the sum."""
    total = 0
    for k in range(states.shape[0]):
        counts[k] = legal(states[k], table, buffer)
        total += counts[k]
    return total


@njit(
    "void(int32[:, ::1], int64[::1], int32[::1], int32[:, ::1], int64[:, ::1])",
    cache=True,
    nogil=True,
)
def grow(states, table, buffer, children, edges):
    """Every state after every legal move, and the moves: where it came from, the action, what each of the two
    seats gained."""
    at = 0
    for k in range(states.shape[0]):
        count = legal(states[k], table, buffer)
        for move in range(count):
            child = children[at]
            for word in range(STATE_WORDS):
                child[word] = states[k, word]
            step(child, table, buffer[move] & 0xFFFF)
            edges[at, 0], edges[at, 1] = k, buffer[move]
            for seat in range(2):
                edges[at, 2 + seat] = gained(states[k], child, seat, table[DECK])
            at += 1
