"""Records of finished games: watching, sharing, saving, reading back, and verifying the deal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from faraon.play.game import load
from faraon.play.replay import record_of
from tests.browser.conftest import Visit, assert_accessible
from tests.browser.games import PlayedTable, play_to_the_end


@pytest.fixture(scope="module")
def played(base_url: str) -> PlayedTable:
    return play_to_the_end(base_url)


def _moment(page: Page) -> tuple[int, int]:
    slider = page.get_by_role("slider")
    return int(slider.input_value()), int(slider.get_attribute("max") or 0)


def test_a_game_is_watched_with_buttons_keys_and_jumps(visit: Visit, played: PlayedTable) -> None:
    page = visit("desktop", "sk")
    page.goto(f"/t/{played.id}/replay/1?move=2")
    expect(page.get_by_role("slider")).to_have_value("2")
    _, last = _moment(page)
    page.get_by_role("button", name="Ďalší ťah").click()
    assert _moment(page)[0] == 3
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert _moment(page)[0] == 1
    page.keyboard.press("End")
    expect(page.get_by_text("Prehráva").first).to_be_visible()
    assert _moment(page)[0] == last
    page.keyboard.press("Shift+ArrowLeft")
    before = _moment(page)[0]
    assert before < last
    page.get_by_role("button", name="Ďalšia udalosť").click()
    assert _moment(page)[0] > before
    page.get_by_role("button", name="0 Rozdávanie").click()
    assert _moment(page)[0] == 0
    page.get_by_role("button", name="Spustiť").click()
    expect(page.get_by_role("slider")).not_to_have_value("0")
    page.get_by_role("button", name="Zastaviť").click()


def test_the_cards_of_others_are_hidden_from_a_seats_own_view(visit: Visit, played: PlayedTable) -> None:
    page = visit("phone", "en", "dark")
    page.goto(f"/t/{played.id}/replay/1")
    opponents = page.locator(".others [role=img]")
    expect(opponents).to_have_count(5)
    page.get_by_role("combobox", name="View").select_option(index=1)
    expect(opponents).to_have_count(0)


def test_the_deal_is_computed_again_in_the_browser(visit: Visit, played: PlayedTable) -> None:
    page = visit("phone", "sk")
    page.goto(f"/t/{played.id}/replay/1")
    page.get_by_role("button", name="Overiť rozdanie").click()
    expect(page.get_by_text("Rozdanie sedí.")).to_be_visible()
    expect(page.get_by_text("Tento prehliadač si pred rozdaním nepoznačil")).to_be_visible()


def test_a_false_deal_is_found_out(visit: Visit, played: PlayedTable, base_url: str) -> None:
    page = visit("desktop", "en")
    address = f"{base_url}/api/tables/{played.id}/games/1"
    told = page.request.get(address).json()
    told["fair"]["deck"][:2] = reversed(told["fair"]["deck"][:2])
    page.route(address, lambda route: route.fulfill(body=json.dumps(told), content_type="application/json"))
    page.goto(f"/t/{played.id}/replay/1")
    page.get_by_role("button", name="Verify the deal").click()
    expect(page.get_by_text("The deal does not match!")).to_be_visible()
    assert_accessible(page)


def test_a_record_is_saved_and_read_back(visit: Visit, played: PlayedTable, tmp_path: Path) -> None:
    page = visit("desktop", "en", "dark")
    page.goto(f"/t/{played.id}/replay/1")
    _, last = _moment(page)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Download the record").click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    assert file.suffix == ".fgn"

    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("slider")).to_be_visible()
    assert _moment(page)[1] == last

    page.goto("/replay")
    page.get_by_label("Text of the record").fill(file.read_text("utf-8"))
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("slider")).to_be_visible()


def test_a_record_that_cannot_be_read_is_refused_in_words_and_kept(visit: Visit) -> None:
    page = visit("phone", "sk", expected="400")
    page.goto("/replay")
    text = page.get_by_label("Text záznamu")
    told = page.get_by_role("alert")
    for spoilt, why in (
        ("\u202e💥 Toto nie je hra", "riadok 1: ťah sa píše"),
        (_record("classic").replace("1. ", "1. lU lU lU ", 1), "riadok 11: ťah sa píše"),
        (_record("classic").replace('"classic"', '"/etc/passwd"'), "podľa ponúkaných pravidiel"),
    ):
        text.fill(spoilt)
        page.get_by_role("button", name="Zobraziť").click()
        expect(told).to_contain_text("Toto nie je platný záznam")
        expect(told).to_contain_text(why)
        expect(text).to_have_value(spoilt)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(page)


def _record(rulebook: str) -> str:
    state = load(rulebook, 3).deal(seed=3)
    while not state.over:
        state = state.play(state.moves()[0])
    return record_of(state).write()


@pytest.mark.parametrize(
    ("rulebook", "size", "language", "first"),
    [("formal", "desktop", "en", "GS = (DP: ("), ("draft", "phone", "sk", "S = (OB: (")],
)
def test_a_game_by_a_document_has_its_tuple(
    visit: Visit, rulebook: str, size: str, language: str, first: str
) -> None:
    page = visit(size, language)
    page.goto("/replay")
    page.locator("textarea").fill(_record(rulebook))
    page.locator("form .btn.pri").click()
    tuple_ = page.locator("details.document p")
    expect(tuple_).to_contain_text(first)
    dealt = tuple_.inner_text()
    page.keyboard.press("ArrowRight")
    expect(tuple_).not_to_have_text(dealt)
    assert_accessible(page)
    page.get_by_role("combobox").select_option(index=1)  # every hand stands in it
    expect(tuple_).to_have_count(0)


def test_a_game_by_the_rulebook_has_no_tuple(visit: Visit, played: PlayedTable) -> None:
    page = visit("desktop", "en")
    page.goto(f"/t/{played.id}/replay/1")
    expect(page.get_by_role("slider")).to_be_visible()
    assert page.locator("details.document").count() == 0
