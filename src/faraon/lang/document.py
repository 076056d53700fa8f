"""A document read whole: prose is skipped, definitions, blocks and paragraphs are found, line by line.

Three are known: the formal document (English), its draft (Slovak) and the rulebook of twenty paragraphs.
Prose is never interpreted: a definition is known by its first words, a paragraph by its number.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from faraon.lang.definitions import DEAL, DRAFT, FIRST_VALUES, FORMAL, TUPLES, Definition, Words
from faraon.limits import MAX_SOURCE
from faraon.words import counted

HEADS = {
    ("formal", "rule"): re.compile(r"\s*Rules:\s*"),
    ("formal", "mechanic"): re.compile(r"\s*Game mechanics\s*(\(.*\))?:?\s*"),
    ("draft", "rule"): re.compile(r"\s*Pravidlá:\s*"),
    ("draft", "mechanic"): re.compile(r"\s*Herné mechaniky\s*(\(.*\))?:?\s*"),
}
"""The heading of a block, alone in its line: of which model, and what stands beneath."""
HEADINGS = {"formal": ("Rules:", "Game mechanics"), "draft": ("Pravidlá:", "Herné mechaniky")}
DEFINITIONS = {"formal": FORMAL, "draft": DRAFT}
ITEM = re.compile(r"\s*-(?=[\s(]|$)")
"""A ``-`` begins a rule or a mechanic."""
CONTINUED = re.compile(r"\s*(->|[&|])")
"""A line with which a rule or a mechanic goes on."""
PARAGRAPH = re.compile(r"\s*\(([1-9][0-9]?)\)\s")
PARAGRAPHS = 20
FAR = "….far"
"""The name of a rulebook, which is read as it is."""
TUPLE = re.compile(r"\b(GS|S) = \(([^()]*)\)")
FIRST = re.compile(r"(\w+(?:\[\w+\])?) = (\w+(?:\[\w+\])?)")
"""A first value, as ``suit = TOP[suit]``."""
SPEAKS_OF = {
    7: "štartovac",
    11: "dolník",
    12: "es",
    13: "červen",
    14: "sedm",
    15: "horník",
    16: "spálen",
    17: "kamufl",
    18: "pajchel",
    20: "olymp",
}
"""A word of a paragraph of the rulebook, as far as it is never inflected."""
LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


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


def is_document(text: str) -> bool:
    """Whether a text is not a rulebook: its first line that is not a comment begins no statement."""
    lines = (line for line in plain(text).split("\n") if line.strip() and not re.match(r"\s*#(\s|$)", line))
    first = next(lines, "")
    if first.startswith("rulebook "):
        return False  # and nobody needs the parser
    from faraon.lang.grammar import statement_start

    return any(head.fullmatch(first) for head in HEADS.values()) or not statement_start().match(first)


def plain(text: str) -> str:
    """The text without a byte order mark, with one kind of line end, letters and accents in one sign."""
    return unicodedata.normalize("NFC", LINE_ENDS.sub("\n", text.removeprefix("\ufeff")))


def read_document(file: str, text: str) -> Document:
    """A document part by part, not yet held against its model (:func:`compared`)."""
    if len(text) > MAX_SOURCE:
        too_long = Words("it is too long to be a document", "na dokument je to pridlhé")
        return Document(file, (), "", (), too_long)
    lines = tuple(plain(text).rstrip("\n").split("\n"))
    models = {model for line in lines for (model, _), head in HEADS.items() if head.fullmatch(line)}
    model = next(iter(sorted(models)), "") or _defined(lines)
    if model:
        parts = [_held_against(model, part, lines) for part in _join(_formal_parts(lines, model))]
        return _judged_blocks(Document(file, lines, model, tuple(parts)), models)
    if any(PARAGRAPH.match(line) for line in lines):
        document = Document(file, lines, "classic", tuple(_join(_paragraphs(lines))))
        return replace(document, problem=_paragraph_problem(document))
    document = Document(file, lines, "", tuple(_join(_prose(lines))))
    return replace(document, problem=_not_ours(document))


def compared(document: Document, known: Sequence[tuple[str, str]]) -> Document:
    """The document after its blocks were held against those of its model."""
    if document.problem is not None or document.model == "classic":
        return document
    items = document.items()
    if items == list(known):
        return replace(document, verbatim=True)
    own, model = dict(items), dict(known)
    differing = tuple(name for name in {**model, **own} if own.get(name) != model.get(name))
    return replace(document, problem=_cut(document, items, known), differing=differing)


def _even(lines: Sequence[str]) -> str:
    told = (line for line in lines if not line.lstrip().startswith("#"))
    return " ".join(" ".join(told).split())


# --------------------------------------------------------------------------------------------------- parts


def _defined(lines: Sequence[str]) -> str:
    """The model with the most definitions in the text; none if there is only one, as in any prose."""
    found = Counter(
        {model: sum(1 for line in lines if _definition(line, model) is not None) for model in DEFINITIONS}
    )
    model, most = found.most_common(1)[0]
    return model if most > 1 else ""


def _definition(line: str, model: str) -> Definition | None:
    for definition in DEFINITIONS[model]:
        if re.match(rf"\s*{definition.begins}", line, re.IGNORECASE):
            return definition
    return None


def _formal_parts(lines: Sequence[str], model: str) -> Iterator[Part]:
    """Line by line; lines that belong together are joined later."""
    block, count, defining = "", Counter[str](), None
    for number, line in enumerate(lines, 1):
        heading = next(
            (kind for (of, kind), head in HEADS.items() if of == model and head.fullmatch(line)), ""
        )
        if heading:
            block, defining = heading, None
            yield Part("heading", number, number, heading)
        elif not line.strip():
            defining = None
        elif block and ITEM.match(line):
            count[block] += 1
            yield Part(block, number, number, f"{block[0].upper()}{count[block]}")
        elif block and line.lstrip().startswith("#"):
            yield Part("comment", number, number)
        elif block and count[block] and CONTINUED.match(line):
            yield Part(block, number, number, f"{block[0].upper()}{count[block]}")
        else:
            block = ""
            defining = _definition(line, model) or defining
            yield Part("prose" if defining is None else "definition", number, number, "", defining)


def _heading(line: str, model: str) -> str:
    return next((kind for (of, kind), head in HEADS.items() if of == model and head.fullmatch(line)), "")


def _paragraphs(lines: Sequence[str]) -> Iterator[Part]:
    inside = ""
    for number, line in enumerate(lines, 1):
        found = PARAGRAPH.match(line)
        if found:
            inside = found[1]
        elif not line.strip():
            inside = ""
            continue
        yield Part("paragraph" if inside else "prose", number, number, inside)


def _prose(lines: Sequence[str]) -> Iterator[Part]:
    return (Part("prose", number, number) for number, line in enumerate(lines, 1) if line.strip())


def _join(parts: Iterator[Part]) -> Iterator[Part]:
    """Lines of one part together; a comment belongs to the rule beneath it."""
    waiting: Part | None = None
    for part in parts:
        if waiting is None:
            waiting = part
        elif _alike(waiting, part):
            waiting = replace(waiting, last=part.last)
        elif waiting.kind == "comment" and part.kind in ("rule", "mechanic"):
            waiting = replace(part, first=waiting.first)
        else:
            yield waiting
            waiting = part
    if waiting is not None:
        yield waiting


def _alike(one: Part, other: Part) -> bool:
    return (one.kind, one.name, one.definition) == (other.kind, other.name, other.definition)


def _held_against(model: str, part: Part, lines: Sequence[str]) -> Part:
    """The state and its first values are written in a notation: they are compared with those of the model."""
    text = " ".join(lines[part.first - 1 : part.last])
    named = TUPLE.search(text) if part.definition is not None and part.definition.symbol in TUPLES else None
    if named is not None and named[1] in TUPLES:
        names = tuple(name.strip() for name in named[2].split(","))
        return _differing(part, model, names, TUPLES[named[1]])
    if part.definition is not None and part.definition.term == DEAL:
        given = {" ".join(name.split()): value for name, value in FIRST.findall(text)}
        known = FIRST_VALUES[model]
        return _differing(part, model, _pairs(given), _pairs(known)) if given else part
    return part


def _pairs(values: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"{name} = {value}" for name, value in values.items())


def _differing(part: Part, model: str, given: tuple[str, ...], known: tuple[str, ...]) -> Part:
    if given == known:
        return part
    own = ", ".join(known)
    words = Words(f"{model} has {own}", f"{model} má {own}")
    return replace(part, unread=words)


# ------------------------------------------------------------------------------------------------ problems


def _not_ours(document: Document) -> Words:
    en, sk = (document.found(language) for language in ("en", "sk"))
    return Words(
        "this is neither a rulebook nor one of the documents: no block 'Rules:' or 'Pravidlá:', "
        f"no definitions, no paragraphs (1) to ({PARAGRAPHS}); found: {en}",
        "toto nie sú pravidlá ani žiadny z dokumentov: chýba blok 'Rules:' alebo 'Pravidlá:', definície aj "
        f"paragrafy (1) až ({PARAGRAPHS}); našlo sa: {sk}",
    )


def _judged_blocks(document: Document, models: set[str]) -> Document:
    rules, mechanics = HEADINGS[document.model]
    heads = [part.name for part in document.of_kind("heading")]
    last = max((part.last for part in document.parts), default=1)
    if len(models) > 1:
        both = Words(
            "it has blocks of both the formal document and the draft: give each a file of its own",
            "má bloky formálneho dokumentu aj náčrtu: daj každý do vlastného súboru",
        )
        return replace(document, problem=both)
    for kind, heading in (("rule", rules), ("mechanic", mechanics)):
        if kind not in heads or not document.of_kind(kind):
            en, sk = (document.found(language) for language in ("en", "sk"))
            nothing = Words(
                f"it is cut: it ends in line {last} without the block '{heading}'; found: {en}",
                f"je useknutý: končí sa riadkom {last} bez bloku '{heading}'; našlo sa: {sk}",
            )
            return replace(document, problem=nothing)
    return document


def _cut(document: Document, items: list[tuple[str, str]], known: Sequence[tuple[str, str]]) -> Words | None:
    """What is missing, if the document is the beginning of its model's."""
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(items, known, strict=False))))
    if same < len(items) - 1 or len(items) > len(known):
        return None  # it says something else: a version of its own
    name, text = items[-1]
    whole = same == len(items)
    if not whole and not (known[same][0] == name and known[same][1].startswith(text)):
        return None
    line = next(part.last for part in reversed(document.parts) if part.name == name)
    missing = [cited for cited, _ in known[same:]]
    rest = missing[0] if len(missing) == 1 else f"{missing[0]} – {missing[-1]}"
    where, kde = ("after", "za") if whole else ("in the middle of", "uprostred")
    return Words(
        f"it is cut {where} {name} (line {line}); missing: {rest}. "
        f"If that is meant, put its blocks into a file {FAR}",
        f"je useknutý {kde} {name} (riadok {line}); chýba: {rest}. "
        f"Ak to tak má byť, daj bloky do súboru {FAR}",
    )


