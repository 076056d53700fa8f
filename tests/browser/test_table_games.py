"""Whole games at the table, against bots and with two browsers."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, assert_accessible
from tests.browser.playing import (
    open_table,
    play_by_itself,
    play_here,
    play_to_the_end,
    prefer,
    sit_down,
    wait_for_me,
)
from tests.browser.serving import LOCALES, SIZES
from tests.scale import SOAK, scaled

END = "dialog[open]"
WHY = {
    "sk": re.compile(r"(Prehráva ten, komu zostali karty\. .+|je hra nerozhodná)\."),
    "en": re.compile(r"(The last player with cards loses\. .+|the game is drawn)\."),
}
"""How a game ends, and why."""
SPREAD = [("desktop", "sk", "dark", 1), ("phone", "en", "light", 3)]
MATRIX = [*itertools.product(SIZES, LOCALES, ("light", "dark"), (1, 2, 4, 6))]
"""Two in the suite; every size, language and look with few and many players in the soak."""


@pytest.mark.soak
@pytest.mark.parametrize(("size", "language", "theme", "bots"), MATRIX if SOAK else SPREAD)
def test_a_game_against_bots_is_played_to_the_end(
    visit: Visit, size: str, language: str, theme: str, bots: int
) -> None:
    page = visit(size, language, theme)
    play_here(page, bots)
    if wait_for_me(page):
        assert_accessible(page)
    play_to_the_end(page)
    ranks = page.locator(f"{END} .rank").first.locator("li")
    expect(ranks).to_have_count(bots + 1)
    expect(page.locator(f"{END} .why")).to_contain_text(WHY[language])
    assert_accessible(page)
    page.locator(f"{END} .pri").click()  # the rematch is dealt at once
    page.wait_for_selector(END, state="detached")
    expect(page.locator(".hand .card").first).to_be_visible()


def test_four_players_in_two_browsers_with_two_bots(visit: Visit) -> None:
    anna, boris = visit("desktop", "sk"), visit("phone", "en")
    for page, name in ((anna, "Anna"), (boris, "Boris")):
        prefer(page, name=name)
    seated = open_table(anna, bots=2, people=2, name="Anna")
    joined = boris.request.post(f"/api/tables/{seated['table']}/join", data={"name": "Boris"}).json()
    sit_down(anna, seated)
    sit_down(boris, joined)
    anna.get_by_role("button", name="Rozdať").or_(anna.locator(".start .pri")).first.click()
    for page in (anna, boris):
        page.wait_for_selector(".hand .card")
    for page in (anna, boris):
        play_by_itself(page)
    names = [_order(page) for page in (anna, boris)]
    assert len(names[0]) == 4
    assert [name.replace("Ty", "Anna") for name in names[0]] == [
        name.replace("You", "Boris") for name in names[1]
    ]


def _order(page: Page) -> list[str]:
    page.wait_for_selector(f"{END} .rank")
    return [text.strip() for text in page.locator(f"{END} .rank").first.locator("b").all_inner_texts()]


@pytest.mark.soak
def test_an_olympic_match_goes_on_with_fewer_cards(visit: Visit) -> None:
    """In the soak to the very end, beggar's cards included."""
    page = visit("desktop", "en")
    play_here(page, 1, kind="olympic", options={"hand_size": 4})
    for game in range(scaled(2, 60)):
        play_to_the_end(page)
        if page.get_by_text("You won the match!").or_(page.get_by_text("The match is over")).count():
            break
        expect(page.locator(f"{END} .rank.small li")).to_have_count(2)
        if page.get_by_role("button", name="Ask for the beggar’s card").count():
            page.get_by_role("button", name="Ask for the beggar’s card").click()
        elif game == 0:
            sizes = [int(text.split()[0]) for text in _next_deals(page)]
            assert sorted(sizes) == [3, 4]
        page.get_by_role("button", name="Next game").click()
        page.wait_for_selector(END, state="detached")
        wait_for_me(page)
    else:
        assert not SOAK, "the match did not end"


def _next_deals(page: Page) -> list[str]:
    """`1 loss, 3 cards next`: what stands after the comma."""
    lines = page.locator(f"{END} .rank.small .r").all_inner_texts()
    return [line.split(",")[1].strip() for line in lines]
