"""What must be seen at a glance, whatever a rulebook calls its variables."""

from __future__ import annotations

from dataclasses import dataclass

from faraon.cards import Suit


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a rulebook shows while it is in force, in its own words."""

    role: str
    """The rulebook's name for it."""
    value: int
    """How much of it there is; 1 for a condition."""
    en: str
    sk: str

    def text(self, language: str) -> str:
        return self.sk if language == "sk" else self.en


@dataclass(frozen=True, slots=True)
class Situation:
    """What counts at the moment; the rulebook says with ``shows`` where it is read."""

    suit: Suit | None = None
    """The valid suit; ``None`` where the rulebook knows none."""
    declared: bool = False
    """The suit was asked for: it is not simply that of the top card."""
    any_card: bool = False
    """Any card fits on the top card."""
    debt: int = 0
    """Cards that are owed."""
    owed: int = 0
    """How many of them by the player on turn: in an extra move the debt waits for the next one, and in the
    last chance nobody pays."""
    stop: int = 0
    """Stops in force; the player on turn faces one if there are any."""
    again: Note | None = None
    """The player on turn moves once more."""
    notes: tuple[Note, ...] = ()
    """Roles of the house that are in force."""
