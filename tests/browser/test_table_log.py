"""The log: cards as chips, rounds, consequences, and a look back at what was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, assert_accessible
from tests.browser.opponent import Begin, deal, tables
from tests.browser.playing import card, left, play_here, position, prefer, tap
from tests.browser.retold import retell

PHARAOH_KILLS = deal("h7 lU lK l9 aK", "b7 h8 bK b9 a9")


@pytest.fixture
def begin(base_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    with tables(base_url, monkeypatch) as begin:
        yield begin


def lines(page: Page) -> list[str]:
    """As they are read out: chips by the names of their cards."""
    return [" ".join(one.split()) for one in page.locator(".log .told").all_inner_texts()]


def lay(page: Page, code: str) -> None:
    before = position(page)
    tap(page, code)
    left(page, before)


@pytest.mark.parametrize("language", ["sk", "en"])
def test_the_log_tells_what_moves_led_to(visit: Visit, begin: Begin, language: str) -> None:
    page = visit("desktop", language)
    other = begin(page, "classic", PHARAOH_KILLS)
    lay(page, "h7")
    other.lays("b7")
    page.wait_for_selector(".hand.turn")
    lay(page, "lU")
    other.lays("h8")
    page.wait_for_selector(".hand.turn")
    mine = page.locator(
        ".log .told", has=page.locator(".chip", has_text="Faraón" if language == "sk" else "Pharaoh")
    )
    expect(mine).to_have_count(1)
    plate = page.locator(".me .seat .av").inner_text()
    expect(mine.locator("xpath=../*[1]")).to_have_text(plate)  # one letter for one person
    told = lines(page)
    expected = {
        "sk": ["Ty: červená sedma VII – Boris dlhuje 3 karty", "dlhuješ 6 kariet", "dlh je preč"],
        "en": ["You: seven of hearts VII – Boris owes 3 cards", "you owe 6 cards", "the debt is gone"],
    }[language]
    assert told[1] == expected[0]
    assert told[2].endswith(expected[1])
    assert expected[2] in told[3]
    rounds = page.locator(".log .rnd").all_inner_texts()
    assert rounds == (
        ["Predošlé kolo", "Toto kolo"] if language == "sk" else ["The round before", "This round"]
    )
    assert_accessible(page)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_line_shows_the_table_as_it_was(visit: Visit, begin: Begin, size: str) -> None:
    page = visit(size, "sk")
    other = begin(page, "classic", PHARAOH_KILLS)
    lay(page, "h7")
    other.lays("b7")
    page.wait_for_selector(".hand.turn")
    if size == "phone":
        page.get_by_role("button", name="Otvoriť priebeh hry").click()
    page.get_by_role("button", name="Rozdávanie").click()
    expect(page.get_by_text("Tak to bolo po rozdaní.")).to_be_visible()
    expect(card(page, "h7")).to_be_visible()
    expect(page.locator(".pile [data-face]")).to_have_attribute("data-face", "h9")
    expect(page.locator(".hand.turn")).to_have_count(0)  # the past cannot be changed
    expect(page.locator(".debt")).to_have_count(0)
    assert_accessible(page)
    page.get_by_role("button", name="Späť do hry").click()
    expect(card(page, "h7")).to_have_count(0)
    page.wait_for_selector(".hand.turn")


def test_the_log_keeps_pace_with_the_cards(visit: Visit) -> None:
    """A line stands when its card has landed, and not before."""
    page = visit("desktop", "sk")
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(
        "window.tops = []; new MutationObserver(() => {"
        "  const lines = document.querySelectorAll('.log .told').length;"
        "  const lying = [...document.querySelectorAll('.pile .lying [data-face]')];"
        "  if (lines > (window.lines ?? lines)) tops.push(lying.at(-1)?.dataset.face);"
        "  window.lines = lines"
        "}).observe(document, { childList: true, subtree: true })"
    )
    play_here(page, lesson="ace")
    prefer(page, pace=0.5)
    page.reload()
    page.wait_for_selector(".hand.turn")
    count = page.locator(".log .told").count()
    tap(page, "hA")
    expect(page.locator(".log .told")).to_have_count(count + 2)  # mine, and the bot stands
    assert page.evaluate("tops")[-2:] == ["hA", "hA"]


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_strange_names_are_shown_safely(visit: Visit, size: str) -> None:
    strange = ["שלום עולם", "👨‍👩‍👧‍👦 rodina", "Z̸͇a̵̮l̸͖g̷͇o̶", "W" * 24]
    page = visit(size, "sk")

    def change(told: dict[str, object]) -> None:
        table = told.get("table")
        if isinstance(table, dict):
            for seat, name in zip(table["seats"][1:], strange, strict=False):
                seat["name"] = name

    retell(page, change)
    play_here(page, bots=3)
    for seat, name in zip(page.locator(".seats .seat").all(), strange, strict=False):
        expect(seat.locator(".who bdi")).to_have_text(name)
        expect(seat.locator(".av")).to_have_text({"שלום עולם": "ש", strange[1]: "👨‍👩‍👧‍👦"}.get(name, "Z̸͇"))
        plate, shown = seat.locator(".plate").bounding_box(), seat.locator(".who b").bounding_box()
        assert plate
        assert shown
        assert plate["x"] <= shown["x"]
        assert shown["x"] + shown["width"] <= plate["x"] + plate["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
