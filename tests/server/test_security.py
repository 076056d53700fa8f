"""Origins, tokens, limits, headers: what comes from outside is not trusted."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from faraon.server.live.tokens import new_token, read_token
from faraon.server.wire import VERSION
from tests.patience import PATIENCE
from tests.server.player import Player
from tests.server.serving import call, open_table, running

KEY = bytes(32)


def test_a_token_is_signed_for_one_seat_of_one_table() -> None:
    token = new_token(KEY, "abc", 1)
    assert read_token(KEY, "abc", token) is not None
    assert read_token(KEY, "abd", token) is None
    assert read_token(bytes(31) + b"x", "abc", token) is None
    assert read_token(KEY, "abc", "2" + token[1:]) is None
    for spoilt in ("", ".", "1..", "x.y.z", "²." + token, token[:-1], "99999." + token[2:]):
        assert read_token(KEY, "abc", spoilt) is None


def test_somebody_elses_token_opens_nothing(base: str) -> None:
    one, other = open_table(base, "bot"), open_table(base, "bot")

    async def enter() -> None:
        for token in (other["token"], one["token"][:-1], "nonsense"):
            player = Player(base, one["table"], token)
            await player.enter()
            assert player.frames[-1]["code"] == "bad-token"

    asyncio.run(enter())


def test_the_database_holds_no_token(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    with running(f"sqlite+aiosqlite:///{file}") as base:
        seated = open_table(base, "open")
        _, guest = call(base, f"/api/tables/{seated['table']}/join", {"name": "Eva"})
    raw = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    for token in (seated["token"], guest["token"]):
        assert token.split(".")[1].encode() not in raw


def test_pages_of_other_sites_are_refused(base: str) -> None:
    seated = open_table(base, "bot")
    url = base.replace("http", "ws") + f"/ws/{seated['table']}"

    async def enter(origin: str) -> None:
        async with connect(url, origin=origin, open_timeout=PATIENCE) as socket:  # type: ignore[arg-type]
            await socket.send(json.dumps({"type": "hello", "version": VERSION}))
            await socket.recv()

    asyncio.run(enter(base))
    for origin in ("https://evil.example", "null", base.replace("127.0.0.1", "localhost")):
        with pytest.raises(InvalidStatus):
            asyncio.run(enter(origin))
        request = urllib.request.Request(base + "/api/tables", b"{}", {"Origin": origin})  # noqa: S310
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request)  # noqa: S310
        with refused.value as answer:
            assert answer.code == 403


def test_every_answer_has_the_headers(base: str) -> None:
    for path in ("/", "/health", "/api/info", "/nothing.txt", "/rules/classic"):
        try:
            with urllib.request.urlopen(base + path) as answer:  # noqa: S310
                headers = answer.headers
        except urllib.error.HTTPError as error:
            with error:
                headers = error.headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_files_outside_the_client_are_not_served(base: str) -> None:
    for path in (
        "/../settings.py",
        "/%2e%2e/settings.py",
        "/..%2fsettings.py",
        "/assets/../../app.py",
        "/.stamp",
    ):
        status, answer = call(base, path)
        assert status in (200, 404)
        assert "import" not in str(answer)[:300]


def test_limits_of_an_address(url: str) -> None:
    limits = {
        "connections_per_address": 3,
        "messages_per_second": 0.01,
        "messages_at_once": 5.0,
        "requests_per_second": 0.01,
        "requests_at_once": 12.0,
        "tables_at_once": 2.0,
        "tables_per_minute": 0.01,
    }
    with running(url, **limits) as base:
        seated = open_table(base, "bot")

        async def talk() -> None:
            players = [Player(base, seated["table"], seated["token"]) for _ in range(4)]
            for one in players[:3]:
                await one.enter()
            with pytest.raises((InvalidStatus, ConnectionClosed)):
                await players[3].enter()
            codes = [(await players[0].ask("ping")).get("code") for _ in range(8)]
            assert codes[:5] == [None] * 5
            assert "too-fast" in codes
            for one in players[:3]:
                assert one.socket is not None
                await one.socket.close()

        asyncio.run(talk())
        codes = []
        for _ in range(14):
            body = {"name": "E", "seats": [{"kind": "bot"}]}
            codes.append(call(base, "/api/tables", body)[0])
        assert codes[0] == 201
        assert set(codes[1:]) == {429}


def test_too_large_is_refused(base: str) -> None:
    assert call(base, "/api/replay", b"x" * 300_000)[0] == 413
    seated = open_table(base, "bot")

    async def talk() -> None:
        async with Player(base, seated["table"], seated["token"]) as me:
            await me.send("rename", name="x" * 5000)
            assert (await me.receive("refused"))["code"] == "too-large"
            assert (await me.ask("ping"))["type"] == "pong"

    asyncio.run(talk())


def test_a_client_of_another_version_is_told_to_reload(base: str) -> None:
    seated = open_table(base, "bot")

    async def talk() -> None:
        url = base.replace("http", "ws") + f"/ws/{seated['table']}"
        async with connect(url, open_timeout=PATIENCE) as socket:
            await socket.send(json.dumps({"type": "hello", "version": 99}))
            assert json.loads(await socket.recv())["code"] == "version"

    asyncio.run(talk())
