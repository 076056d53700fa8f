"""One server for the tests of a process that need nothing special, and folders for databases."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import running

MEMORY = Path("/dev/shm")  # noqa: S108 - a folder for tests


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    """In memory where there is such a folder: a test of logic need not wait for the disk."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        yield Path(name)


@pytest.fixture
def url(folder: Path, request: pytest.FixtureRequest) -> str:
    """A database of one's own."""
    return f"sqlite+aiosqlite:///{folder / f'{abs(hash(request.node.nodeid))}.sqlite'}"


@pytest.fixture(scope="session")
def base(folder: Path) -> Iterator[str]:
    with running(f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}") as address:
        yield address
