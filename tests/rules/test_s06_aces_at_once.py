"""§6, the option `ace_two = free`: two players lay any number of aces, and every ace may be answered."""

from typing import Any

import pytest

from tests.referee import RefereeTable, SetUp


def two_players(table: SetUp, *hands: str, **fields: Any) -> RefereeTable:
    return table(hands=hands, pile="lK", stock="a8 a9 aX", options={"ace_two": "free"}, **fields)


@pytest.mark.says("6.2")
def test_s06_two_players_may_lay_several_aces_at_once(table: SetUp) -> None:
    t = two_players(table, "lA aA bA h9", "hA b8")
    assert t.moves == {"lA", "lA aA", "lA bA", "lA aA bA", "lA bA aA", "draw"}


@pytest.mark.says("6.2")
def test_s06_several_aces_stop_one_opponent_once(table: SetUp) -> None:
    t = two_players(table, "lA aA h9", "hA b8").play("lA aA")
    assert (t.turn, t.ace, t.ace_by) == (1, 1, 0)
    t.play("stand")
    assert (t.turn, t.ace) == (0, 0)


@pytest.mark.says("6.3")
def test_s06_one_ace_answers_two(table: SetUp) -> None:
    t = two_players(table, "lA aA h9", "hA b8").play("lA aA", "hA")
    assert (t.turn, t.ace, t.ace_by) == (0, 1, 1)
    assert t.moves == {"stand"}
    t.play("stand")
    assert (t.turn, t.ace) == (1, 0)


@pytest.mark.says("6.3")
def test_s06_one_ace_answers_three(table: SetUp) -> None:
    t = two_players(table, "lA aA bA h9", "hA b8 b9").play("lA aA bA")
    assert t.moves == {"hA", "stand"}
    t.play("hA")
    assert (t.turn, t.ace) == (0, 1)
    assert t.play("stand").turn == 1


def test_s06_several_aces_may_answer_one(table: SetUp) -> None:
    t = two_players(table, "lA h9", "hA aA b8").play("lA")
    assert t.moves == {"hA", "aA", "hA aA", "aA hA", "stand"}
    t.play("hA aA")
    assert (t.turn, t.ace) == (0, 1)
    t.play("stand")
    assert (t.turn, t.ace) == (1, 0)


@pytest.mark.says("6.4", "8.9")
def test_s06_declining_an_ace_does_not_free_the_others(table: SetUp) -> None:
    t = two_players(table, "lA aA h9", "hA b8").play("lA", "stand")
    assert (t.turn, t.free) == (0, False)
    t.play("aA")
    assert (t.turn, t.ace) == (1, 1)
    assert t.moves == {"hA", "stand"}


def test_s06_who_stopped_the_opponent_goes_on_with_any_fitting_card(table: SetUp) -> None:
    t = two_players(table, "lA aA l9 hX", "hA b8").play("lA", "stand")
    assert t.moves == {"aA", "l9", "draw"}
    assert t.play("l9").turn == 1


def test_s06_four_aces_are_a_burned_four_and_stop_nobody(table: SetUp) -> None:
    t = two_players(table, "lA aA bA hA h9 bK", "b8 bX").play("lA aA bA hA")
    assert (t.turn, t.burn, t.ace, t.free) == (0, True, 0, False)
    assert t.moves == {"h9", "draw"}
