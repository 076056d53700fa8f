"""All tables: those in memory, and how the others come back from the database."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from faraon.engines.errors import GameError
from faraon.lang.ir import Book
from faraon.lang.library import book_from_sources, read_book, shipped
from faraon.play.game import Game
from faraon.server import wire as msg
from faraon.server.live.live_table import LiveTable
from faraon.server.live.tokens import new_token, read_token, token_hash
from faraon.server.settings import Settings
from faraon.server.store.members import Members
from faraon.server.store.store import Found, Store, StoreError
from faraon.server.table import events as ev
from faraon.server.table.deals import Deal
from faraon.server.table.events import Created, SeatSetup, Stored
from faraon.server.table.lengths import check_length
from faraon.server.table.lessons import LESSONS
from faraon.server.table.levels import DEFAULT_LEVEL, LEVEL_NAMES, free_name
from faraon.server.table.names import clean_name
from faraon.server.table.snapshot import finished_game, resumed
from faraon.server.table.table import Table, folded
from faraon.server.wire.refusals import RefusalError, from_game_error

log = logging.getLogger("faraon.server")

PLAYED = ("classic", "family", "prsi")
"""Offered first; the formal models are for those who look for them."""
ID_BYTES = 9
SWEEP_SECONDS = 20.0


def digest_of(book: Book) -> str:
    """The fingerprint of all texts of a rulebook, words included."""
    return hashlib.sha256(msgspec.json.encode(dict(book.sources))).hexdigest()


def _read_books(files: Sequence[str]) -> dict[str, Book]:
    """The shipped rulebooks, and the server's own."""
    books = {name: read_book(name) for name in sorted(shipped(), key=lambda name: name not in PLAYED)}
    for path in files:
        book = read_book(path)
        books[book.name if book.name not in shipped() else Path(path).stem] = book
    return books


