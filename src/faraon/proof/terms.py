"""Terms of the solver: numbers and sets of cards as bit-vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from faraon.engines.extras import extra

with extra("proof"):
    import z3

__all__ = ["CARDS", "FALSE", "TRUE", "Numbers", "Term", "both", "cards_in", "choice", "every", "some", "z3"]

Term = Any
"""A term of the solver; its package carries no types."""

CARDS = 32
"""A set of cards has a bit for each."""

TRUE: Term = z3.BoolVal(True)
FALSE: Term = z3.BoolVal(False)


class Numbers:
    """Signed numbers of one width."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._small = {value: z3.BitVecVal(value, width) for value in range(-1, CARDS + 1)}

    def __call__(self, value: int) -> Term:
        found = self._small.get(value)
        return z3.BitVecVal(value, self.width) if found is None else found

    def named(self, name: str) -> Term:
        return z3.BitVec(name, self.width)

    def count(self, cards: Term) -> Term:
        """How many cards a set has: added pairwise, so that the sums stay narrow for long."""
        parts = [z3.Extract(k, k, cards) for k in range(CARDS)]
        while len(parts) > 1:
            parts = [
                z3.ZeroExt(1, a) + z3.ZeroExt(1, b) for a, b in zip(parts[::2], parts[1::2], strict=True)
            ]
        total = parts[0]
        return z3.ZeroExt(self.width - total.size(), total)

    def how_many(self, conditions: Sequence[Term]) -> Term:
        """How many of the conditions hold."""
        return z3.Sum([z3.If(condition, self(1), self(0)) for condition in conditions])

    def bit(self, card: Term) -> Term:
        """The set of this one card; a number outside the pack gives the empty set."""
        grown = z3.ZeroExt(CARDS - self.width, card) if self.width < CARDS else z3.Extract(CARDS - 1, 0, card)
        # a negative number is a huge one without its sign, and shifts the bit out
        shifted = z3.BitVecVal(1, CARDS) << grown
        return shifted if self.width <= CARDS else both(z3.ULT(card, self(CARDS)), shifted)

    def has(self, cards: Term, card: Term) -> Term:
        """Whether a card is in a set."""
        return cards & self.bit(card) != 0

    def at(self, items: Sequence[Term], place: Term) -> Term:
        """The item at a place; the last one for a place that is not there, as -1 is in Python."""
        found = items[-1]
        for number in range(len(items) - 2, -1, -1):
            found = z3.If(place == self(number), items[number], found)
        return found


def both(condition: Term, cards: Term) -> Term:
    """The set, if the condition holds; otherwise the empty one."""
    return z3.If(condition, cards, z3.BitVecVal(0, CARDS))


def choice(condition: Term, yes: Term, no: Term) -> Term:
    """One of two terms, without asking where they are the same."""
    return yes if yes is no else z3.If(condition, yes, no)


def some(*conditions: Term) -> Term:
    """One of them holds; of none, nothing."""
    return z3.Or(*conditions) if conditions else FALSE


def every(*conditions: Term) -> Term:
    """All of them hold."""
    return z3.And(*conditions) if conditions else TRUE


def cards_in(number: int) -> list[int]:
    """The cards of a set that is known."""
    return [card for card in range(CARDS) if number >> card & 1]
