"""Moves and how they are written."""

from __future__ import annotations

import re
from typing import NamedTuple

from faraon.cards import SUIT_LETTERS, Card, Suit, write_cards
from faraon.limits import LARGEST_GROUP

CHECK = "check"
WORDS = ("draw", "stand", "pass", "concede", CHECK)
HIDDEN = "??"
"""How a covered card is written for those who do not see it."""

_LAY = re.compile(r"(?P<cards>\S\S(?: \S\S){0,15})(?:=(?P<suit>\S)|\^(?P<seat>0|[1-9][0-9]?))?")


class BadMoveError(ValueError):
    """A text that is not a move."""


def not_a_move_sk(text: str) -> str:
    """What is wrong with a text, and how moves are written, in Slovak."""
    words = ", ".join(WORDS)
    return f"{text[:40]!r} nie je ťah: píš karty ako 'b8 h8', 'lO=h', 'h7^2', alebo jedno zo slov {words}"


class Move(NamedTuple):
    """A move: cards bottom to top with what the player chooses, or a word.

    >>> Move.parse("aO lO=h")
    Move('aO lO=h')
    >>> Move.parse("h7^2").seat
    2
    >>> str(Move.parse("draw"))
    'draw'
    """

    cards: tuple[Card, ...] = ()
    """The group, bottom to top; empty for a word."""

    suit: Suit | None = None
    """The suit that is asked for with an over."""

    seat: int | None = None
    """The player whom the red seven returns."""

    word: str = ""
    """``draw``, ``stand``, ``pass``, ``concede``, ``check``, or nothing for a lay."""

    hidden: int = 0
    """How many covered cards lie below ``cards``, for those who do not see them; never in a move that is
    made."""

    def alike(self, other: Move) -> bool:
        """Whether both lay the same cards with the same one on top, and choose the same.

        >>> Move.parse("b8 a8 h8").alike(Move.parse("a8 b8 h8"))
        True
        >>> Move.parse("b8 h8").alike(Move.parse("h8 b8"))
        False
        """
        same = self._replace(cards=()) == other._replace(cards=())
        return same and sorted(self.cards) == sorted(other.cards) and self.cards[-1:] == other.cards[-1:]

    def covered(self) -> Move:
        """The move as others see it when its cards are covered: only the top one.

        >>> Move.parse("hX b8").covered()
        Move('?? b8')
        """
        return self._replace(cards=self.cards[-1:], hidden=len(self.cards) - 1)

    @classmethod
    def parse(cls, text: str) -> Move:
        if text in WORDS:
            return cls(word=text)
        match = _LAY.fullmatch(text)
        if match is None:
            raise BadMoveError(
                f"{text[:40]!r} is not a move: cards as 'b8 h8', 'lO=h', 'h7^2', or one of {', '.join(WORDS)}"
            )
        try:
            cards = tuple(map(Card.parse, match["cards"].split(" ")))
        except ValueError as error:
            raise BadMoveError(str(error)) from None
        if match["suit"] is not None and match["suit"] not in SUIT_LETTERS:
            raise BadMoveError(f"{match['suit']!r} is not a suit: one of {' '.join(SUIT_LETTERS)}")
        suit = Suit.parse(match["suit"]) if match["suit"] is not None else None
        return cls(cards, suit, int(match["seat"]) if match["seat"] is not None else None)

    @classmethod
    def parse_seen(cls, text: str) -> Move:
        """A move as a log shows it, perhaps with covered cards.

        >>> Move.parse_seen("?? ?? b8").hidden
        2
        """
        shown = text
        while shown.startswith(f"{HIDDEN} "):
            shown = shown.removeprefix(f"{HIDDEN} ")
        hidden = (len(text) - len(shown)) // len(f"{HIDDEN} ")
        move = cls.parse(shown)
        if hidden and (len(move.cards) != 1 or move.seat is not None or hidden >= LARGEST_GROUP):
            raise BadMoveError(f"{text[:40]!r} is not a move: only the top card of a covered group is seen")
        return move._replace(hidden=hidden)

    def __str__(self) -> str:
        if self.word:
            return self.word
        choice = f"={self.suit.letter}" if self.suit is not None else ""
        below = f"{HIDDEN} " * self.hidden
        return below + write_cards(self.cards) + choice + (f"^{self.seat}" if self.seat is not None else "")

    def __repr__(self) -> str:
        return f"Move('{self}')"
