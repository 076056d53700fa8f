"""`ace_answer`: whether an ace is answered by an ace (§12)."""

import pytest

from tests.referee import SetUp

from .conftest import Options, default

STOPPED = {"hands": ["hA aA lK", "l9 lX", "b9 bX"], "pile": "lA", "ace": 1}


@default(ace_answer="on")
def test_with_ace_answer_on_a_stopped_player_may_answer_with_aces(table: SetUp, chosen: Options) -> None:
    assert table(**STOPPED, **chosen).moves == {"hA", "aA", "hA aA", "aA hA", "stand"}


@pytest.mark.says("12.7")
def test_with_ace_answer_off_a_stopped_player_only_stands(table: SetUp) -> None:
    t = table(**STOPPED, ace_answer="off")
    assert t.moves == {"stand"}
    t.refuses("hA")
    t.play("stand")
    assert (t.turn, t.ace) == (1, 0)


def test_with_ace_answer_off_asking_stays(table: SetUp) -> None:
    t = table(hands=["lA aA a9", "hA h8 b8"], pile="lK", ace_answer="off")
    assert t.moves == {"lA", "draw"}
    assert t.play("lA").moves == {"stand"}
    t.play("stand")
    assert (t.free, t.moves) == (True, {"aA", "draw"})


@pytest.mark.says("6.5")
@pytest.mark.parametrize("groups", ["off", "except_aces"])
def test_where_neither_groups_nor_answers_are_played_one_ace_stops(table: SetUp, groups: str) -> None:
    options = {"ace_answer": "off", "ace_two": "free", "groups": groups}
    t = table(hands=["lA aA a9", "hA h8 b8"], pile="lK", **options)
    assert t.moves == {"lA", "draw"}
    assert t.play("lA").moves == {"stand"}
