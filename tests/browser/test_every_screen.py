"""Every screen as a whole: nothing sticks out, everything can be hit with a thumb, axe finds nothing."""

from __future__ import annotations

import gzip
import itertools

import pytest
from playwright.sync_api import Page, expect
from tools.contact_sheets import SCREENS, Scene

from faraon.server.net.client import WEB
from tests.browser.conftest import Visit, assert_accessible
from tests.browser.games import PlayedTable, play_to_the_end
from tests.browser.playing import wait_until
from tests.browser.serving import LOCALES, SIZES
from tests.scale import SOAK

LARGEST_FIRST = 125_000
"""What the first page needs, gzipped, without the art."""
LARGEST_BUNDLE = 180_000
"""All pages."""


VARIANTS = [*itertools.product(SIZES, LOCALES, ("light", "dark"))]
SPREAD = [(name, *VARIANTS[(5 * i) % len(VARIANTS)]) for i, name in enumerate(SCREENS)]
MATRIX = [(name, *variant) for name in SCREENS for variant in VARIANTS]
"""Each screen once in the suite, spread over sizes, languages and looks; all of them in the soak."""

SMALL_TARGETS = """() => [...document.querySelectorAll('#app :is(a, button, select, summary, textarea)')]
    .filter(one => {
        const { width, height } = one.getBoundingClientRect()
        const shown = width > 1 && height > 1 && getComputedStyle(one).visibility !== 'hidden'
        const inSentence = one.matches('a') && getComputedStyle(one).display === 'inline'
        return shown && !inSentence && (width < 43.5 || height < 43.5)
    })
    .map(one => `${one.outerHTML.slice(0, 100)} ${one.clientWidth} x ${one.clientHeight}`)"""
"""What is tapped and yet smaller than a thumb; links in a sentence are as high as the sentence."""


COVERED = """() => [...document.querySelectorAll('.tips, .tip')].flatMap(panel => {
    const told = panel.getBoundingClientRect()
    const kept = panel.matches('.tip') ? '.suit .lb' : '.hand .card, .seat .plate, .pile, .heap, .suit .lb'
    return [...document.querySelectorAll(kept)].filter(one => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        return left < told.right && right > told.left && top < told.bottom && bottom > told.top
    }).map(one => `${one.className} below ${panel.className}`)
})"""
"""What a beginner is told lies on nothing; a refusal leaves in sight what is valid."""


MAIN_ON_THE_LEFT = """() => {
    const main = document.querySelector('.acts .main, .acts .lay')?.getBoundingClientRect()
    return !main || (main.left + main.right) / 2 < innerWidth / 2
}"""
SETTLED = "!/Načítava sa…|Loading…/.test(document.body.innerText)"


@pytest.fixture(scope="module")
def played(base_url: str) -> PlayedTable:
    return play_to_the_end(base_url)


def assert_sound(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"the page is {wide} pixels wider than the screen"
    assert page.evaluate(SMALL_TARGETS) == []
    wait_until(page, f"!({COVERED})().length")  # what is valid moves out of the way
    assert_accessible(page)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "size", "language", "theme"), MATRIX if SOAK else SPREAD, ids=str)
def test_every_screen_is_sound(
    visit: Visit, base_url: str, played: PlayedTable, name: str, size: str, language: str, theme: str
) -> None:
    page = visit(size, language, theme)
    SCREENS[name](Scene(base_url, played), page)
    page.locator("main").wait_for()
    wait_until(page, SETTLED)
    assert_sound(page)
    if name == "table_readable":  # for the left hand
        assert page.evaluate(MAIN_ON_THE_LEFT)


def test_the_bundle_is_small() -> None:
    files = [file for file in (WEB / "assets").iterdir() if file.suffix in (".js", ".css")]
    sizes = {file.name: len(gzip.compress(file.read_bytes(), 9)) for file in files}
    page = (WEB / "index.html").read_text("utf-8")
    assert 0 < sum(size for name, size in sizes.items() if name in page) < LARGEST_FIRST
    assert sum(sizes.values()) < LARGEST_BUNDLE


def test_a_page_that_cannot_be_fetched_says_so(visit: Visit) -> None:
    page = visit("phone", "sk", expected="Failed to load resource")
    page.route("**/assets/later-*.js", lambda route: route.abort())
    page.goto("/settings")
    expect(page.get_by_text("Túto stránku sa nepodarilo načítať.")).to_be_visible()
    page.unroute("**/assets/later-*.js")
    page.get_by_role("button", name="Načítať znova").click()
    expect(page.get_by_role("heading", name="Nastavenia")).to_be_visible()
