"""`ace_two`: how two players lay aces (§5, §6, §8)."""

import pytest

from tests.referee import SetUp

from .conftest import Options, default

THREE_ACES = {"hands": ["lA aA bA a9 hU", "hA h8 b8"], "pile": "lK"}
ANSWERING = {"hands": ["hA bA lK", "l9 lX"], "pile": "aA", "ace": 1, "ace_by": 1}


@default(ace_two="ask")
def test_with_ace_two_ask_two_players_lay_one_ace_at_a_time(table: SetUp, chosen: Options) -> None:
    assert table(**THREE_ACES, **chosen).moves == {"lA", "draw"}
    assert table(**ANSWERING, **chosen).moves == {"hA", "bA", "stand"}


def test_with_ace_two_ask_who_is_declined_is_free(table: SetUp) -> None:
    t = table(**THREE_ACES, ace_two="ask").play("lA", "stand")
    assert (t.turn, t.ace, t.free) == (0, 0, True)
    assert t.play("aA bA").turn == 0


def test_with_ace_two_ask_three_players_need_not_ask_until_two_are_left(table: SetUp) -> None:
    t = table(hands=["lA aA hU", "hA h8", "b8 b9"], pile="lK", ace_two="ask")
    assert t.moves == {"lA", "lA aA", "draw"}
    t = table(hands=["lA aA hU", "hA h8", ""], pile="lK", ace_two="ask")
    assert t.moves == {"lA", "draw"}


@pytest.mark.says("6.2", "8.9")
def test_with_ace_two_free_any_number_of_aces_is_laid_at_once(table: SetUp) -> None:
    t = table(**THREE_ACES, ace_two="free")
    assert t.moves == {"lA", "lA aA", "lA bA", "lA aA bA", "lA bA aA", "draw"}
    assert table(**ANSWERING, ace_two="free").moves == {"hA", "bA", "hA bA", "bA hA", "stand"}


@pytest.mark.says("4.13", "6.4")
def test_with_ace_two_free_nobody_is_ever_free_and_every_ace_may_be_answered(table: SetUp) -> None:
    t = table(**THREE_ACES, ace_two="free").play("lA aA", "stand")
    assert (t.turn, t.ace, t.free) == (0, 0, False)
    t.play("bA")
    assert (t.turn, t.ace, t.moves) == (1, 1, {"hA", "stand"})
