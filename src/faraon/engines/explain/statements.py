"""The rulebook in words: the numbered statements that hold at a table, their places filled in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from faraon.engines.explain.stepper import show_value
from faraon.engines.rules import Bound
from faraon.lang import ir


@dataclass(frozen=True, slots=True)
class Said:
    """One statement; those numbered N.0 are the headings of their paragraphs."""

    number: str
    text: str

    @property
    def paragraph(self) -> str:
        """The number of its paragraph.

        >>> Said("13.4", "With that the seven is used up.").paragraph
        '13'
        """
        return self.number.partition(".")[0]

    @property
    def is_heading(self) -> bool:
        return not self.number.partition(".")[2].strip("0")


def in_order(number: str) -> list[tuple[int, str]]:
    """Sorts numbers of statements and paragraphs as people count, however many digits they have.

    >>> sorted(["2.10", "10.1", "2.9"], key=in_order)
    ['2.9', '2.10', '10.1']
    """
    digits = [part.lstrip("0") for part in number.split(".")]
    return [(len(part), part) for part in digits]


def fill(bound: Bound, template: ir.Template, language: str) -> tuple[str | ir.Slot, ...]:
    """A text with those places filled in that the options decide."""
    parts: list[str | ir.Slot] = []
    for part in template:
        if isinstance(part, ir.Slot):
            expr = bound.fold(part.expr)
            if isinstance(expr, ir.Const) and isinstance(expr.value, int):
                parts.append(show_value(part, expr.value, language))
            else:
                parts.append(replace(part, expr=expr))
        else:
            parts.append(part)
    return tuple(parts)


def in_language(texts: ir.Texts, language: str) -> tuple[ir.Template, str]:
    """The short text in this language, or in the other one if there is no other, and which it is."""
    template = texts.sk if language == "sk" else texts.en
    other = "en" if language == "sk" else "sk"
    return (template, language) if template else (texts.sk if other == "sk" else texts.en, other)


def statements(bound: Bound, language: str) -> list[Said]:
    """The statements in force, in their order."""
    said = []
    for statement in bound.book.says:
        if bound.fold(statement.condition) != ir.FALSE:
            template, spoken = in_language(statement.texts, language)
            text = "".join(part for part in fill(bound, template, spoken) if isinstance(part, str))
            said.append(Said(statement.number, text))
    return sorted(said, key=lambda statement: in_order(statement.number))
