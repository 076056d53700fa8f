"""What a server tells about itself: figures, readiness, and one log in JSON."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from faraon.server.net import metrics
from faraon.server.store.store import Store
from tests.server.player import Player
from tests.server.process import served
from tests.server.serving import call, open_table, running

LINE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="[^"]*",?)*)\})? ([0-9.e+-]+)')


def figures(base: str) -> dict[str, dict[str, float]]:
    """By name and labels; every line is as Prometheus wants it, and a family stands together."""
    status, text = call(base, "/metrics")
    assert status == 200
    found: dict[str, dict[str, float]] = {}
    families: list[str] = []
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, family, kind = line.split(" ")
            assert family not in families
            assert kind == metrics.TYPES[family]
            families.append(family)
            continue
        match = LINE.fullmatch(line)
        assert match, line
        assert match[1] in (families[-1], *(f"{families[-1]}_{end}" for end in ("bucket", "sum", "count")))
        found.setdefault(match[1], {})[match[2] or ""] = float(match[3])
    assert {*families} == {*metrics.TYPES} - ({"faraon_refusals_total"} - {*families})
    return found


@pytest.fixture(scope="module")
def both(folder: Path) -> Iterator[tuple[str, str]]:
    """Where people play, and where the figures are."""
    port = socket.create_server(("127.0.0.1", 0))
    with running(f"sqlite+aiosqlite:///{folder / 'measured.sqlite'}", figures=port) as base:
        yield base, f"http://127.0.0.1:{port.getsockname()[1]}"


def test_visitors_cannot_read_the_figures(both: tuple[str, str]) -> None:
    base, metrics_at = both
    for name in ("Forwarded", "X-Forwarded-For", "X-Real-IP"):
        with contextlib.closing(HTTPConnection(base.removeprefix("http://"))) as proxy:
            proxy.request("GET", "/metrics", headers={name: "203.0.113.7"})
            assert proxy.getresponse().status == 404
    assert figures(base), "programs of this machine may"
    assert call(metrics_at, "/")[0] == call(metrics_at, "/api/info")[0] == 404
    assert figures(metrics_at)


def test_nobody_holds_up_the_figures(both: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "ANSWER_SECONDS", 0.05)
    host, _, port = both[1].removeprefix("http://").partition(":")
    with (
        socket.create_connection((host, int(port))) as silent,
        socket.create_connection((host, int(port))) as endless,
    ):
        silent.sendall(b"GET /metrics HTTP/1.1\r\n")
        endless.sendall(b"GET /" + b"a" * 200_000)
        assert figures(both[1])
        for one in (silent, endless):
            with contextlib.suppress(ConnectionResetError):
                assert one.recv(99) == b""


def test_the_figures_follow_what_happens(both: tuple[str, str]) -> None:
    base, metrics_at = both
    before = figures(metrics_at)
    seated = open_table(base, "bot", options={"move_limit": 40})

    async def play() -> dict[str, dict[str, float]]:
        async with Player(base, seated["table"], seated["token"]) as me:
            await me.ask("move", position=1, move="draw")
            meanwhile = await asyncio.to_thread(figures, metrics_at)
            await me.play_to_the_end()
            return meanwhile

    meanwhile = asyncio.run(play())
    after = figures(metrics_at)
    assert meanwhile["faraon_sockets"][""] >= 1
    assert after["faraon_tables"][""] >= 1
    assert after["faraon_events_total"][""] > before["faraon_events_total"][""] + 4
    commits = after["faraon_commit_seconds_bucket"]
    assert commits['le="+Inf"'] == after["faraon_commit_seconds_count"][""]
    assert sorted(commits.values()) == list(commits.values()), "each bucket holds those before it"
    assert after["faraon_refusals_total"]['code="not-now"'] >= 1
    assert after["faraon_loop_lag_seconds_count"][""] > 0
    assert after["faraon_memory_bytes"][""] >= 0
    assert after["faraon_bots_thinking"][""] >= 0


def full(*_: object, **__: object) -> None:
    raise OperationalError("UPDATE", {}, Exception("database or disk is full"))


def test_a_server_that_cannot_write_is_not_ready(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(url) as base:
        assert call(base, "/health") == (200, {"ok": True})
        with monkeypatch.context() as disk:
            disk.setattr(AsyncConnection, "execute", full)
            while call(base, "/health") != (503, {"ok": False}):
                time.sleep(0.05)
        while call(base, "/health")[0] != 200:
            time.sleep(0.05)


def test_readiness_is_asked_of_the_database_once_a_second(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    real = Store._try_to_write

    async def counted(self: Store) -> bool:
        asked.append(time.monotonic())
        return await real(self)

    monkeypatch.setattr(Store, "_try_to_write", counted)
    with running(url) as base:
        began = time.monotonic()
        for _ in range(50):
            assert call(base, "/health")[0] == 200
        assert len(asked) <= time.monotonic() - began + 1


def test_everything_that_is_logged_is_json(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with served(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", log) as server:
        open_table(server.base, "bot")
        call(server.base, "/ws/nothing")
    lines: list[dict[str, Any]] = [json.loads(line) for line in server.log.splitlines()]
    assert [line["says"] for line in lines] == ["table opened"]
