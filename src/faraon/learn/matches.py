"""Networks against each other and against bots on arrays: on the same deals, everybody at every seat."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from faraon.engines.extras import extra
from faraon.learn.greedy import ArrayGreedy
from faraon.learn.networks import Params, policy_of
from faraon.learn.tables import Array, LearningTable, chosen, once, pick

with extra("train"):
    import jax
    import jax.numpy as jnp
    import numpy as np

STEADY = 1
"""The style of networks in matches."""

MOST_MOVES = 300
"""So many moves of each player; then a game is drawn."""


ALL_ALIKE = 3
"""Of what none of n deals showed there may be, at 95 %, as much as this over n."""


class Score(NamedTuple):
    """How one player did against others of another kind."""

    won: float
    """The share of games in which they were not the last, or with two players won; everybody has
    a share in losing a draw."""
    within: float
    """Half of the 95 % interval, over deals."""
    first: float
    """The share of games that they finished first."""
    moves: float
    """Moves of a game."""
    drawn: float
    """The share of games that were cut."""

    def __str__(self) -> str:
        return f"{100 * self.won:.1f} % ± {100 * self.within:.1f}"


def in_words(score: Score, other: str, players: int) -> str:
    """In words: with more than two players it counts who is the last."""
    if players == 2:
        return f"wins {score} against {other}"
    fair = 100 * (1 - 1 / players)
    return f"is not the last of {players} in {score} among {other} ({fair:.1f} % is a fair share)"


class Matches:
    """Matches at one table: one player against as many others as there are seats left."""

    def __init__(self, table: LearningTable, deals: int = 4096) -> None:
        self.table, self.deals = table, deals
        self._greedy = ArrayGreedy(table)
        self._play = jax.jit(self._played, static_argnames=("against",))

    def __call__(self, player: Params, other: Params | str, seed: int = 77) -> Score:
        """``other`` is a network, ``greedy`` or ``uniform``; networks play their best moves."""
        named = isinstance(other, str)
        against = other if isinstance(other, str) else "network"
        lost, first, moves, drawn = self._play(
            player, player if named else other, jax.random.key(seed), against=against
        )
        share = np.asarray(lost, np.float64)
        # Deals that all end alike are not certain: of so many, one more may still end in another way.
        within = max(1.96 * share.std() / len(share) ** 0.5, ALL_ALIKE / len(share))
        return Score(1 - share.mean(), within, float(first), float(moves), float(drawn))

    def _played(self, player: Params, other: Params, key: Array, against: str) -> tuple[Array, ...]:
        table, players = self.table, self.table.players
        many = self.deals * players
        deal_key, key = jax.random.split(key)
        games = jax.tree.map(lambda lane: jnp.repeat(lane, players, 0), table.deals(deal_key, self.deals))
        seat = jnp.arange(many) % players

        def best(network: Params, games: Array, mask: Array) -> Array:
            seen = jax.vmap(partial(table.inputs, style=STEADY))(games)
            return jnp.argmax(jnp.where(mask, policy_of(network, seen)[0], -jnp.inf), 1)

        def answer(games: Array, mask: Array, key: Array) -> Array:
            words = jax.random.bits(key, (many,), jnp.uint32)
            if against == "uniform":
                return pick(jnp.zeros(mask.shape), mask, words)
            if against == "greedy":
                return pick(jax.vmap(self._greedy.scores)(games), mask, words, 1e-4)
            return best(other, games, mask)

        def move(state: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
            games, key, count = state
            key, other_key = jax.random.split(key)
            mask = jax.vmap(table.mask)(games)
            mine, theirs = best(player, games, mask), answer(games, mask, other_key)
            action = jnp.where(games.turn == seat, mine, theirs)
            after = once(jax.vmap(table.played)(games, action))
            return chosen(games.over, games, after), key, count + 1

        def goes_on(state: tuple[Array, Array, Array]) -> Array:
            games, _, count = state
            return (count < MOST_MOVES * players) & ~jnp.all(games.over)

        games, _, _ = jax.lax.while_loop(goes_on, move, (games, key, jnp.int32(0)))
        loser = games.loser.astype(jnp.int32)
        lost = jnp.where(loser < 0, 1 / players, (loser == seat).astype(jnp.float32))
        finished = games.places & 7
        first = (finished > 0) & (((games.places >> 3) & 7) == seat)
        return lost.reshape(-1, players).mean(1), first.mean(), games.moves_made.mean(), (loser < 0).mean()
