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
    told = [reason.en.replace("The player in seat 1", "Eva") for reason in verdict.reasons]
    assert [reason.en for reason in judged.reasons] == told


def test_what_is_not_a_move_is_refused() -> None:
    with pytest.raises(RefusalError) as refused:
        ask(standing("classic", "bO b9", "bK"), "nonsense")
    assert refused.value.code == "bad-message"
