"""The same request, sent again, acts once: on one connection, on two, and after a restart."""

from __future__ import annotations

import asyncio
import gc
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from faraon.server.live.driven import _looked_at
from faraon.server.store.store import Store, StoreError
from faraon.server.table import table as tables
from faraon.server.table.events import Stored
from faraon.server.wire.refusals import RefusalError
from tests.server.person import Person, agrees, play_all
from tests.server.player import Player
from tests.server.serving import call, open_table, running
from tests.server.truth import Row, Truth, stored


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"


PLAIN = {"start_special": "never"}
"""Whatever card the game starts with, one may draw."""


def of_request(rows: list[Row], id_: str) -> list[Row]:
    return [row for row in rows if row.request is not None and row.request.endswith(f" {id_}")]


def test_a_request_that_is_sent_twice_acts_once(database: str) -> None:
    with running(database) as base:
        seated = open_table(base, "open", options=PLAIN)
        guest = call(base, f"/api/tables/{seated['table']}/join", {"name": "Hosť"})[1]

        async def play() -> None:
            table = seated["table"]
            async with (
                Player(base, table, seated["token"]) as host,
                Player(base, table, guest["token"]) as other,
            ):
                first = await host.ask("start", "once")
                assert await host.ask("start", "once") == first
                while host.n < first["n"]:
                    await host.receive("happened")
                assert host.view is not None
                position = host.view["position"]
                done = await host.ask("move", "move", position=position, move="draw")
                for _ in range(3):
                    await other.send("greet", greeting="hello")
                    assert await host.ask("move", "move", position=position, move="draw") == done
                    # the id counts, not what is asked with it
                    assert await host.ask("rename", "move", name="Iný") == done
                # another seat's ids are its own
                answer = await other.ask("rename", "move", name="Ty")
                assert answer["n"] == done["n"] + 1

        asyncio.run(play())
    rows = asyncio.run(stored(database, seated["table"]))
    assert [row.event["type"] for row in of_request(rows, "once")] == ["dealt"]
    assert sorted(row.event["type"] for row in of_request(rows, "move")) == ["moved", "renamed"]


