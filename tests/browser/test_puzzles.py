"""Puzzles and the counting trainer in the browser."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from faraon.coach.puzzles import shipped
from tests.browser.conftest import Visit, assert_accessible
from tests.browser.playing import prefer
from tests.browser.test_coach import _play

ACES = next(one for one in shipped() if one.kind == "ace" and one.level == 1)
OPEN = next(one for one in shipped() if one.open)


def _kept(page: Page, name: str) -> Any:
    return json.loads(page.evaluate(f"localStorage.getItem('{name}')"))


@pytest.mark.parametrize(("size", "language", "theme"), [("desktop", "en", "dark"), ("phone", "sk", "light")])
def test_a_puzzle_is_solved_explained_and_followed_by_the_next(
    visit: Visit, size: str, language: str, theme: str
) -> None:
    page = visit(size, language, theme)
    prefer(page)
    page.goto("/puzzles")
    page.get_by_role("link", name="Esá" if language == "sk" else "Aces").click()
    page.wait_for_url(f"**/puzzle/{ACES.id}?kind=ace")
    panel = page.locator("aside")
    _play(page, ACES.other)
    expect(panel.locator(".no")).to_be_visible()
    _play(page, ACES.answers[0])
    expect(panel.get_by_role("heading")).to_have_text("Správne!" if language == "sk" else "Right!")
    expect(panel.locator("dd").first).to_have_text(
        f"{100 * ACES.value:.0f}{' %' if language == 'sk' else '%'}"
    )
    assert_accessible(page)
    assert _kept(page, "faraon.puzzles")["solved"] == {str(ACES.id): False}
    panel.locator(".btn.pri").click()
    page.wait_for_url("**/puzzle/*?kind=ace")
    assert not page.url.endswith(f"/{ACES.id}?kind=ace")
    expect(page.locator(".hand.turn")).to_be_visible()


def test_all_cards_of_an_open_puzzle_lie_open_and_its_solution_is_shown(visit: Visit) -> None:
    page = visit("phone", "en")
    prefer(page)
    page.goto(f"/puzzle/{OPEN.id}")
    expect(page.get_by_text("All cards are open. Win within")).to_be_visible()
    state = OPEN.state
    cards = len(state.position.hands[1 - state.turn]) + len(state.position.stock)
    expect(page.locator("figure [data-face]")).to_have_count(cards)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_role("heading", name="The solution")).to_be_visible()
    expect(page.locator("aside ol li")).to_have_count(len(OPEN.line.split(";")))
    expect(page.locator(".acts")).to_have_count(0)


def test_an_illegal_card_is_refused_with_the_rule(visit: Visit) -> None:
    page = visit("desktop", "sk")
    prefer(page)
    puzzle, card = next(
        (one, card)
        for one in shipped()
        for card in one.view.hand
        if not any(card in move.cards for move in one.view.moves)
    )
    page.goto(f"/puzzle/{puzzle.id}")
    _play(page, card.name)
    expect(page.get_by_role("alert")).to_contain_text("§")


def test_the_puzzle_of_the_day_has_an_address_of_its_own_and_counts_days(visit: Visit) -> None:
    page = visit("desktop", "en")
    prefer(page)
    page.goto("/puzzles")
    page.get_by_role("link", name="Puzzle of the day").click()
    page.wait_for_url("**/puzzle/20*-*-*")
    daily = page.request.get("/api/puzzles").json()
    answer = next(one for one in shipped() if one.id == daily["daily"]).answers[0]
    expect(page.locator(".hand.turn")).to_be_visible()
    _play(page, answer)
    expect(page.locator("aside")).to_contain_text("1 day in a row")
    assert _kept(page, "faraon.puzzles")["days"] == [daily["today"]]
    page.goto("/puzzles")
    expect(page.get_by_role("link", name="Puzzle of the day")).to_contain_text("1 day in a row")


def test_a_puzzle_that_does_not_exist_leads_back_to_the_list(visit: Visit) -> None:
    page = visit("phone", "sk", expected="404")
    page.goto("/puzzle/123456")
    expect(page.get_by_role("alert")).to_contain_text("Nič tu nie je")
    page.get_by_role("link", name="Druhy úloh").click()
    expect(page.get_by_role("heading", name="Úlohy")).to_be_visible()


def test_a_drill_in_counting_is_watched_answered_and_remembered(visit: Visit) -> None:
    page = visit("phone", "en")
    prefer(page)
    drill = page.request.get("/api/counting/7").json()
    page.route("**/api/counting/*", lambda route: route.fulfill(json=drill))
    page.goto("/counting")
    page.get_by_role("button", name="Begin").click()
    for _ in drill["steps"][1:]:
        page.get_by_role("button", name="Next move").click()
    assert_accessible(page)
    page.get_by_role("button", name="Questions").click()
    for number, asked in enumerate(drill["questions"]):
        answer = asked["answer"]
        if asked["kind"] == "how_many":
            page.get_by_role("button", name=str(answer), exact=True).click()
        elif asked["kind"] == "can_hold":
            page.get_by_role("button", name="Yes" if answer != (number == 0) else "No", exact=True).click()
        else:
            for card in answer:
                page.locator(".cards button").nth(asked["options"].index(card)).click()
            if asked["kind"] == "which":
                page.locator("section > .btn.pri").click()
        expect(page.locator(".told p")).to_be_visible()
        page.get_by_role("button", name="Next", exact=True).click()
    wrong = drill["questions"][0]["kind"] == "can_hold"
    expect(page.get_by_text("80% right" if wrong else "100% right")).to_be_visible()
    assert len(_kept(page, "faraon.counting")) == 1
    assert_accessible(page)


def test_on_a_small_phone_the_hand_is_seen_and_a_wrong_group_is_taken_back(visit: Visit) -> None:
    """The opponent's cards and the whole stock are known: nothing takes more room."""
    puzzle = next(one for one in shipped() if " " in one.other and None not in one.view.known.stock)
    page = visit("phone", "en")
    page.set_viewport_size({"width": 360, "height": 740})
    prefer(page)
    page.goto(f"/puzzle/{puzzle.id}")
    hand = page.locator(".hand.turn .card").first.bounding_box()
    bar = page.locator(".bar").bounding_box()
    assert hand
    assert bar
    assert bar["y"] - hand["y"] > hand["height"] / 2
    _play(page, puzzle.other)
    expect(page.locator("aside .no")).to_contain_text("Try another move.")
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(0)


def test_a_tempting_move_that_is_a_word_is_said_in_words(visit: Visit) -> None:
    puzzle = next(one for one in shipped() if one.other == "draw" and not one.open)
    page = visit("desktop", "sk")
    prefer(page)
    page.goto(f"/puzzle/{puzzle.id}")
    page.get_by_role("button", name="Ukázať riešenie").click()
    expect(page.locator("dt").last).to_have_text("Šanca po ťahaní")
