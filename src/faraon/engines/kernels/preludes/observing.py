"""Cards of a state as the numbers of an observation."""

import numpy as np
from faraon_kernel import PLAYERS, QUEUE, inlined, inner, int64, load8, store8, where

BITS = np.array([byte >> bit & 1 for byte in range(256) for bit in range(8)], np.float32)
"""For each byte its bits as numbers."""


@inlined
def put(out, at, cards):
    """A set of cards as 32 numbers, two at a time."""
    for byte in range(4):
        row = 8 * ((cards >> (8 * byte)) & 255)
        for pair in range(4):
            store8(out, at + 8 * byte + 2 * pair, load8(BITS, row + 2 * pair))


@inlined
def card_at(state, place):
    """A card of the queue."""
    return (int64(state[QUEUE + (place >> 2)]) >> (8 * (place & 3))) & 255


@inner
def cards_of(state, start, end):
    """A part of the queue, as a set."""
    cards = 0
    for place in range(start, end):
        cards |= 1 << card_at(state, place)
    return cards


@inner
def put_places(out, at, state, stock, known):
    """Known cards of the stock, by when they are drawn."""
    for place in range(stock):
        card = card_at(state, place)
        if (known >> card) & 1 != 0:
            out[at + card] = (32 - place) / 32


@inner
def shown(queue, stock, card):
    """The stock from the bottom up to this card, as a set."""
    cards = 0
    for place in range(stock - 1, -1, -1):
        cards |= 1 << int64(queue[place])
        if int64(queue[place]) == card:
            break
    return cards


@inlined
def behind(seat, count):
    """The seat so many behind another."""
    return where(seat + count >= PLAYERS, seat + count - PLAYERS, seat + count)


@inlined
def before(seat, viewer):
    """How many seats behind the viewer's it is."""
    return where(seat >= viewer, seat - viewer, seat - viewer + PLAYERS)
