"""Nobody can take the server from the others: not its memory for tables, nor its bots, nor their seats."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from faraon.bots.api import Advice
from faraon.game.move import Move
from faraon.play.game import load
from faraon.play.state import State
from faraon.server import wire as msg
from faraon.server.live import bots, sweeping
from faraon.server.live.hub import Hub
from faraon.server.live.live_table import LiveTable
from faraon.server.settings import Settings
from faraon.server.store import store as store_module
from faraon.server.wire.refusals import RefusalError
from tests.patience import PATIENCE
from tests.server.player import Player
from tests.server.serving import QUICK, call, open_table, running
from tests.server.silent import Silent

# --------------------------------------------------------------------------------------------- tables


def test_tables_without_visitors_give_way(url: str) -> None:
    """The one that was seen longest ago first; they come back from the database."""

    async def fill() -> None:
        hub = await Hub.open(Settings(url, most_tables=3, least_seconds=0.0))
        wanted = msg.NewTable("Eva", [msg.NewSeat("bot")])
        tables = [(await hub.create(wanted)).table for _ in range(3)]
        await hub.get(tables[0])
        fourth = (await hub.create(wanted)).table
        assert set(hub.tables) == {tables[0], tables[2], fourth}
        assert (await hub.get(tables[1])).table.id == tables[1]
        assert set(hub.tables) == {tables[0], fourth, tables[1]}
        await hub.close()

    asyncio.run(fill())


def test_tables_with_visitors_stay(url: str) -> None:
    async def fill() -> None:
        hub = await Hub.open(Settings(url, most_tables=2, least_seconds=0.0))
        wanted = msg.NewTable("Eva", [msg.NewSeat("bot")])
        for _ in range(2):
            live = hub.tables[(await hub.create(wanted)).table]
            await live.enter(Silent(live), None)
        with pytest.raises(RefusalError, match="full"):
            await hub.create(wanted)
        live.leave(live.connections[0])
        await hub.create(wanted)
        await hub.close()

    asyncio.run(fill())


def test_whoever_holds_a_table_that_gave_way_comes_again(url: str) -> None:
    async def hold() -> None:
        hub = await Hub.open(Settings(url, most_tables=1, least_seconds=0.0))
        wanted = msg.NewTable("Eva", [msg.NewSeat("open")])
        first = hub.tables[(await hub.create(wanted)).table]
        await hub.create(wanted)
        with pytest.raises(RefusalError):  # nothing is written by two
            await first.join("Jano", None, lambda seat: ("token", "hash"))
        late = Silent(first)
        await first.enter(late, None)
        assert late.why == "restart"
        await hub.close()

    asyncio.run(hold())


def test_a_table_that_was_just_looked_at_stays_a_while(url: str) -> None:
    async def fill() -> None:
        hub = await Hub.open(Settings(url, most_tables=1))
        wanted = msg.NewTable("Eva", [msg.NewSeat("bot")])
        await hub.create(wanted)
        with pytest.raises(RefusalError, match="full"):
            await hub.create(wanted)
        await hub.close()

    asyncio.run(fill())


def test_hellos_are_limited(url: str) -> None:
    limits = {"requests_per_second": 0.0, "requests_at_once": 30.0, "cost_of_hello": 10.0}
    with running(url, **limits) as base:
        table = open_table(base, "bot")["table"]

        async def come() -> list[str]:
            codes = []
            for _ in range(3):
                player = Player(base, table, None)
                await player.enter()
                codes.append(player.frames[0].get("code", "welcome"))
                assert player.socket is not None
                await player.socket.close()
            return codes

        assert asyncio.run(come()) == ["welcome", "welcome", "too-fast"]


def test_messages_of_all_connections_of_an_address_count(url: str) -> None:
    with running(url, messages_per_address=3.0) as base:
        seated = open_table(base, "bot")

        async def talk() -> set[str]:
            players = [Player(base, seated["table"], seated["token"]) for _ in range(20)]
            for one in players:
                await one.enter()
            for one in players:
                await one.send("ping")
            answers = [await one.receive("pong", "refused") for one in players]
            await asyncio.gather(*(one.socket.close() for one in players if one.socket is not None))
            return {answer.get("code", "pong") for answer in answers}

        assert "too-fast" in asyncio.run(talk())


# ----------------------------------------------------------------------------------------------- bots


def test_the_bots_of_one_address_do_not_hold_up_those_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strong bots think for long; with very many of them an address is played for by weaker ones."""
    start = load("classic").deal(seed=1)
    asked: list[tuple[str, int]] = []
    go_on = threading.Event()

    def pondered(level: str, state: State, seed: int) -> Move:
        asked.append((level, seed))
        assert go_on.wait(PATIENCE)
        return state.moves()[0]

    monkeypatch.setattr(bots, "_think", pondered)

    async def play() -> None:
        many = [asyncio.create_task(bots.think("pharaoh", start, 1, "attacker")) for _ in range(100)]
        others = [asyncio.create_task(bots.think("pharaoh", start, 2, "neighbour"))]
        others.append(asyncio.create_task(bots.think("novice", start, 3, "attacker")))
        await asyncio.sleep(0)
        assert bots.at_work() == (bots.THREADS, 102 - bots.THREADS)
        go_on.set()
        await asyncio.gather(*many, *others)
        assert bots.at_work() == (0, 0)

    asyncio.run(play())
    assert asked.count(("pharaoh", 1)) == bots.MOST_EACH
    assert asked.count(("player", 1)) == 100 - bots.MOST_EACH
    assert ("pharaoh", 2) in asked
    assert ("novice", 3) in asked


