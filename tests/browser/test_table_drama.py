"""Great moments: they are shown, can be gone past, and are still for those who want no motion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.opponent import Begin, Opponent, deal, tables
from tests.browser.playing import left, open_table, play_here, position, prefer, sit_down, tap, wait_until
from tests.browser.retold import retell

WATCH = """
window.seen = []
window.trembled = []
navigator.vibrate = pattern => trembled.push(pattern)
new MutationObserver(() => {
    const kind = document.querySelector(".drama .at")?.classList[1]
    if (kind && seen.at(-1) !== kind) seen.push(kind)
    if (!kind && seen.length && seen.at(-1) !== "") seen.push("")
}).observe(document, { childList: true, subtree: true })
"""
AS_IN_ANOTHER_TAB = """changed => {
    const key = "faraon.settings"
    const newValue = JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), ...changed })
    dispatchEvent(new StorageEvent("storage", { key, newValue }))
}"""
SLOW = 1.8
DEBT_AND_PHARAOH = deal("h7 lU lK l9 aK", "b7 bA bK b9 a9")


@pytest.fixture
def begin(base_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    with tables(base_url, monkeypatch) as begin:
        yield begin


def seen(page: Page) -> list[str]:
    return [kind for kind in page.evaluate("seen") if kind]


def moves(page: Page, begin: Begin, pace: float = 0) -> Opponent:
    """A seven, another on it, and the Pharaoh."""
    other = begin(page, "classic", DEBT_AND_PHARAOH)
    page.evaluate(AS_IN_ANOTHER_TAB, {"pace": pace})
    tap(page, "h7")
    other.lays("b7")
    page.wait_for_selector(".hand.turn")
    before = position(page)
    tap(page, "lU")
    left(page, before)
    return other


def test_a_debt_slams_and_the_pharaoh_shatters_it(visit: Visit, begin: Begin) -> None:
    page = visit("desktop", "sk")
    page.add_init_script(WATCH)
    page.emulate_media(reduced_motion="no-preference")
    other = moves(page, begin, SLOW)
    other.lays("bA")
    wait_until(page, "seen.includes('stop')")
    assert seen(page) == ["debt", "debt", "shatter", "stop"]
    # Anna's own seven concerns the other one; the answer to it and the Pharaoh are felt.
    assert page.evaluate("trembled.filter(one => one.length === 3 && one[0] === 70).length") == 1


def test_nothing_moves_for_those_who_want_it_so(visit: Visit, begin: Begin) -> None:
    page = visit("desktop", "sk")  # asks for reduced motion
    page.add_init_script(WATCH)
    moves(page, begin)
    page.wait_for_selector(".log .told >> nth=3")
    assert seen(page) == []


def test_a_key_goes_past_a_great_moment(visit: Visit) -> None:
    page = visit("phone", "sk")
    page.add_init_script(WATCH)
    page.emulate_media(reduced_motion="no-preference")
    play_here(page, lesson="burn")
    prefer(page, pace=SLOW)
    page.clock.install(time=0)
    page.reload()
    page.wait_for_selector(".hand .card")
    page.clock.pause_at(1000)  # time stands still: only a key can end the moment
    for code in ("bX", "lX", "aX", "hX"):
        page.locator(f".hand [data-card={code}]").evaluate("one => one.click()")
    page.locator(".lay").click()
    for _ in range(40):  # the cards fly, until they burn
        if seen(page):
            break
        page.clock.run_for(100)
    assert seen(page) == ["burn"]
    page.keyboard.press("Shift")
    expect(page.locator(".drama")).to_have_count(0)


def test_undo_says_why_not_and_what_it_makes_of_the_game(visit: Visit) -> None:
    page = visit("phone", "sk")
    play_here(page, lesson="seven")
    page.wait_for_selector(".hand.turn")
    undo = page.get_by_role("button", name="Vrátiť ťah")
    undo.click(force=True)  # it says that it cannot, and then why
    expect(page.locator(".toast")).to_have_text("Ešte niet čo vrátiť: tvoj prvý ťah len príde.")
    before = position(page)
    page.get_by_role("button", name="Ťahať 3").click()
    left(page, before)
    before = position(page)
    undo.click()
    left(page, before)
    expect(page.locator(".toast")).to_have_text("Ťah je späť. Odteraz je to cvičná hra.")
    expect(page.locator("header .title")).to_contain_text("cvičná hra")


def test_the_match_is_seen_at_the_table(visit: Visit) -> None:
    page = visit("desktop", "en")
    standing: dict[str, Any] = {"losses": 0, "cards": 5, "beggar": False, "out": False, "won": False}

    def change(told: dict[str, Any]) -> None:
        if told.get("match") and told["match"]["game"]:
            told["match"] |= {"kind": "olympic", "game": 3}
            told["match"]["standings"] = [
                standing | {"seat": 0},
                standing | {"seat": 1, "losses": 2, "cards": 3},
            ]

    retell(page, change)
    prefer(page)
    sit_down(page, open_table(page))
    match = page.get_by_role("region", name="Standings")
    expect(match).to_contain_text("Olympic match")
    expect(match.get_by_role("listitem").nth(1)).to_contain_text("2 losses · plays with 3 cards")
    expect(page.locator("header .title")).to_contain_text("Game 3")


def test_a_tapped_suit_and_a_second_tap_lay_at_once(visit: Visit) -> None:
    page = visit("phone", "sk")
    play_here(page, lesson="over")
    page.wait_for_selector(".hand.turn")
    before = position(page)
    tap(page, "hO")
    page.locator(".four button").nth(3).click()
    left(page, before)
    page = visit("desktop", "sk")
    play_here(page, lesson="groups")
    page.wait_for_selector(".hand.turn")
    before = position(page)
    tap(page, "b8", "h8")
    assert position(page) == before
    tap(page, "h8")
    left(page, before)


def test_what_is_read_most_easily_is_remembered(visit: Visit) -> None:
    page = visit("phone", "sk")
    page.goto("/settings")
    page.get_by_role("radiogroup", name="Čísla na kartách").get_by_text("7 8 9 10").click()
    page.get_by_role("radiogroup", name="Veľkosť textu").get_by_text("väčšia", exact=True).click()
    for name in ("Štyri farby", "Vysoký kontrast", "Pre ľavú ruku"):
        page.get_by_role("switch", name=name).click()
    page.get_by_label("Hlasitosť").fill("0.3")
    page.reload()
    assert page.get_by_label("Hlasitosť").input_value() == "0.3"
    root = page.locator("html")
    expect(root).to_have_attribute("data-contrast", "high")
    expect(root).to_have_attribute("data-bar", "left")
    assert page.evaluate("getComputedStyle(document.body).fontSize") == "18.4px"
    expect(page.locator(".faces [href$='#cp-ix-7']").first).to_be_attached()
    expect(page.locator(".faces .tint").first).to_be_attached()
