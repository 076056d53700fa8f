"""§5: nobody must ever show a card, but declining an ace costs the answer for that turn."""

import pytest

from tests.referee import SetUp


@pytest.mark.says("1.6", "5.1")
def test_s05_drawing_is_allowed_although_a_card_could_be_laid(table: SetUp) -> None:
    t = table(hands=["b9 bK", "a8"], pile="b8", stock="l8 l9")
    assert "draw" in t.moves
    t.play("draw")
    assert t.hand(0) == {"b9", "bK", "l8"}
    assert t.turn == 1


@pytest.mark.says("5.2")
def test_s05_a_seven_need_not_be_answered(table: SetUp) -> None:
    t = table(hands=["a7 lU", "a8"], pile="b7", stock="l8 l9 lX", owed=3).play("draw")
    assert t.sizes == [5, 1]
    assert t.turn == 1


@pytest.mark.says("5.2")
def test_s05_an_ace_need_not_be_answered(table: SetUp) -> None:
    t = table(hands=["lK h9", "hA b8"], pile="lA", stock="l8", turn=1, ace=1, ace_by=0)
    assert t.moves == {"hA", "stand"}
    t.play("stand")
    assert t.hand(1) == {"hA", "b8"}
    assert t.turn == 0


@pytest.mark.says("5.4")
def test_s05_a_player_without_an_ace_is_asked_too(table: SetUp) -> None:
    """Otherwise the missing question would give away the hand."""
    t = table(hands=["lA h9", "h8 b8"], pile="lK", stock="l8").play("lA")
    assert t.turn == 1
    assert t.moves == {"stand"}


@pytest.mark.says("5.3")
def test_s05_who_declined_an_ace_waits_until_the_turn_is_completed(table: SetUp) -> None:
    t = table(hands=["lA aA bA a9 hU", "hA h8 b8"], pile="lK", stock="l8").play("lA", "stand")
    assert t.play("aA").turn == 0
    assert t.play("bA").turn == 0
    assert t.play("draw").turn == 1


@pytest.mark.says("5.3")
def test_s05_who_declined_an_ace_may_lay_it_when_he_is_on_turn(table: SetUp) -> None:
    t = table(hands=["lA h9", "hA h8 b8"], pile="lK", stock="l8").play("lA", "stand", "draw")
    assert t.turn == 1
    assert t.moves == {"hA", "draw"}


@pytest.mark.says("13.10")
def test_s05_nobody_must_return_a_player(table: SetUp) -> None:
    t = table(hands=["", "h7 lK", "a9 a8"], pile="b8", stock="l8 l9 lX", turn=1, out={0: "returnable"}).play(
        "draw"
    )
    assert t.out(0) == "returnable"
    assert t.turn == 2
