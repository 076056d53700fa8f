"""What one seat may see: all that bots and clients ever get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from faraon.cards import Card
from faraon.game.knowledge import Known
from faraon.game.log import Entry, Event
from faraon.game.move import Move


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """An event of the log as a seat saw it; ``cards`` is ``None`` where it saw only their number."""

    kind: str
    seat: int
    count: int
    cards: tuple[Card, ...] | None

    def to_json(self) -> dict[str, Any]:
        whose = {"seat": self.seat} if self.seat >= 0 else {}
        shown = {} if self.cards is None else {"cards": [card.name for card in self.cards]}
        return {"kind": self.kind, **whose, "count": self.count, **shown}


@dataclass(frozen=True, slots=True)
class SeenEntry:
    """An entry of the log as a seat saw it."""

    seat: int
    move: Move | None
    events: tuple[SeenEvent, ...]

    @classmethod
    def of(cls, viewer: int, entry: Entry) -> SeenEntry:
        return cls(entry.seat, entry.move, tuple(_seen(viewer, event) for event in entry.events))

    def to_json(self) -> dict[str, Any]:
        move = None if self.move is None else str(self.move)
        return {"seat": self.seat, "move": move, "events": [event.to_json() for event in self.events]}


def _seen(viewer: int, event: Event) -> SeenEvent:
    kind, seat, cards = event
    hidden = kind == "shuffle" or (kind == "draw" and seat != viewer)
    return SeenEvent(kind, seat, len(cards), None if hidden else cards)


@dataclass(frozen=True)
class View:
    """A position through the eyes of one seat; seat -1 is a spectator."""

    seat: int
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    """How many cards every seat holds."""
    pile: tuple[Card, ...]
    stock_size: int
    turn: int
    variables: Mapping[str, Any]
    """The rulebook's own variables as they are written; a hidden one is ``None`` for other seats."""
    out: Mapping[str, str]
    over: bool
    loser: int | None
    places: tuple[int, ...]
    moves_made: int
    known: Known
    log: tuple[SeenEntry, ...] = field(repr=False)
    moves: tuple[Move, ...]
    """The legal moves, for the seat on turn only."""

    @classmethod
    def from_json(cls, data: object) -> View:
        """The view that :meth:`to_json` wrote; :class:`ValueError` says what is wrong with it."""
        from faraon.game.read_view import read_view

        return read_view(data)

    def to_json(self) -> dict[str, Any]:
        """The view in the format of the referee protocol."""
        return {
            "seat": self.seat,
            "hand": [card.name for card in self.hand],
            "sizes": list(self.sizes),
            "pile": [card.name for card in self.pile],
            "stock_size": self.stock_size,
            "turn": self.turn,
            **self.variables,
            "out": dict(self.out),
            "over": self.over,
            "loser": self.loser,
            "places": list(self.places),
            "moves_made": self.moves_made,
            "known": {
                "hands": {
                    str(seat): [card.name for card in cards] for seat, cards in self.known.hands.items()
                },
                "stock": [None if card is None else card.name for card in self.known.stock],
            },
            "log": [entry.to_json() for entry in self.log],
            "moves": [str(move) for move in self.moves],
        }
