"""The database: migrations, group commit, restarts, rulebooks that change."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from faraon.server.settings import default_database
from faraon.server.store.migrate import HEAD, config
from faraon.server.store.store import Store, StoreError
from faraon.server.table import events as ev
from faraon.server.table.events import SeatSetup, Stored
from tests.patience import PATIENCE
from tests.server.player import Player
from tests.server.serving import call, open_table, running

CREATED = ev.Created("digest", {}, "single", 1, [SeatSetup("person", "Eva")], None, False, 1.0)


def columns(id_: str) -> dict[str, object]:
    return {"id": id_, "created": 1.0, "updated": 1.0, "status": "ready", "listed": False}


def test_the_database_lies_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert default_database() == f"sqlite+aiosqlite:///{tmp_path}/faraon/tables.sqlite"
        assert (tmp_path / "faraon").stat().st_mode & 0o777 == 0o700


async def check_schema(url: str) -> None:
    store = await Store.open(url)

    def compare(connection: Connection) -> None:
        assert ScriptDirectory.from_config(config(connection)).get_current_head() == HEAD
        command.check(config(connection))

    async with store.engine.begin() as connection:
        await connection.run_sync(compare)
    await store.close()
    again = await Store.open(url)  # nothing to do
    await again.close()


def test_the_schema_is_what_the_migrations_make(url: str) -> None:
    asyncio.run(check_schema(url))


def test_events_come_back_in_their_order(url: str) -> None:
    async def check() -> None:
        store = await Store.open(url)
        await store.append("t", [Stored(1, 1.0, None, CREATED)], columns("t"))
        moves = [Stored(n, float(n), f"0 {n}", ev.Moved(0, "draw", "person")) for n in range(2, 30)]
        await asyncio.gather(*(store.append("t", [one]) for one in moves))
        assert [one.n for one in await store.load("t")] == list(range(1, 30))
        assert await store.load("t") == [Stored(1, 1.0, None, CREATED), *moves]
        assert store.measures.commits.count < 29, "appends that wait together are committed together"
        await store.close()

    asyncio.run(check())


def test_the_same_rulebook_is_kept_once_however_many_tables_open(url: str) -> None:
    async def check() -> None:
        store = await Store.open(url)
        await asyncio.gather(*(store.save_book("d", {"a.far": "text"}) for _ in range(8)))
        assert await store.load_book("d") == {"a.far": "text"}
        await store.close()

    asyncio.run(check())


def test_an_append_that_fails_takes_no_other_with_it(url: str) -> None:
    async def check() -> None:
        store = await Store.open(url)
        for id_ in ("a", "b"):
            await store.append(id_, [Stored(1, 1.0, None, CREATED)], columns(id_))
        twice = Stored(1, 2.0, None, ev.Closed("host"))
        right = Stored(2, 2.0, None, ev.Closed("host"))
        results = await asyncio.gather(
            store.append("a", [twice]), store.append("b", [right]), return_exceptions=True
        )
        assert isinstance(results[0], StoreError)
        assert results[1] is None
        assert [len(await store.load(id_)) for id_ in ("a", "b")] == [1, 2]
        await store.close()
        with pytest.raises(StoreError):
            await store.append("a", [right])

    asyncio.run(check())


def test_the_writer_survives_whatever_it_is_given(url: str) -> None:
    async def check() -> None:
        store = await Store.open(url)
        await store.append("a", [Stored(1, 1.0, None, CREATED)], columns("a"))
        with pytest.raises(StoreError):
            await store.append("a", [])
        await store.append("a", [Stored(2, 1.0, None, ev.Closed("host"))])
        await store.close()

    asyncio.run(check())


def test_a_table_goes_on_after_a_restart_with_the_same_token_and_requests(url: str) -> None:
    with running(url) as base:
        seated = open_table(base, "bot")

        async def begin() -> tuple[dict[str, object], str, str, int]:
            async with Player(base, seated["table"], seated["token"]) as me:
                await me.ask("start")
                while not me.my_turn:
                    await me.receive("happened")
                assert me.view is not None
                id_, move, position = me.new_id(), me.view["moves"][0], me.view["position"]
                await me.ask("move", id_, position=position, move=move)
                while not me.my_turn and not me.over:
                    await me.receive("happened")
                return me.view, id_, move, position

        before, id_, move, position = asyncio.run(begin())
    with running(url) as base:

        async def go_on() -> None:
            async with Player(base, seated["table"], seated["token"]) as me:
                assert me.view == before
                had = me.n
                again = await me.ask("move", id_, position=position, move=move)
                assert again["type"] == "done", "the same request is not refused"
                assert again["n"] <= had, "and not carried out twice"
                assert me.n == had
                await me.play_to_the_end()

        asyncio.run(go_on())


def test_a_newer_rulebook_does_not_change_a_running_game(tmp_path: Path, url: str) -> None:
    house = tmp_path / "house.far"
    written = 'rulebook house\n    en "House" sk "Domáce"\ninclude classic\nset seven_cards = {}\n'
    house.write_text(written.format(2))
    with running(url, rulebooks=(str(house),)) as base:
        seated = open_table(base, "bot", rulebook="house")
        options = call(base, f"/api/tables/{seated['table']}")[1]["table"]["options"]
        assert next(one["value"] for one in options if one["name"] == "seven_cards") == 2
    house.write_text(written.format(3))
    with running(url, rulebooks=(str(house),)) as base:
        options = call(base, f"/api/tables/{seated['table']}")[1]["table"]["options"]
        assert next(one["value"] for one in options if one["name"] == "seven_cards") == 2
        newer = open_table(base, "bot", rulebook="house")
        options = call(base, f"/api/tables/{newer['table']}")[1]["table"]["options"]
        assert next(one["value"] for one in options if one["name"] == "seven_cards") == 3

        async def play() -> None:
            async with Player(base, seated["table"], seated["token"]) as me:
                await me.play_to_the_end()

        asyncio.run(play())


def test_idle_tables_are_closed_and_old_ones_removed(url: str) -> None:
    from faraon.server import wire as msg
    from faraon.server.live.hub import Hub
    from faraon.server.settings import Settings
    from faraon.server.wire.refusals import RefusalError

    async def check() -> None:
        settings = Settings(database=url, waiting_hours=1, over_days=1, evict_seconds=-1.0)
        hub = await Hub.open(settings)
        seated = await hub.create(msg.NewTable("Eva", [msg.NewSeat("open")]))
        created = hub.tables[seated.table].table.created
        await hub.sweep(created + 1800)
        assert seated.table not in hub.tables, "nobody looks at it"
        assert (await hub.get(seated.table)).table.status == "waiting"
        await hub.sweep(created + 4000)
        assert (await hub.get(seated.table)).table.closed
        while seated.table not in await hub.store.idle(["closed"], created + 1e6):
            await asyncio.sleep(0.01)  # the status is written with the next batch
        async with hub.store.engine.begin() as connection:
            await connection.execute(text("UPDATE tables SET updated = 1"))
        hub.tables.clear()
        await hub.sweep(created + 200_000)
        with pytest.raises(RefusalError):
            await hub.get(seated.table)
        await hub.close()

    asyncio.run(check())


def test_a_ban_that_could_not_be_read_is_read_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from faraon.server.live import hub as hub_module
    from faraon.server.settings import Settings
    from faraon.server.store import operating

    async def check() -> None:
        hub = await hub_module.Hub.open(Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'bans.sqlite'}"))
        real, tried = hub.store.bans, []

        async def bans() -> dict[str, float | None]:
            tried.append(1)
            if len(tried) == 1:
                raise OSError("locked")
            return await real()

        monkeypatch.setattr(hub.store, "bans", bans)
        await operating.ban(hub.store, "192.0.2.1", None)
        while not hub.banned("192.0.2.1"):
            await asyncio.sleep(0.01)
        assert len(tried) > 1
        await hub.close()

    monkeypatch.setattr(hub_module, "WATCH_SECONDS", 0.01)
    asyncio.run(asyncio.wait_for(check(), PATIENCE))
