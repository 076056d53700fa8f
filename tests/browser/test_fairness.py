"""What the browser noted before a deal counts afterwards: an honest deal is proved, a ground one is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from faraon.server.table.deals import Deal, NextDeal
from faraon.server.table.fair import fair_deal, seal
from faraon.server.table.table import Table
from tests.browser.conftest import Visit, assert_accessible
from tests.browser.playing import open_table, play_here, play_to_the_end, prefer, sit_down, wait_until

SK = {
    "yes": "Rozdanie je poctivé.",
    "no": "Rozdanie nesedí!",
    "verify": "Overiť rozdanie",
    "noted": "Pred hrou server tomuto prehliadaču sľúbil iný odtlačok.",
    "sealed": "Niektorý text nebol vopred zapečatený alebo pečate boli pri otváraní iné.",
    "mine": "Server tvoj text prijal, ale nepoužil ho.",
    "right": "Tvoj text je v rozdaní.",
    "limits": "Čo to nedokazuje",
}
EN = {
    "yes": "The deal is fair.",
    "no": "The deal does not match!",
    "verify": "Verify the deal",
    "noted": "Before the game the server promised this browser another fingerprint.",
    "sealed": "Some text was not sealed in advance, or the seals were others when they were opened.",
    "mine": "The server took your text but did not use it.",
    "right": "Your text is part of the deal.",
    "limits": "What this does not prove",
}


def noted(page: Page) -> dict[str, Any]:
    """What the browser wrote down about the newest deal."""
    found: str = page.evaluate("localStorage.getItem('faraon.deals')")
    newest: dict[str, Any] = json.loads(found)[0]
    return newest


def look_at_the_record(page: Page, seated: dict[str, Any], words: dict[str, str]) -> None:
    """A new page, which knows of the deal only what the browser has kept."""
    page.goto(f"/t/{seated['table']}/replay/1")
    page.get_by_role("button", name=words["verify"]).click()


def test_a_game_of_ones_own_is_proved_fair(visit: Visit) -> None:
    page, words = visit("phone", "sk"), SK
    seated = play_here(page, rulebook="family")
    assert noted(page)["commitment"] == seated["commitment"]
    play_to_the_end(page)
    expect(page.get_by_text(words["yes"])).to_be_visible()
    look_at_the_record(page, seated, words)
    expect(page.get_by_text(words["yes"])).to_be_visible()
    expect(page.get_by_text(words["right"])).to_be_visible()
    expect(page.get_by_role("heading", name=words["limits"])).to_be_visible()
    assert_accessible(page)


def test_friends_seal_their_texts_and_both_are_in_the_deal(visit: Visit) -> None:
    host, guest = visit("desktop", "sk"), visit("phone", "en")
    prefer(host, name="Anna")
    prefer(guest, name="Boris")
    seated = open_table(host, bots=0, people=2, name="Anna")
    joined = guest.request.post(f"/api/tables/{seated['table']}/join", data={"name": "Boris"}).json()
    sit_down(guest, joined)
    expect(guest.get_by_text("The host starts the game.")).to_be_visible()
    sit_down(host, seated)
    host.get_by_role("button", name="Začať hru").click()
    for page in (host, guest):
        page.wait_for_selector(".hand .card")
        wait_until(page, "JSON.parse(localStorage.getItem('faraon.deals'))[0].mine.taken")
    one, other = noted(host), noted(guest)
    assert one["commitment"] == other["commitment"] == seated["commitment"]
    assert one["sealed"] == other["sealed"]
    assert all(one["sealed"]["seals"])
    host.get_by_role("button", name="Ponuka").click()
    host.get_by_role("button", name="Poctivé rozdanie").click()
    expect(host.get_by_text("Tajomstvo rozdania sa odhalí po hre.")).to_be_visible()
    host.get_by_text("Čísla na prepočítanie").click()
    expect(host.get_by_text(one["mine"]["salt"]).first).to_be_visible()
    assert_accessible(host)


# ------------------------------------------------------------------------------- operators who are not honest


def swap_the_secret(promised: NextDeal) -> None:
    """All texts are open: now it looks for a secret that gives its bot a seven."""
    tries = (f"{number:064x}" for number in range(1, 10_000))
    promised.secret = next(one for one in tries if _liked(promised, one, promised.salts))


def add_a_text_for_the_bot(promised: NextDeal) -> None:
    """The same with a text; it even says that the bot was a person who had sealed it."""
    tries = (f"{number:064x}" for number in range(10_000))
    salt = next(one for one in tries if _liked(promised, promised.secret, {**promised.salts, 1: one}))
    promised.salts[1], promised.seals[1] = salt, seal(promised.label, 1, salt)
    promised.kinds = ("person", "person")


def drop_the_players_text(promised: NextDeal) -> None:
    """It has taken the text, and pretends that it came too late."""
    del promised.salts[0]


def _liked(promised: NextDeal, secret: str, salts: dict[int, str]) -> bool:
    deck = fair_deal(secret, promised.label, [salts.get(seat, "") for seat in (0, 1)], 1).deck
    return deck[1] >> 2 == 0


@pytest.mark.parametrize(
    ("cheat", "says", "size", "language"),
    [
        (swap_the_secret, "noted", "desktop", "sk"),
        (add_a_text_for_the_bot, "sealed", "phone", "en"),
        (drop_the_players_text, "mine", "phone", "sk"),
    ],
)
def test_an_operator_who_grinds_is_found_out(
    visit: Visit,
    monkeypatch: pytest.MonkeyPatch,
    cheat: Callable[[NextDeal], None],
    says: str,
    size: str,
    language: str,
) -> None:
    page, words = visit(size, language), SK if language == "sk" else EN
    honest = Table._fairly

    def ground(table: Table, *args: Any) -> Deal:
        assert table.next_deal is not None
        cheat(table.next_deal)
        return honest(table, *args)

    monkeypatch.setattr(Table, "_fairly", ground)
    seated = play_here(page)
    play_to_the_end(page)
    expect(page.get_by_text(words["no"])).to_be_visible()
    expect(page.get_by_text(words[says])).to_be_visible()
    look_at_the_record(page, seated, words)
    expect(page.get_by_text(words["no"])).to_be_visible()
    expect(page.get_by_text(words[says]).first).to_be_visible()
    assert_accessible(page)
