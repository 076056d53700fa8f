"""`camouflage`: what is refused, with a code, a place and a hint (§17)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from faraon.engines.errors import GameError
from faraon.play.fast import fast_engine
from faraon.play.game import load
from tests.referee import RefereeTable, SetUp

from .conftest import Options, default

COVERED = {"hands": ["a9 h8 lK b8", "h9 aX"], "pile": "bX", "stock": "l8 l9 lX aK", "camouflage": "on"}


@default(camouflage="off")
def test_with_camouflage_off_nothing_is_covered(table: SetUp, chosen: Options) -> None:
    t = table(hands=["b8 h8 lK", "h9 aX"], pile="bX", stock="l8 l9", **chosen).play("b8 h8")
    assert t.view(1)["pile"] == ["bX", "b8", "h8"]
    t.refuses("check")


def told(t: RefereeTable, **request: Any) -> tuple[str, str]:
    answer = t.answer(**request)
    assert not answer["ok"]
    return answer["error"]["code"], answer["error"]["message"]


def test_a_check_of_nothing_is_refused_with_the_reason(table: SetUp) -> None:
    t = table(**COVERED)
    code, message = told(t, do="play", move="check")
    assert code == "illegal-move"
    assert message.startswith("There is nothing to check: only the next player")


@pytest.mark.parametrize(
    ("move", "code", "said"),
    [
        ("?? h8", "bad-move", "'??' is not a card"),
        ("lK b8", "illegal-move", "No two cards of one value with the eight of bells on top"),
        ("h9 h8", "illegal-move", "You do not hold the nine of hearts"),
        ("checks", "bad-move", "or one of draw, stand, pass, concede, check"),
    ],
)
def test_a_claim_that_cannot_be_made_is_refused(table: SetUp, move: str, code: str, said: str) -> None:
    found, message = told(table(**COVERED), do="play", move=move)
    assert found == code
    assert said in message


def test_both_options_together_are_refused(table: SetUp) -> None:
    options = {"camouflage": "on", "pajchel": "penalty"}
    code, message = told(table(**COVERED), do="new", options=options, seed=1)
    assert (code, "pajchel = refuse" in message) == ("bad-option", True)


def spoiled(state: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The position with another value at one place."""
    data = deepcopy(state)
    *outer, last = path.split(".")
    inner = data
    for key in outer:
        inner = inner[key]
    inner[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("covered", 7, "list of pairs"),
        ("covered", [[9, 0]], "'covered' must be a number from 0 to 1"),
        ("covered", [[1, 5]], "'covered' must be a seat from 0 to 1"),
        ("covered", [[1, 0], [1, 1]], "names a place twice"),
        ("claim", {"seat": 0}, "needs 'seat', 'n' and 'before'"),
        ("claim.n", 5, "'claim.n' must be a number from 2 to 4"),
        ("claim.n", 3, "do not lie on the pile"),
        ("claim.seat", 1, "could not lay these cards"),
        ("claim.before", [], "must be a position"),
        ("claim.before.pile", ["b9"], "do not lie on the pile"),
        ("claim.before.stock", ["l8", "l9"], "has other cards"),
        ("claim.before.suit", "h", "no rule allowed that claim"),
        ("claim.befor", {}, "did you mean 'before'"),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(
    table: SetUp, path: str, value: Any, said: str
) -> None:
    t = table(**COVERED).play("a9 h8")
    position = spoiled(t.state, path, value)
    code, message = told(t, do="set", options={"camouflage": "on"}, position=position)
    assert (code, said in message) == ("bad-position", True), message


def test_open_tables_know_no_covered_cards(table: SetUp) -> None:
    position = table(**COVERED).play("a9 h8").state
    code, message = told(table(**COVERED), do="set", position=position)
    assert (code, "'covered'" in message) == ("bad-position", True)


@pytest.mark.parametrize(
    "ask",
    [
        lambda game: game.actions,
        lambda game: game.numba(),
        lambda game: game.jax(),
        lambda game: fast_engine(game),
        lambda game: game.deal(1).legal_actions(),
        lambda game: game.deal(1).play(0),
    ],
    ids=["actions", "numba", "jax", "fast", "legal_actions", "numbers"],
)
def test_numbers_and_kernels_refuse_it_by_name(ask: Any) -> None:
    with pytest.raises(GameError, match="camouflage = on") as error:
        ask(load("classic", 2, camouflage="on"))
    assert error.value.code == "bad-option"
    assert "camouflage = on" in error.value.sk
