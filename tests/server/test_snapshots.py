"""A table from a snapshot is the table from all its events; old games leave the memory, not the database."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from faraon.game.record import Record
from faraon.lang.library import read_book
from faraon.play.replay import replay
from faraon.server import wire as msg
from faraon.server.live import live_table
from faraon.server.live.hub import Hub
from faraon.server.settings import Settings
from faraon.server.store.store import NotStoredError, Store
from faraon.server.table import events as ev
from faraon.server.table import showing
from faraon.server.table.events import SeatSetup, Stored
from faraon.server.table.snapshot import restored, snapshot
from faraon.server.table.table import Table, folded
from faraon.server.table.undo import moves_to_keep
from tests.scale import scaled
from tests.server.player import Player
from tests.server.serving import call, open_table, running
from tests.server.silent import Silent

TABLES: list[dict[str, Any]] = [
    {"kind": "single"},
    {"kind": "series", "games": 3, "options": {"recycle": "shuffle"}},
    {"kind": "olympic", "options": {"hand_size": 4}},
    {"kind": "single", "rulebook": "prsi"},
    {"kind": "series", "games": 3, "options": {"pajchel": "penalty", "play_drawn": "on"}},
    {"kind": "single", "rulebook": "formal"},
]


class Growing:
    """A table that random events happen to."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        fields = TABLES[seed % len(TABLES)]
        self.book = read_book(fields.get("rulebook", "classic"))
        people = [SeatSetup("person", f"Osoba {seat}", None, f"token {seat}") for seat in range(1 + seed % 3)]
        bots = [SeatSetup("bot", f"Stroj {seat}", "novice") for seat in range(2)]
        created = ev.Created(
            "digest", fields.get("options", {}), fields["kind"], fields.get("games", 1),
            [*people, *bots], None, False, 1.0,
        )  # fmt: skip
        self.stored = [Stored(1, 1.0, None, created)]
        self.table = Table("snapshot", self.book, self.stored[0])

    def grow(self) -> None:
        event = self._event()
        request = f"0 {self.rng.getrandbits(40):x}" if self.rng.random() < 0.7 else None
        one = Stored(self.table.n + 1, self.table.n + self.rng.random(), request, event)
        self.stored.append(one)
        self.table.apply(one)

    def _event(self) -> ev.Event:
        table, rng = self.table, self.rng
        chance = rng.random()
        if chance < 0.05:
            return ev.Renamed(0, f"Meno {rng.randrange(100)}")
        if chance < 0.08:
            return ev.StoodIn(0, not table.seats[0].stand_in, "late")
        if chance < 0.1:
            return ev.Paced(0, rng.choice([0.5, 1.0]))
        if chance < 0.12:
            return ev.Readied(0, rng.random() < 0.6)
        if table.asked is not None:
            return ev.Begged(table.asked, rng.random() < 0.5)
        if table.playing and table.state is not None:
            keep = moves_to_keep(table, 0) if chance < 0.2 else None
            if keep is not None:
                return ev.Undone(table.game_seat(0) or 0, keep)
            return ev.Moved(table.state.turn, str(rng.choice(table.state.moves())), "person")
        if table.match is not None and table.match.over:
            return ev.Rematched(0)
        if table.next_deal is None:
            return ev.Committed(table.dealt + 1, f"{rng.getrandbits(256):064x}", rng.choice((1, 2)))
        if chance < 0.3:
            return ev.Sealed(0, f"{rng.getrandbits(256):064x}")
        if chance < 0.5:
            return ev.Opening(0)
        return ev.Salted(0, f"soľ{rng.randrange(1000)}") if chance < 0.7 else ev.Dealt(0)


def everything(table: Table) -> dict[str, Any]:
    """All that a table is, but the steps for those who missed them."""
    return {name: value for name, value in vars(table).items() if name not in ("steps", "setup", "book")}


def shown(table: Table) -> list[bytes]:
    """What is told of a table, to everybody."""
    told = []
    for seat in range(-1, len(table.seats)):
        told.append(msg.encode(showing.present_view(table, seat)))
        told += [msg.encode(showing.line(table, step, seat)) for step in table.log]
    told.append(msg.encode(showing.table_info(table, lambda _: True)))
    told.append(msg.encode(showing.match_info(table)))
    told.append(msg.encode(showing.fair_info(table)))
    return told


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(scaled(6, 120)))
def test_a_table_from_a_snapshot_is_the_table_from_its_events(seed: int) -> None:
    growing = Growing(seed)
    table = growing.table
    copies: list[Table] = []
    for turn in range(scaled(150, 1500)):
        growing.grow()
        for copy in copies:
            copy.apply(growing.stored[-1])
        if turn % 37 == seed % 37:
            copy = restored(table.id, growing.book, growing.stored[0], snapshot(table))
            assert everything(copy) == everything(table)
            assert shown(copy) == shown(table)
            copies = [*copies[-2:], copy]
    again = folded(table.id, growing.book, growing.stored)
    for one in (*copies, again):
        assert everything(one) == everything(table)
        assert shown(one) == shown(table)
    assert table.dealt > 0


