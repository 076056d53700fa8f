"""What both compiled engines compute alike: numbers for Numba, arrays for JAX.

A hand is a set of cards, a word of 32 bits (card = 4 * value + suit). ``act`` and ``back`` are sets of seats:
those who hold cards and those who can be returned.
"""

from itertools import permutations

from faraon_kernel import first_bit, inlined, inner, where, word

HEARTS, LEAVES, ACORNS, BELLS = range(4)
VII, VIII, IX, X, UNDER, OVER, KING, ACE = range(8)
NOBODY = -1


# --------------------------------------------------------------------------------------------- arithmetic
@inner
def quotient(a, b):
    return where(b == 0, 0, a // where(b == 0, 1, b))


@inner
def remainder(a, b):
    return where(b == 0, 0, a % where(b == 0, 1, b))


# -------------------------------------------------------------------------------------------------- lanes
@inner
def others(lanes):
    return ~lanes


@inner
def suit_lanes(suit):
    return word(0x11111111) << word(suit)


@inner
def value_lanes(value):
    return word(15) << word(4 * value)


@inner
def card_lanes(card):
    return where(card >= 0, word(1) << word(card & 31), word(0))


@inner
def holds(hand, card):
    return (hand & card_lanes(card)) != 0


@inlined
def in_nibbles(cards):
    """How many cards of each value a set has."""
    cards = cards - ((cards >> 1) & 0x55555555)
    return (cards & 0x33333333) + ((cards >> 2) & 0x33333333)


# -------------------------------------------------------------------------------------------------- seats
@inner
def among(seats, seat):
    return ((seats >> (seat & 7)) & 1) != 0


@inner
def somebody_safe(act, back, players):
    return (((1 << players) - 1) & ~(act | back)) != 0


@inlined
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


@inner
def mirrored(seats, players):
    """A set of seats, counted from the other end of the table."""
    low, high = seats & 7, seats >> 3
    low, high = ((low & 1) << 2) | (low & 2) | (low >> 2), ((high & 1) << 2) | (high & 2) | (high >> 2)
    return ((low << 3) | high) >> (6 - players)


@inner
def next_way(turn, act, back, returned, players, against):
    """The same, or the other way round."""
    last = players - 1
    seat, kept = next_seat(
        where(against, last - turn, turn),
        where(against, mirrored(act, players), act),
        where(against, mirrored(back, players), back),
        where(against & (returned >= 0), last - returned, returned),
        players,
    )
    return where(against, last - seat, seat), where(against, mirrored(kept, players), kept)


@inner
def jump_seat(turn, seat, act, players):
    """A seat, or the next one behind it with cards."""
    seat = remainder(seat, players)
    found = seat + first_bit(((act | (act << players)) >> seat) | (1 << 16))
    return where(act != 0, where(found >= players, found - players, found), turn)


@inner
def take_place(places, seat):
    return (places + 1) | (seat << (3 + 3 * (places & 7)))


# ------------------------------------------------------------------------------------------------ actions
TUPLES = [order for size in (1, 2, 3, 4) for order in permutations(range(4), size)]
"""The ordered tuples of suits, bottom first."""


def group_of(order):
    """A tuple of suits in eleven bits: its size, its suits as a set, the bottom one, the top one."""
    return len(order) | sum(1 << suit for suit in order) << 3 | order[0] << 7 | order[-1] << 9


def numbered(plain, asking, returning, words):
    """The action table from sets of tuples for each value: rows of kind, value, tuple and choice.

    The kind is 0 for a lay, 1 for a return and 2 for a word; the choice is the suit that is asked for (or
    -1), how many seats behind the player on turn the returned one sits, or the number of the word.
    """
    rows = []
    groups = [(value, number) for value in range(8) for number in range(len(TUPLES))]
    for value, number in groups:
        if plain[value] >> number & 1:
            rows.append((0, value, number, -1))
        if asking[value] >> number & 1:
            rows.extend((0, value, number, suit) for suit in range(4))
    for value, number in groups:
        if returning[value] >> number & 1:
            rows.extend((1, value, number, behind) for behind in range(1, 6))
    rows.extend((2, 0, 0, said) for said in range(words))
    return rows
