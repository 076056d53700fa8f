"""The introduction: small positions solved as a person would solve them, each one another kind of move."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, assert_accessible
from tests.browser.playing import card, play_here, tap


def groups(page: Page) -> None:
    tap(page, "b8", "h8")
    expect(page.locator(".pile .preview")).to_have_count(2)
    expect(page.locator(".suit.next")).to_be_visible()  # what will count, before it is laid
    assert_accessible(page)
    page.locator(".lay").first.click()


def seven(page: Page) -> None:
    expect(page.locator(".stock .debt")).to_contain_text("+3")
    tap(page, "a7")


def ace(page: Page) -> None:
    expect(page.locator(".acts .main")).to_be_enabled()
    tap(page, "hA")


def over(page: Page) -> None:
    tap(page, "hO")
    expect(page.locator(".lay").first).to_be_disabled()  # no suit, no move
    assert_accessible(page)
    page.locator(".four button").nth(3).click()  # and the card is laid
    expect(page.locator(".suit.said")).to_be_visible()


def pharaoh(page: Page) -> None:
    tap(page, "lU")


def red_seven(page: Page) -> None:
    expect(card(page, "h7").locator(".mark")).to_be_visible()
    tap(page, "h7")
    expect(page.locator(".seat button.pick")).to_be_visible()
    assert_accessible(page)
    page.locator(".lay").first.click()


def burn(page: Page) -> None:
    tap(page, "bX", "aX", "lX", "hX")
    expect(page.locator(".pile .preview")).to_have_count(4)
    page.locator(".lay").first.click()


@pytest.mark.parametrize(
    ("lesson", "size", "language"),
    [
        (groups, "desktop", "sk"),
        (seven, "phone", "en"),
        (ace, "desktop", "en"),
        (over, "phone", "sk"),
        (pharaoh, "landscape", "sk"),
        (red_seven, "phone", "en"),
        (burn, "tablet", "sk"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_lesson_is_solved(visit: Visit, lesson: Callable[[Page], None], size: str, language: str) -> None:
    page = visit(size, language)
    play_here(page, lesson=lesson.__name__)
    expect(page.locator(".lesson .number")).to_be_visible()
    page.wait_for_selector(".hand.turn")
    lesson(page)
    expect(page.locator(".lesson.done")).to_be_visible()
    expect(page.locator(".lesson .btn.pri")).to_have_attribute(
        "href", "/learn" if lesson is burn else r"/learn/" + _after(page, lesson)
    )


def _after(page: Page, lesson: Callable[[Page], None]) -> str:
    names = [one["name"] for one in page.request.get("/api/info").json()["lessons"]]
    name: str = names[names.index(lesson.__name__) + 1]
    return name
