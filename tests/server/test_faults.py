"""Two processes on one PostgreSQL, and what can happen to them in the middle of many games.

Whatever falls, stops or is cut off: the games go on, and what anybody was told has happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pytest
from websockets.exceptions import ConnectionClosed

from faraon.server.store import members
from tests.patience import PATIENCE
from tests.scale import SOAK, scaled
from tests.server.cluster import Cluster, cluster
from tests.server.cutting import Line, cut_line
from tests.server.person import Patient, Person, all_done, meanwhile
from tests.server.player import Player
from tests.server.postgres import Postgres, mortal_postgres
from tests.server.serving import call, open_table, running
from tests.server.test_kill import check, seat_people
from tests.server.truth import stored

pytestmark = pytest.mark.soak

ROUNDS = scaled(1, 30)
TABLES = scaled(4, 12)
SAID = {
    "table opened",
    "a process fell",
    "a process does not answer",
    "the database does not answer",
    "the database does not answer yet",
    "the database does not hear us",
    "the database takes nothing",
    "nothing was tidied up",
    "not stored",
    "a note is lost",
}
"""All that the log may say about these faults."""


@dataclass
class Rounds:
    """What came of them."""

    live: list[int] = field(default_factory=list)
    """Tables where the game went on, at each fault."""
    seconds: list[float] = field(default_factory=list)
    """From each fault until something had happened at all of these."""
    done: int = 0
    """Requests that were acknowledged."""

    def __str__(self) -> str:
        usual = sorted(self.seconds)[len(self.seconds) // 2]
        return (
            f"{len(self.live)} times at {sum(self.live)} live tables, {self.done} requests acknowledged and "
            f"none lost; all tables went on after {usual:.1f} s, at worst {max(self.seconds):.1f} s"
        )


Fault = Callable[[list[Person]], Awaitable[None]]


async def one_round(
    base: str, database: str, faults: Sequence[Fault], rng: random.Random, found: Rounds, later: str = ""
) -> None:
    """Tables from the deal to the end, and what happens between; ``later`` is who answers afterwards."""
    async with asyncio.timeout(PATIENCE):
        tables = [await _seated(base, one, rng) for one in range(TABLES)]
    people = [one for table in tables for one in table]
    playing = [asyncio.create_task(one.play()) for one in people]
    for fault in faults:
        enough = sum(table[0].n for table in tables) + TABLES * rng.randint(5, 15)
        while sum(table[0].n for table in tables) < enough and not all(one.done() for one in playing):
            await asyncio.sleep(0.002)
        live = [(table[0], table[0].n) for table in tables if not table[0].over]
        began = time.monotonic()
        await meanwhile(asyncio.gather(_all_went_on(live, began, found), fault(people)), playing)
    await all_done(playing, people)
    found.done += sum(len(one.done) for one in people)
    await healthy(later or base)
    for table in tables:
        await check(later or base, database, table)


async def _seated(base: str, number: int, rng: random.Random) -> list[Person]:
    """Tables of so many rounds are more than one address may open in a minute: then a little later."""
    while True:
        try:
            return await asyncio.to_thread(seat_people, base, number, rng, Patient)
        except AssertionError as error:
            if "too-fast" not in str(error):
                raise
            await asyncio.sleep(1.0)


async def _all_went_on(live: list[tuple[Person, int]], began: float, found: Rounds) -> None:
    while any(one.n <= n and not one.over for one, n in live):
        await asyncio.sleep(0.002)
    found.live.append(len(live))
    found.seconds.append(time.monotonic() - began)


async def healthy(base: str) -> None:
    while (await asyncio.to_thread(call, base, "/health"))[0] != 200:
        await asyncio.sleep(0.05)


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with mortal_postgres() as found:
        yield found


# ------------------------------------------------------------------------------------------ two at one port


@dataclass
class Two:
    """What can happen to two processes at a port and to their database."""

    cluster: Cluster
    server: Postgres
    rng: random.Random

    async def a_process_is_killed(self, _: list[Person]) -> None:
        """The other one takes its tables over, and so does the one that comes in its place."""
        self.cluster.kill(self.rng.choice(self.cluster.workers))

    async def the_database_is_killed(self, _: list[Person]) -> None:
        """For a moment, or for so long that every process takes itself for gone."""
        await asyncio.to_thread(self.server.kill)
        await asyncio.sleep(self.rng.choice((0.0, 1.0, 6.0)) if SOAK else 0.0)
        await asyncio.to_thread(self.server.start)

    async def all_are_replaced(self, _: list[Person]) -> None:
        """One after another; everybody is told, and may come back at once."""
        before = frozenset(await self.cluster.settled(2))
        idle = []
        for _number in range(4):
            seated = await asyncio.to_thread(open_table, self.cluster.base, "open")
            idle.append(Player(self.cluster.base, seated["table"], seated["token"]))
            await idle[-1].enter()
        self.cluster.renew()
        for player in idle:
            assert (await player.receive("bye"))["why"] == "restart"
        await self.cluster.settled(2, besides=before)
        for player in idle:
            await _come_back(player)


async def _come_back(player: Player) -> None:
    """As often as it takes: on a busy machine a process may be away for a moment."""
    had = player.n
    while True:
        await player.enter()
        assert player.n >= had
        with contextlib.suppress(ConnectionClosed):
            assert (await player.ask("ping"))["type"] == "pong"
            assert player.socket is not None
            await player.socket.close()
            return


ALL = (Two.a_process_is_killed, Two.the_database_is_killed, Two.all_are_replaced)


@pytest.mark.parametrize("faults", [(one,) for one in ALL] if SOAK else [ALL])
def test_whatever_falls_the_games_go_on(
    faults: Sequence[Callable[[Two, list[Person]], Awaitable[None]]],
    server: Postgres,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    names = ", ".join(one.__name__ for one in faults)
    rng, found = random.Random(names), Rounds()
    with cluster(server.url, tmp_path_factory.mktemp("two") / "log") as processes:
        two = Two(processes, server, rng)

        async def rounds() -> None:
            for _ in range(ROUNDS):
                await processes.settled(2)
                now = [fault.__get__(two) for fault in faults]
                await one_round(processes.base, server.url, now, rng, found)

        asyncio.run(rounds())
    lines = [json.loads(line) for line in processes.log.splitlines()]
    assert {line["says"] for line in lines} <= SAID
    assert not any("error" in line for line in lines)
    print(f"\n{names}: {found}")


# ------------------------------------------------------------------------------ two at ports of their own


def test_a_process_that_is_cut_off_from_the_database(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its players come back to the other one; what it still tries to write, it does not write."""
    if not SOAK:
        monkeypatch.setattr(members, "LEASE_SECONDS", 1.5)
        monkeypatch.setattr(members, "ANSWER_SECONDS", 0.5)
        monkeypatch.setattr(members, "BEAT_SECONDS", 0.2)
    rng, found = random.Random("cut off"), Rounds()

    async def rounds() -> None:
        async with cut_line(server.url) as line:
            with contextlib.ExitStack() as servers:  # in threads: the line is in this one
                one = await asyncio.to_thread(servers.enter_context, running(line.database))
                other = await asyncio.to_thread(servers.enter_context, running(server.url))
                for _ in range(ROUNDS):
                    await cut_round(line, one, other, server.url, rng, found)
                await asyncio.to_thread(servers.close)

    asyncio.run(rounds())
    print(f"\ncut off from the database: {found}")


async def cut_round(
    line: Line, one: str, other: str, database: str, rng: random.Random, found: Rounds
) -> None:
    seated = await asyncio.to_thread(open_table, one, "open")
    id_, token = seated["table"], seated["token"]
    async with Player(one, id_, token) as late:

        async def cut(people: list[Person]) -> None:
            line.cut()
            for person in people:  # as a proxy does that asks for /health
                person.url = person.url.replace(one.removeprefix("http"), other.removeprefix("http"))
            await late.send("rename", "late", name="Neskoro")

        await one_round(one, database, [cut], rng, found, later=other)
        async with Player(other, id_, token) as player:
            assert (await player.ask("rename", "there", name="Inde"))["type"] == "done"
        line.mend()
        await healthy(one)
    asked = [(row.request or "").partition(" ")[2] for row in await stored(database, id_)]
    assert asked.count("there") == 1
    assert "late" not in asked
