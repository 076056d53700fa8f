"""Games, states and what they give back are values: they compare, hash, copy and pickle by what they are."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given

from faraon.engines.errors import GameError, IllegalMove
from faraon.game.move import Move
from faraon.lang import library
from faraon.lang.errors import RulebookError
from faraon.lang.library import book_from_text, read_book, shipped, source
from faraon.match.match import Match, MatchError
from faraon.play.game import Game, load
from faraon.play.replay import record_of
from faraon.play.state import State
from tests.play.games import TABLES, many, played, states, table

T = TypeVar("T")


def through_pickle(value: T) -> T:
    again: T = pickle.loads(pickle.dumps(value))  # noqa: S301 - our own bytes
    return again


def same_history(one: State, other: State) -> bool:
    """What equality leaves out."""
    return (one.origin, one.log, one.deck) == (other.origin, other.log, other.deck)


# --------------------------------------------------------------------------------------------------- games


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_a_game_is_its_rules_players_and_options(
    name: str, players: int, options: tuple[tuple[str, object], ...]
) -> None:
    game, again = table(name, players, options), load(name, players, **dict(options))
    assert game == again
    assert hash(game) == hash(again)
    assert game in {again}
    if players < game.book.players[1]:
        assert game != load(name, players + 1, **dict(options))
    assert game != (name, players)


def test_another_option_is_another_game() -> None:
    assert load("classic", ace_two="free") != load("classic")
    assert load("classic", ace_two="ask") == load("classic")
    assert len({load(name) for name in shipped()}) == len(shipped())


def test_a_rulebook_that_only_talks_differently_is_the_same_game() -> None:
    text = source("classic")[1]
    spoken = text.replace("rulebook classic", "rulebook evening").replace("Faraón", "Pharaoh's evening")
    game, other = load("classic"), Game(book_from_text(spoken, "evening.far"), 2, {})
    assert game == other
    assert hash(game) == hash(other)
    assert game.deal(seed=1) == other.deal(seed=1)
    assert other.book is not game.book
    assert through_pickle(other).name == "evening"


def test_a_rule_that_differs_makes_another_game() -> None:
    text = source("classic")[1].replace("option seven_cards = 3 | 2", "option seven_cards = 2 | 3")
    assert Game(book_from_text(text, "sevens.far"), 2, {"seven_cards": 3}) != load("classic")


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_a_game_that_comes_back_shares_its_engine(
    name: str, players: int, options: tuple[tuple[str, object], ...]
) -> None:
    game = table(name, players, options)
    again = through_pickle(game)
    assert again == game
    assert again.engine is game.engine
    assert again.options == game.options
    assert copy.copy(game) is game
    assert copy.deepcopy(game) is game


def test_a_known_rulebook_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("classic", 3)
    data = pickle.dumps(game)
    monkeypatch.setattr(library, "_check", None)
    library.unpack_book.cache_clear()
    assert pickle.loads(data).book is game.book  # noqa: S301 - our own bytes


def test_a_house_rulebook_travels_with_everything_it_includes(tmp_path: Path) -> None:
    (tmp_path / "ours.far").write_text("rulebook ours\n\ninclude base\n\nset seven_cards = 2\n")
    (tmp_path / "base.far").write_text("rulebook base\n\ninclude classic\n\nset ace_two = free\n")
    game = load(str(tmp_path / "ours.far"))
    state, data = played(game, 5, 20), pickle.dumps(played(game, 5, 20))
    (tmp_path / "ours.far").unlink()
    (tmp_path / "base.far").unlink()
    del game
    again = pickle.loads(data)  # noqa: S301 - our own bytes
    assert again == state
    assert again.game.options["ace_two"] == "free"
    assert book_from_text("rulebook ours\n\ninclude classic\n").hash != again.game.book.hash


# -------------------------------------------------------------------------------------------------- states


@many
@given(states())
def test_a_state_comes_back_as_it_was(state: State) -> None:
    again = through_pickle(state)
    assert again == state
    assert hash(again) == hash(state)
    assert same_history(again, state)
    assert again.game.engine is state.game.engine
    assert again.moves() == state.moves()
    for seat in range(-1, state.game.players):
        assert again.view(seat) == state.view(seat)
    assert record_of(again) == record_of(state)
    if not state.over:
        move = state.moves()[-1]
        assert again.play(move) == state.play(move)


@many
@given(states())
def test_all_that_a_state_gives_back_is_a_value(state: State) -> None:
    views = [state.view(seat) for seat in range(-1, state.game.players)]
    verdicts = [state.judge("draw"), state.judge("h7"), state.judge("lO=h")]
    for value in (state.position, state.moves(), state.log, views, verdicts, record_of(state)):
        assert through_pickle(value) == value
        assert copy.deepcopy(value) == value
    assert all(type(move) is Move for move in through_pickle(state.moves()))


def test_how_a_state_came_about_does_not_count() -> None:
    state = played(load("classic"), 3, 12)
    given_ = load("classic").position(state.to_json())
    assert given_.position == state.position
    assert given_ == state
    assert hash(given_) == hash(state)
    assert not same_history(given_, state)
    assert len({state, given_, state.play(state.moves()[0])}) == 2


def test_the_same_cards_in_another_game_are_another_state() -> None:
    assert load("classic").deal(seed=3) != load("classic", move_limit=30).deal(seed=3)
    assert load("classic").deal(seed=3) != load("classic").deal(seed=4)


def test_copies_are_the_state_itself() -> None:
    state = played(load("classic"), 3, 12)
    assert copy.copy(state) is state
    assert copy.deepcopy(state) is state
    assert copy.deepcopy([state, {"a": state}]) == [state, {"a": state}]


def test_many_states_of_one_game_carry_its_texts_once() -> None:
    state, states_ = load("classic").deal(seed=9), []
    while not state.over:
        state = state.play(state.moves()[0])
        states_.append(state)
    one, all_ = len(pickle.dumps(states_[0])), len(pickle.dumps(states_))
    texts = sum(len(text.encode()) for text in state.game.book.sources.values())
    assert one < texts / 3
    assert all_ < one + 3000 * len(states_)


# -------------------------------------------------------------------------------------------------- errors


def test_an_illegal_move_keeps_its_verdict() -> None:
    state = load("classic").deal(seed=3)
    with pytest.raises(IllegalMove) as refused:
        state.play("h7")
    again = through_pickle(refused.value)
    assert type(again) is IllegalMove
    assert again.verdict == refused.value.verdict
    assert (again.code, str(again)) == ("illegal-move", str(refused.value))
    assert type(copy.copy(refused.value)) is IllegalMove


def test_every_error_keeps_its_kind_and_its_words() -> None:
    with pytest.raises(GameError) as bad_seat:
        load("classic").deal(seed=3, first=2)
    with pytest.raises(MatchError) as bad_match:
        Match.begin(read_book("classic"), kind="cup")
    with pytest.raises(RulebookError) as bad_rulebook:
        book_from_text("rulebook nothing\n\nrule one: surprise -> draw 1\n")
    for error in (bad_seat.value, bad_match.value, bad_rulebook.value):
        again = through_pickle(error)
        assert type(again) is type(error)
        assert again.args == error.args
        assert vars(again) == vars(error)
