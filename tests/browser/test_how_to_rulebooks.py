"""The house rulebooks of the how-to in the browser: what waits has its name, and reasons are right."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit, assert_accessible
from tests.browser.opponent import BUTTON, Begin, deal, pass_on, tables
from tests.browser.playing import tap
from tests.browser.serving import running_server
from tests.docs.how_to import write_rulebooks

HOUSES = ("eights", "slow", "plain", "king")
PILL, NOTES, REASONS = ".prompt .pill", ".notes", ".tip p"


@pytest.fixture(scope="module")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that offers the rulebooks of the how-to."""
    folder = tmp_path_factory.mktemp("how-to")
    rulebooks = tuple(map(str, write_rulebooks(folder, *HOUSES)))
    with running_server(folder, rulebooks=rulebooks) as address:
        yield address


@pytest.fixture
def begin(base_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    with tables(base_url, monkeypatch) as begin_game:
        yield begin_game


KING = {
    "sk": {
        "pill": "Si na ťahu: dlhuješ 4 karty",
        "note": "Čaká červený kráľ.",
        "button": "Ťahať 4",
        "refused": "Čaká červený kráľ: ber 4 karty.",
        "line": "Boris: červený kráľ",
        "law": "Červený kráľ navrchu menej než štyroch kráľov stojí ďalšieho hráča štyri karty",
    },
    "en": {
        "pill": "Your turn: you owe 4 cards",
        "note": "The king of hearts waits.",
        "button": "Draw 4",
        "refused": "The king of hearts waits: draw 4 cards.",
        "line": "Boris: king of hearts",
        "law": "The king of hearts, on top of fewer than four kings, costs the next player four cards",
    },
}


@pytest.mark.parametrize(("size", "language"), [("desktop", "sk"), ("phone", "en")])
def test_a_debt_of_the_house_has_its_own_name(visit: Visit, begin: Begin, size: str, language: str) -> None:
    words, page = KING[language], visit(size, language)
    other = begin(page, "king", deal("b7 lU b9 aX a8", "hK hX h8 l9 lX"))
    pass_on(page)
    other.lays("hK")
    expect(page.locator(PILL)).to_have_text(words["pill"])
    expect(page.locator(NOTES)).to_have_text(words["note"])
    expect(page.locator(BUTTON)).to_have_text(words["button"])
    assert_accessible(page)
    if size == "phone":
        expect(page.locator(".ticker")).to_contain_text(words["line"])
    else:
        expect(page.locator("ol li").last).to_contain_text(words["line"])
    for refused in ("b7", "lU"):
        tap(page, refused)
        expect(page.locator(REASONS)).to_have_text([words["refused"]])
        page.keyboard.press("Escape")
    pass_on(page)
    expect(page.locator(".hand .card")).to_have_count(10)
    expect(page.locator(NOTES)).to_have_count(0)
    page.goto(f"/rules/king?lang={language}#p14")
    expect(page.locator("#s14-9")).to_contain_text(words["law"])


OTHERS = [
    ("eights", "phone", "sk", "h8", "bK", "Čakajú osmy: prebi ich ako sedmy, alebo ber 1 kartu."),
    ("slow", "desktop", "en", "hK", "bK", "A king is not laid on a king."),
    ("plain", "desktop", "sk", "h7", "lU", "Čakajú sedmy: prebi sedmou, alebo ber 3 karty."),
]


@pytest.mark.parametrize(("house", "size", "language", "laid", "mine", "refused"), OTHERS)
def test_a_refusal_is_the_houses(
    visit: Visit, begin: Begin, house: str, size: str, language: str, laid: str, mine: str, refused: str
) -> None:
    page = visit(size, language)
    other = begin(page, house, deal("b7 lU bK aX a8", f"{laid} lX l9 lA aU"))
    pass_on(page)
    other.lays(laid)
    page.locator(f".hand.turn .no[data-card={mine}]").wait_for()
    tap(page, mine)
    expect(page.locator(REASONS).first).to_have_text(refused)
