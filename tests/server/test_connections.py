"""Connections that do not read, do not write, or are too many: they cost little, and not for long."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import select
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from faraon.server.logs import MOST_IN_A_WHILE, WHILE_SECONDS, configure
from faraon.server.net.doors import Doors, household
from faraon.server.settings import Settings
from tests.patience import PATIENCE
from tests.server.player import Player
from tests.server.process import served
from tests.server.raw import PING, answer, frame, gone, opened, spectator, taken
from tests.server.serving import call, open_table, running

MEGABYTE = 1 << 20


@pytest.fixture
def many() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_who_does_not_read_pongs_is_not_read_either(base: str) -> None:
    table = open_table(base, "bot")["table"]
    with spectator(base, table, receive_buffer=8192) as flooding:
        assert taken(flooding, PING * 500, 64 * MEGABYTE) < 16 * MEGABYTE
    assert call(base, "/health")[0] == 200


def test_who_reads_pongs_gets_them_all(base: str) -> None:
    table = open_table(base, "bot")["table"]
    pings, found = 5_000, 0
    with spectator(base, table) as eager:
        for _ in range(pings // 500):
            eager.sendall(PING * 500)
            while found < 500 * 127:
                found += len(eager.recv(1 << 16))
            found -= 500 * 127
    assert call(base, "/health")[0] == 200


def test_a_slow_reader_is_let_go(url: str) -> None:
    """Of a WebSocket and of a page; others are served meanwhile."""
    with running(url, stalled_seconds=0.5) as base:
        seated = open_table(base, "bot")
        slow = spectator(base, seated["table"], receive_buffer=4096)
        page = opened(base, receive_buffer=4096)
        with slow, page:
            taken(slow, PING * 500, 64 * MEGABYTE, still=0.2)
            taken(page, b"GET /rules/classic HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 5000, still=0.2)
            assert taken(slow, PING * 500, 1 << 40, still=PATIENCE) < 1 << 40
            assert gone(slow)
            # What is left in the client's own buffer may be read; the rest never comes.
            assert gone(page)
        assert call(base, "/health")[0] == 200


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
def test_a_head_must_come_in_time(url: str, said: bytes) -> None:
    with running(url, head_seconds=0.3) as base, opened(base) as slow:
        slow.sendall(said)
        assert gone(slow)


def test_the_head_of_a_second_request_must_come_in_time_too(url: str) -> None:
    with running(url, head_seconds=3.0) as base, opened(base) as slow:  # the first one must come in time
        slow.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert slow.recv(1 << 16).startswith(b"HTTP/1.1 200")
        slow.sendall(b"GET /health HTTP/1.1\r\nX-")
        assert gone(slow)


@pytest.mark.parametrize("small", [PING, b"\x8a\x80" + bytes(4), b"\x00\x80" + bytes(4)])
def test_frames_that_reach_nobody_are_limited_too(url: str, small: bytes) -> None:
    """Pings, pongs, and the pieces of a message that never ends."""
    with running(url, messages_per_second=0.0, messages_at_once=30.0) as base:
        seated = open_table(base, "bot")
        with spectator(base, seated["table"]) as busy:
            busy.sendall((b"" if small[0] else b"\x01\x80" + bytes(4)) + small * 29)
            assert not select.select([busy], [], [], 0.2)[0] or busy.recv(1 << 16)
            busy.sendall(small * 2)
            assert gone(busy)


def test_messages_that_nobody_can_read_in_time_are_not_kept(url: str) -> None:
    with running(url, incoming_messages=50) as base:
        seated = open_table(base, "bot")
        with spectator(base, seated["table"]) as hasty:
            hasty.sendall(frame({"type": "ping", "id": "1"}) * 1000)
            assert gone(hasty)
        with spectator(base, seated["table"]) as usual:
            usual.sendall(frame({"type": "ping", "id": "1"}) * 20)
            assert usual.recv(10)


def test_connections_are_limited_and_a_refusal_says_so(url: str, many: ExitStack) -> None:
    with running(url, connections=8) as base:
        idle = [many.enter_context(opened(base)) for _ in range(8)]
        with opened(base) as late:
            head, _, body = answer(late).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503")
        assert json.loads(body)["code"] == "busy"
        for one in idle:
            one.close()
        while call(base, "/health")[0] != 200:
            pass


def test_one_address_does_not_take_all_connections(url: str, many: ExitStack) -> None:
    with running(url, connections_per_address=2) as base:
        for _ in range(4):
            many.enter_context(opened(base))
        with opened(base) as late:
            assert b" 503 " in answer(late)


def test_addresses_of_one_household_are_one() -> None:
    doors = Doors(Settings("", connections_per_address=1))
    assert [doors.enter((f"2001:db8::{n}", 1)) for n in range(3)] == [None, None, "busy"]
    assert not doors.enter(("2001:db8:0:1::1", 1))
    doors.leave(("2001:db8::9", 1))
    assert not doors.enter(("2001:db8::9", 1))
    assert household("::ffff:192.0.2.1") == household("192.0.2.1")


def test_a_proxy_counts_its_visitors_itself() -> None:
    doors = Doors(Settings("", connections=50, connections_per_address=1, behind_proxy=True))
    assert [doors.enter(("127.0.0.1", 1)) for _ in range(51)] == [None] * 50 + ["busy"]


def test_new_connections_come_one_after_another() -> None:
    doors = Doors(Settings("", requests_per_second=0.0, requests_at_once=3.0))
    for expected in [None] * 6 + ["too-fast"]:
        assert doors.enter(("192.0.2.1", 1)) == expected
        if expected is None:
            doors.leave(("192.0.2.1", 1))
    assert not doors.enter(("192.0.2.2", 1))


@pytest.mark.skipif(sys.platform == "win32", reason="files are not limited there")
def test_few_files_do_not_end_in_silence(tmp_path: Path, many: ExitStack) -> None:
    """Idle connections take all that there are: whoever comes is told, the log stays short and JSON."""
    with served(f"sqlite+aiosqlite:///{tmp_path / 't.sqlite'}", tmp_path / "log", files=256) as server:
        seated = open_table(server.base, "bot")

        async def play_on() -> None:
            async with Player(server.base, seated["table"], seated["token"]) as me:
                for _ in range(300):
                    found = many.enter_context(socket.socket())
                    found.setblocking(False)
                    found.connect_ex(("127.0.0.1", int(server.base.rpartition(":")[2])))
                assert (await asyncio.wait_for(me.ask("ping"), PATIENCE))["type"] == "pong"

        asyncio.run(play_on())
        many.enter_context(opened(server.base))  # the player's place is free again
        with opened(server.base) as late:
            assert b"busy" in answer(late)
        many.close()
        while call(server.base, "/health")[0] != 200:
            pass
        lines = server.log.splitlines()
        assert len(lines) < 50
        assert all(json.loads(line) for line in lines)


def test_the_log_is_json_whoever_writes_it_and_does_not_repeat_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = logging.getLogger()
    for name, value in (("handlers", root.handlers), ("level", root.level)):
        monkeypatch.setattr(root, name, value)  # as it was, afterwards
    configure()
    logging.captureWarnings(False)
    for _ in range(1000):
        logging.getLogger("asyncio").error("socket.accept() out of system resource")
    logging.getLogger("asyncio").error("something else")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["says"] for line in lines].count("something else") == 1
    assert len(lines) == MOST_IN_A_WHILE + 1
    later = logging.makeLogRecord({"name": "asyncio", "levelno": logging.ERROR, "msg": lines[0]["says"]})
    later.created += 10 * WHILE_SECONDS
    root.handlers[0].handle(later)
    assert json.loads(capsys.readouterr().err)["left_out"] == 1000 - MOST_IN_A_WHILE


HEADS = {
    "refused": b"GET /health HTTP/1.1\r\nHost: elsewhere.example\r\n",
    "known": b"GET /api/info HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    "unknown": b"POST /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
@pytest.mark.parametrize("when", ["at once", "after the answer", "behind it", "in the middle"])
def test_nonsense_behind_a_request_is_nobodys_error(
    url: str, head: bytes, when: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whether it comes before, while or after the request is answered."""
    with running(url) as base, opened(base) as rude:
        if when == "behind it":  # a request that is complete, and no other one
            rude.sendall(head + b"\r\n\x00\x01 nonsense\r\n\r\n")
        else:
            rude.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n" + b"zz\r\n" * (when == "at once"))
        if when == "after the answer":
            assert rude.recv(1 << 16).startswith(b"HTTP/1.1 ")
        if when in ("after the answer", "in the middle"):
            with contextlib.suppress(OSError):  # it may be hung up already
                rude.sendall(b"zz\r\n")
        with contextlib.suppress(ConnectionResetError):
            while rude.recv(1 << 16):
                pass
        assert call(base, "/health")[0] == 200
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR], caplog.text
