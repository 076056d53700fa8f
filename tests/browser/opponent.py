"""The other player, without a browser: makes the moves that a test wants."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from faraon.cards import Card, pack
from faraon.server.table import table
from faraon.server.table.fair import FairDeal
from faraon.server.wire import VERSION
from tests.browser.playing import left, open_table, position, prefer, sit_down
from tests.patience import PATIENCE

START = "h9"
BUTTON = ".acts .main"


def deal(mine: str, theirs: str, start: str = START) -> FairDeal:
    """Card by card, mine first, then the start card and the stock."""
    hands = zip(mine.split(), theirs.split(), strict=True)
    dealt = [Card.parse(name) for name in (*itertools.chain(*hands), start)]
    return FairDeal((*dealt, *(one for one in pack(1) if one not in dealt)), chance=0, lot=0)


class Opponent:
    """At the table over the wire."""

    def __init__(self, socket: ClientConnection, token: str) -> None:
        self._socket, self._ids = socket, itertools.count()
        self._say(type="hello", version=VERSION, token=token)

    def lays(self, move: str) -> None:
        """Waits to be asked, and makes this move."""
        self._moves(lambda moves: move)

    def passes(self) -> None:
        """The same with the move without cards."""
        self._moves(lambda moves: next(move for move in moves if move in ("draw", "stand", "pass")))

    def _moves(self, choose: Callable[[list[str]], str]) -> None:
        while True:
            view = self._hears().get("view")
            if view and view["moves"]:
                self.says("move", position=view["position"], move=choose(view["moves"]))
                return

    def says(self, type_: str, **fields: Any) -> None:
        """Something that must be granted."""
        self._say(type=type_, id=f"{next(self._ids)}", **fields)
        while (answer := self._hears())["type"] not in ("done", "refused"):
            pass
        assert answer["type"] == "done", answer

    def hears(self, type_: str) -> dict[str, Any]:
        """The next message of this kind."""
        while (heard := self._hears())["type"] != type_:
            pass
        return heard

    def _hears(self) -> dict[str, Any]:
        heard: dict[str, Any] = msgspec.json.decode(self._socket.recv(timeout=PATIENCE))
        return heard

    def _say(self, **message: Any) -> None:
        self._socket.send(msgspec.json.encode(message).decode())


Begin = Callable[..., Opponent]


@contextmanager
def tables(base_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """``begin(page, rulebook, deal, **options)`` deals them to me and to the other one, who is returned."""
    sockets = ExitStack()

    def begin(page: Page, rulebook: str, dealt: FairDeal, **options: str) -> Opponent:
        monkeypatch.setattr(table, "fair_deal", lambda *_: dealt)
        prefer(page, name="Anna")
        seated = open_table(page, bots=0, people=2, name="Anna", rulebook=rulebook, options=options)
        join = f"/api/tables/{seated['table']}/join"
        joined = page.request.post(join, data={"name": "Boris"}).json()
        address = f"{base_url.replace('http', 'ws')}/ws/{seated['table']}"
        other = Opponent(sockets.enter_context(connect(address, origin=Origin(base_url))), joined["token"])
        sit_down(page, seated)
        page.locator(".start .pri, button:has-text('Rozdať')").first.click()
        page.wait_for_selector(".hand.turn")
        return other

    with sockets:
        yield begin


def pass_on(page: Page) -> None:
    """With a move without cards: draw, or stand."""
    before = position(page)
    page.locator(f"{BUTTON}:enabled").click()
    left(page, before)
