"""The one interface of all bots. A bot sees a View, never a State."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from faraon.game.move import Move
from faraon.game.view import View


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and why, in both languages."""

    move: Move
    en: str
    sk: str

    def text(self, language: str) -> str:
        return self.sk if language == "sk" else self.en


class Bot(Protocol):
    """Chooses one of ``view.moves``; the same view, seed and budget always give the same move.

    The budget is a number of simulations for bots that search; others ignore it.
    """

    name: str

    def choose(self, view: View, seed: int, budget: int | None = None) -> Move: ...


class Adviser(Bot, Protocol):
    """A bot that can say why."""

    def advise(self, view: View, seed: int, budget: int | None = None) -> Advice: ...
