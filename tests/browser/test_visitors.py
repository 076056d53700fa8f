"""Browsers go from visitor to visitor, what was left in them does not."""

from __future__ import annotations

from tests.browser.visitors import Visitors

LEAVE = """() => {
    localStorage.setItem("left", "behind")
    sessionStorage.setItem("left", "behind")
    document.cookie = "left=behind; max-age=3600"
}"""
FOUND = """() => [
    localStorage.length, sessionStorage.length, document.cookie,
    innerWidth, matchMedia("(prefers-color-scheme: dark)").matches,
]"""


def test_the_next_visitor_finds_nothing(visitors: Visitors, base_url: str) -> None:
    first = visitors.enter(base_url, "phone", "sk", "dark")
    first.goto("/health")
    first.evaluate(LEAVE)
    assert first.evaluate(FOUND) == [1, 1, "left=behind", 390, True]
    visitors.leave(first.context)
    second = visitors.enter(base_url, "landscape", "sk", "light")
    assert second.context is first.context
    second.goto("/health")
    assert second.evaluate(FOUND) == [0, 0, "", 844, False]
    visitors.leave(second.context)


def test_two_at_once_share_nothing(visitors: Visitors, base_url: str) -> None:
    one, other = (visitors.enter(base_url, "desktop", "en", "light") for _ in range(2))
    assert one.context is not other.context
    for page in (one, other):
        page.goto("/health")
    one.evaluate(LEAVE)
    assert other.evaluate(FOUND) == [0, 0, "", 1280, False]
    for page in (one, other):
        visitors.leave(page.context)


def test_a_stopped_clock_is_nobody_elses(visitors: Visitors, base_url: str) -> None:
    first = visitors.enter(base_url, "desktop", "sk", "light")
    first.clock.install()
    first.goto("/health")
    visitors.leave(first.context)
    second = visitors.enter(base_url, "desktop", "sk", "light")
    assert second.context is not first.context
    visitors.leave(second.context)
