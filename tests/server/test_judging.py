"""May I lay this? Cards alone will do, also where the rulebook wants a suit with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import faraon
from faraon.play.state import State
from faraon.server import wire as msg
from faraon.server.table.judging import judge
from faraon.server.wire.refusals import RefusalError

NAMES = ["Ema", "Eva"]
HOUSE = Path(__file__).parents[1] / "data" / "dlh.far"


PENALTY = {"pajchel": "penalty"}


def standing(
    rulebook: str, hand: str, pile: str, options: dict[str, Any] | None = None, **more: Any
) -> State:
    game = faraon.load(rulebook, players=2, **(options or {}))
    hands = [hand.split(), ["h8", "a8"]]
    return game.position({"hands": hands, "pile": pile.split(), "stock": ["l8", "l9"], "turn": 0, **more})


def ask(state: State, move: str) -> msg.Judged:
    return judge(state, msg.Judge("1", 1, move), NAMES)


def test_an_over_is_judged_without_a_suit() -> None:
    judged = ask(standing("classic", "bO b9", "aK"), "bO")
    assert (judged.legal, judged.move) == (True, "bO=h")
    assert judged.situation is not None
    assert (judged.situation.suit, judged.situation.declared) == ("h", True)


def test_a_debt_that_waits_for_the_next_player_is_not_owed_yet() -> None:
    judged = ask(standing("classic", "h7 l7 a7 b7 b9 bK", "h9"), "h7 l7 a7 b7")
    assert judged.situation is not None
    assert (judged.situation.debt, judged.situation.owed) == (12, 0)


def test_the_reasons_are_those_of_the_rules() -> None:
    judged = ask(standing("classic", "bO b9", "b7", owed=3), "bO")
    assert (judged.legal, judged.situation) == (False, None)
    assert judged.reasons[0].paragraph == "§14"
    assert all(reason.rule != "suit" for reason in judged.reasons), "that a suit is missing is no reason"


def test_a_legal_suit_comes_first() -> None:
    judged = ask(standing("classic", "bO", "aK", {"finish_over": "own"}), "bO")
    assert (judged.legal, judged.move) == (True, "bO=b")


@pytest.mark.parametrize(("card", "judged_as"), [("bK", "bK=h"), ("aO", "aO")])
def test_which_cards_want_a_suit_the_rulebook_knows(card: str, judged_as: str) -> None:
    judged = ask(standing(str(HOUSE), f"{card} b9", "a9"), card)
    assert (judged.legal, judged.move) == (True, judged_as)


@pytest.mark.parametrize("move", ["bO=l", "b9", "draw", "b9=h", "h7^1"])
def test_every_other_move_is_judged_as_it_is(move: str) -> None:
    state = standing("classic", "bO b9 h7", "bK")
    judged, verdict = ask(state, move), state.judge(move)
    assert (judged.move, judged.legal) == (move, verdict.legal)
    told = [reason.en for reason in verdict.reasons]
    if verdict:  # what follows is told with names
        told = [sentence.replace("The player in seat 1", "Eva") for sentence in told]
    assert [reason.en for reason in judged.reasons] == told


def test_what_is_not_a_move_is_refused() -> None:
    with pytest.raises(RefusalError) as refused:
        ask(standing("classic", "bO b9", "bK"), "nonsense")
    assert refused.value.code == "bad-message"


# ------------------------------------------------------------------------------- against the rules (§18)


def test_s18_where_a_wrong_lay_is_refused_it_has_no_price() -> None:
    judged = ask(standing("classic", "lK b9", "bK b8"), "lK b9")
    assert (judged.legal, judged.foul) == (False, None)


PRICES: list[tuple[str, str, dict[str, Any], int, str]] = [
    ("lK", "invalid_move", {}, 3, "Three cards for an invalid move."),
    ("lK b9", "invalid_move", {}, 3, "Three cards for an invalid move."),
    ("lK", "while_owing", {"owed": 6}, 9, "Three cards for an invalid move on top of the debt."),
    (
        "lK",
        "while_stopped",
        {"ace": 1},
        3,
        "Three cards for an invalid move, with any debt, and the ace still counts.",
    ),
    ("lK", "invalid_move", {"stock": ["l8"]}, 1, "Three cards for an invalid move."),
]


@pytest.mark.parametrize(("move", "rule", "more", "cards", "says"), PRICES)
def test_s18_the_price_of_a_wrong_lay_is_the_rulebooks_sentence_and_what_would_really_be_drawn(
    move: str, rule: str, more: dict[str, Any], cards: int, says: str
) -> None:
    stock = ["l8", "l9", "lX", "lO", "lA", "a9", "aX", "aU", "aK", "aA"]
    state = standing("classic", "lK b9", "b8", PENALTY, **{"stock": stock, **more})
    judged = ask(state, move)
    assert judged.foul is not None
    assert (judged.legal, judged.situation) == (False, None)
    assert judged.reasons[0].rule != rule, "why it is wrong is told as well"
    assert (judged.foul.rule, judged.foul.paragraph, judged.foul.en) == (rule, "§18", says)
    assert judged.foul.sk.startswith("Tri karty za neplatný ťah")
    assert judged.foul.cards == cards
    assert len(state.play(judged.move).position.hands[0]) == 2 + cards


def test_s18_the_last_chance_costs_no_cards_but_the_game() -> None:
    game = faraon.load("classic", players=2, pajchel="penalty")
    data = {
        "hands": [["h7", "lK"], []],
        "pile": ["b9"],
        "stock": ["l8"],
        "turn": 0,
        "out": {"1": "returnable"},
    }
    judged = ask(game.position(data), "lK")
    assert judged.foul is not None
    assert (judged.foul.cards, judged.foul.sk) == (0, "Neplatný ťah v poslednej šanci znamená prehru.")


@pytest.mark.parametrize(("cards", "judged_as"), [("b8 aO", "b8 aO=h"), ("aO b8", "aO b8"), ("lO", "lO=h")])
def test_s18_which_wrong_lay_wants_a_suit_the_rulebook_knows(cards: str, judged_as: str) -> None:
    judged = ask(standing("classic", "b8 aO lO", "b7", PENALTY, owed=3), cards)
    assert (judged.move, judged.foul is not None) == (judged_as, True)


@pytest.mark.parametrize("move", ["b9", "draw", "pass", "h8", "b9 bX lK h9 a9"])
def test_s18_only_a_wrong_lay_of_own_cards_has_a_price(move: str) -> None:
    judged = ask(standing("classic", "b9 bX lK h9 a9 hK", "b8", PENALTY), move)
    assert judged.foul is None
