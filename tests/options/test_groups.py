"""`groups`: whether several cards of one value are laid in one move (§4)."""

import pytest

from tests.referee import SetUp

from .conftest import Options, default

ACES_AND_EIGHTS = {"hands": ["bA hA b8 h8 lK", "h9 hX", "l9 lX"], "pile": "b9"}


@default(groups="on")
def test_with_groups_on_cards_of_one_value_are_laid_together(table: SetUp, chosen: Options) -> None:
    assert table(**ACES_AND_EIGHTS, **chosen).moves == {"bA", "bA hA", "b8", "b8 h8", "draw"}


@pytest.mark.says("4.6")
def test_with_groups_off_cards_are_laid_one_a_move_also_on_a_debt(table: SetUp) -> None:
    t = table(**ACES_AND_EIGHTS, groups="off")
    assert t.moves == {"bA", "b8", "draw"}
    t.refuses("bA hA", "b8 h8")
    t = table(hands=["a7 l7 lU bU", "h9 hX"], pile="b7", owed=3, groups="off")
    assert t.moves == {"a7", "l7", "lU", "draw"}


@pytest.mark.says("4.7")
def test_with_groups_except_aces_only_aces_are_laid_one_a_move(table: SetUp) -> None:
    t = table(**ACES_AND_EIGHTS, groups="except_aces")
    assert t.moves == {"bA", "b8", "b8 h8", "draw"}
    t.refuses("bA hA")


def test_with_groups_except_aces_two_players_lay_one_ace_a_move_without_asking_too(table: SetUp) -> None:
    t = table(hands=["lA aA hU", "h9 hX"], pile="lK", groups="except_aces", ace_two="free")
    assert t.moves == {"lA", "draw"}


def test_with_groups_except_aces_a_free_player_lays_one_ace_a_move(table: SetUp) -> None:
    t = table(hands=["lA aA bA a9 hU", "hA h8 b8"], pile="lK", groups="except_aces").play("lA", "stand")
    assert (t.free, t.moves) == (True, {"aA", "bA", "draw"})
    t.play("aA")
    assert (t.free, t.moves) == (True, {"bA", "a9", "draw"})


@pytest.mark.parametrize("groups", ["off", "except_aces"])
def test_without_groups_of_aces_a_stop_is_answered_by_one_ace(table: SetUp, groups: str) -> None:
    t = table(hands=["hA aA lK", "l9 lX", "b9 bX"], pile="lA", ace=1, groups=groups)
    assert t.moves == {"hA", "aA", "stand"}
