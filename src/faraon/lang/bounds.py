"""What can be known without playing: the range of a number, and conditions that never hold."""

from __future__ import annotations

from collections.abc import Mapping

from faraon.lang.ir import FALSE, TRUE, Const, Expr, Op, Var, conjuncts, negate, op
from faraon.limits import MOST_CARDS

Range = tuple[int, int]
Ranges = Mapping[Var, Range]

MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

_UNKNOWN: Range = (-(10**9), 10**9)


def bounds(expr: Expr, ranges: Ranges) -> Range:
    """The lowest and the highest value that a number can have."""
    if isinstance(expr, Const):
        return (expr.value, expr.value) if isinstance(expr.value, int) else _UNKNOWN
    if isinstance(expr, Var):
        return ranges.get(expr, _UNKNOWN)
    if expr.type == "bool":
        return 0, 1
    if expr.name == "if":
        (a, b), (c, d) = bounds(expr.args[1], ranges), bounds(expr.args[2], ranges)
        return min(a, c), max(b, d)
    if expr.name == "suit":
        return 0, 3
    if expr.name == "val":
        return 0, 7
    if expr.name == "hand":
        return 0, MOST_CARDS
    if len(expr.args) != 2:
        return _UNKNOWN
    (a, b), (c, d) = (bounds(arg, ranges) for arg in expr.args)
    match expr.name:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            corners = (a * c, a * d, b * c, b * d)
            return min(corners), max(corners)
        case "min":
            return min(a, c), min(b, d)
        case "max":
            return max(a, c), max(b, d)
        case "%":
            return (0, d - 1) if c > 0 else _UNKNOWN
        case "/":
            return (min(a // c, a // d), max(b // c, b // d)) if c > 0 else _UNKNOWN
        case _:
            return _UNKNOWN


def within(expr: Expr, limits: Range, ranges: Ranges) -> Expr:
    """The expression kept within its limits; unchanged where that is already certain."""
    low, high = bounds(expr, ranges)
    if low < limits[0]:
        expr = Op("max", "int", (Const("int", limits[0]), expr))
    if high > limits[1]:
        expr = Op("min", "int", (Const("int", limits[1]), expr))
    return expr


def never_holds(expr: Expr, ranges: Ranges) -> bool:
    """Whether a condition contradicts itself, as far as its parts show."""
    if expr == FALSE:
        return True
    limits: dict[Var, Range] = {}
    fixed: dict[Expr, Expr] = {}
    parts = dict.fromkeys(conjuncts(expr))
    for part in parts:
        if part == TRUE:
            continue
        if negate(part) in parts:
            return True
        if not isinstance(part, Op):
            continue
        if part.name == "or":
            beside = [other for other in parts if not (isinstance(other, Op) and other.name == "or")]
            if all(never_holds(op("and", "bool", *beside, arg), ranges) for arg in part.args):
                return True
        if part.name not in MIRRORED:
            continue
        if isinstance(part.args[0], Const):
            part = Op(MIRRORED[part.name], "bool", part.args[::-1])
        left, right = part.args
        if part.name == "==" and isinstance(right, Const) and fixed.setdefault(left, right) != right:
            return True
        if left.type not in ("int", "seat") or not _compatible(part, left, right, ranges):
            if left.type in ("int", "seat"):
                return True
            continue
        if isinstance(left, Var) and isinstance(right, Const) and isinstance(right.value, int):
            low, high = limits.get(left, ranges.get(left, _UNKNOWN))
            low, high = _narrow(part.name, right.value, low, high)
            if low > high:
                return True
            limits[left] = (low, high)
    return False


def _compatible(part: Op, left: Expr, right: Expr, ranges: Ranges) -> bool:
    (a, b), (c, d) = bounds(left, ranges), bounds(right, ranges)
    match part.name:
        case "==":
            return a <= d and c <= b
        case "<":
            return a < d
        case "<=":
            return a <= d
        case ">":
            return b > c
        case ">=":
            return b >= c
        case _:
            return not a == b == c == d


def _narrow(name: str, value: int, low: int, high: int) -> Range:
    match name:
        case "==":
            return max(low, value), min(high, value)
        case "<":
            return low, min(high, value - 1)
        case "<=":
            return low, min(high, value)
        case ">":
            return max(low, value + 1), high
        case ">=":
            return max(low, value), high
        case _:
            return (
                (low + (low == value), high - (high == value)) if low < high or low == value else (low, high)
            )
