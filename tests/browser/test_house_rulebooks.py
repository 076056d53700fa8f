"""What a rulebook shows is seen, whatever it calls it: suit, debt, stop and notes of the house."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, assert_accessible
from tests.browser.opponent import BUTTON, Begin, Opponent, deal, pass_on, tables
from tests.browser.playing import left, position, tap
from tests.browser.serving import running_server

HOUSE = Path(__file__).parents[1] / "data" / "dlh.far"
ASKED = ".suit.said .lb"
SUIT, DEBT, PILL = ".suit .lb", ".stock .big", ".prompt .pill"


@pytest.fixture(scope="module")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that offers a rulebook of the house."""
    with running_server(tmp_path_factory.mktemp("house"), rulebooks=(str(HOUSE),)) as address:
        yield address


@dataclass(frozen=True)
class Script:
    """A game in which everything happens to me: what the other lays, and what I then see."""

    mine: str
    theirs: str
    seven: str
    debt: int
    ace: str
    word: str
    """What a stopped player does."""
    asks: str
    """For bells."""


SCRIPTS = {
    "dlh": Script("aK a8 l8 b8 bU", "hX h7 hA hK lX", "h7", 2, "hA", "stand", "hK=b"),
    "draft": Script("a8 aX aU b8 bU", "h7 hA lA lO l9", "h7", 3, "hA lA", "stand", "lO=b"),
    "formal": Script("a8 aX l8 b8 bU", "h7 hA hO h8 l9", "h7", 3, "hA", "draw", "hO=b"),
}
SK = {
    "hearts": "Platí červeň",
    "bells": "Platí guľa",
    "asked": "pýta si Boris",
    "owe": "Si na ťahu: dlhuješ {} karty",
    "draw debt": "Ťahať {}",
    "draw": "Stop! Tentoraz ťaháš",
    "stand": "Stop! Tentoraz stojíš",
    "note": "Sedmy zdraželi: najbližšie stoja dvojnásobok.",
    "refused": "Čakajú sedmy: prebi sedmou, alebo ber 4 karty.",
}
EN = {
    "hearts": "Valid: hearts",
    "bells": "Valid: bells",
    "asked": "asked for by Boris",
    "owe": "Your turn: you owe {} cards",
    "draw debt": "Draw {}",
    "draw": "Stop! This time you draw",
    "stand": "Stop! This time you stand",
    "note": "Sevens are dear: the next ones cost double.",
    "refused": "Sevens are waiting: answer with a seven, or draw 4 cards.",
}
WORDS = {"sk": SK, "en": EN}


@pytest.fixture
def begin(base_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    with tables(base_url, monkeypatch) as begin_game:
        yield begin_game


def begin_script(begin: Begin, page: Page, rulebook: str) -> Opponent:
    script = SCRIPTS[rulebook]
    return begin(page, rulebook, deal(script.mine, script.theirs))


MATRIX = [
    ("dlh", "desktop", "sk"),
    ("dlh", "phone", "en"),
    ("draft", "desktop", "en"),
    ("draft", "phone", "sk"),
    ("formal", "desktop", "sk"),
    ("formal", "phone", "en"),
]


@pytest.mark.parametrize(("rulebook", "size", "language"), MATRIX)
def test_suit_debt_and_stop_are_seen(
    visit: Visit, begin: Begin, rulebook: str, size: str, language: str
) -> None:
    script, words, page = SCRIPTS[rulebook], WORDS[language], visit(size, language)
    other = begin_script(begin, page, rulebook)
    expect(page.locator(SUIT)).to_have_text(words["hearts"])
    expect(page.locator(DEBT)).to_have_count(0)
    pass_on(page)
    other.lays(script.seven)
    expect(page.locator(DEBT)).to_have_text(f"+{script.debt}")
    expect(page.locator(PILL)).to_have_text(words["owe"].format(script.debt))
    expect(page.locator(BUTTON)).to_have_text(words["draw debt"].format(script.debt))
    pass_on(page)
    other.lays(script.ace)
    expect(page.locator(PILL)).to_have_text(words[script.word])
    expect(page.locator(DEBT)).to_have_count(0)
    assert_accessible(page)
    pass_on(page)
    other.lays(script.asks)
    expect(page.locator(ASKED)).to_have_text(words["bells"])
    expect(page.locator(".suit .by")).to_have_text(words["asked"])


@pytest.mark.parametrize(("size", "language"), [("phone", "sk"), ("desktop", "en")])
def test_what_only_this_rulebook_knows_is_seen(visit: Visit, begin: Begin, size: str, language: str) -> None:
    """A ten makes sevens dear, and kings ask for a suit."""
    words, page = WORDS[language], visit(size, language)
    other = begin_script(begin, page, "dlh")
    pass_on(page)
    other.lays("hX")
    expect(page.locator(".notes")).to_have_text(words["note"])
    assert_accessible(page)
    pass_on(page)
    other.lays("h7")
    expect(page.locator(DEBT)).to_have_text("+4")
    expect(page.locator(".notes")).to_have_count(0)
    tap(page, "aK")
    expect(page.locator(".tip p").first).to_have_text(words["refused"])
    pass_on(page)
    other.lays("draw")
    page.wait_for_selector(".hand.turn")
    before = position(page)
    tap(page, "aK")
    page.locator(".four button").last.click()
    left(page, before)
    expect(page.locator(ASKED)).to_have_text(words["bells"])
