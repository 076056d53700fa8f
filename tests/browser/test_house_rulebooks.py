"""What a rulebook shows is seen, whatever it calls it: suit, debt, stop and notes of the house."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from faraon.cards import Card, pack
from faraon.server.table import table
from faraon.server.table.fair import FairDeal
from faraon.server.wire import VERSION
from tests.browser.conftest import Visit, assert_accessible
from tests.browser.playing import left, open_table, position, prefer, sit_down, tap
from tests.browser.serving import running_server

HOUSE = Path(__file__).parents[1] / "data" / "dlh.far"
WAITING = 60
ASKED = ".suit.said .lb"
SUIT, DEBT, PILL, BUTTON = ".suit .lb", ".stock .big", ".prompt .pill", ".acts .main"


@pytest.fixture(scope="module")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that offers a rulebook of the house."""
    with running_server(tmp_path_factory.mktemp("house"), rulebooks=(str(HOUSE),)) as address:
        yield address


class Opponent:
    """The other player, without a browser: makes the moves that a test wants."""

    def __init__(self, socket: ClientConnection, token: str) -> None:
        self._socket = socket
        self._say(type="hello", version=VERSION, token=token)

    def lays(self, move: str) -> None:
        """Waits to be asked, and makes this move."""
        while True:
            view = self._hears().get("view")
            if view and view["moves"]:
                self._say(type="move", id=move, position=view["position"], move=move)
                while (answer := self._hears())["type"] not in ("done", "refused"):
                    pass
                assert answer["type"] == "done", answer
                return

    def _hears(self) -> dict[str, Any]:
        heard: dict[str, Any] = msgspec.json.decode(self._socket.recv(timeout=WAITING))
        return heard

    def _say(self, **message: Any) -> None:
        self._socket.send(msgspec.json.encode(message).decode())


@dataclass(frozen=True)
class Script:
    """A game in which everything happens to me: what the other lays, and what I then see."""

    mine: str
    theirs: str
    seven: str
    debt: int
    ace: str
    word: str
    """What a stopped player does."""
    asks: str
    """For bells."""

    @property
    def deck(self) -> tuple[Card, ...]:
        """In dealing order: card by card, mine first, then the start card and the stock."""
        hands = zip(self.mine.split(), self.theirs.split(), strict=True)
        dealt = [Card.parse(name) for name in (*itertools.chain(*hands), "h9")]
        return (*dealt, *(one for one in pack(1) if one not in dealt))


SCRIPTS = {
    "dlh": Script("aK a8 l8 b8 bU", "hX h7 hA hK lX", "h7", 2, "hA", "stand", "hK=b"),
    "draft": Script("a8 aX aU b8 bU", "h7 hA lA lO l9", "h7", 3, "hA lA", "stand", "lO=b"),
    "formal": Script("a8 aX l8 b8 bU", "h7 hA hO h8 l9", "h7", 3, "hA", "draw", "hO=b"),
}
SK = {
    "hearts": "Platí červeň",
    "bells": "Platí guľa",
    "asked": "pýta si Boris",
    "owe": "Si na ťahu: dlhuješ {} karty",
    "draw debt": "Ťahať {}",
    "draw": "Stop! Tentoraz ťaháš",
    "stand": "Stop! Tentoraz stojíš",
    "note": "Sedmy zdraželi: najbližšie stoja dvojnásobok.",
    "refused": "Čakajú sedmy: prebi sedmou, alebo ber 4 karty.",
}
EN = {
    "hearts": "Valid: hearts",
    "bells": "Valid: bells",
    "asked": "asked by Boris",
    "owe": "Your turn: you owe {} cards",
    "draw debt": "Draw {}",
    "draw": "Stop! This time you draw",
    "stand": "Stop! This time you stand",
    "note": "Sevens are dear: the next ones cost double.",
    "refused": "Sevens are waiting: answer with a seven, or draw 4 cards.",
}
WORDS = {"sk": SK, "en": EN}

