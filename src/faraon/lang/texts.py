"""Texts with places to fill in: ``"draw {owed:card,cards}"``.

After a colon stand the plural forms (English two, Slovak three: 1, 2-4, 5 and more; the number goes before
them), or ``acc`` for the accusative. ``{{`` and ``}}`` are braces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from faraon.lang import nodes
from faraon.lang.errors import Diagnostic, RulebookError, Span
from faraon.lang.ir import Slot, Template, Texts, Var
from faraon.lang.parse import parse_expression
from faraon.lang.read import WRONG, Reader

FORMS = {"en": 2, "sk": 3}
"""How many plural forms a language has."""

SHOWN = ("int", "suit", "value", "card", "seat")
"""The types that a text can show."""

_PIECE = re.compile(r"\{\{|\}\}|\{(?P<slot>[^{}]*)\}|[{}]")


def read_texts(texts: Iterable[nodes.Text], reader: Reader, report: Callable[[Diagnostic], None]) -> Texts:
    """The texts of a statement in both languages."""
    found: dict[str, Template] = {}
    for text in texts:
        if text.language in found:
            report(Diagnostic("E205", text.span, f"two texts in one language ({text.language})"))
        found[text.language] = _template(text.short, text, reader, report)
        if text.long is not None:
            found[text.language + "_long"] = _template(text.long, text, reader, report)
    if found and ("en" in found) != ("sk" in found):
        missing = "sk" if "en" in found else "en"
        span = next(iter(texts)).span
        report(Diagnostic("W303", span, f"no text in the other language ({missing})"))
    return Texts(**found)


def _template(
    string: str, text: nodes.Text, reader: Reader, report: Callable[[Diagnostic], None]
) -> Template:
    parts: list[str | Slot] = []
    place = 0
    for match in _PIECE.finditer(string):
        if match.start() > place:
            parts.append(string[place : match.start()])
        place = match.end()
        if match.group() in ("{{", "}}"):
            parts.append(match.group()[0])
        elif match["slot"] is None:
            report(Diagnostic("E208", text.span, f"a lone '{match.group()}' in a text", "write it twice"))
        else:
            slot = _slot(match["slot"], text, reader, report)
            if slot is not None:
                parts.append(slot)
    if place < len(string):
        parts.append(string[place:])
    return tuple(parts)


def _slot(
    written: str, text: nodes.Text, reader: Reader, report: Callable[[Diagnostic], None]
) -> Slot | None:
    expression, _, forms_text = written.partition(":")
    forms = tuple(form.strip() for form in forms_text.split(",")) if forms_text else ()
    span = Span(text.span.file, text.span.line, text.span.column, text.span.end_line, text.span.end_column)
    try:
        node = parse_expression(expression, span)
    except RulebookError:
        report(Diagnostic("E208", span, f"'{{{written}}}' is no expression"))
        return None
    readings = [found for found in reader.readings(node) if found.type in (*SHOWN, "wrong")]
    if not readings:
        report(Diagnostic("E208", span, f"'{{{written}}}' cannot be shown in a text"))
        return None
    if readings[0] == WRONG:
        return None
    # A name that is both a variable and a constant means the variable: {ace} is the counter.
    expr = next((found for found in readings if isinstance(found, Var)), readings[0])
    plural = expr.type == "int" and len(forms) == FORMS[text.language]
    if forms and forms != ("acc",) and not plural:
        wanted = f"{FORMS[text.language]} forms of the plural" if expr.type == "int" else "'acc' or nothing"
        report(Diagnostic("E208", span, f"'{{{written}}}': after the colon {wanted} must stand"))
        return None
    return Slot(expr, forms)