@dataclass
class Hub:
    store: Store
    settings: Settings
    key: bytes
    tables: dict[str, LiveTable] = field(default_factory=dict)
    members: Members | None = None
    """The processes that share the database, where it can be shared."""
    leaving: bool = False

    def __post_init__(self) -> None:
        self.overheard: Callable[[str], None] = lambda what: None
        """Is told what other processes say that is not about tables."""
        self._books: dict[str, Book] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._folding = ThreadPoolExecutor(1, thread_name_prefix="folding")
        """One table after another: Python does one thing at a time, and the loop must have its turn."""
        self._too_late: set[str] = set()
        """Tables that another process took while they were loaded here."""
        self._sweeper: asyncio.Task[None] | None = None
        self._offered = asyncio.create_task(asyncio.to_thread(_read_books, self.settings.rulebooks))

    async def offered(self) -> dict[str, Book]:
        """The rulebooks that new tables may have, by name; they are read while the server starts."""
        return await asyncio.shield(self._offered)

    @classmethod
    async def open(cls, settings: Settings, name: str = "", home: str = "") -> Hub:
        """All tables of a process; others of this machine find it by its name in its home."""
        store = await Store.open(settings.database, name)
        hub = cls(store, settings, await store.secret_key())
        if store.shared:
            hub.members = store.join(home, hub._heard, hub._look_again, hub._let_all_go)
            await hub.members.entered()
        hub._sweeper = asyncio.create_task(hub._sweep_forever())
        return hub

    async def leave(self) -> None:
        """Everyone is told to come back, and others may have our tables; what was acknowledged is stored."""
        self.leaving = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        if self.members is not None:
            await self.members.close()
        for live in list(self.tables.values()):
            await live.stop()
            for connection in list(live.connections):
                connection.close("restart")

    async def close(self) -> None:
        if not self.leaving:
            await self.leave()
        await asyncio.gather(self._offered, return_exceptions=True)
        self._folding.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    # -------------------------------------------------------------------------------------------- opening
    async def create(self, wanted: msg.NewTable) -> msg.Seated:
        """A new table with its host at seat 0."""
        self._make_room()
        id_ = self._new_id()
        token = new_token(self.key, id_, 0)
        created, book = await self._created(wanted, token_hash(token))
        await self._keep_book(book)
        now = time.time()
        stored = [Stored(1, now, None, created)]
        if created.position is not None:  # a lesson begins at once
            stored.append(Stored(2, now, None, ev.Dealt(0)))
        table = folded(id_, book, stored)
        columns = {
            "id": id_,
            "created": now,
            "updated": now,
            "status": table.status,
            "listed": created.listed,
        }
        try:
            await self.store.append(id_, stored, columns)
        except StoreError:
            raise RefusalError("failed") from None
        live = self.tables[id_] = LiveTable(table, self.store, self.settings)
        await live.prepare()
        log.info("table opened", extra={"table": id_, "rulebook": book.name, "seats": len(table.seats)})
        return msg.Seated(id_, 0, token, table.commitment())

    def _new_id(self) -> str:
        """Of a table that stays with this process."""
        members = self.members
        while True:
            id_ = secrets.token_urlsafe(ID_BYTES)
            if members is None or members.keeper(id_) == members.me:
                return id_

    async def _created(self, wanted: msg.NewTable, hash_: str) -> tuple[Created, Book]:
        host = SeatSetup("person", clean_name(wanted.name), None, hash_)
        if wanted.lesson is not None:
            return await self._lesson(wanted.lesson, host)
        if not wanted.seats:
            raise RefusalError("bad-request")
        book = await self.book(wanted.rulebook)
        await self.check(book, len(wanted.seats) + 1, wanted.options)
        seats = [host]
        for seat in wanted.seats:
            if seat.level is not None and seat.level not in LEVEL_NAMES:
                raise RefusalError("bad-request")
            if seat.kind == "bot":
                name = free_name([one.name for one in seats])
                seats.append(SeatSetup("bot", name, seat.level or DEFAULT_LEVEL))
            else:
                seats.append(SeatSetup("open"))
        created = Created(
            book=digest_of(book),
            options=wanted.options,
            kind=wanted.kind,
            games=wanted.games,
            seats=seats,
            clock=wanted.clock.seconds if wanted.clock is not None else None,
            listed=wanted.listed and any(seat.kind == "open" for seat in seats),
            pace=wanted.pace,
            hints=wanted.hints,
        )
        return created, book

    async def _lesson(self, name: str, host: SeatSetup) -> tuple[Created, Book]:
        lesson = LESSONS.get(name)
        if lesson is None:
            raise RefusalError("bad-request")
        book = await self.book("classic")
        seats = [host]
        for _ in lesson.position["hands"][1:]:
            seats.append(SeatSetup("bot", free_name([one.name for one in seats]), DEFAULT_LEVEL))
        created = Created(
            book=digest_of(book),
            options=dict(lesson.options),
            kind="single",
            games=1,
            seats=seats,
            clock=None,
            listed=False,
            pace=1.0,
            lesson=name,
            position=dict(lesson.position),
        )
        return created, book

    async def book(self, name: str) -> Book:
        offered = await self.offered()
        if name not in offered:
            short = name[:40]
            raise RefusalError(
                "bad-request", f"There is no rulebook '{short}'.", f"Pravidlá '{short}' neexistujú."
            )
        return offered[name]

    async def check(self, book: Book, players: int, options: dict[str, int | str]) -> int:
        """How many packs such a table needs; a refusal says why it cannot be."""
        check_length(book, options, self.settings.most_moves)
        try:
            return await asyncio.to_thread(lambda: Game(book, players, options).packs())
        except GameError as error:
            raise from_game_error(error, "bad-options") from None

    async def _keep_book(self, book: Book) -> None:
        digest = digest_of(book)
        if digest not in self._books:
            try:
                await self.store.save_book(digest, book.sources)
            except StoreError:
                raise RefusalError("failed") from None
            self._books[digest] = book

    async def lobby(self, most: int) -> list[bytes]:
        """What is shown of public tables that wait for guests, at any process."""
        processes = [self.store.owner] if self.members is None else list(self.members.alive)
        return await self.store.lobby(most, processes)

    # --------------------------------------------------------------------------------------------- others
    def _heard(self, what: str) -> None:
        """What a process says to all."""
        match what.split():
            case ["taken", id_, epoch, by] if by != self.store.owner and int(epoch) > self.store.epoch(id_):
                self._let_go(id_)
            case _:
                self.overheard(what)

    async def _look_again(self) -> None:
        """Which of our tables were taken while we did not listen?"""
        for id_ in await self.store.taken(list(self.tables)):
            self._let_go(id_)

    def _let_all_go(self) -> None:
        for id_ in list(self.tables):
            self._let_go(id_)

    def _let_go(self, id_: str) -> None:
        """Another process has the table now, or may have it."""
        if id_ in self._loading:
            self._too_late.add(id_)
        if id_ in self.tables:
            self._forget(id_)

    # -------------------------------------------------------------------------------------------- finding
    def at_hand(self, id_: str) -> bool:
        """Whether a table is in memory."""
        return id_ in self.tables

    async def get(self, id_: str) -> LiveTable:
        """A table in memory, or from the database; whoever is asked for it takes it."""
        if self.leaving or (self.members is not None and not self.members.present):
            raise RefusalError("failed")
        live = self.tables.get(id_)
        if live is not None and not live.lost:
            live.looked_at = time.monotonic()  # it stays in memory for the client that asked for it
            return live
        if len(id_) > 32 or not id_.isascii() or not id_.isprintable():
            raise RefusalError("unknown-table")
        if id_ not in self._loading:
            self._make_room()
            self._loading[id_] = asyncio.create_task(self._load(id_))
            self._loading[id_].add_done_callback(lambda _: self._loading.pop(id_, None))
        return await asyncio.shield(self._loading[id_])

    def _make_room(self) -> None:
        """For one more table: the one that nobody has looked at for the longest time leaves the memory."""
        now, settings = time.monotonic(), self.settings
        while len(self.tables) + len(self._loading) >= settings.most_tables:
            found = [(live.looked_at, id_) for id_, live in self.tables.items() if not live.busy]
            looked_at, id_ = min(found, default=(now, ""))
            if not found or now - looked_at < settings.least_seconds:
                raise RefusalError("busy")
            self._forget(id_)

    def _forget(self, id_: str) -> None:
        """The table is in the database alone; whoever still has it in their hands must come again."""
        self.tables.pop(id_).lose()
        self.store.forget(id_)

    async def _load(self, id_: str) -> LiveTable:
        self._too_late.discard(id_)
        try:
            found = await self.store.take(id_)
            if found is None or not isinstance(found.created.event, Created):
                raise RefusalError("unknown-table")
            book = await self._stored_book(found.created.event.book)
        except (SQLAlchemyError, OSError, StoreError):
            raise RefusalError("failed") from None
        # In a thread: everybody else goes on playing meanwhile.
        table = await asyncio.get_running_loop().run_in_executor(
            self._folding, resumed, id_, book, found.created, found.snapshot, found.events
        )
        if id_ in self._too_late:
            self.store.forget(id_)
            raise RefusalError("failed")
        live = self.tables[id_] = LiveTable(table, self.store, self.settings, found.n)
        if table.status != found.status:
            self.store.note_status(id_, table.status, table.updated)
        with contextlib.suppress(RefusalError):  # it can be watched, whether or not the database takes more
            await live.prepare()
        return live

    async def game(self, live: LiveTable, number: int) -> Deal:
        """A game of a table; earlier ones come from the database."""
        table = live.table
        if not 1 <= number <= table.dealt:
            raise RefusalError("unknown-page")
        if table.deal is not None and table.deal.game == number:
            return table.deal
        found = await self.store.find_game(table.id, number)
        if found is None:
            raise RefusalError("unknown-table")
        deal = await asyncio.to_thread(_replay, table, found, number)
        if deal is None:
            raise RefusalError("unknown-page")
        return deal

    async def _stored_book(self, digest: str) -> Book:
        for book in (await self.offered()).values():
            if digest_of(book) == digest:
                self._books[digest] = book
        if digest not in self._books:
            sources = await self.store.load_book(digest)
            self._books[digest] = await asyncio.to_thread(book_from_sources, sources)
        return self._books[digest]

    def seat_of(self, table: Table, token: str | None) -> int:
        """The seat that a token opens; -1 without one. A wrong one is refused."""
        if token is None:
            return -1
        read = read_token(self.key, table.id, token)
        if read is None or read[0] >= len(table.seats) or table.seats[read[0]].token != read[1]:
            raise RefusalError("bad-token")
        return read[0]

    def token_for(self, table: str, seat: int) -> tuple[str, str]:
        token = new_token(self.key, table, seat)
        return token, token_hash(token)

    # ------------------------------------------------------------------------------------------- sweeping
    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep(time.time())
            except Exception:
                log.exception("sweeping failed")

    async def sweep(self, now: float) -> None:
        """Tables that nobody looks at leave the memory; those that nobody uses are closed."""
        for id_, live in list(self.tables.items()):
            if not live.busy and time.monotonic() - live.looked_at > self.settings.evict_seconds:
                self._forget(id_)
        async with self.store.alone() as mine:
            if mine:
                await self._tidy_up(now)

    async def _tidy_up(self, now: float) -> None:
        settings, members = self.settings, self.members
        others = [] if members is None else [id_ for id_ in members.alive if id_ != members.me]
        gathering = ["waiting", "ready", "dealing"]
        waiting = await self.store.idle(gathering, now - settings.waiting_hours * 3600, others)
        playing = await self.store.idle(["playing"], now - settings.playing_days * 86400, others)
        for id_ in (*waiting, *playing):
            await self._close(id_)
        if settings.over_days > 0:
            before = now - settings.over_days * 86400
            for id_ in await self.store.idle(["over", "closed"], before, others):
                if id_ not in self.tables:
                    await self.store.remove(id_)
        await self.store.bury()

    async def _close(self, id_: str) -> None:
        """A table that nobody uses; one that cannot be closed does not hold up the others."""
        try:
            live = await self.get(id_)
            if not live.connections:
                await live.expire()
        except RefusalError as refusal:
            log.error("a table cannot be closed", extra={"table": id_, "why": refusal.code})
        except Exception:  # it was stored by another version, or spoilt
            log.exception("a table cannot be read", extra={"table": id_})


def _replay(table: Table, found: Found, number: int) -> Deal | None:
    began = resumed(table.id, table.book, found.created, found.snapshot, ())
    return finished_game(began, found.events, number)
