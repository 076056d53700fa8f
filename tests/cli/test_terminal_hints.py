"""A hint in the terminal: the move, and why if anybody knows."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from faraon.bots.simple.greedy import Greedy
from faraon.cli.play import TerminalGame
from faraon.play.game import load


@pytest.mark.parametrize(
    ("hand", "pile", "language", "told"),
    [
        ("b7 bX hK", "bA", "sk", "b7: Súper bude dlhovať 3 karty."),
        ("b7 bX hK", "bA", "en", "b7: Your opponent will owe 3 cards."),
        ("bX hK", "lU", "sk", "bX"),
    ],
)
def test_a_hint_is_a_move_with_its_reason(
    hand: str, pile: str, language: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, answers = load("classic", 2), iter(["hint", "q"])
    console = Console(file=io.StringIO(), width=100)
    terminal = TerminalGame(game, language, 1, ask=lambda _: next(answers), console=console)
    monkeypatch.setattr(terminal.bots, "adviser", lambda game: Greedy(game=game))
    hands = [hand.split(), ["a8", "l9"]]
    terminal.ask_move(game.position({"hands": hands, "pile": [pile], "stock": ["h8"], "turn": 0}))
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue() == f"  {told}\n"
