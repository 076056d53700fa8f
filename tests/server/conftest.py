"""One server for the tests of a process that need nothing special, and folders for databases."""

from __future__ import annotations

import gc
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from faraon.bots import ready
from faraon.engines.errors import GameError
from faraon.play.fast import without_kernel
from faraon.play.game import Game
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


@pytest.fixture(scope="package", autouse=True)
def strong_bots_for_classic() -> Iterator[None]:
    """Hints come from the search there only: it would be compiled for every rulebook that is offered."""

    def only_classic(game: Game) -> GameError | None:
        if game.name == "classic":
            return without_kernel(game)
        return GameError("bad-rulebook", "it is not compiled for these tests")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ready, "without_kernel", only_classic)
        yield


@pytest.fixture(scope="package", autouse=True)
def frozen_for_good() -> Iterator[None]:
    """Servers unfreeze what is there when they stop, and the next one collects it all: tests, modules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "unfreeze", lambda: None)
        yield


@pytest.fixture(scope="session")
def base(folder: Path) -> Iterator[str]:
    with running(f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}") as address:
        yield address
