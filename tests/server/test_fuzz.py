"""Malformed frames and requests: always an answer or a closed connection, never a crash."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from urllib.parse import quote, urlsplit

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from faraon.server.table.fair import Label, seal
from faraon.server.wire import (
    VERSION,
    AskReview,
    CheckTable,
    GivenMoment,
    JoinTable,
    JudgePuzzle,
    NewTable,
    ReadRecord,
    Request,
    TryPuzzle,
)
from tests.patience import PATIENCE
from tests.scale import scaled
from tests.server.player import Player
from tests.server.postgres import postgres
from tests.server.process import Served, served
from tests.server.serving import call, open_table

pytestmark = pytest.mark.soak

FRAMES = scaled(1_000, 55_000)
REQUESTS = scaled(700, 35_000)
FEW = scaled(150, 5_000)
MEGABYTE = 1_000_000
HASTY: dict[str, Any] = {"opening_seconds": 0.1}
"""What is sealed there is nonsense, and nobody waits for it to be opened."""
REFUSALS = {400, 401, 403, 404, 405, 408, 409, 410, 411, 413, 414, 415, 421, 426, 429, 431}
"""What a bad request may be answered with; 503 is said only by a server that is full."""

CODES = {"bad-message", "illegal-move", "stale", "not-yours", "not-now", "cannot-undo", "no-hints",
         "no-chat", "too-fast", "too-large", "closed", "version", "unknown-table", "bad-token"}  # fmt: skip
ENDS = {"leave", "close"}
SALT = "fuzz"
ANSWERS = {"done", "refused", "judged", "hinted", "looked", "pong"}


# ------------------------------------------------------------------------------------------------- garbage


class Garbage:
    """Senseless things, and sensible ones with something wrong."""

    def __init__(self, rng: random.Random, table: str, token: str) -> None:
        self.rng, self.table, self.token = rng, table, token
        self.sealed = "f" * 64
        """A salt that can be opened, as soon as the label of the deal is known."""

    def value(self, depth: int = 0) -> Any:
        rng = self.rng
        plain: tuple[Any, ...] = (
            None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, -(2**63), 10**30, 10**400, 0.5, 1e308, -0.0,
            "", "0", "\x00", "a" * 3000, "h7", "h7 b7", "lO=h", "h7^1", "h7^99999999999", "draw",
            "\ud83d\ude00", "\u202e", "é" * 70,
            "%s%n", "../../etc/passwd", "<script>", "'; DROP TABLE events; --", "ﬁ",
            self.token, self.table, [], {},
        )  # fmt: skip
        if depth < 3 and rng.random() < 0.15:
            return [self.value(depth + 1) for _ in range(rng.randrange(4))]
        if depth < 3 and rng.random() < 0.15:
            return {str(self.value(9))[:20]: self.value(depth + 1) for _ in range(rng.randrange(4))}
        return rng.choice(plain)

    def request(self, position: int) -> dict[str, Any]:
        """A valid request of any kind; the table is left or closed less often."""
        rng = self.rng
        known = self.requests(position)
        if rng.random() < 0.9:
            known = [one for one in known if one["type"] not in ENDS]
        return {"id": f"f{rng.getrandbits(60):x}", **rng.choice(known)}

    def requests(self, position: int) -> list[dict[str, Any]]:
        """One of every kind."""
        rng = self.rng
        return [
            {"type": "move", "position": position, "move": rng.choice(("draw", "h7", "b8 h8", "lO=h"))},
            {"type": "judge", "position": position, "move": rng.choice(("draw", "h7", "h7^1"))},
            {"type": "hint", "position": position},
            {"type": "look", "n": position},
            {"type": "undo", "position": position},
            {"type": "beggar", "ask": True},
            {"type": "seal", "seal": rng.choice((self.sealed, "0" * 64))},
            {"type": "salt", "salt": rng.choice((SALT, "abc", ""))},
            {"type": "start"},
            {"type": "rematch"},
            {"type": "rename", "name": "Fuňo"},
            {"type": "seat", "seat": 1, "kind": rng.choice(("bot", "open", "closed")), "level": "novice"},
            {"type": "pace", "pace": 0.0},
            {"type": "back"},
            {"type": "ready", "on": rng.random() < 0.5},
            {"type": "greet", "greeting": "hello"},
            {"type": "react", "n": position, "reaction": "wow"},
            {"type": "nudge", "seat": rng.randrange(3)},
            {"type": "chat", "on": rng.random() < 0.8},
            {"type": "say", "text": rng.choice(("Ahoj", "\u202e", "x" * 200))},
            {"type": "leave"},
            {"type": "close"},
            {"type": "ping"},
        ]

    def mutated(self, message: dict[str, Any]) -> dict[str, Any]:
        """The message with one to three things wrong."""
        message = dict(message)
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            key = self.rng.choice([*message, "more"])
            if self.rng.random() < 0.2:
                message.pop(key, None)
            else:
                message[key] = self.value()
        return message

    def written(self, message: object) -> bytes:
        """As bytes, sometimes broken ones."""
        text = json.dumps(message, ensure_ascii=self.rng.random() < 0.7).encode("utf-8", "surrogatepass")
        chance = self.rng.random()
        if chance < 0.1:
            at = self.rng.randrange(len(text) + 1)
            text = text[:at] + bytes([self.rng.randrange(256)]) + text[at:]
        elif chance < 0.15:
            text = text[: self.rng.randrange(len(text) + 1)]
        elif chance < 0.18:
            text = text * self.rng.choice((2, 3))
        return text

    def frame(self, position: int) -> bytes:
        chance, rng = self.rng.random(), self.rng
        if chance < 0.12:
            return json.dumps(self.request(position)).encode()
        if chance < 0.7:
            return self.written(self.mutated(self.request(position)))
        if chance < 0.8:
            return self.written(self.value())
        if chance < 0.9:
            return rng.choice(
                (
                    b"[" * 4000, b'{"a":' * 700, b'{"id":"x","type":' + b"[" * 2000, b"", b" ", b"null",
                    b"NaN", b'{"type":"move"}', b'{"type":"hello","version":1}', b'"' + b"\\" * 99,
                    b'{"id":"\\ud800","type":"ping"}', b'{"id":"\\u0000","type":"rename","name":"x"}',
                    b'{"type":"ping","id":"x","id":"y"}', b"\xef\xbb\xbf{}", b"9" * 4000,
                    b'{"type":"hint","id":"x","position":' + b"9" * 3000 + b"}",
                )
            )  # fmt: skip
        return rng.randbytes(rng.choice((1, 10, 300, 4500, 17_000)))


# --------------------------------------------------------------------------------------------------- frames


async def fuzz_frames(base: str, frames: int, rng: random.Random) -> Counter[str]:
    """Frames of every kind over many connections, before and after the hello."""
    seen: Counter[str] = Counter()
    seated = open_table(base, "bot", "bot")
    garbage = Garbage(rng, seated["table"], seated["token"])
    sent = ended = 0
    while sent < frames:
        before, ended = ended, sum(seen[one] for one in ("closed", "closed 1000", "bad-token"))
        if rng.random() < 0.03 or ended > before:
            seated = open_table(base, *rng.choice((("bot",), ("open", "bot"))), chat=rng.random() < 0.5)
            garbage = Garbage(rng, seated["table"], seated["token"])
        address = base.replace("http", "ws", 1) + "/ws/" + rng.choice(
            (seated["table"],) * 12 + ("", "x", quote("\x00"), quote("é"), "a" * 500, "..%2f..", quote("🂡"))
        )  # fmt: skip
        try:
            async with connect(address, max_size=None, close_timeout=2, open_timeout=PATIENCE) as socket_:
                sent += await one_connection(socket_, garbage, rng, seen)
        except (OSError, WebSocketException, UnicodeError) as error:
            seen[type(error).__name__] += 1
            sent += 1
    return seen


async def one_connection(
    socket_: ClientConnection, garbage: Garbage, rng: random.Random, seen: Counter[str]
) -> int:
    sent, position = 1, 0
    hello: dict[str, Any] = {"type": "hello", "version": VERSION, "token": garbage.token, "last": None}
    if rng.random() < 0.25:
        hello = garbage.mutated(hello)
    first = json.dumps(hello).encode() if rng.random() < 0.8 else garbage.frame(0)
    await send(socket_, first, rng)
    try:
        answer = json.loads(await asyncio.wait_for(socket_.recv(), PATIENCE))
        seen[answer["type"]] += 1
        if answer["type"] != "welcome":
            assert answer["type"] == "refused"
            assert answer["code"] in CODES | {"busy"}, answer
            return sent
        if answer["view"] is not None:
            position = answer["view"]["position"]
        if answer["fair"] is not None and answer["you"] is not None:
            garbage.sealed = seal(Label.parse(answer["fair"]["label"]), answer["you"], SALT)
        for _ in range(rng.randrange(1, 40)):
            await send(socket_, garbage.frame(position), rng)
            sent += 1
            while True:
                answer = json.loads(await asyncio.wait_for(socket_.recv(), PATIENCE))
                if answer["type"] == "happened" and answer["view"] is not None:
                    position = answer["view"]["position"]
                if answer["type"] in ANSWERS:
                    break
            seen[answer.get("code", answer["type"])] += 1
            if answer["type"] == "refused":
                assert answer["code"] in CODES, answer
    except ConnectionClosed as closed:
        seen[f"closed {closed.rcvd.code if closed.rcvd is not None else None}"] += 1
    return sent


async def send(socket_: ClientConnection, frame: bytes, rng: random.Random) -> None:
    """As text, valid UTF-8 or not, or as a binary frame."""
    await socket_.send(frame, text=rng.random() < 0.8)


# ------------------------------------------------------------------------------------------------- requests


def bodies(table: str) -> dict[str, dict[str, Any]]:
    """What is posted where, with every field that there is."""
    new = {
        "name": "Ja", "seats": [{"kind": "bot", "level": "novice"}], "rulebook": "classic", "pace": 0.0,
        "options": {"hand_size": 5}, "kind": "series", "games": 2, "clock": {"seconds": 60},
        "listed": False, "hints": True, "chat": True, "lesson": None, "given": None,
    }  # fmt: skip
    record = (
        '[Format "faraon 1"]\n[Rulebook "classic"]\n[Hash ""]\n[Players "2"]\n[Result "unfinished"]\n\n'
        'position {"hands":[["h7"],["b8"]],"pile":["b9"],"stock":["hX"],"turn":0}\n1. 0 draw\n'
    )
    return {
        "/api/tables": new,
        "/api/check": {"rulebook": "classic", "players": 3, "options": {"ace_two": "free"}},
        f"/api/tables/{table}/join": {"name": "Ty", "seat": 1},
        "/api/replay": {"record": record},
        "/api/review": {"record": record, "seat": 0, "open": False, "simulations": 500},
        "/api/puzzles/1": {"move": "draw"},
        "/api/puzzles/1/judge": {"move": "h7"},
        "/api/counting": {"record": record, "moves": 0, "seat": 0},
    }


def requests(garbage: Garbage, rng: random.Random) -> Iterator[tuple[bytes, bool]]:
    """HTTP requests as they go over the line, and whether they are whole: others break off."""
    table, posted = garbage.table, bodies(garbage.table)
    pages = [
        "/",
        "/health",
        "/metrics",
        "/api/info",
        "/api/tables",
        f"/api/tables/{table}",
        "/t/x",
        "/rules/classic",
        f"/api/tables/{table}/games/1",
        f"/api/tables/{table}/games/1/record",
        "/rules/prsi?players=3&lang=en",
        f"/api/tables/{table}/games/{'9' * 5000}",
        "/api/puzzles",
        "/api/puzzles/2026-11-18",
        "/api/puzzles/" + "9" * 5000,
        "/api/counting/1",
        "/api/counting/" + "9" * 5000,
        "/favicon.ico",
        "/assets/",
        "/index.html",
        f"/ws/{table}",
        "/rules/classic?hand_size=7&ace_two=free&x=y",
        "/rules/classic?players=" + "9" * 5000,
        "/rules/classic?hand_size=" + "9" * 5000,
        "/rules/" + "a" * 300,
        "/api/tables/" + "%00",
        "/%00",
        "/a%00b",
        "/" + "a" * 5000,
        "/" + "a/" * 2000,
        "/%2e%2e/%2e%2e/etc/passwd",
        "/../../etc/passwd",
        "/..%2f..%2fapp.py",
        "/assets/..%2f..%2fapp.py",
        "/%ff%fe",
        "/%c0%ae%c0%ae/",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/.env",
        "/api/../app.py",
        "/api/tables/%f0%9f%82%a1",
        "/api/tables/" + "a" * 33,
        "/~root",
        "/con",
        "/%5c..%5cx",
    ]
    hosts = [
        "127.0.0.1",
        "",
        "x" * 3000,
        "[::1",
        "a b",
        "é",
        "127.0.0.1:99999999",
        "%00",
        "[::1]:80",
        "..",
        ":",
    ]
    odd = [
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: http://[",
        "Authorization: Bearer",
        "Range: bytes=9-1",
        f"Authorization: Bearer {garbage.token}x",
        f"Authorization: Bearer {'9' * 3000}",
        "Content-Length: -1",
        "Content-Length: 99999999999",
        "Transfer-Encoding: chunked",
        "Expect: 100-continue",
        "Upgrade: websocket",
        "Connection: upgrade",
        "X-Forwarded-For: 1.2.3.4",
        "If-None-Match: *",
        "Range: bytes=0-0,1-1,2-2",
        "Cookie: " + "a" * 5000,
        "Accept-Encoding: \xff",
        "If-Range: \xff",
        "If-Modified-Since: yesterday",
    ]
    while True:
        chance, headers = rng.random(), []
        path = rng.choice(pages)
        method, body = rng.choice(("GET", "GET", "GET", "HEAD", "OPTIONS", "PUT", "DELETE", "BREW")), b""
        if chance < 0.5:
            method, path = "POST", rng.choice(list(posted))
            message = garbage.mutated(posted[path]) if rng.random() < 0.9 else garbage.value()
            body = garbage.written(message)
            if path == "/api/replay" and isinstance(message, dict) and rng.random() < 0.7:
                text = list(posted[path]["record"])
                for _ in range(rng.randrange(1, 4)):
                    text[rng.randrange(len(text))] = rng.choice('[]"0 9.hXZ\x00\né{}:')
                body = json.dumps({"record": "".join(text)}).encode()
            if rng.random() < 0.03:
                body = rng.choice((b"[" * 100_000, b" " * 300_000, b'{"name":"' + b"a" * 250_000, b""))
        elif chance < 0.6:
            path += rng.choice(("", "?", "?" + "a=b&" * 500, "%", "%zz", ";x", "#", "/", "//", "?lang=%ff"))
        elif chance < 0.63:
            yield rng.randbytes(rng.choice((1, 50, 70_000))), False
            continue
        headers.append("Host: " + (rng.choice(hosts) if rng.random() < 0.3 else "127.0.0.1"))
        if rng.random() < 0.25:
            headers.append(rng.choice(odd))
        whole = not headers[-1].startswith(("Content-Length", "Transfer-Encoding", "Upgrade"))
        if body or rng.random() < 0.1:
            headers.append(f"Content-Length: {len(body)}")
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{one}\r\n" for one in headers)
        yield head.encode("latin-1", "replace") + b"Connection: close\r\n\r\n" + body, whole


async def fuzz_requests(base: str, number: int, rng: random.Random) -> Counter[str]:
    seen: Counter[str] = Counter()
    seated = open_table(base, "open", "bot", listed=True)
    where, wrong = urlsplit(base), []
    made = requests(Garbage(rng, seated["table"], seated["token"]), rng)
    for _ in range(number):
        request, whole = next(made)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        try:
            writer.write(request)
            if not whole:
                writer.write_eof()
            answer = await asyncio.wait_for(reader.read(), PATIENCE)
        except TimeoutError:
            raise
        except OSError:  # the server has answered and gone already
            answer = b""
        finally:
            writer.close()
        answer = answer.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
        status = int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0
        seen[str(status)] += 1
        if status not in REFUSALS | {0, 200, 201, 206, 304, 307, 416}:
            wrong.append((request[:300], answer[:60]))
    assert not wrong, (len(wrong), wrong[:5])
    return seen


# --------------------------------------------------------------------------------------------------- tests


async def take_hints(base: str) -> None:
    """The machine code of the strong bots takes memory; it is there before any is measured."""
    for others in (("bot",), ("bot", "bot")):
        seated = open_table(base, *others, options={"start_special": "never"})
        async with Player(base, seated["table"], seated["token"]) as player:
            await player.ask("start")
            while not player.my_turn:
                await player.receive("happened")
            assert player.view is not None
            answer = await player.ask("hint", position=player.view["position"])
            assert answer["type"] == "hinted"


def ask_the_coach(base: str) -> None:
    """The same of the coach's, and of all puzzles."""
    for path, body in bodies("").items():
        if path.startswith(("/api/review", "/api/puzzles", "/api/counting")):
            assert call(base, path, body)[0] == 200


