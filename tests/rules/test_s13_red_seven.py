"""§13: the red seven is a seven, and it returns a finished player, who draws three."""

import pytest

from tests.referee import RefereeTable, SetUp


def seat_0_has_finished(table: SetUp, *others: str, pile: str = "b8") -> RefereeTable:
    return table(
        hands=["", *others],
        pile=pile,
        stock="l8 l9 lX aX aK bK",
        turn=1,
        out={0: "returnable"},
        places=[0],
    )


@pytest.mark.says("13.2", "13.3")
def test_s13_red_seven_returns_a_finished_opponent(table: SetUp) -> None:
    t = seat_0_has_finished(table, "h7 lK", "a9 a8").play("h7^0")
    assert t.out(0) == "in"
    assert t.hand(0) == {"l8", "l9", "lX"}
    assert t.stock == "aX aK bK"


@pytest.mark.says("13.2")
@pytest.mark.parametrize("top", ["b8", "bA", "bO", "lU", "b7"])
def test_s13_a_return_needs_neither_suit_nor_value(table: SetUp, top: str) -> None:
    assert "h7^0" in seat_0_has_finished(table, "h7 lK", "a9 a8", pile=top).moves


@pytest.mark.says("13.4")
def test_s13_a_return_lays_the_red_seven_and_hearts_are_valid(table: SetUp) -> None:
    t = seat_0_has_finished(table, "h7 lK", "a9 h9 a7").play("h7^0")
    assert t.hand(1) == {"lK"}
    assert (t.pile, t.suit) == ("b8 h7", "h")
    assert t.moves == {"h9", "h9 a9", "a7", "draw"}


@pytest.mark.says("13.4")
def test_s13_the_returning_seven_hits_nobody_else(table: SetUp) -> None:
    t = seat_0_has_finished(table, "h7 lK", "a9 a8").play("h7^0")
    assert (t.turn, t.owed) == (2, 0)
    assert t.moves == {"draw"}


@pytest.mark.says("13.1")
def test_s13_the_red_seven_may_still_be_laid_as_a_seven(table: SetUp) -> None:
    t = seat_0_has_finished(table, "h7 lK", "a9 a8", pile="h9")
    assert t.moves == {"h7", "h7^0", "draw"}
    t.play("h7")
    assert (t.turn, t.owed, t.out(0)) == (2, 3, "returnable")


@pytest.mark.says("13.2")
def test_s13_a_return_is_the_red_seven_alone(table: SetUp) -> None:
    t = seat_0_has_finished(table, "h7 b7 lK", "a9 a8", pile="h9")
    assert t.moves == {"h7", "h7 b7", "h7^0", "draw"}


def test_s13_no_other_seven_returns_anybody(table: SetUp) -> None:
    assert seat_0_has_finished(table, "b7 a7 l7", "a9 a8", pile="h9").moves == {"draw"}


def test_s13_a_safe_player_is_not_returned(table: SetUp) -> None:
    t = table(hands=["", "h7 lK", "a9 a8"], pile="b8", stock="l8 l9", turn=1, out={0: "safe"})
    assert t.moves == {"draw"}
    assert t.refuses("h7^0")


def test_s13_a_player_with_cards_is_not_returned(table: SetUp) -> None:
    assert seat_0_has_finished(table, "h7 lK", "a9 a8").refuses("h7^2")


@pytest.mark.says("13.3")
def test_s13_a_return_against_a_seven_passes_the_debt_to_the_returned(table: SetUp) -> None:
    t = table(hands=["b7", "h7 lK", "a9 a8"], pile="b9", stock="l8 l9 lX aX aK bK bX").play("b7")
    assert (t.turn, t.owed) == (1, 3)
    assert t.moves == {"h7", "h7^0", "draw"}
    t.play("h7^0")
    assert (t.sizes, t.owed, t.turn) == ([6, 1, 2], 0, 2)


def test_s13_the_last_player_returns_one_who_finished_with_sevens(table: SetUp) -> None:
    t = table(hands=["b7 a7", "h7 lK"], pile="b9", stock="l8 l9 lX aX aK bK bX hX hK h9")
    t.play("b7 a7")
    assert t.moves == {"h7^0", "concede"}
    t.play("h7^0")
    assert (t.sizes, t.owed, t.turn) == ([9, 1], 0, 1)


