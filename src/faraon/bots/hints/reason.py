"""A reason that compares two moves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one move is better than another: an event that was counted in trial games, or a fact."""

    kind: str
    """Which one: a closed set, see the reference of the coach."""
    en: str
    sk: str
    best: float | None = None
    """What was counted after the better move, a share or a mean;"""
    other: float | None = None
    """and after the other one. ``None`` for facts, which need no counting."""
    best_error: float = 0.0
    other_error: float = 0.0
    """Standard errors of both."""

    @property
    def measured(self) -> bool:
        return self.best is not None

    def text(self, language: str) -> str:
        return self.sk if language == "sk" else self.en


@dataclass(frozen=True, slots=True)
class Pair:
    """What the better and the other move are called, after "after" and, in the locative, after "po"."""

    best_en: str
    other_en: str
    best_sk: str
    other_sk: str


YOURS = Pair("the best move", "your move", "najlepšom ťahu", "tvojom ťahu")
"""A move that was played, and the one that would have been better."""

NEXT_BEST = Pair("this move", "the next best", "tomto ťahu", "druhom najlepšom")
"""A move that is advised, and the best of the others."""
