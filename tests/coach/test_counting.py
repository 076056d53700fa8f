"""Questions about cards: perfect memory answers them, and grades are exact."""

from __future__ import annotations

from faraon.cards import Card, Value
from faraon.coach.counting import may_hold, questions, unseen
from faraon.play.game import load
from tests.coach.games import position

CLASSIC = load("classic", 2)


def test_the_truth_agrees_with_every_answer() -> None:
    """Along games: what cannot be held is not held, what is said to be next is next, and unseen cards are in
    other hands or in the stock."""
    for seed in range(6):
        state = CLASSIC.deal(seed)
        while not state.over and len(state.log) < 60:
            view, truth = state.view(0), state.position
            hidden = unseen(CLASSIC, view)
            behind = {*truth.hands[1], *truth.stock}
            assert hidden <= behind
            for card in truth.hands[1]:
                assert may_hold(CLASSIC, view, 1, card)
            for asked in questions(CLASSIC, view, seed):
                assert asked.en.endswith("?")
                assert asked.sk.endswith("?")
                assert asked.grade(asked.answer) == 1.0
                if asked.kind == "next":
                    assert asked.answer == truth.stock[0]
            moves = state.moves()
            state = state.play(moves[(seed + len(state.log)) % len(moves)])


def test_at_the_start_all_but_hand_and_pile_is_unseen() -> None:
    state = CLASSIC.deal(3)
    view = state.view(0)
    assert len(unseen(CLASSIC, view)) == 32 - 5 - len(view.pile) - sum(
        card is not None for card in view.known.stock
    )
    asked = {one.en: one for one in questions(CLASSIC, view, 1)}
    sevens = asked["Which sevens are still hidden from you?"]
    held = {card for card in (*view.hand, *view.pile) if card is not None and card.val == Value.VII}
    assert sevens.answer == frozenset({Card.h7, Card.l7, Card.a7, Card.b7} - held)


def test_a_number_is_right_or_wrong() -> None:
    view = CLASSIC.deal(3).view(0)
    (acorns,) = [one for one in questions(CLASSIC, view, 1) if "acorns" in one.en]
    assert isinstance(acorns.answer, int)
    assert acorns.grade(acorns.answer) == 1
    assert acorns.grade(acorns.answer + 1) == 0


def test_the_same_seed_asks_in_the_same_order() -> None:
    view = CLASSIC.deal(3).view(0)
    assert questions(CLASSIC, view, 4) == questions(CLASSIC, view, 4)
    assert questions(CLASSIC, view, 4) != questions(CLASSIC, view, 5)


def test_nothing_is_asked_where_cards_have_twins_or_are_covered() -> None:
    for game in (load("classic", 8), load("classic", 2, camouflage="on")):
        assert questions(game, game.deal(1).view(0), 1) == []


def test_who_holds_as_many_known_cards_as_they_have_can_hold_no_other() -> None:
    state = position(CLASSIC, hands=[["b9", "lK"], ["h7"]], pile=["l9"], stock=["h8"])
    view = state.view(0)
    known = view._replace(known=view.known._replace(hands={1: (Card.h7,)}))
    assert may_hold(CLASSIC, known, 1, Card.h7)
    assert not may_hold(CLASSIC, known, 1, Card.lU)
