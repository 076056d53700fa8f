"""Clocks, and bots that stand in for people who are late or away."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from faraon.game.move import Move
from faraon.play.state import State
from faraon.server import wire as msg
from faraon.server.live import bots, driven
from faraon.server.live.hub import Hub
from faraon.server.settings import Settings
from faraon.server.store.store import Store
from faraon.server.table import events as ev
from faraon.server.table.events import Stored
from tests.server.player import Player
from tests.server.serving import call, open_table, running
from tests.server.silent import Silent


@pytest.fixture
def impatient(url: str) -> Iterator[str]:
    """A server that waits for nobody."""
    with running(url, absence_seconds=0.2, grace_seconds=-4.7) as address:
        yield address


async def until_stand_in(player: Player, seat: int, on: bool) -> None:
    while player.table["seats"][seat]["stand_in"] is not on:
        await player.receive("happened")


def test_a_bot_stands_in_for_somebody_who_is_away_and_gives_the_seat_back(impatient: str) -> None:
    seated = open_table(impatient, "open")
    _, guest = call(impatient, f"/api/tables/{seated['table']}/join", {"name": "Eva"})

    async def play() -> None:
        async with (
            Player(impatient, seated["table"], seated["token"]) as host,
            Player(impatient, seated["table"], guest["token"]) as other,
        ):
            await host.ask("start")
            while not (other.my_turn or host.my_turn):
                await host.receive("happened")
            assert other.socket is not None
            await other.socket.close()
            if host.my_turn:
                await host.move()
            if host.view is not None and not host.view["over"] and not host.my_turn:
                await until_stand_in(host, 1, True)
                while not host.my_turn and not host.over:
                    await host.receive("happened")
                by = {one["what"]["by"] for one in host.events.values() if one["what"]["type"] == "moved"}
                assert "stand_in" in by
                await other.enter()
                if not host.over:
                    await until_stand_in(host, 1, False)
            assert other.n >= 3

    asyncio.run(play())


def test_a_late_player_is_played_for_until_he_moves_again(impatient: str) -> None:
    seated = open_table(impatient, "bot", clock={"seconds": 5}, options={"move_limit": 60})

    async def play() -> None:
        async with Player(impatient, seated["table"], seated["token"]) as me:
            await me.ask("start")
            while not me.my_turn:
                await me.receive("happened")
            assert me.view is not None
            assert me.view["deadline"] is not None
            await until_stand_in(me, 0, True)
            if me.table["status"] == "playing":
                assert (await me.ask("back"))["type"] == "done"
                assert me.table["status"] != "playing" or not me.table["seats"][0]["stand_in"]

    asyncio.run(play())


def test_nobody_stands_in_while_nobody_waits(url: str) -> None:
    """The clock ticks, and an absent player is replaced, only while somebody is there."""

    async def look() -> None:
        hub = await Hub.open(Settings(database=url, think_seconds=0.0))
        wanted = msg.NewTable("Eva", [msg.NewSeat("open")], clock=msg.Clock(5))
        seated = await hub.create(wanted)
        live = hub.tables[seated.table]
        await live.join("Jano", None, lambda seat: hub.token_for(seated.table, seat))
        people = [Silent(live, 0), Silent(live, 1)]
        for one in people:
            await live.enter(one, None)
        await live.request(people[0], msg.Start("start"))
        assert live.table.on_turn in (0, 1)
        assert live.due() is not None
        for one in people:
            live.leave(one)
        assert live.due() is None
        await live.enter(people[0], None)
        assert live.due() is not None
        await hub.close()

    asyncio.run(look())


def test_bots_think_at_the_pace_of_the_table(url: str) -> None:
    """The first bot to move is asked for a thousand seconds; a pace of 0 lets it move at once."""
    with running(url, think_seconds=1000.0) as base:
        seated = open_table(base, "bot", pace=1.0, options={"start_special": "never"})

        async def play() -> None:
            async with Player(base, seated["table"], seated["token"]) as me:
                await me.ask("start")
                await me.move("draw")
                if me.view is not None and not me.my_turn:
                    await me.ask("pace", pace=0.0)
                    await me.receive("happened")
                    while not me.my_turn:
                        await me.receive("happened")

        asyncio.run(play())


def test_when_a_bot_plays_does_not_tell_how_long_it_thought(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows its move long before it is time; then it does not think again."""
    thought: list[str] = []
    real = bots.think

    async def counted(level: str, state: State, seed: int, whom: str) -> Move:
        found = await real(level, state, seed, whom)
        thought.append(str(found))
        return found

    monkeypatch.setattr(driven, "think", counted)

    async def play() -> None:
        hub = await Hub.open(Settings(database=url, think_seconds=1000.0))
        wanted = msg.NewTable("Eva", [msg.NewSeat("bot")], options={"start_special": "never"})
        live = hub.tables[(await hub.create(wanted)).table]
        host = Silent(live, 0)
        await live.enter(host, None)
        await live.request(host, msg.Start("start"))
        if live.table.on_turn == 0:
            await live.request(host, msg.MakeMove("draw", live.table.position, "draw"))
        position = live.table.position
        assert live.table.on_turn == 1
        while not thought:
            await asyncio.sleep(0.01)
        await live.request(host, msg.Rename("rename", "Jana"))
        assert (live.table.position, len(thought)) == (position, 1)
        await live.request(host, msg.SetPace("pace", 0.0))
        while live.table.position == position:
            await asyncio.sleep(0.01)
        told = (one.stored.event for one in live.table.log if one.stored.n > position)
        played = next(event for event in told if not isinstance(event, ev.Renamed))
        assert isinstance(played, ev.Moved)
        assert (played.move, played.by) == (thought[0], "bot")
        await hub.close()

    asyncio.run(play())


