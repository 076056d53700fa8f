"""What is found out about a rulebook, and how surely."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Standing(StrEnum):
    """How surely something is known."""

    proven = "proven"
    """It holds in every position of the scope."""
    refuted = "refuted"
    """It does not hold: there is a position that the interpreter agrees about."""
    open = "open"
    """It is not known; what was reached is said."""
    bounded = "bounded"
    """It holds as far as was looked; how far is said."""


@dataclass(frozen=True)
class Text:
    """A sentence in both languages."""

    en: str
    sk: str

    def __getitem__(self, language: str) -> str:
        return self.sk if language == "sk" else self.en


@dataclass(frozen=True)
class Answer:
    """One answer about a rulebook."""

    question: str
    """What was asked: a key of :data:`faraon.proof.words.QUESTIONS`."""
    about: str
    """The part of the rulebook, in its own words; empty if it is about all of it."""
    standing: Standing
    text: Text
    seconds: float = 0.0
    shown: Mapping[str, Any] = field(default_factory=dict)
    """Settings, position and move that show it, in the referee's format."""

    def to_json(self) -> dict[str, Any]:
        """The answer for other programs."""
        return {
            "question": self.question,
            "about": self.about,
            "standing": str(self.standing),
            "en": self.text.en,
            "sk": self.text.sk,
            "seconds": round(self.seconds, 3),
            **({"shown": dict(self.shown)} if self.shown else {}),
        }


Tell = Callable[[Text], None]
"""Is told what is being worked on."""


class OutOfTimeError(Exception):
    """There is no time left for a question."""


class Clock:
    """How much time is left."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.begun = time.monotonic()

    @property
    def left(self) -> float:
        return self.seconds - (time.monotonic() - self.begun)

    def check(self) -> None:
        """:class:`OutOfTimeError` if there is none."""
        if self.left <= 0:
            raise OutOfTimeError
