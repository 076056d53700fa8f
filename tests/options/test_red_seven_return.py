"""`red_seven_return`: whether the red seven brings a finished player back (§13)."""

import pytest

from tests.referee import SetUp

from .conftest import Options, default

THREE = {"hands": ["b9", "h7 lK", "a9 aX"], "pile": "bK"}


@default(red_seven_return="on")
def test_with_red_seven_return_on_a_finished_player_may_be_returned(table: SetUp, chosen: Options) -> None:
    t = table(**THREE, **chosen).play("b9")
    assert (t.out(0), t.moves) == ("returnable", {"h7^0", "draw"})
    assert t.play("h7^0").sizes == [3, 1, 2]


@pytest.mark.says("13.11")
def test_with_red_seven_return_off_a_finished_seat_is_safe_at_once(table: SetUp) -> None:
    t = table(**THREE, red_seven_return="off").play("b9")
    assert (t.over, t.turn, t.out(0), t.moves) == (False, 1, "safe", {"draw"})
    t.refuses("h7^0")


@pytest.mark.says("10.9")
def test_with_red_seven_return_off_there_is_no_last_chance(table: SetUp) -> None:
    t = table(hands=["b9", "h7 lK a9"], pile="bK", red_seven_return="off").play("b9")
    assert (t.over, t.loser, t.places) == (True, 1, [0])


def test_with_red_seven_return_off_the_red_seven_is_a_seven_like_any_other(table: SetUp) -> None:
    t = table(hands=["h9", "h7 lK", "a9 aX"], pile="hK", red_seven_return="off").play("h9")
    assert t.moves == {"h7", "draw"}
    assert t.play("h7").owed == 3
