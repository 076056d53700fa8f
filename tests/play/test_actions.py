"""Moves by number, and what a finished game was worth."""

from __future__ import annotations

import pytest
from hypothesis import given

from faraon.cards import Card
from faraon.engines.errors import GameError, IllegalMove
from faraon.lang.library import read_book, shipped
from faraon.play.game import load
from faraon.play.history import drawn
from faraon.play.state import State
from tests.play.games import many, played, states


@many
@given(states())
def test_every_legal_move_has_a_number_of_its_own(state: State) -> None:
    if state.game.players > 6:
        with pytest.raises(GameError, match="6 players"):
            state.legal_actions()
        return
    numbers = state.legal_actions()
    assert len(set(numbers)) == len(numbers) == len(state.moves())
    assert all(type(number) is int for number in numbers)
    for number, move in list(zip(numbers, state.moves(), strict=True))[-12:]:
        assert state.judge(number).move == move
        one, other = state.play(number), state.play(move)
        assert (one, one.log) == (other, other.log)


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("players", [2, 3])
def test_any_other_number_is_refused(name: str, players: int) -> None:
    state = played(load(name, min(players, read_book(name).players[1])), seed=4, moves=5)
    legal = set(state.legal_actions())
    for number in range(len(state.game.actions)):
        if number not in legal:
            with pytest.raises(GameError) as refused:
                state.play(number)
            assert refused.value.code in ("illegal-move", "bad-move")
            if refused.value.code == "bad-move":
                assert "seats on" in str(refused.value)
            else:
                assert isinstance(refused.value, IllegalMove)


@pytest.mark.parametrize("number", [-1, 713, 10**30])
def test_a_number_beyond_the_table_is_no_move(number: int) -> None:
    state = load("classic").deal(seed=3)
    with pytest.raises(GameError, match=f"moves have the numbers 0 to 712, not {number}") as refused:
        state.play(number)
    assert refused.value.code == "bad-move"


def test_a_card_is_no_number_of_a_move() -> None:
    with pytest.raises(GameError, match=r"a move is a text or a number, not Card\.aK"):
        load("classic").deal(seed=3).play(Card.aK)


def test_tables_without_numbers_say_so() -> None:
    with pytest.raises(GameError, match="numbered for 6 players, not 7") as many_players:
        _ = load("classic", 7).actions
    with pytest.raises(GameError, match="one pack, this table needs 2") as two_packs:
        _ = load("classic", 2, packs=2).actions
    assert many_players.value.code == two_packs.value.code == "bad-players"
    big_hands = load("classic").deal(seed=1, hand_sizes=[20, 20])
    with pytest.raises(GameError, match="one pack, here are several"):
        big_hands.legal_actions()
    assert big_hands.play(big_hands.moves()[0]) != big_hands


def test_the_numbers_are_those_of_the_engines() -> None:
    state = load("classic").deal(seed=3)
    engine = state.game.llvm()
    assert engine is state.game.llvm()
    assert engine.actions is state.game.actions
    assert engine.legal(state.position) == state.legal_actions()
    assert engine.play(state.position, 710) == state.play(710).position


# ------------------------------------------------------------------------------------------------- returns


@many
@given(states())
def test_what_is_won_is_lost(state: State) -> None:
    found = state.returns()
    assert len(found) == state.game.players
    assert all(type(one) is float and -1 <= one <= 1 for one in found)
    assert sum(found) == pytest.approx(0)
    assert any(found) == (state.over and not drawn(state))


def test_one_loser_pays_all_others() -> None:
    assert played(load("classic"), 3, 1000).returns() in ([1.0, -1.0], [-1.0, 1.0])
    state = played(load("classic", 4), 3, 1000)
    assert state.loser is not None
    assert [one == -1 for one in state.returns()] == [seat == state.loser for seat in range(4)]
    assert sorted(state.returns())[1:] == [pytest.approx(1 / 3)] * 3


def test_where_the_first_one_out_wins_all_others_pay() -> None:
    state = played(load("prsi", 4), 3, 1000)
    assert state.loser is None
    winner = state.places[0]
    assert [one == 1 for one in state.returns()] == [seat == winner for seat in range(4)]
    assert sorted(state.returns())[:3] == [pytest.approx(-1 / 3)] * 3


def test_nobody_wins_a_drawn_game_or_one_that_goes_on() -> None:
    state = played(load("classic", move_limit=3), 3, 1000)
    assert state.over
    assert state.returns() == [0.0, 0.0]
    assert load("classic", 3).deal(seed=1).returns() == [0.0, 0.0, 0.0]
