"""The primitives of the JAX kernel; this text stands at the head of every generated module.

Everything is arithmetic on single numbers, without loops, branches and indices that depend on the state, so
that a batch becomes a few loops over its games. A hand is a set of cards in a word of 32 bits. The queue of
stock and pile is kept the other way round: every card has a ticket, its place in line, and the tickets of the
four cards of one value share a word. Laying writes a few tickets; drawing takes all cards whose turn has come
at once.
"""

from itertools import permutations
from typing import NamedTuple  # noqa: F401 - the generated functions use these

import jax  # noqa: F401
import jax.numpy as jnp
import numpy as np
from jax import lax

HEARTS, LEAVES, ACORNS, BELLS = range(4)
VII, VIII, IX, X, UNDER, OVER, KING, ACE = range(8)
NOBODY = -1

where = jnp.where
minimum = jnp.minimum
maximum = jnp.maximum
opposite = jnp.logical_not


def word(number):
    return np.uint32(number) if isinstance(number, int) else jnp.asarray(number).astype(jnp.uint32)


def number(bits):
    return jnp.asarray(bits).astype(jnp.int32)


def popcount(bits):
    return number(lax.population_count(jnp.asarray(bits)))


def first_bit(bits):
    """The number of the lowest bit that is set; some bit must be."""
    bits = jnp.asarray(bits)
    return popcount((bits & -bits) - 1)


def quotient(a, b):
    return where(b == 0, 0, jnp.floor_divide(a, where(b == 0, 1, b)))


def remainder(a, b):
    return where(b == 0, 0, jnp.mod(a, where(b == 0, 1, b)))


def once(*fields):
    """Numbers that are computed here and nowhere else: packed into words, stored, and unpacked again.

    A compiler that fuses everything into its results computes what they share once for each of them, and a
    state has some thirty. A field is a number with the least and the greatest value that it can have.
    """
    words, room = [jnp.uint32(0)], 32
    at = []
    for value, low, high in fields:
        bits = max((high - low).bit_length(), 1)
        if bits > room:
            words, room = [*words, jnp.uint32(0)], 32
        at.append((len(words) - 1, 32 - room, bits))
        words[-1] = words[-1] | word(jnp.asarray(value).astype(jnp.int32) - low) << (32 - room)
        room -= bits
    words = lax.optimization_barrier(words)
    found = []
    for (value, low, _), (which, shift, bits) in zip(fields, at, strict=True):
        back = number((words[which] >> shift) & ((1 << bits) - 1)) + low
        found.append(back != 0 if jnp.asarray(value).dtype == bool else back)
    return found


# ------------------------------------------------------------------------------------------------- lanes
def spread(condition):
    """All lanes, or none."""
    return where(condition, jnp.uint32(0xFFFFFFFF), jnp.uint32(0))


def others(lanes):
    return ~lanes


def suit_lanes(suit):
    return jnp.uint32(0x11111111) << word(suit)


def value_lanes(value):
    return jnp.uint32(15) << word(4 * value)


def card_lanes(card):
    return where(card >= 0, jnp.uint32(1) << word(card & 31), jnp.uint32(0))


def held(hands, seat):
    cards = hands[0]
    for other in range(1, len(hands)):
        cards = where(seat == other, hands[other], cards)
    return cards


def with_hand(hands, seat, cards, now):
    return tuple(where(now & (seat == other), cards, hand) for other, hand in enumerate(hands))


def holds(hand, card):
    return (hand & card_lanes(card)) != 0


def among(seats, seat):
    return ((seats >> (seat & 7)) & 1) != 0


def somebody_safe(act, back, players):
    return (((1 << players) - 1) & ~(act | back)) != 0


