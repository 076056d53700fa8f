"""§11: the Pharaoh kills sevens, goes on anything, and anything goes on it; it is no use against an ace."""

import pytest

from tests.referee import SetUp, every_suit


@pytest.mark.says("11.3", "14.3")
@pytest.mark.parametrize("owed", [3, 6, 9])
def test_s11_the_pharaoh_kills_the_whole_debt(table: SetUp, owed: int) -> None:
    t = table(hands=["lU b9", "a8 hK"], pile="b7", stock="l8 l9", owed=owed)
    assert t.moves == {"lU", "draw"}
    t.play("lU")
    assert (t.turn, t.owed, t.sizes) == (1, 0, [1, 2])
    assert t.moves == {"a8", "hK", "draw"}


@pytest.mark.says("11.4")
def test_s11_a_group_of_unders_kills_from_the_pharaoh_at_the_bottom(table: SetUp) -> None:
    t = table(hands=["lU bU hU b9", "a8 hK bX"], pile="b7", stock="l8 l9", owed=3)
    assert t.moves == {"lU", "lU bU", "lU hU", "lU bU hU", "lU hU bU", "draw"}
    t.play("lU hU bU")
    assert (t.turn, t.owed, t.suit) == (1, 0, "b")
    assert t.moves == {"bX", "draw"}


@pytest.mark.says("11.4")
def test_s11_the_pharaoh_above_another_under_is_no_defence(table: SetUp) -> None:
    assert table(hands=["lU bU b9", "a8 hK"], pile="b7", stock="l8", owed=3).refuses("bU lU")


def test_s11_another_under_is_no_defence(table: SetUp) -> None:
    assert table(hands=["bU b9", "a8 hK"], pile="b7", stock="l8", owed=3).moves == {"draw"}


@pytest.mark.says("11.1")
@pytest.mark.parametrize("top", ["b7", "b8", "bK", "bA", "bU"])
def test_s11_the_pharaoh_goes_on_any_card(table: SetUp, top: str) -> None:
    assert "lU" in table(hands=["lU h9", "a8 hK"], pile=top, stock="l8").moves


@pytest.mark.says("11.2")
@pytest.mark.parametrize("card", ["h7", "h8", "bK", "aA", "aU"])
def test_s11_any_card_goes_on_the_pharaoh(table: SetUp, card: str) -> None:
    t = table(hands=[f"{card} a9", "a8 hK"], pile="lU", stock="l8")
    assert t.moves == {card, "a9", "draw"}


def test_s11_an_over_goes_on_the_pharaoh(table: SetUp) -> None:
    t = table(hands=["aO h9", "a8 hK"], pile="lU", stock="l8")
    assert t.moves == every_suit("aO") | {"h9", "draw"}


@pytest.mark.says("11.1")
def test_s11_the_pharaoh_goes_on_a_declared_suit(table: SetUp) -> None:
    t = table(hands=["lU h9", "a8 hK"], pile="hO", suit="b", stock="l8")
    assert t.moves == {"lU", "draw"}
    assert t.play("lU").moves == {"a8", "hK", "draw"}


@pytest.mark.says("11.7")
def test_s11_the_pharaoh_is_nothing_against_a_live_ace(table: SetUp) -> None:
    t = table(hands=["h9 b9", "lU bU"], pile="lA", stock="l8", turn=1, ace=1, ace_by=0)
    assert t.moves == {"stand"}
    assert t.refuses("lU")


@pytest.mark.says("11.2")
def test_s11_the_freedom_stays_after_draws(table: SetUp) -> None:
    t = table(hands=["h9 aK", "b8 hX"], pile="lU", stock="l8 l9 lX").play("draw", "draw")
    assert t.moves == {"h9", "aK", "l8", "draw"}


@pytest.mark.says("11.2")
def test_s11_the_freedom_ends_with_the_next_card(table: SetUp) -> None:
    t = table(hands=["h9 aK", "b8 hX"], pile="lU", stock="l8 l9 lX").play("h9")
    assert t.moves == {"hX", "draw"}


def test_s11_any_group_goes_on_the_pharaoh_in_any_order(table: SetUp) -> None:
    t = table(hands=["h9 b9 aK", "b8 hX"], pile="lU", stock="l8")
    assert t.moves == {"h9", "b9", "h9 b9", "b9 h9", "aK", "draw"}


@pytest.mark.says("11.5")
def test_s11_the_pharaoh_on_top_of_a_group_lets_anything_follow(table: SetUp) -> None:
    t = table(hands=["bU lU h9", "a8 hK"], pile="b8", stock="l8").play("bU lU")
    assert t.moves == {"a8", "hK", "draw"}


@pytest.mark.says("11.5")
def test_s11_a_group_under_the_pharaoh_needs_a_fitting_bottom(table: SetUp) -> None:
    t = table(hands=["hU lU a9", "a8 hK"], pile="b8", stock="l8")
    assert t.moves == {"lU", "lU hU", "draw"}
    assert t.refuses("hU lU")


def test_s11_the_pharaoh_at_the_bottom_of_a_group_frees_nobody(table: SetUp) -> None:
    t = table(hands=["hU lU a9", "a8 hK"], pile="b8", stock="l8").play("lU hU")
    assert t.suit == "h"
    assert t.moves == {"hK", "draw"}


@pytest.mark.says("11.6")
def test_s11_the_pharaoh_in_the_middle_frees_nobody(table: SetUp) -> None:
    t = table(hands=["bU lU hU a9", "a8 hK bX"], pile="b8", stock="l8").play("bU lU hU")
    assert t.suit == "h"
    assert t.moves == {"hK", "draw"}


@pytest.mark.parametrize(
    ("group", "owed"), [("hU lU", 12), ("hU lU bU", 12), ("hU bU lU", 12), ("lU", 0), ("lU hU bU", 0)]
)
def test_s11_only_a_pharaoh_at_the_bottom_kills_ones_own_burned_sevens(
    table: SetUp, group: str, owed: int
) -> None:
    t = table(
        hands=["hU lU bU b9", "l9 lX"],
        pile="a8 a7 b7 l7 h7",
        stock="h8 h9 hX hK l8 lK a9 aX aK b8 bX bK",
        owed=12,
        burn=True,
    )
    assert t.play(group).owed == owed
    assert t.turn == 1


def test_s11_a_seven_on_the_pharaoh_starts_a_new_debt(table: SetUp) -> None:
    t = table(hands=["lU b9", "a7 hK"], pile="b7", stock="l8 l9", owed=6).play("lU", "a7")
    assert (t.turn, t.owed) == (0, 3)
