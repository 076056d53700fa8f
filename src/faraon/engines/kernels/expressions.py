"""Expressions of the intermediate form as source that both compiled engines read.

The text is free of branches: conditions are joined by ``&`` and ``|``, choices are ``where(c, a, b)``. In
Numba the names are numbers, in JAX they are arrays; the functions it calls (``where``, ``minimum``,
``popcount`` …) are the primitives that stand at the head of every generated module.

An antecedent can also be written as *lanes*: one 32-bit word that says for each of the 32 cards whether it
could be the bottom card of the group.
"""

from __future__ import annotations

from collections.abc import Mapping

from faraon.cards import CARDS, Suit, Value
from faraon.lang import ir
from faraon.lang.operations import OPERATIONS

ALL_LANES = 0xFFFFFFFF

READINGS: dict[ir.Var, str] = {
    ir.GROUP: "(((group >> 3) & 15) << (4 * value))",
    ir.DRAWABLE: "(tail - head - 1)",
    ir.ANYONE_SAFE: "somebody_safe(act, back, players)",
}
"""What the engine knows about the table. ``act`` and ``back`` are sets of seats: those who hold cards and
those who can be returned."""

OF_THE_MOVE: dict[tuple[str, ir.Expr], str] = {
    ("val", ir.BOTTOM): "value",
    ("val", ir.LAST): "value",
    ("suit", ir.BOTTOM): "bottom_suit",
    ("suit", ir.LAST): "last_suit",
}


class NotLanesError(Exception):
    """A condition that is not decided by the bottom card alone."""


def setting_name(option: str, value: ir.Scalar) -> str:
    """The name of a setting in generated source."""
    return f"{option}_is_{value}"


def constant(expr: ir.Const) -> str:
    """A constant by its name where it has one."""
    if isinstance(expr.value, str) or expr.type.startswith("option:"):
        return setting_name(expr.type.partition(":")[2], expr.value)
    if expr.type == "bool":
        return str(bool(expr.value))
    if expr.value >= 0:
        match expr.type:
            case "suit":
                return Suit(expr.value).name.upper()
            case "value":
                return Value(expr.value).name.upper()
            case "card":
                return f"CARD_{CARDS[expr.value].name}"
            case _:
                return str(expr.value)
    return "NOBODY" if expr.type in ("seat", "card") else f"({expr.value})"


def variable(var: ir.Var) -> str:
    """How a variable is spelled."""
    return f"{var.kind}_{var.name}" if var.declared else READINGS.get(var, var.name)


def asks_possible(expr: ir.Expr) -> bool:
    """Whether an expression asks if a rule is possible, which takes time."""
    return any(isinstance(part, ir.Op) and part.name == "possible" for part in ir.walk(expr))


class Scalars:
    """Writes expressions.

    >>> owed, burn = ir.Var("state", "owed", "int"), ir.Var("state", "burn", "bool")
    >>> owes = ir.op(">", "bool", owed, ir.Const("int", 0))
    >>> Scalars({})(ir.op("and", "bool", owes, ir.negate(burn)))
    '((state_owed > 0) & opposite(state_burn))'
    """

    def __init__(self, possible: Mapping[str, str], lazy: bool = False) -> None:
        self.possible = possible
        """For each rule the text that tells whether it is possible."""
        self.lazy = lazy
        """Ask what is possible last, and only if it still matters: Numba can, arrays cannot."""

    def __call__(self, expr: ir.Expr) -> str:
        if isinstance(expr, ir.Const):
            return constant(expr)
        if isinstance(expr, ir.Var):
            return variable(expr)
        if (expr.name, expr.args[0]) in OF_THE_MOVE:
            return OF_THE_MOVE[expr.name, expr.args[0]]
        if expr.name == "possible":
            return self._possible(expr.args[0])
        if self.lazy and expr.name in ("and", "or") and asks_possible(expr):
            return self._lazily(expr)
        return OPERATIONS[expr.name].in_kernels([self(arg) for arg in expr.args])

    def _possible(self, rule: ir.Expr) -> str:
        assert isinstance(rule, ir.Const)  # noqa: S101 - the checker names a rule here
        return self.possible[str(rule.value)]

    def _lazily(self, expr: ir.Op) -> str:
        """A junction as in Python, where what is possible is asked last."""
        junction = OPERATIONS[expr.name]
        cheap = [self(arg) for arg in expr.args if not asks_possible(arg)]
        first = [junction.in_kernels(cheap)] if len(cheap) > 1 else cheap
        return junction.in_python([*first, *map(self, filter(asks_possible, expr.args))], "")


def lanes(expr: ir.Expr, scalars: Scalars) -> str:
    """A condition on the bottom card as a word of 32 lanes; ``n`` must be known."""
    if not ir.reads_move(expr):
        if isinstance(expr, ir.Const):
            return f"{ALL_LANES:#x}" if expr.value else "0"
        return f"spread({scalars(expr)})"
    if not isinstance(expr, ir.Op):
        raise NotLanesError(expr)
    if expr.name in ("and", "or"):
        # What the position decides comes first, in one piece: it is computed once.
        fixed = [arg for arg in expr.args if not ir.reads_move(arg)]
        parts = [lanes(arg, scalars) for arg in expr.args if arg not in fixed]
        if fixed:
            parts.insert(0, lanes(ir.op(expr.name, "bool", *fixed), scalars))
        return OPERATIONS[expr.name].in_kernels(parts)
    if expr.name == "not":
        return f"others({lanes(expr.args[0], scalars)})"
    if expr.name in ("==", "!="):
        text = _equal_lanes(expr.args[0], expr.args[1], scalars)
        return text if expr.name == "==" else f"others({text})"
    raise NotLanesError(expr)


def _equal_lanes(left: ir.Expr, right: ir.Expr, scalars: Scalars) -> str:
    if ir.reads_move(right):
        left, right = right, left
    if ir.reads_move(right):
        raise NotLanesError(right)
    if left == ir.BOTTOM:
        kind = "card"
    elif isinstance(left, ir.Op) and left.name in ("suit", "val") and left.args[0] == ir.BOTTOM:
        kind = "suit" if left.name == "suit" else "value"
    else:
        raise NotLanesError(left)
    return f"{kind}_lanes({scalars(right)})"
