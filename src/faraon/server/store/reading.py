"""Tables come back from the database: their first event, a snapshot if there is one, and the events since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from faraon.server.store import schema
from faraon.server.store.names import together
from faraon.server.table import events as ev
from faraon.server.table.events import Stored
from faraon.server.table.snapshot import SHAPE
from faraon.server.table.table import MOST_STEPS


@dataclass(frozen=True)
class Found:
    """What a table is made of."""

    created: Stored
    snapshot: bytes | None
    n: int
    """The event of the snapshot; 0 without one."""
    events: Sequence[Stored]
    status: str
    """As it was noted last; it may lag behind the events."""
    epoch: int
    """How often the table was taken by a process."""


async def events_of(
    connection: AsyncConnection, table: str, after: int = 0, until: int | None = None
) -> list[Stored]:
    """The events of a table, in their order."""
    rows, named = schema.events.c, schema.names.c
    asked = select(rows.n, rows.at, rows.request, rows.data).where(rows.game == table, rows.n > after)
    called = select(named.n, named.seat, named.name).where(named.game == table, named.n > after)
    if until is not None:
        asked, called = asked.where(rows.n <= until), called.where(named.n <= until)
    names: dict[int, dict[int, str]] = defaultdict(dict)
    for one in await connection.execute(called):
        names[one.n][one.seat] = one.name
    found = await connection.execute(asked.order_by(rows.n))
    return [
        Stored(one.n, one.at, one.request, together(ev.decode(one.data), names.get(one.n, {})))
        for one in found
    ]


async def find(connection: AsyncConnection, table: str) -> Found | None:
    """A table as it is; ``None`` if there is no such table."""
    rows, kept = schema.events.c, schema.snapshots.c
    last = await connection.scalar(select(func.max(rows.n)).where(rows.game == table))
    if last is None:
        return None
    # Not the newest snapshot: those who missed the latest events will want to see them one by one.
    return await _found(connection, table, kept.n <= last - MOST_STEPS, None)


async def find_game(connection: AsyncConnection, table: str, game: int) -> Found | None:
    """A table as it was when a game had been played; it may have gone on a little since."""
    kept = schema.snapshots.c
    until = await connection.scalar(select(func.min(kept.n)).where(kept.game == table, kept.dealt > game))
    return await _found(connection, table, kept.dealt < game, until)


async def _found(
    connection: AsyncConnection, table: str, which: ColumnElement[bool], until: int | None
) -> Found | None:
    """From the newest of these snapshots on."""
    kept, row = schema.snapshots.c, schema.tables.c
    ours = select(kept.n, kept.data).where(kept.game == table, kept.shape == SHAPE, which)
    old = (await connection.execute(ours.order_by(kept.n.desc()).limit(1))).first()
    created = await events_of(connection, table, 0, 1)
    events = await events_of(connection, table, old.n if old is not None else 1, until)
    said = (await connection.execute(select(row.status, row.epoch).where(row.id == table))).first()
    if not created or said is None:
        return None
    data, n = (old.data, old.n) if old is not None else (None, 0)
    return Found(created[0], data, n, events, said.status, said.epoch)
