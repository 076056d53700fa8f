"""What one address can do to a server: each attack with the server's memory and how others fare beside it.

    python benchmarks/attacks.py [pings slow idle rules records hints bots] [--seconds 20] [--source FOLDER]

A server with its own limits runs in a process of its own, the attackers in another. The neighbours are one
person at a table of theirs, whose ping is answered every 50 ms, and one who plays a bot that moves at once;
their times are given without the attack and during it. Memory is the server's own and what the kernel holds
for all sockets. ``--source`` measures another version of the sources.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import http.client
import json
import multiprocessing
import os
import random
import re
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).parents[1]
ELSEWHERE = ("127.0.0.2", 0)
FILES = 512
"""How many files the server may open in the attack with idle connections."""


# ----------------------------------------------------------------------------------------------- the server
@dataclass
class Served:
    base: str
    pid: int
    log: Path

    @property
    def resident(self) -> float:
        """In megabytes."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def files(self) -> int:
        """Open ones, connections among them."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    @property
    def port(self) -> int:
        return int(self.base.rpartition(":")[2])


def kernel_memory() -> float:
    """What the sockets of the whole machine hold, in megabytes."""
    found = re.search(r"^TCP:.* mem (\d+)", Path("/proc/net/sockstat").read_text(), re.MULTILINE)
    return int(found[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if found else 0.0


@contextlib.contextmanager
def serving(source: Path, files: int = 0) -> Iterator[Served]:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command = [
            sys.executable, "-m", "faraon", "serve", "--port", "0", "--no-open",
            "--database", f"sqlite+aiosqlite:///{folder}/t.sqlite",
        ]  # fmt: skip
        limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None
        with log.open("wb") as stderr:
            process = subprocess.Popen(  # noqa: S603
                command, stdout=subprocess.PIPE, stderr=stderr, text=True, preexec_fn=limit,
                env={**os.environ, "PYTHONPATH": str(source), "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip
        assert process.stdout is not None  # noqa: S101 - it was asked for
        try:
            base = process.stdout.readline().split()[-1]
            yield Served(base, process.pid, log)
        finally:
            process.terminate()
            process.wait(60)
            process.stdout.close()


def call(base: str, path: str, body: object = None, timeout: float = 120.0) -> Any:
    """As somebody at another address than the attacker."""
    host, _, port = base.removeprefix("http://").rpartition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout, source_address=ELSEWHERE)
    try:
        data = None if body is None else json.dumps(body).encode()
        connection.request("GET" if data is None else "POST", path, data)
        answer = connection.getresponse()
        text = answer.read()
    finally:
        connection.close()
    if answer.status >= 300:
        raise OSError(f"{answer.status} {answer.reason}")
    return json.loads(text) if text[:1] in b"{[" else text.decode()


@cache
def version(base: str) -> int:
    """Of the protocol that the server speaks."""
    return int(call(base, "/api/info")["version"])


# ------------------------------------------------------------------------------------------ the neighbours
@dataclass
class Times:
    milliseconds: list[float] = field(default_factory=list)

    def add(self, started: float) -> None:
        self.milliseconds.append(1000 * (time.perf_counter() - started))

    def __str__(self) -> str:
        if not self.milliseconds:
            return "none"
        return f"{statistics.median(self.milliseconds):.0f} (worst {max(self.milliseconds):.0f})"


@dataclass
class Beside:
    """How those at other tables fare."""

    pongs: Times = field(default_factory=Times)
    bots: Times = field(default_factory=Times)


async def seated(
    base: str, seats: list[dict[str, str]], elsewhere: bool = True
) -> tuple[ClientConnection, dict[str, Any]]:
    body = {"name": "Sused", "seats": seats, "pace": 0, "kind": "series", "games": 99}
    table = await asyncio.to_thread(call, base, "/api/tables", body)
    url = base.replace("http", "ws") + f"/ws/{table['table']}"
    opened = await connect(
        url, max_size=None, ping_timeout=None, open_timeout=60, local_addr=ELSEWHERE if elsewhere else None
    )
    await opened.send(json.dumps({"type": "hello", "version": version(base), "token": table["token"]}))
    await opened.recv()
    return opened, table


async def ping_every(socket: ClientConnection, times: Times) -> None:
    while True:
        started = time.perf_counter()
        await socket.send(json.dumps({"type": "ping", "id": "p"}))
        while json.loads(await socket.recv())["type"] != "pong":
            pass
        times.add(started)
        await asyncio.sleep(0.05)


async def play_bot(socket: ClientConnection, times: Times) -> None:
    """From a person's move to the moment when they may move again: three bots' moves, or fewer."""
    rng = random.Random(1)
    await socket.send(json.dumps({"type": "start", "id": "s"}))
    number, started = 0, 0.0
    async for text in socket:
        message = json.loads(text)
        view = message.get("view")
        if message["type"] != "happened" or not view:
            continue
        if view["over"]:
            number += 1
            await socket.send(json.dumps({"type": "start", "id": f"s{number}"}))
        elif view["moves"]:
            if started:
                times.add(started)
            await asyncio.sleep(0.05)
            number, started = number + 1, time.perf_counter()
            request = {"type": "move", "id": f"m{number}", "position": view["position"]}
            await socket.send(json.dumps(request | {"move": rng.choice(view["moves"])}))


@contextlib.asynccontextmanager
async def neighbours(base: str) -> Any:
    """Their times, as they come; whoever is cut off has no more."""
    beside = Beside()
    pinging, _ = await seated(base, [{"kind": "bot"}])
    playing, _ = await seated(base, [{"kind": "bot", "level": "pharaoh"}] * 3)
    tasks = [
        asyncio.create_task(ping_every(pinging, beside.pongs)),
        asyncio.create_task(play_bot(playing, beside.bots)),
    ]
    try:
        yield beside
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(pinging.close(), playing.close(), return_exceptions=True)


# --------------------------------------------------------------------------------------------- the attacks
async def upgraded(port: int, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket that is written by hand; what the kernel holds for it is the server's."""
    own = socket.socket()
    for buffer in (socket.SO_SNDBUF, socket.SO_RCVBUF):
        own.setsockopt(socket.SOL_SOCKET, buffer, 16_384)
    own.setblocking(False)
    await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=own, limit=1000)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "",
    ]  # fmt: skip
    writer.write("\r\n".join(lines).encode())
    await reader.readuntil(b"\r\n\r\n")
    base = f"http://127.0.0.1:{port}"
    hello = json.dumps({"type": "hello", "version": await asyncio.to_thread(version, base)}).encode()
    writer.write(bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)
    return reader, writer


