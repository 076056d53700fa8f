"""The names of people lie apart from the events, so that a person can be erased and the game remains."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from faraon.server.table import events as ev
from faraon.server.table.events import Event

ERASED = "Hráč"
"""Who has no name any more."""


def apart(event: Event) -> tuple[Event, dict[int, str]]:
    """An event without the names of people, and the names by seat."""
    match event:
        case ev.Created():
            people = {seat: one.name for seat, one in enumerate(event.seats) if one.kind == "person"}
            seats = [replace(one, name="") if seat in people else one for seat, one in enumerate(event.seats)]
            return replace(event, seats=seats), people
        case ev.Joined() | ev.Renamed():
            return replace(event, name=""), {event.seat: event.name}
    return event, {}


def together(event: Event, names: Mapping[int, str]) -> Event:
    """The event as it was; those who were erased have no name of their own."""
    match event:
        case ev.Created():
            seats = [
                replace(one, name=names.get(seat, one.name or ERASED)) if one.kind == "person" else one
                for seat, one in enumerate(event.seats)
            ]
            return replace(event, seats=seats)
        case ev.Joined() | ev.Renamed():
            return replace(event, name=names.get(event.seat, event.name or ERASED))
    return event
