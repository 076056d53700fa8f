"""The log: cards as chips, rounds, consequences, and a look back at what was."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from faraon.cards import Card, pack
from faraon.server.table import table
from faraon.server.table.fair import FairDeal
from tests.browser.conftest import Visit, assert_accessible
from tests.browser.opponent import Begin, deal, tables
from tests.browser.playing import card, left, play_here, position, prefer, tap
from tests.browser.retold import retell
from tests.browser.test_company import Others
from tests.browser.test_company import begin as gather

NAME_ENDS_IN_ITS_PLATE = """seat => {
    const right = one => one.getBoundingClientRect().right
    const name = seat.querySelector(".who bdi"), plate = seat.querySelector(".plate")
    const clips = one => getComputedStyle(one).overflowX !== "visible" && right(one) <= right(plate)
    let one = name
    while (one !== plate && !clips(one)) one = one.parentElement
    return one !== plate || right(name) <= right(plate)
}"""
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


def test_the_log_tells_of_a_burned_four_and_who_is_out(visit: Visit, begin: Begin) -> None:
    page = visit("desktop", "sk")
    begin(page, "classic", deal("hX lX aX bX b9", "l7 a7 bK aK l9"))
    before = position(page)
    tap(page, "hX", "lX", "aX", "bX")
    page.locator(".lay").first.click()
    left(page, before)
    page.wait_for_selector(".hand.turn")
    lay(page, "b9")
    expect(page.locator(".log .told")).to_have_count(3)
    _, burned, out = lines(page)
    assert burned.endswith("– spálená: ten istý hráč ide ešte raz")
    assert out.startswith("Ty: guľová deviatka IX – si bez kariet: 1. miesto"), out


def test_the_log_counts_cards_once_where_the_pile_is_turned_over(
    visit: Visit, base_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a debt of nine, six are drawn before and three after."""
    hands = ("h7 hX lX aX bX", "b7 l8 a8 h8 lK", "l7 lO aO bO hK", "hA lA aA bA aK", "a9 b9 l9 lU bK")
    dealt = [Card.parse(one) for one in (*itertools.chain(*zip(*map(str.split, hands), strict=True)), "h9")]
    deck = (*dealt, *(one for one in pack(1) if one not in dealt))
    monkeypatch.setattr(table, "fair_deal", lambda *_: FairDeal(deck, chance=0, lot=0))
    page = visit("desktop", "sk")
    with ExitStack() as sockets:
        others, options = Others(base_url, sockets, page), {"hand_size": 5}
        _, (boris, cyril, dana, _) = gather(page, others, "Boris", "Cyril", "Dana", "Ema", options=options)
        lay(page, "h7")
        boris.lays("b7")
        cyril.lays("l7")
        dana.passes()
        told = page.locator(".log .told").nth(4)
        expect(told).to_have_text("Dana: ťahá 9 kariet – hracia kopa sa otočila")


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
    strange = ["שלום עולם", "👨‍👩‍👧‍👦 rodina", "Z̸͇a̵̮l̸͖g̷͇o̶" + "W" * 19]
    page = visit(size, "sk")

    def change(told: dict[str, object]) -> None:
        table = told.get("table")
        if isinstance(table, dict):
            for seat, name in zip(table["seats"][1:], strange, strict=True):
                seat["name"] = name

    retell(page, change)
    play_here(page, bots=3)
    for seat, name in zip(page.locator(".seats .seat").all(), strange, strict=True):
        expect(seat.locator(".who bdi")).to_have_text(name)
        expect(seat.locator(".av")).to_have_text({"שלום עולם": "ש", strange[1]: "👨‍👩‍👧‍👦"}.get(name, "Z̸͇"))
        plate, shown = seat.locator(".plate").bounding_box(), seat.locator(".who b").bounding_box()
        assert plate
        assert shown
        assert plate["x"] <= shown["x"]
        assert shown["x"] + shown["width"] <= plate["x"] + plate["width"]
        assert seat.evaluate(NAME_ENDS_IN_ITS_PLATE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
