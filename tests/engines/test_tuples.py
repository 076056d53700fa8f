"""A state in the terms of its document."""

import pytest

from faraon.engines.errors import GameError
from faraon.lang.definitions import TUPLES
from faraon.play.documents import document_tuple
from faraon.play.game import load
from faraon.play.state import State

POSITION = {
    "hands": [["b9", "h9"], ["b8"], ["hA", "lX"]],
    "pile": ["aK", "bK"],
    "stock": ["l8", "l9"],
    "turn": 0,
}


def state(rulebook: str, **more: object) -> State:
    return load(rulebook, players=3).position({**POSITION, **more})


def test_the_formal_state_is_ten_things_in_the_order_of_the_document() -> None:
    found = document_tuple(state("formal", ace=2, cnt=3, mc=4))
    assert tuple(found.parts) == TUPLES["GS"]
    assert str(found) == (
        "GS = (DP: (aK, bK), ST: (l8, l9), LP: ((h9, b9), (b8), (lX, hA)), LP_MC: (-1, -1, -1), "
        "ace: 2, suit: bells, val: king, cnt: 3, i: 0, mc: 4)"
    )


def test_a_finished_player_is_in_the_list_with_the_number_of_his_move() -> None:
    found = document_tuple(state("formal", mc=4).play("b9").play("b8"))
    assert found.parts["LP_MC"] == (-1, 5, -1)
    assert (found.parts["i"], found.parts["mc"]) == (2, 6)
    assert found.parts["LP"] == (("h9",), (), ("lX", "hA"))


def test_the_list_is_part_of_a_position() -> None:
    after = state("formal", mc=4).play("b9").play("b8")
    again = load("formal", players=3).position(after.to_json())
    assert again.position == after.position
    assert document_tuple(again) == document_tuple(after)


@pytest.mark.parametrize("told", [[-1, -1], [-1, -1, -2], [-1, -1, "no"], {"0": 1}])
def test_a_list_that_does_not_go_with_the_table_is_refused(told: object) -> None:
    with pytest.raises(GameError) as error:
        state("formal", LP_MC=told)
    assert error.value.code == "bad-position"


def test_the_repaired_model_adds_its_own_variable() -> None:
    found = document_tuple(state("formal-repaired", due=12))
    assert tuple(found.parts) == (*TUPLES["GS"], "due")
    assert found.parts["due"] == 12


def test_the_draft_has_a_tuple_in_a_tuple() -> None:
    found = document_tuple(state("draft", T=3, F="l"))
    assert tuple(found.parts) == TUPLES["S"]
    assert str(found) == (
        "S = (OB: (aK, bK), TB: (l8, l9), ZH: ((h9, b9), (b8), (lX, hA)), i: 0, SP: (A: 0, F: zeleň, T: 3))"
    )


@pytest.mark.parametrize("rulebook", ["classic", "family"])
def test_other_rulebooks_have_no_tuple(rulebook: str) -> None:
    with pytest.raises(GameError, match=f"{rulebook} has no tuple") as error:
        document_tuple(state(rulebook))
    assert error.value.code == "bad-request"
