"""A step of training: games of all tables, and what the network makes of them (PPO, clipped)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from faraon.engines.extras import extra
from faraon.learn.networks import Adam, Params, policy_of, values_of
from faraon.learn.selfplay import Lessons, SelfPlay
from faraon.learn.settings import Settings
from faraon.learn.tables import REPEATABLE, Array

with extra("train"):
    import jax
    import jax.numpy as jnp

VALUE_WEIGHT, OWN_VALUE_WEIGHT = 0.5, 0.1
"""How much the critic's error counts, and that of the policy's own value."""


class Learner(NamedTuple):
    """All that a step changes."""

    params: Params
    optimiser: Params
    average: Params
    """What is shipped: an average of the latest parameters."""
    games: tuple[Array, ...]
    """Of every table."""


class Told(NamedTuple):
    """What is told of a step."""

    entropy: Array
    value_error: Array
    own_value_error: Array
    clipped: Array
    """The share of decisions that teach but were left alone, because they had changed enough."""
    ended: Array
    """How many games ended."""


def loss(params: Params, lessons: Lessons, width: int, entropy: Array, clip: float) -> tuple[Array, Array]:
    inputs, mask, action, likelihood, advantage, returns, weight = lessons
    logits, own_value = policy_of(params, inputs[:, :width])
    chances = jax.nn.log_softmax(jnp.where(mask, logits, -1e9))
    new = jnp.take_along_axis(chances, action[:, None], 1)[:, 0]
    # Of what others chose there is nothing to learn, nor where there is one move only.
    open_ = weight * (mask.sum(1) > 1)
    many = jnp.maximum(open_.sum(), 1.0)
    mean = (advantage * open_).sum() / many
    spread = jnp.sqrt((open_ * (advantage - mean) ** 2).sum() / many) + 1e-6
    better = (advantage - mean) / spread
    # What others chose may be so unlikely that the ratio is endless, and nothing times that is no number.
    ratio = jnp.exp(jnp.where(open_ > 0, new - likelihood, 0.0))
    gain = jnp.minimum(ratio * better, jnp.clip(ratio, 1 - clip, 1 + clip) * better)
    variety = -jnp.sum(jnp.where(mask, jnp.exp(chances) * chances, 0.0), 1)
    there = ~jnp.isnan(returns)
    wanted = jnp.where(there, returns, 0.0)
    value_error = jnp.sum(there * (values_of(params, inputs) - wanted) ** 2) / there.sum()
    own_error = (weight * (own_value - wanted[:, 0]) ** 2).sum() / jnp.maximum(weight.sum(), 1.0)
    variety = (variety * open_).sum() / many
    total = -(gain * open_).sum() / many - entropy * variety
    total += VALUE_WEIGHT * value_error + OWN_VALUE_WEIGHT * own_error
    clipped = (open_ * (jnp.abs(ratio - 1) > clip)).sum() / many
    return total, jnp.stack([variety, value_error, own_error, clipped])


class Stepper:
    """Steps of one run, compiled."""

    def __init__(self, plays: Sequence[SelfPlay], settings: Settings) -> None:
        self.plays, self.settings = tuple(plays), settings
        self.decisions = settings.moves * sum(play.groups.rows for play in plays)
        self.step = jax.jit(self._step, donate_argnums=0, compiler_options=REPEATABLE)

    def begin(self, params: Params, key: Array) -> Learner:
        keys = jax.random.split(key, len(self.plays))
        games = tuple(jax.jit(play.begin)(own) for play, own in zip(self.plays, keys, strict=True))
        return Learner(params, Adam.begin(params), jax.tree.map(jnp.array, params), games)

    def _step(
        self, learner: Learner, past: Params, key: Array, rate: Array, entropy: Array
    ) -> tuple[Learner, Told]:
        settings, params = self.settings, learner.params
        order, *keys = jax.random.split(key, len(self.plays) + 1)
        games, lessons, ended = [], [], jnp.int32(0)
        for play, own, key in zip(self.plays, learner.games, keys, strict=True):
            after, found, over = play.rollout(params, past, own, key, settings.moves, settings.trace)
            games.append(after)
            lessons.append(found)
            ended += over
        data = jax.tree.map(lambda *lanes: jnp.concatenate(lanes), *lessons) if lessons[1:] else lessons[0]
        width = self.plays[0].table.width
        gradient = jax.value_and_grad(
            partial(loss, width=width, entropy=entropy, clip=settings.clip), has_aux=True
        )

        def learn(state: tuple[Params, Params], rows: Array) -> tuple[tuple[Params, Params], Array]:
            params, optimiser = state
            part = jax.tree.map(lambda lane: lane[rows], data)
            (_, told), slope = gradient(params, part)
            return Adam.step(params, slope, optimiser, rate), told

        rows = jax.random.permutation(order, self.decisions).reshape(settings.parts, -1)
        (params, optimiser), told = jax.lax.scan(learn, (params, learner.optimiser), rows)
        done = learner.optimiser["steps"] / settings.parts
        kept = jnp.minimum(settings.average, (1 + done) / (10 + done))  # at first little: it is but chance
        average = jax.tree.map(lambda old, new: kept * old + (1 - kept) * new, learner.average, params)
        return Learner(params, optimiser, average, tuple(games)), Told._make([*told.mean(0), ended])
