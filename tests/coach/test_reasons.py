"""Reasons: what was counted explains the difference, and facts are true and speak for the move."""

from __future__ import annotations

import numpy as np
import pytest

from faraon.bots.hints.comparing import facts_for
from faraon.bots.hints.reason import YOURS, Reason
from faraon.bots.search.machine import events
from faraon.bots.search.measured import LATER, LEVELS, explained, measured_reason, reason_of
from faraon.cards import Card
from faraon.coach.shapes import Weighed
from faraon.coach.weighing import told, weigher_of
from faraon.game.move import Move
from faraon.play.game import load
from faraon.play.state import State
from tests.coach.games import position
from tests.scale import scaled

CLASSIC = load("classic", 2)
SAID: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("they_stand", (1.0, 0.0)),
    ("no_answer", ()),
    ("plan", ()),
)
STOCK = ["h9", "aU", "hU", "lO", "bX", "a7", "b9", "h8"]


def facts(state: State, best: str, other: str) -> set[str]:
    found = facts_for(state.game, state.view(0), Move.parse(best), Move.parse(other), YOURS)
    assert all(reason.en and reason.sk and not reason.measured for reason in found)
    return {reason.kind for reason in found}


def test_an_event_explains_what_comes_from_how_often_it_happens() -> None:
    mine, other = np.array([1, 1, 1, 0]), np.array([1, 0, 0, 0])
    assert explained(mine, other, mine.astype(float), other.astype(float)) == pytest.approx(0.5)
    same = np.array([1, 0, 1, 0])
    assert explained(same, same, np.ones(4), np.zeros(4)) == 0


def test_every_measured_sentence_has_both_numbers_in_both_languages() -> None:
    for players in (2, 4):
        for measure in (one for level in LEVELS for one in level):
            said = reason_of(measure.kind, 0.25, 0.75, YOURS, players)
            for text, first, second in ((said.en, "25%", "75%"), (said.sk, "25 %", "75 %")):
                numbers = (
                    (first, second)
                    if measure.share
                    else ("0,2", "0,8")
                    if text is said.sk
                    else ("0.2", "0.8")
                )
                assert all(number in text for number in numbers), text
            assert "{" not in said.en + said.sk


def drawn(best: float, other: float) -> str:
    """What is said where so many cards are drawn in the next rounds after either move, and decide."""
    weigher, view = weigher_of(CLASSIC), CLASSIC.deal(3).view(0)
    actions = [weigher.action(view, move) for move in view.moves[:2]]
    duel = weigher.fight(weigher.worlds(view, 1), actions, 1, 1)
    lots = np.arange(10_000)[:, None] / 10_000
    more = lots < [best % 1, other % 1]
    cards = np.array([int(best), int(other)]) + more
    duel.events = cards.astype(np.int64) << events.DREW
    duel.results = np.where(cards > int(best), 0.0, 1.0)
    return measured_reason(duel, 0, 1, YOURS).kind


def test_less_than_half_a_card_is_no_reason() -> None:
    assert drawn(1.0, 1.4) == "later"
    assert drawn(1.0, 1.6) == "draw_soon"


def test_it_is_said_whose_moves_are_counted() -> None:
    for kind, players, en, sk in (
        ("draw_soon", 2, "8 moves (of both players)", "8 ťahoch (oboch hráčov)"),
        ("they_draw_soon", 4, "16 moves (of all players)", "16 ťahoch (všetkých hráčov)"),
        ("cards", 2, "another 4 moves (of both players)", "O 4 ťahy (oboch hráčov)"),
        ("lead", 3, "another 6 moves (of all players)", "O 6 ťahov (všetkých hráčov)"),
    ):
        said = reason_of(kind, 2.5, 1.0, YOURS, players)
        assert en in said.en
        assert sk in said.sk


