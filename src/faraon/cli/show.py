"""A rulebook to read in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from faraon.engines.explain.statements import statements
from faraon.lang import nodes
from faraon.lang.assemble import Assembly
from faraon.lang.format import Described, write_body, write_implication
from faraon.lang.ir import Book
from faraon.lang.library import written
from faraon.play.game import Game

HEADINGS = {
    "start": ("The start card", "Štartovacia karta"),
    "rule": ("Rules: what the player on turn may do", "Pravidlá: čo smie hráč na ťahu"),
    "foul": ("What an invalid move costs, where it is not refused", "Čo stojí neplatný ťah"),
    "mechanic": (
        "Mechanics: what follows, in this order",
        "Mechaniky: čo potom nasleduje, v tomto poradí",
    ),
    "end": ("The end", "Koniec"),
}


def show_book(game: Game, language: str) -> Iterator[str]:
    """The lines of a readable rulebook, with the options of this table."""
    book = written(game.book.sources)
    sk = language == "sk"
    title = next((one for one in book.texts if one.language == language), None)
    yield f"{title.short if title else book.name}  ({book.name})"
    if title is not None and title.long:
        yield title.long
    yield ""
    yield from _options(book, game, language)
    yield from _statements(game, language)
    yield from _before(book, language)
    yield from _listed(("The state", "Stav hry")[sk], book.state, language)
    yield from _listed(("Definitions", "Definície")[sk], book.lets, language)
    for kind, heading in HEADINGS.items():
        if book.implications[kind]:
            yield heading[sk].upper()
            for node in book.implications[kind]:
                yield from _implication(book, node, language)
            yield ""


def show_texts(book: Book) -> Iterator[str]:
    """The texts of a rulebook as they were written: its own first, then those that it includes."""
    for number, (file, text) in enumerate(book.sources.items()):
        yield from ([""] if number else []) + [f"# {'=' * 20} {file}", "", *text.rstrip("\n").split("\n")]


def _words(texts: tuple[nodes.Text, ...], language: str) -> nodes.Text | None:
    return next((one for one in texts if one.language == language), texts[0] if texts else None)


def _options(book: Assembly, game: Game, language: str) -> Iterator[str]:
    if not book.options:
        return
    yield "DOMÁCE PRAVIDLÁ" if language == "sk" else "HOUSE RULES"
    for option in book.options:
        words = _words(option.texts, language)
        chosen = game.options[option.name]
        cited = f"  ({', '.join(option.paragraphs)})" if option.paragraphs else ""
        yield f"  {option.name}: {words.short if words else ''}{cited}"
        if words is not None and words.long:
            yield f"      {words.long}"
        value_texts = dict(option.value_texts)
        for value in dict.fromkeys((*option.values, chosen)):
            said = _words(value_texts.get(value, ()), language)
            mark = "*" if value == chosen else " "
            yield f"    {mark} {value}{f' – {said.short}' if said else ''}"
        if option.range is not None:
            yield f"      {option.range[0]} … {option.range[1]}"
    yield "  (* = platí)" if language == "sk" else "  (* = in force)"
    yield ""


def _statements(game: Game, language: str) -> Iterator[str]:
    said = statements(game.bound, language)
    if not said:
        return
    yield "PRAVIDLÁ SLOVAMI" if language == "sk" else "THE RULES IN WORDS"
    paragraph = ""
    for one in said:
        if one.paragraph != paragraph:
            paragraph = one.paragraph
            yield f"  §{paragraph}  {one.text if one.is_heading else ''}".rstrip()
        if not one.is_heading:
            yield f"    {one.number:>5}  {one.text}"
    yield ""


def _before(book: Assembly, language: str) -> Iterator[str]:
    """Who plays with which cards, how they are dealt and turned, and which tables there cannot be."""
    yield "PRED HROU" if language == "sk" else "BEFORE THE GAME"
    yield f"  –  players: {book.players[0]}..{book.players[1]}"
    if book.deck is not None:
        yield _statement("deck", book.deck)
    for setting in book.settings:
        yield _statement(setting.kind, setting)
    for forbid in book.forbids:
        yield _statement(f"forbid {forbid.name}", forbid, _words(forbid.texts, language))
    yield ""


def _listed(heading: str, declared: Sequence[nodes.State | nodes.Let], language: str) -> Iterator[str]:
    if not declared:
        return
    yield heading.upper()
    for node in declared:
        each = "[i]" if isinstance(node, nodes.State) and node.each else ""
        yield _statement(node.name + each, node, _words(node.texts, language))
    yield ""


def _statement(head: str, node: Described, words: nodes.Text | None = None) -> str:
    said = f"  – {words.short}" if words else ""
    return f"  {', '.join(node.paragraphs) or '–'}  {head}: {' '.join(write_body(node))}{said}"


def _implication(book: Assembly, node: nodes.Implication, language: str) -> Iterator[str]:
    words = _words(node.texts, language)
    yield f"  {', '.join(node.paragraphs) or '–'}  {node.name}: {words.short if words else ''}".rstrip(": ")
    for line in own_words(book, node):
        yield f"      {line}"


def own_words(book: Assembly, node: nodes.Implication) -> list[str]:
    """What an implication says; one of a document in the document's own words."""
    lines = book.sources[node.span.file].split("\n")[node.span.line - 1 : node.span.end_line]
    own = [line.strip() for line in lines]
    return [own[0].lstrip("- "), *own[1:]] if own[0].startswith("-") else write_implication(node)
