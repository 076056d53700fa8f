"""Texts with places to fill in: ``"draw {owed:card,cards}"``.

After a colon come the plural forms (English two, Slovak three: 1, 2-4, 5 and more; the number goes before
them), or ``acc`` for the accusative. ``{{`` and ``}}`` are braces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from faraon.lang import nodes
from faraon.lang.errors import Diagnostic, Report, RulebookError, Span
from faraon.lang.ir import TRUE, Expr, Sentence, Slot, Template, Texts, Var
from faraon.lang.names import describe
from faraon.lang.parse import parse_expression
from faraon.lang.read import Reader
from faraon.lang.scope import WRONG

FORMS = {"en": 2, "sk": 3}
"""How many plural forms a language has."""

EXAMPLES = {"en": "card,cards", "sk": "kartu,karty,kariet"}

SHOWN = ("int", "suit", "value", "card", "seat")
"""The types that a text can show."""

_PIECE = re.compile(r"\{\{|\}\}|\{(?P<slot>[^{}]*)\}|[{}]")


def read_texts(texts: Iterable[nodes.Text], reader: Reader, report: Report, both: bool = True) -> Texts:
    """The texts of a statement, in both languages unless a document speaks only one."""
    found: dict[str, Template] = {}
    for text in texts:
        if text.language in found:
            report(Diagnostic("E205", text.span, f"two texts in one language ({text.language})"))
        found[text.language] = _Text(text, 0, reader, report).template()
        if text.long is not None:
            found[text.language + "_long"] = _Text(text, 1, reader, report).template()
    if both and found:
        _in_both_languages(found, tuple(texts), report)
    return Texts(**found)


def read_sentence(node: nodes.Sentence, reader: Reader, report: Report) -> Sentence:
    """What is said under a condition."""
    condition = TRUE if node.condition is None else reader.condition(node.condition)
    return Sentence(condition, read_texts(node.texts, reader, report), node.span)


def _in_both_languages(found: Iterable[str], texts: tuple[nodes.Text, ...], report: Report) -> None:
    for first, second in (("en", "sk"), ("sk", "en")):
        span = next((text.span for text in texts if text.language == first), texts[0].span)
        if first in found and second not in found:
            report(Diagnostic("W303", span, f"no text in the other language ({second})"))
        elif f"{first}_long" in found and f"{second}_long" not in found:
            report(Diagnostic("W303", span, f"no second text in the other language ({second})"))


class _Text:
    """One string, which is taken apart."""

    def __init__(self, text: nodes.Text, number: int, reader: Reader, report: Report) -> None:
        self.language = text.language
        self.string = text.short if number == 0 or text.long is None else text.long
        self.place = text.places[number] if text.places else text.span
        self.reader = reader
        self.report = report

    def span(self, start: int, end: int) -> Span:
        """The place of a part of the string, which follows its quote on one line."""
        first = self.place.column + 1
        return Span(self.place.file, self.place.line, first + start, self.place.line, first + end)

    def error(self, start: int, end: int, message: str, hint: str = "") -> None:
        self.report(Diagnostic("E208", self.span(start, end), message, hint))

    def template(self) -> Template:
        parts: list[str | Slot] = []
        place = 0
        for match in _PIECE.finditer(self.string):
            if match.start() > place:
                parts.append(self.string[place : match.start()])
            place = match.end()
            if match.group() in ("{{", "}}"):
                parts.append(match.group()[0])
            elif match["slot"] is None:
                hint = f"write it twice to show it: {match.group() * 2}"
                self.error(match.start(), match.end(), f"a lone '{match.group()}' in a text", hint)
            else:
                slot = self._slot(match["slot"], match.start(), match.end())
                if slot is not None:
                    parts.append(slot)
        if place < len(self.string):
            parts.append(self.string[place:])
        return tuple(parts)

    def _slot(self, written: str, start: int, end: int) -> Slot | None:
        expression, colon, forms_text = written.partition(":")
        forms = tuple(form.strip() for form in forms_text.split(",")) if colon else ()
        try:
            node = parse_expression(expression, self.span(start + 1, start + 1 + len(expression)))
        except RulebookError as error:
            self.error(start, end, f"'{{{written}}}' is not an expression", error.diagnostics[0].hint)
            return None
        readings = self.reader.readings(node)
        if WRONG in readings:
            return None
        shown = [found for found in readings if found.type in SHOWN]
        if not shown:
            what = describe(readings[0].type)
            self.error(start, end, f"'{{{written}}}' cannot be shown in a text: it is {what}")
            return None
        # A name that is both a variable and a constant means the variable: {ace} is the counter.
        expr = next((found for found in shown if isinstance(found, Var)), shown[0])
        if colon and not self._fit(expr, forms):
            wanted = f"the {FORMS[self.language]} forms of the plural must stand"
            if expr.type != "int":
                wanted = "only 'acc' is allowed, for the accusative"
            hint = (
                f"{{{expression}:{EXAMPLES[self.language]}}}"
                if expr.type == "int"
                else f"{{{expression}:acc}}"
            )
            self.error(start, end, f"'{{{written}}}': after the colon {wanted}", hint)
            return None
        return Slot(expr, forms)

    def _fit(self, expr: Expr, forms: tuple[str, ...]) -> bool:
        if expr.type == "int":
            return len(forms) == FORMS[self.language] and all(forms)
        return forms == ("acc",)
