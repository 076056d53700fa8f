"""§14: a seven costs the next player three cards, unless answered with a seven or the Pharaoh."""

import pytest

from tests.referee import SetUp

STOCK = "l8 l9 lX a8 a9 aX aU bX bK hX hK h8"


@pytest.mark.says("14.1")
def test_s14_a_seven_costs_the_next_player_three_cards(table: SetUp) -> None:
    t = table(hands=["b7 h9", "aK b9"], pile="b8", stock=STOCK).play("b7")
    assert (t.turn, t.owed) == (1, 3)
    t.play("draw")
    assert t.hand(1) == {"aK", "b9", "l8", "l9", "lX"}
    assert t.stock == "a8 a9 aX aU bX bK hX hK h8"


@pytest.mark.says("14.5")
def test_s14_who_drew_for_a_seven_does_not_play(table: SetUp) -> None:
    t = table(hands=["b7 h9", "aK b9"], pile="b8", stock=STOCK).play("b7", "draw")
    assert (t.turn, t.owed) == (0, 0)


@pytest.mark.says("14.1")
@pytest.mark.parametrize(("group", "owed"), [("b7", 3), ("b7 a7", 6), ("b7 l7 a7", 9)])
def test_s14_every_seven_of_a_group_costs_three(table: SetUp, group: str, owed: int) -> None:
    t = table(hands=["b7 a7 l7 h9", "aK b9"], pile="b8", stock=STOCK).play(group)
    assert t.owed == owed
    assert t.play("draw").sizes[1] == 2 + owed


@pytest.mark.says("14.2")
def test_s14_a_seven_is_answered_with_a_seven_of_any_suit(table: SetUp) -> None:
    t = table(hands=["b7 h9", "a7 b9"], pile="b8", stock=STOCK).play("b7")
    assert t.moves == {"a7", "draw"}
    t.play("a7")
    assert (t.turn, t.owed) == (0, 6)


def test_s14_a_seven_is_answered_with_a_group_of_sevens_in_any_order(table: SetUp) -> None:
    t = table(hands=["b7 h9", "a7 l7 b9"], pile="b8", stock=STOCK).play("b7")
    assert t.moves == {"a7", "l7", "a7 l7", "l7 a7", "draw"}
    assert t.play("l7 a7").owed == 9


@pytest.mark.says("14.1")
def test_s14_sevens_of_both_players_add_up(table: SetUp) -> None:
    t = table(hands=["b7 l7 h9", "a7 h7 b9"], pile="b8", stock=STOCK).play("b7", "a7", "l7", "h7")
    assert (t.turn, t.owed) == (0, 12)
    assert t.play("draw").sizes == [13, 1]


@pytest.mark.says("14.4")
def test_s14_nothing_else_is_a_defence(table: SetUp) -> None:
    """Overs, suit and aces are no defence, nor is any under but the Pharaoh."""
    t = table(hands=["b7 h9", "b9 bO bA bU"], pile="b8", stock=STOCK).play("b7")
    assert t.moves == {"draw"}
    for move in ("b9", "bO=b", "bA", "bU", "stand", "pass"):
        assert t.refuses(move)


def test_s14_an_answering_seven_need_not_fit(table: SetUp) -> None:
    """After a burned four of sevens the card on top may be another one."""
    t = table(hands=["b7 b9", "aK bX"], pile="h8 h9", stock=STOCK, owed=12, options={"packs": 2})
    assert t.moves == {"b7", "draw"}
    assert t.play("b7").owed == 15


@pytest.mark.says("14.6")
def test_s14_a_seven_that_was_served_is_an_ordinary_card(table: SetUp) -> None:
    t = table(hands=["b7 h9 bA", "aK b9"], pile="b8", stock=STOCK).play("b7", "draw")
    assert t.moves == {"bA", "draw"}


def test_s14_a_seven_must_follow_like_any_card(table: SetUp) -> None:
    assert table(hands=["a7 h9", "aK b9"], pile="b8", stock=STOCK).moves == {"draw"}


def test_s14_a_new_seven_on_a_served_one_counts_three_again(table: SetUp) -> None:
    t = table(hands=["b7 a7 h9", "aK b9"], pile="b8", stock=STOCK).play("b7", "draw", "a7")
    assert t.owed == 3


def test_s14_the_top_seven_of_a_group_gives_the_suit(table: SetUp) -> None:
    t = table(hands=["b7 a7 h9 aU", "hU b9"], pile="b8", stock="l8 l9 lX hX hK h8 bK").play("b7 a7", "draw")
    assert t.suit == "a"
    assert t.moves == {"aU", "draw"}


@pytest.mark.says("14.7")
def test_s14_a_last_seven_still_costs_the_next_player(table: SetUp) -> None:
    t = table(hands=["b7", "aK b9", "hK b8"], pile="bX", stock="l8 l9 lX a8").play("b7")
    assert (t.turn, t.owed, t.out(0)) == (1, 3, "returnable")
    assert t.play("draw").sizes == [0, 5, 2]
