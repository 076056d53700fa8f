"""The rulebooks of a server: those that it offers, and those that its tables were opened with."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from faraon.engines.errors import GameError
from faraon.lang.ir import Book
from faraon.lang.library import book_from_sources, read_book, shipped
from faraon.play.game import Game
from faraon.server.settings import Settings
from faraon.server.store.store import Store, StoreError
from faraon.server.table.lengths import check_length
from faraon.server.wire.refusals import RefusalError, from_game_error

PLAYED = ("classic", "family", "prsi", "mau", "crazy")
"""Offered first, in this order; the formal models and the smallest games are for those who look for them."""


def digest_of(book: Book) -> str:
    """The fingerprint of all texts of a rulebook, words included."""
    return hashlib.sha256(msgspec.json.encode(dict(book.sources))).hexdigest()


def _read_books(files: Sequence[str]) -> dict[str, Book]:
    """The shipped rulebooks, and the server's own."""
    names = [*PLAYED, *(name for name in shipped() if name not in PLAYED)]
    books = {name: read_book(name) for name in names}
    for path in files:
        book = read_book(path)
        books[book.name if book.name not in shipped() else Path(path).stem] = book
    return books


class Books:
    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self._known: dict[str, Book] = {}
        """By their fingerprint, those that are stored."""
        self._offered = asyncio.create_task(asyncio.to_thread(_read_books, settings.rulebooks))

    async def close(self) -> None:
        await self._offered

    async def offered(self) -> dict[str, Book]:
        """The rulebooks that new tables may have, by name; they are read while the server starts."""
        return await asyncio.shield(self._offered)

    async def named(self, name: str) -> Book:
        """One that is offered."""
        offered = await self.offered()
        if name not in offered:
            short = name[:40]
            raise RefusalError(
                "bad-request", f"There is no rulebook '{short}'.", f"Pravidlá '{short}' neexistujú."
            )
        return offered[name]

    async def check(self, book: Book, players: int, options: dict[str, int | str]) -> Game:
        """Such a table, which can be dealt; a refusal says why it cannot be."""
        check_length(book, options, self.settings.most_moves)
        try:
            return await asyncio.to_thread(_dealable, book, players, options)
        except GameError as error:
            raise from_game_error(error, "bad-options") from None

    async def keep(self, book: Book) -> None:
        """A table is opened with it: its text is stored."""
        digest = digest_of(book)
        if digest not in self._known:
            try:
                await self.store.save_book(digest, book.sources)
            except StoreError:
                raise RefusalError("failed") from None
            self._known[digest] = book

    async def of_table(self, digest: str) -> Book:
        """The one that a table was opened with, whatever is offered today."""
        for book in (await self.offered()).values():
            if digest_of(book) == digest:
                self._known[digest] = book
        if digest not in self._known:
            sources = await self.store.load_book(digest)
            self._known[digest] = await asyncio.to_thread(book_from_sources, sources)
        return self._known[digest]


def _dealable(book: Book, players: int, options: dict[str, int | str]) -> Game:
    game = Game(book, players, options)
    game.packs()  # or it says why there are too few cards
    return game
