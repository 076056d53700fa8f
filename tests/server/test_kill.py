"""``kill -9`` of a real server in the middle of many games: nothing that anybody saw is lost."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import op

from faraon.game.record import Record
from faraon.play.replay import replay
from faraon.server.store.store import Store
from faraon.server.table.verify import verify_deal
from tests.patience import PATIENCE
from tests.scale import SOAK, scaled
from tests.server.person import Person, agrees, all_done
from tests.server.ports import reserved_port
from tests.server.postgres import postgres
from tests.server.serving import call, open_table
from tests.server.truth import Truth, stored

pytestmark = pytest.mark.soak

ROUNDS = scaled(1, 6)
KILLS = scaled(3, 5)
"""In every round, on every database."""
TABLES = scaled(12, 20)
SEATS: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("open", "bot"), {}),
    (("bot", "bot", "bot"), {"options": {"recycle": "shuffle"}}),
    (("open", "open"), {"rulebook": "family"}),
    (("bot", "bot:novice"), {"rulebook": "prsi", "kind": "series", "games": 2}),
]


class Process:
    """``faraon serve`` at a port of its own, started again and again on the same database."""

    def __init__(self, database: str, log: Path) -> None:
        self._reserved = reserved_port()
        self.port = self._reserved.getsockname()[1]
        self.database, self.log = database, log
        self.base = f"http://127.0.0.1:{self.port}"
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        start = "from faraon.cli import main; main()"
        words = ("serve", "--no-open", "--port", str(self.port), "--database", self.database)
        with self.log.open("ab") as log:
            self._running = subprocess.Popen(
                [sys.executable, "-c", start, *words, "--connections", "1000", "--no-warm-up"],
                stdout=subprocess.DEVNULL, stderr=log,
            )  # fmt: skip

    async def ready(self) -> None:
        while True:
            assert self._running is not None
            assert self._running.poll() is None, self.log.read_text()
            with contextlib.suppress(OSError):
                if (await asyncio.to_thread(call, self.base, "/health"))[0] == 200:
                    return
            await asyncio.sleep(0.02)

    def kill(self) -> None:
        assert self._running is not None
        os.kill(self._running.pid, signal.SIGKILL)
        self._running.wait()

    def stop(self) -> None:
        if self._running is not None and self._running.poll() is None:
            self._running.terminate()
            self._running.wait(PATIENCE)

    def close(self) -> None:
        self.stop()
        self._reserved.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
    else:
        with postgres() as url:
            yield url


def seat_people(base: str, number: int, rng: random.Random, kind: type[Person] = Person) -> list[Person]:
    others, fields = SEATS[number % len(SEATS)]
    seated = open_table(base, *others, **fields)
    id_, tokens = seated["table"], [seated["token"]]
    for guest in range(others.count("open")):
        status, joined = call(base, f"/api/tables/{id_}/join", {"name": f"Hosť {guest}"})
        assert status == 201, joined
        tokens.append(joined["token"])
    return [kind(base, id_, token, random.Random(rng.random()), patience=0.5) for token in tokens]


async def one_round(process: Process, database: str, rng: random.Random) -> list[int]:
    """All tables from the deal to the end, with kills; how many tables were live at each."""
    tables = [await asyncio.to_thread(seat_people, process.base, one, rng) for one in range(TABLES)]
    playing = [asyncio.create_task(one.play()) for people in tables for one in people]
    live = []
    at = 0
    for _ in range(KILLS):
        at += TABLES * rng.randint(2, 8)  # events at all tables together
        while sum(people[0].n for people in tables) < at + 3 * TABLES and not all(map(done, playing)):
            await asyncio.sleep(0.002)
            for task in playing:
                if task.done():
                    task.result()  # whoever missed something says so at once
        await asyncio.sleep(rng.uniform(0, 0.01))
        live.append(sum(not people[0].over for people in tables))
        process.kill()
        if rng.random() < 0.3:  # also while it starts
            process.start()
            await asyncio.sleep(rng.uniform(0, 0.8))
            process.kill()
        process.start()
        await process.ready()
    await all_done(playing, [one for people in tables for one in people])
    for people in tables:
        await check(process.base, database, people)
    return live


def done(task: asyncio.Task[None]) -> bool:
    return task.done()


async def check(base: str, database: str, people: list[Person]) -> None:
    """All that was acknowledged or seen is stored; the game went on to its end, and the record is true."""
    id_ = people[0].table["id"]
    rows = await stored(database, id_)
    truth = Truth(id_, people[0].table["rulebook"], rows)
    assert truth.over
    for person in people:
        agrees(person, truth)
        for request, n in person.done.items():
            assert rows[n - 1].request == f"{person.you} {request}", "an acknowledged request is lost"
    for game in range(1, len(truth.decks) + 1):
        path = f"/api/tables/{id_}/games/{game}/record"
        async with asyncio.timeout(PATIENCE):
            while True:  # the database may be slow, a process may learn late what others did, we ask a lot
                status, text = await asyncio.to_thread(call, base, path)
                assert status in (200, 409, 429, 503)
                if status == 200:
                    break
                await asyncio.sleep(0.05)
        found = replay(Record.read(text))
        assert verify_deal(found) is not None
        assert found.last.over


def test_no_acknowledged_move_is_lost_and_no_game_is_stuck(database: str, tmp_path: Path) -> None:
    rng = random.Random(f"kill {database[:6]}")
    process = Process(database, tmp_path / "log")
    live = []

    async def rounds() -> None:
        for _ in range(ROUNDS):
            process.start()
            await process.ready()
            live.extend(await one_round(process, database, rng))
            process.stop()

    try:
        asyncio.run(rounds())
    finally:
        process.close()
    log = process.log.read_text()
    assert "Traceback" not in log, log
    assert '"error"' not in log, log
    print(f"\nkill: {database.partition(':')[0]}, {len(live)} kills, live tables at each {live}")
    assert len(live) == ROUNDS * KILLS
    assert SOAK or min(live) >= TABLES // 2


def test_a_first_start_that_breaks_off_leaves_nothing_half_made(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one begins anew; a migration happens as a whole or not at all."""

    async def open_and_close() -> None:
        store = await Store.open(database)
        await store.secret_key()
        await store.close()

    class KilledError(Exception):
        """Nothing that a start would wait for."""

    def killed(*_: object, **__: object) -> None:
        raise KilledError

    with monkeypatch.context() as broken:
        broken.setattr(op, "create_index", killed)
        with pytest.raises(KilledError):
            asyncio.run(open_and_close())
    asyncio.run(open_and_close())
