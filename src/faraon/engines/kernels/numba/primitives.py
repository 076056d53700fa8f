"""The primitives of the Numba kernel; this text stands at the head of every generated module.

A hand is a set of cards, a word of 32 bits (card = 4 * value + suit). Stock and pile are one queue, because
the pile is turned over without being shuffled: the card that was laid first is drawn first. All numbers are
64-bit integers: Numba would make 64-bit numbers of anything smaller at every step.

A state is 32 words of 32 bits:

=======  ==============================================================================================
0..5     the hands
6..13    the queue, a byte a card: the stock, next card first, and then the pile, bottom to top
14       how many cards the stock has; from bit 8 how many the queue has
15       the seat on turn; from bit 8 the seats that hold cards, from bit 16 those that can be returned;
         bit 24: the game is over; from bit 25 the loser's seat and one, or 0
16       how many have finished; from bit 3 their seats, three bits each
17       moves made
18       the word of chance
19..31   the rulebook's variables
=======  ==============================================================================================
"""

from itertools import permutations

import numpy as np
from llvmlite import ir as llvm
from numba import carray, int64, njit, types, uint64  # noqa: F401 - the generated functions use carray
from numba.extending import intrinsic

QUEUE, SIZES, SEATS, PLACES, MOVES, CHANCE, VARIABLES = 6, 14, 15, 16, 17, 18, 19
STATE_WORDS = 32

HEARTS, LEAVES, ACORNS, BELLS = range(4)
VII, VIII, IX, X, UNDER, OVER, KING, ACE = range(8)
NOBODY = -1

ROOM = 1024
"""How far the queue may wander in its buffer before it is moved to the front again."""

RANDOM, FOUL = -1, -2
"""In place of an action."""

CHOSEN, LISTED = -1, -2
"""In place of a row of the action table: it is known already what is played; or it must be listed first."""

FEW = 127
"""As many moves can be weighed in the bytes of one word."""


inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy")
"""For functions that only others call: without the wrappers for Python they are compiled in half the time."""

inlined = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy", forceinline=True)
"""For those that every move calls: a quarter of the time went into calls."""


# ------------------------------------------------------------------------------------------- instructions
@intrinsic
def popcount(typing, word):
    return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])


@intrinsic
def first_bit(typing, word):
    """The number of the lowest bit that is set; some bit must be."""
    undefined = llvm.Constant(llvm.IntType(1), 1)
    return types.int64(types.int64), lambda context, builder, signature, args: builder.cttz(
        args[0], undefined
    )


@intrinsic
def where(typing, condition, yes, no):
    kind = types.boolean if isinstance(yes, (types.Boolean, types.BooleanLiteral)) else types.int64
    signature = kind(types.boolean, kind, kind)
    return signature, lambda context, builder, signature, args: builder.select(*args)


