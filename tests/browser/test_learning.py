"""The rules and the introduction."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit


def test_the_rules_are_a_page_of_their_own_in_the_language_of_the_reader(visit: Visit) -> None:
    page = visit("phone", "sk", "dark")
    page.goto("/")
    page.get_by_role("link", name="Pravidlá").click()
    expect(page.get_by_role("heading", name="Pravidlá")).to_be_visible()
    listed = page.get_by_role("link", name="Faraón Slovenská kartová hra")
    expect(listed).to_contain_text("2 až 10 hráčov")
    listed.click()
    page.wait_for_url("**/rules/classic?lang=sk")
    expect(page.locator("#p13")).to_be_attached()
    # The rules come first, their options last, and in words; so many can play as the list says.
    expect(page.locator("h2").first).to_contain_text("Cieľ, karty a hráči")
    assert page.locator("#p1, #options").last.get_attribute("id") == "options"
    expect(page.locator(".option code").first).to_be_hidden()
    expect(page.get_by_text("Pre 2 až 10 hráčov.")).to_be_visible()
    page.goto("/new")
    expect(page.get_by_text("2 až 10 hráčov")).to_be_visible()


def test_lessons_are_listed_with_what_is_done(visit: Visit) -> None:
    page = visit("desktop", "en")
    page.goto("/learn")
    expect(page.get_by_text("0 of", exact=False)).to_be_visible()
    first = page.get_by_role("main").get_by_role("list").get_by_role("link").first
    first.click()
    page.wait_for_url("**/t/*")
    page.evaluate("localStorage.setItem('faraon.lessons', '[\"groups\"]')")
    page.go_back()
    expect(page.get_by_text("1 of", exact=False)).to_be_visible()