def test_rematches_do_not_make_a_table_longer_to_load(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "SNAPSHOT_EVENTS", 40)

    async def play(live: live_table.LiveTable, games: int) -> None:
        rng = random.Random(5)
        while live.table.dealt < games or live.table.playing:
            state = live.table.state
            request: msg.Request = msg.Start(f"{live.table.n}")
            if live.table.playing and state is not None:
                move = str(rng.choice(state.moves()))
                request = msg.MakeMove(f"{live.table.n}", live.table.position, move)
            elif live.table.status == "over":
                request = msg.Rematch(f"{live.table.n}")
                await live.request(Silent(live, 1), request)  # both want it
            await live.request(Silent(live, live.table.on_turn or 0), request)

    async def check() -> None:
        hub = await Hub.open(Settings(database=url))
        seated = await hub.create(msg.NewTable("Eva", [msg.NewSeat("open")]))
        live = hub.tables[seated.table]
        await live.join("Jano", None, lambda seat: hub.token_for(seated.table, seat))
        await play(live, 12)
        last = live.table.state
        await hub.close()

        hub = await Hub.open(Settings(database=url))
        found = await hub.store.find(seated.table)
        assert found is not None
        assert found.snapshot is not None
        assert live.table.n - found.n < 400 < live.table.n, "most events need not be read"
        again = await hub.get(seated.table)
        assert everything(again.table) == everything(live.table)
        assert len(again.table.steps) == len(live.table.steps), "those who missed the latest can see them"
        assert again.table.match is not None
        assert [one.state for one in again.table.match.played] == [None]
        for number in range(1, 13):
            deal = await hub.game(again, number)
            assert deal.game == number
            assert deal.state is not None
            assert deal.state.over
        assert deal.state == last
        async with hub.store.engine.connect() as connection:
            kept = (await connection.scalars(text("SELECT dealt FROM snapshots"))).all()
        assert len(kept) > 3
        assert all(kept.count(dealt) <= 2 for dealt in kept)
        await hub.close()

    asyncio.run(check())


def test_a_record_of_an_old_game_can_still_be_had(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "SNAPSHOT_EVENTS", 30)
    with running(url) as base:
        seated = open_table(base, "bot", kind="series", games=3, options={"move_limit": 60})

        async def play() -> None:
            async with Player(base, seated["table"], seated["token"], seed=3) as me:
                await me.play_to_the_end()

        asyncio.run(play())
        path = f"/api/tables/{seated['table']}/games"
        dealt = [call(base, f"{path}/{number}/record") for number in (1, 2)]
        games = call(base, f"{path}/1")[1]["games"]
        assert games >= 2
        assert call(base, f"{path}/{games + 1}/record")[0] == 404
    with running(url) as base:
        for number, (status, text) in enumerate(dealt, 1):
            assert status == 200
            assert replay(Record.read(text)).last.over
            assert call(base, f"{path}/{number}/record") == (status, text)
            assert call(base, f"{path}/{number}")[1]["record"] == text


def full(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


def test_a_full_disk_leaves_tables_watchable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is loaded is written, and what cannot be stored changes nothing."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
    with running(url) as base:
        seated = open_table(base, "open", options={"start_special": "never"})
        guest = call(base, f"/api/tables/{seated['table']}/join", {"name": "Hosť"})[1]

        async def begin() -> None:
            async with Player(base, seated["table"], seated["token"]) as me:
                await me.ask("start")

        asyncio.run(begin())
    append = Store.append

    async def nothing_more(*_: object) -> None:
        raise NotStoredError("OperationalError")

    with running(url) as base, monkeypatch.context() as disk:
        disk.setattr(Store, "append", nothing_more)

        async def watch() -> None:
            async with (
                Player(base, seated["table"], seated["token"]) as host,
                Player(base, seated["table"], guest["token"]) as other,
                Player(base, seated["table"], None) as spectator,
            ):
                assert spectator.view is not None
                mover = host if host.my_turn else other
                assert (await mover.move("draw"))["code"] == "failed"
                assert (await spectator.ask("ping"))["type"] == "pong", "nobody is sent away"
                disk.setattr(Store, "append", append)
                assert (await mover.move("draw"))["type"] == "done"
                await spectator.receive("happened")

        asyncio.run(watch())


def test_what_certainly_was_not_stored_is_told_apart(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    created = ev.Created("digest", {}, "single", 1, [SeatSetup("person", "Eva")], None, False, 1.0)
    columns = {"created": 1.0, "updated": 1.0, "status": "ready", "listed": False}

    async def check() -> None:
        store = await Store.open(url)
        await store.append("a", [Stored(1, 1.0, None, created)], {"id": "a", **columns})
        closed = Stored(2, 1.0, None, ev.Closed("host"))
        with monkeypatch.context() as disk:
            disk.setattr(AsyncConnection, "execute", full)
            with pytest.raises(NotStoredError):
                await store.append("a", [closed])
        with monkeypatch.context() as disk:
            disk.setattr(AsyncConnection, "commit", full)
            with pytest.raises(Exception, match="OperationalError") as raised:
                await store.append("a", [closed])
            assert not isinstance(raised.value, NotStoredError), "nobody knows what became of it"
        await store.append("a", [closed])
        await store.close()

    asyncio.run(check())
