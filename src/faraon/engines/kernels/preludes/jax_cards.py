"""Cards of the JAX kernel. The queue of stock and pile is kept the other way round: every card has a ticket,
its place in line, and the tickets of the four cards of one value share a word. Laying writes a few tickets;
drawing takes all cards whose turn has come at once.
"""

import jax.numpy as jnp
import numpy as np
from faraon_kernel import (
    TUPLES,
    first_bit,
    group_of,
    in_nibbles,
    maximum,
    minimum,
    number,
    players,
    popcount,
    take_place,
    where,
    word,
)
from jax import lax


def held(hands, seat):
    cards = hands[0]
    for other in range(1, len(hands)):
        cards = where(seat == other, hands[other], cards)
    return cards


def with_hand(hands, seat, cards, now):
    return tuple(where(now & (seat == other), cards, hand) for other, hand in enumerate(hands))


def lose_place(places, seat):
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


def until(tickets, head, most, fitting):
    """How many cards are drawn until one of these comes, at most so many; and whether it comes."""
    places = jnp.stack([(four >> (8 * suit)) & 127 for four in tickets for suit in range(4)])
    ahead = (number(places) - head) & 127
    first = jnp.min(where(bits(fitting) != 0, ahead, 127))
    return minimum(first + 1, most), first < most


def last_card(tickets, head, before, queued):
    """The card that was drawn last, given the queue before; -1 if none was."""
    cards = next_cards(tickets, head - 1, jnp.int32(1), queued)
    return where(before == head, -1, first_bit(cards | jnp.uint32(1 << 31)))


def mixed(bits):
    """A random word of 32 bits from another."""
    bits = (bits ^ (bits >> 16)) * jnp.uint32(0x21F0AAAD)
    bits = (bits ^ (bits >> 15)) * jnp.uint32(0x735A2D97)
    return bits ^ (bits >> 15)


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
        other = number(((mixed(fresh) >> 16) * word(k + 1)) >> 16)
        moved = where(ahead == k, other, where(ahead == other, k, ahead))
        return where(turns & inside, moved, ahead), where(turns, fresh, chance)

    ahead, chance = lax.fori_loop(0, 31, swap, (ahead, chance))
    lanes = word((ahead + head) & 127).reshape(8, 4)
    packed = lanes[:, 0] | lanes[:, 1] << 8 | lanes[:, 2] << 16 | lanes[:, 3] << 24
    return tuple(packed[value] for value in range(8)), chance


# ------------------------------------------------------------------------------------------------- groups
GROUP = np.array(
    [group_of(order) | sum(order.index(suit) << (11 + 2 * suit) for suit in order) for order in TUPLES],
    np.int32,
)
"""Each tuple of suits as a group, and from bit 11 the place of every suit, two bits each."""

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
    """All groups with every suit and none: itself, its value, bottom suit, top suit and size, the suit asked
    for, if it is held."""
    value, tuple_, suit = (
        jnp.asarray(lane.reshape(-1), jnp.int32) for lane in np.meshgrid(range(8), range(64), range(-1, 4))
    )
    group = jnp.asarray(GROUP)[tuple_]
    mine = word((group >> 3) & 15) << word(4 * value)
    yield group, value, (group >> 7) & 3, (group >> 9) & 3, group & 7, suit, (cards & mine) == mine


def padded(found, size, players):
    """A list of returns with the places of seats that are not at this table, all if nobody returns."""
    lanes, seats = [], players - 1
    for at in range(size // 5):
        here = [jnp.asarray(one) for one in found[seats * at : seats * (at + 1)]]
        lanes += here + [jnp.asarray(False)] * (5 - len(here))
    return jnp.stack([*lanes, jnp.asarray(False)])[:-1]


def bits(cards):
    """A set of cards as 32 numbers."""
    return (cards >> jnp.arange(32, dtype=jnp.uint32)) & 1


def one_hot(at, size):
    """A 1 at its place; nowhere if it is below 0."""
    return number(at) == jnp.arange(size)


def bottom_except(queue, head, tail, value):
    """The lowest card of the stock that is not of this value; the start card, before it, if there is none."""
    found = queue[0]
    for card in queue:
        found = where(card >> 2 != value, card, found)
    return found


# ------------------------------------------------------------------------------------------- observations
def places_in_stock(state):
    """For each card how many are drawn before it, if it lies in the queue."""
    tickets = jnp.stack([(four >> (8 * suit)) & 127 for four in state.tickets for suit in range(4)])
    return (number(tickets) - number(state.head)) & 127


def shown(stock, card):
    """The stock from the bottom up to this card, as a set; all of it if the card is not there."""
    lower = jnp.cumsum((stock == card)[::-1])[::-1] - (stock == card)
    return jnp.sum(where(lower == 0, word(1) << word(stock), word(0)), dtype=jnp.uint32)
