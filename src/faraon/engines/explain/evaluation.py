"""Expressions of the intermediate form as functions of a walk: made once, asked many times."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Protocol

from faraon.engines.python.board import Board
from faraon.lang import ir
from faraon.lang.operations import OPERATIONS


class Walk(Protocol):
    """What expressions are asked about."""

    values: dict[ir.Var, int]
    board: Board
    seen: Callable[[ir.Op, bool], None] | None
    """Told of every branch of a conditional expression that is taken."""

    def is_possible(self, rule: str) -> bool: ...


Evaluation = Callable[[Walk], int]

READINGS: dict[ir.Expr, Callable[[Board], int]] = {
    ir.TOP: lambda board: board.pile[-1],
    ir.ON_TURN: lambda board: board.turn,
    ir.HAND: lambda board: len(board.hands[board.turn]),
    ir.ACTIVE: lambda board: board.active,
    ir.DRAWABLE: lambda board: board.drawable,
    ir.MOVES_MADE: lambda board: board.moves_made,
    ir.LAST_DRAWN: lambda board: board.last_drawn,
    ir.LOWEST: lambda board: board.lowest,
    ir.ANYONE_SAFE: lambda board: board.anyone_safe,
    ir.CLAIMER: lambda board: board.claimer,
}
"""What the engine knows about the table."""


@lru_cache(maxsize=1 << 12)
def evaluation(expr: ir.Expr) -> Evaluation:
    """How to find out what an expression is worth."""
    if isinstance(expr, ir.Const):
        constant = expr.value if isinstance(expr.value, int) else 0
        return lambda walk: constant
    if isinstance(expr, ir.Var):
        return _reading(expr)
    parts = [evaluation(arg) for arg in expr.args]
    match expr.name:
        case "and":
            return lambda walk: all(part(walk) for part in parts)
        case "or":
            return lambda walk: any(part(walk) for part in parts)
        case "if":
            return _choice(expr, *parts)
        case "possible":
            rule = expr.args[0]
            name = str(rule.value) if isinstance(rule, ir.Const) else ""
            return lambda walk: walk.is_possible(name)
    return _operation(expr.name, parts)


def _reading(var: ir.Var) -> Evaluation:
    reading = READINGS.get(var)
    if reading is None:
        return lambda walk: walk.values[var]
    return lambda walk: reading(walk.board)


def _choice(expr: ir.Op, condition: Evaluation, yes: Evaluation, no: Evaluation) -> Evaluation:
    def choose(walk: Walk) -> int:
        holds = bool(condition(walk))
        if walk.seen is not None:
            walk.seen(expr, holds)
        return (yes if holds else no)(walk)

    return choose


def _operation(name: str, parts: list[Evaluation]) -> Evaluation:
    operation = OPERATIONS[name]
    ask, compute = operation.ask, operation.compute
    if ask is not None:
        return lambda walk: ask(walk.board, *[part(walk) for part in parts])
    assert compute is not None  # noqa: S101 - all others are above
    if len(parts) == 2:
        left, right = parts
        return lambda walk: compute(left(walk), right(walk))
    return lambda walk: compute(*[part(walk) for part in parts])
