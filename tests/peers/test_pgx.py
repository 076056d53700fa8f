"""Pgx's own test. Two things in it are replaced, because they leave no room for an environment of others: the
list of ids is closed, and its random choice divides along the wrong axis with this many actions."""

from __future__ import annotations

import copy
import pickle
from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np
import pgx
import pytest
from pgx._src import api_test as pgxs

from faraon.engines.kernels.preludes.choosing import choose
from faraon.env.pgx import Faraon, act_randomly, auto_reset
from faraon.env.table import Table
from tests.scale import scaled


@pytest.fixture(scope="module")
def env() -> Faraon:
    return Faraon(players=2)


def test_api(env: Faraon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pgxs, "EnvId", Literal["faraon"])
    monkeypatch.setattr(pgxs, "act_randomly", jax.jit(act_randomly))
    pgx.api_test(env, scaled(2, 20))
    if scaled(0, 1):
        pgx.api_test(Faraon(players=4), 5)


def test_every_legal_action_is_chosen_as_often() -> None:
    rng = np.random.default_rng(1)
    mask = rng.random(713) < 0.02
    words = rng.integers(0, 2**32, 200_000, np.uint32)
    chosen = np.asarray(choose(jnp.asarray(words), jnp.broadcast_to(mask, (len(words), 713))))
    counts = np.bincount(chosen, minlength=713)
    assert np.array_equal(np.flatnonzero(counts), np.flatnonzero(mask))
    assert np.abs(counts[mask] / counts[mask].mean() - 1).max() < 0.1


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 1.0])
def test_a_random_word_chooses_by_counting(share: float) -> None:
    """The legal action at the place that the word says, counted one by one."""
    rng = np.random.default_rng(2)
    masks = rng.random((200, 713)) < share
    masks[np.arange(200), rng.integers(0, 713, 200)] = True
    words = np.array([0, 2**32 - 1, *rng.integers(0, 2**32, 198)], np.uint32)
    expected = [
        np.flatnonzero(mask)[int(word) * int(mask.sum()) >> 32]
        for word, mask in zip(words, masks, strict=True)
    ]
    assert np.asarray(jax.jit(choose)(words, masks)).tolist() == expected


def test_games_go_on_by_themselves(env: Faraon) -> None:
    deals = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), 64))
    step = jax.jit(jax.vmap(auto_reset(env, deals)))
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(2), 32))
    assert set(np.asarray(deals.current_player)) == {0, 1}
    ended = 0
    plain = jax.jit(jax.vmap(env.step))
    for number in range(200):
        one, two = jax.random.split(jax.random.key(number))
        actions = act_randomly(one, states.legal_action_mask)
        if number % 10 == 9:
            actions = actions.at[0].set(jnp.argmin(states.legal_action_mask[0]))
        alone = plain(states.replace(terminated=jnp.zeros(32, bool)), actions)
        states = step(states, actions, jax.random.split(two, 32))
        done = np.asarray(states.terminated)
        assert np.array_equal(states.rewards, alone.rewards)
        assert np.array_equal(done, alone.terminated)
        going = jax.tree.map(lambda lane: np.asarray(lane)[~done], (states, alone))  # noqa: B023 - used at once
        assert jax.tree.all(jax.tree.map(np.array_equal, *going))
        ended += int(done.sum())
        assert np.allclose(states.rewards.sum(1), 0)
        assert (np.abs(np.asarray(states.rewards)).sum(1) > 0)[done].all()
        assert (states.legal_action_mask.sum(1) < 713).all()  # the next game is there already
    assert ended > 20


def test_an_illegal_action_ends_the_game(env: Faraon) -> None:
    state = jax.jit(env.init)(jax.random.key(3))
    after = jax.jit(env.step)(state, int(jnp.argmin(state.legal_action_mask)))
    assert bool(after.terminated)
    assert after.rewards.tolist()[int(state.current_player)] == -1


@pytest.mark.parametrize("action", [-1, -713, 713, 5000])
def test_a_number_that_is_no_action_is_illegal(env: Faraon, action: int) -> None:
    """Also where the last action of the table, or the first one, is legal: arrays wrap around."""
    state = jax.jit(env.init)(jax.random.key(3))
    state = state.replace(legal_action_mask=jnp.ones_like(state.legal_action_mask))
    after = jax.jit(env.step)(state, action)
    assert bool(after.terminated)
    assert after.rewards.tolist()[int(state.current_player)] == -1


def test_an_environment_is_copied_and_says_its_version(env: Faraon) -> None:
    other = Faraon(players=3, memory=False, recycle="shuffle")
    for copied in (copy.deepcopy(other), pickle.loads(pickle.dumps(other))):  # noqa: S301
        assert copied.version == other.version == f"v0-{other.rules_hash}" != env.version
        assert (copied.game, copied.memory) == (other.game, other.memory)
    assert env.rules_hash == Table(env.game).rules_hash


def test_a_state_is_drawn(env: Faraon) -> None:
    assert env.init(jax.random.key(3)).to_svg().count("#mini-") > 10
