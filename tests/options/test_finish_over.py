"""`finish_over`: the suit that an over asks for as the last card (§15)."""

import pytest

from .conftest import Options, Setup, declared, default

OTHERS = ["h9 hX", "a9 aX"]


@default(finish_over="choose")
def test_with_finish_over_choose_the_finisher_declares_any_suit(table: Setup, chosen: Options) -> None:
    t = table(hands=["lO", *OTHERS], pile="b9", **chosen)
    assert t.moves == declared("lO") | {"draw"}
    t.play("lO=h")
    assert (t.suit, t.out(0)) == ("h", "returnable")


@pytest.mark.says("15.6")
def test_with_finish_over_own_the_last_over_names_its_own_suit(table: Setup) -> None:
    t = table(hands=["lO", *OTHERS], pile="b9", finish_over="own")
    assert t.moves == {"lO=l", "draw"}
    t.refuses("lO", "lO=h", "lO=a", "lO=b")
    assert t.play("lO=l").suit == "l"


@pytest.mark.says("15.6")
def test_with_finish_over_own_the_top_over_of_the_last_group_names_the_suit(table: Setup) -> None:
    t = table(hands=["aO lO", *OTHERS], pile="b9", finish_over="own")
    assert t.moves == declared("aO") | declared("lO") | {"aO lO=l", "lO aO=a", "draw"}
