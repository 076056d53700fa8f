"""Options that do not exist: the referee refuses them and names the nearest that does."""

import re
from typing import Any

import pytest

from tests.referee import RefereeTable, SetUp

POSITION = {"hands": [["b7"], ["h9"]], "pile": ["b8"], "stock": ["l8"], "turn": 0}
REQUESTS: list[dict[str, Any]] = [{"do": "new", "players": 2, "seed": 1}, {"do": "set", "position": POSITION}]


def complaint(options: dict[str, Any], request: dict[str, Any]) -> str:
    """What the referee says to these options."""
    answer = RefereeTable().answer(**request, rulebook="classic", options=options)
    assert not answer["ok"]
    assert answer["error"]["code"] == "bad-option", answer
    message: str = answer["error"]["message"]
    return message


def names(message: str, word: str) -> bool:
    """The message has the word as a whole: `3` is not in `13`."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", message) is not None


@pytest.mark.parametrize("request_", REQUESTS, ids=["new", "set"])
@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("seven_card", "seven_cards"),
        ("pharao", "pharaoh"),
        ("recycel", "recycle"),
        ("handsize", "hand_size"),
        ("playdrawn", "play_drawn"),
        ("burnt", "burned"),
    ],
)
def test_an_unknown_option_is_refused_with_the_nearest_name(
    request_: dict[str, Any], wrong: str, right: str
) -> None:
    assert names(complaint({"hand_size": 4, wrong: "on"}, request_), right)


@pytest.mark.parametrize("request_", REQUESTS, ids=["new", "set"])
@pytest.mark.parametrize(
    ("option", "wrong", "right"),
    [
        ("recycle", "shufle", "shuffle"),
        ("groups", "except_ace", "except_aces"),
        ("start_special", "allways", "always"),
        ("play_on", "firstout", "first_out"),
        ("pajchel", "penality", "penalty"),
        ("packs", "automatic", "auto"),
        ("seven_cards", 4, "3"),
        ("seven_cards", 1, "2"),
        ("hand_size", 9, "7"),
        ("hand_size", 0, "4"),
        ("packs", 4, "3"),
        ("move_limit", 0, "1"),
        ("move_limit", 100_001, "100000"),
    ],
)
def test_an_unknown_value_is_refused_with_the_nearest_value(
    request_: dict[str, Any], option: str, wrong: str | int, right: str
) -> None:
    assert names(complaint({option: wrong}, request_), right)


@pytest.mark.parametrize(
    ("option", "wrong"),
    [
        ("seven_cards", "3"),
        ("seven_cards", 2.0),
        ("seven_cards", None),
        ("hand_size", [5]),
        ("packs", True),
        ("packs", "1"),
        ("groups", True),
        ("burned", 0),
        ("recycle", {"turn": True}),
        ("move_limit", True),
        ("move_limit", "2000"),
        ("move_limit", 10.5),
    ],
)
def test_a_value_of_a_wrong_type_is_refused_and_its_option_named(option: str, wrong: Any) -> None:
    assert names(complaint({option: wrong}, REQUESTS[0]), option)


def test_after_a_bad_option_the_game_goes_on_as_it_was(table: SetUp) -> None:
    t = table(hands=["b7 lK", "h9 hX"], pile="b8", stock="l8")
    before = t.state
    assert not t.answer(**REQUESTS[0], rulebook="classic", options={"seven_card": 2})["ok"]
    assert t.ask(do="state")["state"] == before
    assert t.moves == {"b7", "draw"}


@pytest.mark.parametrize("option", ["hand_size", "packs"])
def test_a_number_that_comes_as_text_is_not_told_that_it_meant_itself(option: str) -> None:
    message = complaint({option: "3" if option == "packs" else "4"}, REQUESTS[0])
    assert "is the number" in message
    assert "did you mean" not in message
