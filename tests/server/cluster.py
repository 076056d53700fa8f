"""``faraon serve --workers N`` as a real program, whose processes can be looked at and killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped] # it has no types

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]


class Cluster:
    """Processes at one port."""

    def __init__(self, process: subprocess.Popen[str], database: str, log: Path) -> None:
        assert process.stdout is not None
        self._process, self.database, self._log = process, database, log
        line = process.stdout.readline()
        assert "http://" in line, log.read_text()
        self.base = line.split()[-1]
        self.metrics = process.stdout.readline().split()[-1].removesuffix("/metrics")

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    @property
    def workers(self) -> list[int]:
        """The numbers of its processes, the oldest first."""
        parent = self._process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return sorted(map(int, children))

    def kill(self, worker: int) -> None:
        os.kill(worker, signal.SIGKILL)

    def renew(self) -> None:
        self._process.send_signal(signal.SIGHUP)

    async def settled(self, number: int, besides: frozenset[int] = frozenset()) -> list[int]:
        """Waits until there are so many processes, none of these among them, and all are known."""
        while True:
            known = await fetch(self.database, "SELECT id FROM processes WHERE seen > "
                                "extract(epoch FROM clock_timestamp()) - 2")  # fmt: skip
            workers = self.workers
            if len(workers) == number == len(known) and not besides & set(workers):
                return workers
            assert self._process.poll() is None, self.log
            await asyncio.sleep(0.05)

    def stop(self) -> int:
        self._process.terminate()
        return self._process.wait(PATIENCE)


async def fetch(database: str, asked: str, *values: object) -> list[Any]:
    connection = await asyncpg.connect(database.replace("+asyncpg", ""))
    try:
        return list(await connection.fetch(asked, *values))
    finally:
        await connection.close()


@contextlib.contextmanager
def cluster(database: str, log: Path, workers: int = 2, port: int = 0) -> Iterator[Cluster]:
    words = ["serve", "--no-open", "--port", str(port), "--database", database, "--no-warm-up"]
    words += ["--connections", "10000", "--workers", str(workers), "--metrics", "0"]
    with log.open("ab") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-c", "from faraon.cli import main; main()", *words],
            stdout=subprocess.PIPE, stderr=stderr, text=True, cwd=ROOT,
        )  # fmt: skip
    try:
        yield Cluster(process, database, log)
    finally:
        process.terminate()
        process.wait(PATIENCE)
        if process.stdout is not None:
            process.stdout.close()
