"""`voluntary_draw`: whether a player who can lay may draw instead (§1, §5)."""

import pytest

from tests.referee import SetUp

from .conftest import Options, default


@default(voluntary_draw="on")
def test_with_voluntary_draw_on_who_can_lay_may_draw(table: SetUp, chosen: Options) -> None:
    assert table(hands=["b8 lK", "h9 hX"], pile="b9", **chosen).moves == {"b8", "draw"}


@pytest.mark.says("5.5")
def test_with_voluntary_draw_off_who_can_lay_must_and_who_cannot_draws(table: SetUp) -> None:
    t = table(hands=["b8 lK", "h9 hX"], pile="b9", voluntary_draw="off")
    assert t.moves == {"b8"}
    t.refuses("draw", "pass")
    assert table(hands=["aX lK", "h9 hX"], pile="b9", voluntary_draw="off").moves == {"draw"}


@pytest.mark.says("5.6")
def test_with_voluntary_draw_off_nobody_must_answer_a_debt(table: SetUp) -> None:
    t = table(hands=["a7 b8", "h9 hX"], pile="b7", owed=3, voluntary_draw="off")
    assert t.moves == {"a7", "draw"}


@pytest.mark.says("5.6")
def test_with_voluntary_draw_off_nobody_must_return_a_player(table: SetUp) -> None:
    t = table(hands=["h7 lK", "", "aX aK"], pile="b9", out={1: "returnable"}, voluntary_draw="off")
    assert t.moves == {"h7^1", "draw"}


@pytest.mark.says("5.6")
def test_with_voluntary_draw_off_nobody_must_play_an_ace_against_a_stop(table: SetUp) -> None:
    t = table(hands=["hA lK", "h9 hX"], pile="lA", ace=1, voluntary_draw="off")
    assert t.moves == {"hA", "stand"}


def test_with_voluntary_draw_off_the_move_after_a_burned_four_is_a_lay_if_it_can_be(table: SetUp) -> None:
    burned = {"pile": "a7 b7 l7 h7", "burn": True, "owed": 12, "voluntary_draw": "off"}
    assert table(hands=["h9 bK", "l9 lX"], **burned).moves == {"h9"}
    assert table(hands=["a9 bK", "l9 lX"], **burned).moves == {"draw"}


def test_with_voluntary_draw_off_a_free_player_draws_only_when_nothing_fits(table: SetUp) -> None:
    t = table(hands=["aA hU", "h8 b8"], pile="lK lA", free=True, voluntary_draw="off")
    assert t.moves == {"aA"}
    assert t.play("aA").moves == {"draw"}


def test_with_voluntary_draw_off_a_drawn_card_that_fits_may_be_kept(table: SetUp) -> None:
    house = {"voluntary_draw": "off", "play_drawn": "on"}
    t = table(hands=["lK l8", "h9 hX"], pile="b9", stock="bX aX", **house).play("draw")
    assert t.moves == {"bX", "pass"}
