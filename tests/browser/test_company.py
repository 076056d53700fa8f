"""People at one table: who leaves, who was away, who wants a rematch, what they let each other know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from websockets.sync.client import connect
from websockets.typing import Origin

from faraon.server.table import table as tables
from tests.browser.conftest import Visit, assert_accessible
from tests.browser.opponent import Opponent, deal
from tests.browser.playing import open_table, position, prefer, sit_down


class Others:
    """The other people, over the wire."""

    def __init__(self, base_url: str, sockets: ExitStack, page: Page) -> None:
        self._base, self._sockets, self._page = base_url, sockets, page

    def join(self, table: str, name: str) -> Opponent:
        joined = self._page.request.post(f"/api/tables/{table}/join", data={"name": name}).json()
        address = f"{self._base.replace('http', 'ws')}/ws/{table}"
        socket = self._sockets.enter_context(connect(address, origin=Origin(self._base)))
        return Opponent(socket, joined["token"])


@pytest.fixture
def sockets() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def begin(page: Page, others: Others, *names: str, **more: Any) -> tuple[dict[str, Any], list[Opponent]]:
    """A table of people whose first game is dealt; I am on turn."""
    prefer(page, name="Anna")
    seated = open_table(page, bots=0, people=len(names) + 1, name="Anna", **more)
    joined = [others.join(seated["table"], name) for name in names]
    sit_down(page, seated)
    page.locator(".start .pri").click()
    page.wait_for_selector(".hand.turn")
    return seated, joined


def draw(page: Page) -> None:
    before = position(page)
    page.locator(".acts .main:enabled").click()
    expect(page.locator(".tbl")).not_to_have_attribute("data-position", before)
    page.wait_for_selector(".pill.quiet")  # everything has landed


def test_who_comes_back_is_told_what_they_missed_and_sees_it_again(
    visit: Visit, base_url: str, sockets: ExitStack
) -> None:
    """Two others moved meanwhile, and one of them left for good: the strip and the log tell it."""
    page = visit("phone", "sk")
    seated, (boris, cyril) = begin(page, Others(base_url, sockets, page), "Boris", "Cyril")
    draw(page)
    page.goto("/settings")
    for other in (boris, cyril):
        other.passes()
    cyril.says("leave")
    page.goto(f"/t/{seated['table']}")
    strip = page.locator(".strip")
    expect(strip).to_contain_text("Od tvojho odchodu: 2 ťahy")
    assert_accessible(page)
    strip.get_by_role("button", name="Pozrieť ich").click()
    expect(strip).to_be_hidden()
    page.wait_for_selector(".hand.turn")
    page.get_by_role("button", name="Otvoriť priebeh hry").first.click()
    told = page.get_by_role("dialog")
    expect(told.get_by_text(re.compile(r"Cyril: odchod od stola; na tomto mieste hrá bot"))).to_be_visible()
    expect(told.get_by_text(re.compile(r"^Cyril: (ťahá|stojí)"))).to_be_visible()  # as they were called then


def test_a_rematch_asks_everybody_and_the_results_stay(
    visit: Visit, base_url: str, sockets: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boris's last cards are aces, which end the game at once; then one of us wants a rematch."""
    dealt = deal("h7 lX a9 bK", "h8 hA lA aA", start="hX")
    monkeypatch.setattr(tables, "fair_deal", lambda *_: dealt)
    page = visit("desktop", "sk")
    options = {"hand_size": 4, "ace_two": "free"}
    _, (boris,) = begin(page, Others(base_url, sockets, page), "Boris", options=options)
    draw(page)
    boris.lays("h8")
    page.wait_for_selector(".hand.turn")
    page.locator(".acts .main:enabled").click()
    boris.lays("hA lA aA")
    end = page.get_by_role("dialog")
    expect(end).to_contain_text("Tentoraz prehrávaš")
    expect(end.locator(".why")).to_contain_text("Poslednou kartou bolo eso")
    expect(end).not_to_contain_text("miesto z 2")
    boris.says("rematch")
    votes = end.locator(".votes li", has_text="Boris")
    expect(votes).to_contain_text("súhlasí")
    expect(end.locator(".rank").first).to_be_visible()
    expect(page.get_by_text("Čaká sa na hráčov")).to_have_count(0)
    assert_accessible(page)
    boris.says("ready", on=False)
    expect(votes).to_contain_text("čaká sa na odpoveď")
    page.get_by_role("button", name="Odveta").click()
    end.get_by_role("button", name="Pripomenúť sa: Boris").click()
    assert boris.hears("nudged")["by"] == 0
    boris.says("rematch")
    page.wait_for_selector(".hand.turn")
    expect(end).to_be_hidden()


