"""Faraón for PettingZoo: every player is an agent, and they move one after the other.

>>> from faraon.env.pettingzoo import env
>>> table = env(players=4, render_mode="ansi")
>>> table.reset(seed=1)
>>> table.agents
['player_0', 'player_1', 'player_2', 'player_3']
"""

from __future__ import annotations

from typing import Any

from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.engines.kernels.observation import wins_without_loser
from faraon.env.render import pixels_of, text_of
from faraon.env.table import Table
from faraon.play.game import load

with extra("pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

REWARDS, MODES = ("loser", "places"), ("human", "ansi", "rgb_array")


def env(**settings: Any) -> Any:
    """The environment with PettingZoo's own checks around it; the settings are those of :class:`raw_env`."""
    checked = wrappers.AssertOutOfBoundsWrapper(raw_env(**settings))
    return wrappers.OrderEnforcingWrapper(checked)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's names and types
    """A table as PettingZoo's agents see it.

    ``reward="loser"``: the loser gets -1 and the others share 1, each as soon as they have finished for good;
    if a game is cut off then, those still playing pay for it. ``reward="places"``: at the end of the game,
    from 1 for the first one out down to -1 for the last. All rewards of a game add up to 0.
    """

    metadata = {  # noqa: RUF012 - PettingZoo reads it so
        "name": "faraon_v0",
        "render_modes": list(MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rulebook: str = "classic",
        players: int = 3,
        reward: str = "loser",
        memory: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """With memory, observations tell what a seat knows of hidden cards; options are the rulebook's."""
        if reward not in REWARDS:
            raise GameError("bad-request", f"a reward is {' or '.join(REWARDS)}, not {reward!r}")
        if render_mode not in (None, *MODES):
            raise GameError("bad-request", f"there is no render mode {render_mode!r}: {', '.join(MODES)}")
        self.table = Table(load(rulebook, players, **options), memory)
        self.reward, self.render_mode = reward, render_mode
        self._early = reward == "loser" and not wins_without_loser(self.table.game.bound.ends)
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, many = self.table.fields[-1].end, len(self.table.actions)
        seen = spaces.Box(-1.0, 1.0, (size,), np.float32)
        mask = spaces.Box(0, 1, (many,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(many) for agent in self.possible_agents}
        self._chance = np.random.default_rng()
        self._nothing = np.zeros(many, np.int8)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def rules_hash(self) -> str:
        """The version of this environment."""
        return self.table.rules_hash

    # ------------------------------------------------------------------------------------------------- games
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a game; ``options`` may say which seat is ``first``, otherwise it is drawn by lot."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        own, lot = int(self._chance.integers(2**63)), int(self._chance.integers(self.table.players))
        self.table.reset(own, (options or {}).get("first", lot))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.turn]
        self._skip_agent_selection = None
        self._render()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        mine = seat == self.table.turn and not self.table.over
        mask = self.table.mask() if mine else self._nothing.copy()
        return {"observation": self.table.observe(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Makes a move; :class:`GameError` names the legal ones if it is not legal."""
        if not getattr(self, "agents", ()):
            raise GameError("bad-request", "no game is going on: reset deals one")
        agent, table = self.agent_selection, self.table
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table.step(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if table.over:
            self._end()
        elif self._early:
            for other in self.agents:
                if table.safe(self._seats[other]):
                    self.terminations[other] = True
                    self.rewards[other] = 1.0 / (table.players - 1)
        self.agent_selection = self.possible_agents[table.turn]
        self._accumulate_rewards()
        self._deads_step_first()
        self._render()

    def _end(self) -> None:
        """Whoever has not been paid yet shares what is left."""
        table = self.table
        paid = places(table) if self.reward == "places" else table.returns()
        drawn = table.drawn
        if drawn and self.reward == "loser" and len(self.agents) < table.players:
            share = (table.players - len(self.agents)) / (table.players - 1) / len(self.agents)
            paid = [-share] * table.players
        for agent in self.agents:
            self.rewards[agent] = paid[self._seats[agent]]
            self.terminations[agent], self.truncations[agent] = not drawn, drawn

    # --------------------------------------------------------------------------------------------- rendering
    def _render(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return pixels_of(self.table, "pettingzoo")
        drawn = text_of(self.table)
        if self.render_mode == "human":
            print(drawn)
            return None
        return drawn

    def close(self) -> None:
        """Nothing is open."""


def places(table: Table) -> list[float]:
    """From 1 for the first one out to -1 for the last; those who have not finished share what is left."""
    position, players = table.position, table.players
    order = [*position.places, *([] if position.loser is None else [position.loser])]
    worth = [1.0 - 2.0 * place / (players - 1) for place in range(players)]
    left = worth[len(order) :]
    found = [sum(left) / max(len(left), 1)] * players
    for place, seat in enumerate(dict.fromkeys(order)):
        found[seat] = worth[place]
    return found
