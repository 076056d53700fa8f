"""Events are appended, and an append has happened only when it is committed.

One writer commits what all tables want to append at that moment together (group commit): while one
transaction is on its way to the disk, the next ones gather.

Where several processes share the database, a table may have been taken by another one meanwhile. Its epoch
tells: it grows whenever the table is taken, and it is looked at in the same transaction, under a lock that
whoever takes the table must wait for.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Executable, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from faraon.server.measures import Histogram
from faraon.server.store import schema
from faraon.server.store.names import apart
from faraon.server.table import events as ev
from faraon.server.table.events import Stored

log = logging.getLogger("faraon.server")

TOUCH_SECONDS = 60.0
"""How exactly it is known when a table was last used."""


class StoreError(Exception):
    """The database did not accept it, or nobody can say whether it did."""


class NotStoredError(StoreError):
    """Certainly nothing was stored: what was known before still holds, and one may try again."""


class TakenError(StoreError):
    """Another process goes on with the table: it took us for gone."""


@dataclass(slots=True, eq=False)
class Append:
    """Events that wait for the writer."""

    table: str
    stored: Sequence[Stored]
    epoch: int
    """How often the table had been taken when it was loaded."""
    new: Mapping[str, Any] | None
    done: asyncio.Future[None]

    def fail(self, error: StoreError) -> None:
        if not self.done.done():
            self.done.set_exception(error)


@dataclass
class Measures:
    """Of the writer, for the metrics."""

    commits: Histogram = field(default_factory=Histogram)
    events: int = 0
    failures: int = 0


@dataclass
class Writer:
    engine: AsyncEngine
    shared: bool
    """Other processes may take tables from us."""
    measures: Measures = field(default_factory=Measures)

    def __post_init__(self) -> None:
        self._queue: list[Append] = []
        self._notes: dict[Executable, dict[str, Mapping[str, Any]]] = {}
        self._wake = asyncio.Event()
        self._closing = False
        self._touched: dict[str, float] = {}
        self._task = asyncio.create_task(self._write_forever())

    async def close(self) -> None:
        """Everything that waits is written first."""
        self._closing = True
        self._wake.set()
        await self._task

    async def append(
        self, table: str, stored: Sequence[Stored], epoch: int, new: Mapping[str, Any] | None
    ) -> None:
        """Returns when the events are committed; :class:`StoreError` if they are not."""
        if self._closing:
            raise NotStoredError("the server is stopping")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(Append(table, stored, epoch, new, done))
        self._wake.set()
        await done

    def note(self, statement: Executable, key: str, row: Mapping[str, Any]) -> None:
        """Something that follows from the events is written after them, and not at all if that fails.

        Of several notes under a key only the last counts.
        """
        self._notes.setdefault(statement, {})[key] = row
        self._wake.set()

    def forget(self, table: str) -> None:
        """The table is no longer held in memory."""
        self._touched.pop(table, None)

    # ------------------------------------------------------------------------------------------- writing
    async def _write_forever(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._queue = self._queue, []
            if batch:
                await self._write(batch)
            if self._notes:
                await self._write_notes()
            elif self._closing and not self._queue:
                return

    async def _write(self, batch: list[Append]) -> None:
        started = time.perf_counter()
        try:
            await self._commit(batch)
        except StoreError as error:
            self.measures.failures += 1
            if len(batch) > 1 and isinstance(error, NotStoredError):  # one may be to blame: each by itself
                for one in batch:
                    await self._write([one])
                return
            for one in batch:
                one.fail(error)
            return
        self.measures.commits.add(time.perf_counter() - started)
        self.measures.events += sum(len(one.stored) for one in batch)
        for one in batch:
            if not one.done.done():
                one.done.set_result(None)

    async def _commit(self, batch: list[Append]) -> None:
        committing = False
        try:
            async with self.engine.connect() as connection:
                await self._execute(connection, await self._held(connection, batch))
                committing = True
                await connection.commit()
        except Exception as error:  # whatever it is, the writer goes on and nobody waits for ever
            taken = (
                isinstance(error, IntegrityError) and len(batch) == 1
            )  # somebody else went on with the table
            kind = StoreError if committing or taken else NotStoredError
            raise kind(type(error).__name__) from None

    async def _held(self, connection: AsyncConnection, batch: list[Append]) -> list[Append]:
        """What may be written: nobody has taken these tables from us, and nobody will before the commit."""
        old = [one for one in batch if one.new is None]
        if not self.shared or not old:
            return batch
        row = schema.tables.c
        asked = select(row.id, row.epoch).where(row.id.in_({one.table for one in old})).order_by(row.id)
        found = await connection.execute(asked.with_for_update(key_share=True))
        epochs = {one.id: one.epoch for one in found}
        lost = [one for one in old if epochs.get(one.table) != one.epoch]
        for one in lost:
            one.fail(TakenError("another process has taken the table"))
        return [one for one in batch if one not in lost]

    async def _execute(self, connection: AsyncConnection, batch: list[Append]) -> None:
        new = [one.new for one in batch if one.new is not None]
        if new:
            await connection.execute(insert(schema.tables), new)
        rows: list[dict[str, Any]] = []
        names: list[dict[str, Any]] = []
        for one in batch:
            for stored in one.stored:
                event, called = apart(stored.event)
                place = {"game": one.table, "n": stored.n}
                rows.append({**place, "at": stored.at, "request": stored.request, "data": ev.encode(event)})
                names += [{**place, "seat": seat, "name": name} for seat, name in called.items()]
        if rows:
            await connection.execute(insert(schema.events), rows)
        if names:
            await connection.execute(insert(schema.names), names)
        touched = [
            {"which": one.table, "used": one.stored[-1].at}
            for one in batch
            if one.new is None and one.stored[-1].at - self._touched.get(one.table, 0.0) > TOUCH_SECONDS
        ]
        if touched:
            await connection.execute(_TOUCH, touched)
        for one in batch:
            self._touched[one.table] = one.stored[-1].at

    async def _write_notes(self) -> None:
        notes, self._notes = self._notes, {}
        try:
            async with self.engine.begin() as connection:
                for statement, rows in notes.items():
                    await connection.execute(statement, list(rows.values()))
        except Exception as error:
            log.warning("a note is lost", extra={"why": type(error).__name__})


_TOUCH = (
    update(schema.tables).where(schema.tables.c.id == bindparam("which")).values(updated=bindparam("used"))
)
