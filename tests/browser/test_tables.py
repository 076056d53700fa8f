"""Opening tables with rules of one's own, and inviting people to them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, assert_accessible


def test_a_table_is_opened_with_options_and_a_guest_reads_them_before_joining(visit: Visit) -> None:
    host = visit("desktop", "sk")
    host.goto("/")
    host.get_by_role("link", name="Hrať s priateľmi").click()
    expect(host.get_by_role("heading", name="Podľa akých pravidiel?")).to_be_visible()
    host.get_by_label("Tvoje meno").fill("Zuzka")
    host.get_by_role("button", name="Ďalších 13 pravidiel").click()
    host.get_by_role("radiogroup", name="Koľko kariet stojí jedna sedma?").get_by_text("2").click()
    host.get_by_role("switch", name="Spálená").click()
    expect(host.get_by_text("2 zmenené, uvidia ich všetci hostia")).to_be_visible()
    host.get_by_role("button", name="Vytvoriť stôl").click()
    host.wait_for_url("**/t/*")
    expect(host.get_by_role("img", name="QR kód s odkazom na stôl")).to_be_visible()
    link = host.get_by_label("Odkaz na stôl").input_value()
    assert link == host.url

    guest = visit("phone", "en")
    guest.goto(link)
    expect(guest.get_by_role("heading", name="Zuzka invites you to a table")).to_be_visible()
    expect(guest.get_by_text("Burned four changed")).to_be_visible()
    guest.get_by_role("button", name="Take a seat").click()
    expect(guest.get_by_text("What should the others call you?")).to_be_visible()
    guest.get_by_label("Your name").fill("Jano")
    guest.get_by_role("button", name="Take a seat").click()
    expect(guest.get_by_text("The host starts the game.")).to_be_visible()
    assert_accessible(guest)

    # The table is full: nobody is invited any more, and the guest says when to start.
    expect(host.get_by_text("Čaká sa na: Jano")).to_be_visible()
    expect(host.get_by_role("img", name="QR kód s odkazom na stôl")).to_have_count(0)
    guest.get_by_role("button", name="I am here, we can start").click()
    expect(host.get_by_text("Všetci sú pripravení.")).to_be_visible()
    expect(host.get_by_text("Jano", exact=True)).to_be_visible()
    host.get_by_role("button", name="Začať hru").click()
    expect(host.get_by_text(re.compile("Si na ťahu|Stop!")).first).to_be_visible()  # an ace may start
    expect(guest.get_by_text("Zuzka").first).to_be_visible()
    expect(guest.get_by_text("The host starts the game.")).to_be_hidden()
    # Among people there are no hints, unless they agree.
    expect(
        host.get_by_role("button", name="Ťahať").or_(host.get_by_role("button", name="Stáť"))
    ).to_be_visible()
    expect(host.get_by_role("button", name="Rada")).to_have_count(0)


def test_hints_among_people_are_agreed_and_everybody_is_told(visit: Visit) -> None:
    host = visit("desktop", "sk")
    host.goto("/new?friends")
    host.get_by_label("Tvoje meno").fill("Radka")
    host.get_by_text("Ďalšie možnosti", exact=True).click()
    host.get_by_role("switch", name="Verejný stôl").click()
    host.get_by_role("switch", name="Rady medzi ľuďmi").click()
    host.get_by_role("button", name="Vytvoriť stôl").click()
    agreed = "Rady sú povolené: kto je na ťahu, môže sa spýtať bota."
    expect(host.get_by_text(agreed)).to_be_visible()

    guest = visit("phone", "en")
    guest.goto("/tables")
    found = guest.get_by_role("link", name="Radka").first
    expect(found).to_contain_text("with hints")
    found.click()
    expect(
        guest.get_by_text("Hints are allowed: the player on turn may ask a bot for advice.")
    ).to_be_visible()
    guest.get_by_label("Your name").fill("Jano")
    guest.get_by_role("button", name="Take a seat").click()
    expect(guest.get_by_text("The host starts the game.")).to_be_visible()

    host.get_by_role("button", name="Začať hru").click()
    expect(host.get_by_role("button", name="Rada")).to_be_visible()
    expect(host.get_by_text("Pri tomto stole sú rady povolené.").first).to_be_visible()
    expect(guest.get_by_role("button", name="Hint")).to_be_visible()
    guest.get_by_role("button", name="Open the log").first.click()
    expect(guest.get_by_role("dialog").get_by_text("Hints are allowed at this table.")).to_be_visible()
    assert_accessible(guest)


def test_the_host_fills_and_removes_seats_in_the_lobby(visit: Visit) -> None:
    host = visit("phone", "en", "dark")
    host.goto("/new?friends")
    for _ in range(2):
        host.get_by_role("button", name="Seat", exact=True).click()
    host.get_by_role("button", name="Create table").click()
    host.get_by_role("button", name="Seat a bot: Seat 2").click()
    expect(host.get_by_text("bot", exact=False).first).to_be_visible()
    host.get_by_role("button", name="Remove seat: Seat 3").click()
    # While a friend is expected, the gold button is the one that invites them.
    expect(host.locator("main .btn.pri")).to_have_text("Copy the link")
    host.get_by_role("button", name="Start without the free seats").click()
    expect(host.get_by_role("heading", name="Waiting for players")).to_be_hidden()
    assert _seats(host) == ["person", "bot", "closed", "closed"]


def _seats(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        "fetch(location.pathname.replace('/t/', '/api/tables/')).then(r => r.json())"
        ".then(invitation => invitation.table.seats.map(seat => seat.kind))"
    )
    return found


def test_options_that_cannot_be_played_together_are_refused_at_once(visit: Visit) -> None:
    page = visit("desktop", "en", "dark")
    page.goto("/new")
    for _ in range(5):
        page.get_by_role("button", name="Bot", exact=True).click()
    expect(page.get_by_text("Played with two packs.")).to_be_visible()
    page.get_by_label("How many packs are shuffled together?").select_option("1")
    expect(page.get_by_text("These settings cannot be played.")).to_be_visible()
    expect(page.get_by_role("button", name="Start game")).to_be_disabled()
    assert_accessible(page)


def test_an_olympic_match_with_a_clock_is_opened(visit: Visit) -> None:
    page = visit("phone", "sk", "dark")
    page.goto("/new")
    hand = page.get_by_role("radiogroup", name="Koľko kariet dostane každý hráč?")
    assert hand.inner_text().split() == ["4", "5", "6", "7"]
    expect(page.get_by_role("button", name="Začať hru")).to_be_in_viewport()
    page.get_by_text("Olympijský").click()
    expect(page.get_by_text("požiadať o žobráka")).to_be_visible()
    page.get_by_text("Ďalšie možnosti").click()
    page.get_by_text("60 s").click()
    page.get_by_role("button", name="Začať hru").click()
    page.wait_for_url("**/t/*")
    told = page.evaluate("fetch(location.pathname.replace('/t/', '/api/tables/')).then(r => r.json())")
    assert (told["table"]["kind"], told["table"]["clock"]) == ("olympic", {"seconds": 60})


def test_the_button_that_opens_a_table_never_scrolls_out_of_sight(visit: Visit) -> None:
    page = visit("desktop", "en")
    page.set_viewport_size({"width": 1280, "height": 600})
    page.goto("/new")
    for _ in range(4):
        page.get_by_role("button", name="Bot", exact=True).click()
    page.get_by_text("More options").click()
    panel, button = page.locator(".side"), page.get_by_role("button", name="Start game")
    for place in ("top", "bottom"):
        panel.evaluate("(one, place) => one.scrollTo(0, place === 'top' ? 0 : one.scrollHeight)", place)
        expect(button).to_be_in_viewport(ratio=1)


def test_a_public_table_is_found_and_joined(visit: Visit) -> None:
    host = visit("desktop", "en")
    host.goto("/new?friends")
    host.get_by_label("Your name").fill("Ema")
    host.get_by_text("More options", exact=True).click()
    host.get_by_role("switch", name="Public table").click()
    host.get_by_role("button", name="Create table").click()
    expect(host.get_by_role("heading", name="Invite players")).to_be_visible()

    guest = visit("desktop", "sk")
    guest.goto("/tables")
    guest.get_by_role("link", name="Ema").first.click()
    expect(guest.get_by_role("heading", name="Ema ťa pozýva k stolu")).to_be_visible()
    guest.get_by_role("button", name="Iba sa pozerať").click()
    expect(guest.get_by_text("Hru začne hostiteľ.")).to_be_visible()


def test_a_table_that_is_gone_says_so(visit: Visit) -> None:
    page = visit("desktop", "sk", expected="404")
    page.goto("/t/unknown-table")
    expect(page.get_by_text("Takýto stôl neexistuje. Možno je odkaz už starý.")).to_be_visible()
    assert_accessible(page)
