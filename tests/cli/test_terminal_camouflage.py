"""Covered groups in the terminal: they are typed, shown, explained, dared and checked (§17)."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from typer.testing import CliRunner

from faraon.cli.app import app
from faraon.cli.play import TerminalGame
from faraon.play.game import load
from faraon.play.state import State

POSITION = {"hands": [["a9", "h8", "lK"], ["h9", "aX"]], "pile": ["bX"], "stock": ["l8", "l9", "lX", "aK"]}


def terminal(language: str, *answers: str) -> tuple[TerminalGame, io.StringIO]:
    said, out = iter(answers), io.StringIO()
    console = Console(file=out, width=110, highlight=False)
    game = load("classic", 2, camouflage="on")
    return TerminalGame(game, language, 1, ask=lambda _: next(said), console=console), out


def given(turn: int) -> State:
    return load("classic", 2, camouflage="on").position({**POSITION, "turn": turn})


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "If the next player checks, you take the cards back: three cards for a lie (§17)."),
        ("sk", "Ak karty ďalší hráč skontroluje, vezmeš si ich späť: tri karty za klamstvo (§17)."),
    ],
)
def test_a_lie_is_told_its_price_and_must_be_meant(language: str, told: str) -> None:
    table, out = terminal(language, "a9 h8", "n", "a9 h8", "a")
    state = table.ask_move(given(0))
    assert state is not None
    assert state.position.pile[-2:] == state.log[-1].move.cards  # type: ignore[union-attr] # it is a lay
    assert out.getvalue().count(told) == 2


@pytest.mark.parametrize(
    ("language", "claim", "line"),
    [
        (
            "en",
            "Opponent 1 declares 2 cards of one value, covered",
            "Opponent 1: 2 cards covered, ten of acorns on top",
        ),
        ("sk", "Súper 1 ohlasuje 2 karty s rovnakým znakom, zakryto", "Súper 1: 2 karty zakryto, navrchu"),
    ],
)
def test_covered_cards_are_announced_and_can_be_checked(language: str, claim: str, line: str) -> None:
    table, out = terminal(language, "check")
    state = given(1).play("h9 aX")
    table.tell_news(state)
    table.show_table(state)
    shown = out.getvalue()
    assert claim in shown
    assert line in shown
    assert "♥IX" not in shown.replace("│", "")
    after = table.ask_move(state)
    assert after is not None
    assert [kind for kind, _, _ in after.log[-1].events][:1] == ["lie"]


def test_nothing_to_check_is_explained() -> None:
    table, out = terminal("en", "check", "q")
    assert table.ask_move(given(0)) is None
    assert "There is nothing to check" in out.getvalue()


def test_a_bot_that_searches_is_refused_by_name() -> None:
    found = CliRunner().invoke(app, ["play", "-o", "camouflage=on", "--bot", "ismcts:100", "--lang", "en"])
    assert found.exit_code != 0
    assert "ismcts" in str(found.exception or found.output)