def test_a_bot_that_is_stopped_while_its_move_is_stored_has_moved(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the table would be behind the database, and the next request would be refused."""
    stored, go_on = asyncio.Event(), asyncio.Event()
    real = Store.append

    async def slow(self: Store, table: str, made: Sequence[Stored], new: Any = None) -> None:
        await real(self, table, made, new)
        if isinstance(made[-1].event, ev.Moved) and made[-1].event.by == "bot":
            stored.set()
            await go_on.wait()

    monkeypatch.setattr(Store, "append", slow)

    async def play() -> None:
        hub = await Hub.open(Settings(database=url, think_seconds=0.0))
        wanted = msg.NewTable("Eva", [msg.NewSeat("bot")], options={"start_special": "never"})
        live = hub.tables[(await hub.create(wanted)).table]
        host = Silent(live, 0)
        await live.enter(host, None)
        await live.request(host, msg.Start("start"))
        if live.table.on_turn == 0:
            await live.request(host, msg.MakeMove("draw", live.table.position, "draw"))
        await stored.wait()
        await live.stop()
        go_on.set()
        await live.request(host, msg.Rename("rename", "Jana"))
        assert host.sent[-1]["type"] == "done"
        assert [one.n for one in await hub.store.load(live.table.id)] == list(range(1, live.table.n + 1))
        await hub.close()

    asyncio.run(play())


def test_a_clock_that_is_set_back_holds_up_nobody(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots, clocks and absences go by a clock that nobody can set."""
    real, back = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: real() - back[0])

    async def look() -> None:
        hub = await Hub.open(Settings(database=url, think_seconds=10.0))
        seated = await hub.create(msg.NewTable("Eva", [msg.NewSeat("open")], clock=msg.Clock(5)))
        live = hub.tables[seated.table]
        await live.join("Jano", None, lambda seat: hub.token_for(seated.table, seat))
        people = [Silent(live, 0), Silent(live, 1)]
        for one in people:
            await live.enter(one, None)
        await live.request(people[0], msg.Start("start"))
        while not live.table.playing:
            await asyncio.sleep(0.01)
        before = live.due()
        for back[0] in (86_400.0, -86_400.0):
            assert live.due() == before
        back[0] = 86_400.0
        table = live.table.id
        await hub.close()
        # A table that was moved at in the future, as it seems, is read: its clock begins now.
        hub = await Hub.open(Settings(database=url))
        again = await hub.get(table)
        await again.enter(Silent(again, 0), None)
        due = again.due()
        assert due is not None
        assert due - time.monotonic() < 60
        await hub.close()

    asyncio.run(look())
