"""`play_drawn`: whether the one drawn card may be laid at once (§4)."""

import pytest

from tests.referee import SetUp

from .conftest import Options, default

NOTHING_FITS = {"hands": ["lK", "h9 hX"], "pile": "b9"}


@default(play_drawn="off")
def test_with_play_drawn_off_drawing_ends_the_turn(table: SetUp, chosen: Options) -> None:
    t = table(**NOTHING_FITS, stock="b8 aX", **chosen).play("draw")
    assert (t.turn, t.drawn) == (1, None)


@pytest.mark.says("4.8")
def test_with_play_drawn_on_the_state_shows_the_card_which_he_may_lay_or_keep(table: SetUp) -> None:
    t = table(**NOTHING_FITS, stock="b8 aX", play_drawn="on")
    assert (t.turn, t.drawn) == (0, None)
    t.play("draw")
    assert (t.turn, t.drawn, t.hand(0)) == (0, "b8", {"lK", "b8"})
    assert t.moves == {"b8", "pass"}


@pytest.mark.parametrize(("move", "hand"), [("b8", {"lK"}), ("pass", {"lK", "b8"})])
def test_with_play_drawn_on_the_turn_ends_either_way(table: SetUp, move: str, hand: set[str]) -> None:
    t = table(**NOTHING_FITS, stock="b8 aX", play_drawn="on").play("draw", move)
    assert (t.turn, t.drawn, t.hand(0)) == (1, None, hand)


@pytest.mark.says("4.9")
def test_with_play_drawn_on_he_is_asked_even_if_the_card_does_not_fit(table: SetUp) -> None:
    t = table(**NOTHING_FITS, stock="aX b8", play_drawn="on").play("draw")
    assert (t.turn, t.drawn, t.moves) == (0, "aX", {"pass"})
    t.refuses("aX", "draw")


@pytest.mark.says("4.8")
def test_with_play_drawn_on_he_lays_that_card_alone_and_no_other(table: SetUp) -> None:
    t = table(hands=["hX b8", "h9 h8"], pile="b9", stock="bX aX", play_drawn="on").play("draw")
    assert t.moves == {"bX", "pass"}
    t.refuses("bX hX", "b8", "draw")


def test_with_play_drawn_on_a_drawn_red_seven_may_return_a_player(table: SetUp) -> None:
    finished = {"hands": ["lK l8", "", "aX aK"], "out": {1: "returnable"}}
    t = table(**finished, pile="b9", stock="h7 l9 lX bU b8", play_drawn="on").play("draw")
    assert t.moves == {"h7^1", "pass"}
    t.play("h7^1")
    assert (t.turn, t.owed, t.drawn) == (2, 0, None)
    assert t.hand(1) == {"l9", "lX", "bU"}


@pytest.mark.says("4.11")
def test_with_play_drawn_on_a_free_ace_laid_this_way_ends_the_turn(table: SetUp) -> None:
    t = table(hands=["hU bK", "h8 b8"], pile="lK lA", stock="bA aX", free=True, play_drawn="on").play("draw")
    assert (t.turn, t.drawn, t.free) == (0, "bA", True)
    assert t.moves == {"bA", "pass"}
    t.play("bA")
    assert (t.turn, t.ace, t.free) == (1, 0, False)


@pytest.mark.says("4.10")
@pytest.mark.parametrize(("stock", "size"), [("b8 b9 bX aX", 4), ("b8", 2)])
def test_with_play_drawn_on_nothing_is_laid_at_once_after_a_debt(table: SetUp, stock: str, size: int) -> None:
    t = table(hands=["lK", "h9 hX"], pile="b7", stock=stock, owed=3, play_drawn="on").play("draw")
    assert (t.turn, t.drawn, t.sizes) == (1, None, [size, 2])


def test_with_play_drawn_on_the_debt_of_a_burned_four_waits_while_he_decides(table: SetUp) -> None:
    burned = {"pile": "a7 b7 l7 h7", "burn": True, "owed": 12}
    t = table(hands=["bK lK", "l9 lX"], stock="h9 aX", **burned, play_drawn="on").play("draw")
    assert (t.turn, t.burn, t.owed, t.drawn) == (0, True, 12, "h9")
    assert t.moves == {"h9", "pass"}
    t.play("pass")
    assert (t.turn, t.burn, t.owed, t.drawn) == (1, False, 12, None)
