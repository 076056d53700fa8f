"""§16: four cards of one value are burned, and the same player moves again on their own top card."""

import pytest

from tests.referee import SetUp, every_suit

STOCK = "a9 aX l8 l9 lX b8 bX bU hX h8 hU aU a8"


@pytest.mark.says("4.5", "16.1")
def test_s16_after_four_of_a_value_the_same_player_moves_again(table: SetUp) -> None:
    t = table(hands=["bK hK aK lK l7 h9", "b9"], pile="bA", stock=STOCK).play("bK hK aK lK")
    assert (t.turn, t.burn, t.pile) == (0, True, "bA bK hK aK lK")
    assert t.play("l7").turn == 1
    assert not t.burn


@pytest.mark.says("16.3")
def test_s16_the_bottom_card_of_four_must_fit(table: SetUp) -> None:
    t = table(hands=["bK hK aK lK l7", "b9"], pile="bA", stock=STOCK)
    assert t.refuses("hK bK aK lK")
    assert len([move for move in t.moves if len(move.split()) == 4]) == 6


@pytest.mark.says("16.2")
def test_s16_the_extra_move_must_fit_the_own_top_card(table: SetUp) -> None:
    """Four kings that end with leaves, and a heart eight is left: the player has to draw."""
    t = table(hands=["bK hK aK lK h8", "b9"], pile="bA", stock="l8 l9").play("bK hK aK lK")
    assert t.moves == {"draw"}
    assert t.refuses("h8")


def test_s16_another_order_of_the_four_lets_the_last_card_go(table: SetUp) -> None:
    t = table(hands=["bK hK aK lK h8", "b9"], pile="bA", stock="l8 l9").play("bK lK aK hK", "h8")
    assert (t.over, t.loser) == (True, 1)


@pytest.mark.says("16.2")
def test_s16_the_extra_move_may_be_drawing_one_card(table: SetUp) -> None:
    t = table(hands=["bK hK aK lK h8", "b9"], pile="bA", stock="l8 l9").play("bK hK aK lK", "draw")
    assert (t.turn, t.burn) == (1, False)
    assert t.hand(0) == {"h8", "l8"}


def test_s16_four_overs_are_followed_by_the_suit_declared(table: SetUp) -> None:
    t = table(hands=["bO hO aO lO l8 h9", "b9"], pile="b8", stock="a8 a9").play("bO hO aO lO=h")
    assert (t.turn, t.burn, t.suit) == (0, True, "h")
    assert t.moves == {"h9", "draw"}


def test_s16_the_extra_move_may_be_an_over_or_the_pharaoh(table: SetUp) -> None:
    t = table(hands=["bK hK aK lK bO lU", "b9"], pile="bA", stock=STOCK).play("bK lK aK hK")
    assert t.moves == every_suit("bO") | {"lU", "draw"}


def test_s16_three_cards_are_not_burned(table: SetUp) -> None:
    t = table(hands=["bK hK aK l8", "b9"], pile="bA", stock="l9").play("bK hK aK")
    assert (t.turn, t.burn) == (1, False)


def test_s16_the_fourth_card_later_is_not_burned(table: SetUp) -> None:
    t = table(hands=["bK hK aK lK l8", "b9"], pile="bA", stock="l9 lX").play("bK hK aK", "draw", "lK")
    assert (t.turn, t.burn) == (1, False)


@pytest.mark.says("16.8")
def test_s16_the_extra_move_may_be_another_burned_four(table: SetUp) -> None:
    t = table(hands=["bK hK aK lK l8 h8 a8 b8 b9", "bX"], pile="bA", stock="l9")
    t.play("bK hK aK lK", "l8 h8 a8 b8")
    assert (t.turn, t.burn) == (0, True)
    t.play("b9")
    assert (t.over, t.loser) == (True, 1)


def test_s16_four_unders_from_the_pharaoh_kill_a_debt_and_burn(table: SetUp) -> None:
    t = table(hands=["lU aU bU hU h9 bK", "bX"], pile="b7", stock="l9 lX", owed=3).play("lU aU bU hU")
    assert (t.turn, t.owed, t.burn) == (0, 0, True)
    assert t.moves == {"h9", "draw"}


def test_s16_after_four_unders_under_the_pharaoh_anything_follows(table: SetUp) -> None:
    t = table(hands=["lU aU bU hU h9 b9", "bX"], pile="bK", stock="l9 lX").play("bU aU hU lU")
    assert t.moves == {"h9", "b9", "h9 b9", "b9 h9", "draw"}


@pytest.mark.says("16.4")
def test_s16_four_sevens_do_not_hit_their_owner(table: SetUp) -> None:
    t = table(hands=["a7 b7 l7 h7 h9 bK", "lU b9"], pile="aA", stock=STOCK).play("a7 b7 l7 h7")
    assert (t.turn, t.owed, t.burn) == (0, 12, True)
    assert t.moves == {"h9", "draw"}


@pytest.mark.says("16.4")
def test_s16_after_the_extra_move_the_next_player_owes_the_twelve(table: SetUp) -> None:
    t = table(hands=["a7 b7 l7 h7 h9 bK", "lU b9"], pile="aA", stock=STOCK).play("a7 b7 l7 h7", "h9")
    assert (t.turn, t.owed, t.burn) == (1, 12, False)
    assert t.moves == {"lU", "draw"}
    assert t.play("draw").sizes == [1, 14]


