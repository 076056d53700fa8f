"""What stands on the cards and around them can be read: every index, with any hand, on the smallest phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Visit
from tests.browser.games import PlayedTable, play_to_the_end
from tests.browser.playing import open_table, prefer, sit_down
from tests.browser.retold import MANY, holding, retell

SMALLEST: ViewportSize = {"width": 360, "height": 740}
COVERED_INDICES = """async (where) => {
    // The index as it is drawn: measured on the sprite itself, not taken from what the client believes.
    const text = await (await fetch(document.querySelector(where + " use").href.baseVal.split("#")[0])).text()
    const sprite = new DOMParser().parseFromString(text, "image/svg+xml").documentElement
    document.body.append(document.importNode(sprite, true))
    const drawn = id => {
        const glyph = document.getElementById(id)
        const { x, y, width, height } = glyph.getBBox()
        const pen = Number(glyph.getAttribute("stroke-width")) / 2
        return { right: x + width + pen, middle: y + height / 2 }
    }
    const labels = { "7": "VII", "8": "VIII", "9": "IX", X: "X", U: "D", O: "H", K: "K", A: "E" }
    const ends = svg => {
        const compact = svg.querySelector("use").href.baseVal.includes("#mini-")
        const end = drawn(`cp-${compact ? "IX" : "ix"}-${labels[svg.dataset.face[1]]}`)
        const scale = svg.getBoundingClientRect().width / 252
        return { x: end.right * scale, y: end.middle * scale }
    }
    const covered = []
    for (const svg of document.querySelectorAll(where + " svg.card-face[data-face]")) {
        svg.scrollIntoView({ block: "nearest", inline: "center" })
        const { x, y } = ends(svg), box = svg.getBoundingClientRect()
        const seen = document.elementsFromPoint(box.x + x, box.y + y).find(one => one.closest(where))
        const face = one =>
            one.matches("svg") ? one : one.closest(".card, span")?.querySelector("svg.card-face")
        if (!seen || face(seen) !== svg) covered.push(svg.dataset.face)
    }
    document.body.lastElementChild.remove()
    return covered
}"""
"""The cards whose index a neighbour covers, from its right end on."""


def covered_indices(page: Page, where: str) -> list[str]:
    found: list[str] = page.evaluate(COVERED_INDICES, where)
    return found


@pytest.mark.parametrize("size", ["phone", "landscape"])
def test_sevens_and_eights_are_told_apart_with_any_hand(visit: Visit, size: str) -> None:
    page = visit(size, "sk")
    if size == "phone":
        page.set_viewport_size(SMALLEST)
    cards: list[str] = []
    retell(page, holding(cards))
    prefer(page)
    seated = open_table(page)
    for count in (5, 8, 9, 16, 30):
        cards[:] = MANY[:count]
        sit_down(page, seated)
        expect(page.locator(".hand .card")).to_have_count(count)
        assert covered_indices(page, ".hand") == [], f"{count} cards"


@pytest.fixture(scope="module")
def played(base_url: str) -> PlayedTable:
    return play_to_the_end(base_url)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_open_hands_of_a_record_can_be_read(
    visit: Visit, played: PlayedTable, base_url: str, size: str
) -> None:
    page = visit(size, "sk")
    if size == "phone":
        page.set_viewport_size(SMALLEST)
    address = f"{base_url}/api/tables/{played.id}/games/1"
    told = page.request.get(address).json()
    told["names"] = ["Anna", "Boris", "Cyril", "Dana"]
    for frame in told["frames"]:
        frame["hands"] = [MANY[:12], MANY[:16], MANY[:5], MANY[:9]]
    page.route(address, lambda route: route.fulfill(json=told))
    page.goto(f"/t/{played.id}/replay/1")
    page.locator(".own svg.card-face").first.wait_for()
    for where in (".others", ".own"):
        assert covered_indices(page, where) == []
