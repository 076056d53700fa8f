"""A position: who holds what, and what counts at the moment."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from faraon.cards import Card


class Out(IntEnum):
    """Whether a seat is still in the game (§19)."""

    playing = 0
    """Still holds cards."""
    returnable = 1
    """Has finished; the red seven can return them until the turn passes their seat."""
    safe = 2
    """Has finished for good."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A group that was laid covered and can still be checked (§17)."""

    seat: int
    """Who laid it, and declared the cards to be of the top card's value."""
    cards: tuple[Card, ...]
    """What it really was, bottom to top."""
    before: Position
    """The position before it was laid, to which everything goes back if it was a lie."""


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that decides how a game goes on. Immutable; hands are kept sorted."""

    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    """The next card first (§9)."""
    pile: tuple[Card, ...]
    """Bottom to top; never empty."""
    turn: int
    """The seat on turn; the last player's once the game is over."""
    out: tuple[int, ...]
    """An :class:`Out` for every seat."""
    vars: tuple[int, ...]
    """The rulebook's own variables in the order of their declaration."""
    places: tuple[int, ...] = ()
    """The seats that have finished, in order."""
    moves_made: int = 0
    over: bool = False
    loser: int | None = None
    """Who lost, if the game is over and somebody did."""
    chance: int = 0
    """A 32-bit word from which the pile is shuffled, where the rulebook shuffles it."""
    covered: tuple[tuple[int, int], ...] = ()
    """Places in the pile that were laid covered, and who laid each: nobody else knows that card (§17)."""
    claim: Claim | None = None
    """The latest covered group, until somebody else than its owner moves."""

    @property
    def claimer(self) -> int:
        """Who laid the covered group that the player on turn may check; -1 if there is none."""
        return -1 if self.claim is None or self.claim.seat == self.turn else self.claim.seat

    def seen_by(self, seat: int) -> tuple[Card | None, ...]:
        """The pile through the eyes of a seat: ``None`` for what somebody else laid covered."""
        if not self.covered:
            return self.pile
        seen: list[Card | None] = [*self.pile]
        for place, owner in self.covered:
            if owner != seat:
                seen[place] = None
        return tuple(seen)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds, as in a view."""
        return tuple(map(len, self.hands))
