"""The coach in the browser: the review under a replay, better moves to be found, games that go on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from faraon.game.move import Move
from tests.browser.conftest import Visit, assert_accessible
from tests.browser.playing import NEAR_THE_INDEX, prefer
from tests.reviewed import fouled_record, played_record

RECORD = played_record()
MARKS = {
    "inaccuracy": ("nepresnosť", "inaccuracy"),
    "mistake": ("chyba", "mistake"),
    "blunder": ("hrubá chyba", "blunder"),
}
REVIEW = {"sk": "Rozbor hry", "en": "Review the game"}


def _review(page: Page, language: str, record: str = RECORD) -> list[dict[str, Any]]:
    """Asks for a review, and waits for it; what the server told."""
    prefer(page)
    page.goto("/replay")
    page.locator("textarea").fill(record)
    page.locator("form button").click()
    page.get_by_role("button", name=REVIEW[language]).click()
    page.locator(".coach").wait_for()
    expect(page.locator(".coach progress")).to_have_count(0)
    told = page.request.post("/api/review", data={"record": record, "seat": 0})
    return [json.loads(line) for line in told.text().splitlines()]


def _marked(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = [part for part in told if part.get("mark")]
    assert found, "a random player makes mistakes"
    return found


def _play(page: Page, move: str, where: str = "") -> None:
    """Makes a move by tapping: the cards, what they ask for, and the button."""
    cards, _, suit = move.partition("=")
    if cards == "draw":
        page.locator(f"{where} .acts .main").click()
        return
    for code in cards.split():
        page.locator(f"{where} .hand [data-card={code}]").first.click(position=NEAR_THE_INDEX)
    if suit:
        page.locator(f"{where} .four button").nth("hlab".index(suit)).click()
    if page.locator(f"{where} .lay").count():
        page.locator(f"{where} .lay").first.click()


@pytest.mark.parametrize(("size", "language", "theme"), [("desktop", "sk", "light"), ("phone", "en", "dark")])
def test_a_review_leads_to_the_marked_moves(visit: Visit, size: str, language: str, theme: str) -> None:
    page = visit(size, language, theme)
    parts = _review(page, language)
    expect(page.locator(".coach .sum b")).to_contain_text(f"{parts[-1]['accuracy']:.0f}")
    marked = _marked(parts)
    marks = page.get_by_role("list", name="Označené ťahy" if language == "sk" else "Marked moves")
    expect(marks.get_by_role("button")).to_have_count(len(marked))
    marks.get_by_role("button").last.click()
    expect(page.get_by_role("slider")).to_have_value(str(marked[-1]["turn"] - 1))
    told = page.locator(".told")
    expect(told.get_by_role("heading")).to_contain_text(MARKS[marked[-1]["mark"]][language == "en"])
    expect(told.locator("dd > b").first).to_have_text(
        f"{100 * marked[-1]['best']['value']:.0f}{' %' if language == 'sk' else '%'}"
    )
    expect(told).to_contain_text(marked[-1]["reasons"][0]["text"][language][-12:])
    # The best move is pointed out on the table, and the cards of others are what one could know.
    expect(page.locator(".board .best")).to_have_count(
        max(1, len(Move.parse(marked[-1]["best"]["move"]).cards))
    )
    expect(page.locator(".others .open")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(told.get_by_role("heading")).to_contain_text(str(marked[-1]["turn"] - 2))
    assert_accessible(page)


def test_a_click_on_the_curve_goes_there_and_all_cards_may_be_open(visit: Visit) -> None:
    page = visit("desktop", "en")
    _review(page, "en")
    curve = page.locator(".curve svg")
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] * 0.46, "y": box["height"] / 2})
    expect(page.get_by_role("slider")).to_have_value("4")
    page.get_by_text("All cards open").click()
    expect(page.get_by_text("judged by what nobody could know")).to_be_visible()
    expect(page.locator(".others .open")).to_have_count(1)
    page.get_by_role("button", name="Hide the review").click()
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.locator(".own .best")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "sk")])
def test_mistakes_are_tried_again_until_a_better_move_is_found(
    visit: Visit, size: str, language: str
) -> None:
    page = visit(size, language)
    marked = _marked(_review(page, language))
    page.locator(".coach .btn.pri").click()
    of = "z" if language == "sk" else "of"
    for number, turn in enumerate(marked):
        asked = page.locator("dialog[open] aside")
        expect(page.locator("dialog[open]")).to_contain_text(f"{number + 1} {of} {len(marked)}")
        expect(page.locator("dialog[open] .hand.turn")).to_be_visible()
        if number == 0:
            _play(page, turn["played"]["move"], "dialog[open]")
            expect(asked.locator(".no")).to_be_visible()
            assert_accessible(page)
        _play(page, turn["best"]["move"], "dialog[open]")
        expect(asked.get_by_role("heading").first).to_have_text("Správne!" if language == "sk" else "Right!")
        expect(asked.locator("dd > b")).to_have_count(2)
        asked.locator(".btn.pri").click()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_escape_leaves_a_shown_solution(visit: Visit) -> None:
    page = visit("desktop", "sk")
    _review(page, "sk")
    page.locator(".coach .btn.pri").click()
    page.get_by_role("button", name="Ukázať riešenie").click()
    expect(page.locator("dialog[open] .hand .hint")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_of_a_foul_it_is_not_said_that_there_was_no_mistake(visit: Visit) -> None:
    page = visit("phone", "en")
    parts = _review(page, "en", fouled_record())
    assert not [part for part in parts if part.get("mark")]
    expect(page.locator(".coach .sum b")).to_be_visible()
    expect(page.locator(".coach .sum")).not_to_contain_text("Not a single mistake")


def test_the_game_goes_on_from_a_marked_move(visit: Visit) -> None:
    page = visit("phone", "en")
    _review(page, "en")
    page.locator(".coach .to").first.click()
    hand = page.locator(".own .fan [data-face]")
    held = sorted(str(hand.nth(at).get_attribute("data-face")) for at in range(hand.count()))
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_label("Level of the bots").select_option(index=0)
    page.locator("dialog[open] form .btn").click()
    page.wait_for_url("**/t/*")
    cards = page.locator(".hand .card")
    expect(cards).to_have_count(len(held))
    assert sorted(str(cards.nth(at).get_attribute("data-card")) for at in range(len(held))) == held
    expect(page.get_by_text("From a record, for nothing").first).to_be_attached()


def test_what_cannot_be_weighed_and_a_server_that_refuses_are_told(visit: Visit) -> None:
    page = visit("phone", "sk", expected="429")
    _review(page, "sk", played_record(players=3, moves=30, camouflage="on"))
    expect(page.get_by_text("Vykladá sa zakryto: takéto hry")).to_be_visible()
    expect(page.locator(".coach .sum")).to_contain_text("Žiadne rozhodnutie")

    def refuse(route: Route) -> None:
        route.fulfill(status=429, json={"code": "too-fast", "en": "Later.", "sk": "Rozborov bolo priveľa."})

    page.route("**/api/review", refuse)
    page.get_by_text("Všetky karty", exact=True).first.click()
    expect(page.get_by_role("alert")).to_contain_text("Rozborov bolo priveľa.")
    page.unroute("**/api/review")
    page.get_by_role("button", name="Skúsiť znova").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_questions_about_a_moment_are_asked_in_the_replay(visit: Visit) -> None:
    page = visit("desktop", "en")
    _review(page, "en")
    page.locator(".coach .to").first.click()
    page.get_by_role("button", name="Questions about cards").click()
    expect(page.get_by_text("Question 1 of 5")).to_be_visible()
    assert_accessible(page)