@pytest.mark.says("13.5")
def test_s13_a_returned_player_loses_his_place(table: SetUp) -> None:
    t = seat_0_has_finished(table, "h7 lK", "h9")
    assert t.places == [0]
    assert t.play("h7^0").places == []
    assert t.play("h9").places == [2]


@pytest.mark.says("13.6")
def test_s13_after_a_return_comes_the_next_active_seat(table: SetUp) -> None:
    t = seat_0_has_finished(table, "h7 lK", "a9 a8")
    assert t.play("h7^0").turn == 2
    assert t.play("draw").turn == 0


@pytest.mark.says("13.7")
def test_s13_the_returned_players_draw_was_his_turn(table: SetUp) -> None:
    """Seat 2 returns seat 0, who would come next: the turn moves on to seat 1."""
    t = table(hands=["b9", "lK aK", "h7 a8"], pile="bK", stock="l8 l9 lX aX bX").play("b9", "draw", "h7^0")
    assert (t.turn, t.sizes) == (1, [3, 3, 1])


def test_s13_of_two_players_the_returner_goes_on(table: SetUp) -> None:
    t = table(hands=["b9", "h7 hK"], pile="bK", stock="l8 l9 lX").play("b9", "h7^0")
    assert t.turn == 1
    assert "hK" in t.moves


@pytest.mark.says("13.8")
def test_s13_the_last_card_may_return_the_only_opponent_who_then_loses(table: SetUp) -> None:
    t = table(hands=["b9", "h7"], pile="bK", stock="l8 l9 lX").play("b9")
    assert t.moves == {"h7^0", "concede"}
    t.play("h7^0")
    assert (t.over, t.loser, t.places) == (True, 0, [1])
    assert t.sizes == [3, 0]
    assert t.moves == set()


@pytest.mark.says("13.8")
def test_s13_the_last_card_may_return_one_of_several(table: SetUp) -> None:
    t = seat_0_has_finished(table, "h7", "a9 a8").play("h7^0")
    assert (t.over, t.turn, t.sizes) == (False, 2, [3, 0, 2])
    assert (t.out(0), t.out(1), t.places) == ("in", "returnable", [1])


@pytest.mark.says("13.9")
def test_s13_a_stopped_player_returns_nobody(table: SetUp) -> None:
    t = table(hands=["lA", "h7 b9", "hX lX"], pile="lK", stock="l8 l9 l7").play("lA")
    assert t.moves == {"stand"}
    assert t.refuses("h7^0")


def test_s13_the_first_player_not_stopped_may_return_who_finished_with_an_ace(table: SetUp) -> None:
    t = table(hands=["lA", "h9 b9", "h7 bX"], pile="lK", stock="l8 l9 lX").play("lA", "stand")
    assert t.moves == {"h7^0", "draw"}
    t.play("h7^0")
    assert (t.turn, t.sizes) == (1, [3, 2, 1])


def test_s13_who_finished_with_an_ace_is_safe_once_the_turn_has_passed_him(table: SetUp) -> None:
    t = table(hands=["lA aA", "h7 b9", "hX lX"], pile="lK", stock="l8 l9 l7")
    t.play("lA aA", "stand", "stand")
    assert (t.turn, t.out(0)) == (1, "safe")
    assert t.moves == {"draw"}


def test_s13_a_player_may_be_returned_again_when_he_finishes_again(table: SetUp) -> None:
    t = table(
        hands=["b9", "h7 lK", "h7 aK"],
        pile="bK",
        stock="h8 l8 a8 l9 lX aX",
        options={"packs": 2},
    )
    t.play("b9", "h7^0", "draw", "h8 l8 a8", "draw")
    assert t.out(0) == "returnable"
    assert t.play("h7^0").sizes[0] == 3


def test_s13_a_return_with_the_last_card_ends_the_game_whatever_he_draws(table: SetUp) -> None:
    """With two packs they may even draw the other red seven: the game is over all the same."""
    t = table(
        hands=["h7", ""], pile="bK", stock="h7 l9 lX", turn=0, out={1: "returnable"}, options={"packs": 2}
    )
    t.play("h7^1")
    assert t.over
    assert t.loser == 1
