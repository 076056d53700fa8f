"""What is remembered of a game beside its cards, for the belief: what players declined, and the latest moves.

:mod:`faraon.bots.net.evidence` makes the same of a view's log.
"""

from __future__ import annotations

from typing import NamedTuple

from faraon.bots.net.evidence import MOMENTS, MOST_DRAWN, NEVER, width_of
from faraon.engines.actions import LAY, TUPLES, WORD
from faraon.engines.extras import extra
from faraon.learn.tables import Array, LearningTable, count
from faraon.play.numbers import action_features

with extra("train"):
    import jax.numpy as jnp
    import numpy as np

EVERY_CARD = 0xFFFFFFFF


class Memory(NamedTuple):
    """Of one game."""

    declined: Array
    """Of every seat and card, how many unknown cards were drawn since it could have been laid but was not;"""
    left: Array
    """and since it could have gone along with a group."""
    moves: Array
    """The latest actions, the last one first; -1 where there was none,"""
    seats: Array
    """who made them,"""
    drawn: Array
    """and how many cards were drawn in them."""


class Remembering:
    """Memories of one table."""

    def __init__(self, table: LearningTable) -> None:
        self.table = table
        rows = table.actions.rows
        suits = [TUPLES[row.tuple] if row.tuple >= 0 else () for row in rows]
        self.lays = np.array([row.kind == LAY for row in rows])
        self.words = np.array([row.kind == WORD for row in rows])
        self.cards = np.array(
            [sum(1 << (4 * row.value + suit) for suit in one) for row, one in zip(rows, suits, strict=True)],
            np.uint32,
        )
        alone: list[list[int]] = [[] for _ in range(32)]
        for action, (row, one) in enumerate(zip(rows, suits, strict=True)):
            if row.kind == LAY and len(one) == 1:
                alone[4 * row.value + one[0]].append(action)
        most = max(map(len, alone))
        self.alone = np.array([(found * most)[:most] if found else [0] * most for found in alone])
        """The actions that lay a card alone,"""
        self.ever = np.array([bool(found) for found in alone])
        """if there are any."""
        features = action_features(table.game)
        self.features = np.concatenate([features, np.zeros((1, features.shape[1]), np.float32)])
        self.width = table.senses.width + width_of(table.seats, features.shape[1])

    def begin(self) -> Memory:
        never = jnp.full((self.table.players, 32), NEVER, jnp.int8)
        none = jnp.full(MOMENTS, -1, jnp.int16)
        return Memory(never, never, none, none.astype(jnp.int8), jnp.zeros(MOMENTS, jnp.int8))

    def after(self, memory: Memory, game: Array, action: Array, later: Array) -> Memory:
        """The memory after an action led from one state of a game to another."""
        players, turn = self.table.players, game.turn.astype(jnp.int32)
        own = (jnp.arange(players) == turn)[:, None]
        fits, more = self._instead(game, action)
        said = jnp.asarray(self.words)[action]
        declined = jnp.where(own & said & fits, 0, memory.declined)
        left = jnp.where(own & more, 0, memory.left)
        before, now = jnp.stack(game.hands), jnp.stack(later.hands)
        unknown = count(now & ~before & ~later.seen)[:, None]
        drew = jnp.sum(count(now & ~before))

        def grown(counts: Array) -> Array:
            return jnp.minimum(counts + unknown, NEVER).astype(jnp.int8)

        def put(new: Array, old: Array) -> Array:
            return jnp.concatenate([jnp.asarray(new).astype(old.dtype)[None], old[:-1]])

        latest = put(action, memory.moves), put(turn, memory.seats), put(drew, memory.drawn)
        return Memory(grown(declined), grown(left), *latest)

    def _instead(self, game: Array, action: Array) -> tuple[Array, Array]:
        """The cards that could have been laid alone by whoever holds them all, and those that could have gone
        along with what was laid."""
        turn = game.turn.astype(jnp.int32)
        hands = tuple(
            jnp.where(turn == seat, jnp.uint32(EVERY_CARD), hand) for seat, hand in enumerate(game.hands)
        )
        legal = self.table.kernel.legal_mask(game._replace(hands=hands)) & self.lays
        fits = legal[self.alone].any(1) & self.ever
        laid = jnp.where(jnp.asarray(self.lays)[action], jnp.asarray(self.cards)[action], 0)
        extra_ = self.cards & ~laid
        along = legal & ((self.cards & laid) == laid) & (count(extra_) == 1) & (laid != 0)
        value = (jnp.argmax(self.table.kernel.bits(laid)) >> 2).astype(jnp.uint32)
        suits = [
            jnp.any(along & ((extra_ >> (4 * value + suit)) & 1 != 0))
            for suit in np.arange(4, dtype=np.uint32)
        ]
        same = jnp.arange(32, dtype=jnp.uint32) >> 2 == value
        return fits, same & jnp.tile(jnp.stack(suits), 8)

    def inputs(self, game: Array, memory: Memory) -> Array:
        """What the belief of the player on turn reads."""
        table, turn = self.table, game.turn.astype(jnp.int32)
        players, seats = table.players, table.seats
        others = (turn + jnp.arange(1, players)) % players
        held = jnp.stack(game.hands)[others]
        hidden = count(held & ~game.seen).astype(jnp.float32)[:, None]
        seen = table.kernel.observe(game, turn)
        start = table.senses.field("unseen").start
        unseen = seen[start : start + 32]

        def shares(counts: Array) -> Array:
            counts = counts[others].astype(jnp.float32)
            share = jnp.where(counts >= NEVER, 1.0, jnp.minimum(counts, hidden) / jnp.maximum(hidden, 1))
            return jnp.pad((share * unseen).ravel(), (0, 32 * (seats - players)))

        mover = memory.seats.astype(jnp.int32)
        place = jnp.where(mover < 0, -1, (mover - turn) % players)
        latest = [
            jnp.asarray(self.features)[memory.moves.astype(jnp.int32)],
            (place[:, None] == jnp.arange(seats)).astype(jnp.float32),
            jnp.minimum(memory.drawn.astype(jnp.float32) / MOST_DRAWN, 1.0)[:, None],
        ]
        history = jnp.concatenate(latest, 1).ravel()
        return jnp.concatenate(
            [table.senses(seen, jnp), shares(memory.declined), shares(memory.left), history]
        )

    def truth(self, game: Array) -> tuple[Array, Array]:
        """Of every other seat the cards that nobody has seen in its hand, and the cards that may be there."""
        table, turn = self.table, game.turn.astype(jnp.int32)
        others = (turn + jnp.arange(1, table.players)) % table.players
        held = table.kernel.bits(jnp.stack(game.hands)[others][:, None])
        start = table.senses.field("unseen").start
        unseen = table.kernel.observe(game, turn)[start : start + 32]
        empty = [(0, table.seats - table.players), (0, 0)]
        asked = jnp.broadcast_to(unseen, (table.players - 1, 32))
        return jnp.pad(held.reshape(-1, 32).astype(jnp.float32) * unseen, empty), jnp.pad(asked, empty)
