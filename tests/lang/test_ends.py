"""An end says why it came."""

from __future__ import annotations

import pytest

from faraon.lang.format import format_text
from faraon.lang.library import book_from_text, source
from faraon.play.game import Game
from faraon.play.state import State

HEAD = "rulebook house\ninclude classic\n"


def last_card(text: str, card: str = "h8", other: str = "b9", **options: object) -> State:
    game = Game(book_from_text(HEAD + text), 2, options)
    hands = [[card], [other, "aK"]]
    state = game.position({"hands": hands, "pile": ["hX"], "stock": ["l8", "l9"], "turn": 0})
    return state.play(card)


def why(state: State) -> list[str]:
    return [reason.en for reason in state.why_over()]


def test_the_first_reason_that_holds_is_told() -> None:
    assert why(last_card(""))[1] == "Without the red seven, nobody can be returned."
    assert why(last_card("", red_seven_return="off"))[1] == "At this table nobody is returned."
    assert why(last_card("", "hA"))[1].startswith("The last card was an ace")


def test_where_the_first_one_out_wins_it_is_told_why_the_game_goes_no_further() -> None:
    game = Game(book_from_text(HEAD), 3, {"play_on": "first_out"})
    last = {"hands": [[], ["hA"], ["h7", "aK"]], "pile": ["hX"], "stock": ["l8"], "turn": 1}
    state = game.position({**last, "out": {"0": "returnable"}})
    assert why(state.play("hA")) == [
        "The first one out wins.",
        "The last card was an ace: that ends the game at once.",
    ]
    state = game.position(
        {**last, "hands": [[], [], ["h7", "aK"]], "turn": 2, "out": dict.fromkeys("01", "returnable")}
    )
    assert why(state.play("concede"))[1] == "The last chance to return somebody was not used."
    state = game.position({**last, "hands": [[], ["h8"], ["h9", "aK"]], "out": {"0": "returnable"}})
    assert why(state.play("h8"))[1] == "Without the red seven, nobody can be returned."
    state = game.position({**last, "hands": [["h8"], ["h9"], ["hK", "aK"]], "turn": 0})
    assert why(state.play("h8").play("draw").play("draw"))[1] == (
        "The turn has passed the winner's seat, and nobody returned them."
    )
    game = Game(book_from_text(HEAD), 3, {"play_on": "first_out", "red_seven_return": "off"})
    state = game.position({**last, "hands": [["h8"], ["h9"], ["hK", "aK"]], "turn": 0})
    assert why(state.play("h8"))[1] == "At this table nobody is returned."


def test_s13_a_stopped_player_has_no_last_chance() -> None:
    game = Game(book_from_text(HEAD), 2, {})
    state = game.position(
        {
            "hands": [["h7", "aK"], []],
            "pile": ["hA"],
            "stock": ["l8"],
            "turn": 0,
            "ace": 1,
            "out": {"1": "returnable"},
        }
    )
    assert why(state)[1] == "A stopped player cannot return anybody."


def test_while_the_game_goes_on_nothing_is_told() -> None:
    assert not last_card("", other="h7").why_over()


def test_an_end_without_reasons_says_only_that_it_came() -> None:
    state = last_card('drop end the_last\nend out: active == 1 -> loser = i\n    en "Out." sk "Von."\n')
    assert why(state) == ["Out."]


def test_an_end_that_is_overridden_keeps_its_reasons_with_its_texts() -> None:
    same = "override end the_last: alone & no_return -> loser = i\n"
    assert why(last_card(same))[1] == "Without the red seven, nobody can be returned."
    new = (
        same
        + '    en "Lost." sk "Prehra."\n    yes if holds((bells, IX)) en "With a nine." sk "S deviatkou."\n'
    )
    assert why(last_card(new)) == ["Lost.", "With a nine."]
    assert why(last_card(new, other="b8")) == ["Lost."]


@pytest.mark.parametrize("name", ["classic"])
def test_reasons_are_formatted(name: str) -> None:
    _, text = source(name)
    assert format_text(text) == text
    assert "    yes if ended & TOP[val] == ace\n        en " in text


def test_an_unpickled_state_knows_why() -> None:
    import pickle

    state = last_card("")
    again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
    assert again.why_over() == state.why_over()
    assert again.facts() == state.facts()
