"""Faraón in Pgx's interface: pure functions on arrays, for ``jit`` and ``vmap``.

>>> from faraon.env.pgx import Faraon, act_randomly, auto_reset  # doctest: +SKIP
>>> env = Faraon(players=2)  # doctest: +SKIP
>>> states = jax.vmap(env.init)(jax.random.split(jax.random.key(0), 4096))  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from faraon.engines.extras import extra
from faraon.engines.kernels.jax.engine import JaxEngine
from faraon.env.spec import observation_spec, rules_hash
from faraon.game.picture_svg import svg
from faraon.play.fast import jax_engine
from faraon.play.game import Game, load
from faraon.play.state import State as GameState

with extra("pgx"):
    import jax
    import jax.numpy as jnp
    import numpy as np
    from pgx import core
    from pgx._src.struct import dataclass

    from faraon.engines.kernels.preludes.choosing import choose

_tables: dict[type, tuple[Game, JaxEngine]] = {}
"""The table of every kind of state, for pictures."""


@dataclass
class State(core.State):  # type: ignore[misc]  # Pgx's types are not there where types are checked
    """A game; players are numbered apart from seats, so that anybody may start."""

    current_player: Any
    observation: Any
    rewards: Any
    terminated: Any
    truncated: Any
    legal_action_mask: Any
    _step_count: Any
    _game: Any
    """The kernel's state,"""
    _offset: Any
    """and the player at seat 0."""

    @property
    def env_id(self) -> Any:
        return "faraon"

    def to_svg(self, *, color_theme: str | None = None, scale: float | None = None) -> str:
        """The table with all hands; of many games the first one."""
        game, engine = _tables[type(self._game)]
        one = jax.tree.map(lambda lane: np.asarray(lane).reshape(-1)[:1], self._game)
        position = engine.position_of(engine.words(one)[0])
        return svg(GameState(game, position, position).picture())

    def save_svg(self, filename: Any, *, color_theme: str | None = None, scale: float | None = None) -> None:
        with open(filename, "w", encoding="utf-8") as file:
            file.write(self.to_svg())


class Faraon(core.Env):  # type: ignore[misc]  # as above
    """A table; with memory, observations tell what a player knows of hidden cards.

    An illegal action ends the game with -1 for whoever chose it; the others share 1.
    """

    def __init__(
        self, rulebook: str = "classic", players: int = 2, memory: bool = True, **options: Any
    ) -> None:
        super().__init__()
        self._settings = rulebook, players, memory, options
        self.game, self.memory = load(rulebook, players, **options), memory
        self.engine = jax_engine(self.game, memory)
        self.fields = observation_spec(self.game, memory)
        self._kernel = self.engine.kernel
        _tables[self._kernel.State] = self.game, self.engine

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, self._settings

    @property
    def id(self) -> Any:
        return "faraon"

    @property
    def version(self) -> str:
        """What its numbers mean: a network learned under one version understands no other."""
        return f"v0-{self.rules_hash}"

    @property
    def rules_hash(self) -> str:
        return rules_hash(self.game, self.memory)

    @property
    def num_players(self) -> int:
        return self.game.players

    @property
    def num_actions(self) -> int:
        return len(self.engine.actions)

    @property
    def observation_shape(self) -> tuple[int, ...]:
        return (self.fields[-1].end,)

    def _init(self, key: Any) -> State:
        lot, deal = jax.random.split(key)
        game = self._kernel.init(deal)
        offset = jax.random.randint(lot, (), 0, self.num_players)
        return State(
            current_player=self.player(game, offset),
            observation=jnp.zeros(self.observation_shape, jnp.float32),
            rewards=jnp.zeros(self.num_players, jnp.float32),
            terminated=jnp.bool_(False),
            truncated=jnp.bool_(False),
            legal_action_mask=self._kernel.legal_mask(game),
            _step_count=jnp.int32(0),
            _game=game,
            _offset=offset,
        )

    def player(self, game: Any, offset: Any) -> Any:
        """Who is on turn."""
        return (game.turn.astype(jnp.int32) + offset) % self.num_players

    def played(self, state: Any, action: Any) -> tuple[Any, Any, Any]:
        """The kernel's state after a move, whether that ends the game, and what each player gets."""
        legal = (action >= 0) & state.legal_action_mask.at[action].get(mode="fill", fill_value=False)
        game = _once(self._kernel.play(state._game, action))
        numbers = jnp.arange(self.num_players)
        lost = jnp.where(numbers == state.current_player, -1.0, 1.0 / (self.num_players - 1))
        won = self._kernel.returns(game)[(numbers - state._offset) % self.num_players]
        return game, game.over | ~legal, jnp.where(legal, won, lost.astype(jnp.float32))

    def _step(self, state: Any, action: Any, key: Any) -> Any:
        game, terminated, rewards = self.played(state, action)
        return state.replace(
            current_player=self.player(game, state._offset),
            rewards=rewards,
            terminated=terminated,
            legal_action_mask=self._kernel.legal_mask(game),
            _game=game,
        )

    def _observe(self, state: Any, player_id: Any) -> Any:
        return self._kernel.observe(state._game, (player_id - state._offset) % self.num_players)

    def _step_with_illegal_action(self, state: Any, loser: Any) -> Any:
        return state  # it has been seen to


def _made(rulebook: str, players: int, memory: bool, options: dict[str, Any]) -> Faraon:
    return Faraon(rulebook, players, memory, **options)


def _once(game: Any) -> Any:
    """A compiler that fuses everything would make the move once for each of the mask's numbers."""
    return jax.lax.optimization_barrier(game)  # type: ignore[no-untyped-call]  # JAX has no types for it


def act_randomly(key: Any, mask: Any) -> Any:
    """A legal action of every game, each as likely: by counting, in a fraction of the time that
    ``jax.random.categorical`` takes."""
    return choose(jax.random.bits(key, mask.shape[:-1], jnp.uint32), mask)


def auto_reset(env: Faraon, deals: Any) -> Callable[[Any, Any, Any], Any]:
    """``env.step``, after which a finished game is one of many that were dealt before.

    As ``pgx.experimental.auto_reset``: the finished game's ``rewards`` and ``terminated`` stay until the next
    step. That one shuffles at every step, and makes masks and observations of both games.
    """
    many = deals.current_player.shape[0]

    def step(state: Any, action: Any, key: Any) -> Any:
        after, terminated, rewards = env.played(state, action)
        # Games that go on all look at the same deal, which costs nothing.
        at = jnp.where(terminated, (jax.random.bits(key, (), jnp.uint32) % many).astype(jnp.int32), 0)
        game, offset, count = jax.tree.map(
            lambda dealt, old: jnp.where(terminated, dealt[at], old),
            (deals._game, deals._offset, deals._step_count),
            (after, state._offset, state._step_count + 1),
        )
        game = _once(game)
        return state.replace(
            current_player=env.player(game, offset),
            observation=env._kernel.observe(game, game.turn.astype(jnp.int32)),
            rewards=rewards,
            terminated=terminated,
            legal_action_mask=env._kernel.legal_mask(game),
            _step_count=count,
            _game=game,
            _offset=offset,
        )

    return step