# ------------------------------------------------------------------------------------------------- seats
def next_seat(turn, act, back, returned, players):
    """The next player with cards, and who can be returned still; the returned player is passed over."""
    others_act = where(returned >= 0, act & ~(1 << (returned & 7)), act)
    others_act = where(others_act == 0, where(returned >= 0, act, 0), others_act)
    steps = first_bit(((others_act | (others_act << players)) >> (turn + 1)) | (1 << 16))
    seat = turn + 1 + steps
    passed = ((1 << steps) - 1) << (turn + 1)
    moves = others_act != 0
    seat = where(moves, where(seat >= players, seat - players, seat), turn)
    return seat, where(moves, back & ~(passed | (passed >> players)), back)


def jump_seat(turn, seat, act, players):
    """A seat, or the next one behind it with cards."""
    seat = remainder(seat, players)
    found = seat + first_bit(((act | (act << players)) >> seat) | (1 << 16))
    return where(act != 0, where(found >= players, found - players, found), turn)


def take_place(places, seat):
    return (places + 1) | (seat << (3 + 3 * (places & 7)))


def lose_place(places, seat, players):
    kept = jnp.int32(0)
    for k in range(players):
        other = (places >> (3 + 3 * k)) & 7
        kept = where((k < (places & 7)) & (other != seat), take_place(kept, other), kept)
    return kept


# ------------------------------------------------------------------------------------------------ the queue
ONES = np.uint32(0x01010101)
HIGH = np.uint32(0x80808080)


def ready(tickets, head, count):
    """The cards of one value, as four bits, that are among the next so many."""
    ahead = ((tickets | HIGH) - word(head & 127) * ONES) & ~HIGH
    late = ((ahead | HIGH) - word(count) * ONES) & HIGH
    return (((late ^ HIGH) >> 7) * jnp.uint32(0x10204080)) >> 28


def next_cards(tickets, head, count, queued):
    """The next so many cards of the queue, as a set."""
    cards = jnp.uint32(0)
    for value in range(8):
        cards = cards | (ready(tickets[value], head, count) << (4 * value))
    return cards & queued


def queued_cards(hands, missing):
    cards = missing
    for hand in hands:
        cards = cards | hand
    return ~cards


def laid(tickets, value, suits, order, tail, now):
    """Tickets for the cards of a group: ``suits`` as four bits, ``order`` their places, two bits each."""
    fresh = jnp.uint32(0)
    mask = jnp.uint32(0)
    for suit in range(4):
        place = (tail + ((order >> (2 * suit)) & 3)) & 127
        inside = where((suits >> suit) & 1 != 0, jnp.uint32(255 << (8 * suit)), jnp.uint32(0))
        mask = mask | inside
        fresh = fresh | (inside & (word(place) << (8 * suit)))
    return tuple(
        where(now & (value == other), (old & ~mask) | fresh, old) for other, old in enumerate(tickets)
    )


def draw(hands, tickets, missing, seat, count, head, tail, stock):
    """A player takes cards, never more than there are; gives the hands, head, stock and the cards."""
    drawable = tail - head - 1
    count = minimum(count, drawable)
    cards = lax.optimization_barrier(next_cards(tickets, head, count, queued_cards(hands, missing)))
    hands = tuple(hand | where(seat == other, cards, jnp.uint32(0)) for other, hand in enumerate(hands))
    return hands, head + count, where(count > stock, drawable, stock) - count, count


def last_card(tickets, head, before, queued):
    """The card that was drawn last, given the queue before; -1 if none was."""
    cards = next_cards(tickets, head - 1, jnp.int32(1), queued)
    return where(before == head, -1, first_bit(cards | jnp.uint32(1 << 31)))