def _paragraph_problem(document: Document) -> Words | None:
    found = document.of_kind("paragraph")
    numbers = [int(part.name) for part in found]
    wanted = list(range(1, PARAGRAPHS + 1))
    if numbers != wanted:
        return _miscounted(found, numbers, wanted)
    for part in found:
        word = SPEAKS_OF.get(int(part.name), "")
        if word not in " ".join(document.lines[part.first - 1 : part.last]).lower():
            number, line = part.name, part.first
            return Words(
                f"this is not the rulebook of Faraón: in §{number} (line {line}) there is no '{word}…'",
                f"toto nie sú pravidlá faraóna: v §{number} (riadok {line}) chýba '{word}…'",
            )
    ending = document.lines[found[-1].last - 1].rstrip(" \t*)“”\"'’")
    if not ending.endswith((".", "!", "?", "…")):
        return Words(
            f"it is cut: §{PARAGRAPHS} (line {found[-1].last}) ends in the middle of a sentence",
            f"je useknutý: §{PARAGRAPHS} (riadok {found[-1].last}) sa končí uprostred vety",
        )
    return None


def _miscounted(found: list[Part], numbers: list[int], wanted: list[int]) -> Words:
    last = found[-1]
    if numbers == wanted[: len(numbers)]:
        end, koniec = f"§{last.name} (line {last.last})", f"§{last.name} (riadok {last.last})"
        return Words(
            f"it is cut: the paragraphs end with {end}, the rulebook has {PARAGRAPHS}",
            f"je useknutý: paragrafy sa končia {koniec}, pravidlá ich majú {PARAGRAPHS}",
        )
    at = next((n for n, (one, other) in enumerate(zip(numbers, wanted, strict=False)) if one != other), -1)
    line, number = found[at].first, numbers[at]
    instead = (f" instead of §{wanted[at]}", f" namiesto §{wanted[at]}") if at >= 0 else ("", "")
    return Words(
        f"these are not the paragraphs (1) to ({PARAGRAPHS}): line {line} has §{number}{instead[0]}",
        f"toto nie sú paragrafy (1) až ({PARAGRAPHS}): v riadku {line} je §{number}{instead[1]}",
    )
