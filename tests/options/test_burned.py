"""`burned`: whether four cards in one move give an extra move (§16)."""

import pytest

from tests.referee import SetUp

from .conftest import Options, default

EIGHTS = {"hands": ["b8 h8 a8 l8 lK", "h9 hX"], "pile": "b9"}


@default(burned="on")
def test_with_burned_on_four_cards_give_an_extra_move(table: SetUp, chosen: Options) -> None:
    t = table(**EIGHTS, **chosen).play("b8 h8 a8 l8")
    assert (t.turn, t.burn, t.moves) == (0, True, {"lK", "draw"})
    t.play("draw")
    assert (t.turn, t.burn) == (1, False)


@pytest.mark.says("4.12", "16.10")
def test_with_burned_off_four_cards_are_a_group_like_any_other(table: SetUp) -> None:
    t = table(**EIGHTS, burned="off").play("b8 h8 a8 l8")
    assert (t.turn, t.burn, t.suit) == (1, False, "l")


@pytest.mark.says("4.14")
def test_with_burned_off_and_free_aces_nothing_extends_a_turn(table: SetUp) -> None:
    t = table(hands=["lA aA bA hA a9", "h8 b8"], pile="lK", burned="off", ace_two="free").play("lA aA bA hA")
    assert t.turn == 1
    assert t.play("stand", "draw").turn == 1


@pytest.mark.parametrize(("burned", "turn"), [("on", 0), ("off", 1)])
def test_four_sevens_spare_their_owner_or_hit_at_once(table: SetUp, burned: str, turn: int) -> None:
    t = table(hands=["b7 h7 a7 l7 hK", "h9 hX"], pile="b9", burned=burned).play("b7 h7 a7 l7")
    assert (t.turn, t.owed, t.moves) == (turn, 12, {"draw"})


@pytest.mark.parametrize(("burned", "turn", "ace"), [("on", 0, 0), ("off", 1, 2)])
def test_four_aces_stop_nobody_or_the_others(table: SetUp, burned: str, turn: int, ace: int) -> None:
    hands = ["hA lA aA bA lK", "h9 hX", "l9 lX"]
    t = table(hands=hands, pile="h8", burned=burned).play("hA lA aA bA")
    assert (t.turn, t.ace) == (turn, ace)
