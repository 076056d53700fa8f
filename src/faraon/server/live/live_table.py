"""A table that people sit at: requests one after another, bots, clocks, and news for everyone.

The order is always: decide, store, apply, tell. Nobody sees an event that is not committed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Callable, Sequence

from sqlalchemy.exc import SQLAlchemyError

from faraon.server import wire as msg
from faraon.server.live.bots import Hints
from faraon.server.live.company import Company
from faraon.server.live.connection import Connection, TokenMaker
from faraon.server.live.driven import Driven
from faraon.server.measures import REFUSED
from faraon.server.settings import Settings
from faraon.server.store.store import NotStoredError, Store, StoreError, TakenError
from faraon.server.table import events as ev
from faraon.server.table import looking, showing
from faraon.server.table.deals import replayed
from faraon.server.table.deciding import ACTING, decide, join
from faraon.server.table.events import Event, Stored
from faraon.server.table.fair import SCHEME, new_secret
from faraon.server.table.judging import judge
from faraon.server.table.snapshot import snapshot
from faraon.server.table.table import Table
from faraon.server.wire.refusals import RefusalError

log = logging.getLogger("faraon.server")
_lots = random.SystemRandom()

SNAPSHOT_EVENTS = 200
"""A table is kept as a whole every so many events."""


class LiveTable(Driven):
    """One table in memory."""

    def __init__(self, table: Table, store: Store, settings: Settings, kept: int = 0) -> None:
        super().__init__(table, settings)
        self.store = store
        self.hints = Hints(table.id, settings.cost_of_hint)
        self.looked_at = time.monotonic()
        self._shown: bytes | None = None
        """In the lobby."""
        self._kept = kept
        """The event of the last snapshot."""
        self.company = Company(self)

    # --------------------------------------------------------------------------------------- connections
    @property
    def busy(self) -> bool:
        """Somebody looks at it, or a bot still has to move."""
        return bool(self.connections) or (self._driver is not None and not self._driver.done())

    async def enter(self, connection: Connection, last: int | None) -> None:
        """A browser connects: it is sent the current state, and what it missed."""
        async with self._lock:
            if self.lost:
                connection.close("restart")
                return
            if not self.owns(connection):
                connection.close("left")
                return
            here = self.connected(connection.seat)
            self.connections.append(connection)
            self.looked_at = time.monotonic()
            said = self.company.said_to(connection.seat)
            connection.send(msg.encode(self.welcome(connection.seat, last, self.company.now(), said)))
            if connection.seat < 0:
                self.tell(self.company.now(), besides=connection)
            if connection.seat >= 0 and not here:
                self._gone_at.pop(connection.seat, None)
                self.tell(msg.Presence(connection.seat, True), besides=connection)
                if self.table.seats[connection.seat].stand_in and not self.table.closed:
                    with contextlib.suppress(RefusalError):  # the browser is sent away to come again
                        await self._commit([ev.StoodIn(connection.seat, False, "back")], None)
            self._show()
        self._wake()

    def leave(self, connection: Connection) -> None:
        """A browser went away."""
        if connection in self.connections:
            self.connections.remove(connection)
        self.looked_at = time.monotonic()
        if connection.seat < 0:
            self.tell(self.company.now())
        if connection.seat >= 0 and self.owns(connection) and not self.connected(connection.seat):
            self._gone_at[connection.seat] = time.monotonic()
            self.tell(msg.Presence(connection.seat, False))
            self._show()
        self._wake()

    # ------------------------------------------------------------------------------------------ requests
    async def request(self, connection: Connection, request: msg.Request) -> None:
        """Carries a request out and answers it."""
        try:
            if isinstance(request, ACTING):
                await self._act(connection, request)
            else:
                connection.send(msg.encode(await self._answer(connection, request)))
        except RefusalError as refusal:
            REFUSED[refusal.code] += 1
            refused = msg.Refused(request.id, refusal.code, refusal.en, refusal.sk, refusal.reasons)
            connection.send(msg.encode(refused))

    def _seat_of(self, connection: Connection) -> int:
        """The seat that it speaks for."""
        if connection.seat < 0:
            raise RefusalError("not-yours")
        if not self.owns(connection):
            raise RefusalError("bad-token")
        return connection.seat

    async def _answer(self, connection: Connection, request: msg.Request) -> msg.FromServer:
        if isinstance(request, msg.Ping):
            return msg.Pong(request.id)
        if isinstance(request, msg.Look):
            return await self._look(connection.seat, request)
        seat = self._seat_of(connection)
        if isinstance(request, msg.Judge):
            return self._judge(seat, request)
        if isinstance(request, msg.AskHint):
            return await self._hint(connection, request)
        return self.company.answer(seat, request, self._since)

    async def _act(self, connection: Connection, request: msg.Request) -> None:
        await self._whole(self._carry_out(connection, request))

    async def _carry_out(self, connection: Connection, request: msg.Request) -> None:
        async with self._lock:
            seat = self._seat_of(connection)
            self._for = connection.whom
            key = f"{seat} {request.id}"
            known = await self._event_of(key, request)
            if known is None:
                await self._commit_to_the_next_deal()
                made = decide(self.table, seat, request)
                known = await self._commit(made, key) if made else 0
            connection.send(msg.encode(msg.Done(request.id, known)))
            if isinstance(request, msg.Leave | msg.Close | msg.SetSeat):
                self.part()
        self._wake()

    async def _event_of(self, key: str, request: msg.Request) -> int | None:
        """The event that a request made when it was first sent, if it was."""
        known = self.table.requests.get(key)
        if known is not None or not self.table.forgets or isinstance(request, msg.MakeMove | msg.Undo):
            return known  # a move of long ago is stale: its position is gone
        try:
            return await self.store.event_of(self.table.id, key)
        except (SQLAlchemyError, OSError):
            raise RefusalError("failed") from None

    def _on_turn(self, seat: int, position: int) -> int:
        """The seat of the game, for the player on turn in this position."""
        mine = self.table.game_seat(seat)
        if not self.table.playing or mine is None:
            raise RefusalError("not-now")
        if position != self.table.position:
            raise RefusalError("stale")
        if self.table.on_turn != seat:
            raise RefusalError("not-yours")
        return mine

    async def _look(self, seat: int, request: msg.Look) -> msg.Looked:
        """The past through the eyes of the same seat, who sees no more of it than they did."""
        table, deal = self.table, self.table.deal
        if deal is None:
            raise RefusalError("not-now")
        moves = looking.moves_until(table, request.n)
        state = looking.kept(table, request.n)
        if state is None:  # long ago: all of it is played again, and that takes time
            state = await asyncio.to_thread(replayed, deal, moves)
        view = showing.view(table, state, deal.players, seat, present=False)
        return msg.Looked(request.id, request.n, view)

    def _judge(self, seat: int, request: msg.Judge) -> msg.Judged:
        self._on_turn(seat, request.position)
        state = self.table.state
        assert state is not None  # noqa: S101 - somebody is on turn
        return judge(state, request, showing.names(self.table))

    async def _hint(self, connection: Connection, request: msg.AskHint) -> msg.Hinted:
        if not self.table.hints:
            raise RefusalError("no-hints")
        self._on_turn(connection.seat, request.position)
        state = self.table.state
        assert state is not None  # noqa: S101 - somebody is on turn
        advice = await self.hints.get(connection, request.position, state, _lots.getrandbits(32))
        return msg.Hinted(request.id, str(advice.move), advice.en, advice.sk)

    async def join(self, name: str, wanted: int | None, token_for: TokenMaker) -> tuple[int, str]:
        """A guest takes a seat; returns it and the token."""
        async with self._lock:
            seat, _ = join(self.table, name, wanted, "")  # which seat it would be
            token, hash_ = token_for(seat)
            _, event = join(self.table, name, seat, hash_)
            await self._commit([event], None)
        return seat, token

    async def expire(self) -> None:
        """Nobody has used the table for a long time."""
        await self.order(lambda table: [] if table.closed else [ev.Closed("idle")])

    async def order(self, decided: Callable[[Table], Sequence[Event]]) -> None:
        """What happens to the table without anybody at it having asked."""
        async with self._lock:
            made = decided(self.table)
            if made:
                await self._commit(made, None)
                self.part()
        self._wake()

    # ------------------------------------------------------------------------------------------- storing
    async def prepare(self) -> None:
        """The commitment of the next deal, if it is missing."""
        async with self._lock:
            await self._commit_to_the_next_deal()
        self._wake()

    async def _commit(self, made: Sequence[Event], request: str | None) -> int:
        """Stores events, applies them and tells everyone; returns the number of the last one."""
        if self.lost:
            raise RefusalError("failed")
        now, first = time.time(), self.table.n + 1
        # The request belongs to the last event: it counts as carried out only when all is there.
        stored = [
            Stored(first + k, now, request if k == len(made) - 1 else None, event)
            for k, event in enumerate(made)
        ]
        try:
            await self.store.append(self.table.id, stored)
        except StoreError as error:
            level = logging.WARNING if isinstance(error, TakenError) else logging.ERROR
            log.log(level, "not stored", extra={"table": self.table.id, "why": str(error)})
            if not isinstance(error, NotStoredError):
                self.lose()
            raise RefusalError("failed") from None
        before = self.table.status
        for one in stored:
            self._apply(one)
        if self.table.status != before:
            self.store.note_status(self.table.id, self.table.status, now)
        self._show()
        if self.table.n >= self._kept + SNAPSHOT_EVENTS:
            self.store.keep(self.table.id, self.table.n, self.table.dealt, snapshot(self.table), self._kept)
            self._kept = self.table.n
        await self._commit_to_the_next_deal()
        return stored[-1].n

    def _show(self) -> None:
        """A public table is in the lobby as long as its host waits for guests."""
        table, shown = self.table, None
        if not table.setup.listed:
            return
        if table.status == "waiting" and self.connected(table.host) and not self.lost:
            shown = msg.encode(showing.table_info(table, self.connected))
        if shown != self._shown:
            self._shown = shown
            self.store.show(table.id, shown)

    def lose(self) -> None:
        """Another process may have the table, or nobody can say whether a commit that failed happened after
        all: everyone comes back to the table as it is in the database."""
        self.lost = True
        for one in list(self.connections):
            one.close("restart")

    async def _commit_to_the_next_deal(self) -> None:
        if self.table.needs_commitment():
            await self._commit([ev.Committed(self.table.dealt + 1, new_secret(), SCHEME)], None)

    def _apply(self, stored: Stored) -> None:
        step = self.table.apply(stored)
        if step.state is not None or isinstance(stored.event, ev.Opening | ev.Committed | ev.Readied):
            self._since = time.monotonic()
            self._think = self.settings.think_seconds * _lots.uniform(0.67, 1.33)
        self.broadcast(step)
