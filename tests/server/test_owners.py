"""Two processes on one PostgreSQL: a table has one owner, and whoever is not writes nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, text

from faraon.server import wire as msg
from faraon.server.live import hub as hub_module
from faraon.server.live.hub import Hub
from faraon.server.live.live_table import LiveTable
from faraon.server.settings import Settings
from faraon.server.store import members as members_module
from faraon.server.store import migrate
from faraon.server.store.store import Store, TakenError
from faraon.server.table import events as ev
from faraon.server.table.events import SeatSetup, Stored
from faraon.server.table.snapshot import resumed
from faraon.server.table.table import Table
from faraon.server.wire.refusals import RefusalError
from tests.patience import PATIENCE
from tests.server.cutting import cut_line
from tests.server.postgres import postgres
from tests.server.silent import Silent
from tests.server.test_store import check_schema

CREATED = ev.Created("digest", {}, "single", 1, [SeatSetup("person", "Eva")], None, False, 1.0)
COLUMNS = {"created": 1.0, "updated": 1.0, "status": "closed", "listed": False}


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as url:
        yield url


def test_the_schema_is_what_the_migrations_make(database: str) -> None:
    asyncio.run(check_schema(database))


def test_a_connection_that_breaks_at_the_start_is_made_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a very busy machine PostgreSQL may take us for gone in the middle of it."""
    real, times = migrate.upgrade, []

    def upgrade(connection: Connection) -> None:
        times.append(1)
        if len(times) == 1:
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
        real(connection)

    monkeypatch.setattr(migrate, "upgrade", upgrade)

    async def check() -> None:
        store = await Store.open(database)
        assert await store.secret_key()
        await store.close()

    asyncio.run(check())
    assert len(times) == 2


def closing(n: int) -> Stored:
    return Stored(n, 2.0, None, ev.Renamed(0, f"Meno {n}"))


def test_an_append_is_refused_as_soon_as_another_process_took_the_table(database: str) -> None:
    async def check() -> None:
        one, other = await Store.open(database), await Store.open(database)
        for id_ in ("a", "b"):
            await one.append(id_, [Stored(1, 1.0, None, CREATED)], {"id": id_, **COLUMNS})
        assert await other.take("a") is not None
        assert other.epoch("a") == 2
        results = await asyncio.gather(
            one.append("a", [closing(2)]), one.append("b", [closing(2)]), return_exceptions=True
        )
        assert isinstance(results[0], TakenError)
        assert results[1] is None, "its other tables are its own"
        await other.append("a", [closing(2)])
        assert [len(await one.load(id_)) for id_ in ("a", "b")] == [2, 2]
        await one.close()
        await other.close()

    asyncio.run(check())


def test_who_takes_a_table_waits_for_what_is_being_written(database: str) -> None:
    """An append that was allowed is finished before the table can be loaded elsewhere."""

    async def check() -> None:
        one, other = await Store.open(database), await Store.open(database)
        await one.append("slow", [Stored(1, 1.0, None, CREATED)], {"id": "slow", **COLUMNS})
        async with one.engine.begin() as connection:
            held = text("SELECT epoch FROM tables WHERE id = 'slow' FOR NO KEY UPDATE")
            await connection.execute(held)
            taking = asyncio.create_task(other.take("slow"))
            await asyncio.sleep(0.2)
            assert not taking.done()
        found = await taking
        assert found is not None
        await one.close()
        await other.close()

    asyncio.run(check())


def test_of_many_who_take_a_table_at_once_one_may_write(database: str) -> None:
    async def check() -> None:
        stores = [await Store.open(database) for _ in range(4)]
        await stores[0].append("race", [Stored(1, 1.0, None, CREATED)], {"id": "race", **COLUMNS})
        for n in range(2, 12):
            await asyncio.gather(*(store.take("race") for store in stores))
            assert sorted(store.epoch("race") for store in stores) == list(range(4 * n - 6, 4 * n - 2))
            results = await asyncio.gather(
                *(store.append("race", [closing(n)]) for store in stores), return_exceptions=True
            )
            assert results.count(None) == 1
        for store in stores:
            await store.close()

    asyncio.run(check())


async def open_table(hub: Hub) -> tuple[LiveTable, Silent]:
    seated = await hub.create(msg.NewTable("Eva", [msg.NewSeat("open")]))
    live = hub.tables[seated.table]
    browser = Silent(live, 0)
    await live.enter(browser, None)
    return live, browser


def test_who_is_asked_takes_the_table_and_the_others_let_it_go(database: str) -> None:
    async def check() -> None:
        one, other = await Hub.open(Settings(database)), await Hub.open(Settings(database))
        live, browser = await open_table(one)
        id_ = live.table.id
        moved = await other.get(id_)
        await browser.gone.wait()
        assert browser.why == "restart", "the browser comes back, to the new owner"
        assert id_ not in one.tables
        await moved.request(Silent(moved, 0), msg.Rename("1", "Jana"))
        late = Silent(live, 0)
        await live.request(late, msg.Rename("2", "Dana"))
        assert late.sent[-1]["code"] == "failed"
        assert (await one.get(id_)).table.seats[0].name == "Jana"
        await one.close()
        await other.close()

    asyncio.run(check())


