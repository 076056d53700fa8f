"""A table as training sees it: many games at once on the JAX kernel, in the inputs of networks.

Functions take one game; :mod:`jax` makes batches of them.
"""

from __future__ import annotations

from typing import Any

from faraon.bots.net.mind import OPPONENTS, hidden_width
from faraon.bots.net.senses import Senses
from faraon.engines.extras import extra
from faraon.learn.settings import COSTS
from faraon.play.fast import jax_engine
from faraon.play.game import Game
from faraon.play.numbers import action_features, rules_hash

with extra("train"):
    import jax
    import jax.numpy as jnp
    import numpy as np

Array = Any
"""JAX has types of its own; what shapes arrays have is said where they are made."""


REPEATABLE = {"xla_gpu_deterministic_ops": True}
"""How whatever learns is compiled. On a GPU the compiler would otherwise try which kernels are the fastest,
and take others in the next process, which round otherwise: a run that goes on would not be the same run."""


class LearningTable:
    """One table; networks see it as one of at most so many seats."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game, self.seats, self.players = game, seats, game.players
        self.kernel = jax_engine(game, memory=True).kernel
        self.senses = Senses(game, seats)
        self.actions = game.actions
        self.rules = rules_hash(game)
        features = action_features(game)
        self.kept = np.zeros(len(features), bool)
        """Of moves that differ only in the order of cards in the middle of a group, the first."""
        self.kept[np.unique(features, axis=0, return_index=True)[1]] = True
        self.width = self.senses.width + len(COSTS)
        """What the player on turn knows, and the style;"""
        self.full_width = self.width + hidden_width(seats)
        """and what only the critic is told."""

    def mask(self, game: Array) -> Array:
        """Which actions are tried."""
        return self.kernel.legal_mask(game) & self.kept

    def seen(self, game: Array) -> Array:
        """What the player on turn knows."""
        return self.senses(self.kernel.observe(game, game.turn.astype(jnp.int32)), jnp)

    def inputs(self, game: Array, style: Array) -> Array:
        """The same, for a player of this style."""
        return jnp.concatenate([self.seen(game), jnp.arange(len(COSTS)) == style])

    def hidden(self, game: Array) -> Array:
        """The other hands and the order of the stock."""
        kernel, turn = self.kernel, game.turn.astype(jnp.int32)
        hands = [
            kernel.bits(kernel.held(game.hands, (turn + k) % self.players)) for k in range(1, self.players)
        ]
        empty = [jnp.zeros(32, jnp.uint32)] * (self.seats - self.players)
        queued = kernel.queued_cards(game.hands, game.missing)
        stock = kernel.next_cards(
            game.tickets, game.head.astype(jnp.int32), game.stock.astype(jnp.int32), queued
        )
        order = kernel.bits(stock) * (32 - kernel.places_in_stock(game)) / 32
        return jnp.concatenate([*hands, *empty, order]).astype(jnp.float32)

    def who(self, game: Array, learner: Array, opponent: Array) -> Array:
        """Who learns, counted from the player on turn, and against whom; nothing where everybody learns."""
        place = jnp.where(learner < 0, -1, (learner - game.turn.astype(jnp.int32)) % self.players)
        return jnp.concatenate([jnp.arange(self.seats) == place, jnp.arange(OPPONENTS) == opponent])

    def full(self, game: Array, style: Array, learner: Array, opponent: Array) -> Array:
        """All inputs: those of the policy, and behind them what only the critic sees."""
        parts = self.inputs(game, style), self.hidden(game), self.who(game, learner, opponent)
        return jnp.concatenate([part.astype(jnp.float32) for part in parts])

    def played(self, game: Array, action: Array) -> Array:
        """The game after a legal action."""
        return self.kernel.play(game, action)

    def deals(self, key: Array, many: int) -> Array:
        return jax.vmap(self.kernel.fresh)(jax.random.bits(key, (many,), jnp.uint32))


def drawn_lots(words: Array, many: int) -> Array:
    """Numbers between 0 and 1 from a random word for each row: one hash each, where a generator would cost
    more than the network. With more than 23 bits the largest would be rounded to 1."""
    spread = words[:, None] + jnp.arange(many, dtype=jnp.uint32) * jnp.uint32(0x9E3779B9)
    spread = (spread ^ (spread >> 16)) * jnp.uint32(0x21F0AAAD)
    spread = (spread ^ (spread >> 15)) * jnp.uint32(0x735A2D97)
    return ((spread ^ (spread >> 15)) >> 9).astype(jnp.float32) * 2.0**-23 + 2.0**-24


def pick(logits: Array, mask: Array, words: Array, heat: float | Array = 1.0) -> Array:
    """An action for each row by the policy; the likeliest one where there is no heat."""
    luck = -jnp.log(-jnp.log(drawn_lots(words, logits.shape[1])))
    return jnp.argmax(jnp.where(mask, logits + heat * luck, -jnp.inf), 1)


def once(found: Array) -> Array:
    """What is computed here and nowhere else: a compiler that fuses everything would make a move once for
    each of the numbers that follow from it."""
    return jax.lax.optimization_barrier(found)  # type: ignore[no-untyped-call]  # JAX has no types for it


def count(cards: Array) -> Array:
    """How many cards are in a set."""
    return jnp.bitwise_count(cards).astype(jnp.int32)


def chosen(condition: Array, yes: Array, no: Array) -> Array:
    """One of two batches of anything, row by row."""

    def select(one: Array, other: Array) -> Array:
        return jnp.where(condition.reshape(-1, *[1] * (one.ndim - 1)), one, other)

    return jax.tree.map(select, yes, no)
