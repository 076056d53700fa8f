"""§3: a card is laid if it shows the value or the suit, or is an over, the Pharaoh, or returns a player."""

import pytest

from tests.referee import SetUp, every_suit


@pytest.mark.says("3.1")
def test_s03_a_card_of_the_valid_suit_fits(table: SetUp) -> None:
    assert table(hands=["b9 hK", "a8"], pile="b8", stock="l8").moves == {"b9", "draw"}


@pytest.mark.says("3.1")
def test_s03_a_card_of_the_same_value_fits(table: SetUp) -> None:
    assert table(hands=["h8 hK", "a9"], pile="b8", stock="l8").moves == {"h8", "draw"}


@pytest.mark.says("3.6")
def test_s03_a_card_of_neither_is_refused(table: SetUp) -> None:
    assert table(hands=["b9 hK", "a8"], pile="b8", stock="l8").refuses("hK")


@pytest.mark.says("3.2")
def test_s03_only_the_top_card_of_the_pile_counts(table: SetUp) -> None:
    assert table(hands=["hK a9", "a8"], pile="h9 b8", stock="l8").moves == {"draw"}


@pytest.mark.says("3.3")
def test_s03_an_over_fits_on_any_suit_and_value(table: SetUp) -> None:
    assert table(hands=["aO h9", "a8"], pile="b8", stock="l8").moves == every_suit("aO") | {"draw"}


@pytest.mark.says("3.4")
def test_s03_the_pharaoh_fits_on_any_suit_and_value(table: SetUp) -> None:
    assert table(hands=["lU h9", "a8"], pile="b8", stock="l8").moves == {"lU", "draw"}


@pytest.mark.parametrize("under", ["hU", "aU", "bU"])
def test_s03_the_other_unders_must_follow(table: SetUp, under: str) -> None:
    assert table(hands=[f"{under} h9", "a8"], pile="l8", stock="lX").moves == {"draw"}


@pytest.mark.says("3.5")
def test_s03_the_red_seven_returns_a_player_on_any_card(table: SetUp) -> None:
    t = table(hands=["", "h7 lK", "a9 a8"], pile="b8", stock="l8 l9 lX", turn=1, out={0: "returnable"})
    assert t.moves == {"h7^0", "draw"}


def test_s03_the_red_seven_must_follow_when_nobody_has_finished(table: SetUp) -> None:
    assert table(hands=["h7 lK", "a9 a8"], pile="b8", stock="l8").moves == {"draw"}


@pytest.mark.says("3.2")
def test_s03_a_laid_card_leaves_the_hand_and_is_the_new_top(table: SetUp) -> None:
    t = table(hands=["h8 hK", "aX h9"], pile="b8", stock="l8").play("h8")
    assert t.hand(0) == {"hK"}
    assert t.pile == "b8 h8"
    assert t.suit == "h"
    assert t.moves == {"h9", "draw"}


@pytest.mark.says("4.1")
@pytest.mark.parametrize("card", ["b8", "b9", "bX", "bU", "bK"])
def test_s03_an_ordinary_card_only_passes_the_turn(table: SetUp, card: str) -> None:
    t = table(hands=[f"{card} hK", "a9 a8"], pile="bA", stock="l8").play(card)
    assert (t.turn, t.owed, t.ace, t.free, t.burn) == (1, 0, 0, False, False)
    assert t.sizes == [1, 2]


def test_s03_the_referee_judges_without_moving(table: SetUp) -> None:
    t = table(hands=["b9 hK", "a8"], pile="b8", stock="l8")
    assert t.judge("b9")["legal"]
    assert not t.judge("hK")["legal"]
    assert t.play("b9").pile == "b8 b9"
