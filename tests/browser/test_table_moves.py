"""What a tap, a drag and a key do, and what the table answers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from faraon.server.table import table
from tests.browser.conftest import Visit, assert_accessible
from tests.browser.opponent import deal
from tests.browser.playing import (
    answer_questions,
    card,
    left,
    move,
    open_table,
    play_here,
    position,
    prefer,
    sit_down,
    tap,
    wait_for_me,
)
from tests.scale import SOAK, scaled

TAP_AND_TAKE_BACK = """async () => {
    document.querySelector(".hand [data-card=a7]").click()
    await new Promise(requestAnimationFrame)
    document.querySelector(".acts .taking").click()
}"""
"""Inside the page, because a busy machine may be slower than the moment that a tap waits."""


def test_an_unplayable_card_says_why(visit: Visit) -> None:
    page = visit("phone", "sk")
    play_here(page, lesson="groups")
    page.wait_for_selector(".hand.turn")
    tap(page, "aX")
    tip = page.get_by_role("alert")
    expect(tip).to_contain_text("Žaluďová desiatka sa nehodí")
    link = tip.get_by_role("link")
    expect(link.first).to_contain_text("§")
    assert "/rules/classic?lang=sk" in (link.first.get_attribute("href") or "")
    assert "#p" in (link.first.get_attribute("href") or "")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)


def test_a_hint_tells_its_reason_and_can_be_played(visit: Visit) -> None:
    page = visit("desktop", "en")
    play_here(page, lesson="seven")
    page.wait_for_selector(".hand.turn")
    page.get_by_role("button", name="Hint").click()
    tip = page.locator(".tip")
    expect(tip).to_contain_text("Seven of acorns. You answer, and your opponent will owe 6 cards.")
    before = position(page)
    tip.get_by_role("button", name="Play it").click()
    left(page, before)


@pytest.mark.parametrize(
    ("language", "shown", "spoken"),
    [
        ("sk", "Spálená: ťah navyše.", "Spálená: ten istý hráč ide ešte raz."),
        ("en", "Burned four: an extra move.", "A burned four: the same player moves again."),
    ],
)
def test_what_a_move_would_do_is_seen_and_heard(visit: Visit, language: str, shown: str, spoken: str) -> None:
    page = visit("phone" if language == "sk" else "desktop", language)
    play_here(page, lesson="burn")
    page.wait_for_selector(".hand.turn")
    tap(page, "bX", "lX", "aX", "hX")
    expect(page.locator(".suit.next")).to_contain_text(shown)
    expect(page.locator(".sr[aria-live=polite]", has_text=spoken)).to_have_count(1)
    assert_accessible(page)


@pytest.mark.parametrize(("size", "shown"), [("phone", "Then any card"), ("desktop", "Then any card fits")])
def test_on_the_pharaoh_anything_fits_whatever_its_suit(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, size: str, shown: str
) -> None:
    """Another under is held, so the Pharaoh is not laid at once."""
    monkeypatch.setattr(table, "fair_deal", lambda *_: deal("lU hU lK l9 aK", "b7 h8 bK b9 a9"))
    page = visit(size, "en")
    play_here(page, options={})
    page.wait_for_selector(".hand.turn")
    tap(page, "lU")
    expect(page.locator(".suit.next .lb")).to_have_text(shown)


def test_a_move_is_undone(visit: Visit) -> None:
    page = visit("desktop", "sk")
    play_here(page, lesson="ace")
    page.wait_for_selector(".hand.turn")
    tap(page, "hA")  # the bot has no ace and stands, so nothing new is seen
    expect(card(page, "hA")).to_have_count(0)
    page.wait_for_selector(".hand.turn")
    page.get_by_role("button", name="Vrátiť ťah").click()
    expect(card(page, "hA")).to_be_visible()
    page.wait_for_selector(".hand.turn")


def test_a_plain_tap_can_be_taken_back(visit: Visit) -> None:
    page = visit("phone", "en")
    prefer(page, takeBack="always")
    sit_down(page, open_table(page, lesson="seven"))
    page.wait_for_selector(".hand.turn")
    before = position(page)
    page.evaluate(TAP_AND_TAKE_BACK)
    page.wait_for_timeout(1500)  # longer than a tap waits
    assert position(page) == before
    tap(page, "a7")
    left(page, before)


def test_a_card_is_dragged_to_the_pile_and_within_the_hand(visit: Visit) -> None:
    page = visit("desktop", "sk")
    play_here(page, lesson="seven")
    page.wait_for_selector(".hand.turn")
    codes = _hand(page)
    _drag(page, codes[0], card(page, codes[-1]).bounding_box())
    expect(page.locator(".hand .card").last).to_have_attribute("data-card", codes[0])
    before = position(page)
    _drag(page, "a7", page.locator(".pile").bounding_box())
    left(page, before)


def _hand(page: Page) -> list[str]:
    return [one.get_attribute("data-card") or "" for one in page.locator(".hand .card").all()]


def _drag(page: Page, code: str, to: object) -> None:
    assert isinstance(to, dict)
    start = card(page, code).bounding_box()
    assert start
    page.mouse.move(start["x"] + 30, start["y"] + 44)
    page.mouse.down()
    page.mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 2, steps=6)
    page.mouse.up()


def test_everything_by_keyboard(visit: Visit) -> None:
    page = visit("desktop", "sk")
    play_here(page, lesson="over")
    page.wait_for_selector(".hand.turn")
    page.keyboard.press("ArrowRight")  # the focus goes to a card that can be laid
    assert page.evaluate("document.activeElement.dataset.card") == "hO"
    page.keyboard.press("Enter")
    page.keyboard.press("4")
    expect(page.locator(".four .on")).to_contain_text("Guľa")
    page.keyboard.press("Escape")
    expect(page.locator(".four")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("4")
    before = position(page)
    page.keyboard.press("Enter")
    left(page, before)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Ovládanie")).to_be_visible()
    assert_accessible(page)


@pytest.mark.soak
@pytest.mark.parametrize(("size", "language"), [("desktop", "sk"), ("phone", "en")])
def test_a_game_by_keyboard_alone(visit: Visit, size: str, language: str) -> None:
    """The first moves in the suite, the whole game in the soak."""
    page = visit(size, language)
    play_here(page, 2)
    for _ in range(scaled(2, 400)):
        if not wait_for_me(page):
            return
        before = position(page)
        if page.locator(".card.fits").count():
            page.keyboard.press("Escape")
            page.locator("h1").first.evaluate("document.activeElement?.blur()")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            page.keyboard.press("1")
            if page.locator(".lay:enabled").count():
                page.keyboard.press("Enter")
        else:
            page.keyboard.press("d")
        left(page, before)
    assert not SOAK, "the game did not end"


def test_the_menu_of_the_table(visit: Visit) -> None:
    page = visit("phone", "sk")
    play_here(page, 1)
    page.get_by_role("button", name="Ponuka").click()
    page.get_by_text("Podľa znaku").click()
    assert_accessible(page)
    page.get_by_role("button", name="Odísť od stola").click()
    page.get_by_role("button", name="Áno").click()
    expect(page).to_have_url(re.compile(r"/$"))


def test_greetings_are_seen(visit: Visit) -> None:
    page = visit("desktop", "en")
    play_here(page, 1)
    page.get_by_role("button", name="Well played!").click()
    expect(page.locator(".bubble")).to_contain_text("Well played!")


def test_a_spectator_sees_no_cards(visit: Visit) -> None:
    player, guest = visit("desktop", "sk"), visit("phone", "sk")
    seated = play_here(player, 2)
    prefer(guest)
    guest.goto(f"/t/{seated['table']}")
    guest.get_by_role("button", name="Pozerať").or_(guest.get_by_role("link", name="Pozerať")).first.click()
    expect(guest.get_by_text("Pozeráš sa")).to_be_visible()
    expect(guest.locator(".hand")).to_have_count(0)
    if wait_for_me(player):
        before = position(guest)
        move(player)
        answer_questions(player)
        left(guest, before)
    assert_accessible(guest)
