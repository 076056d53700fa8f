"""Chance is always an argument: two documented generators, the same on every machine.

A **deck** comes from a 64-bit seed by SplitMix64 and Fisher-Yates. Chance **during a game** (shuffling the
turned pile) is one 32-bit word of the position, small enough for every engine to advance alike.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from operator import index  # a seed may be a number of NumPy's, which would overflow
from typing import TypeVar

T = TypeVar("T")

_MASK64 = (1 << 64) - 1
_STRIDE = 0x9E3779B97F4A7C15
_MASK32 = (1 << 32) - 1
MOST_SEED = _MASK64
MOST_CHANCE = _MASK32


def _split_mix(state: int) -> tuple[int, int]:
    state = (state + _STRIDE) & _MASK64
    word = state
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK64
    return state, word ^ (word >> 31)


def shuffle_by_seed(cards: Sequence[T], seed: int) -> tuple[list[T], int]:
    """The cards in an order decided by the seed, and a 32-bit word for chance during the game.

    For ``k`` from the last index down to 1 the card ``k`` changes places with card
    ``(word * (k + 1)) >> 64``.

    >>> shuffle_by_seed("abcdef", 7)[0]
    ['f', 'e', 'b', 'd', 'a', 'c']
    """
    order = list(cards)
    state = index(seed) & _MASK64
    for k in range(len(order) - 1, 0, -1):
        state, word = _split_mix(state)
        other = (word * (k + 1)) >> 64
        order[k], order[other] = order[other], order[k]
    _, word = _split_mix(state)
    return order, word >> 32


def after_deal(seed: int, cards: int) -> int:
    """The counter for the random moves of a game that was dealt from so many cards."""
    return (index(seed) + cards * _STRIDE) & _MASK64


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of many.

    >>> hex(game_seed(7, 0))
    '0x63cbe1e459320dd7'
    """
    return _split_mix((index(seed) + index(number) * _STRIDE) & _MASK64)[1]


def bot_seed(seed: int, *numbers: int) -> int:
    """The seed that a bot gets in a game that was dealt from one, for the move that the numbers tell.

    Unlike :func:`game_seed` it cannot be computed backwards, so it tells nothing of the cards. Whoever knows
    the seed of the deal, or guesses a small one, can deal the same cards, as always.

    >>> hex(bot_seed(7, 0, 1))
    '0xb218a9d936f7dc8'
    """
    said = " ".join(str(index(number)) for number in (seed, *numbers))
    return int.from_bytes(hashlib.blake2b(said.encode(), digest_size=8).digest(), "little")


def words_from(counter: int) -> Iterator[int]:
    """Random 64-bit numbers; a random move is number ``(word * moves) >> 64`` of the legal ones."""
    counter = index(counter) & _MASK64
    while True:
        counter, word = _split_mix(counter)
        yield word


def next_word(chance: int) -> tuple[int, int]:
    """The next 32-bit word of chance, and a random 32-bit number mixed from it.

    >>> [hex(word) for word in next_word(0)]
    ['0x9e3779b9', '0x64625032']
    """
    chance = (chance + 0x9E3779B9) & _MASK32
    mixed = chance
    mixed ^= mixed >> 16
    mixed = (mixed * 0x21F0AAAD) & _MASK32
    mixed ^= mixed >> 15
    mixed = (mixed * 0x735A2D97) & _MASK32
    mixed ^= mixed >> 15
    return chance, mixed


def drawn_by_lot(lot: int, many: int) -> int:
    """Which of so many a 32-bit lot chooses.

    >>> [drawn_by_lot(lot, 3) for lot in range(6)]
    [1, 1, 0, 1, 1, 2]
    """
    return (next_word(lot & _MASK32)[1] >> 16) * many >> 16


def shuffle_by_chance(cards: Sequence[T], chance: int) -> tuple[list[T], int]:
    """The cards shuffled by a word of chance, and the word afterwards.

    For ``k`` from the last index down to 1 the card ``k`` changes places with card
    ``((number >> 16) * (k + 1)) >> 16``: all of it fits into 32 bits.
    """
    order = list(cards)
    for k in range(len(order) - 1, 0, -1):
        chance, number = next_word(chance)
        other = ((number >> 16) * (k + 1)) >> 16
        order[k], order[other] = order[other], order[k]
    return order, chance