def test_hands_of_one_size_are_not_said_to_differ() -> None:
    said = reason_of("lead", 0.04, -1.7, YOURS, 2)
    assert "as many cards as your opponent on average after the best move, 1.7 cards more after" in said.en
    assert "rovnako veľa kariet ako súper, po tvojom ťahu o 1,7 karty viac." in said.sk


def test_nothing_is_said_twice() -> None:
    counted, certain, plan = (Reason(kind, "", "", *numbers) for kind, numbers in SAID)
    assert told([], counted, [certain]) == [certain]
    assert told([], counted, [plan]) == [counted, plan]
    assert told([certain], LATER, [plan]) == [certain]


def test_the_same_cards_are_counted_as_the_rules_say() -> None:
    """The opponent's only card is known: after b9 they go out with it, after a draw they cannot."""
    state = position(CLASSIC, hands=[["b9", "bA"], ["b8"]], pile=["l9"], stock=["h8", "hX", "aX", "aU"])
    weigher = weigher_of(CLASSIC)
    view = state.view(0)
    actions = [weigher.action(view, Move.parse(move)) for move in ("draw", "b9")]
    duel = weigher.fight(weigher.worlds(view, 1, state.position), actions, 1, 2000, 2000)
    out = (duel.events >> events.THEY_OUT & 1).mean(axis=0)
    assert out[0] == 0
    assert out[1] > 0.95  # the tree tries their other move now and then
    assert set(duel.events[:, 0] >> events.REPLY & 3) == {events.DRAWS}
    said = measured_reason(duel, 0, 1, YOURS)
    assert (said.kind, said.best, said.other) == ("they_out", out[0], out[1])


def test_a_duel_gives_every_candidate_as_many_simulations_and_repeats_itself() -> None:
    weigher, view = weigher_of(CLASSIC), CLASSIC.deal(3).view(0)
    worlds = weigher.worlds(view, 1)
    actions = [weigher.action(view, move) for move in view.moves[:3]]
    one, two = (weigher.fight(worlds, actions, 5, 40) for _ in range(2))
    assert one.results.shape == (40, 3)
    assert (one.results == two.results).all()
    assert (one.events == two.events).all()
    assert list(one.nodes[1:4, 4]) == [40, 40, 40]
    assert not (one.results == weigher.fight(worlds, actions, 6, 40).results).all()


def test_the_pharaoh_the_red_seven_and_an_ace_are_kept() -> None:
    state = position(CLASSIC, hands=[["lU", "lK", "h7", "hA", "l8"], ["b8", "bK"]], pile=["lA"], stock=STOCK)
    assert "keeps_pharaoh" in facts(state, "lK", "lU")
    assert "keeps_pharaoh" not in facts(state, "lU", "lK")
    assert "keeps_ace" in facts(state, "lK", "hA")
    state = position(CLASSIC, hands=[["h7", "hK", "l8"], ["b8", "bK"]], pile=["hX"], stock=STOCK)
    assert "keeps_red_seven" in facts(state, "hK", "h7")
    assert "keeps_red_seven" not in facts(state, "h7", "hK")


def test_a_rulebook_without_these_powers_keeps_nothing() -> None:
    game = load("classic", 2, pharaoh="off", red_seven_return="off")
    state = position(game, hands=[["lU", "lK", "h7"], ["b8", "bK"]], pile=["lX"], stock=STOCK)
    assert not facts(state, "lK", "lU") & {"keeps_pharaoh", "keeps_red_seven"}


def test_that_the_last_card_is_laid_says_it_all() -> None:
    """The red seven may still bring back whoever is out, so it does not win for certain."""
    state = position(CLASSIC, hands=[["lX"], ["b8", "bK", "hA"]], pile=["lK"], stock=STOCK)
    assert "goes_out" in facts(state, "lX", "draw")
    assert "goes_out" not in facts(state, "draw", "lX")
    weigher = weigher_of(CLASSIC)
    view = state.view(0)
    moves = [Move.parse(text) for text in ("lX", "draw")]
    duel = weigher.fight(weigher.worlds(view, 1), [weigher.action(view, move) for move in moves], 1, 200)
    best, other = (Weighed(move, 0.5, 0.01) for move in moves)
    assert {reason.kind for reason in weigher.reasons(view, duel, best, other)} == {"goes_out"}


