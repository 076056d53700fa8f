"""§15: an over changes the suit; it goes on any card that does not bind the player."""

import pytest

from tests.referee import SUITS, SetUp, every_suit


@pytest.mark.says("15.1")
@pytest.mark.parametrize("top", ["b8", "bA", "b7", "bK", "bU"])
def test_s15_an_over_goes_on_any_card_and_asks_for_any_suit(table: SetUp, top: str) -> None:
    t = table(hands=["aO h9", "aX"], pile=top, stock="l8")
    assert t.moves == every_suit("aO") | {"draw"}


@pytest.mark.says("3.2", "15.1")
@pytest.mark.parametrize("suit", SUITS)
def test_s15_the_declared_suit_is_valid(table: SetUp, suit: str) -> None:
    t = table(hands=["aO h9", "hX lX aX bX"], pile="b8", stock="l8").play(f"aO={suit}")
    assert t.suit == suit
    assert t.refuses("hX" if suit != "h" else "lX")
    assert f"{suit}X" in t.moves


def test_s15_the_overs_own_suit_is_not_valid(table: SetUp) -> None:
    t = table(hands=["aO h9", "aX a9 bK"], pile="b8", stock="l8").play("aO=b")
    assert t.moves == {"bK", "draw"}


def test_s15_an_over_goes_on_an_over_whatever_was_declared(table: SetUp) -> None:
    t = table(hands=["aO h9", "lO a9"], pile="b8", stock="l8").play("aO=b")
    assert t.moves == every_suit("lO") | {"draw"}
    assert t.play("lO=h").suit == "h"


@pytest.mark.says("15.3")
def test_s15_several_overs_declare_one_suit(table: SetUp) -> None:
    t = table(hands=["aO lO h9", "bX"], pile="b8", stock="l8")
    one = every_suit("aO") | every_suit("lO")
    both = every_suit("aO lO") | every_suit("lO aO")
    assert t.moves == one | both | {"draw"}
    t.play("aO lO=b")
    assert (t.turn, t.suit, t.pile) == (1, "b", "b8 aO lO")


def test_s15_an_over_must_declare(table: SetUp) -> None:
    assert "aO" not in table(hands=["aO a9", "bX"], pile="a8", stock="l8").moves


@pytest.mark.says("15.2")
def test_s15_the_declared_suit_stays_after_draws(table: SetUp) -> None:
    t = table(hands=["aO h9", "aX a9"], pile="b8", stock="l8 l9 lX").play("aO=h", "draw")
    assert t.suit == "h"
    assert t.moves == {"h9", "draw"}


@pytest.mark.says("15.2")
def test_s15_the_declared_suit_ends_with_the_next_card(table: SetUp) -> None:
    t = table(hands=["aO h9 bK", "bX hX a8"], pile="b8", stock="l8").play("aO=b", "bX hX")
    assert t.suit == "h"
    assert t.moves == {"h9", "draw"}


@pytest.mark.says("15.4")
def test_s15_an_over_is_no_defence_against_a_seven(table: SetUp) -> None:
    t = table(hands=["bO h9", "aX"], pile="b7", stock="l8 l9 lX", owed=3)
    assert t.moves == {"draw"}
    assert t.refuses("bO=h")


@pytest.mark.says("15.4")
def test_s15_an_over_is_no_defence_against_an_ace(table: SetUp) -> None:
    t = table(hands=["bO h9", "aX"], pile="bA", stock="l8", ace=1)
    assert t.moves == {"stand"}
    assert t.refuses("bO=h")


@pytest.mark.says("15.4")
def test_s15_an_over_goes_on_a_served_seven_or_ace(table: SetUp) -> None:
    after_seven = table(hands=["b7 aO", "hX"], pile="b8", stock="l8 l9 lX h8").play("b7", "draw")
    assert after_seven.moves == every_suit("aO") | {"draw"}
    after_ace = table(hands=["bA aO", "hX"], pile="b8", stock="l8").play("bA", "stand")
    assert after_ace.moves == every_suit("aO") | {"draw"}


@pytest.mark.says("15.5")
def test_s15_who_finishes_with_an_over_still_declares(table: SetUp) -> None:
    t = table(hands=["lO", "bX l9 aK", "h9 a8"], pile="b8", stock="l8")
    assert t.moves == every_suit("lO") | {"draw"}
    t.play("lO=b")
    assert (t.turn, t.suit, t.out(0)) == (1, "b", "returnable")
    assert t.moves == {"bX", "draw"}


def test_s15_a_player_who_finished_with_an_over_may_be_returned(table: SetUp) -> None:
    t = table(hands=["lO", "h7 lX"], pile="b8", stock="l8 l9 a8").play("lO=b")
    assert t.moves == {"h7^0", "concede"}
    assert t.play("h7^0").suit == "h"
