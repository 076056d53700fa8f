"""The action table and the order of legal moves: frozen, for networks and records store them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from faraon.engines.actions import MOST_SEATS, action_table
from faraon.game.move import Move
from faraon.lang.library import read_book, shipped
from faraon.play.game import load
from faraon.testing.perft import perft_files
from tests.golden import table_text

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.mark.parametrize("name", ["classic", "formal", "draft"])
def test_the_table_is_frozen(name: str) -> None:
    snapshot = (GOLDEN / f"actions-{name}.txt").read_text(encoding="utf-8")
    assert table_text(action_table(read_book(name))) == snapshot


@pytest.mark.parametrize("name", ["prsi", "family", "mini-6", "mini-8"])
def test_relatives_of_classic_have_its_table(name: str) -> None:
    assert action_table(read_book(name)).rows == action_table(read_book("classic")).rows


def test_the_order_of_legal_moves_is_frozen() -> None:
    snapshot = json.loads((GOLDEN / "legal-order.json").read_text(encoding="utf-8"))
    found = {name: ", ".join(map(str, file.state().moves())) for name, file in perft_files()}
    assert found == snapshot


@pytest.mark.parametrize("name", shipped())
def test_numbers_and_moves_both_ways(name: str) -> None:
    table = action_table(read_book(name))
    for players in range(2, MOST_SEATS + 1):
        for number, row in enumerate(table.rows):
            if row.kind == 1 and row.choice >= players:
                continue  # so many seats behind, nobody sits
            for turn in (0, players - 1):
                move = table.move(number, turn, players)
                assert table.number(move, turn, players) == number
                assert Move.parse(str(move)) == move


def test_lays_stand_in_the_order_of_legal_moves() -> None:
    state = load("classic", 2).position(
        {"hands": [["h8", "l8", "a8", "hO", "lO", "h7"], ["b9"]], "pile": ["lU"], "stock": ["hX"], "turn": 0}
    )
    numbers = [action_table(state.game.book).number(move, 0, 2) for move in state.moves()]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("text", ["h7 h8", "lO", "b8=h", "h8^1", "h7 h7"])
def test_what_no_rule_ever_allows_has_no_number(text: str) -> None:
    with pytest.raises(KeyError):
        action_table(read_book("classic")).number(Move.parse(text), 0, 2)