def fine_afterwards(server: Served) -> None:
    """A normal game still works, and the log has no exception."""
    seated = open_table(server.base, "bot", "bot")

    async def play() -> None:
        async with Player(server.base, seated["table"], seated["token"], 5) as player:
            await asyncio.wait_for(player.play_to_the_end(), PATIENCE)
            assert player.over

    asyncio.run(play())
    assert call(server.base, "/health")[0] == 200
    log = server.log
    assert "Traceback" not in log, log[-3000:]
    assert '"level": "error"' not in log, log[-3000:]


def test_any_frame_has_an_answer(tmp_path: Path) -> None:
    rng = random.Random("frames")
    with served(f"sqlite+aiosqlite:///{tmp_path / 't.sqlite'}", tmp_path / "log", **HASTY) as server:
        seen = asyncio.run(fuzz_frames(server.base, FRAMES // 3, rng))
        asyncio.run(take_hints(server.base))
        warm = server.resident
        seen += asyncio.run(fuzz_frames(server.base, FRAMES - FRAMES // 3, rng))
        grown = server.resident - warm
        fine_afterwards(server)
    print(f"\nfuzz: {FRAMES} frames, {dict(seen)}, {grown / MEGABYTE:.1f} MB more")
    assert grown < 30 * MEGABYTE
    assert seen["bad-message"] > FRAMES / 5
    assert seen["done"] > 0


def test_any_request_has_an_answer(tmp_path: Path) -> None:
    rng = random.Random("requests")
    with served(f"sqlite+aiosqlite:///{tmp_path / 't.sqlite'}", tmp_path / "log", **HASTY) as server:
        seen = asyncio.run(fuzz_requests(server.base, REQUESTS // 4, rng))
        ask_the_coach(server.base)
        warm = server.resident
        seen += asyncio.run(fuzz_requests(server.base, REQUESTS - REQUESTS // 4, rng))
        grown = server.resident - warm
        fine_afterwards(server)
    print(f"\nfuzz: {REQUESTS} requests, {dict(seen)}, {grown / MEGABYTE:.1f} MB more")
    assert grown < 30 * MEGABYTE
    assert min(seen["200"], seen["400"], seen["404"]) > REQUESTS / 50


def test_postgresql_takes_what_sqlite_takes(tmp_path: Path) -> None:
    """It is stricter about texts, such as those with a NUL."""
    rng = random.Random("postgresql")
    with postgres() as database, served(database, tmp_path / "log", **HASTY) as server:
        seen = asyncio.run(fuzz_frames(server.base, FEW, rng))
        seen += asyncio.run(fuzz_requests(server.base, FEW, rng))
        assert call(server.base, "/api/tables/%00")[0] == 404
        seated = open_table(server.base, "bot")

        async def rename() -> dict[str, Any]:
            async with Player(server.base, seated["table"], seated["token"]) as player:
                return await player.ask("rename", "a\0b", name="\0")

        assert asyncio.run(rename())["code"] == "bad-message"
        fine_afterwards(server)
    print(f"\nfuzz: {2 * FEW} frames and requests on PostgreSQL, {dict(seen)}")


def test_every_message_is_among_those_that_are_spoiled() -> None:
    made = Garbage(random.Random(0), "table", "token").requests(0)
    known = {kind.__struct_config__.tag: {*kind.__struct_fields__} for kind in get_args(Request)}
    assert {one["type"]: {"id", *one} - {"type"} for one in made} == known
    messages = (
        NewTable, CheckTable, JoinTable, ReadRecord, AskReview, TryPuzzle, JudgePuzzle, GivenMoment
    )  # fmt: skip
    assert [{*one} for one in bodies("table").values()] == [{*kind.__struct_fields__} for kind in messages]


def test_a_late_hello_is_let_go(tmp_path: Path) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path / 't.sqlite'}"
    with served(database, tmp_path / "log", hello_seconds=0.2) as server:
        seated = open_table(server.base, "bot")

        async def wait() -> int:
            address = server.base.replace("http", "ws", 1) + f"/ws/{seated['table']}"
            async with connect(address, open_timeout=PATIENCE) as socket_:
                with pytest.raises(ConnectionClosed) as closed:
                    await asyncio.wait_for(socket_.recv(), PATIENCE)
            assert closed.value.rcvd is not None
            return closed.value.rcvd.code

        assert asyncio.run(wait()) == 1008
