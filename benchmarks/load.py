"""How many live tables a server carries: tables of four connected people, each table one move a second.

    python -m benchmarks.load [--tables 100 200] [--seconds 20] [--database URL | --postgres] [--workers 2]

The server runs in its own process or processes, the clients in this one, all on this machine's loopback. A
time is that from sending a move to its arrival at a seat of the table, for all four seats. Every position
moves at a time of its own within the second. The largest number of tables whose 99th percentile stays under
100 ms is the result. ``--postgres`` starts a PostgreSQL of its own, which waits for the disk as it should.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from tests.server.postgres import mortal_postgres
from websockets.asyncio.client import ClientConnection, connect

from faraon.server.wire import VERSION

LIMIT_MS = 100.0
DURABLE = ("max_connections=100", "shared_buffers=128MB")


class View(msgspec.Struct):
    position: int
    moves: list[str]
    over: bool


class Message(msgspec.Struct):
    """What of a message the load program reads."""

    type: str
    n: int = 0
    view: View | None = None


decode = msgspec.json.Decoder(Message).decode


class Table:
    """Four people at a table; whoever is on turn moves when the table's second has come."""

    def __init__(self, base: str, number: int) -> None:
        self.base, self.rng = base, random.Random(number)
        self.sent_at: float | None = None
        self.latencies: list[float] = []
        self.moves = 0
        self.view: View | None = None
        self.turn: ClientConnection | None = None
        self.sockets: list[ClientConnection] = []
        self.readers: list[asyncio.Task[None]] = []

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        request = urllib.request.Request(self.base + path, json.dumps(body).encode())  # noqa: S310
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            return dict(json.load(answer))

    async def open(self) -> None:
        seats = [{"kind": "open"}] * 3
        options = {"move_limit": 2000}
        body = {"name": "Host", "seats": seats, "options": options, "kind": "series", "games": 99}
        first = await asyncio.to_thread(self.post, "/api/tables", body)
        tokens = [first["token"]]
        for _ in range(3):
            joined = await asyncio.to_thread(
                self.post, f"/api/tables/{first['table']}/join", {"name": "Guest"}
            )
            tokens.append(joined["token"])
        for token in tokens:
            url = self.base.replace("http", "ws") + f"/ws/{first['table']}"
            socket = await connect(url, max_size=None, compression=None, ping_interval=None)
            await socket.send(json.dumps({"type": "hello", "version": VERSION, "token": token}))
            self.sockets.append(socket)
            self.readers.append(asyncio.create_task(self.read(socket)))
        await self.start()

    async def start(self) -> None:
        await self.sockets[0].send(json.dumps({"type": "start", "id": os.urandom(6).hex()}))

    async def read(self, socket: ClientConnection) -> None:
        async for text in socket:
            message = decode(text)
            if message.type != "happened" or message.view is None:
                continue
            if self.sent_at is not None:
                self.latencies.append((time.perf_counter() - self.sent_at) * 1000)
            if message.view.moves:
                self.view, self.turn = message.view, socket
            elif message.view.over and socket is self.sockets[0]:
                self.view = None

    async def play(self, until: float) -> None:
        await asyncio.sleep(self.rng.random())
        while time.perf_counter() < until:
            began = time.perf_counter()
            if self.view is not None and self.turn is not None:
                move = {
                    "type": "move",
                    "id": os.urandom(6).hex(),
                    "position": self.view.position,
                    "move": self.rng.choice(self.view.moves),
                }
                self.view = None
                self.sent_at = time.perf_counter()
                self.moves += 1
                await self.turn.send(json.dumps(move))
            else:
                self.sent_at = None
                await self.start()
            await asyncio.sleep(max(0.0, 1.0 - (time.perf_counter() - began)))
        for reader in self.readers:
            reader.cancel()


@dataclass
class Processes:
    """A process with those that it has started."""

    parent: int

    def all(self) -> list[int]:
        found = [self.parent]
        for pid in found:
            found += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return found

    def cpu_seconds(self) -> float:
        """Those of children that are gone included."""
        ticks = 0
        for pid in self.all():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """What they hold, shared pages counted for each of them."""
        pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self.all())
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(
    base: str, server: Processes, database: Processes | None, number: int, seconds: float
) -> dict[str, Any]:
    loaded, empty = os.getloadavg()[0], server.megabytes()
    tables = [Table(base, k) for k in range(number)]
    for at in range(0, number, 20):
        await asyncio.gather(*(table.open() for table in tables[at : at + 20]))
    await asyncio.sleep(2)
    cpu, own, began = server.cpu_seconds(), time.process_time(), time.perf_counter()
    stored = database.cpu_seconds() if database is not None else 0.0
    until = began + seconds
    await asyncio.gather(*(table.play(until) for table in tables))
    lasted = time.perf_counter() - began
    used, mine = server.cpu_seconds() - cpu, time.process_time() - own
    stored = database.cpu_seconds() - stored if database is not None else 0.0
    grown = server.megabytes() - empty
    for table in tables:
        for socket in table.sockets:
            await socket.close()
    found = sorted(one for table in tables for one in table.latencies)
    return {
        "tables": number,
        "moves_per_second": round(sum(table.moves for table in tables) / lasted, 1),
        "arrivals": len(found),
        "p50_ms": round(found[len(found) // 2], 1),
        "p99_ms": round(found[int(len(found) * 0.99)], 1),
        "max_ms": round(found[-1], 1),
        "server_cpu": round(used / lasted, 2),
        "database_cpu": round(stored / lasted, 2),
        "client_cpu": round(mine / lasted, 2),
        "server_cpu_ms_per_move": round(1000 * used / max(1, sum(table.moves for table in tables)), 2),
        "server_kb_per_table": round(1000 * grown / number),
        "load_average": [round(loaded, 1), round(os.getloadavg()[0], 1)],
    }


def start_server(database: str, connections: int, workers: int) -> tuple[subprocess.Popen[str], str, float]:
    began = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "faraon", "serve", "--no-open", "--port", "0", "--database", database,
         "--connections", str(connections), "--workers", str(workers), "--no-warm-up"],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None  # noqa: S101
    line = process.stdout.readline()
    found = re.search(r"http://\S+", line)
    if found is None:
        raise SystemExit(f"the server did not start: {line!r}")
    return process, found[0], time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 200, 300])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--database", default="")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--workers", type=int, default=1)
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = arguments.database or f"sqlite+aiosqlite:///{folder}/load.sqlite"
        own: Processes | None = None
        if arguments.postgres:
            postgres = stack.enter_context(mortal_postgres(DURABLE))
            database, own = postgres.url, Processes(postgres.pid)
        best = 0
        for number in arguments.tables:
            process, base, ready = start_server(database, 4 * number + 100, arguments.workers)
            try:
                server = Processes(process.pid)
                result = asyncio.run(measure(base, server, own, number, arguments.seconds))
            finally:
                process.terminate()
                process.wait(20)
            print(json.dumps({**result, "started_in_s": round(ready, 2)}), flush=True)
            if result["p99_ms"] < LIMIT_MS:
                best = number
        print(f"largest with a 99th percentile under {LIMIT_MS:.0f} ms: {best} tables")


if __name__ == "__main__":
    main()
