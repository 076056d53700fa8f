"""A document of the game: which of its lines are what, and by which model it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from faraon.lang.definitions import Definition, Words
from faraon.words import counted


@dataclass(frozen=True, slots=True)
class Part:
    """Some lines of a document, counted from 1, and what they were read as."""

    kind: str
    """``definition``, ``heading``, ``rule``, ``mechanic``, ``comment``, ``paragraph`` or ``prose``."""
    first: int
    last: int
    name: str = ""
    """The citation of a rule or a mechanic (``R1``), the number of a paragraph, what a heading is of."""
    definition: Definition | None = None
    unread: Words | None = None
    """Why a definition was not taken over: the model has something else there."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text that is no rulebook, part by part."""

    file: str
    lines: tuple[str, ...]
    model: str
    """The rulebook that it is the document of; empty if it is none of the three."""
    parts: tuple[Part, ...]
    problem: Words | None = None
    """Why it is not played: it is cut, or it is something else."""
    verbatim: bool = False
    """Its blocks are those of the model, word for word."""
    differing: tuple[str, ...] = ()
    """The rules and mechanics that are not those of the model: others, more, or missing ones."""

    @property
    def known(self) -> bool:
        """It is one of the three, and whole: its model plays it."""
        return self.problem is None and (self.verbatim or self.model == "classic")

    @property
    def rules(self) -> str:
        """The blocks alone as a rulebook, each at its line."""
        kept = {
            number
            for part in self.parts
            if part.kind in ("heading", "rule", "mechanic", "comment")
            for number in range(part.first, part.last + 1)
        }
        return "\n".join(line if number in kept else "" for number, line in enumerate(self.lines, 1)) + "\n"

    def of_kind(self, kind: str) -> list[Part]:
        return [part for part in self.parts if part.kind == kind]

    def items(self) -> list[tuple[str, str]]:
        """The rules and mechanics in their order, their comments left out and the spaces evened out."""
        return [
            (part.name, _even(self.lines[part.first - 1 : part.last]))
            for part in self.parts
            if part.kind in ("rule", "mechanic")
        ]

    def found(self, language: str) -> str:
        """How much of what it has, in words.

        >>> from faraon.lang.document_reader import read_document
        >>> read_document("note.txt", "Rules:\\n- () -> draw 1 cards from ST\\nThat is all.").found("en")
        '1 rule, 1 line of prose'
        """
        counts = Counter({part.kind: 0 for part in self.parts})
        for part in self.parts:
            counts[part.kind] += part.last - part.first + 1 if part.kind == "prose" else 1
        told = [counted(counts[kind], forms[language]) for kind, forms in _FORMS.items() if counts[kind]]
        return ", ".join(told) or {"en": "nothing", "sk": "nič"}[language]


_FORMS = {
    "definition": {"en": ("definition", "definitions"), "sk": ("definícia", "definície", "definícií")},
    "rule": {"en": ("rule", "rules"), "sk": ("pravidlo", "pravidlá", "pravidiel")},
    "mechanic": {"en": ("mechanic", "mechanics"), "sk": ("mechanika", "mechaniky", "mechaník")},
    "paragraph": {"en": ("paragraph", "paragraphs"), "sk": ("paragraf", "paragrafy", "paragrafov")},
    "prose": {
        "en": ("line of prose", "lines of prose"),
        "sk": ("riadok prózy", "riadky prózy", "riadkov prózy"),
    },
}


def _even(lines: Sequence[str]) -> str:
    told = (line for line in lines if not line.lstrip().startswith("#"))
    return " ".join(" ".join(told).split())
