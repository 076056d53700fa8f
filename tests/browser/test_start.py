"""The first page, and what leads from it to a game."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import Visit


def test_one_click_opens_a_game_against_a_bot(visit: Visit) -> None:
    page = visit("phone", "sk")
    page.goto("/")
    expect(page.get_by_role("heading", name="Faraón")).to_be_visible()
    page.get_by_role("button", name="Hrať").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_text(re.compile("Si na ťahu|Stop!")).first).to_be_visible()  # an ace may start


def test_the_first_page_can_be_used_at_once(visit: Visit) -> None:
    """A game begins from it before the server has told anything about rulebooks and levels."""
    page = visit("desktop", "en")
    asked: list[Route] = []
    page.route("**/api/info", lambda route: asked.append(route))  # answered only when the game is on
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".hand .card")).to_have_count(5)
    assert asked
    for route in asked:
        route.continue_()


def test_the_language_and_the_look_are_remembered(visit: Visit) -> None:
    page = visit("desktop", "en")
    page.goto("/")
    page.get_by_text("SK", exact=True).click()
    expect(page.get_by_role("button", name="Hrať")).to_be_visible()
    page.get_by_role("button", name="Nočný vzhľad").click()
    page.reload()
    expect(page.get_by_role("button", name="Hrať")).to_be_visible()
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]") == [
        "sk",
        "dark",
    ]


def test_a_game_is_found_again_after_closing_the_tab(visit: Visit) -> None:
    page = visit("desktop", "en", "dark")
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    address = page.url
    page.goto("/")
    expect(page.get_by_text("Game in progress")).to_be_visible()
    page.get_by_role("link", name="My games").click()
    page.get_by_role("link", name="Continue").click()
    page.wait_for_url(address)


def test_the_menu_leads_everywhere_by_keyboard(visit: Visit) -> None:
    page = visit("desktop", "sk", "dark")
    page.goto("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    menu = page.get_by_role("dialog")
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(page.get_by_role("button", name="Ponuka")).to_be_focused()
    page.keyboard.press("Enter")
    menu.get_by_role("link", name="Nastavenia").press("Enter")
    page.wait_for_url("**/settings")
    expect(page.get_by_role("heading", name="Nastavenia")).to_be_visible()


def test_an_unknown_address_says_so(visit: Visit) -> None:
    page = visit("phone", "en", "dark")
    page.goto("/nowhere")
    expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Home").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
