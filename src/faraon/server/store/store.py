"""The database: what is kept, and how it is found again."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, bindparam, delete, event, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from faraon.server.store import migrate, schema
from faraon.server.store.writer import Measures, NotStoredError, StoreError, Writer
from faraon.server.table import events as ev
from faraon.server.table.events import Stored
from faraon.server.table.snapshot import SHAPE
from faraon.server.table.table import MOST_STEPS

__all__ = ["Found", "NotStoredError", "Store", "StoreError"]


@dataclass(frozen=True)
class Found:
    """What a table is made of: its first event, a snapshot if there is one, and the events since."""

    created: Stored
    snapshot: bytes | None
    n: int
    """The event of the snapshot; 0 without one."""
    events: Sequence[Stored]
    status: str
    """As it was noted last; it may lag behind the events."""


@dataclass
class Store:
    """All that is kept; opened once per process."""

    engine: AsyncEngine
    owner: str = field(default_factory=lambda: secrets.token_hex(8))

    def __post_init__(self) -> None:
        self._writer = Writer(self.engine, self.owner)

    @property
    def measures(self) -> Measures:
        return self._writer.measures

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
        return cls(engine)

    async def close(self) -> None:
        """Everything that waits is written first."""
        await self._writer.close()
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
        await self._writer.append(table, stored, new)

    def note_status(self, table: str, status: str, at: float) -> None:
        """What the events say, where it can be found without reading them."""
        self._writer.note(_SET_STATUS, table, {"which": table, "now": status, "used": at})

    def keep(self, table: str, n: int, dealt: int, data: bytes, last: int) -> None:
        """A snapshot; of those of the same game this one and the ``last`` one stay."""
        row = {"game": table, "n": n, "shape": SHAPE, "dealt": dealt, "data": data}
        self._writer.note(_KEEP, table, row)
        self._writer.note(_THIN_OUT, table, {"which": table, "same": dealt, "last": last})

    async def load(self, table: str, after: int = 0, until: int | None = None) -> list[Stored]:
        """The events of a table, in their order; none if there is no such table."""
        async with self.engine.connect() as connection:
            return await _events(connection, table, after, until)

    async def find(self, table: str) -> Found | None:
        """What a table is made of; ``None`` if there is no such table."""
        kept, newest = schema.snapshots, func.max(schema.events.c.n)
        async with self.engine.connect() as connection:
            last = await connection.scalar(select(newest).where(schema.events.c.game == table))
            if last is None:
                return None
            # Not the newest one: those who missed the latest events will want to see them one by one.
            return await _found(connection, table, kept.c.n <= last - MOST_STEPS, None)

    async def find_game(self, table: str, game: int) -> Found | None:
        """What a table was made of when a game had been played; it may have gone on a little since."""
        kept = schema.snapshots
        later = select(func.min(kept.c.n)).where(kept.c.game == table, kept.c.dealt > game)
        async with self.engine.connect() as connection:
            until = await connection.scalar(later)
            return await _found(connection, table, kept.c.dealt < game, until)

    def forget(self, table: str) -> None:
        """The table is no longer held in memory."""
        self._writer.forget(table)

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
            for part in (schema.events, schema.snapshots):
                await connection.execute(delete(part).where(part.c.game == table))
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
_KEEP = insert(schema.snapshots)
_THIN_OUT = delete(schema.snapshots).where(
    schema.snapshots.c.game == bindparam("which"),
    schema.snapshots.c.dealt == bindparam("same"),
    schema.snapshots.c.n < bindparam("last"),
)


async def _events(connection: AsyncConnection, table: str, after: int, until: int | None) -> list[Stored]:
    rows = schema.events
    asked = select(rows.c.n, rows.c.at, rows.c.request, rows.c.data)
    asked = asked.where(rows.c.game == table, rows.c.n > after).order_by(rows.c.n)
    found = await connection.execute(asked if until is None else asked.where(rows.c.n <= until))
    return [Stored(n, at, request, ev.decode(data)) for n, at, request, data in found]


async def _found(
    connection: AsyncConnection, table: str, which: ColumnElement[bool], until: int | None
) -> Found | None:
    """The newest of these snapshots, and the events since."""
    kept, status = schema.snapshots, schema.tables.c.status
    ours = select(kept.c.n, kept.c.data).where(kept.c.game == table, kept.c.shape == SHAPE, which)
    newest = ours.order_by(kept.c.n.desc()).limit(1)
    row = (await connection.execute(newest)).first()
    created = await _events(connection, table, 0, 1)
    events = await _events(connection, table, row.n if row is not None else 1, until)
    said = await connection.scalar(select(status).where(schema.tables.c.id == table))
    if not created or said is None:
        return None
    data, n = (row.data, row.n) if row is not None else (None, 0)
    return Found(created[0], data, n, events, said)


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
