"""What happened: the moves of a game, and where cards went."""

from __future__ import annotations

from dataclasses import dataclass

from faraon.cards import Card
from faraon.game.move import Move

Event = tuple[str, int, tuple[Card, ...]]
"""A kind, a seat (or -1) and cards:

``draw``     the seat took these cards from the stock
``turn``     the pile was turned over; these cards are the stock, and everybody knows their order
``shuffle``  the pile was turned over and shuffled; these cards are the stock
``show``     these cards at the bottom of the stock were shown to everybody
``foul``     the seat laid these cards in vain and took them back
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """The deal, or one move, with what it did to cards."""

    seat: int
    move: Move | None
    """``None`` for the deal."""
    events: tuple[Event, ...]

    @property
    def foul(self) -> bool:
        """The move was invalid and was punished."""
        return any(kind == "foul" for kind, _, _ in self.events)