@pytest.mark.says("16.5")
def test_s16_the_owner_of_four_sevens_draws_one_and_the_debt_stays(table: SetUp) -> None:
    t = table(hands=["a7 b7 l7 h7 b9 bK", "lU hK"], pile="aA", stock=STOCK).play("a7 b7 l7 h7", "draw")
    assert (t.turn, t.owed, t.sizes) == (1, 12, [3, 2])


def test_s16_the_owner_of_four_sevens_passes_when_nothing_is_left(table: SetUp) -> None:
    t = table(hands=["b9 bK", "lU hK"], pile="h7", stock="", owed=12, burn=True)
    assert t.moves == {"pass"}
    t.play("pass")
    assert (t.turn, t.owed, t.burn) == (1, 12, False)


@pytest.mark.says("16.7")
def test_s16_an_ace_after_four_sevens_leaves_debt_and_stop(table: SetUp) -> None:
    t = table(hands=["a7 b7 l7 h7 hA bK", "aA lU b9"], pile="aK", stock=STOCK).play("a7 b7 l7 h7", "hA")
    assert (t.turn, t.owed, t.ace) == (1, 12, 1)
    assert t.moves == {"stand"}
    t.play("stand")
    assert (t.turn, t.owed, t.ace, t.free) == (0, 0, 0, True)
    assert t.sizes == [1, 15]


@pytest.mark.says("16.7")
def test_s16_debt_and_stop_leave_no_answer_at_all(table: SetUp) -> None:
    """Not even a return, a seven, an ace or the Pharaoh."""
    t = table(
        hands=["", "h7 hA lU", "b9 bX"],
        pile="l7 lA",
        stock=STOCK,
        turn=1,
        owed=12,
        ace=1,
        out={0: "returnable"},
        options={"packs": 2},
    )
    assert t.moves == {"stand"}
    for move in ("h7^0", "h7", "hA", "lU", "draw"):
        assert t.refuses(move)


def test_s16_only_the_first_player_stopped_takes_the_debt(table: SetUp) -> None:
    t = table(
        hands=["bK hK", "b9 lK", "hA h9"], pile="l7 lA aA", stock=STOCK, turn=1, owed=12, ace=2, ace_by=0
    ).play("stand")
    assert (t.turn, t.owed, t.ace, t.sizes) == (2, 0, 1, [2, 14, 2])
    assert t.moves == {"hA", "stand"}


@pytest.mark.says("16.6")
def test_s16_four_aces_stop_nobody(table: SetUp) -> None:
    t = table(hands=["bA hA lA aA a8 h9", "b9", "b8"], pile="bX", stock="l8 l9").play("bA hA lA aA")
    assert (t.turn, t.ace, t.burn) == (0, 0, True)
    assert t.moves == {"a8", "draw"}
    t.play("a8")
    assert (t.turn, t.ace, t.burn) == (1, 0, False)


def test_s16_four_aces_serve_the_stop_they_answer(table: SetUp) -> None:
    t = table(
        hands=["b9 bX", "bA hA lA aA a8", "b8 hK"],
        pile="lK lA",
        stock="l8 l9",
        turn=1,
        ace=1,
        ace_by=0,
        options={"packs": 2},
    ).play("bA hA lA aA")
    assert (t.turn, t.ace, t.burn) == (1, 0, True)
    assert t.moves == {"a8", "draw"}


def test_s16_a_last_card_after_four_sevens_leaves_the_debt_to_the_next(table: SetUp) -> None:
    t = table(hands=["a7 b7 l7 h7 h9", "b9 bK", "lK hK"], pile="aA", stock=STOCK).play("a7 b7 l7 h7", "h9")
    assert (t.turn, t.owed, t.out(0)) == (1, 12, "returnable")


@pytest.mark.says("16.9")
@pytest.mark.parametrize("four", ["bK hK aK lK", "b7 h7 a7 l7"])
def test_s16_four_last_cards_leave_no_extra_move(table: SetUp, four: str) -> None:
    t = table(hands=[four, "b9 bX", "hX h9"], pile="b8", stock="l8 l9 lX a8 a9 aX").play(four)
    assert (t.turn, t.burn, t.out(0)) == (1, False, "returnable")


@pytest.mark.says("16.9")
def test_s16_four_last_sevens_hit_the_next_player(table: SetUp) -> None:
    t = table(hands=["b7 h7 a7 l7", "bK lK", "hK h9"], pile="bA", stock=STOCK).play("b7 h7 a7 l7")
    assert (t.turn, t.owed) == (1, 12)
    assert t.play("draw").sizes == [0, 14, 2]


def test_s16_four_last_aces_stop_the_others(table: SetUp) -> None:
    t = table(hands=["bA hA aA lA", "bK lK", "hK h9"], pile="b9", stock=STOCK).play("bA hA aA lA")
    assert (t.turn, t.ace, t.burn) == (1, 2, False)


def test_s16_four_last_aces_against_one_opponent_win_at_once(table: SetUp) -> None:
    t = table(hands=["bA hA aA lA", "h7 lK"], pile="b9", stock=STOCK, options={"ace_two": "free"}).play(
        "bA hA aA lA"
    )
    assert (t.over, t.loser) == (True, 1)


def test_s16_the_extra_move_may_return_a_player(table: SetUp) -> None:
    t = table(
        hands=["", "bK hK aK lK h7 b9", "h9 a8"],
        pile="bA",
        stock="l8 l9 lX b8",
        turn=1,
        out={0: "returnable"},
    ).play("bK hK aK lK")
    assert t.moves == {"h7^0", "draw"}
    t.play("h7^0")
    assert (t.turn, t.burn, t.sizes) == (2, False, [3, 1, 2])
