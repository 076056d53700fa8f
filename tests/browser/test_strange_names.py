"""Names as people choose them are shown safely everywhere: whole, in their place, turning nothing around."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit, assert_accessible
from tests.browser.games import PlayedTable, play_with_guests
from tests.browser.playing import open_table, prefer, sit_down

LEFTWARDS, ALSO_LEFTWARDS, ANIMALS = "\u05e9\u05dc\u05d5\u05dd", "\u05d3\u05d5\u05d3", "🦊🐻🐼🐨🐯 zvieratá"
CHOSEN = (LEFTWARDS, ALSO_LEFTWARDS, ANIMALS, "Z" + 9 * "\u0338" + "<b>\u202ealgo", "W" * 24)
SHOWN = (LEFTWARDS, ALSO_LEFTWARDS, ANIMALS, "Z\u0338\u0338balgo", "W" * 24)
"""Without what cannot be seen, and with the marks that a language may need."""
LETTERS = (LEFTWARDS[0], ALSO_LEFTWARDS[0], ANIMALS[0], "Z\u0338\u0338", "W")
WIDER = """() => [document.documentElement, ...document.querySelectorAll("dialog[open], main")]
    .filter(one => one.scrollWidth > one.clientWidth).map(one => one.outerHTML.slice(0, 80))"""
PLACES = """(one, words) => {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    const all = []
    while (texts.nextNode()) all.push(texts.currentNode)
    return words.map(word => {
        const text = all.find(text => text.data.includes(word))
        const range = document.createRange()
        range.setStart(text, text.data.indexOf(word))
        range.setEnd(text, text.data.indexOf(word) + word.length)
        const { x, y } = range.getBoundingClientRect()
        return [Math.round(y / 8), x]
    })
}"""
"""Where words stand: line, and place in the line."""


@pytest.fixture(scope="module")
def played(base_url: str) -> PlayedTable:
    return play_with_guests(base_url, *CHOSEN)


def enter(page: Page, played: PlayedTable) -> None:
    prefer(page, name="Anna")
    sit_down(page, {"table": played.id, "seat": 0, "token": played.token})


def in_their_order(one: Locator) -> None:
    """Two names from right to left stand one after the other, as everything else does."""
    places = one.evaluate(PLACES, [LEFTWARDS, ALSO_LEFTWARDS])
    assert places == sorted(places), places


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_strange_names_in_the_lobby(visit: Visit, size: str) -> None:
    page = visit(size, "sk")
    prefer(page, name="Anna")
    seated = open_table(page, bots=0, people=len(CHOSEN) + 1, name="Anna", listed=True)
    sit_down(page, seated)
    for name in CHOSEN:
        if name == CHOSEN[-1]:  # a seat is free until now
            looking = visit(size, "sk")
            looking.goto("/tables")
            in_their_order(looking.locator(f"a[href='/t/{seated['table']}'] b"))
        page.request.post(f"/api/tables/{seated['table']}/join", data={"name": name})
    expect(page.locator(".seats li bdi")).to_have_text(["Anna", *SHOWN])
    expect(page.locator(".seats li .av")).to_have_text(["A", *LETTERS])
    waiting = page.locator(".start").get_by_text("Čaká sa na:")
    in_their_order(waiting)
    assert page.evaluate(WIDER) == []
    assert_accessible(page)
    page.goto("/")
    in_their_order(page.locator(".running"))
    page.goto("/mine")
    in_their_order(page.locator(".text b"))
    assert page.evaluate(WIDER) == []


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_strange_names_in_the_log_and_the_results(visit: Visit, played: PlayedTable, size: str) -> None:
    page = visit(size, "sk")
    enter(page, played)
    ranks = page.get_by_role("dialog").locator(".rank").first
    for name in SHOWN:
        expect(ranks.locator("bdi").get_by_text(name, exact=True)).to_be_visible()
    expect(page.locator(".votes li", has_text=LEFTWARDS)).to_contain_text("súhlasí")
    assert page.evaluate(WIDER) == []
    assert_accessible(page)
    page.get_by_role("button", name="Pozrieť stôl").click()
    if size == "phone":
        page.get_by_role("button", name="Otvoriť priebeh hry").click()
    for name in SHOWN:
        expect(page.locator(".log .told bdi").get_by_text(name, exact=True).first).to_be_visible()
    assert page.evaluate(WIDER) == []
    address = f"/api/tables/{played.id}"
    told = page.request.get(address).json()
    told["match"]["winners"] = [*range(len(SHOWN))]
    told["match"]["standings"][-1]["losses"] = 1
    page.route(f"**{address}", lambda route: route.fulfill(json=told))
    page.goto("/mine")
    expect(page.locator(".text b")).to_contain_text(SHOWN[-1])
    expect(page.locator(".text strong")).to_have_text(f"Vyhrávaš, prehráva {SHOWN[-1]}")
    assert page.evaluate(WIDER) == []


def test_strange_names_in_a_record(visit: Visit, played: PlayedTable) -> None:
    page = visit("desktop", "sk")
    page.goto(f"/t/{played.id}/replay/1")
    for name in SHOWN:
        expect(page.locator(".board bdi").get_by_text(name, exact=True)).to_be_visible()
    curves = page.locator("figure svg text")
    expect(curves.filter(has_text=re.compile(f"^{ANIMALS[:9]}$"))).to_have_count(1)  # no letter is cut in two
    assert page.evaluate(WIDER) == []
