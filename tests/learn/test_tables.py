"""What training sees of a table is what bots see of a view, and its greedy player is the greedy player."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from faraon.bots.belief.worlds import Belief
from faraon.bots.net.evidence import Evidence
from faraon.bots.net.sight import Sight
from faraon.bots.search.searcher import machine_of
from faraon.bots.simple.greedy import worth
from faraon.bots.tactics import tactics_of
from faraon.learn.greedy import ArrayGreedy
from faraon.learn.remembering import Memory, Remembering
from faraon.learn.tables import drawn_lots, pick
from faraon.play.fast import native_engine
from faraon.play.numbers import action_features
from tests.learn.games import on_arrays, quickly, random_games, table_of
from tests.scale import scaled


@pytest.mark.parametrize("players", [2, 4])
def test_training_sees_what_a_view_shows_and_the_critic_everything(players: int) -> None:
    table = table_of(players)
    states = [one.state for game in random_games(table, scaled(3, 100), 1) for one in game]
    sight = Sight(table.game)
    full = np.asarray(quickly(jax.vmap(table.full, (0, None, None, None)))(on_arrays(table, states), 2, 1, 0))
    for row, state in zip(full, states, strict=True):
        seen = table.senses(sight(state.view(state.turn)))
        assert np.array_equal(row[: len(seen)], seen)
        assert row[len(seen) : table.width].tolist() == [0, 0, 1, 0]
        hidden = row[table.width :].reshape(-1)[: 32 * table.seats].reshape(table.seats, 32)
        for step in range(1, table.seats):
            hand = state.position.hands[(state.turn + step) % players] if step < players else ()
            assert np.flatnonzero(hidden[step - 1]).tolist() == sorted(map(int, hand))
        order = sorted(np.flatnonzero(hidden[-1]), key=lambda card: -hidden[-1][card])
        assert order == [int(card) for card in state.position.stock]
        who = row[table.width + 32 * table.seats :]
        assert np.flatnonzero(who).tolist() == [(1 - state.turn) % players, table.seats]


@pytest.mark.parametrize("players", [2, 4])
def test_the_greedy_player_on_arrays_is_the_greedy_player(players: int) -> None:
    table = table_of(players)
    states = [one.state for game in random_games(table, scaled(6, 200), 2) for one in game]
    scores = np.asarray(quickly(jax.vmap(ArrayGreedy(table).scores))(on_arrays(table, states)))
    for row, state in zip(scores, states, strict=True):
        view = state.view(state.turn)
        for move in view.moves:
            action = table.game.actions.number(move, view.turn, players)
            assert row[action] == pytest.approx(worth(view, move), abs=1e-3), (str(state), str(move))


@pytest.mark.parametrize("players", [2, 4])
def test_training_remembers_what_a_log_tells(players: int) -> None:
    table = table_of(players)
    remembering = Remembering(table)
    evidence = Evidence(table.game, table.seats, action_features(table.game))
    sight, native = Sight(table.game), native_engine(table.game)
    belief = Belief(table.game, native, machine_of(native), tactics_of(native.actions), None)

    def after(memory: Memory, game: Any, action: Any) -> tuple[Memory, Any]:
        later = table.played(game, action)
        return remembering.after(memory, game, action, later), later

    step, look = quickly(after), quickly(remembering.inputs)
    start = table.senses.width
    for number, moments in enumerate(random_games(table, scaled(2, 60), 3)):
        first = on_arrays(table, [moments[0].state])
        memory, game = remembering.begin(), jax.tree.map(lambda lane: lane[0], first)
        for state, action in moments:
            view = state.view(state.turn)
            past = belief.past(view, number)
            assert past is not None
            expected = evidence(view, sight(view), past)
            assert np.allclose(np.asarray(look(game, memory))[start:], expected), str(state)
            memory, game = step(memory, game, action)


def test_of_moves_that_mean_the_same_the_first_is_tried() -> None:
    table = table_of(2)
    alike = [tuple(row) for row in action_features(table.game)]
    assert table.kept.tolist() == [row not in alike[:at] for at, row in enumerate(alike)]
    assert table.kept.sum() == 581


def test_moves_are_drawn_in_proportion_and_without_heat_the_best_is_made() -> None:
    logits = jnp.log(jnp.array([0.1, 0.2, 0.3, 0.4]))
    many = 40_000
    rows, mask = jnp.tile(logits, (many, 1)), jnp.tile(jnp.array([True, True, False, True]), (many, 1))
    words = jax.random.bits(jax.random.key(1), (many,), jnp.uint32)
    shares = np.bincount(np.asarray(pick(rows, mask, words)), minlength=4) / many
    assert shares == pytest.approx([1 / 7, 2 / 7, 0, 4 / 7], abs=0.015)
    assert set(np.asarray(pick(rows, mask, words, 0.0)).tolist()) == {3}
    lots = np.asarray(drawn_lots(words, 16))
    assert 0 < lots.min() < 0.001
    assert 0.999 < lots.max() < 1
    assert abs(np.corrcoef(lots, rowvar=False) - np.eye(16)).max() < 0.03


def word_of(spread: int) -> int:
    """The random word whose first lot is made of these bits."""
    for factor in (0x735A2D97, 0x21F0AAAD):
        spread ^= spread >> 15 ^ spread >> 30
        spread = spread * pow(factor, -1, 2**32) % 2**32
    return spread ^ spread >> 16


@pytest.mark.parametrize("spread", [2**32 - 1, 2**32 - 256, 0])
def test_a_lot_is_never_certain(spread: int) -> None:
    """At 1 the luck of an action would be endless, and it would be chosen however unlikely it is."""
    words, mask = jnp.array([word_of(spread)], jnp.uint32), jnp.ones((1, 3), bool)
    lots = drawn_lots(words, 3)
    assert 0 < lots[0, 0] < 1
    logits = jnp.array([[-60.0, 0.0, 0.0]])
    assert int(pick(logits, mask, words)[0]) != 0
    assert int(pick(logits, mask, words, 0.0)[0]) == 1
