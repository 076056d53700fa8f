"""Games of a batch, move by move, and what a network can learn from them."""

from __future__ import annotations

from typing import NamedTuple

from faraon.engines.extras import extra
from faraon.learn.greedy import ArrayGreedy
from faraon.learn.networks import Params, policy_of, values_of
from faraon.learn.settings import COSTS, Groups
from faraon.learn.tables import Array, LearningTable, chosen, once, pick

with extra("train"):
    import jax
    import jax.numpy as jnp
    import numpy as np

DEALT = 8192
"""So many games are dealt for each rollout; whichever ends is followed by one of them."""


class Lessons(NamedTuple):
    """Decisions, a row each."""

    inputs: Array
    """What the critic saw; the policy sees the first part of it."""
    mask: Array
    action: Array
    likelihood: Array
    """The logarithm of how likely the action was."""
    advantage: Array
    """How much better it was than expected, for whoever made it;"""
    returns: Array
    """what every seat got, counted from them."""
    weight: Array
    """0 for decisions of those who do not learn."""


class SelfPlay:
    """The games of one table."""

    def __init__(self, table: LearningTable, groups: Groups, longest: int, style: int | None = None) -> None:
        self.table, self.groups, self.longest = table, groups, longest * table.players
        self.greedy = ArrayGreedy(table) if groups.greedy else None
        rows = np.arange(groups.rows)
        own = rows < groups.own
        self.style = jnp.asarray(
            rows // table.players % len(COSTS) if style is None else np.full(len(rows), style)
        )
        self.learner = jnp.asarray(np.where(own, -1, rows % table.players))
        """The seat that learns, or -1 for all of them."""
        kind = np.where(rows < groups.own + groups.past, 0, 1)
        self.opponent = jnp.asarray(np.where(own, -1, kind))
        self.cost = jnp.asarray(COSTS)[self.style] * (2 / table.players) ** 2

    def begin(self, key: Array) -> Array:
        return self.table.deals(key, self.groups.rows)

    def _full(self, games: Array) -> Array:
        kind = jnp.bfloat16 if jax.default_backend() == "gpu" else jnp.float32
        full = jax.vmap(self.table.full)(games, self.style, self.learner, self.opponent)
        return once(full.astype(kind))

    def absolute(self, values: Array, turn: Array) -> Array:
        """Values of seats, from those counted from the player on turn."""
        seats = (jnp.arange(self.table.players) - turn[:, None]) % self.table.players
        return jnp.take_along_axis(values, seats, 1)

    def _others(
        self, past: Params, games: Array, seen: Array, mask: Array, words: Array, own: Array
    ) -> Array:
        """The actions of all, where those who do not learn choose for themselves."""
        groups, parts = self.groups, [own[: self.groups.own]]
        at = groups.own
        if groups.past:
            rows = slice(at, at + groups.past)
            parts.append(pick(policy_of(past, seen[rows])[0], mask[rows], words[rows], past["heat"]))
            at += groups.past
        if self.greedy is not None:
            rows = slice(at, at + groups.greedy)
            some = jax.tree.map(lambda lane: lane[rows], games)
            scores = jax.vmap(self.greedy.scores)(some)
            parts.append(pick(scores, mask[rows], words[rows], 1e-4))
        return jnp.concatenate(parts)

    def _paid(self, games: Array) -> tuple[Array, Array]:
        """Which games are over, and what every seat gets for this move."""
        cut = (games.moves_made >= self.longest) & ~games.over
        won = jax.vmap(self.table.kernel.returns)(games)
        lost = cut | (games.over & jnp.all(won == 0, 1))  # nobody wins a game that is drawn
        return games.over | cut, jnp.where(lost[:, None], -1.0, won) - self.cost[:, None]

    def rollout(
        self, params: Params, past: Params, games: Array, key: Array, moves: int, trace: float
    ) -> tuple[Array, Lessons, Array]:
        """The games so many moves later, the lessons, and how many games ended."""
        table = self.table
        deal_key, key = jax.random.split(key)
        deals = table.deals(deal_key, DEALT)

        def move(games: Array, key: Array) -> tuple[Array, tuple[Array, ...]]:
            words, other_words, dealt = jax.random.bits(key, (3, self.groups.rows), jnp.uint32)
            mask, full = jax.vmap(table.mask)(games), self._full(games)
            seen, turn = full[:, : table.width], games.turn.astype(jnp.int32)
            logits, _ = policy_of(params, seen)
            action = pick(logits, mask, words)
            mine = (self.learner < 0) | (turn == self.learner)
            action = jnp.where(mine, action, self._others(past, games, seen, mask, other_words, action))
            chances = jax.nn.log_softmax(jnp.where(mask, logits, -1e9))
            likelihood = jnp.take_along_axis(chances, action[:, None], 1)[:, 0]
            values = self.absolute(values_of(params, full), turn)
            after = once(jax.vmap(table.played)(games, action))
            over, paid = self._paid(after)
            fresh = jax.tree.map(lambda lane: lane[(dealt % DEALT).astype(jnp.int32)], deals)
            after = chosen(over, fresh, after)
            return after, (full, mask, action, likelihood, values, paid, over, turn, mine)

        games, found = jax.lax.scan(move, games, jax.random.split(key, moves))
        full, mask, action, likelihood, values, paid, over, turn, mine = found
        last = self.absolute(values_of(params, self._full(games)), games.turn.astype(jnp.int32))
        gained = _advantages(values, last, paid, over, trace)
        seats = (turn[..., None] + jnp.arange(table.players)) % table.players
        returns = jnp.take_along_axis(gained + values, seats, 2)
        empty = [(0, 0), (0, 0), (0, table.seats - table.players)]
        lessons = Lessons(
            full,
            mask,
            action,
            likelihood,
            jnp.take_along_axis(gained, turn[..., None], 2)[..., 0],
            jnp.pad(returns, empty, constant_values=jnp.nan),
            mine.astype(jnp.float32),
        )
        flat = jax.tree.map(lambda lane: lane.reshape(-1, *lane.shape[2:]), lessons)
        return games, flat, over.sum()


def _advantages(values: Array, last: Array, paid: Array, over: Array, trace: float) -> Array:
    """How much better it went for every seat than was expected, from every move on."""
    following = jnp.concatenate([values[1:], last[None]])
    goes_on = 1.0 - over[..., None]
    surprise = paid + goes_on * following - values

    def back(later: Array, now: tuple[Array, Array]) -> tuple[Array, Array]:
        more, on = now
        later = more + trace * on * later
        return later, later

    return jax.lax.scan(back, jnp.zeros_like(last), (surprise, goes_on), reverse=True)[1]
