"""A server in a process of its own, without limits on the test itself; its log goes to stderr.

``python -m tests.server.process DATABASE`` prints its port.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from faraon.server.logs import configure
from faraon.server.net.running import Running
from faraon.server.settings import Settings
from tests.patience import PATIENCE
from tests.server.serving import QUICK

ROOT = Path(__file__).parents[2]


class Served:
    """Where the server is, and how it does."""

    def __init__(self, base: str, pid: int, log: Path) -> None:
        self.base, self.pid, self._log = base, pid, log

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    @property
    def resident(self) -> int:
        """How much memory the process holds, where the system tells."""
        try:
            return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except OSError:
            return 0


@contextlib.contextmanager
def served(database: str, log: Path, files: int = 0, **changed: Any) -> Iterator[Served]:
    """With a limit on the files that it may open, if there is one."""
    import json

    paths = [str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    with log.open("wb") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.process", database, json.dumps(changed), str(files)],
            stdout=subprocess.PIPE, stderr=stderr, text=True, cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        )  # fmt: skip
    try:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        assert port, log.read_text()
        yield Served(f"http://127.0.0.1:{port}", process.pid, log)
        assert process.poll() is None, "it still runs"
    finally:
        process.terminate()
        process.wait(PATIENCE)
        if process.stdout is not None:
            process.stdout.close()


class Telling(Running):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for one in sockets or ():
            print(one.getsockname()[1], flush=True)


def main(database: str, changed: dict[str, Any], files: int) -> None:
    if files:
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    configure()
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    settings = Settings(database=database, **{**QUICK, **changed})
    Telling(settings).run(sockets=[listening])


if __name__ == "__main__":
    import json as _json

    main(sys.argv[1], _json.loads(sys.argv[2]), int(sys.argv[3]))
