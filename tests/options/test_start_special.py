"""`start_special`: whether a start seven or ace is in force for the first player (§7)."""

import pytest

from tests.referee import SetUp

from .conftest import Options, deck, default


@default(start_special="compare")
def test_with_start_special_compare_the_bottom_of_the_stock_decides(deal: SetUp, chosen: Options) -> None:
    assert deal(players=2, deck=deck(start="b7", bottom="l7"), **chosen).owed == 3
    assert deal(players=2, deck=deck(start="b7", bottom="l8"), **chosen).owed == 0
    assert deal(players=2, deck=deck(start="bA", bottom="lA"), **chosen).ace == 1
    assert deal(players=2, deck=deck(start="bA", bottom="lK"), **chosen).ace == 0


@pytest.mark.says("7.10", "7.11")
@pytest.mark.parametrize(("value", "owed", "ace"), [("always", 3, 1), ("never", 0, 0)])
@pytest.mark.parametrize("bottom", ["l7", "lA", "lK"])
def test_with_start_special_always_or_never_the_stock_does_not_matter(
    deal: SetUp, value: str, bottom: str, owed: int, ace: int
) -> None:
    t = deal(players=2, deck=deck(start="b7", bottom=bottom), start_special=value)
    assert (t.owed, t.ace) == (owed, 0)
    t = deal(players=2, deck=deck(start="bA", bottom=bottom), start_special=value)
    assert (t.owed, t.ace) == (0, ace)


@pytest.mark.parametrize("value", ["compare", "always", "never"])
@pytest.mark.parametrize(("bottom", "suit"), [("l9", "l"), ("a9 hO", "a"), ("l9 hO aO", "l")])
def test_a_start_over_always_takes_its_suit_from_the_stock(
    deal: SetUp, value: str, bottom: str, suit: str
) -> None:
    assert deal(players=2, deck=deck(start="bO", bottom=bottom), start_special=value).suit == suit


@pytest.mark.parametrize("value", ["compare", "always", "never"])
def test_on_a_start_pharaoh_anything_may_always_be_laid(deal: SetUp, value: str) -> None:
    t = deal(players=2, deck=deck(start="lU", bottom="b8"), start_special=value)
    assert t.hand(0) == {"h7", "h9", "hU", "hK", "l7"}
    assert t.moves == {"h7", "h9", "hU", "hK", "l7", "h7 l7", "l7 h7", "draw"}


def test_standing_on_a_start_ace_makes_nobody_free(deal: SetUp) -> None:
    t = deal(players=2, deck=deck(start="bA", bottom="lK"), start_special="always")
    assert (t.ace_by, t.moves) == (None, {"stand"})
    t.play("stand")
    assert (t.turn, t.ace, t.free) == (1, 0, False)


@pytest.mark.says("7.12", "7.13")
def test_a_start_card_in_force_is_answered_only_where_such_cards_are(deal: SetUp) -> None:
    options = {"start_special": "always", "seven_answer": "off", "pharaoh": "off", "ace_answer": "off"}
    seven = deal(players=2, deck=deck(start="b7", bottom="lK"), **options)
    assert (seven.owed, seven.moves) == (3, {"draw"})
    ace = deal(players=2, deck=deck(start="bA", bottom="lK"), **options)
    assert (ace.ace, ace.moves) == (1, {"stand"})
