"""The hash by which records and networks know a rulebook."""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass

from faraon.cards import CARDS
from faraon.lang import ir
from faraon.lang.errors import Span

NOT_COUNTED = ("each", "seat", "paragraphs", "why", "hashed")
"""Fields that decide nothing."""


def fingerprint(book: ir.Book) -> str:
    """A hash of everything that decides the game; texts and places in the file do not count."""
    parts: tuple[object, ...] = (
        book.players, book.options, book.forbids, book.state, book.notes, book.starts, book.rules, book.fouls,
        book.mechanics, book.ends, book.hand, book.packs, book.shuffled, book.chosen_when,
    )  # fmt: skip
    if len(book.deck) < len(CARDS):  # rulebooks that say nothing of their deck keep their hash
        parts = (*parts, book.deck)
    if book.covered != ir.FALSE:
        parts = (*parts, book.covered)
    return hashlib.sha256(canonical(parts).encode()).hexdigest()


def canonical(value: object) -> str:
    """Parts of a rulebook as one text, which no sentence and no place in the file changes."""
    if isinstance(value, ir.Texts | Span | ir.Clause):
        return ""
    if value == ir.Next():  # as it was hashed before play could go the other way round
        return "Next()"
    if isinstance(value, ir.Var):
        return f"Var({value.type!r},{_written(value)!r})"
    if isinstance(value, ir.Assign):
        return f"Assign({_written(value.target)!r},{canonical(value.value)})"
    if isinstance(value, ir.Option):
        return f"Option({value.name},{value.values!r},{value.default!r},{value.range!r})"
    if is_dataclass(value):
        counted = (part.name for part in fields(value) if part.name not in NOT_COUNTED)
        inner = ",".join(canonical(getattr(value, name)) for name in counted)
        return f"{type(value).__name__}({inner})"
    if isinstance(value, tuple):
        return "(" + ",".join(map(canonical, value)) + ")"
    return repr(value)


def _written(var: ir.Var) -> str:
    """A variable in the text that is hashed. Records name rulebooks by this hash: it must stay."""
    return f"{var.kind}.{var.name}" if var.declared else var.name
