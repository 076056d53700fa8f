"""One of several processes at a port; :mod:`faraon.cli.workers` starts it.

It reads its :class:`Job` from standard input, says ``ready`` and stops when the input ends: nobody outlives
the process that started it.
"""

from __future__ import annotations

import os
import socket
import sys
import threading

import msgspec

from faraon.server.logs import configure
from faraon.server.net.running import Running
from faraon.server.settings import Settings

READY = b"ready\n"


class Job(msgspec.Struct):
    settings: Settings
    home: str
    port: int
    """The open file of the port."""
    figures: int | None
    """And that of the metrics."""


class Worker(Running):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            os.write(sys.stdout.fileno(), READY)

    def stop_at_the_end(self) -> None:
        while os.read(sys.stdin.fileno(), 1):  # not through Python's buffer, which could not be closed then
            pass
        self.should_exit = True


def main() -> None:
    configure()
    job = msgspec.json.decode(sys.stdin.buffer.readline(), type=Job)
    figures = None if job.figures is None else socket.socket(fileno=job.figures)
    worker = Worker(job.settings, job.home, figures)
    threading.Thread(target=worker.stop_at_the_end, daemon=True).start()
    worker.run(sockets=[socket.socket(fileno=job.port)])


if __name__ == "__main__":
    main()
