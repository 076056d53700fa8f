"""What the terminal says of a table is so, in both languages."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from faraon.cli.play import TerminalGame
from faraon.play.game import load
from faraon.play.state import State


def at(hands: list[str], pile: str, rulebook: str = "classic", stock: str = "l8 l9", **given: Any) -> State:
    """A position; the person sits in seat 0."""
    options, state = given.pop("options", {}), {"turn": 0, **given}
    cards = {"hands": [hand.split() for hand in hands], "pile": pile.split(), "stock": stock.split()}
    return load(rulebook, len(hands), **options).position({**cards, **state})


def terminal(state: State, language: str) -> tuple[TerminalGame, io.StringIO]:
    out = io.StringIO()
    console = Console(file=out, width=200, color_system=None)
    return TerminalGame(state.game, language, console=console), out


def table(state: State, language: str) -> str:
    game, out = terminal(state, language)
    game.show_table(state)
    return out.getvalue()


def line(state: State, language: str) -> str:
    """What is told of the last move."""
    game, out = terminal(state, language)
    game.tell_news(state)
    return out.getvalue().strip()


def end(state: State, language: str) -> list[str]:
    game, out = terminal(state, language)
    game.show_end(state)
    return out.getvalue().splitlines()


@pytest.mark.parametrize(
    ("rulebook", "language", "title"),
    [
        ("classic", "sk", "Faraón – rozdanie 7."),
        ("mau", "en", "Mau-Mau – deal 7."),
        ("crazy", "sk", "Bláznivé osmy – rozdanie 7."),
        ("prsi", "en", "Prší – deal 7."),
    ],
)
def test_the_heading_is_the_title_of_the_rulebook(rulebook: str, language: str, title: str) -> None:
    out = io.StringIO()
    console = Console(file=out, width=200, color_system=None)
    TerminalGame(load(rulebook, 2), language, 7, ask=lambda _: "q", console=console).run()
    assert out.getvalue().startswith(title)


def test_s16_in_the_extra_move_the_debt_is_not_yours() -> None:
    state = at(["h9 bK", "hX"], "l7 h7", owed=12, burn=True)
    assert "You owe" not in table(state, "en")
    assert "Debt: 12 cards" in table(state, "en")
    assert "Dlhuješ" not in table(state, "sk")
    assert "Dlh: 12 kariet" in table(state, "sk")


def test_s10_in_the_last_chance_nobody_pays() -> None:
    state = at(["h7 bK", ""], "lX l7", owed=3, out={"1": "returnable"})
    assert "You owe" not in table(state, "en")
    assert "Debt: 3 cards" in table(state, "en")


@pytest.mark.parametrize("language", ["en", "sk"])
def test_s11_where_anything_fits_no_suit_is_named(language: str) -> None:
    said = table(at(["h9 bK", "hX"], "lU"), language)
    assert ("Any card fits" if language == "en" else "Hodí sa čokoľvek") in said
    assert ("Valid suit" if language == "en" else "Platí farba") not in said


def test_s13_whoever_is_returned_is_spoken_to() -> None:
    state = at(["", "h7 bK"], "b9", turn=1, stock="l8 l9 lX", out={"0": "returnable"}).play("h7^0")
    assert line(state, "en").startswith("Opponent 1: seven of hearts, returns you – you draw 3 cards")
    assert line(state, "sk").startswith("Súper 1: červená sedma, vracia do hry teba – ťaháš 3 karty")


def test_whom_a_player_returns_is_named() -> None:
    state = at(["h7 bK", "b8 bU", ""], "b9", stock="l8 l9 lX", out={"2": "returnable"}).play("h7^2")
    assert line(state, "en").startswith("You: seven of hearts, return Opponent 2 – Opponent 2 draws 3 cards")
    assert line(state, "sk").startswith("Ty: červená sedma, vraciaš do hry: Súper 2 – Súper 2 ťahá 3 karty")


@pytest.mark.parametrize(("winner", "en", "sk"), [
    (0, "You win!", "Vyhrávaš!"),
    (1, "Opponent 1 is out first and wins.", "Prvý skončil a vyhráva: Súper 1."),
])  # fmt: skip
def test_s10_where_the_first_one_out_wins(winner: int, en: str, sk: str) -> None:
    hands = ["hK aK", "h9 a9", "hU aU"]
    hands[winner] = "h8"
    state = at(hands, "hX", "prsi", turn=winner).play("h8")
    assert end(state, "en")[:3] == [
        en,
        "The first one out wins (§10).",
        "At this table nobody is returned (§10).",
    ]
    assert end(state, "sk")[:3] == [
        sk,
        "Vyhráva prvý, kto skončil (§10).",
        "Pri tomto stole sa nikto nevracia (§10).",
    ]


def test_whoever_loses_is_not_spoken_of_as_somebody_else() -> None:
    state = at(["b9 aK", "h8"], "hX", turn=1).play("h8")
    assert end(state, "en")[0] == "You lose."
    assert not any("they" in said.lower() for said in end(state, "en"))
    assert end(state, "sk")[:3] == [
        "Prehrávaš.",
        "Prehráva ten, komu zostali karty (§10, §19).",
        "Bez červenej sedmy nemožno nikoho vrátiť (§10, §19).",
    ]


def test_s16_a_debt_that_waits_is_not_gone() -> None:
    four = "h7 l7 a7 b7"
    state = at([f"{four} b9", "hX"], "h8", "formal-repaired", cnt=3).play(four)
    assert line(state, "en").endswith("– the sevens do not hit their owner")
    assert "gone" not in line(state, "en")
    assert "preč" not in line(state, "sk")


def test_s11_whoever_owes_may_not_lay_just_any_card() -> None:
    state = at(["hU lU b9", "hX bX"], "l7 h7", owed=12, burn=True, stock="l8").play("hU lU")
    assert line(state, "en") == "You: under of hearts, under of leaves – Opponent 1 owes 12 cards"
    assert line(state.play("draw"), "en").endswith("– any card fits now")


def test_s07_what_the_stock_shows_is_read_out() -> None:
    state = load("classic", 2).deal(5)
    assert line(state, "en") == "The deal – shown from the bottom: ten of hearts"
    assert line(state, "sk") == "Rozdávanie – odspodu ukázané: červená desiatka"
