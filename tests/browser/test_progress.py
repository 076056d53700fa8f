"""The first visit, and what a browser remembers of the games that were played in it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from faraon.server.table import table
from tests.browser.conftest import Visit, assert_accessible
from tests.browser.games import play_to_the_end as play_somewhere
from tests.browser.opponent import deal
from tests.browser.playing import play_here, prefer, tap, wait_until

WON = {
    "id": "T/1", "at": 1_790_000_000, "rulebook": "classic", "changed": 1, "players": 2, "people": 0,
    "level": "player", "outcome": "won", "moves": 31,
}  # fmt: skip


def stored(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("JSON.parse(localStorage.getItem('faraon.results') ?? '[]')")
    return found


def test_the_first_visit_offers_to_learn_and_leads_to_a_gentle_game(visit: Visit) -> None:
    page = visit("phone", "sk")
    page.goto("/")
    expect(page.get_by_role("combobox", name="Súper")).to_have_value("novice")
    assert_accessible(page)
    page.get_by_role("link", name="Naučiť sa za 2 minúty").click()
    for card in ("h9", "l8", "hX"):
        page.locator(f".hand.turn [data-card={card}]").click(position={"x": 20, "y": 40})
        page.locator(".lesson.done .pri").click()
    page.locator(".hand.turn").wait_for()
    page.get_by_role("button", name="Ťahať").click()
    page.get_by_role("button", name="Zahrať si").click()
    page.locator(".hand.turn").wait_for()
    expect(page.locator(".tips")).to_be_visible()  # what can be done, in one sentence
    assert_accessible(page)
    page.get_by_role("button", name="Ponuka").click()
    page.get_by_role("button", name="Pravidlá na jednej strane").click()
    sheet = page.get_by_role("dialog").filter(has_text="Vety sú z pravidiel tohto stola.")
    expect(sheet).to_contain_text("Cieľom hry je zbaviť sa všetkých kariet skôr ako ostatní.")
    assert_accessible(page)
    page.goto("/")
    expect(page.get_by_text("Hráš prvýkrát?")).to_have_count(0)


def test_results_are_kept_carried_and_erased(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """With four tens at once I win my first game."""
    monkeypatch.setattr(table, "fair_deal", lambda *_: deal("hX lX aX bX", "l8 a8 bK aK"))
    page = visit("desktop", "en")
    play_here(page)
    tap(page, "hX", "lX", "aX", "bX")
    page.locator(".lay").first.click()
    page.get_by_role("button", name="New opponent").click()
    expect(page.get_by_role("button", name="Pharaoh")).to_be_visible()
    assert_accessible(page)
    (result,) = stored(page)
    assert (result["rulebook"], result["level"], result["outcome"]) == ("classic", "novice", "won")
    page.goto("/mine")
    expect(page.get_by_role("region", name="Your results")).to_contain_text("1played 100%won")
    expect(page.get_by_role("listitem").filter(has_text="Watch the record")).to_contain_text("You won")
    page.get_by_text("Carry, save, erase").click()
    assert_accessible(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save a file").click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert json.loads(text)["results"] == [result]
    page.get_by_role("button", name="Erase the results").click()
    page.get_by_role("button", name="Yes, erase them").click()
    assert stored(page) == []
    field = page.get_by_label("The code, or the file’s text, from another device")
    field.fill("FARAON1.nothing")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("The code is incomplete or damaged")).to_be_visible()
    expect(field).to_have_value("FARAON1.nothing")  # nothing is lost
    field.fill(text)
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("Added: 1 game.")).to_be_visible()
    assert stored(page) == [result]


def test_a_game_that_ended_without_me_is_counted_at_the_next_visit(visit: Visit, base_url: str) -> None:
    played = play_somewhere(base_url, "novice")
    page = visit("phone", "en")
    prefer(page)
    mine = {"table": played.id, "seat": 0, "token": played.token, "since": 1, "with": []}
    page.add_init_script(f"localStorage.setItem('faraon.tables', JSON.stringify([{json.dumps(mine)}]))")
    page.goto("/mine")
    region = page.get_by_role("region", name="Your results")
    expect(region).to_contain_text("1played")
    (result,) = stored(page)
    assert (result["id"], result["level"]) == (f"{played.id}/1", "novice")
    told = page.get_by_role("listitem").filter(has_text="Watch the record")
    expect(told).to_contain_text({"won": "You won", "lost": "You lost", "drawn": "drawn"}[result["outcome"]])
    page.evaluate("localStorage.removeItem('faraon.results')")  # erased: it does not come back
    with page.expect_response("**/api/tables/*"):
        page.reload()
    expect(told).to_be_visible()
    assert stored(page) == []


def test_a_code_carries_results_to_another_device(visit: Visit) -> None:
    one, other = visit("desktop", "sk", "dark"), visit("phone", "sk")
    prefer(one)
    one.add_init_script(f"localStorage.setItem('faraon.results', {json.dumps(json.dumps([WON]))})")
    one.goto("/mine")
    one.evaluate("navigator.clipboard.writeText = async text => { window.copied = text }")
    one.get_by_text("Preniesť, uložiť, vymazať").click()
    one.get_by_role("button", name="Kopírovať kód").click()
    code = wait_until(one, "window.copied")
    other.goto("/mine")
    other.get_by_text("Preniesť, uložiť, vymazať").click()
    other.get_by_label("Kód alebo obsah súboru z iného zariadenia").fill(code)
    other.get_by_role("button", name="Pridať").click()
    expect(other.get_by_text("Pridané: 1 hra.")).to_be_visible()
    assert stored(other) == [WON]
    expect(other.get_by_role("region", name="Tvoje výsledky")).to_contain_text("Faraón, domáce pravidlá")


def test_a_code_that_cannot_be_read_is_said_and_nothing_is_lost(visit: Visit) -> None:
    page = visit("phone", "sk")
    prefer(page)
    page.add_init_script(f"localStorage.setItem('faraon.results', {json.dumps(json.dumps([WON]))})")
    page.goto("/mine")
    page.get_by_text("Preniesť, uložiť, vymazať").click()
    field = page.get_by_label("Kód alebo obsah súboru z iného zariadenia")
    for given, why in (
        ("", "Vlož kód"),
        ("\u202e💥 ahoj", "Toto nie je kód výsledkov"),
        ("FARAON1.AAAA", "Kód je neúplný alebo poškodený"),
        ('{"results": [', "Kód je neúplný alebo poškodený"),
        ('{"results": [{"id": 1}], "lessons": []}', "Kód je neúplný alebo poškodený"),
        ('{"results": "<b>", "lessons": []}', "Toto nie je kód výsledkov"),
    ):
        field.fill(given)
        page.get_by_role("button", name="Pridať").click()
        expect(page.locator(".carry .wrong")).to_contain_text(why)
        expect(field).to_have_value(given)
    page.locator("input[type=file]").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": b"\xff\x00{"}
    )
    expect(page.locator(".carry .wrong")).to_contain_text("Toto nie je kód výsledkov")
    assert stored(page) == [WON]
    file = {"results": [WON | {"id": "T/2"}], "lessons": []}
    page.locator("input[type=file]").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": json.dumps(file).encode()}
    )
    expect(page.get_by_text("Pridané: 1 hra.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(page)


def test_kept_results_that_cannot_be_read_are_put_aside(visit: Visit) -> None:
    page = visit("desktop", "sk")
    spoilt = '[{"id": "T/1", "outco'
    page.goto("/settings")
    page.evaluate(f"localStorage.setItem('faraon.results', {json.dumps(spoilt)})")
    for _ in range(2):  # at every visit, until it is saved and erased
        page.goto("/mine")
        page.get_by_text("Preniesť, uložiť, vymazať").click()
        expect(page.get_by_text("Uložené výsledky sa nedali prečítať. Nič sa nestratilo")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Uložiť text").click()
    assert saved.value.path().read_text(encoding="utf-8") == spoilt
