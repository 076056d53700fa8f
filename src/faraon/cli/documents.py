"""``faraon documents``: what the documents define and what it became, and a move as they understand it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from faraon.cli.reading import TITLES, cited, headline, lines_of
from faraon.cli.show import own_words
from faraon.engines.errors import GameError
from faraon.engines.explain.stepper import Stepper
from faraon.lang import nodes
from faraon.lang.assemble import Assembly
from faraon.lang.definitions import MECHANIC, MECHANIC_BECAME, Definition, Words
from faraon.lang.document import Document
from faraon.lang.document_reader import DEFINITIONS
from faraon.lang.errors import did_you_mean
from faraon.lang.library import book_of_document, document_in, shipped_book, written
from faraon.lang.readings import READ_INTO
from faraon.play.documents import document_tuple, find_tuple
from faraon.play.game import Game
from faraon.play.state import State

MODELS = ("formal", "draft", "classic")
EXAMPLE = {
    "hands": [["b7", "h7", "lK"], ["a9", "hX"]],
    "pile": ["b8"],
    "stock": ["l8", "l9", "lX"],
    "turn": 0,
}
MOVE = "b7 h7"
SEED = 3
"""Of the deal whose tuple is shown; ``faraon deal --tuple`` shows any other."""

_OPEN = Words(
    "A move: the example that the document leaves open, played by its own model",
    "Krok: príklad, ktorý v dokumente chýba, zahraný jeho vlastným modelom",
)
_MOVE = Words("A move, played by its own model", "Ťah zahraný vlastným modelom")


def tell_documents(names: Sequence[str], language: str) -> Iterator[str]:
    """The documents of these names or files, one after the other; all three if none is named."""
    for number, name in enumerate(names or MODELS):
        if number:
            yield ""
        yield from _tell(name, language)


def _tell(name: str, language: str) -> Iterator[str]:
    document = None if name in MODELS else _document(name)
    model = name if document is None else document.model
    book = shipped_book(model) if document is None else book_of_document(document)
    if document is None:
        title = TITLES[model].text(language)
        played = f"hrá sa podľa pravidiel {model}" if language == "sk" else f"it is played as {model}"
        yield f"{title[0].upper()}{title[1:]}; {played}."
    else:
        yield headline(document, language)
    yield ""
    if model == "classic":
        yield from _paragraphs(document, language)
    else:
        yield from _definitions(model, document, language)
        yield from _dealt(Game(book, 2, {}), language)
    yield from _move(Game(book, 2, {}), language)
    if model in READ_INTO and (document is None or document.verbatim):
        yield from _read_into(model, language)


def _document(name: str) -> Document:
    document = document_in(name)
    if document is None:
        en, sk = (did_you_mean(name, MODELS, language) for language in ("en", "sk"))
        raise GameError(
            "bad-request",
            f"{name} is a rulebook, not a document: {en}",
            f"{name} sú pravidlá, nie dokument: {sk}",
        )
    return document


def _heading(words: Words, language: str) -> str:
    return words.text(language).upper()


def _definitions(model: str, document: Document | None, language: str) -> Iterator[str]:
    """Each notion beside what it became; those that a file lacks are named, too."""
    yield _heading(Words("Definitions, and what they became", "Definície a čo sa z nich stalo"), language)
    parts = {} if document is None else {part.definition: part for part in document.of_kind("definition")}
    for definition in DEFINITIONS[model]:
        part = parts.get(definition)
        where = "" if part is None else f", {_in_lines(lines_of(part), language)}"
        if document is not None and part is None:
            where = ", v súbore chýba" if language == "sk" else ", not in the file"
        yield f"  {_named(definition, language)}{where}"
        yield f"      {definition.became.text(language)}"
        if part is not None and part.unread is not None:
            yield f"      {'nečíta sa' if language == 'sk' else 'not read'}: {part.unread.text(language)}"
    heads = [] if document is None else [one for one in document.of_kind("heading") if one.name == "mechanic"]
    where = f", {_in_lines(lines_of(heads[0]), language)}" if heads else ""
    yield f"  {MECHANIC.text(language)}{where}"
    yield f"      {MECHANIC_BECAME[model].text(language)}"
    yield ""


def _named(definition: Definition, language: str) -> str:
    term = definition.term.text(language)
    return f"{term} ({definition.symbol})" if definition.symbol else term


def _in_lines(lines: str, language: str) -> str:
    several = "–" in lines
    if language == "sk":
        return f"riadky {lines}" if several else f"riadok {lines}"
    return f"lines {lines}" if several else f"line {lines}"


def _paragraphs(document: Document | None, language: str) -> Iterator[str]:
    yield _heading(Words("Paragraphs, and what they became", "Paragrafy a čo sa z nich stalo"), language)
    parts = {} if document is None else {part.name: part for part in document.of_kind("paragraph")}
    for number, (title, *told) in cited(language).items():
        where = f", {_in_lines(lines_of(parts[number]), language)}" if number in parts else ""
        yield f"  §{number}  {title}{where}"
        yield f"      {'; '.join(told)}"
    yield ""
    yield (
        "N-ticu tento dokument neurčuje; stav je to, čo vypíše faraon rules show classic."
        if language == "sk"
        else "This document defines no tuple; the state is what faraon rules show classic lists."
    )
    yield ""


def _dealt(game: Game, language: str) -> Iterator[str]:
    yield _heading(Words("The state after dealing", "Stav po rozdaní"), language)
    yield f"  {document_tuple(game.deal(seed=SEED))}"
    yield ""


def _move(game: Game, language: str) -> Iterator[str]:
    """A small position, the rule that allows a move in it, the mechanics, and the position after it."""
    yield _heading(_OPEN if game.name == "formal" else _MOVE, language)
    state, sk = game.position(EXAMPLE), language == "sk"
    yield f"  {_before_and_after(state)}"
    yield ""
    verdict = state.judge(MOVE)
    if not verdict:  # by a document whose blocks are its own
        yield f"  {MOVE}: {verdict.text(language)}"
        yield ""
        return
    walk = Stepper(game.bound, state.position, verdict.move, game.engine.possible)
    walk.run(next(rule for rule in game.bound.rules if rule.name == verdict.rule))
    fired = {(step.implication.kind, step.implication.name) for step in walk.steps}
    book = written(game.book.sources)
    yield f"  {MOVE}: {'dovoľuje ho pravidlo' if sk else 'allowed by the rule'}"
    for node in book.implications["rule"]:
        if (node.kind, node.name) in fired:
            yield from _step("✓", book, node)
    yield f"  {'potom mechaniky, ktoré nastanú (✓)' if sk else 'then the mechanics that apply (✓)'}"
    for node in book.implications["mechanic"]:
        yield from _step("✓" if (node.kind, node.name) in fired else "✗", book, node)
    yield ""
    yield f"  {_before_and_after(state.play(MOVE))}"
    yield ""


def _before_and_after(state: State) -> str:
    return str(find_tuple(state) or json.dumps(state.to_json()))


def _step(mark: str, book: Assembly, node: nodes.Implication) -> Iterator[str]:
    name = node.paragraphs[0] if node.paragraphs and node.paragraphs[0][0] in "RM" else node.name
    first, *rest = own_words(book, node)
    yield f"    {mark} {name:<14} {first}"
    for line in rest:
        yield f"{'':21}{line}"


def _read_into(model: str, language: str) -> Iterator[str]:
    yield _heading(Words("What was read into it", "Čo si bolo treba domyslieť"), language)
    for reading in READ_INTO[model]:
        yield f"  {reading.where:<4} {reading.said.text(language)}"