# ---------------------------------------------------------------------------------------------- hints


class Pondering:
    """An adviser that thinks until it is told to stop."""

    def __init__(self) -> None:
        self.asked, self.go_on = 0, threading.Event()

    def advise(self, view: Any, seed: int) -> Advice:
        self.asked += 1
        self.go_on.wait(PATIENCE)
        return Advice(view.moves[0], "", "")


@pytest.fixture
def pondering(monkeypatch: pytest.MonkeyPatch) -> Pondering:
    adviser = Pondering()
    monkeypatch.setattr(bots.BOTS, "adviser", lambda game: adviser)
    return adviser


async def on_turn(base: str) -> Player:
    seated = open_table(base, "bot:novice")
    me = Player(base, seated["table"], seated["token"])
    await me.enter()
    await me.ask("start")
    while not me.my_turn:
        if me.over:
            await me.ask("rematch")
            await me.ask("start")
        else:
            await me.receive("happened")
    return me


def test_a_flood_of_hints_holds_up_no_bot(base: str, pondering: Pondering) -> None:
    """Sixty ask for advice on one position: it is thought about once, and other tables play on."""

    async def play() -> None:
        me = await on_turn(base)
        assert me.view is not None
        crowd = [Player(base, me.url.rpartition("/")[2], me.token) for _ in range(60)]
        for one in crowd:
            await one.enter()
            await one.send("hint", position=me.view["position"])
        neighbour = await on_turn(base)
        while not neighbour.over:
            if neighbour.my_turn:
                await neighbour.move()
            else:
                await neighbour.receive("happened")
        pondering.go_on.set()
        for one in crowd:
            assert (await one.receive("hinted", "refused"))["type"] == "hinted"
        assert pondering.asked == 1
        for one in (me, neighbour, *crowd):
            assert one.socket is not None
            await one.socket.close()

    asyncio.run(play())


def test_whoever_asks_and_goes_away_asks_once(base: str, pondering: Pondering) -> None:
    async def play() -> None:
        me = await on_turn(base)
        assert me.view is not None
        for _ in range(10):
            other = Player(base, me.url.rpartition("/")[2], me.token)
            await other.enter()
            await other.send("hint", position=me.view["position"])
            assert other.socket is not None
            other.socket.transport.abort()
        await me.send("hint", position=me.view["position"])
        pondering.go_on.set()
        assert (await me.receive("hinted"))["move"]
        assert pondering.asked == 1
        assert me.socket is not None
        await me.socket.close()

    asyncio.run(play())


def test_hints_cost_more_than_other_requests() -> None:
    async def ask() -> None:
        state = load("classic", 2).deal(seed=3)
        hints = bots.Hints("t", 10.0)

        class Poor(Silent):
            def __init__(self) -> None:
                self.costs: list[float] = []

            def afford(self, cost: float) -> bool:
                self.costs.append(cost)
                return len(self.costs) < 2

        me = Poor()
        first = await hints.get(me, 5, state, 1)
        assert await hints.get(me, 5, state, 2) is first
        with pytest.raises(RefusalError, match="Too many"):
            await hints.get(me, 6, state, 3)
        assert me.costs == [10.0, 10.0]

    asyncio.run(ask())


# ------------------------------------------------------------------------------------- those who were kicked


async def table_of_two(hub: Hub) -> tuple[LiveTable, Silent, Silent]:
    seated = await hub.create(msg.NewTable("Eva", [msg.NewSeat("open")]))
    live = hub.tables[seated.table]
    await live.join("Jano", None, lambda seat: hub.token_for(seated.table, seat))
    people = Silent(live, 0), Silent(live, 1)
    for one in people:
        await live.enter(one, None)
    return live, *people