def test_what_the_others_may_hold_is_spoken_of_only_where_it_is_hidden() -> None:
    state = position(CLASSIC, hands=[["lK", "bK", "aX"], ["b9"]], pile=["hK"], stock=["l7", "l8"])
    view, (best, other) = state.view(0), map(Move.parse, ("lK", "bK"))
    assert not [one for one in facts_for(CLASSIC, view, best, other, YOURS) if one.kind == "no_answer"]
    view = view._replace(known=view.known._replace(hands={1: (Card.b9,)}))
    (said,) = [one for one in facts_for(CLASSIC, view, best, other, YOURS) if one.kind == "no_answer"]
    assert said.en == "After the best move your opponent cannot lay anything."
    aces = ["lA", "bA", "aA", "hX"]
    state = position(CLASSIC, hands=[["hA", "hK"], ["b8", "b9"]], pile=aces, stock=["l7", "l8"])
    found = facts_for(CLASSIC, state.view(0), Move.parse("hA"), Move.parse("hK"), YOURS)
    (said,) = [one for one in found if one.kind == "no_answer"]
    assert said.en.endswith("cannot lay anything, whatever they hold.")


def test_the_rest_goes_with_fewer_moves() -> None:
    state = position(CLASSIC, hands=[["a8", "l9", "a9"], ["b8", "bK", "hX"]], pile=["aX"], stock=STOCK)
    found = facts_for(CLASSIC, state.view(0), Move.parse("a8"), Move.parse("a9 l9"), YOURS)
    (plan,) = [reason for reason in found if reason.kind == "plan"]
    assert "1 more move;" in plan.en
    assert "something would be left" in plan.en
    assert "by stačil 1 ďalší ťah" in plan.sk


def test_a_plan_is_none_if_the_rest_goes_as_soon_after_the_other_move() -> None:
    """Six cards in three groups, as soon as five cards in three."""
    hand = ["b8", "h8", "h9", "l9", "lX", "bX", "bK"]
    state = position(CLASSIC, hands=[hand, ["a8", "aK", "aA"]], pile=["bU"], stock=["hU", "a7"])
    assert "plan" not in facts(state, "b8 h8", "bK")


def test_nobody_plans_far_ahead_among_more_players() -> None:
    hands, stock = [["h8", "l8", "l9", "lK", "lX"], ["b8", "bK"]], ["hU", "a7", "a8"]
    for players, said in ((2, True), (3, False)):
        game = load("classic", players)
        seats = [*hands, ["b9", "bA"]][:players]
        state = position(game, hands=seats, pile=["hX"], stock=stock)
        assert ("plan" in facts(state, "h8 l8", "h8")) == said


@pytest.mark.soak
def test_what_was_counted_is_counted_again_with_another_seed() -> None:
    """The numbers of sentences, within three standard errors of their difference."""
    weigher, wrong, count = weigher_of(CLASSIC), 0, 0
    for number in range(scaled(3, 60)):
        view = CLASSIC.deal(number).view(0)
        actions = [weigher.action(view, move) for move in view.moves[:2]]
        if len(actions) < 2:
            continue
        duels = [weigher.fight(weigher.worlds(view, seed), actions, seed, 3000, 3000) for seed in (1, 2)]
        one, two = (measured_reason(duel, 0, 1, YOURS) for duel in duels)
        if one.kind == two.kind and one.best is not None and two.best is not None:
            count += 1
            wrong += abs(one.best - two.best) > 3 * np.hypot(one.best_error, two.best_error)
    assert wrong <= count * 0.02
