"""The database: what is kept, and how it is found again."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Integer, LargeBinary, bindparam, delete, event, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool, StaticPool

from faraon.server.store import migrate, reading, schema
from faraon.server.store.members import Members, bury, tell
from faraon.server.store.migrate import LOCK
from faraon.server.store.reading import Found
from faraon.server.store.writer import Measures, NotStoredError, StoreError, TakenError, Writer
from faraon.server.table.events import Stored
from faraon.server.table.snapshot import SHAPE

__all__ = ["Found", "NotStoredError", "Store", "StoreError", "TakenError", "patiently"]

log = logging.getLogger("faraon.server")

T = TypeVar("T")
TOLD, WRITTEN = "told", "written"
"""Settings that change."""
WRITE_SECONDS = 5.0
MOST_IDLE = 100
"""Tables that are tidied up at once: nobody waits for it long."""
START_SECONDS = 60.0
"""How long a database that starts at the same time is waited for."""


@dataclass
class Store:
    """All that is kept; opened once per process."""

    engine: AsyncEngine
    owner: str
    """The name of this process."""
    shared: bool
    """Other processes may work on the same database: a table must be taken before it is loaded."""

    def __post_init__(self) -> None:
        self.postgres = self.engine.dialect.name == "postgresql"
        self._writer = Writer(self.engine, self.shared)
        self._tried: asyncio.Future[bool] | None = None
        self._tried_at = 0.0
        self._epochs: dict[str, int] = {}
        """Of the tables that this process holds."""

    @property
    def measures(self) -> Measures:
        return self._writer.measures

    # ------------------------------------------------------------------------------- opening and closing
    @classmethod
    async def open(cls, url: str, owner: str = "", visiting: bool = False) -> Store:
        """The database at an address; made, or brought to the newest schema. A visitor shares it for sure."""
        engine = _engine(url)

        async def upgraded() -> None:
            async with engine.begin() as connection:
                await connection.run_sync(migrate.upgrade)

        try:
            await patiently(upgraded, 0.0 if visiting else START_SECONDS)
        except BaseException:
            await engine.dispose()
            raise
        return cls(engine, owner or secrets.token_hex(8), visiting or engine.dialect.name == "postgresql")

    def join(
        self,
        home: str,
        heard: Callable[[str], None],
        reconnected: Callable[[], Awaitable[None]],
        lapsed: Callable[[], None],
    ) -> Members:
        """Among the processes that share the database."""
        engine = create_async_engine(self.engine.url, poolclass=NullPool, **POSTGRES)
        return Members(engine, self.owner, home, heard, reconnected, lapsed)

    async def close(self) -> None:
        """Everything that waits is written first."""
        await self._writer.close()
        await self.engine.dispose()

    async def secret_key(self) -> bytes:
        """The key that seat tokens are signed with; made at the first start."""
        row = schema.settings
        key = select(row.c.value).where(row.c.name == "key")
        with contextlib.suppress(IntegrityError):  # another process has made it at the same moment
            async with self.engine.begin() as connection:
                if await connection.scalar(key) is None:
                    await connection.execute(insert(row).values(name="key", value=secrets.token_hex(32)))
        async with self.engine.connect() as connection:
            return bytes.fromhex(await connection.scalar(key) or "")

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
        if new is not None:
            self._epochs[table] = 1 if self.shared else 0
            new = {**new, "owner": self.owner, "epoch": self.epoch(table)}
        await self._writer.append(table, stored, self._epochs.get(table, 0), new)

    def note_status(self, table: str, status: str, at: float) -> None:
        """What the events say, where it can be found without reading them."""
        self._writer.note(_SET_STATUS, table, {"which": table, "now": status, "used": at})

    def show(self, table: str, shown: bytes | None) -> None:
        """What the lobby shows of a table; nothing if it does not belong there."""
        row = {"which": table, "shown": shown, "us": self.owner, "held": self.epoch(table)}
        self._writer.note(_SHOW, table, row)

    def keep(self, table: str, n: int, dealt: int, data: bytes, last: int) -> None:
        """A snapshot; of those of the same game this one and the ``last`` one stay."""
        row = {
            "which": table,
            "held": self.epoch(table),
            "n": n,
            "shape": SHAPE,
            "dealt": dealt,
            "data": data,
        }
        self._writer.note(_KEEP, table, row)
        self._writer.note(_THIN_OUT, table, {"which": table, "same": dealt, "last": last})

    async def load(self, table: str) -> list[Stored]:
        """All events of a table, in their order; none if there is no such table."""
        async with self.engine.connect() as connection:
            return await reading.events_of(connection, table)

    async def take(self, table: str) -> Found | None:
        """This process holds the table from now on, and no other; ``None`` if there is no such table."""
        epoch = await self._claim(table) if self.shared else None
        found = await self.find(table)
        if found is not None:
            self._epochs[table] = found.epoch if epoch is None else epoch
        return found

    async def _claim(self, table: str) -> int:
        """The new epoch; who had the table hears of it."""
        row = schema.tables
        held = select(row.c.owner, row.c.epoch).where(row.c.id == table).with_for_update(key_share=True)
        async with self.engine.begin() as connection:
            found = (await connection.execute(held)).first()
            if found is None:
                return 0
            taken = {"owner": self.owner, "epoch": found.epoch + 1, "lobby": None}
            await connection.execute(update(row).where(row.c.id == table).values(taken))
            if found.owner not in (None, self.owner):
                await self.tell(connection, f"taken {table} {found.epoch + 1} {self.owner}")
            return int(found.epoch) + 1

    async def tell(self, connection: AsyncConnection, what: str) -> None:
        """All processes hear it; where they cannot, the one that there is looks every second."""
        if self.postgres:
            await tell(connection, what)
            return
        row = schema.settings
        said = await connection.scalar(select(row.c.value).where(row.c.name == TOLD)) or "0"
        told = delete(row).where(row.c.name == TOLD)
        await connection.execute(told)
        await connection.execute(insert(row).values(name=TOLD, value=str(int(said) + 1)))

    async def told(self) -> str:
        """Changes when something was said that nobody could hear."""
        row = schema.settings
        async with self.engine.connect() as connection:
            return await connection.scalar(select(row.c.value).where(row.c.name == TOLD)) or ""

    def epoch(self, table: str) -> int:
        return self._epochs.get(table, 0)

    async def taken(self, tables: Sequence[str]) -> list[str]:
        """Those of our tables that another process has taken."""
        row = schema.tables.c
        async with self.engine.connect() as connection:
            found = await connection.execute(select(row.id, row.epoch).where(row.id.in_(tables)))
            epochs = {one.id: one.epoch for one in found}
        return [table for table in tables if epochs.get(table) != self.epoch(table)]

    async def find(self, table: str) -> Found | None:
        """What a table is made of; ``None`` if there is no such table."""
        async with self.engine.connect() as connection:
            return await reading.find(connection, table)

    async def find_game(self, table: str, game: int) -> Found | None:
        """What a table was made of when a game had been played; it may have gone on a little since."""
        async with self.engine.connect() as connection:
            return await reading.find_game(connection, table, game)

    async def event_of(self, table: str, request: str) -> int | None:
        """The event that a request made, however long ago; ``None`` if it made none."""
        row = schema.events.c
        asked = select(func.max(row.n)).where(row.game == table, row.request == request)
        async with self.engine.connect() as connection:
            found = await connection.scalar(asked)
            return None if found is None else int(found)

    def forget(self, table: str) -> None:
        """The table is no longer held in memory: any process may have it."""
        epoch = self._epochs.pop(table, 0)
        self._writer.forget(table)
        if self.shared:
            self._writer.note(_RELEASE, table, {"which": table, "us": self.owner, "held": epoch})

    # -------------------------------------------------------------------------------------------- finding
    async def lobby(self, limit: int, processes: Iterable[str]) -> list[bytes]:
        """What these processes show of public tables that wait for guests, the newest first."""
        row = schema.tables.c
        asked = select(row.lobby).where(text(schema.IN_LOBBY), row.owner.in_(processes))
        async with self.engine.connect() as connection:
            found = await connection.scalars(asked.order_by(row.updated.desc()).limit(limit))
            return [bytes(shown or b"") for shown in found]

    async def bans(self) -> dict[str, float | None]:
        """The addresses that are not served, and until when."""
        async with self.engine.connect() as connection:
            found = await connection.execute(select(schema.bans.c.address, schema.bans.c.until))
            return {one.address: one.until for one in found}

    async def idle(
        self, statuses: Sequence[str], before: float, others: Sequence[str] = (), after: str = ""
    ) -> list[str]:
        """The tables of these statuses that nobody has used since, and that no other process holds.

        In the order of their ids and never more than :data:`MOST_IDLE`; ``after`` goes on behind one.
        """
        row = schema.tables.c
        free = row.owner.is_(None) | row.owner.not_in(others)
        asked = select(row.id).where(row.status.in_(statuses), row.updated < before, free, row.id > after)
        async with self.engine.connect() as connection:
            return [str(id_) for (id_,) in await connection.execute(asked.order_by(row.id).limit(MOST_IDLE))]

    @contextlib.asynccontextmanager
    async def alone(self) -> AsyncIterator[bool]:
        """Whether this process may tidy up: of several only one does at a time."""
        if not self.postgres:
            yield True
            return
        async with self.engine.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            mine = bool(await connection.scalar(select(func.pg_try_advisory_lock(LOCK + 1))))
            try:
                yield mine
            finally:
                if mine:
                    await connection.execute(select(func.pg_advisory_unlock(LOCK + 1)))

    async def bury(self) -> None:
        """Forgets processes that have been gone for long."""
        if self.postgres:
            async with self.engine.begin() as connection:
                await bury(connection)

    async def remove(self, table: str) -> None:
        """A table and all its events, for good."""
        async with self.engine.begin() as connection:
            for part in (schema.events, schema.snapshots, schema.names):
                await connection.execute(delete(part).where(part.c.game == table))
            await connection.execute(delete(schema.tables).where(schema.tables.c.id == table))

    async def writable(self) -> bool:
        """Whether the database takes what is written; asked again after a second at the earliest."""
        if self._tried is None or (self._tried.done() and time.monotonic() > self._tried_at + 1.0):
            self._tried, self._tried_at = asyncio.ensure_future(self._try_to_write()), time.monotonic()
        return await asyncio.shield(self._tried)

    async def _try_to_write(self) -> bool:
        row = schema.settings
        now = {"value": f"{time.time():.0f}"}
        try:
            async with asyncio.timeout(WRITE_SECONDS), self.engine.begin() as connection:
                done = await connection.execute(update(row).where(row.c.name == WRITTEN).values(now))
                if not done.rowcount:
                    await connection.execute(insert(row).values(name=WRITTEN, **now))
        except IntegrityError:
            return True  # another process was first
        except (SQLAlchemyError, OSError) as error:
            log.error("the database takes nothing", extra={"why": type(error).__name__})
            return False
        return True


_SET_STATUS = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("which"))
    .values(status=bindparam("now"), updated=bindparam("used"))
)
_SHOW = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("which"), schema.tables.c.epoch == bindparam("held"))
    .values(lobby=bindparam("shown"), owner=bindparam("us"))
)
_RELEASE = (
    update(schema.tables)
    .where(
        schema.tables.c.id == bindparam("which"),
        schema.tables.c.owner == bindparam("us"),
        schema.tables.c.epoch == bindparam("held"),
    )
    .values(owner=None)
)
_KEEP = insert(schema.snapshots).from_select(
    ["game", "n", "shape", "dealt", "data"],
    select(
        schema.tables.c.id,
        bindparam("n", type_=Integer),
        bindparam("shape", type_=Integer),
        bindparam("dealt", type_=Integer),
        bindparam("data", type_=LargeBinary),
    ).where(schema.tables.c.id == bindparam("which"), schema.tables.c.epoch == bindparam("held")),
)
_THIN_OUT = delete(schema.snapshots).where(
    schema.snapshots.c.game == bindparam("which"),
    schema.snapshots.c.dealt == bindparam("same"),
    schema.snapshots.c.n < bindparam("last"),
)


async def patiently(step: Callable[[], Awaitable[T]], seconds: float = START_SECONDS) -> T:
    """A step of a start, tried again while the database is not there."""
    until = time.monotonic() + seconds
    while True:
        try:
            return await step()
        except (OSError, SQLAlchemyError) as error:
            if not _not_yet(error) or time.monotonic() > until:
                raise
            log.warning("the database does not answer yet", extra={"why": type(error).__name__})
            await asyncio.sleep(1.0)


def _not_yet(error: Exception) -> bool:
    """The database may be starting as well, or the connection to it broke."""
    broken = isinstance(error, OSError) or (isinstance(error, DBAPIError) and error.connection_invalidated)
    return broken or "starting up" in str(error) or "shutting down" in str(error)


POSTGRES: dict[str, Any] = {
    "connect_args": {
        "timeout": 5.0,
        "command_timeout": 10.0,
        # Whoever is cut off in the middle of a transaction holds nobody up.
        "server_settings": {"idle_in_transaction_session_timeout": "3000", "application_name": "faraon"},
    }
}


def _engine(url: str) -> AsyncEngine:
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_size=4, max_overflow=4, pool_pre_ping=True, **POSTGRES)
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
