"""The processes that share a PostgreSQL: who is there, and what they tell each other.

Every process says each second that it is there. A process that has not been heard of for a few seconds counts
as gone, and one that cannot make itself heard for as long takes itself for gone and lets go of its tables.
That is a courtesy to its players, no more: whether it may write, the epoch of each table decides
(:mod:`faraon.server.store.writer`).
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Float, delete, func, literal_column, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from faraon.server.store import schema

log = logging.getLogger("faraon.server")

BEAT_SECONDS = 1.0
ANSWER_SECONDS = 1.5
"""If the database does not answer within these, another connection to it is tried."""
LEASE_SECONDS = 4.0
"""A process that was not heard of for this long is gone."""
FORGET_SECONDS = 3600.0
CHANNEL = "faraon"

_now = literal_column("extract(epoch FROM clock_timestamp())", Float)
_row = schema.processes.c


@dataclass
class Members:
    engine: AsyncEngine
    """Of its own: a connection that listens is not for others."""
    me: str
    home: str
    """A folder where the other processes of this machine find us; empty if there are none."""
    heard: Callable[[str], None]
    """Is told what any process says, our own words included."""
    reconnected: Callable[[], Awaitable[None]]
    """Something may have been said while we did not listen."""
    lapsed: Callable[[], None]
    """Others take us for gone."""
    alive: dict[str, str] = field(default_factory=dict)
    """The processes that are there, with their homes."""

    def __post_init__(self) -> None:
        self.say: Callable[[], list[str]] = list
        """What is told to all with each beat."""
        self._heard_at = 0.0
        self._present = asyncio.Event()
        self._task = asyncio.create_task(self._beat_forever())

    def keeper(self, table: str) -> str:
        """The process of this machine that a table belongs to: each knows without asking.

        Whoever comes or goes changes that for a few tables only (rendezvous hashing).
        """
        here = [id_ for id_, home in self.alive.items() if home == self.home != ""]
        if not self.present:
            here = [id_ for id_ in here if id_ != self.me]
        return max(here, key=lambda one: hashlib.sha256(f"{one} {table}".encode()).digest(), default=self.me)

    def missing(self, id_: str) -> None:
        """A process does not answer; the next beat tells whether it is there after all."""
        self.alive.pop(id_, None)

    @property
    def present(self) -> bool:
        """Whether others know that we are there."""
        return self._present.is_set()

    async def entered(self) -> None:
        """Returns as soon as others know of us."""
        await self._present.wait()

    async def close(self) -> None:
        """Others may have our tables at once."""
        self._present.clear()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(Exception):  # if the database is away, they will notice in a moment
            async with asyncio.timeout(ANSWER_SECONDS), self.engine.begin() as connection:
                await connection.execute(delete(schema.processes).where(_row.id == self.me))
                await tell(connection, f"gone {self.me}")
        await self.engine.dispose()

    # ------------------------------------------------------------------------------------------- beating
    async def _beat_forever(self) -> None:
        while True:
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    connection = await self.engine.connect()
                try:
                    await self._beat_and_listen(connection)
                finally:
                    with contextlib.suppress(Exception):
                        await connection.invalidate()  # without a farewell, which might hang as well
            except Exception as error:
                log.warning("the database does not hear us", extra={"why": type(error).__name__})
            if self.present and time.monotonic() - self._heard_at > LEASE_SECONDS:
                self._present.clear()
                self.lapsed()
            await asyncio.sleep(BEAT_SECONDS / 4)

    async def _beat_and_listen(self, connection: AsyncConnection) -> None:
        """As long as the connection lasts."""
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        driver: Any = (await connection.get_raw_connection()).driver_connection
        async with asyncio.timeout(ANSWER_SECONDS):
            await driver.add_listener(CHANNEL, lambda *told: self._heard(str(told[-1])))
        if self.present:
            await self.reconnected()
        while True:
            began = time.monotonic()
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._beat(connection)
                if not self.present:
                    await tell(connection, f"here {self.me} {self.home}")
            self._heard_at = began
            self._present.set()
            await asyncio.sleep(BEAT_SECONDS)

    def _heard(self, what: str) -> None:
        match what.split(" ", 2):
            case ["here", id_, home]:
                self.alive[id_] = home
            case ["gone", id_]:
                self.missing(id_)
            case _:
                self.heard(what)

    async def _beat(self, connection: AsyncConnection) -> None:
        here = insert(schema.processes).values(id=self.me, home=self.home, seen=_now)
        await connection.execute(here.on_conflict_do_update(index_elements=["id"], set_={"seen": _now}))
        for what in self.say():
            await tell(connection, what)
        there = select(_row.id, _row.home).where(_row.seen > _now - LEASE_SECONDS)
        self.alive = {one.id: one.home for one in await connection.execute(there)}


async def tell(connection: AsyncConnection, what: str) -> None:
    """All processes hear it as soon as the transaction is committed."""
    await connection.execute(select(func.pg_notify(CHANNEL, what)))


async def bury(connection: AsyncConnection) -> None:
    """Forgets those who have been gone for long."""
    await connection.execute(delete(schema.processes).where(_row.seen < _now - FORGET_SECONDS))
