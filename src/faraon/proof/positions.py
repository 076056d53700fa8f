"""Positions for people: without what is as it always is."""

from __future__ import annotations

from typing import Any

from faraon.lang import ir


def plain_position(book: ir.Book, data: dict[str, Any]) -> dict[str, Any]:
    """A position in the referee's format without what is at rest."""
    rest: dict[str, Any] = {
        "over": False,
        "loser": None,
        "places": [],
        "moves_made": 0,
        "chance": 0,
        "out": {},
    }
    rest |= {"covered": [], "claim": None}
    for variable in book.state:
        if variable.each:
            rest[variable.each] = data[variable.each]
        elif isinstance(variable.initial, ir.Const):
            value = variable.initial.value
            rest[variable.name] = None if value == ir.NOBODY and variable.type in ("card", "seat") else value
    return {name: value for name, value in data.items() if name not in rest or rest[name] != value}
