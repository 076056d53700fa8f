"""Faraón for Gymnasium: one seat learns, bots play at the others.

>>> import gymnasium
>>> env = gymnasium.make("faraon.env.gymnasium:faraon/Classic-v0", opponents="greedy")
>>> seen, info = env.reset(seed=1)
>>> seen["observation"].shape, seen["action_mask"].shape
((245,), (713,))
"""

from __future__ import annotations

from typing import Any

from faraon.bots import Bot, make_bot
from faraon.bots.own import Chooser, OwnBot, need_chooser
from faraon.bots.registry import bot_named
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.engines.kernels.observation import wins_without_loser
from faraon.env.render import pixels_of, text_of
from faraon.env.table import Table
from faraon.limits import whole_number
from faraon.play.game import load
from faraon.play.state import State

with extra("gym"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

ILLEGAL, MODES = ("lose", "raise"), ("ansi", "rgb_array")
RANDOM = "uniform"
Opponents = str | Chooser | list[str | Chooser] | tuple[str | Chooser, ...]


class FaraonEnv(gymnasium.Env):  # type: ignore[misc]  # its types are not there where types are checked
    """A table at which bots have the other seats.

    A game ends for the learner when it is over, or when they have finished for good: the loser gets -1 and
    the others share 1; where the first one out wins, the winner gets 1. A game that is cut off is truncated.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium reads it so

    def __init__(
        self,
        rulebook: str = "classic",
        players: int = 2,
        opponents: Opponents = "greedy",
        seat: int | None = None,
        illegal: str = "lose",
        memory: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """``opponents`` is a bot's name, or an object with a method ``choose(view, seed)`` as in
        :func:`faraon.arena.play`: for all other seats, or a list that begins behind the learner. ``seat`` is
        the learner's, or by lot. An illegal action loses the game, or raises an error."""
        if illegal not in ILLEGAL:
            raise GameError("bad-request", f"illegal is {' or '.join(ILLEGAL)}, not {illegal!r}")
        if render_mode not in (None, *MODES):
            raise GameError("bad-request", f"there is no render mode {render_mode!r}: {' or '.join(MODES)}")
        self.table = Table(load(rulebook, players, **options), memory)
        self.game, self.players = self.table.game, self.table.players
        self._fixed = None if seat is None else whole_number(seat)
        if seat is not None and (self._fixed is None or not 0 <= self._fixed < self.players):
            raise GameError("bad-seat", f"seats are 0 to {self.players - 1}, not {seat!r}")
        self.seat = self._fixed or 0
        self.illegal, self.render_mode = illegal, render_mode
        self._opponents = self._listed(opponents)
        self._bots = [*map(self._bot, self._opponents)]
        self._going = False
        self._early = not wins_without_loser(self.game.bound.ends)
        self._state: State | None = None
        size, many = self.table.fields[-1].end, len(self.table.actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (many,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(many)

    def _listed(self, given: Opponents) -> list[str | Chooser]:
        others = self.players - 1
        listed: list[str | Chooser] = [*given] if isinstance(given, list | tuple) else [given] * others
        if len(listed) != others:
            raise GameError("bad-request", f"there are {others} opponents, not {len(listed)}")
        return listed

    def _bot(self, opponent: str | Chooser) -> Bot | None:
        """``None`` for one that plays at random, which needs no view."""
        if isinstance(opponent, str):
            named = bot_named(opponent, self.game)
            return None if named == RANDOM else make_bot(named, self.game)
        need_chooser(opponent)
        return OwnBot(type(opponent).__name__, opponent, self.game)

    @property
    def rules_hash(self) -> str:
        """The version of this environment."""
        return self.table.rules_hash

    def __getstate__(self) -> dict[str, Any]:
        """Bots may hold machine code: they are made again."""
        return {**self.__dict__, "_bots": []}

    def __setstate__(self, content: dict[str, Any]) -> None:
        self.__dict__.update(content)
        self._bots = [*map(self._bot, self._opponents)]

    # ------------------------------------------------------------------------------------------------- games
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals games until the learner has something to do in one; ``options`` may say who is ``first``."""
        super().reset(seed=seed)
        while True:
            own, lot = self._lot(2**63), self._lot(self.players)
            self.seat = self._lot(self.players) if self._fixed is None else self._fixed
            first = (options or {}).get("first", lot)
            self.table.reset(own, first)
            viewed = any(bot is not None for bot in self._bots)
            self._state = self.game.deal(own, first=first) if viewed else None
            self._others()
            if not self._finished:
                self._going = True
                return self._seen(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """A move of the learner, and those of the others until the learner's next; :class:`GameError` if no
        game is going on."""
        if not self._going:
            raise GameError("bad-request", "no game is going on: reset deals one")
        try:
            self._play(action)
        except GameError as error:
            if self.illegal == "raise":
                raise
            self._going = False
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        self._others()
        self._going = not self._finished
        safe = self._early and self.table.safe(self.seat)
        drawn = self.table.drawn and not safe
        reward = 1.0 / (self.players - 1) if safe else self.table.returns()[self.seat]
        return self._seen(), reward, self._finished and not drawn, drawn, self._info()

    @property
    def _finished(self) -> bool:
        return self.table.over or (self._early and self.table.safe(self.seat))

    def _others(self) -> None:
        """The bots play until it is the learner's turn, or nothing is left for them to do."""
        table = self.table
        while not self._finished and table.turn != self.seat:
            bot = self._bots[(table.turn - self.seat) % self.players - 1]
            if bot is None or self._state is None:
                self._play(table.legal[self._lot(len(table.legal))])
            else:
                move = bot.choose(self._state.view(table.turn), self._lot(2**63))
                self._play(table.actions.number(move, table.turn, self.players))

    def _play(self, action: Any) -> None:
        self.table.step(action)
        if self._state is not None:
            self._state = self._state.play(action)

    def _lot(self, many: int) -> int:
        return int(self.np_random.integers(many))

    # ------------------------------------------------------------------------------------------ what is seen
    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as sb3-contrib asks for it."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> NDArray[np.int8]:
        return self.table.mask() if self._going else np.zeros(len(self.table.actions), np.int8)

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.table.observe(self.seat), "action_mask": self._mask()}

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def render(self) -> Any:
        return pixels_of(self.table, "gym") if self.render_mode == "rgb_array" else text_of(self.table)


gymnasium.register(id="faraon/Classic-v0", entry_point=FaraonEnv)
