"""What people at a table let each other know: signs, nudges, words. Nothing of it is stored anywhere.

What is written stays in memory as long as the table does, and reaches only those who have turned it on.
"""

from __future__ import annotations

import time
from collections import deque

from faraon.server import wire as msg
from faraon.server.live.audience import Audience
from faraon.server.live.bucket import Bucket
from faraon.server.live.connection import Connection
from faraon.server.table import events as ev
from faraon.server.table.names import clean_words
from faraon.server.table.table import Table
from faraon.server.wire.refusals import RefusalError

MOST_REMEMBERED = 50
"""Requests of a table, so that they are not carried out twice."""
MOST_SAID = 100
"""Lines that are kept for those who come back."""
LATEST_STEPS = 12
"""Among these is a move that one may react to."""


class Company:
    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._remembered: deque[str] = deque(maxlen=MOST_REMEMBERED)
        self._buckets: dict[tuple[str, int], Bucket] = {}
        self._nudged: dict[int, float] = {}
        """When each seat was nudged last."""
        self._chatting: dict[int, tuple[str | None, int]] = {}
        """Who has turned writing on: the hash of their token, and what was written before."""
        self._said: deque[msg.Said] = deque(maxlen=MOST_SAID)
        self._number = 0

    @property
    def _table(self) -> Table:
        return self._audience.table

    def now(self) -> msg.Company:
        watching = sum(one.seat < 0 for one in self._audience.connections)
        return msg.Company(watching, [seat for seat in sorted(self._chatting) if self._chats(seat)])

    def said_to(self, seat: int) -> list[msg.Said]:
        """What was written since the seat turned it on."""
        if not self._chats(seat):
            return []
        return [said for said in self._said if said.number > self._chatting[seat][1]]

    def answer(self, seat: int, request: msg.Request, since: float) -> msg.Done:
        """Carries a request out, unless it was carried out before; ``since`` then the table waits."""
        key = f"{seat} {request.id}"
        if key not in self._remembered:
            self._do(seat, request, since)
            self._remembered.append(key)
        return msg.Done(request.id, 0)

    def _do(self, seat: int, request: msg.Request, since: float) -> None:
        if self._table.closed:
            raise RefusalError("closed")
        settings = self._audience.settings
        match request:
            case msg.Greet():
                self._spend("signs", seat, settings.signs_per_second, settings.signs_at_once)
                self._audience.tell(msg.Greeted(seat, request.greeting))
            case msg.React():
                self._react(seat, request)
            case msg.Nudge():
                self._nudge(seat, request.seat, since)
            case msg.SetChat():
                self._set_chat(seat, request.on)
            case msg.Say():
                self._say(seat, request.text)
            case _:
                raise RefusalError("bad-message")

    def _spend(self, what: str, seat: int, rate: float, capacity: float) -> None:
        """Each seat has its own measure: a second tab or another address gains nothing."""
        if not self._buckets.setdefault((what, seat), Bucket(rate, capacity)).take():
            raise RefusalError("too-fast")

    def _react(self, seat: int, request: msg.React) -> None:
        latest = list(self._table.steps)[-LATEST_STEPS:]
        if not any(one.stored.n == request.n and isinstance(one.stored.event, ev.Moved) for one in latest):
            raise RefusalError("stale")
        settings = self._audience.settings
        self._spend("signs", seat, settings.signs_per_second, settings.signs_at_once)
        self._audience.tell(msg.Reacted(seat, request.n, request.reaction))

    # -------------------------------------------------------------------------------------------- nudging
    def _nudge(self, by: int, seat: int, since: float) -> None:
        """Whoever lets the others wait may be reminded, not chased."""
        if seat == by or not self._waits_for(seat):
            raise RefusalError("not-now")
        now, pause = time.monotonic(), self._audience.settings.nudge_seconds
        if now - max(since, self._nudged.get(seat, since)) < pause:
            raise RefusalError(
                "too-fast",
                f"Give them a while: at least {pause:g} seconds.",
                f"Dopraj trochu času: aspoň {pause:g} sekúnd.",
            )
        self._nudged[seat] = now
        self._audience.tell(msg.Nudged(seat, by))

    def _waits_for(self, seat: int) -> bool:
        table = self._table
        if seat >= len(table.seats) or table.seats[seat].kind != "person" or table.seats[seat].stand_in:
            return False
        gathering = table.match is None and table.status in ("waiting", "ready")
        return seat in (table.on_turn, table.asked) or ((table.voting or gathering) and seat in table.awaited)

    # -------------------------------------------------------------------------------------------- writing
    def _chats(self, seat: int) -> bool:
        """They have turned it on, and the seat is still theirs."""
        table = self._table
        return (
            seat in self._chatting
            and table.chat
            and not table.closed
            and table.seats[seat].token == self._chatting[seat][0]
        )

    def _set_chat(self, seat: int, on: bool) -> None:
        if not self._table.chat:
            raise RefusalError("no-chat")
        settings = self._audience.settings
        self._spend("signs", seat, settings.signs_per_second, settings.signs_at_once)
        if on and not self._chats(seat):
            self._chatting[seat] = self._table.seats[seat].token, self._number
        elif not on:
            self._chatting.pop(seat, None)
        self._audience.tell(self.now())

    def _say(self, seat: int, written: str) -> None:
        text = clean_words(written)
        if not self._chats(seat):
            raise RefusalError("no-chat")
        if not text:
            raise RefusalError("bad-message")
        settings = self._audience.settings
        self._spend("words", seat, settings.words_per_second, settings.words_at_once)
        self._number += 1
        said = msg.Said(self._number, seat, self._table.seats[seat].name, text, time.time())
        self._said.append(said)
        encoded = msg.encode(said)
        for one in list(self._audience.connections):
            if self._hears(one):
                one.send(encoded)

    def _hears(self, connection: Connection) -> bool:
        return connection.seat >= 0 and self._chats(connection.seat) and self._audience.owns(connection)
