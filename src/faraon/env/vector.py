"""Many games at once, in machine code: a step of all of them is one call."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, SupportsIndex

from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.engines.kernels.kept import KEPT_WORDS
from faraon.engines.playing import pieces
from faraon.env.spec import need_rules, not_legal, observation_spec, rules_hash
from faraon.game.chance import MOST_SEED, game_seed
from faraon.limits import whole_number
from faraon.play.fast import native_engine
from faraon.play.game import Game

with extra("fast"):
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


class Batch(NamedTuple):
    """All games after a step, a row each. The arrays are the table's own, and the next step writes into them:
    copy what you keep."""

    obs: NDArray[np.float32]
    """What the player on turn sees,"""
    mask: NDArray[np.bool_]
    """which actions are legal,"""
    turn: NDArray[np.int32]
    """and whose turn it is."""
    reward: NDArray[np.float32]
    """What every seat was paid by this step: 0, but at the end of a game."""
    done: NDArray[np.bool_]
    """The game ended with this step; the rest of the row is of a new one, but for"""
    final_obs: NDArray[np.float32]
    """what the player who moved sees at its end."""


class VectorTable:
    """So many games of one table; whichever ends is dealt again, with the next seat to start.

    >>> from faraon import load
    >>> tables = VectorTable(load("classic", players=2), num=4, seed=7)
    >>> batch = tables.reset()
    >>> batch = tables.step(batch.mask.argmax(1))
    >>> batch.obs.shape, batch.mask.shape, batch.done.tolist()
    ((4, 245), (4, 713), [False, False, False, False])

    The same seed gives the same games with any number of threads.
    """

    def __init__(
        self,
        game: Game,
        num: SupportsIndex,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        memory: bool = True,
        tell: Tell = tell_on_stderr,
    ) -> None:
        """:class:`GameError` for a table that compiled engines have no room for, or that has no memory."""
        self.game, self.memory = game, memory
        self.fields = observation_spec(game, memory)
        self.num = num = _at_least_one(num, "game")
        self.threads = min(_at_least_one(threads, "thread"), num)
        self.actions = game.actions
        engine = native_engine(game, specialised=True, tell=tell)
        self._code, self._numbers = engine.stepping(memory), engine.table
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        width, many, players = self.fields[-1].end, len(self.actions), game.players
        self._states = np.zeros((num, KEPT_WORDS), np.int32)
        self._seeds, self._firsts = np.zeros(num, np.uint64), np.zeros(num, np.int64)
        self._chosen = np.full(num, -1, np.int32)
        self._seen, self._final = np.zeros((num, width), np.float32), np.zeros((num, width), np.float32)
        self._masks, self._done = np.zeros((num, many), np.uint8), np.zeros(num, np.uint8)
        self._turns, self._rewards = np.zeros(num, np.int32), np.zeros((num, players), np.float32)
        self.last = Batch(
            _read_only(self._seen), _read_only(self._masks.view(np.bool_)), _read_only(self._turns),
            _read_only(self._rewards), _read_only(self._done.view(np.bool_)), _read_only(self._final),
        )  # fmt: skip
        """All games as they are now: what the latest step or reset gave."""
        self.reset(seed)

    @property
    def rules_hash(self) -> str:
        """The version of this environment."""
        return rules_hash(self.game, self.memory)

    def reset(self, seed: SupportsIndex | None = None) -> Batch:
        """Deals all games anew; with a seed the same ones as at any other time, else the next ones."""
        if seed is not None:
            number = whole_number(seed)
            if number is None or not 0 <= number <= MOST_SEED:
                raise GameError("bad-request", f"a seed is a number from 0 to {MOST_SEED}, not {seed!r}")
            self._seeds[:] = [game_seed(number, game) for game in range(self.num)]
            self._firsts[:] = np.arange(self.num) % self.game.players
        self._chosen[:] = -1
        self._final[:] = 0
        return self._advance()

    def step(self, actions: ArrayLike) -> Batch:
        """A move in every game; :class:`GameError` if one is not legal, and nothing changes."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num,) or not np.issubdtype(chosen.dtype, np.integer):
            message = f"a step takes {self.num} numbers of actions, not {chosen.dtype}{chosen.shape}"
            raise GameError("bad-request", message)
        self._chosen[:] = np.clip(chosen, -1, len(self.actions))
        illegal = self._code.first_illegal(self._masks, self._chosen)
        if illegal >= 0:
            legal = np.flatnonzero(self._masks[illegal]).tolist()
            said = not_legal(self.game, int(chosen[illegal]), legal, int(self._turns[illegal]))
            raise GameError("illegal-move", f"game {illegal}: {said}")
        return self._advance()

    def _advance(self) -> Batch:
        states, *parts = self._arrays

        def play(piece: tuple[int, int]) -> None:
            rows = slice(piece[0], piece[0] + piece[1])
            self._code.step_all(states[rows], self._numbers, *(part[rows] for part in parts))

        if self._pool is None:
            play((0, self.num))
        else:
            list(self._pool.map(play, pieces(self.num, self.threads)))
        return self.last

    # ------------------------------------------------------------------------------------------------- values
    @property
    def _arrays(self) -> tuple[NDArray[Any], ...]:
        """All that changes, in the order in which a step takes it."""
        return (
            self._states, self._seeds, self._firsts, self._chosen, self._seen, self._masks, self._turns,
            self._rewards, self._done, self._final,
        )  # fmt: skip

    def clone(self) -> VectorTable:
        """The same games, to be continued apart."""
        return _restored(self.game, self.num, self.threads, self.memory, self.rules_hash, self._arrays)

    def __reduce__(self) -> tuple[Any, ...]:
        settings = (self.game, self.num, self.threads, self.memory)
        return _restored, (*settings, self.rules_hash, self._arrays)

    def __copy__(self) -> VectorTable:
        return self.clone()

    def __deepcopy__(self, memo: object) -> VectorTable:
        return self.clone()


def _restored(
    game: Game, num: int, threads: int, memory: bool, rules: str, arrays: tuple[NDArray[Any], ...]
) -> VectorTable:
    tables = VectorTable(game, num, threads=threads, memory=memory)
    need_rules(tables.rules_hash, rules)
    for own, kept in zip(tables._arrays, arrays, strict=True):
        own[:] = kept
    return tables


def _at_least_one(value: object, what: str) -> int:
    number = whole_number(value)
    if number is None or number < 1:
        raise GameError("bad-request", f"there is 1 {what} or more, not {value!r}")
    return number


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """What whoever reads it cannot spoil: the next step asks the masks which actions are legal."""
    view = array.view()
    view.flags.writeable = False
    return view
