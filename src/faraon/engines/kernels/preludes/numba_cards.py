"""Cards of the Numba kernel. Stock and pile are one queue, because the pile is turned over without being
shuffled: the card that was laid first is drawn first.
"""

import numpy as np
from faraon_kernel import (
    FEW,
    TUPLES,
    first_bit,
    group_of,
    high_product,
    in_nibbles,
    inlined,
    inner,
    int64,
    minimum,
    popcount,
    rarely,
    take_place,
    uint64,
    where,
)


@inner
def held(hands, seat):
    return int64(hands[seat]) & 0xFFFFFFFF


@inner
def lose_place(places, seat):
    count, kept = places & 7, 0
    for k in range(count):
        other = (places >> (3 + 3 * k)) & 7
        if other != seat:
            kept = take_place(kept, other)
    return kept


# ------------------------------------------------------------------------------------------------- chance
@inner
def mixed(word):
    """A random 64-bit number from a counter that goes up by STRIDE (SplitMix64)."""
    word = (word ^ (word >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> uint64(27))) * uint64(0x94D049BB133111EB)
    return word ^ (word >> uint64(31))


STRIDE = np.uint64(0x9E3779B97F4A7C15)


@inner
def shuffled_deck(queue, deck, seed):
    """The cards of a set, shuffled by a seed; gives the counter behind it."""
    size = 0
    for card in range(32):
        if (deck >> card) & 1 != 0:
            queue[size] = card
            size += 1
    for k in range(size - 1, 0, -1):
        seed += STRIDE
        other = int64(high_product(mixed(seed), uint64(k + 1)))
        kept = queue[k]
        queue[k] = queue[other]
        queue[other] = kept
    return seed


@inner
def shuffled_queue(queue, head, count, chance):
    """Shuffles the stock in its place by the word of chance; returns the next word."""
    for k in range(count - 1, 0, -1):
        chance = (chance + 0x9E3779B9) & 0xFFFFFFFF
        number = chance ^ (chance >> 16)
        number = (number * 0x21F0AAAD) & 0xFFFFFFFF
        number ^= number >> 15
        number = (number * 0x735A2D97) & 0xFFFFFFFF
        number ^= number >> 15
        other = ((number >> 16) * (k + 1)) >> 16
        kept = queue[head + k]
        queue[head + k] = queue[head + other]
        queue[head + other] = kept
    return chance


@inner
def draw_several(hands, queue, seat, count, head, tail, stock, chance, shuffled):
    """A player takes cards; returns head, stock, chance and the last card."""
    drawable, last = tail - head - 1, -1
    count = minimum(count, drawable)
    hand = int64(hands[seat])
    if shuffled and count > stock and stock < drawable:
        # What is left of the stock first; then the pile is turned and shuffled.
        for _ in range(stock):
            last = int64(queue[head])
            hand |= 1 << last
            head += 1
        count -= stock
        stock = tail - head - 1
        chance = shuffled_queue(queue, head, stock, chance)
    stock = where(count > stock, tail - head - 1, stock) - count
    while count > 0:
        last = int64(queue[head])
        hand |= 1 << last
        head += 1
        count -= 1
    hands[seat] = hand
    return head, stock, chance, last


@inlined
def draw(hands, queue, seat, count, head, tail, stock, chance, shuffled):
    """The same; most take one card, for which no pile must be turned."""
    if count == 1 and stock > 0:
        last = int64(queue[head])
        hands[seat] = int64(hands[seat]) | (1 << last)
        return head + 1, stock - 1, chance, last
    return draw_several(hands, queue, seat, count, head, tail, stock, chance, shuffled)


@inner
def bottom_except(queue, head, tail, value):
    """The lowest card of the stock that is not of this value; the start card if there is none."""
    for k in range(tail - 2, head - 1, -1):
        if int64(queue[k]) >> 2 != value:
            return int64(queue[k])
    return int64(queue[tail - 1])


# ------------------------------------------------------------------------------------------------- groups
GROUP = np.array(
    [group_of(order) | sum((order * 4)[k] << (16 + 8 * k) for k in range(4)) for order in TUPLES], np.int64
)
"""Each tuple of suits as a group, and from bit 16 all its suits in order, a byte each."""

MEMBERS = [int(group) >> 3 & 15 for group in GROUP]


def _tuples(held_suits, fitting, sizes):
    return [
        number
        for number, order in enumerate(TUPLES)
        if len(order) in sizes and MEMBERS[number] & ~held_suits == 0 and fitting >> order[0] & 1
    ]


