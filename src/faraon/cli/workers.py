"""Several processes at one port: they are started, watched, and replaced one by one.

SIGTERM stops them all. SIGHUP replaces each of them by a new one, which reads the program anew, while the
others go on playing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable

import msgspec

from faraon.server.net.worker import READY, Job
from faraon.server.settings import Settings

log = logging.getLogger("faraon.server")

AGAIN_SECONDS = 1.0
"""Before another one is started, when one did not come up."""
STOP_SECONDS = 20.0


class Workers:
    def __init__(
        self, settings: Settings, number: int, listening: socket.socket, figures: socket.socket | None
    ) -> None:
        self.settings, self.number, self.listening, self.figures = settings, number, listening, figures
        self._home = ""
        self._workers: list[Process] = []
        self._stop, self._renew = asyncio.Event(), asyncio.Event()

    async def run(self, announce: Callable[[], None]) -> bool:
        """Until it is stopped; false if it could not begin."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, self._stop.set)
        loop.add_signal_handler(signal.SIGINT, self._stop.set)
        loop.add_signal_handler(signal.SIGHUP, self._renew.set)
        with tempfile.TemporaryDirectory(prefix="faraon-") as self._home:
            try:
                if not await self._start():  # by itself: it brings the database to the newest schema
                    return False
                if not all(await asyncio.gather(*(self._start() for _ in range(self.number - 1)))):
                    return False
                announce()
                while not self._stop.is_set():
                    if len(self._workers) == self.number:
                        await self._something_happens()
                    await self._replace()
                return True
            finally:
                await asyncio.gather(*map(_ended, self._workers))

    async def _start(self) -> bool:
        """Another process; whether it answers."""
        port, figures = self.listening.fileno(), None if self.figures is None else self.figures.fileno()
        ports = [port] if figures is None else [port, figures]
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "faraon.server.net.worker", stdin=PIPE, stdout=PIPE, pass_fds=ports
        )
        assert worker.stdin is not None  # noqa: S101 - it is a pipe
        assert worker.stdout is not None  # noqa: S101
        worker.stdin.write(msgspec.json.encode(Job(self.settings, self._home, port, figures)) + b"\n")
        if await worker.stdout.readline() != READY:
            await _ended(worker)
            return False
        self._workers.append(worker)
        return True

    async def _something_happens(self) -> None:
        waiting = [asyncio.create_task(worker.wait()) for worker in self._workers]
        signals = [asyncio.create_task(event.wait()) for event in (self._stop, self._renew)]
        await asyncio.wait((*waiting, *signals), return_when=asyncio.FIRST_COMPLETED)
        for task in (*waiting, *signals):
            task.cancel()

    async def _replace(self) -> None:
        """Those that fell; if it is wanted, all others as well, each when the next one is there."""
        for fallen in [worker for worker in self._workers if worker.returncode is not None]:
            log.error("a process fell", extra={"code": fallen.returncode})
            self._workers.remove(fallen)
        old = list(self._workers) if self._renew.is_set() else []
        self._renew.clear()
        while not self._stop.is_set() and (old or len(self._workers) < self.number):
            if not await self._start():
                log.error("a process did not come up")
                await asyncio.sleep(AGAIN_SECONDS)
                return
            if old and len(self._workers) > self.number:
                leaving = old.pop(0)
                self._workers.remove(leaving)
                await _ended(leaving)


async def _ended(worker: Process) -> None:
    """It says goodbye to its players first."""
    with contextlib.suppress(ProcessLookupError):
        worker.terminate()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await worker.wait()
        except TimeoutError:
            worker.kill()
            await worker.wait()
