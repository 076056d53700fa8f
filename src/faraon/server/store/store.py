"""The database: events are appended, and an append has happened only when it is committed.

One writer commits what all tables want to append at that moment together (group commit): while one
transaction is on its way to the disk, the next ones gather.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, event, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from faraon.server.store import migrate, schema
from faraon.server.table import events as ev
from faraon.server.table.events import Stored

TOUCH_SECONDS = 60.0
"""How exactly it is known when a table was last used."""


class StoreError(Exception):
    """The database did not accept it; nothing was stored."""


@dataclass(slots=True)
class Append:
    """Events that wait for the writer."""

    table: str
    stored: Sequence[Stored]
    new: Mapping[str, Any] | None
    done: asyncio.Future[None]


@dataclass
class Measures:
    """Of the writer, for the metrics."""

    commits: int = 0
    events: int = 0
    seconds: float = 0.0


@dataclass
class Store:
    """All that is kept; opened once per process."""

    engine: AsyncEngine
    owner: str = field(default_factory=lambda: secrets.token_hex(8))
    measures: Measures = field(default_factory=Measures)

    def __post_init__(self) -> None:
        self._queue: list[Append] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._writer: asyncio.Task[None] | None = None
        self._touched: dict[str, float] = {}
        self._statuses: dict[str, dict[str, Any]] = {}

    # ------------------------------------------------------------------------------- opening and closing
    @classmethod
    async def open(cls, url: str) -> Store:
        """The database at an address; made, or brought to the newest schema."""
        engine = _engine(url)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(migrate.upgrade)
        except BaseException:
            await engine.dispose()
            raise
        store = cls(engine)
        store._writer = asyncio.create_task(store._write_forever())
        return store

    async def close(self) -> None:
        """Everything that waits is written first."""
        self._closing = True
        self._wake.set()
        if self._writer is not None:
            await self._writer
        await self.engine.dispose()

    async def secret_key(self) -> bytes:
        """The key that seat tokens are signed with; made at the first start."""
        row = schema.settings
        async with self.engine.begin() as connection:
            found = (await connection.execute(select(row.c.value).where(row.c.name == "key"))).scalar()
            if found is None:
                found = secrets.token_hex(32)
                await connection.execute(insert(row).values(name="key", value=found))
        return bytes.fromhex(found)

    # --------------------------------------------------------------------------------------------- books
    async def save_book(self, digest: str, sources: Mapping[str, str]) -> None:
        books = schema.books
        known = select(books.c.digest).where(books.c.digest == digest)
        new = insert(books).values(digest=digest, sources=msgspec.json.encode(dict(sources)))
        try:
            async with self.engine.begin() as connection:
                if (await connection.execute(known)).scalar() is None:
                    await connection.execute(new)
        except IntegrityError:
            pass  # another table was opened with it at the same moment
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(type(error).__name__) from None

    async def load_book(self, digest: str) -> dict[str, str]:
        books = schema.books
        async with self.engine.connect() as connection:
            found = (
                await connection.execute(select(books.c.sources).where(books.c.digest == digest))
            ).scalar()
        if found is None:
            raise StoreError(f"the rulebook {digest[:12]} is not stored")
        return msgspec.json.decode(found, type=dict[str, str])

    # -------------------------------------------------------------------------------------------- events
    async def append(
        self,
        table: str,
        stored: Sequence[Stored],
        new: Mapping[str, Any] | None = None,
    ) -> None:
        """Returns when the events are committed; :class:`StoreError` if they are not.

        ``new`` are the columns of a table that is opened with these events.
        """
        if self._closing:
            raise StoreError("the server is stopping")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(Append(table, stored, new, done))
        self._wake.set()
        await done

    def note_status(self, table: str, status: str, at: float) -> None:
        """Written with the next batch; it follows from the events, so nothing is lost if it is not."""
        self._statuses[table] = {"which": table, "now": status, "used": at}
        self._wake.set()

    async def _write_forever(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._queue = self._queue, []
            if batch or self._statuses:
                await self._write(batch)
            elif self._closing:
                return

    async def _write(self, batch: list[Append]) -> None:
        started = time.perf_counter()
        try:
            async with self.engine.begin() as connection:
                await self._execute(connection, batch)
        except Exception as error:  # whatever it is, the writer goes on and nobody waits for ever
            if len(batch) > 1:  # one of them may be to blame: each by itself
                for one in batch:
                    await self._write([one])
                return
            for one in batch:
                if not one.done.done():
                    one.done.set_exception(StoreError(type(error).__name__))
            return
        self.measures.commits += 1
        self.measures.events += sum(len(one.stored) for one in batch)
        self.measures.seconds += time.perf_counter() - started
        for one in batch:
            if not one.done.done():
                one.done.set_result(None)

    async def _execute(self, connection: AsyncConnection, batch: list[Append]) -> None:
        new = [one.new for one in batch if one.new is not None]
        if new:
            await connection.execute(insert(schema.tables), [{**one, "owner": self.owner} for one in new])
        rows = [
            {
                "game": one.table,
                "n": stored.n,
                "at": stored.at,
                "request": stored.request,
                "data": ev.encode(stored.event),
            }
            for one in batch
            for stored in one.stored
        ]
        if rows:
            await connection.execute(insert(schema.events), rows)
        statuses, self._statuses = self._statuses, {}
        if statuses:
            await connection.execute(_SET_STATUS, list(statuses.values()))
        touched = [
            {"which": one.table, "used": one.stored[-1].at}
            for one in batch
            if one.new is None and one.stored[-1].at - self._touched.get(one.table, 0.0) > TOUCH_SECONDS
        ]
        if touched:
            await connection.execute(_TOUCH, touched)
        for one in batch:
            self._touched[one.table] = one.stored[-1].at

    async def load(self, table: str) -> list[Stored]:
        """All events of a table, in their order; none if there is no such table."""
        rows = schema.events
        asked = select(rows.c.n, rows.c.at, rows.c.request, rows.c.data)
        async with self.engine.connect() as connection:
            found = await connection.execute(asked.where(rows.c.game == table).order_by(rows.c.n))
            return [Stored(n, at, request, ev.decode(data)) for n, at, request, data in found]

    async def take(self, table: str, status: str) -> None:
        """This process holds the table from now on; its status is as its events say."""
        row = schema.tables
        async with self.engine.begin() as connection:
            await connection.execute(
                update(row).where(row.c.id == table).values(owner=self.owner, status=status)
            )

    def forget(self, table: str) -> None:
        """The table is no longer held in memory."""
        self._touched.pop(table, None)

    # -------------------------------------------------------------------------------------------- finding
    async def listed(self, limit: int) -> list[str]:
        """The public tables that wait for guests, the newest first."""
        row = schema.tables
        asked = select(row.c.id).where(row.c.listed, row.c.status == "waiting")
        async with self.engine.connect() as connection:
            found = await connection.execute(asked.order_by(row.c.updated.desc()).limit(limit))
            return [str(id_) for (id_,) in found]

    async def idle(self, statuses: Sequence[str], before: float) -> list[str]:
        """The tables of these statuses that nobody has used since."""
        row = schema.tables
        asked = select(row.c.id).where(row.c.status.in_(statuses), row.c.updated < before).limit(100)
        async with self.engine.connect() as connection:
            return [str(id_) for (id_,) in await connection.execute(asked)]

    async def remove(self, table: str) -> None:
        """A table and all its events, for good."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(schema.events).where(schema.events.c.game == table))
            await connection.execute(delete(schema.tables).where(schema.tables.c.id == table))

    async def alive(self) -> bool:
        """Whether the database answers."""
        try:
            async with self.engine.connect() as connection:
                await connection.execute(select(schema.settings.c.name).limit(1))
        except (SQLAlchemyError, OSError):
            return False
        return True


_SET_STATUS = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("which"))
    .values(status=bindparam("now"), updated=bindparam("used"))
)
_TOUCH = (
    update(schema.tables).where(schema.tables.c.id == bindparam("which")).values(updated=bindparam("used"))
)


def _engine(url: str) -> AsyncEngine:
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_size=4, max_overflow=4, pool_pre_ping=True)
    memory = ":memory:" in url or url.rstrip("/").endswith("aiosqlite:")
    engine = create_async_engine(url, **({"poolclass": StaticPool} if memory else {}))

    @event.listens_for(engine.sync_engine, "connect")
    def _configure(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        # WAL with FULL: a commit is on the disk when it returns, and readers do not wait for the writer.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine
