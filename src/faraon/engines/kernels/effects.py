"""What the board does, as text for both kernels; only laying, drawing and shuffling are each kernel's own.

A change is a line of assignments that are made at once. The same changes are printed for a place that is
reached only if they shall be made, or for one where ``now`` tells whether they are.
"""

from __future__ import annotations

from collections.abc import Callable

from faraon.engines.kernels.expressions import variable
from faraon.engines.order import Deed, Primitive
from faraon.lang import ir

Change = dict[str, str]
"""By the names that get them: new values. Several names in one are given by one call."""

PRIMITIVES: dict[str, tuple[Change, ...]] = {
    "give_back": (
        {"act": "act | (1 << {0})", "back": "back & ~(1 << {0})", "returned": "{0}"},
        {"places": "lose_place(places, {0})"},
    ),
    "leave": (
        {"act": "act & ~(1 << i)", "back": "back | (returning_players << i)"},
        {"places": "take_place(places, i)"},
    ),
    "next": ({"i, back": "next_seat(i, act, back, returned, players)"},),
    "next_way": ({"i, back": "next_way(i, act, back, returned, players, {0})"},),
    "jump": ({"i": "jump_seat(i, {0}, act, players)"},),
    "show": (),  # nobody looks at a kernel's cards
}


def changes_seats(deed: Deed) -> bool:
    """Whether ``active``, how many play, must be counted again."""
    return isinstance(deed, Primitive) and deed.name in ("give_back", "leave")


def changes_hand(deed: Deed) -> bool:
    """Whether ``hand``, how many cards the player on turn holds, must be counted again."""
    return isinstance(deed, Primitive) and deed.name in MOVING


MOVING = ("put", "draw", "draw_until", "next", "next_way", "jump")
"""What changes a hand, or whose it is."""


def changes(deed: Deed, scalars: Callable[[ir.Expr], str]) -> list[Change]:
    """What is changed, line by line."""
    if isinstance(deed, ir.Assign):
        return [{variable(deed.target): scalars(deed.value)}]
    args = [scalars(arg) for arg in deed.args]
    return [
        {names: value.format(*args) for names, value in change.items()} for change in PRIMITIVES[deed.name]
    ]


def at_once(change: Change) -> str:
    """A change, where it shall be made."""
    return f"{', '.join(change)} = {', '.join(change.values())}"


def if_now(change: Change) -> list[str]:
    """A change, where ``now`` tells whether it shall be made."""
    lines, new = [], []
    for names, value in change.items():
        given = [value]
        if len(several := names.split(", ")) > 1:
            given = [f"new_{name}" for name in several]
            lines.append(f"{', '.join(given)} = {value}")
        new += [f"where(now, {then}, {name})" for name, then in zip(several, given, strict=True)]
    return [*lines, f"{', '.join(change)} = {', '.join(new)}"]
