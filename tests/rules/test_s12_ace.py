"""§12: an ace stops the next player; finishing with one against the last opponent wins at once."""

import pytest

from tests.referee import SetUp


@pytest.mark.says("12.1")
def test_s12_a_stopped_player_draws_nothing(table: SetUp) -> None:
    t = table(hands=["lA h9", "h8 b8"], pile="lK", stock="l8 l9").play("lA", "stand")
    assert t.sizes == [1, 2]
    assert t.stock == "l8 l9"


@pytest.mark.says("12.3")
def test_s12_who_stopped_his_only_opponent_goes_on(table: SetUp) -> None:
    t = table(hands=["lA l9 hX", "h8 b8"], pile="lK", stock="l8").play("lA", "stand")
    assert (t.turn, t.ace) == (0, 0)
    assert t.moves == {"l9", "draw"}


@pytest.mark.says("12.3")
def test_s12_who_cannot_complete_his_turn_draws(table: SetUp) -> None:
    t = table(hands=["lA h9", "h8 b8"], pile="lK", stock="b9 l8").play("lA", "stand")
    assert t.moves == {"draw"}
    t.play("draw")
    assert t.hand(0) == {"h9", "b9"}
    assert t.turn == 1


@pytest.mark.says("12.2")
def test_s12_nothing_but_an_ace_answers_an_ace(table: SetUp) -> None:
    t = table(hands=["lA h9", "hA lO lU l7 l8"], pile="lK", stock="l9").play("lA")
    assert t.moves == {"hA", "stand"}
    for move in ("lO=h", "lU", "l7", "l8", "draw", "pass"):
        assert t.refuses(move)


@pytest.mark.says("12.2")
def test_s12_an_answer_needs_no_suit(table: SetUp) -> None:
    t = table(hands=["lA h9", "bA b8"], pile="lK", stock="l9").play("lA")
    assert "bA" in t.moves


def test_s12_an_answered_ace_stops_the_one_who_laid_it(table: SetUp) -> None:
    t = table(hands=["lA h9", "bA b8"], pile="lK", stock="l9").play("lA", "bA")
    assert (t.turn, t.ace) == (0, 1)
    assert t.moves == {"stand"}
    assert t.play("stand").turn == 1


def test_s12_nobody_stands_without_an_ace_against_him(table: SetUp) -> None:
    assert table(hands=["lA h9", "bA b8"], pile="lK", stock="l9").refuses("stand")


def test_s12_an_ace_must_follow_like_any_card(table: SetUp) -> None:
    assert table(hands=["aA h9", "bA b8"], pile="lK", stock="l9").moves == {"draw"}


@pytest.mark.says("12.4")
def test_s12_an_ace_that_was_served_is_an_ordinary_card(table: SetUp) -> None:
    t = table(hands=["lA h9", "bA l8", "lX b9"], pile="lK", stock="l9").play("lA", "stand")
    assert t.moves == {"lX", "draw"}


@pytest.mark.says("12.5")
@pytest.mark.parametrize("held", ["h7 lK", "hA lK", "lU lO"])
def test_s12_a_last_ace_wins_whatever_the_last_opponent_holds(table: SetUp, held: str) -> None:
    t = table(hands=["lA", held], pile="l9", stock="a8 a9 aX").play("lA")
    assert (t.over, t.loser, t.places) == (True, 1, [0])
    assert t.moves == set()


def test_s12_answering_with_the_last_ace_wins_too(table: SetUp) -> None:
    t = table(hands=["lA h7 lX", "hA"], pile="l9", stock="a8 a9 aX").play("lA", "hA")
    assert (t.over, t.loser) == (True, 0)


@pytest.mark.parametrize("aces", ["aA", "aA bA"])
def test_s12_finishing_with_free_aces_wins_too(table: SetUp, aces: str) -> None:
    t = table(hands=[aces, "h7 lK"], pile="lA", stock="a8 a9 aX", free=True).play(aces)
    assert (t.over, t.loser) == (True, 1)


def test_s12_a_last_ace_against_the_last_opponent_protects_all_who_finished(table: SetUp) -> None:
    t = table(
        hands=["", "lA", "h7 lK"],
        pile="l9",
        stock="a8 a9 aX",
        turn=1,
        out={0: "returnable"},
        places=[0],
    ).play("lA")
    assert (t.over, t.loser, t.places) == (True, 2, [0, 1])


@pytest.mark.says("12.6")
def test_s12_a_last_ace_with_two_opponents_does_not_end_the_game(table: SetUp) -> None:
    t = table(hands=["lA", "h9 b9", "hX lX"], pile="lK", stock="l8").play("lA")
    assert (t.over, t.turn, t.ace, t.out(0)) == (False, 1, 1, "returnable")
    assert t.moves == {"stand"}


@pytest.mark.says("12.1")
def test_s12_one_ace_stops_only_the_next_of_three(table: SetUp) -> None:
    t = table(hands=["lA h8", "h9 b9", "hK lX"], pile="lK", stock="l8").play("lA", "stand")
    assert (t.turn, t.ace) == (2, 0)
    assert t.moves == {"lX", "draw"}


@pytest.mark.says("12.3", "19.1")
def test_s12_two_aces_stop_both_opponents_of_three(table: SetUp) -> None:
    t = table(hands=["lA aA h8 a9", "h9 b9", "hX lX"], pile="lK", stock="l8").play("lA aA")
    assert (t.turn, t.ace) == (1, 2)
    t.play("stand")
    assert (t.turn, t.ace) == (2, 1)
    t.play("stand")
    assert (t.turn, t.ace) == (0, 0)
    assert t.moves == {"a9", "draw"}


def test_s12_among_three_who_stopped_the_others_is_not_free(table: SetUp) -> None:
    t = table(hands=["lA aA bA h8", "h9 b9", "hX lX"], pile="lK", stock="l8")
    t.play("lA aA", "stand", "stand")
    assert not t.free
    t.play("bA")
    assert (t.turn, t.ace) == (1, 1)


@pytest.mark.says("19.1")
def test_s12_nobody_is_stopped_twice_by_one_group(table: SetUp) -> None:
    t = table(hands=["lA aA bA h8", "h9 b9", "hX lX"], pile="lK", stock="l8").play("lA aA bA")
    assert t.ace == 2