def test_signs_words_and_spectators_at_the_table(visit: Visit, base_url: str, sockets: ExitStack) -> None:
    page = visit("phone", "en", "dark")
    others = Others(base_url, sockets, page)
    _, (boris,) = begin(page, others, "<b>Zl\u0335\u0336\u0337\u0338o 😀", chat=True)
    boris.says("chat", on=True)
    draw(page)
    page.get_by_role("button", name="Company: reactions and messages").click()
    panel = page.get_by_role("dialog")
    expect(panel.get_by_text("Nobody is watching.")).to_be_visible()
    expect(panel.get_by_text("bZl̵̶o 😀").first).to_be_visible()
    panel.get_by_role("switch", name="Messages").click()
    panel.get_by_role("textbox", name="Your message").fill("Hi <i>there</i>")
    panel.get_by_role("button", name="Send").click()
    expect(panel.get_by_role("list", name="Messages")).to_contain_text("Anna Hi <i>there</i>")
    assert boris.hears("said")["text"] == "Hi <i>there</i>"
    assert_accessible(page)
    panel.get_by_role("button", name="Laughter").click()
    expect(page.locator(".bubbles")).to_contain_text("Anna")
    assert boris.hears("reacted")["reaction"] == "laugh"
    boris.says("say", text="Well…")
    expect(page.locator(".bubbles .words")).to_contain_text("Well…")
    expect(page.get_by_role("button", name="new messages: 1")).to_be_visible()
    page.get_by_role("button", name="Company").click()
    panel.get_by_role("button", name=re.compile("^Mute")).click()
    expect(panel.get_by_role("list", name="Messages")).not_to_contain_text("Well…")


def test_invited_people_talk_in_the_lobby(visit: Visit, base_url: str, sockets: ExitStack) -> None:
    """Before the first deal, and a mute outlasts the page."""
    page = visit("phone", "sk")
    prefer(page, name="Anna")
    seated = open_table(page, bots=0, people=2, name="Anna", chat=True)
    boris = Others(base_url, sockets, page).join(seated["table"], "Boris")
    boris.says("chat", on=True)
    sit_down(page, seated)
    company = page.get_by_role("button", name="Spoločnosť")
    company.click()
    panel = page.get_by_role("dialog")
    panel.get_by_role("switch", name="Písanie správ").click()
    panel.get_by_role("textbox").fill("Začneme?")
    panel.get_by_role("button", name="Poslať").click()
    assert boris.hears("said")["text"] == "Začneme?"
    boris.says("say", text="Už idem")
    messages = panel.get_by_role("list", name="Písanie správ")
    expect(messages).to_contain_text("Už idem")
    assert_accessible(page)
    panel.get_by_role("button", name="Stlmiť").click()
    expect(messages).not_to_contain_text("Už idem")
    expect(panel.get_by_text("na ťahu")).to_have_count(0)  # nothing is dealt yet
    page.reload()
    expect(company).to_have_accessible_name("Spoločnosť: reakcie a správy")  # one's own words are not new
    company.click()
    expect(messages).to_contain_text("Začneme?")
    expect(messages).not_to_contain_text("Už idem")


def test_everybody_sees_at_once_who_left_and_who_plays_instead(
    visit: Visit, base_url: str, sockets: ExitStack
) -> None:
    page = visit("desktop", "en")
    _, (_, cyril) = begin(page, Others(base_url, sockets, page), "Boris", "\u05e9\u05e8\u05d4" * 8)
    robots = page.locator(".seats .av.robot")
    expect(robots).to_have_count(0)
    cyril.says("leave")
    told = re.compile("has left the table; the bot .* takes over\\.")
    expect(page.locator(".bubbles").get_by_text(told)).to_be_visible()
    expect(page.get_by_role("list", name="The game so far").get_by_text(told)).to_be_visible()
    expect(robots).to_have_count(1)
    expect(page.locator(".seat", has=page.locator(".robot")).locator(".who small")).to_have_text("Player")


def test_after_a_cut_in_the_middle_of_a_game_nothing_is_missing(
    visit: Visit, base_url: str, sockets: ExitStack
) -> None:
    """The others play on meanwhile; then it is told, and I move."""
    page = visit("phone", "en")
    lines: list[WebSocketRoute] = []
    cut: list[bool] = []

    def through(line: WebSocketRoute) -> None:
        if cut:
            line.close()
            return
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/ws/*", through)
    _, others = begin(page, Others(base_url, sockets, page), "Boris", "Cyril")
    draw(page)
    cut.append(True)
    lines[-1].close()
    expect(page.get_by_role("alert")).to_contain_text("The connection was lost")
    for other in others:
        other.passes()
    cut.clear()
    expect(page.locator(".strip")).to_contain_text("Since you left: 2 moves")
    page.wait_for_selector(".hand.turn")
    draw(page)
