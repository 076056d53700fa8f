"""Games played to the end without a browser, so that there is something to look at."""

from __future__ import annotations

import threading
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


def play_with_a_guest(base_url: str, **table: Any) -> PlayedTable:
    """A short game of two people; the guest, Boris, wants a rematch."""
    wanted = {"name": "Anna", "seats": [{"kind": "open"}], "options": {"move_limit": 6}, **table}
    seated = httpx.post(f"{base_url}/api/tables", json=wanted, timeout=PATIENCE).raise_for_status().json()
    join = f"{base_url}/api/tables/{seated['table']}/join"
    joined = httpx.post(join, json={"name": "Boris"}, timeout=PATIENCE).raise_for_status().json()
    address, origin = f"{base_url.replace('http', 'ws')}/ws/{seated['table']}", Origin(base_url)
    with (
        connect(address, origin=origin, open_timeout=PATIENCE) as host,
        connect(address, origin=origin, open_timeout=PATIENCE) as guest,
    ):
        for socket, token in ((host, seated["token"]), (guest, joined["token"])):
            _say(socket, type="hello", version=VERSION, token=token)
        playing = threading.Thread(target=_play, args=(guest,))
        playing.start()
        _play(host)
        playing.join(PATIENCE)
        _say(guest, type="rematch", id="again")
        while msgspec.json.decode(guest.recv(timeout=PATIENCE)).get("id") != "again":
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
