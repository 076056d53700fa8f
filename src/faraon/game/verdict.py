"""What a rulebook says to a move: yes or no, and why."""

from __future__ import annotations

from dataclasses import dataclass

from faraon.game.facts import Fact, Reason
from faraon.game.move import Move


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a move is legal; true in a condition if it is."""

    move: Move
    rule: str | None
    """The rule that allows it."""
    reasons: tuple[Reason, ...]
    """For a legal move its rule and what it changes; otherwise why not, the best reason first."""
    facts: tuple[Fact, ...] = ()
    """What the move changes, for programs: a legal one, or a wrong lay that is not refused."""
    foul: Reason | None = None
    """What laying it all the same costs, at a table where that is not refused (§18)."""

    lie: Reason | None = None
    """What a covered lay costs if it is checked: the cards are not what they are declared to be (§17)."""

    def __bool__(self) -> bool:
        return self.rule is not None

    @property
    def legal(self) -> bool:
        return bool(self)

    @property
    def paragraph(self) -> str:
        """The paragraph of the first reason."""
        return self.reasons[0].paragraph if self.reasons else ""

    def text(self, language: str = "en") -> str:
        """The first reason as a sentence with its paragraph."""
        return self.reasons[0].text(language) if self.reasons else str(self.move)
