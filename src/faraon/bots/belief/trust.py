"""How much is read into what others do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Trust:
    """How much is read into what others do, in natural logarithms of likelihood."""

    point: float = 0.15
    """For each point that a better move would have been worth;"""
    most: float = 2.5
    """but never more than this for one card and one move."""
    group: float = 1.5
    """Another card of the value that was laid was left out."""
    asked: float = 0.4
    """A card of the suit that was asked for."""


TRUSTS = {
    "on": Trust(),
    "off": None,
    "declined": Trust(group=0.0, asked=0.0),
    "groups": Trust(point=0.0, asked=0.0),
    "asked": Trust(point=0.0, group=0.0),
}
"""All evidence, none, or one kind of it: so that what each is worth can be measured."""
