"""A real server on a free port, in this process or in its own."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

from faraon.server.net.running import Running
from faraon.server.settings import Settings
from tests.patience import PATIENCE

QUICK: dict[str, Any] = {
    "think_seconds": 0.0,
    "opening_seconds": 60.0,
    "connections_per_address": 10_000,
    "messages_per_second": 1e6,
    "messages_at_once": 1e6,
    "messages_per_address": 1e6,
    "requests_per_second": 1e6,
    "requests_at_once": 1e6,
    "tables_per_minute": 1e6,
    "tables_at_once": 1e6,
    "hello_seconds": PATIENCE,
    "head_seconds": PATIENCE,
    "stalled_seconds": PATIENCE,
    "pong_seconds": PATIENCE,
    "incoming_messages": 100_000,
    "too_fast_seconds": 0.0,
    "signs_per_second": 1e6,
    "signs_at_once": 1e6,
    "words_per_second": 1e6,
    "words_at_once": 1e6,
    "nudge_seconds": 0.0,
    "body_seconds": PATIENCE,
    "idle_seconds": PATIENCE,
}
"""Bots at once, and no limits on the test itself, however slow the machine is."""


@contextlib.contextmanager
def running(database: str, figures: Any = None, **changed: Any) -> Iterator[str]:
    """The address of a server in a thread of this process; its metrics, if they are wanted, at that port."""
    settings = Settings(database=database, **{**QUICK, **changed})
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = Running(settings, figures=figures)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


def call(base: str, path: str, body: object = None, token: str | None = None) -> tuple[int, Any]:
    """An HTTP request with a JSON body; the status and the JSON answer."""
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(base + path, data)  # noqa: S310 - our own server
    if token is not None:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            return answer.status, _read(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, _read(error.read())


def _read(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        return raw.decode("utf-8", "replace")


def open_table(base: str, *others: str, name: str = "Hostiteľ", **fields: Any) -> dict[str, Any]:
    """A table with these other seats: ``bot``, ``bot:novice`` or ``open``."""
    seats = []
    for other in others:
        kind, _, level = other.partition(":")
        seats.append({"kind": kind, "level": level or None})
    status, answer = call(base, "/api/tables", {"name": name, "seats": seats, "pace": 0.0, **fields})
    assert status == 201, answer
    return dict(answer)
