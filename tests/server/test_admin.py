"""``faraon admin``, beside a server that runs, on both databases."""

from __future__ import annotations

import asyncio
import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, create_engine, make_url, text
from typer.testing import CliRunner

from faraon.cli.admin import admin
from faraon.server.live.hub import table_id
from faraon.server.store.migrate import config, upgrade
from faraon.server.store.names import ERASED
from faraon.server.store.store import Store
from tests.server.player import Player
from tests.server.postgres import postgres, programs
from tests.server.serving import call, open_table, running

CALM = {"start_special": "never"}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('admin') / 'tables.sqlite'}"
    else:
        with postgres() as url:
            yield url


@pytest.fixture(scope="module")
def served(database: str) -> Iterator[str]:
    with running(database) as base:
        yield base


def run(database: str, *words: str, fails: bool = False) -> str:
    found = CliRunner().invoke(admin, [*words, "--database", database])
    assert (found.exit_code != 0) == fails, (found.output, found.exception)
    return found.output + str(found.exception or "")


def test_tables_are_listed_with_the_names_of_people(database: str, served: str) -> None:
    seated = open_table(served, "open", "bot", name="Adela")
    call(served, f"/api/tables/{seated['table']}/join", {"name": "Boris"})
    listed = run(database, "list", "--status", "ready")
    line = next(one for one in listed.splitlines() if seated["table"] in one)
    assert line.endswith("Adela, Boris")
    assert seated["table"] not in run(database, "list", "--status", "closed")


def test_a_table_is_closed_for_everybody(database: str, served: str) -> None:
    seated = open_table(served, "open", options=CALM)

    async def check() -> None:
        async with Player(served, seated["table"], seated["token"]) as me:
            await me.ask("start")
            await asyncio.to_thread(run, database, "close", seated["table"])
            await me.receive("bye")
            await me.enter()
            assert me.table["status"] == "closed"

    asyncio.run(check())
    run(database, "close", seated["table"])
    run(database, "close", "nothing", fails=True)


def test_the_name_of_a_table_can_stand_behind_a_command() -> None:
    assert not any(table_id().startswith("-") for _ in range(5_000))


def test_whoever_is_kicked_has_no_seat_any_more(database: str, served: str) -> None:
    seated = open_table(served, "open", options=CALM)
    _, guest = call(served, f"/api/tables/{seated['table']}/join", {"name": "Zlý hosť"})

    async def check() -> None:
        async with (
            Player(served, seated["table"], seated["token"]) as host,
            Player(served, seated["table"], guest["token"]) as other,
        ):
            await host.ask("start")
            await asyncio.to_thread(run, database, "kick", seated["table"], "1")
            await other.receive("bye")
            await other.enter()
            assert other.frames[-1]["code"] == "bad-token"
            await host.receive("bye")
            await host.enter()
            assert host.table["seats"][1]["kind"] == "bot"

    asyncio.run(check())
    assert "nobody sits" in run(database, "kick", seated["table"], "1", fails=True)


def test_a_banned_address_is_not_served(database: str, served: str) -> None:
    with running(database) as base:
        seated = open_table(base, "bot")

        async def check() -> None:
            async with Player(base, seated["table"], seated["token"]) as me:
                await asyncio.to_thread(run, database, "ban", "127.0.0.1", "--hours", "1")
                assert (await me.receive("bye"))["why"] == "banned"
                assert "127.0.0.1" in await asyncio.to_thread(run, database, "bans")
                status, answer = await asyncio.to_thread(call, base, "/api/info")
                assert (status, answer["code"]) == (403, "banned")
                await me.enter()
                assert me.frames[-1]["code"] == "banned"
                await asyncio.to_thread(run, database, "unban", "127.0.0.1")
                for each in (base, served):  # the other server of this database heard of it too
                    while (await asyncio.to_thread(call, each, "/api/info"))[0] != 200:
                        await asyncio.sleep(0.05)

        asyncio.run(check())
    assert "was not banned" in run(database, "unban", "127.0.0.1", fails=True)
    assert "not an IP address" in run(database, "ban", "nobody", fails=True)