def test_a_request_of_long_ago_acts_once_too(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the newest are kept in memory."""
    monkeypatch.setattr(tables, "MOST_REQUESTS", 5)
    with running(database) as base:
        seated = open_table(base, "open", options=PLAIN)
        call(base, f"/api/tables/{seated['table']}/join", {"name": "Hosť"})

        async def rename() -> None:
            async with Player(base, seated["table"], seated["token"]) as me:
                first = await me.ask("rename", "first", name="Prvá")
                for number in range(20):
                    await me.ask("rename", f"later {number}", name=f"Meno {number}")
                assert await me.ask("rename", "first", name="Prvá") == first
                assert me.table["seats"][0]["name"] == "Meno 19"
                start = await me.ask("start", "start")
                for number in range(20):
                    await me.ask("rename", f"even later {number}", name=f"Meno {number}")
                assert await me.ask("start", "start") == start

        asyncio.run(rename())
    rows = asyncio.run(stored(database, seated["table"]))
    for id_ in ("first", "start"):
        assert len(of_request(rows, id_)) == 1


def test_a_greeting_that_is_sent_twice_is_heard_once(database: str) -> None:
    with running(database) as base:
        seated = open_table(base, "bot")

        async def greet() -> None:
            table, token = seated["table"], seated["token"]
            async with Player(base, table, token, 1) as one, Player(base, table, token, 2) as two:
                for tab in (one, two, one):
                    assert (await tab.ask("greet", "hi", greeting="hello"))["type"] == "done"
                await two.ask("greet", "bye", greeting="goodbye")
                heard = [frame["greeting"] for frame in two.frames if frame["type"] == "greeted"]
                assert heard == ["hello", "goodbye"]

        asyncio.run(greet())


def test_two_connections_of_a_seat_send_the_same_request_at_once(database: str) -> None:
    with running(database) as base:
        seated = open_table(base, "bot", kind="series", games=9)

        async def play() -> None:
            table, token = seated["table"], seated["token"]
            async with Player(base, table, token, 1) as one, Player(base, table, token, 2) as two:
                answers = await asyncio.gather(*(tab.ask("start", "both") for tab in (one, two)))
                assert answers[0] == answers[1]
                for turn in range(12):
                    for tab in (one, two):
                        while not tab.my_turn and not (tab.view is not None and tab.view["over"]):
                            await tab.receive("happened")
                    assert one.view is not None
                    if one.view["over"]:
                        break
                    fields = {"position": one.view["position"], "move": one.view["moves"][-1]}
                    answers = await asyncio.gather(
                        *(tab.ask("move", f"turn {turn}", **fields) for tab in (one, two))
                    )
                    assert answers[0] == answers[1]
                    assert answers[0]["type"] == "done"
                    for tab in (one, two):
                        while tab.n < answers[0]["n"]:
                            await tab.receive("happened")
                assert one.events.keys() == two.events.keys()

        asyncio.run(play())
    rows = asyncio.run(stored(database, seated["table"]))
    for turn in range(12):
        assert len(of_request(rows, f"turn {turn}")) <= 1
    assert of_request(rows, "turn 0")


def test_a_request_that_is_sent_again_after_a_restart_acts_once(database: str) -> None:
    """The acknowledgement got lost with the server; the browser asks the next one."""
    with running(database) as base:
        seated = open_table(base, "open")
        guest = call(base, f"/api/tables/{seated['table']}/join", {"name": "Hosť"})[1]

        async def before() -> list[dict[str, Any]]:
            async with Player(base, seated["table"], seated["token"]) as host:
                started = await host.ask("start", "start")
                while host.n < started["n"]:
                    await host.receive("happened")
                assert host.view is not None
                move = {"position": host.view["position"], "move": host.view["moves"][-1]}
                return [started, await host.ask("move", "move", **move), move]

        started, moved, move = asyncio.run(before())
    rows = asyncio.run(stored(database, seated["table"]))
    with running(database) as base:

        async def after() -> None:
            async with Player(base, seated["table"], seated["token"]) as host:
                assert await host.ask("start", "start") == started
                assert await host.ask("move", "move", **move) == moved
                assert host.n == len(rows)
            async with Player(base, seated["table"], guest["token"]) as other:
                assert (await other.ask("move", "move", **move))["code"] == "stale"

        asyncio.run(after())
    assert asyncio.run(stored(database, seated["table"])) == rows


def test_a_move_is_carried_out_though_its_sender_hangs_up(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the client leaves between the commit and the news of it."""
    append = Store.append

    async def slow(
        self: Store, table: str, events: Sequence[Stored], new: Mapping[str, Any] | None = None
    ) -> None:
        await append(self, table, events, new)
        await asyncio.sleep(0.5)

    with running(database) as base:
        seated = open_table(base, "open", options=PLAIN)
        guest = call(base, f"/api/tables/{seated['table']}/join", {"name": "Hosť"})[1]
        monkeypatch.setattr(Store, "append", slow)

        async def play() -> None:
            table, token = seated["table"], seated["token"]
            async with Player(base, table, guest["token"]) as other:
                host = Player(base, table, token)
                await host.enter()
                await host.ask("start")
                while not host.my_turn:
                    await host.receive("happened")
                assert host.view is not None
                move = {"position": host.view["position"], "move": "draw"}
                await host.send("move", "gone", **move)
                while not any(row.request == "0 gone" for row in await stored(database, table)):
                    await asyncio.sleep(0.01)
                assert host.socket is not None
                host.socket.transport.abort()
                for _ in range(3):  # what cannot be sent tells the server that the client is gone
                    await other.ask("greet", greeting="hello")
                while not other.my_turn:
                    await other.receive("happened")
                async with Player(base, table, token) as again:
                    assert (await again.ask("move", "gone", **move))["type"] == "done"
                assert (await other.move("draw"))["type"] == "done"

        asyncio.run(play())


def test_a_commit_that_happened_though_it_failed_is_found_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the line to the database breaks nobody knows whether the commit was made; the game goes on."""
    rng = random.Random(7)
    failed: list[str] = []
    joined: list[dict[str, Any]] = []
    append = Store.append

    async def uncertain(
        self: Store, table: str, events: Sequence[Stored], new: Mapping[str, Any] | None = None
    ) -> None:
        fails = bool(joined) and rng.random() < 0.08
        if not fails or rng.random() < 0.5:
            await append(self, table, events, new)
        if fails:
            failed.append(table)
            raise StoreError("the line broke")

    monkeypatch.setattr(Store, "append", uncertain)
    with running(database, absence_seconds=0.3) as base:
        seated = open_table(base, "open", "bot", kind="series", games=2)
        id_ = seated["table"]
        joined.append(call(base, f"/api/tables/{id_}/join", {"name": "Hosť"})[1])

        async def play() -> list[Person]:
            people = [
                Person(base, id_, token, random.Random(number))
                for number, token in enumerate((seated["token"], joined[0]["token"]))
            ]
            await play_all(people)
            return people

        people = asyncio.run(play())
    rows = asyncio.run(stored(database, id_))
    truth = Truth(id_, "classic", rows)
    assert truth.over
    assert len(failed) > 3
    for person in people:
        agrees(person, truth)
        for request, n in person.done.items():
            assert rows[n - 1].request == f"{person.you} {request}"


def test_a_refusal_for_somebody_who_has_gone_is_no_error() -> None:
    complaints: list[dict[str, Any]] = []

    async def refuse() -> None:
        await asyncio.sleep(0.01)
        raise RefusalError("stale")

    async def hang_up() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        carried_out = asyncio.ensure_future(refuse())
        carried_out.add_done_callback(_looked_at)
        asking = asyncio.ensure_future(asyncio.shield(carried_out))
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.sleep(0.05)
        del carried_out
        gc.collect()

    asyncio.run(hang_up())
    assert complaints == []