_SUITS, _FITTING = np.arange(256) >> 4, np.arange(256) & 15
SETS = np.zeros((4, 256), np.int64)
for _number, _order in enumerate(TUPLES):
    _fine = (MEMBERS[_number] & ~_SUITS == 0) & (_FITTING >> _order[0] & 1 != 0)
    SETS[len(_order) - 1] |= np.where(_fine, np.uint64(1 << _number), np.uint64(0)).view(np.int64)
"""For each size, suits held and suits that fit at the bottom: the tuples that can be laid, as a set of 64."""

PICK = np.zeros(64 + 256 * 64, np.uint8)
"""The tuples one by one: single cards by the suits that fit; groups by suits held and suits that fit."""
for _suits in range(16):
    for _k, _number in enumerate(_tuples(_suits, _suits, (1,))):
        PICK[4 * _suits + _k] = _number
    for _fitting in range(16):
        for _k, _number in enumerate(_tuples(_suits, _fitting, (2, 3, 4))):
            PICK[64 + 64 * (16 * _suits + _fitting) + _k] = _number


@inlined
def several(cards):
    """The values of which a set has more than one card, as lanes."""
    of_value = in_nibbles(cards)
    return (((of_value >> 1) | (of_value >> 2)) & 0x11111111) * 15


@inlined
def by_value(cards):
    """A set of cards with a byte for each value."""
    cards = (cards | (cards << 16)) & 0x0000FFFF0000FFFF
    cards = (cards | (cards << 8)) & 0x00FF00FF00FF00FF
    return (cards | (cards << 4)) & 0x0F0F0F0F0F0F0F0F


@inlined
def byte_sum(word):
    pairs = (word & 0x00FF00FF00FF00FF) + ((word >> 8) & 0x00FF00FF00FF00FF)
    return ((pairs * 0x0001000100010001) >> 48) & 0xFFFF


@inlined
def weigh(hand, single, grouped, asking):
    """How many ways there are to lay cards of each value, in bytes, and of all values together.

    A card that fits is laid alone, or under others: with two of its value in one way, with three in four,
    with four in fifteen. Where a suit is asked for, each way counts four times.
    """
    of_value, below, ones = in_nibbles(hand), in_nibbles(grouped), 0x11111111
    half = of_value >> 1
    two, three, four = half & ~of_value & ones, half & of_value & ones, (of_value >> 2) & ones
    ways = by_value(in_nibbles(single) + (below & (two * 15)) + ((below & (three * 15)) << 2))
    if rarely(four != 0):  # too many for a nibble
        ways += by_value(below & (four * 15)) * 15
    fourfold = by_value(asking & ones) * 255
    ways = (ways & ~fourfold) | ((ways & fourfold) << 2)
    total = int64(uint64(ways * 0x0101010101010101) >> uint64(56))
    if rarely(popcount(hand) > 15):  # four of four values can be laid in 256 ways
        total = byte_sum(ways)
    # Four of a value with four suits to ask for are more than a byte holds.
    return ways, where((four & asking) != 0, FEW + 1, total)


@inlined
def picked(ways, hand, single, grouped, asking, number):
    """The value, the tuple and the suit asked for (or -1) of the lay with this number."""
    ones = 0x0101010101010101
    up_to = ways * ones
    beyond = ((up_to | -0x7F7F7F7F7F7F7F80) - (number + 1) * ones) & -0x7F7F7F7F7F7F7F80
    shift = first_bit(beyond) & 56
    number -= ((up_to << 8) >> shift) & 255
    nibble = shift >> 1
    suits, alone = (hand >> nibble) & 15, (single >> nibble) & 15
    below, asks = (grouped >> nibble) & 15, ((asking >> nibble) & 1) != 0
    suit = where(asks, number & 3, -1)
    number = where(asks, number >> 2, number)
    singles = popcount(alone)
    entry = where(number < singles, 4 * alone + number, 64 + 64 * (16 * suits + below) + number - singles)
    return shift >> 3, int64(PICK[entry]), suit


def action_arrays(rows):
    """The action table for the machine: the rows, the first row of each group without and with a suit asked
    for, how many lays there are, and which groups return players.

    A row holds the kind, from bit 2 the value, from bit 5 the tuple, from bit 11 the choice and one.
    """
    packed = [kind | value << 2 | number << 5 | (choice + 1) << 11 for kind, value, number, choice in rows]
    first = np.full((2, 512), -1, np.int64)
    for at, (kind, value, number, choice) in enumerate(rows):
        if kind == 0 and choice <= 0:
            first[choice + 1, 64 * value + number] = at
    lays = sum(kind == 0 for kind, *_ in rows)
    returns = [(value, number) for kind, value, number, choice in rows if (kind, choice) == (1, 1)]
    return np.array(packed, np.int64), first, lays, np.array(returns, np.int64).reshape(-1, 2)
