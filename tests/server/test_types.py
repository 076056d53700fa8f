"""The client's types are those of the messages, and the messages speak the notation of the game."""

from pathlib import Path
from typing import get_args

from faraon.cards import SUIT_LETTERS, VALUE_LETTERS
from faraon.game.move import WORDS
from faraon.server import wire
from faraon.server.wire.typescript import typescript

CLIENT = Path(__file__).parents[2] / "client" / "src" / "lib" / "protocol.ts"


def test_the_clients_types_are_up_to_date() -> None:
    assert CLIENT.read_text(encoding="utf-8") == typescript(), "run `make types`"


def test_optional_fields_are_optional_only_where_clients_send_them() -> None:
    written = typescript()
    assert "  token?: string | null\n" in written
    assert "  deadline: number | null\n" in written


def test_suits_values_and_words_are_those_of_the_game() -> None:
    assert get_args(wire.Suit) == tuple(SUIT_LETTERS)
    assert get_args(wire.Value) == tuple(VALUE_LETTERS)
    assert get_args(wire.Word) == WORDS


def test_cards_and_moves_are_more_than_texts() -> None:
    written = typescript()
    assert "export type Card = `${Suit}${Value}`\n" in written
    for field in ("hand: Card[]", "hands: Card[][]", "moves: MoveText[]", "deck: Card[] | null"):
        assert f"  {field}\n" in written
