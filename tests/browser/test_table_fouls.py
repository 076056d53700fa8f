"""§18 in the browser: where invalid moves are punished, a person can lay a wrong group and pays for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from faraon.server.table import table
from tests.browser.conftest import Visit, assert_accessible
from tests.browser.opponent import deal
from tests.browser.playing import card, left, play_here, position, tap

MINE = "lK hX a8 b8 aO"
TIP, LAY, BAR = ".tip", ".lay", ".panel.bar"
SK = {
    "anyway": "Vyložiť aj tak (pajchel: 3 karty)",
    "warns": "Tri karty za neplatný ťah. Vezmeš 3 karty.",
    "lay": "Vyložiť a vziať 3 karty",
    "against": "Proti pravidlám…",
    "allowed": "Toto pravidlá dovoľujú.",
    "log": "neplatný ťah, {} – ťaháš 3 karty",
    "one": "karta sa vracia do ruky",
    "more": "karty sa vracajú do ruky",
}
EN = {
    "anyway": "Lay it anyway (penalty: 3 cards)",
    "warns": "Three cards for an invalid move. You will take 3 cards.",
    "lay": "Lay and take 3 cards",
    "against": "Against the rules…",
    "allowed": "The rules allow this.",
    "log": "an invalid move: {} – draw 3 cards",
    "one": "the card goes back",
    "more": "the cards go back",
}
WORDS = {"sk": SK, "en": EN}


@pytest.fixture(autouse=True)
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "fair_deal", lambda *_: deal(MINE, "h9 h8 a9 aX lX", start="b9"))


def begin(page: Page, pajchel: str) -> None:
    play_here(page, options={"pajchel": pajchel})
    page.wait_for_selector(".hand.turn")


def anyway(page: Page, language: str) -> Locator:
    return page.locator(TIP).get_by_role("button", name=WORDS[language]["anyway"], exact=True)


def pays(page: Page, language: str, cards: str) -> None:
    """The button with the price is pressed: all my cards are there, and three more."""
    words, before = WORDS[language], position(page)
    expect(page.locator(LAY)).to_have_text(words["lay"])
    page.locator(LAY).click()
    left(page, before)
    page.wait_for_selector(".hand.turn")
    expect(page.locator(".hand .card")).to_have_count(8)
    for code in MINE.split():
        expect(card(page, code)).to_be_visible()
    if not page.locator("ol").first.is_visible():  # the log, which a phone opens
        page.keyboard.press("l")
    expect(page.locator("ol").first).to_contain_text(words["log"].format(words[cards]))


@pytest.mark.parametrize(("size", "language"), [("desktop", "sk"), ("phone", "en")])
def test_s18_a_wrong_card_is_laid_after_a_warning_and_paid_for(
    visit: Visit, size: str, language: str
) -> None:
    page, words = visit(size, language), WORDS[language]
    begin(page, "penalty")
    tap(page, "lK")
    before = position(page)
    anyway(page, language).click()
    expect(page.locator(BAR).get_by_role("alert")).to_have_text(words["warns"])
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator(BAR)).to_have_count(0)
    tap(page, "lK")
    anyway(page, language).click()
    expect(page.locator(LAY)).to_be_enabled()
    card(page, "lK").focus()
    page.keyboard.press("Enter")  # lays what the rules allow, and nothing else
    assert position(page) == before
    pays(page, language, "one")


@pytest.mark.parametrize(("size", "language"), [("phone", "sk"), ("desktop", "en")])
def test_s18_a_wrong_group_asks_for_its_suit_and_is_paid_for(visit: Visit, size: str, language: str) -> None:
    page, words = visit(size, language), WORDS[language]
    begin(page, "penalty")
    tap(page, "b8")  # it can be laid, with or without the other eight
    page.get_by_role("button", name=words["against"]).click()
    expect(page.locator(BAR)).to_contain_text(words["allowed"])
    tap(page, "lK", "aO")
    expect(page.locator(f"{LAY}:disabled")).to_have_text(words["lay"])
    expect(page.get_by_role("alert")).to_contain_text(words["warns"])
    page.locator(".four button").last.click()
    assert_accessible(page)
    pays(page, language, "more")


def test_s18_a_table_for_beginners_refuses(visit: Visit) -> None:
    page = visit("phone", "sk")
    begin(page, "refuse")
    tap(page, "lK")
    expect(page.locator(TIP)).to_contain_text("Zeleňový kráľ sa nehodí")
    expect(anyway(page, "sk")).to_have_count(0)
    tap(page, "b8")
    expect(page.locator(LAY)).to_be_visible()
    expect(page.get_by_role("button", name=SK["against"])).to_have_count(0)
