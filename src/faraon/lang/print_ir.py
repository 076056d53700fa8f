"""The intermediate form in the notation of the language, for people."""

from __future__ import annotations

from faraon.cards import CARDS, Suit, Value
from faraon.lang.ir import (
    BOTTOM,
    LAST,
    LAST_DRAWN,
    LOWEST,
    NOBODY,
    TOP,
    Const,
    Expr,
    Op,
    Var,
)

_NAMES: dict[Expr, str] = {
    BOTTOM: "Cn[0]",
    LAST: "Cn[-1]",
    TOP: "TOP",
    LOWEST: "BOTTOM",
    LAST_DRAWN: "DRAWN",
}
_STRENGTH = {"or": 1, "and": 2, "not": 3, "+": 5, "-": 5, "*": 6, "%": 6, "/": 6}
_COMPARE = 4
_ATOM = 7


def print_expr(expr: Expr, at_least: int = 0) -> str:
    """An expression as it could be written.

    >>> threefold = Op("*", "int", (Const("int", 3), Var("move", "n", "int")))
    >>> print_expr(Op("+", "int", (Var("state", "cnt", "int"), threefold)))
    'cnt + 3 * n'
    """
    if isinstance(expr, Const):
        return _constant(expr)
    if isinstance(expr, Var):
        return f"old({expr.name})" if expr.kind == "old" else _NAMES.get(expr, expr.name)
    text, strength = _operation(expr)
    return f"({text})" if strength < at_least else text


def _constant(expr: Const) -> str:
    if expr.type == "bool":
        return "true" if expr.value else "false"
    if isinstance(expr.value, str):
        return expr.value
    if expr.value == NOBODY and expr.type in ("seat", "card"):
        return "nobody" if expr.type == "seat" else "none"
    match expr.type:
        case "suit":
            return Suit(expr.value).name
        case "value":
            return Value(expr.value).name
        case "card":
            card = CARDS[expr.value]
            return f"({card.suit.name}, {card.val.name})"
        case _:
            return str(expr.value)


def _operation(expr: Op) -> tuple[str, int]:
    args, name = expr.args, expr.name
    if name in ("and", "or"):
        sign = " & " if name == "and" else " | "
        return sign.join(print_expr(arg, _STRENGTH[name] + 1) for arg in args), _STRENGTH[name]
    if name == "not":
        return f"not {print_expr(args[0], 3)}", 3
    if name == "if":
        yes, no = print_expr(args[1], 5), print_expr(args[2])
        return f"{yes} if {print_expr(args[0])} else {no}", 0
    if name == "contains":
        return f"contains({print_expr(args[1])})", _ATOM
    if name in ("suit", "val"):
        return f"{print_expr(args[0], _ATOM)}[{name}]", _ATOM
    strength = _STRENGTH.get(name, _COMPARE if name in ("==", "!=", "<", "<=", ">", ">=") else _ATOM)
    if strength < _ATOM:
        left, right = print_expr(args[0], strength), print_expr(args[1], strength + 1)
        return f"{left} {name} {right}", strength
    return f"{name}({', '.join(map(print_expr, args))})", _ATOM
