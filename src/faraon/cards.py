"""Suits, values, cards and packs: the German-suited pack of 32.

A card is a number, ``4 * value + suit``, that knows how it is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class Suit(IntEnum):
    """A suit, in the order of the notation ``h l a b``.

    >>> Suit.parse("l")
    Suit.leaves
    >>> Suit.leaves.letter
    'l'
    """

    hearts = 0
    leaves = 1
    acorns = 2
    bells = 3

    @property
    def letter(self) -> str:
        return SUIT_LETTERS[self]

    @classmethod
    def parse(cls, letter: str) -> Suit:
        if len(letter) != 1 or letter not in SUIT_LETTERS:
            raise ValueError(f"{letter!r} is not a suit: one of {' '.join(SUIT_LETTERS)}")
        return cls(SUIT_LETTERS.index(letter))

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


class Value(IntEnum):
    """A value (rank), in the order of the notation ``7 8 9 X U O K A``.

    >>> Value.parse("U")
    Value.under
    """

    VII = 0
    VIII = 1
    IX = 2
    X = 3
    under = 4
    over = 5
    king = 6
    ace = 7

    @property
    def letter(self) -> str:
        return VALUE_LETTERS[self]

    @classmethod
    def parse(cls, letter: str) -> Value:
        if len(letter) != 1 or letter not in VALUE_LETTERS:
            raise ValueError(f"{letter!r} is not a value: one of {' '.join(VALUE_LETTERS)}")
        return cls(VALUE_LETTERS.index(letter))

    def __repr__(self) -> str:
        return f"Value.{self.name}"


SUIT_LETTERS = "hlab"
VALUE_LETTERS = "789XUOKA"


class Card(IntEnum):
    """A card, written suit then value: ``lU`` is the Pharaoh.

    >>> pharaoh = Card.parse("lU")
    >>> pharaoh.suit, pharaoh.val, str(pharaoh)
    (Suit.leaves, Value.under, 'lU')
    >>> Card.of(Suit.hearts, Value.VII)
    Card.h7
    """

    # the members' names are the notation, hence not in lower case
    h7, l7, a7, b7 = range(4)
    h8, l8, a8, b8 = range(4, 8)
    h9, l9, a9, b9 = range(8, 12)
    hX, lX, aX, bX = range(12, 16)
    hU, lU, aU, bU = range(16, 20)
    hO, lO, aO, bO = range(20, 24)
    hK, lK, aK, bK = range(24, 28)
    hA, lA, aA, bA = range(28, 32)

    @property
    def suit(self) -> Suit:
        return Suit(self & 3)

    @property
    def val(self) -> Value:
        """The value; ``Card.value`` belongs to the enumeration and is the card's number."""
        return Value(self >> 2)

    @classmethod
    def of(cls, suit: Suit, value: Value) -> Card:
        return CARDS[4 * value + suit]

    @classmethod
    def parse(cls, text: str) -> Card:
        card = cls.__members__.get(text) if isinstance(text, str) else None
        if card is None:
            suits, values = " ".join(SUIT_LETTERS), " ".join(VALUE_LETTERS)
            raise ValueError(f"{text!r} is not a card: a suit ({suits}) and a value ({values})")
        return card

    # An enumeration hashes its names, in Python; cards are keys in the engine's inner loops.
    __hash__ = int.__hash__

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Card.{self.name}"


CARDS: tuple[Card, ...] = tuple(Card)
"""All 32 cards; ``CARDS[4 * value + suit]``."""


def pack(copies: int = 1) -> list[Card]:
    """This many packs, card after card.

    >>> len(pack()), len(pack(2))
    (32, 64)
    """
    return list(CARDS) * copies


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards written one after another.

    >>> parse_cards("b8 h8")
    (Card.b8, Card.h8)
    """
    return tuple(Card.parse(word) for word in text.split())


def write_cards(cards: Iterable[Card]) -> str:
    """The opposite of :func:`parse_cards`."""
    return " ".join(map(str, cards))
