"""§4: a player who cannot lay draws one; cards of one value go together, the bottom fits, the top counts."""

import pytest

from tests.referee import SetUp


@pytest.mark.says("4.1")
def test_s04_who_cannot_lay_draws_one_card_and_the_next_follows(table: SetUp) -> None:
    t = table(hands=["h9 lK", "a8"], pile="b8", stock="a9 aX")
    assert t.moves == {"draw"}
    t.play("draw")
    assert t.hand(0) == {"h9", "lK", "a9"}
    assert t.stock == "aX"
    assert t.turn == 1


@pytest.mark.says("4.2")
def test_s04_the_drawn_card_may_not_be_laid_at_once(table: SetUp) -> None:
    t = table(hands=["h9 lK", "a8 hX"], pile="b8", stock="b9 aX").play("draw")
    assert t.turn == 1
    assert t.moves == {"a8", "draw"}
    assert t.drawn is None


def test_s04_a_draw_leaves_the_pile_alone(table: SetUp) -> None:
    t = table(hands=["h9 lK", "a8"], pile="l9 b8", stock="a9 aX").play("draw")
    assert (t.pile, t.suit) == ("l9 b8", "b")


@pytest.mark.says("4.3")
def test_s04_cards_of_one_value_may_be_laid_together(table: SetUp) -> None:
    t = table(hands=["b8 h8 aK", "a9"], pile="b9", stock="l8")
    assert t.moves == {"b8", "b8 h8", "draw"}


def test_s04_cards_of_one_value_need_not_be_laid_together(table: SetUp) -> None:
    t = table(hands=["b8 h8 aK", "a9"], pile="b9", stock="l8").play("b8")
    assert t.hand(0) == {"h8", "aK"}
    assert t.turn == 1


@pytest.mark.says("4.4")
def test_s04_the_bottom_card_of_a_group_must_fit(table: SetUp) -> None:
    assert table(hands=["b8 h8 aK", "a9"], pile="b9", stock="l8").refuses("h8 b8")


@pytest.mark.says("4.4")
def test_s04_the_top_card_of_a_group_counts_afterwards(table: SetUp) -> None:
    t = table(hands=["b8 h8 aK", "b9 h9 a9"], pile="bX", stock="l8").play("b8 h8")
    assert t.suit == "h"
    assert t.moves == {"h9", "h9 a9", "h9 b9", "h9 a9 b9", "h9 b9 a9", "draw"}


def test_s04_a_group_lies_on_the_pile_as_it_was_laid(table: SetUp) -> None:
    t = table(hands=["b8 h8 a8 aK", "a9"], pile="b9", stock="l8").play("b8 a8 h8")
    assert t.pile == "b9 b8 a8 h8"
    assert t.hand(0) == {"aK"}


def test_s04_every_order_with_a_fitting_bottom_is_a_move(table: SetUp) -> None:
    t = table(hands=["b8 h8 a8 lK", "a9"], pile="b9", stock="l8")
    assert t.moves == {"b8", "b8 h8", "b8 a8", "b8 h8 a8", "b8 a8 h8", "draw"}


def test_s04_on_its_own_value_any_card_of_a_group_may_be_the_bottom(table: SetUp) -> None:
    t = table(hands=["b8 h8 lK", "a9"], pile="a8", stock="l8")
    assert t.moves == {"b8", "h8", "b8 h8", "h8 b8", "draw"}


@pytest.mark.says("4.3")
def test_s04_cards_of_different_values_are_no_group(table: SetUp) -> None:
    assert table(hands=["b8 b9 aK", "a9"], pile="bX", stock="l8").refuses("b8 b9")


@pytest.mark.says("4.5")
def test_s04_two_or_three_cards_are_one_move_and_the_turn_passes(table: SetUp) -> None:
    t = table(hands=["b8 h8 aK", "h9 l9 a9 hX"], pile="bX", stock="lX")
    assert t.play("b8 h8").turn == 1
    assert t.play("h9 l9 a9").turn == 0
    assert not t.burn