Begin = Callable[[Page, str], Opponent]


@pytest.fixture
def begin(base_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """``begin(page, rulebook)`` deals the cards of the script, and returns the other player."""
    sockets = ExitStack()

    def begin_game(page: Page, rulebook: str) -> Opponent:
        dealt = FairDeal(SCRIPTS[rulebook].deck, chance=0, lot=0)
        monkeypatch.setattr(table, "fair_deal", lambda *_: dealt)
        prefer(page, name="Anna")
        seated = open_table(page, bots=0, people=2, name="Anna", rulebook=rulebook, options={})
        join = f"/api/tables/{seated['table']}/join"
        joined = page.request.post(join, data={"name": "Boris"}).json()
        address = f"{base_url.replace('http', 'ws')}/ws/{seated['table']}"
        other = Opponent(sockets.enter_context(connect(address, origin=Origin(base_url))), joined["token"])
        sit_down(page, seated)
        page.locator(".start .pri, button:has-text('Rozdať')").first.click()
        page.wait_for_selector(".hand.turn")
        return other

    with sockets:
        yield begin_game


def pass_on(page: Page) -> None:
    """With a move without cards: draw, or stand."""
    before = position(page)
    page.locator(f"{BUTTON}:enabled").click()
    left(page, before)


MATRIX = [
    ("dlh", "desktop", "sk"),
    ("dlh", "phone", "en"),
    ("draft", "desktop", "en"),
    ("draft", "phone", "sk"),
    ("formal", "desktop", "sk"),
    ("formal", "phone", "en"),
]


@pytest.mark.parametrize(("rulebook", "size", "language"), MATRIX)
def test_suit_debt_and_stop_are_seen(
    visit: Visit, begin: Begin, rulebook: str, size: str, language: str
) -> None:
    script, words, page = SCRIPTS[rulebook], WORDS[language], visit(size, language)
    other = begin(page, rulebook)
    expect(page.locator(SUIT)).to_have_text(words["hearts"])
    expect(page.locator(DEBT)).to_have_count(0)
    pass_on(page)
    other.lays(script.seven)
    expect(page.locator(DEBT)).to_have_text(f"+{script.debt}")
    expect(page.locator(PILL)).to_have_text(words["owe"].format(script.debt))
    expect(page.locator(BUTTON)).to_have_text(words["draw debt"].format(script.debt))
    pass_on(page)
    other.lays(script.ace)
    expect(page.locator(PILL)).to_have_text(words[script.word])
    expect(page.locator(DEBT)).to_have_count(0)
    assert_accessible(page)
    pass_on(page)
    other.lays(script.asks)
    expect(page.locator(ASKED)).to_have_text(words["bells"])
    expect(page.locator(".suit .by")).to_have_text(words["asked"])


@pytest.mark.parametrize(("size", "language"), [("phone", "sk"), ("desktop", "en")])
def test_what_only_this_rulebook_knows_is_seen(visit: Visit, begin: Begin, size: str, language: str) -> None:
    """A ten makes sevens dear, and kings ask for a suit."""
    words, page = WORDS[language], visit(size, language)
    other = begin(page, "dlh")
    pass_on(page)
    other.lays("hX")
    expect(page.locator(".notes")).to_have_text(words["note"])
    assert_accessible(page)
    pass_on(page)
    other.lays("h7")
    expect(page.locator(DEBT)).to_have_text("+4")
    expect(page.locator(".notes")).to_have_count(0)
    tap(page, "aK")
    expect(page.locator(".tip p").first).to_have_text(words["refused"])
    pass_on(page)
    other.lays("draw")
    page.wait_for_selector(".hand.turn")
    before = position(page)
    tap(page, "aK")
    page.locator(".four button").last.click()
    page.locator(".lay").first.click()
    left(page, before)
    expect(page.locator(ASKED)).to_have_text(words["bells"])
