"""§8: two players lay aces one at a time and ask; who was declined lays the rest freely."""

import pytest

from tests.referee import SetUp


@pytest.mark.says("6.1", "8.1")
def test_s08_two_aces_at_once_are_refused_before_asking(table: SetUp) -> None:
    t = table(hands=["lA aA h9", "hA b8"], pile="lK", stock="l8")
    assert t.moves == {"lA", "draw"}
    assert t.refuses("lA aA")


@pytest.mark.says("8.1")
def test_s08_an_ace_asks_the_opponent(table: SetUp) -> None:
    t = table(hands=["lA aA h9", "hA b8"], pile="lK", stock="l8").play("lA")
    assert (t.turn, t.ace, t.ace_by) == (1, 1, 0)
    assert t.moves == {"hA", "stand"}


@pytest.mark.says("8.2")
def test_s08_the_answer_is_exactly_one_ace_too(table: SetUp) -> None:
    t = table(hands=["lA h9", "hA aA b8"], pile="lK", stock="l8").play("lA")
    assert t.moves == {"hA", "aA", "stand"}
    assert t.refuses("hA aA")


@pytest.mark.says("8.2")
def test_s08_an_answer_asks_back(table: SetUp) -> None:
    t = table(hands=["lA aA h9", "hA b8"], pile="lK", stock="l8").play("lA", "hA")
    assert (t.turn, t.ace, t.ace_by) == (0, 1, 1)
    assert t.moves == {"aA", "stand"}
    t.play("stand")
    assert (t.turn, t.ace, t.free) == (1, 0, True)


def test_s08_answers_may_go_on_ace_by_ace(table: SetUp) -> None:
    t = table(hands=["lA aA h9", "hA bA b8"], pile="lK", stock="l8").play("lA", "hA", "aA", "bA")
    assert (t.turn, t.ace, t.ace_by) == (0, 1, 1)
    assert t.moves == {"stand"}


@pytest.mark.says("8.3")
def test_s08_after_the_opponent_declined_the_other_aces_follow_freely(table: SetUp) -> None:
    t = table(hands=["lA aA bA a9 hU", "hA h8 b8"], pile="lK", stock="l8").play("lA", "stand")
    assert (t.turn, t.ace, t.free) == (0, 0, True)
    assert t.moves == {"aA", "bA", "aA bA", "bA aA", "draw"}


@pytest.mark.says("8.4")
def test_s08_a_free_ace_asks_nobody_and_keeps_the_turn(table: SetUp) -> None:
    t = table(hands=["lA aA bA a9 hU", "hA h8 b8"], pile="lK", stock="l8").play("lA", "stand", "bA aA")
    assert (t.turn, t.ace, t.free) == (0, 0, True)
    assert (t.pile, t.suit) == ("lK lA bA aA", "a")


@pytest.mark.says("8.4")
def test_s08_the_opponent_cannot_add_his_ace_at_the_end(table: SetUp) -> None:
    t = table(hands=["lA aA a9 hU", "hA h8 b8"], pile="lK", stock="l8").play("lA", "stand", "aA")
    assert t.moves == {"a9", "draw"}


@pytest.mark.says("8.5")
def test_s08_a_free_player_completes_his_turn_by_another_card(table: SetUp) -> None:
    t = table(hands=["lA aA a9 hU", "hA h8 b8"], pile="lK", stock="l8").play("lA", "stand", "aA", "a9")
    assert (t.turn, t.free) == (1, False)


@pytest.mark.says("8.5")
def test_s08_a_free_player_completes_his_turn_by_drawing(table: SetUp) -> None:
    t = table(hands=["lA aA h9", "hA h8 b8"], pile="lK", stock="l8").play("lA", "stand", "aA", "draw")
    assert (t.turn, t.free) == (1, False)
    assert t.hand(0) == {"h9", "l8"}


def test_s08_a_free_player_need_not_lay_another_ace(table: SetUp) -> None:
    t = table(hands=["lA aA l9 h9", "hA h8 b8"], pile="lK", stock="l8").play("lA", "stand", "l9")
    assert (t.turn, t.ace, t.free) == (1, 0, False)


@pytest.mark.says("8.6")
def test_s08_four_free_aces_are_no_burned_four(table: SetUp) -> None:
    t = table(hands=["lA aA bA hA h9 bK", "h8 b8"], pile="lK", stock="l8 l9", free=True)
    t.play("lA aA bA hA")
    assert (t.turn, t.ace, t.free, t.burn) == (0, 0, True, False)
    assert t.moves == {"h9", "draw"}


@pytest.mark.says("8.7")
def test_s08_a_burned_four_ends_the_freedom(table: SetUp) -> None:
    t = table(hands=["lK aK bK hK hA bA", "h9 b9"], pile="lA", stock="l8 l9", free=True)
    t.play("lK aK bK hK")
    assert (t.turn, t.burn, t.free) == (0, True, False)
    assert t.moves == {"hA", "draw"}
    t.play("hA")
    assert (t.turn, t.ace, t.burn) == (1, 1, False)


@pytest.mark.says("8.7")
def test_s08_the_next_turn_asks_again(table: SetUp) -> None:
    t = table(hands=["lA aA bA h9", "l9 a8 b8"], pile="lK", stock="l8 aX lX")
    t.play("lA", "stand", "draw", "draw", "aA")
    assert (t.turn, t.ace) == (1, 1)
    assert t.moves == {"stand"}


@pytest.mark.says("8.8")
def test_s08_three_players_do_not_ask(table: SetUp) -> None:
    t = table(hands=["lA aA h9", "hA b8", "b9 bX"], pile="lK", stock="l8")
    assert t.moves == {"lA", "lA aA", "draw"}


@pytest.mark.says("8.8")
def test_s08_the_last_two_of_three_ask(table: SetUp) -> None:
    t = table(hands=["", "lA aA h9", "hA b8"], pile="lK", stock="l8", turn=1)
    assert t.moves == {"lA", "draw"}
    t.play("lA", "stand")
    assert (t.turn, t.free) == (1, True)


def test_s08_the_last_two_answer_a_finishers_ace_with_one_ace(table: SetUp) -> None:
    t = table(hands=["lA", "hA bA h9", "aA b8"], pile="lK", stock="l8").play("lA")
    assert t.moves == {"hA", "bA", "stand"}


def test_s08_only_the_owner_of_the_ace_becomes_free(table: SetUp) -> None:
    """Seat 0 finishes with an ace, seat 1 stands, and seat 2 is on turn in the ordinary way."""
    t = table(hands=["lA", "h9 b9", "hA aA lX"], pile="lK", stock="l8").play("lA", "stand")
    assert (t.turn, t.ace, t.free) == (2, 0, False)
    assert t.moves == {"hA", "aA", "lX", "draw"}


def test_s08_an_ace_without_a_known_owner_frees_nobody(table: SetUp) -> None:
    t = table(hands=["h9 b9", "hA aA lX"], pile="lA", stock="l8", ace=1).play("stand")
    assert (t.turn, t.ace, t.free) == (1, 0, False)


@pytest.mark.says("8.1")
def test_s08_with_three_players_a_declined_ace_frees_nobody(table: SetUp) -> None:
    """Both others stand, and it is the same player's turn again; but asking is for two players."""
    t = table(hands=["lA hA aA h9", "lK l8", "b8 bK"], pile="lX", stock="l9 b9").play(
        "lA hA", "stand", "stand"
    )
    assert (t.turn, t.state["free"]) == (0, False)
    t.play("aA")
    assert t.turn == 1