def shuffle_next(tickets, head, count, chance, queued, now):
    """Shuffles the next so many cards of the queue by the word of chance."""
    lanes = jnp.stack([(t >> (8 * s)) & 127 for t in tickets for s in range(4)]).astype(jnp.int32)
    inside = ((queued >> jnp.arange(32, dtype=jnp.uint32)) & 1) != 0
    ahead = (lanes - head) & 127

    def swap(step, state):
        ahead, chance = state
        k = count - 1 - step
        turns = now & (k >= 1)
        fresh = chance + jnp.uint32(0x9E3779B9)
        mixed = (fresh ^ (fresh >> 16)) * jnp.uint32(0x21F0AAAD)
        mixed = (mixed ^ (mixed >> 15)) * jnp.uint32(0x735A2D97)
        mixed = mixed ^ (mixed >> 15)
        other = number(((mixed >> 16) * word(k + 1)) >> 16)
        moved = where(ahead == k, other, where(ahead == other, k, ahead))
        return where(turns & inside, moved, ahead), where(turns, fresh, chance)

    ahead, chance = lax.fori_loop(0, 31, swap, (ahead, chance))
    lanes = word((ahead + head) & 127).reshape(8, 4)
    packed = lanes[:, 0] | lanes[:, 1] << 8 | lanes[:, 2] << 16 | lanes[:, 3] << 24
    return tuple(packed[value] for value in range(8)), chance


# ------------------------------------------------------------------------------------------------- groups
TUPLES = [order for size in (1, 2, 3, 4) for order in permutations(range(4), size)]


def _packed(order):
    places = sum(order.index(suit) << (2 * suit) for suit in order)
    suits = sum(1 << suit for suit in order)
    return len(order) | suits << 3 | order[0] << 7 | order[-1] << 9 | places << 11


GROUP = np.array([_packed(order) for order in TUPLES], np.int32)
"""Of each ordered tuple of suits: its size, its suits as a set, the bottom one, the top one, their places."""

WAYS = (0x11110, 0x32100, 0x62000, 0x60000)
"""For each size: in how many ways a card lies under others, by the number of its value, in nibbles."""

NTH = np.array(
    [[([s for s in range(4) if f >> s & 1] + [0] * 4)[k] for k in range(4)] for f in range(16)], np.int32
)
"""The suit with this number in a set of suits."""

ABOVE = np.zeros((4, 16, 4, 6), np.int32)
"""The tuples of a size, from the suits held, with this one at the bottom."""
for _suits in range(16):
    for _bottom in range(4):
        for _size in (1, 2, 3, 4):
            _found = [
                _number
                for _number, _order in enumerate(TUPLES)
                if len(_order) == _size and _order[0] == _bottom and all(_suits >> s & 1 for s in _order)
            ]
            ABOVE[_size - 1, _suits, _bottom, : len(_found)] = _found


def in_nibbles(cards):
    """How many cards of each value a set has."""
    cards = cards - ((cards >> 1) & 0x55555555)
    return (cards & 0x33333333) + ((cards >> 2) & 0x33333333)


def some_group(cards, fits):
    """Whether there is a group to lay: a bottom card that fits, and cards enough of its value."""
    many = in_nibbles(cards)
    two = (((many >> 1) | (many >> 2)) & 0x11111111) * jnp.uint32(15)
    three = ((((many >> 1) & many) | (many >> 2)) & 0x11111111) * jnp.uint32(15)
    four = ((many >> 2) & 0x11111111) * jnp.uint32(15)
    return (cards & (fits[0] | (fits[1] & two) | (fits[2] & three) | (fits[3] & four))) != 0


def ways_to_lay(cards, fits, asking):
    """For each value how many lays there are, by size, and whether a suit is asked for."""
    many = in_nibbles(cards)
    below = [in_nibbles(cards & one) for one in fits]
    found = []
    for value in range(8):
        count = (many >> (4 * value)) & 7
        asks = (asking >> (4 * value)) & 1 != 0
        each = [
            number(((below[k] >> (4 * value)) & 7) * ((word(WAYS[k]) >> (4 * count)) & 7)) for k in range(4)
        ]
        found.append(([where(asks, 4 * one, one) for one in each], asks))
    return found


