"""§17 in the browser: a lie that is caught, one that is not, and one of the other player that is checked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, assert_accessible
from tests.browser.opponent import Begin, Opponent, deal, pass_on, tables
from tests.browser.playing import card, left, position, tap

MINE, THEIRS, START = "lK hX a8 b8 h8", "h9 hK a9 aX lX", "b9"
LAY, BAR, CHECK, TIP = ".lay", ".panel.bar", ".acts .check", ".tip"
WORDS = {
    "sk": {
        "cover": "Podložiť iné karty…",
        "lie": "Klamstvo. Ak karty ďalší hráč skontroluje, vezmeš si ich späť: tri karty za klamstvo.",
        "lay": "Vyložiť zakryto (2)",
        "check": "Skontrolovať",
        "claim": "Si na ťahu: veríš, alebo kontroluješ (2 karty)?",
        "caught": "všetko je ako predtým",
    },
    "en": {
        "cover": "Put other cards below…",
        "lie": "A lie. If the next player checks, you take the cards back: three cards for a lie.",
        "lay": "Lay covered (2)",
        "check": "Check",
        "claim": "Your turn: believe it or check (2 cards)?",
        "caught": "everything is as before",
    },
}


SEATS = {
    "sk": ("Úroveň bota 1", "Majster", "Hráč", "Kamufláž", "všetci boti tu blufujú"),
    "en": ("Bot level 1", "Master", "Player", "Camouflage", "every bot here bluffs"),
}
"""A bot's level, one that searches, one that does not, the option, and what is said of it."""


@pytest.fixture
def begin(base_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    with tables(base_url, monkeypatch) as begin:
        yield begin


def sit_down(page: Page, begin: Begin) -> Opponent:
    return begin(page, "classic", deal(MINE, THEIRS, START), camouflage="on")


def lie(page: Page, language: str) -> None:
    """The king of leaves, under the eight of hearts: "two eights"."""
    words, before = WORDS[language], position(page)
    tap(page, "lK")  # it does not fit
    page.locator(TIP).get_by_role("button", name=words["cover"]).click()
    expect(page.locator(LAY)).to_be_disabled()
    tap(page, "h8")
    expect(page.locator(BAR).get_by_role("alert")).to_have_text(words["lie"])
    assert_accessible(page)
    expect(page.locator(LAY)).to_have_text(words["lay"])
    page.locator(LAY).click()
    left(page, before)


def log_says(page: Page, text: str) -> None:
    if not page.locator("ol").first.is_visible():  # a phone opens it
        page.keyboard.press("l")
    expect(page.locator("ol").first).to_contain_text(text)


@pytest.mark.parametrize(("size", "language"), [("desktop", "sk"), ("phone", "en")])
def test_s17_a_lie_that_is_caught(visit: Visit, begin: Begin, size: str, language: str) -> None:
    page = visit(size, language)
    other = sit_down(page, begin)
    lie(page, language)
    other.lays("check")
    expect(page.locator(".hand .card")).to_have_count(8)
    for code in MINE.split():
        expect(card(page, code)).to_be_visible()
    log_says(page, WORDS[language]["caught"])


@pytest.mark.parametrize(("size", "language"), [("phone", "sk"), ("desktop", "en")])
def test_s17_a_lie_that_is_not_and_one_of_the_other_that_is(
    visit: Visit, begin: Begin, size: str, language: str
) -> None:
    page, words = visit(size, language), WORDS[language]
    other = sit_down(page, begin)
    lie(page, language)
    other.lays("h9")  # and believes it
    page.wait_for_selector(".hand.turn")
    expect(page.locator(".hand .card")).to_have_count(3)
    expect(page.locator(CHECK)).to_have_count(0)
    pass_on(page)
    other.lays("hK a9")  # "two nines"
    expect(page.locator(".prompt .pill")).to_have_text(words["claim"])
    expect(page.locator(".lying use[href*='hearts-king']")).to_have_count(0)
    expect(page.locator(CHECK)).to_have_text(words["check"])
    assert_accessible(page)
    before = position(page)
    page.locator(CHECK).click()
    left(page, before)
    page.wait_for_selector(".hand.turn")
    log_says(page, words["caught"])


@pytest.mark.parametrize(("size", "language"), [("desktop", "sk"), ("phone", "en")])
def test_s17_a_new_table_says_that_no_level_searches_there(visit: Visit, size: str, language: str) -> None:
    level, strong, weak, option, said = SEATS[language]
    page = visit(size, language)
    page.goto("/new")
    note = page.get_by_text(said)
    page.get_by_label(level).select_option(strong)
    page.locator(".all").click()
    page.get_by_role("switch", name=option).click()
    expect(note).to_be_visible()
    assert_accessible(page)
    page.get_by_label(level).select_option(weak)
    expect(note).to_have_count(0)
    page.get_by_label(level).select_option(strong)
    expect(note).to_be_visible()
    page.get_by_role("switch", name=option).click()
    expect(note).to_have_count(0)