async def flood(writer: asyncio.StreamWriter, data: bytes) -> None:
    with contextlib.suppress(OSError):
        while True:
            writer.write(data)
            await writer.drain()
            await asyncio.sleep(0)


async def pings(port: int, table: str) -> None:
    """A spectator that sends pings and never reads the pongs."""
    _, writer = await upgraded(port, f"/ws/{table}")
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    await flood(writer, (bytes([0x89, 0x80 | 125]) + bytes(4) + bytes(125)) * 500)


async def slow(port: int, table: str) -> None:
    """95 that are sent six megabytes each and read nothing."""

    async def one(number: int) -> None:
        await asyncio.sleep(0.1 * number)
        with contextlib.suppress(OSError):
            _, writer = await upgraded(port, f"/ws/{table}")
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            for _ in range(100):
                writer.write((bytes([0x89, 0x80 | 125]) + bytes(4) + bytes(125)) * 500)
                await writer.drain()
            await asyncio.sleep(1e6)

    await asyncio.gather(*(one(number) for number in range(95)))


async def idle(port: int, table: str) -> None:
    """600 connections that say nothing."""

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET / HTTP/1.1\r\n")
                await reader.read()
                writer.close()
            await asyncio.sleep(0.5)

    await asyncio.gather(*(one() for _ in range(600)))


async def get_again(port: int, path: str, body: bytes | None = None) -> None:
    method = "GET" if body is None else "POST"
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"{head}Content-Length: {len(body or b'')}\r\n\r\n".encode() + (body or b""))
            while await reader.read(1 << 16):
                pass
            writer.close()


async def rules(port: int, table: str) -> None:
    """20 that read the rules again and again, each time with other options."""
    paths = (f"/rules/classic?ace_two=free&players={2 + number % 8}" for number in range(20))
    await asyncio.gather(*(get_again(port, path) for path in paths))


async def records(port: int, table: str) -> None:
    """Five that have a long game replayed."""
    from faraon.play.game import load
    from faraon.play.replay import record_of

    game = load("classic", 2, move_limit=2999)
    for seed in range(1000):  # until a long one comes
        state, rng = game.deal(seed), random.Random(seed)
        while not state.over:
            moves = state.moves()
            state = state.play("draw" if any(str(one) == "draw" for one in moves) else rng.choice(moves))
        if len(state.log) > 2500:
            break
    body = json.dumps({"record": record_of(state).write()}).encode()
    await asyncio.gather(*(get_again(port, "/api/replay", body) for _ in range(5)))


