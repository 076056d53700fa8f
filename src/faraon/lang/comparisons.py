"""What two sides of a comparison mean: the readings whose types go together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from faraon.lang import nodes
from faraon.lang.errors import Span
from faraon.lang.ir import BOTTOM, LAID, TRUE, Const, Expr, Scalar, negate, op
from faraon.lang.names import describe
from faraon.lang.scope import GROUP, WRONG

if TYPE_CHECKING:
    from faraon.lang.read import Reader

ROMAN: dict[Scalar, str] = {7: "VII", 8: "VIII", 9: "IX", 10: "X"}
"""The values of cards that people take for numbers."""


def read_chain(reader: Reader, node: nodes.Chain) -> Expr:
    """Comparisons side by side: all of them hold."""
    parts = [
        _compare(reader, node.operands[k], operator, node.operands[k + 1], node.span)
        for k, operator in enumerate(node.operators)
    ]
    return WRONG if WRONG in parts else op("and", "bool", *parts)


def _compare(reader: Reader, left: nodes.Expr, operator: str, right: nodes.Expr, span: Span) -> Expr:
    if operator == "=":
        reader.warn(span, "'=' is read as '=='")
        operator = "=="
    if isinstance(right, nodes.Call) and _is_unbound(reader, nodes.Name(right.span, right.name)):
        return _such_that(reader, left, operator, right)
    if operator == "==" and (_is_unbound(reader, right) or _is_unbound(reader, left)):
        letter, other = (right, left) if _is_unbound(reader, right) else (left, right)
        if reader.readings(other) == [WRONG]:
            return WRONG
        name = letter.text if isinstance(letter, nodes.Name) else ""
        reader.warn(span, f"'{name}' is read as \"some value\": this always holds")
        return TRUE
    a, b = reader.readings(left), reader.readings(right)
    if WRONG in a or WRONG in b:
        return WRONG
    return _compare_readings(reader, (a, left.span), operator, (b, right.span), span)


Side = tuple[list[Expr], Span]
"""One side of a comparison: everything that it can mean, and where it is written."""


def _compare_readings(reader: Reader, first: Side, operator: str, second: Side, span: Span) -> Expr:
    (a, left), (b, right) = first, second
    for one, other in ((a, b), (b, a)):
        card = next((found for found in other if found.type == "card"), None)
        if GROUP in one and card is not None:
            return _is_exactly(reader, card, operator, span)
    pairs = [(x, y) for x in a for y in b if x.type == y.type] or [
        (x, y) for x in a for y in b if {x.type, y.type} == {"int", "seat"}
    ]
    if not pairs:
        types = f"{describe(a[0].type)} is compared with {describe(b[0].type)}"
        hint = _roman(a, b) or _roman(b, a) or "both sides of a comparison need the same type"
        reader.error("E202", span, types, hint)
        return WRONG
    if len(set(pairs)) > 1:
        kinds = list(dict.fromkeys(describe(x.type) for x, _ in pairs))
        meanings = f"{kinds[0]} in two ways" if len(kinds) == 1 else " or ".join(kinds)
        reader.error("E203", span, f"this may compare {meanings}", "rename one of them")
        return WRONG
    x, y = pairs[0]
    if operator not in ("==", "!=") and x.type not in ("int", "seat"):
        reader.error("E202", span, f"{describe(x.type)} has no order: only == and != can compare it")
        return WRONG
    if x.type == "group":
        if x == y:
            reader.error("E202", span, "the cards of a move are compared with a card, or with 'empty'")
            return WRONG
        return op(operator, "bool", LAID, Const("int", 0))
    return op(operator, "bool", reader.in_deck(x, left), reader.in_deck(y, right))


def _is_exactly(reader: Reader, card: Expr, operator: str, span: Span) -> Expr:
    """``Cn == card``: one card is laid, and it is this one."""
    reader.reads_cards = True
    same = op("and", "bool", op("==", "bool", LAID, Const("int", 1)), op("==", "bool", BOTTOM, card))
    if operator in ("==", "!="):
        return same if operator == "==" else negate(same)
    reader.error("E202", span, "cards have no order: only == and != can compare them")
    return WRONG


def _such_that(reader: Reader, left: nodes.Expr, operator: str, right: nodes.Call) -> Expr:
    """``ace == k (1 <= k <= 3)``: the lower bound counts, the upper is what usually happens."""
    bound = right.arguments[0]
    ok = operator == "==" and isinstance(bound, nodes.Chain) and len(right.arguments) == 1
    if not ok or not isinstance(bound, nodes.Chain) or bound.operators != ("<=", "<="):
        reader.error("E101", right.span, "after a letter in brackets a range is needed", "k (1 <= k <= 3)")
        return WRONG
    value, low = reader.want(left, "int"), reader.want(bound.operands[0], "int")
    reader.warn(right.span, "the upper limit is not read: larger numbers are covered too")
    return WRONG if WRONG in (value, low) else op(">=", "bool", value, low)


def _is_unbound(reader: Reader, node: nodes.Expr) -> bool:
    """A single letter that nobody declared: in the documents, "there is such a …"."""
    if not isinstance(node, nodes.Name) or len(node.text) != 1 or not node.text.islower():
        return False
    return node.text not in reader.scope.names() and node.text not in reader.chosen


def _roman(value: list[Expr], number: list[Expr]) -> str:
    """What to write for ``Cn[val] == 8``; empty if it is something else."""
    if not any(found.type == "value" for found in value):
        return ""
    written = next((found.value for found in number if isinstance(found, Const) and found.type == "int"), 0)
    return f"write {ROMAN[written]} for the value {written}" if written in ROMAN else ""