@intrinsic
def high_product(typing, left, right):
    """The upper half of the product of two words of 64 bits."""

    def generate(context, builder, signature, args):
        wide = llvm.IntType(128)
        product = builder.mul(*(builder.zext(arg, wide) for arg in args))
        return builder.trunc(builder.lshr(product, llvm.Constant(wide, 64)), llvm.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def stack_bytes(typing):
    """A buffer that lives as long as the calling function."""

    def generate(context, builder, signature, args):
        kind = llvm.ArrayType(llvm.IntType(8), ROOM + 64)
        with builder.goto_entry_block():
            buffer = builder.alloca(kind)
        buffer.align = 16
        return builder.bitcast(buffer, llvm.IntType(8).as_pointer())

    return types.CPointer(types.uint8)(), generate


def _word_at(context, builder, kind, array, index, width):
    items = context.make_array(kind)(context, builder, array)
    return builder.bitcast(builder.gep(items.data, [index]), llvm.IntType(width).as_pointer())


@intrinsic
def load8(typing, array, index):
    """Eight bytes of an array, beginning at an item."""

    def generate(context, builder, signature, args):
        loaded = builder.load(_word_at(context, builder, signature.args[0], *args, 64))
        loaded.align = 1
        return loaded

    return types.int64(array, types.int64), generate


@intrinsic
def store8(typing, array, index, word):
    def generate(context, builder, signature, args):
        builder.store(args[2], _word_at(context, builder, signature.args[0], *args[:2], 64)).align = 1
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


@intrinsic
def store4(typing, array, index, word):
    def generate(context, builder, signature, args):
        low = builder.trunc(args[2], llvm.IntType(32))
        builder.store(low, _word_at(context, builder, signature.args[0], *args[:2], 32)).align = 1
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


# --------------------------------------------------------------------------------------------- expressions
@inner
def minimum(a, b):
    return where(a < b, a, b)


@inner
def maximum(a, b):
    return where(a > b, a, b)


@inner
def quotient(a, b):
    return where(b == 0, 0, a // where(b == 0, 1, b))


@inner
def remainder(a, b):
    return where(b == 0, 0, a % where(b == 0, 1, b))


@inner
def opposite(condition):
    return condition ^ True


@inner
def spread(condition):
    """All lanes, or none."""
    return -int64(condition)


@inner
def others(lanes):
    return ~lanes


@inner
def suit_lanes(suit):
    return 0x11111111 << suit


@inner
def value_lanes(value):
    return 15 << (4 * value)


@inner
def card_lanes(card):
    return where(card >= 0, 1 << (card & 31), 0)


@inner
def held(hands, seat):
    return int64(hands[seat]) & 0xFFFFFFFF


@inner
def holds(hand, card):
    return (hand & card_lanes(card)) != 0


@inner
def among(seats, seat):
    return ((seats >> (seat & 7)) & 1) != 0


@inner
def somebody_safe(act, back, players):
    return (((1 << players) - 1) & ~(act | back)) != 0


# ------------------------------------------------------------------------------------------------- seats
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
def jump_seat(turn, seat, act, players):
    """A seat, or the next one behind it with cards."""
    seat = remainder(seat, players)
    found = seat + first_bit(((act | (act << players)) >> seat) | (1 << 16))
    return where(act != 0, where(found >= players, found - players, found), turn)


@inner
def take_place(places, seat):
    return (places + 1) | (seat << (3 + 3 * (places & 7)))


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
def shuffled_deck(queue, seed):
    """The pack, shuffled by a seed; gives the counter behind it."""
    for k in range(32):
        queue[k] = k
    for k in range(31, 0, -1):
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
def draw(hands, queue, seat, count, head, tail, stock, chance, shuffled):
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


@inner
def bottom_except(queue, head, tail, value):
    """The lowest card of the stock that is not of this value; the start card if there is none."""
    for k in range(tail - 2, head - 1, -1):
        if int64(queue[k]) >> 2 != value:
            return int64(queue[k])
    return int64(queue[tail - 1])


# ------------------------------------------------------------------------------------------------- groups
TUPLES = [order for size in (1, 2, 3, 4) for order in permutations(range(4), size)]
MEMBERS = [sum(1 << suit for suit in order) for order in TUPLES]

GROUP = np.array(
    [
        len(order)
        | members << 3
        | order[0] << 7
        | order[-1] << 9
        | sum((order * 4)[k] << (16 + 8 * k) for k in range(4))
        for order, members in zip(TUPLES, MEMBERS, strict=True)
    ],
    np.int64,
)
"""Of each ordered tuple of suits: its size, its suits as a set, the bottom one, the top one, all in order."""


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
def by_value(cards):
    """A set of cards with a byte for each value."""
    cards = (cards | (cards << 16)) & 0x0000FFFF0000FFFF
    cards = (cards | (cards << 8)) & 0x00FF00FF00FF00FF
    return (cards | (cards << 4)) & 0x0F0F0F0F0F0F0F0F


@inlined
def counts(cards):
    """How many cards of each value, in nibbles."""
    cards = cards - ((cards >> 1) & 0x55555555)
    return (cards & 0x33333333) + ((cards >> 2) & 0x33333333)


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
    of_value, below, ones = counts(hand), counts(grouped), 0x11111111
    half = of_value >> 1
    two, three, four = half & ~of_value & ones, half & of_value & ones, (of_value >> 2) & ones
    ways = by_value(counts(single) + (below & (two * 15)) + ((below & (three * 15)) << 2))
    if four != 0:  # rare, and too many for a nibble
        ways += by_value(below & (four * 15)) * 15
    fourfold = by_value(asking & ones) * 255
    ways = (ways & ~fourfold) | ((ways & fourfold) << 2)
    # Four of a value with four suits to ask for are more than a byte holds.
    return ways, where((four & asking) != 0, FEW + 1, byte_sum(ways))


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


def numbered(plain, asking, returning, words):
    """The action table from sets of tuples for each value.

    A row holds the kind (0 a lay, 1 a return, 2 a word), from bit 2 the value, from bit 5 the tuple, from
    bit 11 the choice and one: the suit, how many seats behind the returned player sits, or the number of
    the word.
    """
    rows, first = [], np.full((2, 512), -1, np.int64)
    groups = [(value, number) for value in range(8) for number in range(64)]
    for value, number in groups:
        row = value << 2 | number << 5
        if plain[value] >> number & 1:
            first[0, 64 * value + number] = len(rows)
            rows.append(row)
        if asking[value] >> number & 1:
            first[1, 64 * value + number] = len(rows)
            rows.extend(row | (suit + 1) << 11 for suit in range(4))
    lays = len(rows)
    returns = [(value, number) for value, number in groups if returning[value] >> number & 1]
    for value, number in returns:
        rows.extend(1 | value << 2 | number << 5 | (behind + 1) << 11 for behind in range(1, 6))
    rows.extend(2 | (word + 1) << 11 for word in range(words))
    return np.array(rows, np.int64), first, lays, np.array(returns, np.int64).reshape(-1, 2)
