"""All ordered groups that can be laid from a hand, in the frozen order of legal moves.

By value, then by size, then by suits in the order ``h l a b``, bottom card first.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from faraon.cards import Card, Suit
from faraon.game.move import Move
from faraon.limits import LARGEST_GROUP


class Group:
    """One ordered group with the moves that lay it."""

    __slots__ = ("asking", "bottom", "cards", "last", "n", "plain")

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards
        self.bottom = int(cards[0])
        self.last = int(cards[-1])
        self.n = len(cards)
        self.plain = Move(cards)
        self.asking = tuple(Move(cards, suit) for suit in Suit)


@lru_cache(maxsize=1024)
def _groups_of_one_value(cards: tuple[Card, ...]) -> tuple[Group, ...]:
    return tuple(
        Group(group)
        for size in range(1, min(len(cards), LARGEST_GROUP) + 1)
        for group in sorted(set(permutations(cards, size)))
    )


def groups_of(hand: tuple[Card, ...]) -> list[Group]:
    """Every ordered group of one value; the hand is sorted, so cards of a value lie together."""
    found: list[Group] = []
    start, count = 0, len(hand)
    while start < count:
        end = start + 1
        value = hand[start] >> 2
        while end < count and hand[end] >> 2 == value:
            end += 1
        found.extend(_groups_of_one_value(hand[start:end]))
        start = end
    return found
