"""What happened: the moves of a game, where cards went, and how much of it a seat saw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from faraon.cards import Card
from faraon.game.move import Move

Event = tuple[str, int, tuple[Card, ...]]
"""A kind, a seat (or -1) and cards:

``draw``     the seat took these cards from the stock
``turn``     the pile was turned over; these cards are the stock, and everybody knows their order
``hidden``   the same, but some of the cards lay covered in the pile: nobody is told which they are
``shuffle``  the pile was turned over and shuffled; these cards are the stock
``show``     these cards at the bottom of the stock were shown to everybody
``foul``     the seat laid these cards in vain and took them back
``cover``    the seat laid these cards covered, below the top one
``true``     a covered group of the seat was checked, and is what it was declared to be
``lie``      a covered group of the seat was checked, and is not: everything is as before it was laid
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

    @property
    def covered(self) -> bool:
        """The cards were laid covered (§17)."""
        return bool(self.events) and any(kind == "cover" for kind, _, _ in self.events)


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
        if kind == "hidden":
            return cls("turn", seat, len(cards), None)
        hidden = kind == "shuffle" or (kind in ("draw", "cover") and seat != viewer)
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
        move = entry.move
        if move is not None and entry.seat != viewer and entry.covered:
            move = move.covered()
        return cls(entry.seat, move, tuple([SeenEvent.of(viewer, event) for event in entry.events]))


def standing(log: Sequence[Entry | SeenEntry]) -> Iterator[Entry | SeenEntry]:
    """The entries that count, the latest first: a lie that was caught, and what followed it, is undone."""
    undone = -1
    for entry in reversed(log):
        kinds = [(event[0], event[1]) for event in entry.events]
        if undone >= 0:
            undone = -1 if ("cover", undone) in kinds else undone
            continue
        undone = next((seat for kind, seat in kinds if kind == "lie"), -1)
        yield entry