def test_a_person_is_erased_and_the_games_remain(database: str, served: str) -> None:
    name = "Vymazaná Osoba"
    seated = open_table(served, "bot", name=name, options={**CALM, "move_limit": 60})
    path = f"/api/tables/{seated['table']}"

    async def play() -> None:
        async with Player(served, seated["table"], seated["token"]) as me:
            await me.play_to_the_end()
            await me.ask("rename", name=f"{name} 2")

    asyncio.run(play())
    before = call(served, f"{path}/games/1/record")[1]
    assert name in before
    assert run(database, "erase", name).split() == [seated["table"]]
    run(database, "erase", f"{name} 2", "--table", seated["table"])
    while name in call(served, f"{path}/games/1/record")[1] or name in str(call(served, path)[1]):
        time.sleep(0.05)  # the server hears of it in a moment
    after = call(served, f"{path}/games/1/record")[1]
    assert after == before.replace(name, ERASED)

    async def nowhere() -> None:
        store = await Store.open(database)
        async with store.engine.connect() as connection:
            for table in ("events", "snapshots", "names", "tables"):
                rows = (await connection.execute(text(f"SELECT * FROM {table}"))).all()  # noqa: S608
                assert not any(name in str(one) or name.encode() in bytes_of(one) for one in rows), table
        await store.close()

    asyncio.run(nowhere())
    assert "say a name" in run(database, "erase", "", fails=True)


def bytes_of(row: Any) -> bytes:
    return b" ".join(bytes(one) for one in row if isinstance(one, bytes | memoryview))


def test_a_backup_made_while_people_play_is_restored(database: str, served: str, tmp_path: Path) -> None:
    """Every table is there as it was, and goes on with the same keys."""
    seated = open_table(served, "open", options=CALM)

    async def play(base: str) -> tuple[int, Any]:
        async with Player(base, seated["table"], seated["token"]) as me:
            if me.table["status"] != "playing":
                await me.ask("start")
            while not me.my_turn and me.view is None:
                await me.receive("happened")
            return me.n, me.view

    before = asyncio.run(play(served))
    url = make_url(database)
    if url.get_backend_name() == "sqlite":
        copy = tmp_path / "copy.sqlite"
        run(database, "backup", str(copy))
        assert "exists already" in run(database, "backup", str(copy), fails=True)
        restored = f"sqlite+aiosqlite:///{copy}"
    else:
        assert "pg_dump" in run(database, "backup", str(tmp_path / "copy"), fails=True)
        where = ["-h", url.host or "", "-p", str(url.port), "-U", "faraon"]
        dump = tmp_path / "faraon.dump"
        subprocess.run([programs() / "pg_dump", *where, "-Fc", "-f", dump, "postgres"], check=True)
        subprocess.run([programs() / "createdb", *where, "restored"], check=True)
        subprocess.run([programs() / "pg_restore", *where, "-d", "restored", dump], check=True)
        restored = url.set(database="restored").render_as_string(hide_password=False)
    with running(restored) as base:
        assert asyncio.run(play(base)) == before


def test_names_leave_the_events_of_an_older_database(tmp_path: Path) -> None:
    """The migration moves them, and a table is as it was."""
    file = tmp_path / "old.sqlite"

    def old(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        command.upgrade(config(connection), "0004")
        created = {"type": "created", "book": "d", "options": {}, "kind": "single", "games": 1, "clock": None,
                   "listed": False, "pace": 1.0, "seats": [
                       {"kind": "person", "name": "Eva Ťažká", "level": None, "token": "t"},
                       {"kind": "bot", "name": "Jano", "level": "novice", "token": None}]}  # fmt: skip
        events = [created, {"type": "renamed", "seat": 0, "name": "Eva"},
                  {"type": "joined", "seat": 1, "name": '"type":"created"', "token": "u"}]  # fmt: skip
        connection.execute(text("INSERT INTO tables (id, created, updated, status, listed) "
                                "VALUES ('t', 1, 1, 'ready', 0)"))  # fmt: skip
        for n, one in enumerate(events, 1):
            data = json.dumps(one, ensure_ascii=False, separators=(",", ":")).encode()
            connection.execute(
                text("INSERT INTO events (game, n, at, data) VALUES ('t', :n, 1, :data)"),
                {"n": n, "data": data},
            )

    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        old(connection)
    with engine.begin() as connection:
        upgrade(connection)
    with engine.begin() as connection:
        raw = b"".join(connection.scalars(text("SELECT data FROM events")))
    engine.dispose()
    assert b"Eva" not in raw
    assert b"Jano" in raw

    async def check() -> None:
        store = await Store.open(f"sqlite+aiosqlite:///{file}")
        created, renamed, joined = (one.event for one in await store.load("t"))
        assert [seat.name for seat in created.seats] == ["Eva Ťažká", "Jano"]  # type: ignore[union-attr]
        assert renamed.name == "Eva"  # type: ignore[union-attr]
        assert joined.name == '"type":"created"'  # type: ignore[union-attr]
        await store.close()

    asyncio.run(check())
