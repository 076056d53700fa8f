"""What a step of training learns from, on networks so small that they compile at once."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from faraon.learn.networks import Params, layer, policy_of, trunk
from faraon.learn.ppo import OWN_VALUE_WEIGHT, VALUE_WEIGHT, loss
from faraon.learn.selfplay import Lessons
from tests.learn.games import quickly

WIDTH, FULL, ACTIONS, SEATS = 6, 9, 5, 2


def tiny() -> Params:
    keys = jax.random.split(jax.random.key(3), 5)
    policy = {**trunk(keys[0], WIDTH, 8, 1), "moves": layer(keys[1], 8, ACTIONS)}
    policy["value"] = layer(keys[2], 8, 1)
    return {"policy": policy, "critic": {**trunk(keys[3], FULL, 8, 1), "values": layer(keys[4], 8, SEATS)}}


def lessons(rows: int) -> Lessons:
    """Decisions of one who learns."""
    rng = np.random.default_rng(rows)
    mask = rng.random((rows, ACTIONS)) < 0.7
    mask[:, 1] = True
    return Lessons(
        jnp.asarray(rng.standard_normal((rows, FULL)), jnp.float32),
        jnp.asarray(mask),
        jnp.ones(rows, jnp.int32),
        jnp.asarray(rng.uniform(-2, -0.5, rows), jnp.float32),
        jnp.asarray(rng.standard_normal(rows), jnp.float32),
        jnp.asarray(rng.standard_normal((rows, SEATS)), jnp.float32),
        jnp.ones(rows),
    )


def told(params: Params, found: Lessons) -> Any:
    return loss(params, found, WIDTH, jnp.float32(0.01), 0.2)


slopes = quickly(jax.value_and_grad(told, has_aux=True))


def learned(found: Lessons) -> tuple[Any, list[float], Any]:
    (total, parts), slope = slopes(tiny(), found)
    return total, parts, slope


def test_moves_of_those_who_do_not_learn_teach_a_policy_nothing() -> None:
    """However unlikely they are for whoever learns: an endless ratio weighed by nothing is no number."""
    own, others = lessons(12), lessons(4)
    unlikely = jnp.array([-1e4, -200.0, -90.0, 0.0])
    others = others._replace(
        likelihood=unlikely,
        advantage=jnp.full(4, -1e6),
        returns=jnp.full((4, SEATS), jnp.nan),  # the critic learns from all games
        weight=jnp.zeros(4),
    )
    both = Lessons(*(jnp.concatenate(lanes) for lanes in zip(own, others, strict=True)))
    for one, two in zip(jax.tree.leaves(learned(own)), jax.tree.leaves(learned(both)), strict=True):
        assert np.isfinite(two).all()
        assert np.allclose(one, two, atol=1e-5)


def test_where_nobody_learns_a_step_is_still_one_of_the_critic() -> None:
    found = lessons(5)._replace(weight=jnp.zeros(5), likelihood=jnp.full(5, -1e4))
    _, (variety, value_error, own_error, clipped), slope = learned(found)
    assert variety == own_error == clipped == 0 < value_error
    assert not any(np.any(one) for one in jax.tree.leaves(slope["policy"]))
    assert all(np.isfinite(one).all() for one in jax.tree.leaves(slope["critic"]))


@pytest.mark.parametrize("better", [1, -1])
@pytest.mark.parametrize("grown", [0.3, 0.9, 1.1, 3.0])
def test_a_move_that_has_changed_enough_is_left_alone(better: int, grown: float) -> None:
    """Half of the moves are so many times as likely as they were when they were made, and were better than
    the others, or worse."""
    found, changed = lessons(8), np.arange(8) < 4
    logits, _ = policy_of(tiny(), found.inputs[:, :WIDTH])
    now = jax.nn.log_softmax(jnp.where(found.mask.at[:, 0].set(True), logits, -1e9))[:, 1]
    found = found._replace(
        mask=found.mask.at[:, 0].set(True),
        likelihood=now - jnp.where(changed, np.log(grown), 0.0),
        advantage=jnp.where(changed, better, -better).astype(jnp.float32),
    )
    total, (variety, value_error, own_error, clipped), _ = learned(found)
    gain = min(grown * better, float(np.clip(grown, 0.8, 1.2)) * better)
    others = VALUE_WEIGHT * value_error + OWN_VALUE_WEIGHT * own_error - 0.01 * variety
    assert np.isclose(total - others, -(gain - better) / 2, atol=1e-5)
    assert clipped == (0.5 if abs(grown - 1) > 0.2 else 0)
