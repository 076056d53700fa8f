"""Cards and their notation."""

import pytest

from faraon.cards import CARDS, Card, Suit, Value, pack, parse_cards, write_cards


def test_a_pack_has_every_suit_of_every_value_once() -> None:
    assert [Card.of(suit, value) for value in Value for suit in Suit] == pack() == list(CARDS)
    assert len(set(pack())) == 32


def test_notation_goes_both_ways() -> None:
    assert [Card.parse(str(card)) for card in CARDS] == list(CARDS)
    assert [Suit.parse(suit.letter) for suit in Suit] == list(Suit)
    assert [Value.parse(value.letter) for value in Value] == list(Value)
    assert write_cards(parse_cards("lU h7 bX")) == "lU h7 bX"


@pytest.mark.parametrize("text", ["", "h", "7h", "h10", "xx", "H7", "h7 "])
def test_what_is_no_card_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card: a suit"):
        Card.parse(text)


@pytest.mark.parametrize("text", ["", "hl", "x"])
def test_what_is_no_suit_or_value_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a suit"):
        Suit.parse(text)
    with pytest.raises(ValueError, match="is not a value"):
        Value.parse(text)
