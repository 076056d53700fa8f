"""What the checker has to say: a code, a place, a sentence and a hint."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a rulebook: lines and columns count from 1, the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


CODES = {
    "E101": "this is not the rule language",
    "E102": "a character that the language does not have",
    "E103": "an included rulebook is missing or includes itself",
    "E104": "a rulebook must name itself once, in its first statement",
    "E201": "an unknown name",
    "E202": "types that do not go together",
    "E203": "a name that may mean several things here",
    "E204": "something that cannot be assigned",
    "E205": "two of the same kind with one name or one role",
    "E206": "nothing of this name to override, drop, or be placed beside",
    "E207": "an effect that is not allowed here",
    "E208": "a broken text",
    "E209": "a value outside its declared range",
    "E210": "a name that cannot be read here",
    "E211": "a bad index",
    "E212": "a rule that lays no cards, draws none and says no word",
    "E213": "a required part is missing",
    "E214": "a role that is neither known nor one of your own",
    "E215": "something that cannot be shown to everyone",
    "E216": "a suit, a value or a card that is not in the deck",
    "E217": "a deck that is too small to deal",
    "W301": "a rule or mechanic that can never apply",
    "W302": "something had to be read into the text",
    "W303": "a condition without a sentence for the player",
    "W304": "a definition that nothing uses",
    "W305": "a number in a sentence that may be 0 when it is said",
    "W306": "rules in words that tell of something that was overridden or dropped",
    "W307": "a new debt or stop that no sentence tells of",
    "W308": "an overriding rule without the occasion of the one that it overrides",
}
"""Every code of the checker; the reference page lists the same."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding of the checker."""

    code: str
    span: Span
    message: str
    hint: str = ""

    @property
    def is_error(self) -> bool:
        return self.code.startswith("E")

    def moved(self, lines: int) -> Diagnostic:
        """The same finding some lines below."""
        span = self.span
        return replace(self, span=replace(span, line=span.line + lines, end_line=span.end_line + lines))

    def show(self, source: str) -> str:
        """The finding in the manner of a compiler: the line, a caret beneath, and the hint."""
        lines = source.split("\n")
        kind = "error" if self.is_error else "warning"
        out = [f"{kind}[{self.code}]: {self.message}", f"  --> {self.span}"]
        if 0 < self.span.line <= len(lines):
            text = lines[self.span.line - 1].rstrip()
            number = f"{self.span.line:>4} | "
            first = self.span.column - 1
            last = self.span.end_column - 1 if self.span.end_line == self.span.line else len(text)
            before = "".join("\t" if char == "\t" else " " * _width(char) for char in text[:first])
            carets = "^" * max(1, sum(map(_width, text[first:last])))
            out += [f"{number}{text}", " " * (len(number) - 2) + "| " + before + carets]
        if self.hint:
            out.append(f"  = {self.hint}")
        return "\n".join(out)


def _width(char: str) -> int:
    """How many places a character takes on a terminal.

    >>> [_width(char) for char in ("ľ", "\\u030c", "牌")]
    [1, 0, 2]
    """
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


Report = Callable[[Diagnostic], None]
"""Whoever finds something reports it, and goes on."""


class RulebookError(ValueError):
    """A rulebook that does not pass the checker; ``diagnostics`` says why."""

    def __init__(self, diagnostics: Iterable[Diagnostic], sources: dict[str, str]) -> None:
        self.diagnostics = tuple(diagnostics)
        self.sources = sources
        super().__init__(show_all(self.diagnostics, sources))

    def __reduce__(self) -> tuple[type[RulebookError], tuple[tuple[Diagnostic, ...], dict[str, str]]]:
        return type(self), (self.diagnostics, self.sources)


def show_all(diagnostics: Iterable[Diagnostic], sources: dict[str, str]) -> str:
    """All findings, each with its line."""
    return "\n\n".join(found.show(sources.get(found.span.file, "")) for found in diagnostics)


def nearest(word: str, candidates: Iterable[str], alike: float = 0.65) -> str:
    """The candidate nearest to a mistyped word, or ``""`` if none is at least this ``alike``.

    >>> nearest("seven_card", ["ace_two", "seven_cards"])
    'seven_cards'
    """
    close = difflib.get_close_matches(word, list(candidates), n=1, cutoff=alike)
    return close[0] if close else ""


def did_you_mean(word: str, candidates: Iterable[str], language: str = "en") -> str:
    """A hint with the nearest candidate, or with all of them when none is near.

    >>> did_you_mean("askk", ["ask", "free"])
    "did you mean 'ask'?"
    >>> did_you_mean("zzz", ["ask", "free"], "sk")
    'možnosti: ask, free'
    """
    known = list(candidates)
    close = nearest(word, known)
    if language == "sk":
        return f"nemalo to byť '{close}'?" if close else f"možnosti: {', '.join(known)}"
    return f"did you mean '{close}'?" if close else f"one of: {', '.join(known)}"