def test_a_kicked_player_does_nothing_for_the_next_one(url: str) -> None:
    """Even if nobody could tell them: their line is blocked, but what they say still comes."""

    async def kick() -> None:
        hub = await Hub.open(Settings(url, **{**QUICK, "cost_of_hint": 0.0}))
        live, host, kicked = await table_of_two(hub)
        waiting = asyncio.ensure_future(live.request(host, msg.SetSeat("kick", 1, "open")))
        await asyncio.sleep(0)
        late = asyncio.ensure_future(live.request(kicked, msg.Rename("late", "Zlodej")))
        await asyncio.gather(waiting, late)
        assert kicked.why == "left"
        await live.join("Zuza", None, lambda seat: hub.token_for(live.table.id, seat))
        owner = Silent(live, 1)
        await live.enter(owner, None)
        before = len(kicked.sent)
        await live.request(host, msg.Start("start"))
        position = live.table.position
        for request in (
            msg.Rename("1", "Zlodej"),
            msg.MakeMove("2", position, "draw"),
            msg.Greet("3", "hello"),
            msg.AskHint("4", position),
            msg.Judge("5", position, "draw"),
            msg.Leave("6"),
        ):
            kicked.why = ""
            await live.request(kicked, request)
            assert kicked.sent[-1]["code"] == "bad-token"
        assert live.table.seats[1].name == "Zuza"
        kinds = {one["type"] for one in kicked.sent[before:]}
        assert kinds == {"refused"}, "and they see nothing of the next one's cards"
        live.leave(kicked)
        assert live.connected(1)
        await hub.close()

    asyncio.run(kick())


def test_a_host_who_kicks_and_goes_away_has_kicked(url: str) -> None:
    async def kick() -> None:
        hub = await Hub.open(Settings(url, **QUICK))
        live, host, kicked = await table_of_two(hub)
        kicking = asyncio.ensure_future(live.request(host, msg.SetSeat("kick", 1, "bot")))
        await asyncio.sleep(0)
        kicking.cancel()
        while live.table.seats[1].kind != "bot" or not kicked.why:
            await asyncio.sleep(0.01)
        assert kicked.why == "left"
        await hub.close()

    asyncio.run(asyncio.wait_for(kick(), PATIENCE))


def test_whoever_was_kicked_while_they_came_in_is_sent_away(url: str) -> None:
    async def kick() -> None:
        hub = await Hub.open(Settings(url, **QUICK))
        live, host, _ = await table_of_two(hub)
        late = Silent(live, 1)
        await live.request(host, msg.SetSeat("kick", 1, "open"))
        await live.join("Zuza", None, lambda seat: hub.token_for(live.table.id, seat))
        await live.enter(late, None)
        assert (late.why, late.sent) == ("left", [])
        await hub.close()

    asyncio.run(kick())


# ---------------------------------------------------------------------------------------------- expiry


def test_one_table_that_cannot_be_read_stops_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def expire() -> None:
        hub = await Hub.open(Settings(url, over_days=1.0))
        wanted = msg.NewTable("Eva", [msg.NewSeat("bot")])
        spoilt, refused, fine, over = [(await hub.create(wanted)).table for _ in range(4)]
        await hub.tables[over].expire()
        await asyncio.sleep(0.1)
        for id_ in list(hub.tables):
            hub.forget(id_)
        real = Hub._load

        async def load_some(self: Hub, id_: str) -> LiveTable:
            if id_ == spoilt:
                raise KeyError("spoilt")
            if id_ == refused:
                raise RefusalError("failed")
            return await real(self, id_)

        monkeypatch.setattr(Hub, "_load", load_some)
        await hub.sweep(4e9)
        assert hub.tables[fine].table.closed
        with pytest.raises(RefusalError, match="no such table"):
            await hub.get(over)
        await hub.close()

    asyncio.run(expire())


def test_many_tables_that_cannot_be_read_do_not_stand_before_the_others(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MOST_IDLE", 3)
    monkeypatch.setattr(sweeping, "MOST_IDLE", 3)

    async def expire() -> None:
        hub = await Hub.open(Settings(url))
        ids = sorted([(await hub.create(msg.NewTable("Eva", [msg.NewSeat("bot")]))).table for _ in range(8)])
        *spoilt, fine = ids
        for id_ in ids:
            hub.forget(id_)
        real = Hub._load

        async def load_one(self: Hub, id_: str) -> LiveTable:
            if id_ in spoilt:
                raise KeyError("spoilt")
            return await real(self, id_)

        monkeypatch.setattr(Hub, "_load", load_one)
        for _ in range(3):
            await hub.sweep(4e9)
        assert hub.tables[fine].table.closed
        await hub.close()

    asyncio.run(expire())


def test_the_list_of_tables_leaves_out_those_that_cannot_be_read(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(url) as base:
        open_table(base, "open", listed=True)

    async def never(self: Hub, id_: str) -> LiveTable:
        raise RefusalError("busy")

    monkeypatch.setattr(Hub, "_load", never)
    with running(url) as base:
        assert call(base, "/api/tables") == (200, {"tables": []})
