"""What every search finds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from faraon.bots.api import Budget
from faraon.game.move import Move
from faraon.game.view import View
from faraon.words import counted


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move as a search found it."""

    move: Move
    visits: int
    value: float
    """The mean result, from 0 for lost to 1 for won."""

    @property
    def rate(self) -> tuple[str, str]:
        """How its simulations ended, in both languages; a drawn one counts half.

        >>> Candidate(Move(word="draw"), 40, 0.625).rate
        ('Success rate in 40 trial games: 62%.', 'Úspešnosť v 40 skúšobných hrách: 62 %.')
        """
        share = round(100 * self.value)
        games = counted(self.visits, ("trial game", "trial games"))
        trials = counted(self.visits, ("skúšobnej hre", "skúšobných hrách"))
        return f"Success rate in {games}: {share}%.", f"Úspešnosť v {trials}: {share} %."


class Search(Protocol):
    """Weighs the moves of a view."""

    def candidates(self, view: View, seed: int, budget: Budget) -> list[Candidate]:
        """What was tried, the best first."""


def by_visits(found: Iterable[Candidate]) -> list[Candidate]:
    """The most visited first."""
    return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.value, str(candidate.move)))