def pick_lay(cards, fits, asking, ways, pick):
    """The value, the tuple and the suit asked for (or -1) of the lay with this number."""
    value, rest, sizes, asks = jnp.int32(0), pick, ways[0][0], ways[0][1]
    before = jnp.int32(0)
    for other in range(1, 8):
        before = before + sum(ways[other - 1][0])
        here = pick >= before
        value = where(here, other, value)
        rest = where(here, pick - before, rest)
        sizes = [where(here, new, old) for new, old in zip(ways[other][0], sizes, strict=True)]
        asks = where(here, ways[other][1], asks)
    suit = where(asks, rest & 3, -1)
    rest = where(asks, rest >> 2, rest)
    sizes = [where(asks, one >> 2, one) for one in sizes]
    size, fitting, passed = jnp.int32(0), fits[0], jnp.int32(0)
    for other in range(1, 4):
        passed = passed + sizes[other - 1]
        here = rest >= passed
        size = where(here, other, size)
        fitting = where(here, fits[other], fitting)
    below = sum(where(size > k, sizes[k], 0) for k in range(3))
    rest = rest - below
    shift = word(4 * value)
    suits = number((cards >> shift) & 15)
    fitting = number((cards & fitting) >> shift) & 15
    many = popcount(suits)
    each = where(size == 0, 1, where(size == 1, many - 1, where(size == 2, (many - 1) * (many - 2), 6)))
    each = maximum(each, 1)
    bottom = jnp.asarray(NTH)[fitting, minimum(rest // each, 3)]
    tuple_ = jnp.asarray(ABOVE)[size, suits, bottom, rest % each]
    return value, tuple_, suit


def share(random_word, total):
    """One of so many, by a random word of 32 bits."""
    high, low = random_word >> 16, random_word & 0xFFFF
    total = word(total)
    return number((high * total + ((low * total) >> 16)) >> 16)


def each_group(cards):
    """All groups with every suit and none: value, bottom suit, top suit, size, suit asked for, if held."""
    value, tuple_, suit = (
        jnp.asarray(lane.reshape(-1), jnp.int32) for lane in np.meshgrid(range(8), range(64), range(-1, 4))
    )
    group = jnp.asarray(GROUP)[tuple_]
    mine = word((group >> 3) & 15) << word(4 * value)
    yield value, (group >> 7) & 3, (group >> 9) & 3, group & 7, suit, (cards & mine) == mine


def padded(found, size, players):
    """A list of returns with the places of seats that are not at this table, all if nobody returns."""
    lanes, seats = [], players - 1
    for at in range(size // 5):
        here = [jnp.asarray(one) for one in found[seats * at : seats * (at + 1)]]
        lanes += here + [jnp.asarray(False)] * (5 - len(here))
    return jnp.stack([*lanes, jnp.asarray(False)])[:-1]


def numbered(plain, asking, returning, words):
    """The action table from sets of tuples for each value: rows of kind, value, tuple and choice."""
    rows = []
    groups = [(value, number) for value in range(8) for number in range(64)]
    for value, number in groups:
        if plain[value] >> number & 1:
            rows.append((0, value, number, -1))
        if asking[value] >> number & 1:
            rows.extend((0, value, number, suit) for suit in range(4))
    for value, number in groups:
        if returning[value] >> number & 1:
            rows.extend((1, value, number, behind) for behind in range(1, 6))
    rows.extend((2, 0, 0, word) for word in range(words))
    return np.array(rows, np.int32)


def bits(cards):
    """A set of cards as 32 numbers."""
    return (cards >> jnp.arange(32, dtype=jnp.uint32)) & 1


def one_hot(at, size):
    """A 1 at its place; nowhere if it is below 0."""
    return number(at) == jnp.arange(size)


def bottom_except(queue, head, tail, value):
    """The lowest card of the stock that is not of this value; there is one, as only four are."""
    found = queue[0]
    for card in queue:
        found = where(card >> 2 != value, card, found)
    return found
