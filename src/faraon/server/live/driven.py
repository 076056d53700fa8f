"""A table moves by itself: bots play, whoever is late or away is replaced, and seals are opened in time.

A bot thinks at once and plays when it is time. So its pace does not tell how much it had to choose from.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from abc import abstractmethod
from collections.abc import Coroutine, Sequence
from typing import Any

from faraon.game.move import Move
from faraon.server import wire as msg
from faraon.server.live.audience import Audience
from faraon.server.live.bots import think
from faraon.server.settings import Settings
from faraon.server.table import events as ev
from faraon.server.table.deciding import next_game
from faraon.server.table.events import Event
from faraon.server.table.levels import DEFAULT_LEVEL
from faraon.server.table.table import Table
from faraon.server.wire.refusals import RefusalError

log = logging.getLogger("faraon.server")
_lots = random.SystemRandom()

RETRY_SECONDS = 5.0
"""How long a bot waits before it tries again, when the database took nothing."""


class Driven(Audience):
    """Bots and clocks."""

    def __init__(self, table: Table, settings: Settings) -> None:
        super().__init__(table, settings)
        self.lost = False
        """The database may hold more than is here: the table must be read from it again."""
        self._lock = asyncio.Lock()
        self._gone_at: dict[int, float] = {}
        """When the last browser of a seat went away."""
        promised = table.next_deal
        began = promised.since if promised is not None and promised.opening else table.moved_at
        self._since = time.monotonic() - max(0.0, time.time() - began)
        """When the present position came about, the last vote was given, or seals began to be opened, by a
        clock that nobody sets."""
        self._think = 0.0
        """How long a bot seems to think at a pace of 1."""
        self._thought: tuple[int, Move] | None = None
        """A position, and what the bot on turn will play there."""
        self._for = table.id
        """Whom bots play for: the address that acted last, as soon as it is known."""
        self._changed = asyncio.Event()
        self._driver: asyncio.Task[None] | None = None

    @abstractmethod
    async def _commit(self, made: Sequence[Event], request: str | None) -> int:
        """Stores events, applies them and tells everyone."""

    async def _whole(self, work: Coroutine[Any, Any, None]) -> None:
        """Whoever goes away does not interrupt what they began: stored, but not applied or not told."""
        task = asyncio.ensure_future(work)
        task.add_done_callback(_looked_at)
        await asyncio.shield(task)

    def _wake(self) -> None:
        """Something changed: look again at who must act, and when."""
        self._changed.set()
        if (self._driver is None or self._driver.done()) and self.due() is not None:
            self._driver = asyncio.create_task(self._drive())

    async def stop(self) -> None:
        if self._driver is not None and not self._driver.done():
            self._driver.cancel()
            await asyncio.gather(self._driver, return_exceptions=True)

    async def _drive(self) -> None:
        """Bots move, late people are replaced, until a person is to act."""
        while (due := self.due()) is not None:
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), max(0.0, due - time.monotonic()))
                continue
            except TimeoutError:
                pass
            try:
                await self._whole(self._act_for_the_seat())
            except RefusalError:  # the database takes nothing now
                await asyncio.sleep(RETRY_SECONDS)

    @property
    def _thought_of(self) -> Move | None:
        """What the bot on turn will play, as soon as it knows."""
        thought = self._thought
        return thought[1] if thought is not None and thought[0] == self.table.position else None

    def _seat_to_act(self) -> int | None:
        return self.table.on_turn if self.table.playing else self.table.asked

    def due(self) -> float | None:
        """When something must be done for the seat that is to act; ``None`` if it is for a person to do."""
        if self.table.status == "dealing" and not self.lost:
            return self._since + self.settings.opening_seconds
        if self.table.voting and not self.lost:
            return self._votes_due()
        seat = self._seat_to_act()
        if seat is None or self.lost:
            return None
        if self._deadlocked:
            return time.monotonic()
        since = self._since
        if self.table.seats[seat].automatic:
            thinks = self.table.playing and self._thought_of is None
            return since if thinks else since + self._think * self.table.pace
        waiting = [other for other in self.table.people if other != seat and self.connected(other)]
        dues = []
        if self.table.setup.clock is not None and (waiting or self.connected(seat)):
            dues.append(since + self.table.setup.clock + self.settings.grace_seconds)
        if waiting and not self.connected(seat):
            dues.append(self._gone_for(seat))
        return min(dues, default=None)

    def _votes_due(self) -> float | None:
        """When the next game begins although nobody votes any more, or a bot stands in for who is away."""
        table, here = self.table, [seat for seat in self.table.people if self.connected(seat)]
        if not table.ready or not here:
            return None
        if not table.awaited:
            seals = table.next_deal.seals if table.next_deal is not None else {}
            return self._since + (0.0 if set(here) <= set(seals) else self.settings.sealing_seconds)
        gone = (self._gone_for(seat) for seat in table.awaited if seat not in here)
        return min(gone, default=None)

    def _gone_for(self, seat: int) -> float:
        """When a bot stands in for somebody who went away."""
        return max(self._since, self._gone_at.get(seat, self._since)) + self.settings.absence_seconds

    async def _count_votes(self) -> None:
        async with self._lock:
            due = self.due() if self.table.voting else None
            if due is None or due > time.monotonic():
                return
            if not self.table.awaited:
                await self._commit(next_game(self.table, min(self.table.ready)), None)
                return
            away = [seat for seat in self.table.awaited if not self.connected(seat)]
            await self._commit([ev.StoodIn(seat, True, "absent") for seat in away], None)

    @property
    def _deadlocked(self) -> bool:
        """The rulebook has a dead end: nobody can move, and the game is not over."""
        state = self.table.state
        return self.table.playing and state is not None and not state.moves()

    async def _close_dead_end(self) -> None:
        async with self._lock:
            if self._deadlocked:
                log.error("a dead end", extra={"table": self.table.id, "why": self.table.book.name})
                await self._commit([ev.Closed("deadlock")], None)
                self.part()

    async def _deal_what_is_open(self) -> None:
        """Whoever has not opened their seal by now adds nothing."""
        async with self._lock:
            promised = self.table.next_deal
            if self.table.status == "dealing" and promised is not None:
                await self._commit([ev.Dealt(promised.asked)], None)

    async def _act_for_the_seat(self) -> None:
        table, seat, position = self.table, self._seat_to_act(), self.table.position
        if table.status == "dealing":
            await self._deal_what_is_open()
            return
        if table.voting:
            await self._count_votes()
            return
        if seat is None:
            return
        if self._deadlocked:
            await self._close_dead_end()
            return
        if not table.seats[seat].automatic:
            why: str = "late" if self.connected(seat) else "absent"
            await self._commit_if_still(seat, position, ev.StoodIn(seat, True, why))  # type: ignore[arg-type]
            return
        if table.asked is not None:
            await self._commit_if_still(seat, position, ev.Begged(seat, True))
            return
        state, kind = table.state, table.seats[seat].kind
        assert state is not None  # noqa: S101 - somebody is on turn
        move = self._thought_of
        if move is None:
            level = table.seats[seat].level if kind == "bot" else None
            move = await think(level or DEFAULT_LEVEL, state, _lots.getrandbits(32), self._for)
            self._thought = position, move
            return  # it is played when it is time
        by: msg.By = "bot" if kind == "bot" else "stand_in"
        await self._commit_if_still(seat, position, ev.Moved(state.turn, str(move), by))

    async def _commit_if_still(self, seat: int, position: int, event: Event) -> None:
        """Unless the game went on, or the person came back, while the bot was thinking."""
        async with self._lock:
            if self.table.position != position or self._seat_to_act() != seat or self.table.closed:
                return
            if self.table.seats[seat].automatic == isinstance(event, ev.StoodIn):
                return
            if self.table.seats[seat].kind == "person" and isinstance(event, ev.Moved):
                event = ev.Moved(event.seat, event.move, "stand_in")
            await self._commit([event], None)


def _looked_at(task: asyncio.Future[None]) -> None:
    """A refusal for a client that has gone is nobody's error."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, RefusalError):
        log.error("a request failed", exc_info=error)