async def hints(port: int, table: str) -> None:
    """60 connections of one seat that ask for advice all the time."""
    base = f"http://127.0.0.1:{port}"
    first, opened = await seated(base, [{"kind": "bot"}], elsewhere=False)
    await first.send(json.dumps({"type": "start", "id": "s"}))
    position, you = 0, False
    while not you:
        message = json.loads(await first.recv())
        if message.get("view") and message["view"]["moves"]:
            position, you = message["view"]["position"], True

    async def one(number: int) -> None:
        url = base.replace("http", "ws") + f"/ws/{opened['table']}"
        async with connect(url, max_size=None, ping_timeout=None, open_timeout=60) as socket:
            await socket.send(
                json.dumps({"type": "hello", "version": version(base), "token": opened["token"]})
            )
            for k in range(10**6):
                await socket.send(json.dumps({"type": "hint", "id": f"{number}-{k}", "position": position}))
                while json.loads(await socket.recv())["type"] not in ("hinted", "refused"):
                    pass

    await asyncio.gather(*(one(number) for number in range(60)))


async def bots(port: int, table: str) -> None:
    """25 tables of three strong bots that move at once, all played as fast as it goes."""

    async def one() -> None:
        opened, _ = await seated(
            f"http://127.0.0.1:{port}", [{"kind": "bot", "level": "pharaoh"}] * 3, elsewhere=False
        )
        await play_bot(opened, Times())

    await asyncio.gather(*(one() for _ in range(25)))


ATTACKS: dict[str, Callable[[int, str], Awaitable[None]]] = {
    "pings": pings,
    "slow": slow,
    "idle": idle,
    "rules": rules,
    "records": records,
    "hints": hints,
    "bots": bots,
}


def attack(name: str, port: int, table: str) -> None:
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(ATTACKS[name](port, table))  # type: ignore[arg-type]


# -------------------------------------------------------------------------------------------- the measuring
async def measure(name: str, seconds: float, source: Path) -> dict[str, Any]:
    with serving(source, FILES if name == "idle" else 0) as served:
        _, target = await seated(served.base, [{"kind": "bot"}])
        async with neighbours(served.base) as first:
            while len(first.bots.milliseconds) < 3:  # their bots are compiled
                await asyncio.sleep(0.1)
        async with neighbours(served.base) as before:
            await asyncio.sleep(seconds / 2)
        memory, kernel = served.resident, kernel_memory()
        most, most_kernel = memory, kernel
        attacker = multiprocessing.get_context("spawn").Process(
            target=attack, args=(name, served.port, target["table"])
        )
        during = Beside()
        try:
            async with neighbours(served.base) as during:
                attacker.start()
                for _ in range(int(seconds)):
                    await asyncio.sleep(1)
                    most, most_kernel = max(most, served.resident), max(most_kernel, kernel_memory())
                found = await asyncio.to_thread(answered, served.base)
                files = served.files
        finally:
            attacker.kill()
            attacker.join()
        log = served.log.read_bytes()
        return {
            "attack": name,
            "memory MB": f"{memory:.0f} → {most:.0f}",
            "kernel MB": f"{kernel:.0f} → {most_kernel:.0f}",
            "pong ms": f"{before.pongs} → {during.pongs}",
            "bots ms": f"{before.bots} → {during.bots}",
            "a new visitor": found,
            "open files": files,
            "log kB": round(len(log) / 1000),
            "lines not JSON": sum(line[:1] != b"{" for line in log.splitlines()),
        }


def answered(base: str) -> str:
    """Whether somebody who comes now is answered."""
    started = time.perf_counter()
    try:
        call(base, "/health", timeout=20.0)
        return f"after {1000 * (time.perf_counter() - started):.0f} ms"
    except OSError as error:
        return f"{error}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"{', '.join(ATTACKS)}; or else all")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--source", type=Path, default=ROOT / "src")
    asked = parser.parse_args()
    if unknown := set(asked.attacks) - set(ATTACKS):
        parser.error(f"there is no attack {', '.join(unknown)}")
    for name in asked.attacks or ATTACKS:
        result = asyncio.run(measure(name, asked.seconds, asked.source))
        print("\n".join(f"{key:>15}  {value}" for key, value in result.items()), flush=True)
        print()


if __name__ == "__main__":
    main()
