"""A real server on a free port, with limits that a whole test run does not reach."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import ViewportSize

from faraon.server.net.running import Running
from faraon.server.settings import Settings
from tests.patience import PATIENCE

SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
    "landscape": {"width": 844, "height": 390},
    "tablet": {"width": 820, "height": 1180},
}
LOCALES = {"sk": "sk-SK", "en": "en-GB"}


@contextmanager
def running_server(
    folder: Path, rulebooks: tuple[str, ...] = (), absence_seconds: float = 20.0
) -> Iterator[str]:
    """Its address; its tables lie in the folder."""
    settings = Settings(
        database=f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}",
        rulebooks=rulebooks,
        think_seconds=0.05,
        absence_seconds=absence_seconds,
        opening_seconds=60.0,
        tables_per_minute=6000,
        tables_at_once=1000,
        requests_per_second=1000,
        requests_at_once=1000,
        hello_seconds=PATIENCE,
        head_seconds=PATIENCE,
        nudge_seconds=0.0,
        stalled_seconds=PATIENCE,
        pong_seconds=PATIENCE,
    )
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = Running(settings)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(PATIENCE)
    listening.close()
