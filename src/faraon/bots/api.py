"""The one interface of all bots. A bot sees a View, never a State."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from faraon.game.move import Move
from faraon.game.view import View

MOST_SIMULATIONS = 10_000_000
MOST_MILLISECONDS = 600_000


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think: so many simulations, or so long.

    Only a number of simulations gives the same move on every machine.

    >>> Budget.parse("1000"), str(Budget.parse("250ms"))
    (Budget(simulations=1000, milliseconds=None), '250ms')
    """

    simulations: int | None = None
    milliseconds: int | None = None

    @classmethod
    def parse(cls, text: str | int) -> Budget:
        """``1000`` or ``250ms``; :class:`ValueError` for anything else."""
        found = re.fullmatch(r"([0-9]{1,9})(ms)?", str(text))
        if isinstance(text, bool) or not found:
            raise ValueError(
                f"a budget is a number of simulations, or of milliseconds as 250ms, not {text!r}"
            )
        number, timed = int(found[1]), found[2] is not None
        if not 1 <= number <= (MOST_MILLISECONDS if timed else MOST_SIMULATIONS):
            raise ValueError(
                f"a budget is 1 to {MOST_SIMULATIONS} simulations, or 1ms to {MOST_MILLISECONDS}ms"
            )
        return cls(milliseconds=number) if timed else cls(simulations=number)

    @property
    def half(self) -> Budget:
        """Half of it, for one of two tasks."""
        if self.simulations is None:
            return Budget(milliseconds=-(-(self.milliseconds or 0) // 2))
        return Budget(simulations=-(-self.simulations // 2))

    def __str__(self) -> str:
        return f"{self.milliseconds}ms" if self.simulations is None else str(self.simulations)


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and why, in both languages: only what is true, so there may be no reason."""

    move: Move
    en: str = ""
    sk: str = ""

    def text(self, language: str) -> str:
        return self.sk if language == "sk" else self.en


class Bot(Protocol):
    """Chooses one of ``view.moves``; the same view, seed and number of simulations always give the same move.

    Bots that do not search ignore the budget.
    """

    name: str

    def choose(self, view: View, seed: int, budget: Budget | None = None) -> Move: ...


@runtime_checkable
class Adviser(Bot, Protocol):
    """A bot that can say why."""

    def advise(self, view: View, seed: int, budget: Budget | None = None) -> Advice: ...
