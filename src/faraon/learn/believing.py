"""The belief: who holds what, learned from the games of a policy that is done, and of other players.

It is a network of its own, taught after the policy: what players hold is told by how they play now, not by
how they played while they were learning.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from faraon.engines.extras import extra
from faraon.learn.greedy import ArrayGreedy
from faraon.learn.networks import Adam, Params, cards_of, policy_of
from faraon.learn.remembering import Remembering
from faraon.learn.settings import COSTS
from faraon.learn.tables import REPEATABLE, Array, LearningTable, chosen, once, pick

with extra("train"):
    import jax
    import jax.numpy as jnp
    import numpy as np

MOVES = 16
"""So many moves make a step of teaching."""


class Student(NamedTuple):
    """All that a step changes."""

    belief: Params
    optimiser: Params
    games: tuple[Array, ...]
    memories: tuple[Array, ...]


class Teaching:
    """Of eight games three are played with chance by the policy, two by its best moves, two by its best moves
    at one seat and by rules of thumb at the others, and one by rules of thumb alone."""

    def __init__(self, tables: Sequence[LearningTable], rows: Sequence[int], longest: int) -> None:
        self.tables, self.rows, self.longest = tables, rows, longest
        self.memories = [Remembering(table) for table in tables]
        self.greedy = [ArrayGreedy(table) for table in tables]
        self.positions = MOVES * sum(rows)
        self.step = jax.jit(self._step, donate_argnums=0, compiler_options=REPEATABLE)

    @property
    def width(self) -> int:
        return int(self.memories[0].width)

    def begin(self, belief: Params, key: Array) -> Student:
        games, memories = [], []
        for table, remembering, rows in zip(self.tables, self.memories, self.rows, strict=True):
            games.append(table.deals(key, rows))
            memories.append(jax.vmap(lambda _, made=remembering: made.begin())(jnp.arange(rows)))
        return Student(belief, Adam.begin(belief), tuple(games), tuple(memories))

    def _step(self, student: Student, policy: Params, key: Array, rate: Array) -> tuple[Student, Array]:
        keys = jax.random.split(key, MOVES)
        deals = [
            table.deals(jax.random.fold_in(key, at), max(rows // 2, 8))
            for at, (table, rows) in enumerate(zip(self.tables, self.rows, strict=True))
        ]

        def move(student: Student, key: Array) -> tuple[Student, Array]:
            lessons, games, memories = [], [], []
            for at, own in enumerate(jax.random.split(key, len(self.tables))):
                game, memory = student.games[at], student.memories[at]
                lessons.append(self._lesson(at, game, memory))
                game, memory = self._moved(at, policy, game, memory, deals[at], own)
                games.append(game)
                memories.append(memory)
            inputs, truth, asked = (jnp.concatenate(lanes) for lanes in zip(*lessons, strict=True))
            (_, told), slope = jax.value_and_grad(_error, has_aux=True)(student.belief, inputs, truth, asked)
            belief, optimiser = Adam.step(student.belief, slope, student.optimiser, rate)
            return Student(belief, optimiser, tuple(games), tuple(memories)), told

        student, told = jax.lax.scan(move, student, keys)
        return student, told.mean(0)

    def _lesson(self, at: int, games: Array, memories: Array) -> tuple[Array, ...]:
        remembering = self.memories[at]
        kind = jnp.bfloat16 if jax.default_backend() == "gpu" else jnp.float32
        inputs = jax.vmap(remembering.inputs)(games, memories).astype(kind)
        return inputs, *jax.vmap(remembering.truth)(games)

    def _moved(
        self, at: int, policy: Params, games: Array, memories: Array, deals: Array, key: Array
    ) -> tuple[Array, Array]:
        table, rows = self.tables[at], np.arange(self.rows[at])
        words, other_words, dealt = jax.random.bits(key, (3, len(rows)), jnp.uint32)
        kind, style, turn = rows % 8, rows // 8 % len(COSTS), games.turn.astype(jnp.int32)
        heat = jnp.asarray(np.where(kind < 3, 1.0, 0.0))[:, None]
        mask, inputs = jax.vmap(table.mask)(games), jax.vmap(table.inputs)(games, jnp.asarray(style))
        action = pick(policy_of(policy, inputs)[0], mask, words, heat)
        thumb = pick(jax.vmap(self.greedy[at].scores)(games), mask, other_words, 1e-4)
        alone = (turn == rows // 8 % table.players) & (kind < 7)
        action = jnp.where((kind >= 5) & ~alone, thumb, action)
        after = once(jax.vmap(table.played)(games, action))
        remembering = self.memories[at]
        memories = jax.vmap(remembering.after)(memories, games, action, after)
        over = after.over | (after.moves_made >= self.longest * table.players)
        many = deals.turn.shape[0]
        fresh = jax.tree.map(lambda lane: lane[(dealt % many).astype(jnp.int32)], deals)
        new = jax.vmap(lambda _: remembering.begin())(jnp.arange(len(rows)))
        return chosen(over, fresh, after), chosen(over, new, memories)


def _error(belief: Params, inputs: Array, truth: Array, asked: Array) -> tuple[Array, Array]:
    """The error, and bits a position: by the belief, and by how many cards each hand has."""
    logits = cards_of(belief, inputs).reshape(truth.shape)
    bits = jnp.sum(asked * (jax.nn.softplus(logits) - truth * logits), (1, 2)) / jnp.log(2.0)
    many, held = asked.sum(2, keepdims=True), truth.sum(2, keepdims=True)
    prior = jnp.clip(held / jnp.maximum(many, 1), 1e-6, 1 - 1e-6)
    known = -jnp.sum(asked * jnp.log2(jnp.where(truth > 0, prior, 1 - prior)), (1, 2))
    return bits.mean(), jnp.stack([bits.mean(), known.mean()])
