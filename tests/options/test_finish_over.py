"""`finish_over`: the suit that an over asks for as the last card (§15)."""

import pytest

from tests.referee import SetUp, every_suit

from .conftest import Options, default

OTHERS = ["h9 hX", "a9 aX"]


@default(finish_over="choose")
def test_with_finish_over_choose_the_finisher_declares_any_suit(table: SetUp, chosen: Options) -> None:
    t = table(hands=["lO", *OTHERS], pile="b9", **chosen)
    assert t.moves == every_suit("lO") | {"draw"}
    t.play("lO=h")
    assert (t.suit, t.out(0)) == ("h", "returnable")


@pytest.mark.says("15.6")
def test_with_finish_over_own_the_last_over_names_its_own_suit(table: SetUp) -> None:
    t = table(hands=["lO", *OTHERS], pile="b9", finish_over="own")
    assert t.moves == {"lO=l", "draw"}
    t.refuses("lO", "lO=h", "lO=a", "lO=b")
    assert t.play("lO=l").suit == "l"


@pytest.mark.says("15.6")
def test_with_finish_over_own_the_top_over_of_the_last_group_names_the_suit(table: SetUp) -> None:
    t = table(hands=["aO lO", *OTHERS], pile="b9", finish_over="own")
    assert t.moves == every_suit("aO") | every_suit("lO") | {"aO lO=l", "lO aO=a", "draw"}
