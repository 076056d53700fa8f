"""What whoever runs a server can look up and do in the database itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import delete, insert, select, text, update

from faraon.engines.errors import GameError
from faraon.server.store import schema
from faraon.server.store.store import Store

BANS = "bans"
"""What is told to all when the list has changed."""


@dataclass(frozen=True)
class Listed:
    """A table at a glance."""

    id: str
    status: str
    updated: float
    names: Sequence[str]
    """Of people, those who have left as well."""


async def tables(store: Store, statuses: Sequence[str], limit: int) -> list[Listed]:
    """The tables that were used last."""
    row, named = schema.tables.c, schema.names.c
    asked = select(row.id, row.status, row.updated).order_by(row.updated.desc()).limit(limit)
    names: dict[str, list[str]] = defaultdict(list)
    async with store.engine.connect() as connection:
        found = (await connection.execute(asked.where(row.status.in_(statuses)) if statuses else asked)).all()
        called = select(named.game, named.name).where(named.game.in_([one.id for one in found]))
        for one in await connection.execute(called.order_by(named.n, named.seat)):
            if one.name not in names[one.game]:
                names[one.game].append(one.name)
    return [Listed(one.id, one.status, one.updated, names[one.id]) for one in found]


async def ban(store: Store, address: str, until: float | None) -> None:
    """An address is not served any more."""
    async with store.engine.begin() as connection:
        await connection.execute(delete(schema.bans).where(schema.bans.c.address == address))
        await connection.execute(insert(schema.bans).values(address=address, until=until))
        await store.tell(connection, BANS)


async def unban(store: Store, address: str) -> bool:
    """Whether there was something to take back."""
    async with store.engine.begin() as connection:
        gone = await connection.execute(delete(schema.bans).where(schema.bans.c.address == address))
        await store.tell(connection, BANS)
    return bool(gone.rowcount)


async def backup(store: Store, file: Path) -> None:
    """A copy of an SQLite database as it is at this moment, however much is being written."""
    if store.postgres:
        raise GameError("bad-request", "a PostgreSQL database is copied by pg_dump")
    async with store.engine.connect() as connection:
        await connection.execute(text("VACUUM INTO :file"), {"file": str(file)})


async def erase(store: Store, name: str, table: str = "", seat: int | None = None) -> list[str]:
    """Takes a name away wherever it stands, or at one table, or from one seat; returns the tables.

    The games remain; processes that hold such a table load it again.
    """
    named, row = schema.names.c, schema.tables
    which = [named.name == name] if name else []
    which += [named.game == table] if table else []
    which += [named.seat == seat] if seat is not None else []
    if not which:
        raise ValueError("nobody is named")
    async with store.engine.begin() as connection:
        found = sorted(set(await connection.scalars(select(named.game).where(*which))))
        await connection.execute(delete(schema.names).where(*which))
        for id_ in found:  # each under its lock, so that nobody writes what was read before
            held = select(row.c.epoch).where(row.c.id == id_).with_for_update(key_share=True)
            epoch = (await connection.scalar(held) or 0) + 1
            await connection.execute(delete(schema.snapshots).where(schema.snapshots.c.game == id_))
            await connection.execute(update(row).where(row.c.id == id_).values(epoch=epoch, lobby=None))
            await store.tell(connection, f"taken {id_} {epoch} {store.owner}")
    return found
