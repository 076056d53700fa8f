"""The words of ``faraon rules verify``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from faraon.cards import Card
from faraon.cli.arguments import read_players
from faraon.engines.errors import GameError
from faraon.lang import ir
from faraon.lang.library import UnknownRulebookError, read_book
from faraon.proof.answers import Answer, Standing, Text
from faraon.proof.table import open_table
from faraon.proof.verify import Asked, exit_code, verify
from faraon.proof.words import QUESTIONS, STANDINGS

USUAL = (2, 4)
"""The numbers of players that are looked at unless others are named."""


def asked_of(name: str, players: str, settings: Mapping[str, object], seconds: float, cards: str) -> Asked:
    """What is asked, with all that is wrong with it said at once."""
    book = known_book(name)
    return Asked(book, players_of(book, players, settings), settings, seconds, read_cards(cards))


def known_book(name: str) -> ir.Book:
    """A rulebook by name or path."""
    try:
        return read_book(name)
    except UnknownRulebookError as error:
        raise GameError("unknown-rulebook", str(error), error.sk) from None


def players_of(book: ir.Book, text: str, settings: Mapping[str, object]) -> list[int]:
    """The numbers of players that are named; otherwise the usual ones for which one pack is enough."""
    if text:
        low, high = read_players(text)
        if low > high:
            raise GameError("bad-players", f"{text!r} is empty", f"{text!r} je prázdne")
        return list(range(low, high + 1))
    least, most = book.players
    usual = range(max(least, USUAL[0]), min(most, max(least, USUAL[1])) + 1)
    return [number for number in usual if number == usual[0] or _fits(book, number, settings)]


def _fits(book: ir.Book, players: int, settings: Mapping[str, object]) -> bool:
    try:
        open_table(book, players, settings)
    except GameError:
        return False
    return True


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards as ``h7 lU``."""
    try:
        return tuple(map(Card.parse, text.split()))
    except ValueError as error:
        raise GameError("bad-deck", f"the cards: {error}", f"{text[:40]!r} nie sú karty") from None


class Progress:
    """One line on a terminal that says what is being worked on."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.shows = sys.stderr.isatty()

    def __call__(self, text: Text) -> None:
        if self.shows:
            print(f"\r\033[K… {text[self.language][:100]}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Makes room for what is known."""
        if self.shows:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def tell_proofs(asked: Asked, language: str, found: list[Answer]) -> Iterator[str]:
    """The answers line by line, as they come; they are also added to ``found``."""
    progress, last = Progress(language), ""
    for answer in verify(asked, progress):
        progress.clear()
        found.append(answer)
        if answer.question != last:
            last = answer.question
            yield f"\n{QUESTIONS[last][language]}" if len(found) > 1 else QUESTIONS[last][language]
        yield from lines_of(answer, language)
    progress.clear()
    yield ""
    yield _summary(found, language)


def lines_of(answer: Answer, language: str) -> Iterator[str]:
    """One answer, and what shows it."""
    took = f"  ({answer.seconds:.1f} s)" if answer.seconds >= 0.05 else ""
    about = f"{answer.about}: " if answer.about else ""
    yield f"  {STANDINGS[answer.standing][language]:<9} {about}{answer.text[language]}{took}"
    if answer.shown and answer.standing is not Standing.proven:
        yield from (f"            {line}" for line in shown_lines(answer.shown))


def shown_lines(shown: Mapping[str, Any]) -> Iterator[str]:
    """Settings, position and move as they are given to other commands."""
    settings = " ".join(f"{name}={value}" for name, value in shown.get("settings", {}).items())
    if settings:
        yield settings
    yield json.dumps(shown["position"], ensure_ascii=False)
    if "move" in shown:
        yield str(shown["move"])


def _summary(found: list[Answer], language: str) -> str:
    counts = (
        f"{STANDINGS[standing][language]} {sum(answer.standing is standing for answer in found)}"
        for standing in Standing
    )
    return ", ".join(counts)


def as_json(asked: Asked, found: list[Answer]) -> str:
    """All answers as one object."""
    data = {
        "rulebook": asked.book.name,
        "hash": asked.book.hash,
        "players": list(asked.players),
        "settings": dict(asked.settings),
        "answers": [answer.to_json() for answer in found],
        "exit": exit_code(found),
    }
    return json.dumps(data, ensure_ascii=False, indent=2)
