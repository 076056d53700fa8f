"""What a review is made of. Plain data; :func:`to_json` writes it as the reference describes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from faraon.bots.hints.reason import Reason
from faraon.game.move import Move

Texts = tuple[str, str]
"""A sentence in English and in Slovak."""


AT_STAKE = 0.05
"""Where moves chosen blindly would lose less than this, a right one says nothing about its player."""


class Mark(Enum):
    """How much of the chance a move gave away for certain: loss minus one standard error."""

    inaccuracy = 0.05
    mistake = 0.10
    blunder = 0.15

    @property
    def texts(self) -> Texts:
        return _MARKS[self]

    @classmethod
    def of(cls, loss: float, error: float) -> Mark | None:
        """The mark that a loss deserves.

        >>> Mark.of(0.17, 0.01), Mark.of(0.17, 0.03), Mark.of(0.04, 0.0)
        (<Mark.blunder: 0.15>, <Mark.mistake: 0.1>, None)
        """
        sure = loss - error
        return next((mark for mark in reversed(cls) if sure >= mark.value), None)


_MARKS = {
    Mark.inaccuracy: ("inaccuracy", "nepresnosť"),
    Mark.mistake: ("mistake", "chyba"),
    Mark.blunder: ("blunder", "hrubá chyba"),
}


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance not to lose (or, where the first one out wins, to win), recalibrated, with its band."""

    value: float
    low: float
    high: float
    """Nine times out of ten it is between these two."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move with what it is worth."""

    move: Move
    value: float
    """The chance after it, from 0 to 1."""
    error: float
    """Its standard error; 0 where it is proven."""
    proven: str = ""
    """``win``, ``draw`` or ``loss`` where nothing is hidden and the solver has proven it."""
    distance: int | None = None
    """After how many moves, this one included, a proven game is over at the latest."""


@dataclass(frozen=True, slots=True)
class Review:
    """One turn of the reviewed player."""

    number: int
    """Which turn of the record it is, from 1 on."""
    chance: Chance | None
    """Before the move, if the best one is made; ``None`` where the table cannot be searched."""
    played: Weighed
    best: Weighed
    equals: tuple[Move, ...] = ()
    """Other moves that are as good as the best one, as far as it can be told."""
    choices: int = 1
    """How many moves there were that really differ; 1: forced."""
    loss: float = 0.0
    """What the move gave away, never negative,"""
    error: float = 0.0
    """with its standard error."""
    mark: Mark | None = None
    bad_luck: bool = False
    """A right move, and yet much of the chance was gone at the next turn of a game that was lost."""
    foul: bool = False
    """No rule allowed the move; it was punished (§18)."""
    reasons: tuple[Reason, ...] = ()
    stake: float = 0.0
    """What a move chosen blindly would lose, by the tree."""
    settled: bool = True
    """Not so where nothing is hidden and nothing is proven, or where a network did not find the loss: losses
    are too uncertain there to be added up."""

    @property
    def counts(self) -> bool:
        """Whether it is part of a game's accuracy: something was at stake, or was certainly lost."""
        if self.chance is None or self.forced:
            return False
        return self.mark is not None or self.foul or (self.settled and self.stake >= AT_STAKE)

    @property
    def doubtful(self) -> bool:
        """It may have lost much, but others might find, or do find, that it did not: no mark."""
        return self.mark is None and Mark.of(self.loss, self.error) is not None

    @property
    def forced(self) -> bool:
        return self.choices < 2 and not self.foul


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a reader of the review should know about it."""

    kind: str
    en: str
    sk: str

    def text(self, language: str) -> str:
        return self.sk if language == "sk" else self.en


@dataclass(frozen=True, slots=True)
class Summary:
    """A game of one seat in a few numbers."""

    seat: int
    result: str
    """``won``, ``lost``, ``drawn`` or ``unfinished``."""
    weighed: bool
    """Whether there was a turn with a choice that could be weighed at all."""
    decisions: int
    """Turns in which something was at stake: those that the accuracy is of."""
    accuracy: float | None
    """From 0 to 100; ``None`` without such a decision."""
    inaccuracies: int
    mistakes: int
    blunders: int
    unlucky: bool
    """Lost without a single mark."""
