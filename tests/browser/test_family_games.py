"""Another game of the family among three: the play turns round, and cards are drawn until one fits."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import connect
from websockets.typing import Origin

from faraon.cards import Card, pack
from faraon.server.table import table
from faraon.server.table.fair import FairDeal
from tests.browser.conftest import Visit, assert_accessible
from tests.browser.opponent import BUTTON, Opponent, pass_on
from tests.browser.playing import left, open_table, position, prefer, sit_down, tap

HANDS = ("hA hX l8 bK lX", "h7 bA aX l9 a9", "hO h8 aK bX lA")
STOCK = "a7 b9 hK"
NOTES, REASONS = ".notes", ".tip p"
LAST_LINE = {"desktop": "ol li:last-child", "phone": ".ticker"}

WORDS = {
    "sk": {
        "round": "Hrá sa proti smeru hodinových ručičiek.",
        "skipped": "Boris tentoraz na ťah nejde",
        "drawn": "Karta je potiahnutá: ak sa hodí, vylož iba ju (červeného kráľa), inak vynechaj ťah.",
    },
    "en": {
        "round": "Play goes counter-clockwise.",
        "skipped": "Boris does not move this time",
        "drawn": "You have just drawn: lay that card (the king of hearts) alone if it fits, or pass.",
    },
}


@pytest.fixture
def sockets() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def begin(page: Page, base_url: str, sockets: ExitStack) -> list[Opponent]:
    """Anna is dealt the first hand; the others, over the wire, the second and the third."""
    prefer(page, name="Anna")
    seated = open_table(page, bots=0, people=3, name="Anna", rulebook="crazy", options={})
    address = f"{base_url.replace('http', 'ws')}/ws/{seated['table']}"
    opponents = []
    for name in ("Boris", "Cyril"):
        joined = page.request.post(f"/api/tables/{seated['table']}/join", data={"name": name}).json()
        socket = sockets.enter_context(connect(address, origin=Origin(base_url)))
        opponents.append(Opponent(socket, joined["token"]))
    sit_down(page, seated)
    page.locator(".start .pri").first.click()
    page.wait_for_selector(".hand.turn")
    return opponents


def lay(page: Page, card: str) -> None:
    before = position(page)
    tap(page, card)
    left(page, before)


@pytest.mark.parametrize(("size", "language"), [("desktop", "sk"), ("phone", "en")])
def test_three_play_crazy_eights(
    visit: Visit, base_url: str, monkeypatch: pytest.MonkeyPatch, sockets: ExitStack, size: str, language: str
) -> None:
    dealt = [*itertools.chain(*zip(*(hand.split() for hand in HANDS), strict=True)), "h9", *STOCK.split()]
    cards = [Card.parse(name) for name in dealt]
    deck = (*cards, *(card for card in pack(1) if card not in cards))
    monkeypatch.setattr(table, "fair_deal", lambda *_: FairDeal(deck, chance=0, lot=0))
    words, page = WORDS[language], visit(size, language)
    boris, cyril = begin(page, base_url, sockets)
    expect(page.locator(NOTES)).to_have_count(0)
    lay(page, "hA")
    expect(page.locator(NOTES)).to_have_text(words["round"])
    assert_accessible(page)
    cyril.lays("hO")  # who sits before Anna moves behind her, and Boris is skipped
    page.wait_for_selector(".hand.turn")
    expect(page.locator(LAST_LINE[size])).to_contain_text(words["skipped"])
    expect(page.locator(".hand .card")).to_have_count(4)
    pass_on(page)
    expect(page.locator(".hand .card")).to_have_count(7)
    tap(page, "l8")
    expect(page.locator(REASONS)).to_have_text([words["drawn"]])
    page.keyboard.press("Escape")
    lay(page, "hK")
    cyril.lays("h8=b")
    boris.lays("bA")
    expect(page.locator(NOTES)).to_have_count(0)
    cyril.lays("bX")
    page.wait_for_selector(".hand.turn")
    expect(page.locator(BUTTON)).to_be_enabled()


def test_the_seats_follow_the_rules_that_are_chosen(visit: Visit) -> None:
    page = visit("desktop", "en")
    page.goto("/new")
    for _ in range(2):
        page.get_by_role("button", name="Bot", exact=True).click()
    expect(page.locator(".side li")).to_have_count(4)
    page.get_by_role("radio", name="Crazy Eights").check(force=True)
    expect(page.locator(".side li")).to_have_count(4)
    page.get_by_role("button", name="Other rules").click()
    page.get_by_role("radio", name="Mini-Faraón, six cards").check(force=True)
    expect(page.locator(".side li")).to_have_count(2)
    page.get_by_role("button", name="Start game").click()
    page.wait_for_selector(".hand")
