"""Small things that were wrong at the table, each as it was found."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, ViewportSize, expect

from faraon.server.table import table
from tests.browser.conftest import Visit
from tests.browser.games import PlayedTable
from tests.browser.games import play_to_the_end as play_somewhere
from tests.browser.opponent import deal
from tests.browser.playing import (
    NEAR_THE_INDEX,
    card,
    open_table,
    play_here,
    prefer,
    sit_down,
    tap,
    wait_until,
)
from tests.browser.retold import retell
from tests.browser.serving import SIZES
from tests.browser.test_table_readable import SMALLEST

LOWEST: ViewportSize = {"width": 375, "height": 667}
ON_TOP = """() => {
    const one = document.querySelector(".suit .lb")
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const points = [[(left + right) / 2, top + 1], [(left + right) / 2, bottom - 1]]
    return points.every(([x, y]) => one.contains(document.elementFromPoint(x, y)))
}"""
ONE_LINE = """one => {
    const range = document.createRange()
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
        range.selectNode(texts.currentNode)
        if (range.getClientRects().length > 1) return false
    }
    return one.innerText.trim() !== ""
}"""


@pytest.fixture(scope="module")
def played(base_url: str) -> PlayedTable:
    return play_somewhere(base_url)


def box(one: Locator) -> FloatRect:
    found = one.bounding_box()
    assert found
    return found


def test_the_wooden_rim_stays_when_the_page_changes(visit: Visit) -> None:
    page = visit("desktop", "sk")
    page.goto("/settings")
    page.get_by_role("link", name="Na úvod").first.click()
    rim = page.locator("main.felt")
    expect(rim).to_be_focused()
    assert rim.evaluate("one => getComputedStyle(one).boxShadow") != "none"


def test_settings_lead_back_to_the_table(visit: Visit) -> None:
    page = visit("phone", "sk")
    seated = play_here(page)
    for _ in range(2):  # there and back, as often as one likes
        page.get_by_role("button", name="Ponuka").click()
        page.get_by_role("link", name="Nastavenia").click()
        page.get_by_role("link", name="Späť").click()
        expect(page).to_have_url(re.compile(f"/t/{seated['table']}$"))
    page.goto("/settings")
    page.get_by_role("link", name="Späť").click()
    expect(page).to_have_url(re.compile("/$"))


def test_a_refusal_shows_why_and_hides_nothing(visit: Visit) -> None:
    for size in ("phone", "desktop", "landscape"):
        page = visit(size, "sk")
        play_here(page, lesson="groups")
        page.wait_for_selector(".hand.turn")
        tap(page, "aX")
        tip = page.get_by_role("alert")
        expect(tip.locator("h2")).to_have_text("Žaluďová desiatka sa nehodí")
        expect(tip.locator("p")).to_have_text(re.compile("^Priznaj farbu"))
        expect(tip.locator(".equation")).to_have_text(re.compile(r"X\s*≠\s*IX"))
        pointer, refused = box(tip.locator(".pointer")), box(card(page, "aX"))
        assert refused["x"] < pointer["x"] + pointer["width"] / 2 < refused["x"] + refused["width"]
        wait_until(page, ON_TOP)  # it moves up a little


@pytest.mark.parametrize("lesson", [None, "groups", "seven"])
def test_a_refusal_leaves_what_is_valid_in_sight_on_every_phone(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, lesson: str | None
) -> None:
    monkeypatch.setattr(table, "fair_deal", lambda *_: deal("lK hX a8 b8 aO", "h9 h8 a9 aX lX", start="b9"))
    for size in (SIZES["phone"], SMALLEST, LOWEST):
        page = visit("phone", "en")
        page.set_viewport_size(size)
        play_here(page, lesson=lesson, options={} if lesson else {"pajchel": "penalty"})
        page.wait_for_selector(".hand.turn")
        page.locator(".hand .card.no").first.click(position=NEAR_THE_INDEX)
        expect(page.get_by_role("alert")).to_be_visible()
        wait_until(page, ON_TOP)


def test_nothing_wraps_overhangs_or_jumps_on_a_small_phone(visit: Visit) -> None:
    page = visit("phone", "sk")
    page.set_viewport_size(SMALLEST)
    shown = {"suit": "h", "any": False, "owed": 0, "left": 5, "undo": True}

    def change(told: dict[str, Any]) -> None:
        if view := told.get("view"):
            view["turn"] = view["seat"]
            view["situation"] |= {"suit": shown["suit"], "any_card": shown["any"], "debt": shown["owed"]}
            view["situation"]["owed"] = shown["owed"]
            view["sizes"][1 - view["seat"]] = shown["left"]
        if told.get("table"):
            told["table"]["undo"] = shown["undo"]

    retell(page, change)
    prefer(page)
    seated = open_table(page)

    def places(**changes: Any) -> tuple[FloatRect, FloatRect]:
        shown.update(changes)
        sit_down(page, seated)
        page.wait_for_selector(".hand .card")
        for one in (page.locator(".suit .lb"), page.locator(".acts .main")):
            assert one.evaluate(ONE_LINE), one.inner_text()
        return box(page.locator(".stock .heap")), box(page.locator(".pile"))

    at_first = places()
    assert places(left=1) == at_first  # "last card" comes below the plate
    assert places(left=5, any=True) == at_first
    assert places(undo=False) == at_first
    assert places(any=False, owed=9) == at_first
    tag, felt = box(page.locator(".stock .debt")), box(page.locator(".felt"))
    assert tag["x"] >= felt["x"]


def test_after_the_end_the_pile_can_be_seen(visit: Visit, played: PlayedTable) -> None:
    for size in ("phone", "desktop", "landscape"):
        page = visit(size, "sk")
        prefer(page)
        sit_down(page, {"table": played.id, "seat": 0, "token": played.token})
        page.get_by_role("button", name="Pozrieť stôl").click()
        button = box(page.get_by_role("button", name="Výsledok"))
        pile = box(page.locator(".pile"))
        assert button["y"] >= pile["y"] + pile["height"], size


def test_the_table_says_how_strong_a_bot_is(visit: Visit) -> None:
    page = visit("phone", "en")
    play_here(page)
    expect(page.locator(".seat .who small")).to_have_text("Novice")


def test_controls_speak_of_fingers_where_there_are_no_keys(visit: Visit) -> None:
    page = visit("phone", "sk")
    play_here(page)
    page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Ovládanie")
    expect(help_.get_by_text("Ťukni na vybranú kartu ešte raz")).to_be_visible()
    expect(help_.locator("kbd")).to_have_count(0)


def test_cards_of_a_record_fly_and_wait_behind_dialogs(visit: Visit, played: PlayedTable) -> None:
    page = visit("desktop", "sk")
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(
        "const animate = Element.prototype.animate; window.flown = [];"
        "Element.prototype.animate = function (frames, timing) {"
        "  if (this.dataset.face) flown.push(frames.transform?.[0]);"
        "  return animate.call(this, frames, timing) }"
    )
    page.clock.install()
    page.goto(f"/t/{played.id}/replay/1")
    page.locator(".own svg[data-face]").first.wait_for()
    page.keyboard.press("ArrowRight")
    slider = page.get_by_role("slider", include_hidden=True)
    expect(slider).to_have_value("1")
    page.wait_for_function("flown.length > 0", polling=50)
    assert page.evaluate("flown.every(one => /^translate.*px/.test(one))")
    page.get_by_role("button", name="Spustiť").click()
    page.get_by_role("button", name="Overiť rozdanie").click()
    page.get_by_role("button", name="Zavrieť").wait_for()
    at = slider.input_value()
    page.clock.run_for(5_000)
    assert slider.input_value() == at
    page.get_by_role("button", name="Zavrieť").click()
    page.clock.run_for(5_000)
    assert slider.input_value() != at


def test_it_is_said_that_a_bot_plays_for_me(visit: Visit) -> None:
    """My time ran out: it plays until I want to be back."""
    page = visit("phone", "sk")

    def change(told: dict[str, Any]) -> None:
        if told.get("table"):
            told["table"]["seats"][0]["stand_in"] = True

    retell(page, change)
    play_here(page)
    banner = page.get_by_role("status").filter(has_text="Hrá za teba bot.")
    expect(banner.get_by_role("button", name="Vrátiť sa do hry")).to_be_visible()
