"""A player in a browser: sits down, and makes moves by tapping what the table offers."""

from __future__ import annotations

import json
import time
from typing import Any

from playwright.sync_api import Locator, Page, Position, expect

from tests.patience import PATIENCE

OVER = "dialog[open] .rank"
ASKED = ".hand.turn"
NEAR_THE_INDEX: Position = {"x": 30, "y": 44}
"""Neighbours in the fan cover the middle of a card; its index is always free."""
SHORT_GAMES = {"hand_size": 4}
CLICKING = """() => {
    const timer = setInterval(() => {
        if (document.querySelector("dialog[open] .rank")) return clearInterval(timer)
        if (!document.querySelector(".hand.turn")) return
        const next =
            document.querySelector(".four:not(:has(.on)) button") ??
            document.querySelector(".backs:not(:has(.on)) .btn") ??
            document.querySelector(".lay:enabled") ??
            document.querySelector(".hand .card.fits:not([aria-pressed=true])") ??
            document.querySelector(".acts .main:enabled")
        next?.click()
    }, 15)
}"""
"""Clicks inside the page: a whole game of real clicks through the wire would take a minute."""


def wait_until(page: Page, expression: str) -> Any:
    """What an expression gives as soon as it is true. Playwright's own waiting evaluates it inside the page
    when it was false at first, and the page allows no evaluation."""
    latest = time.monotonic() + PATIENCE
    while not (found := page.evaluate(expression)):
        assert time.monotonic() < latest, expression
        page.wait_for_timeout(50)
    return found


def prefer(page: Page, **settings: Any) -> None:
    """The visitor's settings before the first page: nothing moves, taps are sent at once, no tips."""
    stored = {"pace": 0, "takeBack": "never", "sounds": False, "name": "Vlado", **settings}
    page.add_init_script(
        "localStorage.setItem('faraon.settings', JSON.stringify({"
        "...JSON.parse(localStorage.getItem('faraon.settings') ?? '{}'), ..." + json.dumps(stored) + "}));"
        "localStorage.setItem('faraon.tips', '{\"off\": true}')"
    )


def open_table(
    page: Page, bots: int = 1, people: int = 1, name: str = "Vlado", **table: Any
) -> dict[str, Any]:
    """A new table with me as its host; the others are bots and, before them, free seats."""
    seats = [{"kind": "open"}] * (people - 1) + [{"kind": "bot", "level": "novice"}] * bots
    wanted = {"name": name, "seats": seats, "pace": 0, "options": SHORT_GAMES, **table}
    seated: dict[str, Any] = page.request.post("/api/tables", data=wanted).json()
    return seated


def sit_down(page: Page, seated: dict[str, Any]) -> None:
    """Goes to the seat, with its key in the browser."""
    mine = {
        "table": seated["table"],
        "seat": seated["seat"],
        "token": seated["token"],
        "since": 1,
        "with": [],
    }
    page.add_init_script(f"localStorage.setItem('faraon.tables', JSON.stringify([{json.dumps(mine)}]))")
    page.goto(f"/t/{seated['table']}")


def play_here(page: Page, bots: int = 1, **table: Any) -> dict[str, Any]:
    """A table against bots, until the first cards are dealt."""
    prefer(page)
    seated = open_table(page, bots, **table)
    sit_down(page, seated)
    page.wait_for_selector(".hand .card")
    return seated


def card(page: Page, code: str) -> Locator:
    return page.locator(f".hand [data-card={code}]").first


def tap(page: Page, *codes: str) -> None:
    for code in codes:
        card(page, code).click(position=NEAR_THE_INDEX)


def wait_for_me(page: Page) -> bool:
    """Until I am asked or the game is over; whether I am asked."""
    page.locator(f"{ASKED}, {OVER}").first.wait_for()
    return page.locator(OVER).count() == 0


def position(page: Page) -> str:
    """Names what is seen; every move of anybody changes it."""
    return page.locator(".tbl").get_attribute("data-position") or ""


def left(page: Page, before: str) -> None:
    """Waits until the move is seen."""
    expect(page.locator(".tbl")).not_to_have_attribute("data-position", before)


def play_to_the_end(page: Page) -> None:
    play_by_itself(page)
    page.locator(OVER).first.wait_for()


def play_by_itself(page: Page) -> None:
    """From now on the page clicks what the table offers, until the game is over."""
    page.evaluate(CLICKING)


def move(page: Page) -> None:
    """Some legal move: the first card that fits, else the button."""
    before = position(page)
    fitting = page.locator(f"{ASKED} .card.fits")
    if fitting.count():
        fitting.first.click(position=NEAR_THE_INDEX)
        answer_questions(page)
    else:
        page.locator(".acts .main:enabled").click()
    left(page, before)


def answer_questions(page: Page) -> None:
    if page.locator(".four").count():
        page.locator(".four button").first.click()  # and the cards are laid
        return
    if page.locator(".backs .btn").count():
        page.locator(".backs .btn").first.click()
    if page.locator(".lay").count():
        page.locator(".lay").first.click()
