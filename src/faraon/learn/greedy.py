"""The greedy player on arrays: an opponent for training that every policy must learn to beat.

The points are those of :mod:`faraon.bots.points`, and a test holds every score against the player's own.
"""

from __future__ import annotations

from faraon.bots import points
from faraon.cards import Card, Value
from faraon.engines.actions import RETURN, TUPLES, WORD
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.lang import ir
from faraon.learn.tables import Array, LearningTable, count

with extra("train"):
    import jax.numpy as jnp
    import numpy as np

OVERS = 0xF << 4 * Value.over
ACES = 0xF << 4 * Value.ace
PHARAOH = 1 << Card.lU
RED_SEVEN = 1 << Card.h7
SUIT = 0x11111111


class ArrayGreedy:
    """What the rules of thumb make of every action of one table."""

    def __init__(self, table: LearningTable) -> None:
        self.table = table
        self.roles = {shown.role: shown for shown in table.game.bound.shows}
        for role in ("debt", "again", "stop"):
            if role in self.roles and not isinstance(self.roles[role].expr, ir.Var):
                message = f"'greedy' plays on arrays only where {role} is a variable of the rulebook"
                raise GameError("bad-request", message)
        rows = table.actions.rows
        lays = np.array([row.kind != WORD for row in rows])
        suits = [TUPLES[row.tuple] if row.tuple >= 0 else () for row in rows]
        self.lays, self.many = lays, np.array([len(one) for one in suits])
        self.value = np.array([row.value if row.kind != WORD else -1 for row in rows])
        self.returns = np.array([row.kind == RETURN for row in rows])
        self.asks = np.array([row.kind not in (RETURN, WORD) and row.choice >= 0 for row in rows])
        counted = [
            row.choice if asks else (one[-1] if one else 0)
            for row, one, asks in zip(rows, suits, self.asks, strict=True)
        ]
        self.cards = np.array(
            [sum(1 << (4 * row.value + suit) for suit in one) for row, one in zip(rows, suits, strict=True)],
            np.uint32,
        )
        self.of_suit = np.array([SUIT << suit for suit in counted], np.uint32)
        self.of_value = np.array([0xF << 4 * row.value if row.kind != WORD else 0 for row in rows], np.uint32)

    def _in_force(self, game: Array, role: str) -> Array:
        shown = self.roles.get(role)
        if shown is None:
            return jnp.int32(0)
        assert isinstance(shown.expr, ir.Var)  # noqa: S101 - looked at above
        value = getattr(game, f"state_{shown.expr.name}").astype(jnp.int32)
        return jnp.where(value > shown.rest, value, 0)

    def _owed(self, game: Array) -> Array:
        """A debt waits for an answer of the player on turn."""
        waits = (self._in_force(game, "again") > 0) & (self._in_force(game, "stop") == 0)
        alone = count(game.act) == 1
        return (self._in_force(game, "debt") > 0) & ~waits & ~alone

    def scores(self, game: Array) -> Array:
        """Of every action, legal or not."""
        table, kernel = self.table, self.table.kernel
        turn, players = game.turn.astype(jnp.int32), table.players
        hands = [kernel.held(game.hands, (turn + k) % players) for k in range(players)]
        sizes = jnp.stack([count(hand) for hand in hands])
        rest = hands[0] & ~self.cards
        some = rest != 0
        others = jnp.sum(sizes[1:] > 0)
        following = jnp.int32(0)
        for size in sizes[:0:-1]:
            following = jnp.where(size > 0, size, following)
        nearly = following <= 2
        late = jnp.min(jnp.where(sizes > 0, sizes, 99)) <= 4
        owed = self._owed(game)
        fits = self.of_suit | self.of_value
        follow = count(rest & (fits | np.uint32(OVERS) | np.uint32(PHARAOH)))
        ace, seven = self.value == Value.ace, (self.value == Value.VII) & ~self.returns
        kept = (count(rest & np.uint32(ACES)) > 0) | (others > 1)
        pharaoh, red = (self.cards & PHARAOH) != 0, (self.cards == RED_SEVEN) & ~self.returns

        def if_(condition: Array, yes: Array | float, no: Array | float = 0.0) -> Array:
            return jnp.where(condition, yes, no)

        found = points.CARD * self.many + points.FOLLOWER * follow
        found += if_(~some, points.FINISH)
        found += if_(ace & ~some, points.LAST_ACE) + if_(ace & some & ~kept, points.KEPT_ACE)
        found += if_(self.returns, points.RETURN)
        found += if_((self.many == 4) & some, if_(follow > 0, points.BURNED, points.BURNED_STUCK))
        found += if_(seven, self.many * if_(nearly, points.SEVEN_NOW, points.SEVEN))
        found += if_(ace & some, if_(nearly, points.STOP_NOW, points.STOP))
        found += if_(self.asks, points.OWN_SUIT * count(rest & self.of_suit) + points.ASKING * some)
        found += if_(pharaoh & some & ~owed, points.PHARAOH)
        found += if_(red & some & ~owed, if_(late, points.RED_SEVEN_LATE, points.RED_SEVEN))
        found += points.KNOWN_ANSWER * count(self._known(game) & fits)
        return jnp.where(self.lays, found, 0.0)

    def _known(self, game: Array) -> Array:
        """The cards that others are known to hold."""
        senses, turn = self.table.senses, game.turn.astype(jnp.int32)
        seen = self.table.kernel.observe(game, turn)
        known = jnp.uint32(0)
        places = jnp.arange(32, dtype=jnp.uint32)
        for seat in range(1, self.table.players):
            start = senses.field(f"known_{seat}").start
            held = seen[start : start + 32] > 0
            known = known | jnp.sum(jnp.where(held, jnp.uint32(1) << places, 0), dtype=jnp.uint32)
        return known
