"""Which lines of a document were read as what, in words."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from faraon.engines.explain.statements import in_order, statements
from faraon.lang.assemble import Assembly
from faraon.lang.definitions import MECHANIC, Words
from faraon.lang.document import Document, Part
from faraon.lang.library import document_in, shipped_book, source, written
from faraon.play.game import Game

TITLES = {
    "formal": Words("the formal document", "formálny dokument"),
    "draft": Words("the draft of the formal document", "náčrt formálneho dokumentu"),
    "classic": Words("the rulebook of twenty paragraphs", "pravidlá o dvadsiatich paragrafoch"),
}
REPAIRS = Words(
    "draft repairs what cannot be played in it: R1, M5, a rule to stand, the turn that passes on",
    "draft opravuje, čo sa v ňom hrať nedá: R1, M5, pravidlo stáť, odovzdanie ťahu",
)
_KINDS = {
    "definition": Words("definition", "definícia"),
    "rule": Words("rule", "pravidlo"),
    "mechanic": Words("mechanic", "mechanika"),
    "comment": Words("comment, not read", "poznámka, nečíta sa"),
    "prose": Words("prose, not read", "próza, nečíta sa"),
}
_HEADINGS = {
    "rule": Words("heading of the rules", "nadpis pravidiel"),
    "mechanic": Words("heading of the mechanics", "nadpis mechaník"),
}
_CITING = {
    "options": Words("options", "domáce pravidlá"),
    "settings": Words("settings", "nastavenia"),
    "start": Words("start card", "štartovacia karta"),
    "rule": Words("rules", "pravidlá"),
    "foul": Words("fouls", "neplatné ťahy"),
    "mechanic": Words("mechanics", "mechaniky"),
    "end": Words("end", "koniec"),
}


def tell_document(rulebook: str, language: str) -> None:
    """Says beside what a command prints by which rulebook a document is dealt and played."""
    document = document_in(rulebook)
    if document is not None:
        print(headline(document, language), file=sys.stderr)


def tell_reading(document: Document, language: str) -> Iterator[str]:
    """A line about the whole, and a table: these lines were read as that."""
    yield headline(document, language)
    yield ""
    titles = _titles(document, language)
    rows = [(lines_of(part), _read_as(part, titles, language)) for part in document.parts]
    heads = ("riadky", "prečítané ako") if language == "sk" else ("lines", "read as")
    width = max(len(lines) for lines, _ in (heads, *rows))
    for lines, read_as in (heads, *rows):
        yield f"  {lines:>{width}}  {read_as}"


def headline(document: Document, language: str) -> str:
    """What the document is, and by which rulebook it is played."""
    sk = language == "sk"
    title = TITLES[document.model].text(language) if document.model else ""
    if document.problem is not None:
        known = f"{title}; " if document.model else ""
        return f"{document.file}: {known}{document.problem.text(language)}."
    played = f"hrá sa podľa pravidiel {document.model}" if sk else f"it is played as {document.model}"
    if document.model == "classic":
        return f"{document.file}: {title}; {played}."
    if not document.verbatim:
        names = ", ".join(document.differing)
        own = (
            f"inak ako v pravidlách {document.model}: {names}"
            if sk
            else f"other than {document.model}: {names}"
        )
        around = (
            f"hrá sa podľa svojich blokov a čo nepíšu, dopĺňa {document.model}"
            if sk
            else f"it is played by its own blocks, and {document.model} adds what they leave unsaid"
        )
        return f"{document.file}: {title}, {own}; {around}."
    word = "bloky slovo od slova" if sk else "its blocks word for word"
    repaired = f" ({REPAIRS.text(language)})" if document.model == "draft" else ""
    return f"{document.file}: {title}, {word}; {played}{repaired}."


def played_by(document: Document) -> tuple[str, str]:
    """The file and the text that the checker reads for a document: its blocks, if it has any."""
    if document.model == "classic":
        return source(document.model)
    return document.file, document.rules


def lines_of(part: Part) -> str:
    return f"{part.first}" if part.first == part.last else f"{part.first}–{part.last}"


def _read_as(part: Part, titles: dict[str, str], language: str) -> str:
    if part.kind == "heading":
        heading = _HEADINGS[part.name].text(language)
        # No line of its own defines what a mechanic is.
        defines = f", {_KINDS['definition'].text(language)}: {MECHANIC.text(language)}"
        return heading + (defines if part.name == "mechanic" else "")
    if part.kind == "paragraph":
        return f"§{part.name} {titles.get(part.name, '')}".rstrip()
    kind = _KINDS[part.kind].text(language)
    if part.definition is None:
        title = titles.get(part.name, "")
        return f"{kind} {part.name}{f': {title}' if title else ''}".rstrip()
    symbol = f" ({part.definition.symbol})" if part.definition.symbol else ""
    named = f"{kind}: {part.definition.term.text(language)}{symbol}"
    if part.unread is None:
        return named
    why = part.unread.text(language)
    return f"{named}; nečíta sa, {why}" if language == "sk" else f"{named}; not read, {why}"


def _titles(document: Document, language: str) -> dict[str, str]:
    """By rule and mechanic what the model calls it; by paragraph its heading and who cites it."""
    if document.model == "classic":
        return {number: "; ".join(told) for number, told in cited(language).items()}
    if not document.verbatim:
        return {}
    book = written(shipped_book(document.model).sources)
    nodes = (*book.implications["rule"], *book.implications["mechanic"])
    return {
        node.paragraphs[0]: next((_open(one.short) for one in node.texts if one.language == language), "")
        for node in nodes
        if node.paragraphs
    }


def _open(title: str) -> str:
    """A title whose places are not filled in: the names stand for themselves.

    >>> _open("Sevens: whoever moves next draws {cnt:card,cards}.")
    'Sevens: whoever moves next draws cnt cards.'
    """

    def named(found: re.Match[str]) -> str:
        name, _, forms = found[1].partition(":")
        return f"{name} {forms.rpartition(',')[2]}".strip()

    return re.sub(r"{([^{}]*)}", named, title)


def cited(language: str) -> dict[str, list[str]]:
    """By paragraph of the rulebook: its heading, its statements, and what in ``classic`` cites it."""
    game = Game(shipped_book("classic"), 2, {})
    found: dict[str, list[str]] = {}
    numbers: dict[str, list[str]] = {}
    for said in statements(game.bound, language):
        if said.is_heading:
            found[said.paragraph] = [said.text]
        else:
            numbers.setdefault(said.paragraph, []).append(said.number)
    word = "vety" if language == "sk" else "statements"
    assembly = written(game.book.sources)
    for paragraph in sorted(found, key=in_order):
        own = numbers.get(paragraph, [])
        if own:
            found[paragraph].append(f"{word} {own[0]}–{own[-1]}" if len(own) > 1 else f"{word} {own[0]}")
        for kind, names in _citing(assembly, f"§{paragraph}"):
            found[paragraph].append(f"{_CITING[kind].text(language)}: {', '.join(names)}")
    return found


def _citing(book: Assembly, paragraph: str) -> Iterator[tuple[str, list[str]]]:
    options = [option.name for option in book.options if paragraph in option.paragraphs]
    if options:
        yield "options", options
    settings = [setting.kind for setting in book.settings if paragraph in setting.paragraphs]
    if settings:
        yield "settings", settings
    for kind, nodes in book.implications.items():
        names = [node.name for node in nodes if paragraph in node.paragraphs]
        if names:
            yield kind, names