def test_who_learns_it_by_writing_lets_the_table_go(database: str, caplog: pytest.LogCaptureFixture) -> None:
    """Nobody told the process: nothing is stored, and what it logs is no failure of anything."""

    async def check() -> None:
        one, other = await Hub.open(Settings(database)), await Hub.open(Settings(database))
        live, browser = await open_table(one)
        assert one.members is not None
        one.members.heard = lambda what: None
        await other.store.take(live.table.id)
        await live.request(browser, msg.Rename("1", "Jana"))
        await browser.gone.wait()
        assert browser.why == "restart"
        assert (await other.get(live.table.id)).table.seats[0].name == "Eva"
        await one.close()
        await other.close()

    asyncio.run(check())
    assert [one.levelname for one in caplog.records if one.message == "not stored"] == ["WARNING"]


def test_who_saw_more_than_a_process_knows_is_not_sent_back(database: str) -> None:
    """It has not heard yet that another one took the table; whoever comes from there knows more."""

    async def check() -> None:
        one, other = await Hub.open(Settings(database)), await Hub.open(Settings(database))
        live, _ = await open_table(one)
        id_ = live.table.id
        assert one.members is not None
        one.members.heard = lambda what: None
        moved = await other.get(id_)
        await moved.request(Silent(moved, 0), msg.Rename("1", "Jana"))
        assert await one.get(id_, live.table.n) is live, "it cannot know"
        seen = moved.table.n
        assert seen > live.table.n
        again = await one.get(id_, seen)
        assert (again.table.n, again.table.seats[0].name) == (seen, "Jana")
        assert await one.get(id_, seen + 99) is again, "nobody has seen what was not done"
        await one.close()
        await other.close()

    asyncio.run(check())


def test_a_process_that_stops_leaves_its_tables_to_others_at_once(database: str) -> None:
    async def check() -> None:
        one, other = await Hub.open(Settings(database)), await Hub.open(Settings(database))
        live, browser = await open_table(one)
        assert one.members is not None
        assert other.members is not None
        me = one.members.me
        while me not in other.members.alive:
            await asyncio.sleep(0.05)
        await one.close()
        assert browser.why == "restart"
        while me in other.members.alive:
            await asyncio.sleep(0.05)
        assert (await other.get(live.table.id)).table.status == "waiting"
        await other.close()

    asyncio.run(check())


def test_a_process_that_is_cut_off_writes_nothing_more(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its players are told to come back, another one goes on, and what it tried to write is nowhere."""
    monkeypatch.setattr(members_module, "LEASE_SECONDS", 1.5)
    monkeypatch.setattr(members_module, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(members_module, "BEAT_SECONDS", 0.2)

    async def check() -> None:
        async with cut_line(database) as line:
            one, other = await Hub.open(Settings(line.database)), await Hub.open(Settings(database))
            live, browser = await open_table(one)
            id_ = live.table.id
            line.cut()
            late = asyncio.create_task(live.request(Silent(live, 0), msg.Rename("late", "Neskoro")))
            await browser.gone.wait()
            assert browser.why == "restart"
            with pytest.raises(RefusalError):
                await one.get(id_)
            moved = await other.get(id_)
            await moved.request(Silent(moved, 0), msg.Rename("1", "Jana"))
            line.mend()
            await late
            assert one.members is not None
            await one.members.entered()
            again = await one.get(id_)
            assert again.table.seats[0].name == "Jana"
            assert all("late" not in (row.request or "") for row in await other.store.load(id_))
            await one.close()
            await other.close()

    asyncio.run(check())


@pytest.mark.parametrize("what", ["reconnected", "lapsed"])
def test_a_table_that_was_taken_while_it_was_loaded_is_not_kept(
    what: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever did not hear of it, as their line was cut, loads it again."""
    folding, go_on, real = threading.Event(), threading.Event(), resumed

    def slow(*args: Any) -> Table:
        folding.set()
        assert go_on.wait(PATIENCE)
        return real(*args)

    async def check() -> None:
        one, other = await Hub.open(Settings(database)), await Hub.open(Settings(database))
        live, _ = await open_table(other)
        id_ = live.table.id
        assert one.members is not None
        one.members.heard = lambda what: None
        with monkeypatch.context() as slower:
            slower.setattr(hub_module, "resumed", slow)
            loading = asyncio.create_task(one.get(id_))
            await asyncio.to_thread(folding.wait)
        while await other.get(id_) is live:  # it has not heard of it yet
            await asyncio.sleep(0.01)
        if what == "reconnected":
            await one._look_again()
        else:
            one._let_all_go()
        go_on.set()
        with pytest.raises(RefusalError):
            await loading
        assert id_ not in one.tables
        await one.close()
        await other.close()

    asyncio.run(check())


def test_only_one_process_tidies_up(database: str) -> None:
    async def check() -> None:
        one, other = await Store.open(database), await Store.open(database)
        async with one.alone() as mine, other.alone() as theirs:
            assert (mine, theirs) == (True, False)
        async with other.alone() as theirs:
            assert theirs
        await one.close()
        await other.close()

    asyncio.run(check())


def test_a_table_that_another_process_holds_does_not_expire(database: str) -> None:
    async def check() -> None:
        settings = Settings(database, waiting_hours=0.0, evict_seconds=-1.0)
        one, other = await Hub.open(settings), await Hub.open(settings)
        live, browser = await open_table(one)
        id_ = live.table.id
        assert other.members is not None
        while one.store.owner not in other.members.alive:
            await asyncio.sleep(0.05)
        await other.sweep(live.table.updated + 10)
        assert not browser.gone.is_set()
        live.leave(browser)
        await one.sweep(live.table.updated - 10)  # nobody looks at it: it is anybody's
        assert id_ not in one.tables
        while (found := await other.store.find(id_)) is not None and found.status != "closed":
            await other.sweep(live.table.updated + 10)
        await one.close()
        await other.close()

    asyncio.run(check())
