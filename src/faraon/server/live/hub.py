"""All tables: those in memory, and how the others come back from the database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from faraon.play.state import State
from faraon.server import wire as msg
from faraon.server.live import sweeping
from faraon.server.live.books import Books
from faraon.server.live.live_table import LiveTable
from faraon.server.live.opening import created_by
from faraon.server.live.tokens import new_token, read_token, token_hash
from faraon.server.settings import Settings
from faraon.server.store.members import Members
from faraon.server.store.store import Found, Store, StoreError, patiently
from faraon.server.table import events as ev
from faraon.server.table.deals import Deal
from faraon.server.table.events import Created, Stored
from faraon.server.table.snapshot import finished_game, resumed
from faraon.server.table.table import Table, folded
from faraon.server.wire.refusals import RefusalError

log = logging.getLogger("faraon.server")

ID_BYTES = 9
WATCH_SECONDS = 1.0


def table_id() -> str:
    """A random one. It is also typed behind commands, where a dash at its front would be an option."""
    while (id_ := secrets.token_urlsafe(ID_BYTES)).startswith("-"):
        pass
    return id_


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
        self.bans: dict[str, float | None] = {}
        """The addresses that are not served, and until when."""
        self.banned_anew: Callable[[], None] = lambda: None
        self._reading_bans = asyncio.Lock()
        self.books = Books(self.store, self.settings)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._folding = ThreadPoolExecutor(1, thread_name_prefix="folding")
        """One table after another: Python does one thing at a time, and the loop must have its turn."""
        self._too_late: set[str] = set()
        """Tables that another process took while they were loaded here."""
        self._chores: list[asyncio.Task[None]] = []
        self.swept: dict[tuple[str, ...], str] = {}
        """How far the tables of some statuses were looked through for those that nobody uses."""

    @classmethod
    async def open(cls, settings: Settings, name: str = "", home: str = "") -> Hub:
        """All tables of a process; others of this machine find it by its name in its home."""
        store = await Store.open(settings.database, name)
        hub = cls(store, settings, await patiently(store.secret_key))
        if store.shared:
            hub.members = store.join(home, hub._heard, hub._look_again, hub._let_all_go)
            await hub.members.entered()
        await patiently(hub._read_bans)
        hub._chores.append(asyncio.create_task(sweeping.sweep_forever(hub)))
        if hub.members is None:
            hub._chores.append(asyncio.create_task(hub._watch()))
        return hub

    @classmethod
    async def visit(cls, settings: Settings) -> Hub:
        """For whoever runs the server, beside the processes that play."""
        store = await Store.open(settings.database, visiting=True)
        return cls(store, settings, await store.secret_key())

    async def leave(self) -> None:
        """Everyone is told to come back, and others may have our tables; what was acknowledged is stored."""
        self.leaving = True
        for chore in self._chores:
            chore.cancel()
        if self.members is not None:
            await self.members.close()
        for live in list(self.tables.values()):
            await live.stop()
            for connection in list(live.connections):
                connection.close("restart")

    async def close(self) -> None:
        if not self.leaving:
            await self.leave()
        await asyncio.gather(self.books.close(), *self._chores, return_exceptions=True)
        self._folding.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    # -------------------------------------------------------------------------------------------- opening
    async def create(self, wanted: msg.NewTable, given: State | None = None) -> msg.Seated:
        """A new table with its host at seat 0; one that goes on from a given moment, at the seat on turn."""
        self._make_room()
        id_ = self._new_id()
        seat = 0 if given is None else given.turn
        token = new_token(self.key, id_, seat)
        created, book = await created_by(self.books, wanted, token_hash(token), given)
        await self.books.keep(book)
        now = time.time()
        stored = [Stored(1, now, None, created)]
        if created.position is not None:  # such a game begins at once
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
        return msg.Seated(id_, seat, token, table.commitment())

    def _new_id(self) -> str:
        """Of a table that stays with this process."""
        members = self.members
        while True:
            id_ = table_id()
            if members is None or members.keeper(id_) == members.me:
                return id_

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
            case ["bans"]:
                self._chores = [chore for chore in self._chores if not chore.done()]
                self._chores.append(asyncio.create_task(self._read_bans()))
            case _:
                self.overheard(what)

    async def _look_again(self) -> None:
        """What was said while we did not listen?"""
        self._too_late.update(self._loading)
        for id_ in await self.store.taken(list(self.tables)):
            self._let_go(id_)
        await self._read_bans()

    async def _watch(self) -> None:
        """Where nobody can be told, one looks."""
        known = ""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            with contextlib.suppress(SQLAlchemyError, OSError):  # it is locked, or away: next time
                if known != (told := await self.store.told()):
                    await self._look_again()
                    known = told  # only now: what could not be read is looked at again

    def banned(self, address: str) -> bool:
        """Whether an address is not served now."""
        until = self.bans.get(address, 0.0)
        return until is None or until > time.time()

    async def _read_bans(self) -> None:
        async with self._reading_bans:  # an older answer must not come after a newer one
            self.bans = await self.store.bans()
        self.banned_anew()

    def _let_all_go(self) -> None:
        for id_ in {*self.tables, *self._loading}:
            self._let_go(id_)

    def _let_go(self, id_: str) -> None:
        """Another process has the table now, or may have it."""
        if id_ in self._loading:
            self._too_late.add(id_)
        if id_ in self.tables:
            self.forget(id_)

    # -------------------------------------------------------------------------------------------- finding
    def at_hand(self, id_: str) -> bool:
        """Whether a table is in memory."""
        return id_ in self.tables

    @property
    def serving(self) -> bool:
        """Neither on its way out, nor cut off from the others."""
        return not self.leaving and (self.members is None or self.members.present)

    async def get(self, id_: str, seen: int = 0) -> LiveTable:
        """A table in memory, or from the database; whoever is asked for it takes it.

        ``seen`` is an event that somebody says to have seen there.
        """
        if not self.serving:
            raise RefusalError("failed")
        live = self.tables.get(id_)
        if live is not None and seen > live.table.n and await self._taken(id_):
            self._let_go(id_)
            live = None
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

    async def _taken(self, id_: str) -> bool:
        """Whether another process has taken a table of ours, of which we have not heard yet."""
        try:
            return self.store.shared and bool(await self.store.taken([id_]))
        except (SQLAlchemyError, OSError):
            raise RefusalError("failed") from None

    def _make_room(self) -> None:
        """For one more table: the one that nobody has looked at for the longest time leaves the memory."""
        now, settings = time.monotonic(), self.settings
        while len(self.tables) + len(self._loading) >= settings.most_tables:
            found = [(live.looked_at, id_) for id_, live in self.tables.items() if not live.busy]
            looked_at, id_ = min(found, default=(now, ""))
            if not found or now - looked_at < settings.least_seconds:
                raise RefusalError("busy")
            self.forget(id_)

    def forget(self, id_: str) -> None:
        """The table is in the database alone; whoever still has it in their hands must come again."""
        self.tables.pop(id_).lose()
        self.store.forget(id_)

    async def _load(self, id_: str) -> LiveTable:
        self._too_late.discard(id_)
        try:
            found = await self.store.take(id_)
            if found is None or not isinstance(found.created.event, Created):
                raise RefusalError("unknown-table")
            book = await self.books.of_table(found.created.event.book)
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

    async def sweep(self, now: float) -> None:
        """Does what is due at that time."""
        await sweeping.sweep(self, now)


def _replay(table: Table, found: Found, number: int) -> Deal | None:
    began = resumed(table.id, table.book, found.created, found.snapshot, ())
    return finished_game(began, found.events, number)
