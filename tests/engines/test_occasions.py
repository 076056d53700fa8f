"""A rule speaks on its occasion: what a refusal says is never about a debt or a stop that is not there."""

from __future__ import annotations

from typing import Any

from faraon.lang.format import format_text
from faraon.lang.library import book_from_text, read_book
from faraon.play.game import Game, load


def said(
    move: str, hand: str, pile: str, *others: str, rulebook: str = "classic", given: Any = (), **options: Any
) -> list[str]:
    """All reasons in English for a refused move of the player in seat 0."""
    hands = [hand.split(), *(other.split() for other in others or ("hX",))]
    data = {"hands": hands, "pile": pile.split(), "stock": ["aX", "aU"], "turn": 0, **dict(given)}
    verdict = load(rulebook, len(hands), **options).position(data).judge(move)
    assert not verdict
    return [reason.en for reason in verdict.reasons]


def test_where_nothing_is_owed_nobody_is_told_to_draw_no_cards() -> None:
    reasons = said("lA bA", "lA bA h8", "a9")
    assert reasons == [
        "The ace of leaves does not fit: follow the suit (acorns) or the value (nine), or lay an over or the "
        "Pharaoh.",
        "With two players left, lay one ace and see whether your opponent answers it.",
    ]


def test_where_no_ace_lies_nobody_is_stopped() -> None:
    reasons = said("lA", "lA b8 h8", "a9", given={"drawn": "b8"}, play_drawn="on")
    assert reasons[0].startswith("You have just drawn")
    assert not any("stops you" in reason for reason in reasons)


def test_s10_in_the_last_chance_nothing_has_to_fit() -> None:
    given = {"out": {"1": "returnable"}}
    (reason,) = said("h7", "h7 b8", "a9", "", given=given)
    assert reason == "Only you still hold cards: return somebody with the red seven, or concede."


def test_s13_where_nobody_is_returned_the_turn_has_passed_nobody() -> None:
    given = {"out": {"2": "safe"}}
    reasons = said("h7^2", "h7 b8", "hX", "hK", "", given=given, red_seven_return="off")
    assert reasons == ["At this table nobody is returned."]


def test_s01_a_card_that_is_held_but_not_so_often() -> None:
    assert said("b8 b8 b8", "b8 b8 h8", "b9", packs=2) == ["You hold the eight of bells only twice."]
    assert said("b8 b8", "b8 h8", "b9", packs=2) == ["You hold the eight of bells only once."]
    assert said("a8 b8", "b8 h8", "b9", packs=2)[0] == "You do not hold the eight of acorns."


def test_s08_where_aces_are_not_answered_nobody_waits_for_an_answer() -> None:
    assert said("hA lA", "hA lA b8", "h9", ace_answer="off") == [
        "With two players left, aces are laid one at a time."
    ]


def test_s09_nobody_is_told_to_lay_what_they_cannot() -> None:
    assert said("pass", "l9 h9", "bX") == ["You cannot pass: draw a card."]
    assert said("pass", "b9 h9", "bX") == ["You cannot pass: lay a card, or draw one."]


def test_s11_a_single_card_has_no_bottom() -> None:
    given = {"owed": 3}
    assert said("bK", "bK h8", "b7", given=given)[1] == "Only the Pharaoh kills sevens."
    assert said("bU lU", "bU lU h8", "b7", given=given)[1] == (
        "Only the Pharaoh at the bottom of the group kills sevens."
    )


def test_s14_where_the_pharaoh_helps_nobody_must_draw() -> None:
    given = {"owed": 3}
    assert said("a7", "a7 h8", "b7", given=given, seven_answer="off") == [
        "At this table a seven is not answered with a seven.",
        "Sevens are waiting: lay the Pharaoh, or draw 3 cards.",
    ]
    assert said("a7", "a7 h8", "b7", given=given, seven_answer="off", pharaoh="off")[0] == (
        "At this table a seven is not answered with a seven: draw 3 cards."
    )


def test_a_condition_without_sentences_says_what_its_occasion_says() -> None:
    given = {"owed": 6}
    assert said("bK", "bK h8", "b7", given=given)[0] == (
        "Sevens are waiting: answer with a seven or the Pharaoh, or draw 6 cards."
    )


def test_without_when_the_occasion_is_what_the_position_decides() -> None:
    rule_1 = read_book("formal").rules[0]
    assert [clause.occasion for clause in rule_1.clauses] == [True, True, False, True]


def test_an_occasion_changes_nothing_but_what_is_said() -> None:
    head, tail = "rulebook x\ninclude classic\noverride rule take §14", " -> draw owed, owed = 0\n"
    together = book_from_text(f"{head}: not alone & not stopped & owing{tail}")
    apart = book_from_text(f"{head} when not alone & not stopped & owing: (){tail}")
    assert together.hash == apart.hash == read_book("classic").hash
    assert Game(together, 2, {}) == Game(apart, 2, {})


def test_an_occasion_is_laid_out() -> None:
    text = "rulebook x\nrule y §3 when owed>0 :  ()->draw owed"
    assert format_text(text) == "rulebook x\nrule y §3 when owed > 0: () -> draw owed\n"
