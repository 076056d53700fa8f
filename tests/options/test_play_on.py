"""`play_on`: whether the game goes on after somebody has won (§10, §19)."""

import pytest

from tests.referee import SetUp

from .conftest import Options, default

FOUR = {"hands": ["b9", "b8 lK", "hX l8", "aX a8"], "pile": "bK"}


@default(play_on="loser")
def test_with_play_on_loser_the_others_play_on(table: SetUp, chosen: Options) -> None:
    t = table(**FOUR, **chosen).play("b9", "draw", "draw", "draw")
    assert (t.over, t.turn, t.out(0)) == (False, 1, "safe")


@pytest.mark.says("10.7", "10.8")
def test_with_play_on_first_out_the_game_ends_when_a_finished_player_becomes_safe(table: SetUp) -> None:
    t = table(**FOUR, play_on="first_out").play("b9", "draw", "draw")
    assert (t.over, t.turn, t.out(0)) == (False, 3, "returnable")
    t.play("draw")
    assert (t.over, t.out(0), t.places, t.loser) == (True, "safe", [0], None)


@pytest.mark.says("10.8")
def test_with_play_on_first_out_a_returned_player_has_not_won(table: SetUp) -> None:
    t = table(hands=["b9", "lK l8", "h7 aX a8"], pile="bK", play_on="first_out").play("b9", "draw", "h7^0")
    assert (t.over, t.turn, t.out(0), t.places) == (False, 1, "in", [])


@pytest.mark.parametrize(("play_on", "loser"), [("loser", 2), ("first_out", None)])
def test_the_last_of_three_is_the_loser_only_when_they_play_on(
    table: SetUp, play_on: str, loser: int | None
) -> None:
    t = table(hands=["b9", "b8", "lK aX"], pile="bK", play_on=play_on).play("b9", "b8")
    assert (t.over, t.loser, t.places) == (True, loser, [0, 1])


def test_with_play_on_first_out_the_last_active_player_may_return_or_concede(table: SetUp) -> None:
    t = table(hands=["b9", "b8", "h7 aX"], pile="bK", play_on="first_out").play("b9", "b8")
    assert (t.over, t.moves) == (False, {"h7^0", "h7^1", "concede"})
    t.play("concede")
    assert (t.over, t.loser, t.places[0]) == (True, None, 0)


def test_with_play_on_first_out_the_second_of_two_players_is_the_loser(table: SetUp) -> None:
    t = table(hands=["b9", "lK a9"], pile="bK", play_on="first_out").play("b9")
    assert (t.over, t.loser, t.places) == (True, 1, [0])


@pytest.mark.says("10.7")
def test_with_play_on_first_out_and_no_returns_the_first_to_finish_ends_the_game(table: SetUp) -> None:
    t = table(**FOUR, play_on="first_out", red_seven_return="off").play("b9")
    assert (t.over, t.loser, t.places) == (True, None, [0])
