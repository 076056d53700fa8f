"""The draft: taken literally but for the repairs that make it a game."""

import pytest

from tests.referee import SetUp, every_suit


@pytest.fixture
def draft(table: SetUp) -> SetUp:
    """Sets up a position of the draft: ``draft(hands=["b7", "a7"], pile="b8", T=3)``."""
    return lambda **position: table(rulebook="draft", **position)


def test_the_bottom_card_touches_the_pile_and_the_top_card_counts(draft: SetUp) -> None:
    t = draft(hands=["b9 h9 lK", "h8"], pile="b8")
    assert t.moves == {"b9", "b9 h9", "draw"}
    assert t.play("b9 h9").F == "h"


def test_no_rule_lets_an_over_go_onto_anything(draft: SetUp) -> None:
    t = draft(hands=["lO bO aK", "h8"], pile="b8")
    assert t.moves == every_suit("bO") | every_suit("bO lO") | {"draw"}
    assert t.refuses("lO=h")
    assert t.play("bO=a").F == "a"


def test_one_ace_stops_nobody(draft: SetUp) -> None:
    t = draft(hands=["bA h9", "hA b9", "h8 aX"], pile="b8").play("bA")
    assert (t.turn, t.A, t.moves) == (1, 0, {"b9", "hA", "draw"})


def test_two_aces_stop_one_player_who_stands(draft: SetUp) -> None:
    t = draft(hands=["bA lA h9", "hX b9", "l8 aX"], pile="b8").play("bA lA")
    assert (t.turn, t.A, t.moves) == (1, 1, {"stand"})
    assert t.refuses("draw")
    assert (t.play("stand").turn, t.A, t.sizes, t.moves) == (2, 0, [1, 2, 2], {"l8", "draw"})


def test_an_answer_adds_to_the_aces_and_serves_one(draft: SetUp) -> None:
    t = draft(hands=["bA lA h9", "hA aA b9", "l8 aX"], pile="b8").play("bA lA")
    assert t.moves == {"hA", "aA", "hA aA", "aA hA", "stand"}
    assert (t.play("hA aA").turn, t.A) == (2, 2)


def test_a_stopped_player_without_an_ace_is_told_to_stand(draft: SetUp) -> None:
    t = draft(hands=["hX b9", "l8"], pile="bA lA", A=1)
    for move in ("draw", "b9"):
        first = t.judge(move)["reasons"][0]
        assert first["en"] == "Aces stop you: answer with an ace, or stand."
        assert first["sk"] == "Zastavujú ťa esá: prebi ich esom, alebo stoj."


def test_a_seven_cannot_answer_a_seven(draft: SetUp) -> None:
    t = draft(hands=["b7 h9", "a7 b9"], pile="b8").play("b7")
    assert (t.T, t.moves) == (3, {"draw"})
    assert (t.play("draw").sizes, t.T, t.turn) == ([1, 5], 1, 0)


def test_the_pharaoh_kills_sevens_and_anything_goes_onto_it(draft: SetUp) -> None:
    t = draft(hands=["lU aU h9", "a7 b9"], pile="b7", T=6)
    assert t.moves == {"lU", "lU aU", "draw"}
    assert (t.play("lU").T, t.moves) == (1, {"a7", "b9", "draw"})


def test_four_cards_are_a_group_like_any_other(draft: SetUp) -> None:
    t = draft(hands=["bK hK aK lK l9", "b9"], pile="bX").play("bK hK aK lK")
    assert t.turn == 1
    t = draft(hands=["a7 b7 l7 h7 h9", "b9"], pile="aK").play("a7 b7 l7 h7")
    assert (t.turn, t.T) == (1, 12)


def test_the_declared_suit_stays_when_somebody_draws(draft: SetUp) -> None:
    t = draft(hands=["bO h9", "aX l8"], pile="b8").play("bO=l", "draw")
    assert (t.turn, t.F) == (0, "l")


def test_the_last_one_with_cards_loses(draft: SetUp) -> None:
    t = draft(hands=["b9", "h9", "hX aX"], pile="bK").play("b9")
    assert (t.turn, t.out(0), t.over) == (1, "safe", False)
    assert (t.play("h9").over, t.loser, t.places) == (True, 2, [0, 1])
