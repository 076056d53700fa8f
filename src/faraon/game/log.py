"""What happened: the moves of a game, where cards went, and how much of it a seat saw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

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
    given: bool = False
    """The shuffled pile was given its order; chance had no part in it."""

    @property
    def shuffled(self) -> tuple[Card, ...]:
        """The new order of the stock, if the pile was shuffled."""
        return tuple(card for kind, _, cards in self.events if kind == "shuffle" for card in cards)

    @property
    def foul(self) -> bool:
        """The move was invalid and was punished."""
        return bool(self.events) and any(kind == "foul" for kind, _, _ in self.events)


class SeenEvent(NamedTuple):
    """An event as a seat saw it."""

    kind: str
    seat: int
    count: int  # type: ignore[assignment] # a tuple's own count is of no use here
    cards: tuple[Card, ...] | None
    """``None`` where the seat saw only how many."""

    @classmethod
    def of(cls, viewer: int, event: Event) -> SeenEvent:
        kind, seat, cards = event
        hidden = kind == "shuffle" or (kind == "draw" and seat != viewer)
        return cls(kind, seat, len(cards), None if hidden else cards)


class SeenEntry(NamedTuple):
    """An entry of the log as a seat saw it."""

    seat: int
    move: Move | None
    events: tuple[SeenEvent, ...]

    @property
    def foul(self) -> bool:
        """The move was invalid and was punished."""
        return bool(self.events) and any(event.kind == "foul" for event in self.events)

    @classmethod
    def of(cls, viewer: int, entry: Entry) -> SeenEntry:
        if not entry.events:
            return cls(entry.seat, entry.move, ())
        return cls(entry.seat, entry.move, tuple([SeenEvent.of(viewer, event) for event in entry.events]))
