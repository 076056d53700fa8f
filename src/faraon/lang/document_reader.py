"""A document read whole: prose is skipped, definitions, blocks and paragraphs are found, line by line.

Three are known: the formal document (English), its draft (Slovak) and the rulebook of twenty paragraphs.
Prose is never interpreted: a definition is known by its first words, a paragraph by its number.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from faraon.lang.definitions import DEAL, DRAFT, FIRST_VALUES, FORMAL, TUPLES, Definition, Words
from faraon.lang.document import Document, Part
from faraon.lang.incomplete import cut, missing_block, not_ours, wrong_paragraphs
from faraon.limits import MAX_SOURCE

HEADS = {
    ("formal", "rule"): re.compile(r"Rules:"),
    ("formal", "mechanic"): re.compile(r"Game mechanics(\s*\(.*\))?:?"),
    ("draft", "rule"): re.compile(r"Pravidlá:"),
    ("draft", "mechanic"): re.compile(r"Herné mechaniky(\s*\(.*\))?:?"),
}
"""The heading of a block, alone in its line: of which model, and what stands beneath."""
DEFINITIONS = {"formal": FORMAL, "draft": DRAFT}
ITEM = re.compile(r"\s*-(?=[\s(]|$)")
"""A ``-`` begins a rule or a mechanic."""
CONTINUED = re.compile(r"\s*(->|[&|])")
"""A line with which a rule or a mechanic goes on."""
PARAGRAPH = re.compile(r"\s*\(([1-9][0-9]?)\)\s")
TUPLE = re.compile(r"\bG?S = \(([^()]*)\)")
FIRST = re.compile(r"\b(\w{1,30}(?:\[\w{1,30}\])?) = (\w{1,30}(?:\[\w{1,30}\])?)")
"""A first value, as ``suit = TOP[suit]``."""
LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def is_document(text: str) -> bool:
    """Whether a text is not a rulebook: its first line that is not a comment begins no statement."""
    lines = (line for line in plain(text).split("\n") if line.strip() and not re.match(r"\s*#(\s|$)", line))
    first = next(lines, "")
    if first.startswith("rulebook "):
        return False  # and nobody needs the parser
    from faraon.lang.grammar import statement_start

    return bool(_headed(first)) or not statement_start().match(first)


def plain(text: str) -> str:
    """The text without a byte order mark, with one kind of line end, letters and accents in one sign."""
    return unicodedata.normalize("NFC", LINE_ENDS.sub("\n", text.removeprefix("\ufeff")))


def read_document(file: str, text: str) -> Document:
    """A document part by part, not yet held against its model (:func:`compared`)."""
    if len(text) > MAX_SOURCE:
        too_long = Words("it is too long to be a document", "na dokument je to pridlhé")
        return Document(file, (), "", (), too_long)
    lines = tuple(plain(text).rstrip("\n").split("\n"))
    models = {model for line in lines for model, _ in _headed(line)}
    model = next(iter(sorted(models)), "") or _defined(lines)
    if model:
        parts = [_held_against(model, part, lines) for part in _join(_formal_parts(lines, model))]
        document = Document(file, lines, model, tuple(parts))
        return replace(document, problem=missing_block(document, models))
    if any(PARAGRAPH.match(line) for line in lines):
        document = Document(file, lines, "classic", tuple(_join(_paragraphs(lines))))
        return replace(document, problem=wrong_paragraphs(document))
    document = Document(file, lines, "", tuple(_join(_prose(lines))))
    return replace(document, problem=not_ours(document))


def compared(document: Document, known: Sequence[tuple[str, str]]) -> Document:
    """The document after its blocks were held against those of its model."""
    if document.problem is not None or document.model == "classic":
        return document
    items = document.items()
    if items == list(known):
        return replace(document, verbatim=True)
    own, model = dict(items), dict(known)
    differing = tuple(name for name in {**model, **own} if own.get(name) != model.get(name))
    return replace(document, problem=cut(document, items, known), differing=differing)


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
        heading = _heading(line, model)
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


def _headed(line: str) -> list[tuple[str, str]]:
    """Of which model a line is a heading, and of what; none if it is not."""
    return [of for of, head in HEADS.items() if head.fullmatch(line.strip())]


def _heading(line: str, model: str) -> str:
    return next((kind for of, kind in _headed(line) if of == model), "")


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
    if part.definition is None:
        return part
    text, symbol = " ".join(lines[part.first - 1 : part.last]), part.definition.symbol
    if symbol in TUPLES and (named := TUPLE.search(text)):
        names = tuple(name.strip() for name in named[1].split(","))
        return _differing(part, model, names, TUPLES[symbol])
    if part.definition.term == DEAL and (given := dict(FIRST.findall(text))):
        return _differing(part, model, _pairs(given), _pairs(FIRST_VALUES[model]))
    return part


def _pairs(values: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"{name} = {value}" for name, value in values.items())


def _differing(part: Part, model: str, given: tuple[str, ...], known: tuple[str, ...]) -> Part:
    if given == known:
        return part
    own = ", ".join(known)
    words = Words(f"{model} has {own}", f"{model} má {own}")
    return replace(part, unread=words)
