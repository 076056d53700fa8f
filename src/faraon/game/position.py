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

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds, as in a view."""
        return tuple(map(len, self.hands))
