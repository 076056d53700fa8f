"""A rulebook without its covered mode: what kernels, action numbers and hashes know of it.

Groups that are laid covered (§17) are an option of the table which only the Python engine plays. Everything
else sees the rulebook as if that option did not exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from faraon.lang import ir

NOTHING_COVERED: Mapping[ir.Var, ir.Expr] = {
    ir.CLAIMER: ir.Const("seat", ir.NOBODY),
    ir.CHECKED: ir.FALSE,
}
"""What the engine's variables are where nothing is laid covered."""


def covering_options(book: ir.Book) -> tuple[ir.Option, ...]:
    """The options that decide whether groups are laid covered."""
    read = ir.variables(book.covered)
    return tuple(option for option in book.options if option.var in read)


def at_default(book: ir.Book) -> dict[ir.Var, ir.Expr]:
    """These options as constants, at their defaults."""
    return {option.var: ir.Const(option.type, option.default) for option in covering_options(book)}


@lru_cache(maxsize=64)
def uncovered(book: ir.Book) -> ir.Book:
    """The rulebook with every card laid open; statements that have no chance then are gone."""
    if book.covered == ir.FALSE:
        return book
    values = {**NOTHING_COVERED, **at_default(book)}

    def fold(expr: ir.Expr) -> ir.Expr:
        return ir.substitute(expr, values)

    def fold_all(implications: tuple[ir.Implication, ...]) -> tuple[ir.Implication, ...]:
        changed = ((old, old.changed(fold)) for old in implications)
        return tuple(
            replace(new, clauses=_asked(old.clauses, new.clauses))
            for old, new in changed
            if new.guard != ir.FALSE or old.guard == ir.FALSE
        )

    forbids = (replace(forbid, condition=fold(forbid.condition)) for forbid in book.forbids)
    return replace(
        book,
        options=tuple(option for option in book.options if option.var not in values),
        forbids=tuple(forbid for forbid in forbids if forbid.condition != ir.FALSE),
        starts=fold_all(book.starts),
        rules=fold_all(book.rules),
        fouls=fold_all(book.fouls),
        mechanics=fold_all(book.mechanics),
        ends=fold_all(book.ends),
        covered=ir.FALSE,
    )


def _asked(old: tuple[ir.Clause, ...], new: tuple[ir.Clause, ...]) -> tuple[ir.Clause, ...]:
    """The conditions that can still fail: each of them counts in the hash."""
    return tuple(
        clause for was, clause in zip(old, new, strict=True) if clause.expr != ir.TRUE or was.expr == ir.TRUE
    )
