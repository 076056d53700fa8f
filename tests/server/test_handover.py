"""A process hands a connection to another one, which may be busy, or gone."""

from __future__ import annotations

import asyncio
import socket
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from faraon.server.net import leading
from faraon.server.net.leading import LONGEST_START, Handover

Taken = list[tuple[socket.socket, bytes]]
LONG = b"x" * (LONGEST_START - 10)
"""A few of these fill what the system keeps for a process that is busy."""


class Neighbours:
    """All that a handover asks of the members: who has a table."""

    def __init__(self, keeper: str, me: str) -> None:
        self._keeper, self.me = keeper, me

    def keeper(self, table: str) -> str:
        return self._keeper

    def missing(self, id_: str) -> None:
        assert id_ == self._keeper
        self._keeper = self.me


class Two:
    """One hands over, the other has every table."""

    def __init__(self, home: Path, guests: ExitStack) -> None:
        self.guests = guests
        self.closed: list[Handover] = []
        self.here: Taken = []
        self.there: Taken = []
        self.ends: list[socket.socket] = []
        self.one = Handover(home, "one", partial(self.take, self.here))
        self.other = Handover(home, "other", partial(self.take, self.there))
        self.neighbours = Neighbours("other", "one")
        self.one.members = self.neighbours  # type: ignore[assignment] # a part of them
        self.one.listen()
        guests.callback(self.close, self.one)
        guests.callback(self.close, self.other)

    def take(self, taken: Taken, connection: socket.socket, start: bytes) -> None:
        taken.append((self.guests.enter_context(connection), start))

    def close(self, which: Handover) -> None:
        if which not in self.closed:
            self.closed.append(which)
            which.close()

    def give(self, number: int) -> bool:
        """A connection, as a transport hands it over: afterwards our end of it is closed."""
        mine, theirs = socket.socketpair()
        theirs.settimeout(30)
        self.ends.append(self.guests.enter_context(theirs))
        with mine:
            return self.one.give("table", mine, LONG + b"%d" % number)

    def give_many(self) -> None:
        assert all(self.give(number) for number in range(40))

    def answered(self, taken: Taken) -> set[int]:
        """Whose connections these are; each is answered, which shows that it is still open."""
        numbers = [int(start[len(LONG) :]) for _, start in taken]
        for number, (connection, _) in zip(numbers, taken, strict=True):
            connection.sendall(b"here")
            assert self.ends[number].recv(9) == b"here"
        assert len({*numbers}) == len(numbers), "each once"
        return {*numbers}


def with_two(check: Callable[[Two], Awaitable[None]]) -> None:
    async def run() -> None:
        # a short folder: the name of a socket may have no more than some hundred characters
        with tempfile.TemporaryDirectory() as home, ExitStack() as guests:
            await asyncio.wait_for(check(Two(Path(home), guests)), 60)

    asyncio.run(run())


async def until(taken: Taken, count: int) -> None:
    while len(taken) < count:
        await asyncio.sleep(0.01)


def test_a_busy_process_gets_all_connections() -> None:
    """However many come at once: it is not taken for gone, and its tables stay with it."""

    async def check(two: Two) -> None:
        two.give_many()
        await asyncio.sleep(0.1)  # it does not listen yet
        two.other.listen()
        await until(two.there, 40)
        assert two.answered(two.there) == {*range(40)}
        assert two.neighbours.keeper("table") == "other"
        assert two.here == []

    with_two(check)


def test_who_hangs_for_long_loses_the_connections_that_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has the table then takes them."""
    monkeypatch.setattr(leading, "PATIENCE", 0.3)

    async def check(two: Two) -> None:
        two.give_many()
        waiting = len(two.one.waiting)
        assert waiting > 20
        await until(two.here, waiting)
        assert two.answered(two.here) == {*range(40 - waiting, 40)}
        assert two.neighbours.keeper("table") == "one"
        assert not two.give(40), "from now on it is ours"

    with_two(check)


def test_who_takes_connections_slowly_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some wait for longer than a process may take nothing at all."""
    monkeypatch.setattr(leading, "PATIENCE", 0.5)

    async def check(two: Two) -> None:
        two.give_many()
        while len(two.there) < 40:
            two.other._receive()  # one at a time
            await asyncio.sleep(0.05)
        assert two.answered(two.there) == {*range(40)}
        assert two.neighbours.keeper("table") == "other"
        assert two.here == []

    with_two(check)


def test_who_is_gone_loses_its_tables_at_once() -> None:
    async def check(two: Two) -> None:
        two.close(two.other)
        assert not two.give(0)
        assert two.neighbours.keeper("table") == "one"

    with_two(check)


def test_too_many_that_wait_are_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """They come again, and nobody takes a table from a process that is only busy."""
    monkeypatch.setattr(leading, "MOST_WAITING", 5)

    async def check(two: Two) -> None:
        two.give_many()
        assert len(two.one.waiting) == 5
        assert two.ends[39].recv(9) == b"", "closed"
        two.other.listen()
        while two.one.waiting:
            await asyncio.sleep(0.01)
        assert two.neighbours.keeper("table") == "other"

    with_two(check)


def test_nothing_waits_for_a_process_that_stops() -> None:
    async def check(two: Two) -> None:
        two.give_many()
        two.close(two.one)
        assert not two.one.waiting
        assert two.ends[39].recv(9) == b"", "closed"

    with_two(check)
