"""`seven_answer`: whether a seven is answered by a seven (§14)."""

import pytest

from tests.referee import SetUp

from .conftest import Options, default

OWING = {"hands": ["a7 lU bU lK", "h9 hX"], "pile": "b7", "owed": 3}


@default(seven_answer="on")
def test_with_seven_answer_on_a_seven_answers_a_seven(table: SetUp, chosen: Options) -> None:
    t = table(**OWING, **chosen)
    assert t.moves == {"a7", "lU", "lU bU", "draw"}
    assert t.play("a7").owed == 6


@pytest.mark.says("14.8")
def test_with_seven_answer_off_sevens_are_no_defence_but_the_pharaoh_is(table: SetUp) -> None:
    t = table(**OWING, seven_answer="off")
    assert t.moves == {"lU", "lU bU", "draw"}
    t.refuses("a7")


def test_with_seven_answer_off_who_owes_may_still_return_a_player(table: SetUp) -> None:
    t = table(hands=["h7 lK", "", "aX aK"], pile="b7", owed=3, out={1: "returnable"}, seven_answer="off")
    assert t.moves == {"h7^1", "draw"}


def test_with_seven_answer_off_sevens_are_laid_as_usual_without_a_debt(table: SetUp) -> None:
    t = table(hands=["a7 b7 lK", "h9 hX"], pile="a9", seven_answer="off")
    assert t.moves == {"a7", "a7 b7", "draw"}
    assert t.play("a7 b7").owed == 6
