"""Games played to the end without a browser, so that there is something to look at."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from faraon.server.wire import VERSION
from tests.patience import PATIENCE


@dataclass(frozen=True)
class PlayedTable:
    id: str
    token: str


def play_to_the_end(base_url: str, level: str | None = None, **table: Any) -> PlayedTable:
    """A single game against a bot; the person makes the first legal move every time."""
    wanted = {"name": "Anna", "seats": [{"kind": "bot", "level": level}], "pace": 0, **table}
    seated = httpx.post(f"{base_url}/api/tables", json=wanted, timeout=PATIENCE).raise_for_status().json()
    address = f"{base_url.replace('http', 'ws')}/ws/{seated['table']}"
    with connect(address, origin=Origin(base_url), open_timeout=PATIENCE) as socket:
        _say(socket, type="hello", version=VERSION, token=seated["token"])
        _play(socket)
    return PlayedTable(seated["table"], seated["token"])


def play_with_guests(base_url: str, *guests: str, **table: Any) -> PlayedTable:
    """A short game of people; the first guest wants a rematch."""
    wanted = {
        "name": "Anna",
        "seats": [{"kind": "open"}] * len(guests),
        "options": {"move_limit": 6},
        **table,
    }
    seated = httpx.post(f"{base_url}/api/tables", json=wanted, timeout=PATIENCE).raise_for_status().json()
    address, join = f"{base_url.replace('http', 'ws')}/ws/{seated['table']}", f"{seated['table']}/join"
    tokens = [seated["token"]]
    for name in guests:
        joined = httpx.post(f"{base_url}/api/tables/{join}", json={"name": name}, timeout=PATIENCE)
        tokens.append(joined.raise_for_status().json()["token"])
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(connect(address, origin=Origin(base_url), open_timeout=PATIENCE))
            for _ in tokens
        ]
        for socket, token in zip(sockets, tokens, strict=True):
            _say(socket, type="hello", version=VERSION, token=token)
        host, *others = sockets
        playing = [threading.Thread(target=_play, args=(other,)) for other in others]
        for one in playing:
            one.start()
        _play(host)
        for one in playing:
            one.join(PATIENCE)
        _say(others[0], type="rematch", id="again")
        while msgspec.json.decode(others[0].recv(timeout=PATIENCE)).get("id") != "again":
            pass
    return PlayedTable(seated["table"], seated["token"])


def _play(socket: ClientConnection) -> None:
    asked = 0
    for _ in range(5000):
        heard = msgspec.json.decode(socket.recv(timeout=PATIENCE))
        status = (heard.get("table") or {}).get("status")
        if status == "over":
            return
        if status in ("waiting", "ready"):
            _say(socket, type="start", id=f"s{asked}")
        view = heard.get("view")
        if view and view["moves"]:
            asked += 1
            _say(socket, type="move", id=f"m{asked}", position=view["position"], move=view["moves"][0])
    raise AssertionError("the game did not end")


def _say(socket: ClientConnection, **message: Any) -> None:
    socket.send(msgspec.json.encode(message).decode())
