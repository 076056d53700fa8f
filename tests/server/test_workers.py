"""Several processes at one port: every connection finds its table, and nobody is surprised by a restart."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import ClassVar

import pytest

from faraon.server.net.leading import table_of
from faraon.server.net.limits import Buckets
from faraon.server.net.sharing import SharedLimits
from faraon.server.store.members import Members
from tests.server.cluster import Cluster, cluster, fetch
from tests.server.person import Patient, agrees, play_all
from tests.server.player import Player
from tests.server.postgres import postgres
from tests.server.serving import call, open_table, running
from tests.server.test_metrics import figures
from tests.server.truth import Truth, stored


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(scope="module")
def two(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    log = tmp_path_factory.mktemp("two") / "log"
    with cluster(database, log) as found:
        asyncio.run(found.settled(2))
        yield found
    assert "Traceback" not in found.log, found.log
    assert '"error"' not in found.log, found.log


def test_the_table_of_a_request() -> None:
    for line in (b"GET /ws/abc HTTP/1.1", b"POST /api/tables/abc/join HTTP/1.1", b"GET /ws/%61bc?x HTTP/1.1"):
        assert table_of(line) == "abc"
    for line in (b"", b"GET / HTTP/1.1", b"GET /api/tables HTTP/1.1", b"POST /api/tables HTTP/1.1",
                 b"GET /t/abc HTTP/1.1", b"GET /ws/ HTTP/1.1", b"GET /ws/abc", b"\xff" * 99):  # fmt: skip
        assert table_of(line) == ""


def test_every_process_names_the_same_keeper_and_few_tables_move() -> None:
    async def check() -> None:
        def member(me: str) -> Members:
            made = Members.__new__(Members)
            made.me, made.home, made._present = me, "/home", asyncio.Event()
            made.alive = dict.fromkeys("abcd", "/home") | {"elsewhere": "/other"}
            made._present.set()
            return made

        one, other = member("a"), member("b")
        tables = [f"table {number}" for number in range(400)]
        keepers = {table: one.keeper(table) for table in tables}
        assert keepers == {table: other.keeper(table) for table in tables}
        assert {*keepers.values()} == {*"abcd"}
        assert all(60 < [*keepers.values()].count(name) < 140 for name in "abcd")
        one.missing("c")
        assert all(one.keeper(table) == keeper for table, keeper in keepers.items() if keeper != "c")
        one._present.clear()
        assert all(one.keeper(table) != "a" for table in tables), "who is cut off keeps nothing"

    asyncio.run(check())


def no_table_moves(two: Cluster, use: Callable[[], list[str]]) -> None:
    """What uses these tables leaves each where it is.

    On a very busy machine a process may be silent for so long that it counts as gone: then once more.
    """
    for _ in range(5):
        rows = asyncio.run(fetch(two.database, "SELECT epoch FROM tables WHERE id = ANY($1)", use()))
        if {row["epoch"] for row in rows} == {1}:
            return
    pytest.fail("tables move from process to process")


def test_connections_go_to_the_process_that_has_the_table(two: Cluster) -> None:
    """Whichever process accepts a connection, it goes on where its table is."""
    no_table_moves(two, lambda: played_at_both(two))


def played_at_both(two: Cluster) -> list[str]:
    base = two.base
    tables = [open_table(base, "open", options={"move_limit": 80}) for _ in range(6)]

    async def play(seated: dict[str, str], number: int) -> list[Patient]:
        status, joined = call(base, f"/api/tables/{seated['table']}/join", {"name": "Hosť"})
        assert status == 201
        tokens = (seated["token"], joined["token"], None)
        people = [Patient(base, seated["table"], token, random.Random(number)) for token in tokens]
        await play_all(people)
        return people

    async def play_everywhere() -> None:
        for people in await asyncio.gather(*(play(one, number) for number, one in enumerate(tables))):
            id_ = people[0].table["id"]
            truth = Truth(id_, "classic", await stored(two.database, id_))
            for person in people:
                agrees(person, truth)

    asyncio.run(play_everywhere())
    for one in tables:
        assert call(base, f"/api/tables/{one['table']}/games/1/record")[0] == 200
    return [one["table"] for one in tables]


def test_one_connection_asks_for_many_tables(two: Cluster) -> None:
    """It is handed over again and again, in the middle of a keep-alive, with bodies of any length."""
    no_table_moves(two, lambda: asked_for_by_one(two))


def asked_for_by_one(two: Cluster) -> list[str]:
    ids = [open_table(two.base, "open", "open", "open", "open")["table"] for _ in range(6)]
    connection = http.client.HTTPConnection(two.base.removeprefix("http://"))
    for turn in range(4):
        for id_ in ids:
            connection.request("GET", f"/api/tables/{id_}")
            answer = connection.getresponse()
            assert json.loads(answer.read())["table"]["id"] == id_
            body = json.dumps({"name": f"Hosť {turn}"}) + " " * (20_000 * turn)
            connection.request("POST", f"/api/tables/{id_}/join", body)
            answer = connection.getresponse()
            assert (answer.status, json.loads(answer.read())["table"]) == (201, id_)
        connection.request("GET", "/api/info")
        assert connection.getresponse().read()
    connection.close()
    return ids


def test_requests_that_come_in_pieces_find_their_table(two: Cluster) -> None:
    async def ask(id_: str) -> bytes:
        host, port = two.base.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        text = f"GET /api/tables/{id_} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n"
        for at in range(0, len(text), 7):
            writer.write(text[at : at + 7].encode())
            await asyncio.sleep(0.002)
        answer = await reader.read()
        writer.close()
        return answer

    async def check() -> None:
        ids = [open_table(two.base, "open")["table"] for _ in range(4)]
        for id_ in ids:
            assert id_.encode() in await ask(id_)

    asyncio.run(check())


def test_the_lobby_shows_the_tables_of_all_processes(two: Cluster) -> None:
    async def check() -> None:
        tables = [open_table(two.base, "open", listed=True) for _ in range(6)]
        players = [Player(two.base, one["table"], one["token"]) for one in tables]
        for player in players:
            await player.enter()
        wanted = {one["table"] for one in tables}
        while wanted - await listed():
            await asyncio.sleep(0.05)
        assert players[0].socket is not None
        await players[0].socket.close()
        while await listed() & wanted != wanted - {tables[0]["table"]}:
            await asyncio.sleep(0.05)
        for player in players[1:]:
            assert player.socket is not None
            await player.socket.close()

    async def listed() -> set[str]:
        status, found = await asyncio.to_thread(call, two.base, "/api/tables")
        assert status == 200
        return {one["id"] for one in found["tables"]}

    asyncio.run(check())


def test_any_process_tells_the_figures_of_all(two: Cluster) -> None:
    before = sum(figures(two.metrics)["faraon_events_total"].values())
    for _ in range(6):
        open_table(two.base, "bot")
    while True:
        found = figures(two.metrics)
        if sum(found["faraon_events_total"].values()) >= before + 6:
            break
        time.sleep(0.1)
    assert len(found["faraon_tables"]) == 2
    assert all(label.startswith('process="') for label in found["faraon_tables"])
    for line in two.log.splitlines():
        assert {"at", "level", "says"} <= json.loads(line).keys()


def test_the_id_of_a_table_has_one_spelling(base: str) -> None:
    """Else a request with another one would reach another process, which would take the table."""
    id_ = open_table(base, "bot")["table"]
    spelt = f"%{ord(id_[0]):02x}{id_[1:]}"
    assert call(base, f"/api/tables/{id_}")[0] == 200
    assert call(base, f"/api/tables/{spelt}")[1]["code"] == "unknown-table"

    async def enter() -> None:
        player = Player(base, spelt, None)
        await player.enter()
        assert player.frames[-1]["code"] == "unknown-table"

    asyncio.run(enter())


def test_limits_hold_across_processes() -> None:
    class Both:
        """Two processes that hear each other."""

        alive: ClassVar = {"a": "", "b": ""}

        def __init__(self, me: str) -> None:
            self.me = me

    def process(me: str) -> SharedLimits:
        buckets = {"requests": Buckets(0.001, 20.0), "opened": Buckets(0.001, 3.0)}
        return SharedLimits(Both(me), buckets, Counter())  # type: ignore[arg-type]

    one, other = process("a"), process("b")
    for _ in range(15):
        assert one.buckets["requests"].take("1.2.3.4")
        assert one.buckets["requests"].take("2001:db8::/64")
    one.connections["1.2.3.4"] = 7
    for what in one.say():
        assert len(what) < 8000
        other.hear(what)
        one.hear(what)  # its own words
    assert [other.buckets["requests"].take("1.2.3.4") for _ in range(6)] == [True] * 5 + [False]
    assert not other.buckets["requests"].take("2001:db8::/64", 6.0)
    assert other.buckets["requests"].take("5.6.7.8", 20.0), "others have their own"
    assert (one.held("1.2.3.4"), other.held("1.2.3.4")) == (7, 7)
    del one.connections["1.2.3.4"]
    for what in one.say():
        other.hear(what)
    assert other.held("1.2.3.4") == 0
    assert one.say() == [], "silence costs nothing"
    one.buckets["requests"].taken = Counter({f"2001:db8:{k:x}:{k:x}::/64": 1e6 for k in range(9999)})
    assert all(len(what) < 8000 for what in one.say())


def test_who_stops_says_goodbye(url: str) -> None:
    with asyncio.Runner() as runner:
        with running(url) as base:
            seated = open_table(base, "bot")
            player = Player(base, seated["table"], seated["token"])
            runner.run(player.enter())
        assert runner.run(player.receive("bye"))["why"] == "restart"
        assert player.socket is not None
        runner.run(player.socket.wait_closed())
        assert player.socket.close_code == 1012
