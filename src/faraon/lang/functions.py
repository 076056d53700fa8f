"""What the functions of the language mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from faraon.lang import nodes
from faraon.lang.errors import Span, did_you_mean
from faraon.lang.ir import LAID, NOBODY, ON_TURN, PLAYERS, RETURNED, Const, Expr, Op, op, variables
from faraon.lang.names import FUNCTIONS, RULE
from faraon.lang.scope import GROUP, WRONG

if TYPE_CHECKING:
    from faraon.lang.read import Reader


def read_call(reader: Reader, node: nodes.Call) -> list[Expr]:
    """Everything that a call can mean."""
    function = FUNCTIONS.get(node.name)
    if function is None:
        hint = did_you_mean(node.name, FUNCTIONS)
        return reader.error("E201", node.span, f"unknown function '{node.name}'", hint)
    if len(node.arguments) != function.arity:
        count = f"{function.arity} argument{'s' * (function.arity > 1)}"
        return reader.error("E202", node.span, f"'{node.name}' takes {count}", function.written)
    if reader.context not in function.contexts:
        hint = f"'{node.name}' ({function.meaning}) can be read in: {', '.join(function.contexts)}"
        return reader.cannot_be_read(node.span, node.name, hint)
    first = node.arguments[0]
    match node.name:
        case "min" | "max":
            a, b = (reader.want(argument, "int") for argument in node.arguments)
            return [WRONG] if WRONG in (a, b) else [op(node.name, "int", a, b)]
        case "len":
            if GROUP not in reader.readings(first):
                return reader.error("E202", node.span, "'len' counts the cards of 'Cn'")
            return [LAID]
        case "old":
            return _old_value(reader, node.span, first)
        case "contains":
            card, reader.reads_cards = reader.want(first, "card"), True
            return [WRONG if card == WRONG else op("contains", "bool", GROUP, card)]
        case "hand":
            seat = reader.want(first, "seat")
            return [WRONG if seat == WRONG else _hand_of(seat)]
        case "returnable" | "playing":
            seat = reader.want(first, "seat")
            return [WRONG if seat == WRONG else _of_player(reader, node.name, seat)]
        case "holds":
            card = reader.want(first, "card")
            return [WRONG if card == WRONG else op("holds", "bool", card)]
        case "in_deck":
            return [_in_deck(reader, node.span, first)]
        case "possible":
            return [_possible(reader, node.span, first)]
        case _:
            value = reader.want(first, "value")
            return [WRONG if value == WRONG else op("bottom_except", "card", value)]


def _hand_of(seat: Expr) -> Expr:
    """``nobody`` holds no cards."""
    somebody = op("!=", "bool", seat, Const("seat", NOBODY))
    held = op("hand", "int", seat)
    certain = seat == ON_TURN or (isinstance(seat, Op) and seat.name == "%")
    return held if certain else op("if", "int", somebody, held, Const("int", 0))


def _of_player(reader: Reader, name: str, seat: Expr) -> Expr:
    """``nobody`` neither plays nor can be returned."""
    asked = op(name, "bool", seat)
    somebody = isinstance(seat, Op) and seat.name == "%"
    returned = seat == RETURNED and reader.context == RULE
    if somebody or returned or seat == ON_TURN:
        return asked
    return op("and", "bool", op("!=", "bool", seat, Const("seat", NOBODY)), asked)


def _in_deck(reader: Reader, span: Span, inner: nodes.Expr) -> Expr:
    with reader.any_deck():
        found = reader.readings(inner)
    if WRONG in found:
        return WRONG
    deck = reader.scope.deck
    known = [one for one in found if isinstance(one, Const) and one.type in ("suit", "value", "card")]
    if len(known) != 1:
        reader.error("E202", span, "'in_deck' needs a suit, a value or a card")
        return WRONG
    return Const("bool", deck.has(known[0].type, known[0].value))


def _old_value(reader: Reader, span: Span, inner: nodes.Expr) -> list[Expr]:
    with reader.before_the_move():
        found = reader.readings(inner)
    changing = {
        var.name
        for reading in found
        for var in variables(reading)
        if var.kind not in ("old", "option") and var != PLAYERS
    }
    if changing:
        return reader.cannot_be_read(span, f"old({min(changing)})", "only the state is remembered")
    return found


def _possible(reader: Reader, span: Span, inner: nodes.Expr) -> Expr:
    name = inner.text if isinstance(inner, nodes.Name) else ""
    if name not in reader.scope.laying_rules:
        hint = did_you_mean(name, sorted(reader.scope.laying_rules))
        if name in reader.scope.other_rules:
            hint = f"'{name}' lays no cards; " + hint
        reader.error("E201", span, "'possible' needs the name of a rule that lays cards", hint)
        return WRONG
    return Op("possible", "bool", (Const("rule", name),))
