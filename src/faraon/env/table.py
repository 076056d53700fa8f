"""One game in numbers: what bots, training and the wrappers for other libraries stand on."""

from __future__ import annotations

from typing import Any, SupportsIndex

from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.engines.kernels.kept import KEPT_WORDS, RESULT
from faraon.engines.kernels.layout import QUEUE, SEATS, SIZES
from faraon.env.keeping import checked_state
from faraon.env.spec import need_rules, not_legal, observation_spec, rules_hash
from faraon.game.chance import MOST_SEED
from faraon.game.position import Position
from faraon.limits import whole_number
from faraon.play.fast import native_engine
from faraon.play.game import Game

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray


class Table:
    """One game, in machine code.

    >>> from faraon import load
    >>> table = Table(load("classic", players=2))
    >>> table.reset(seed=3)
    >>> table.turn, table.legal[-1], table.observe(0).shape
    (0, 710, (245,))
    >>> table.step(710)
    >>> table.turn, table.over, table.returns()
    (1, False, [0.0, 0.0])
    """

    def __init__(self, game: Game, memory: bool = True, tell: Tell = tell_on_stderr) -> None:
        """With memory, observations tell what a seat knows of hidden cards.

        :class:`GameError` for a table that compiled engines have no room for, or that has no memory.
        """
        self.game, self.memory = game, memory
        self.fields = observation_spec(game, memory)
        """What stands in an observation."""
        self.actions = game.actions
        self._engine = native_engine(game, tell=tell)
        self._code = self._engine.stepping(memory)
        self._numbers = self._engine.table
        self._state = np.zeros(KEPT_WORDS, np.int32)
        self._buffer = np.empty(len(self.actions), np.int32)
        self._legal: list[int] = []
        self.reset(seed=0)

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def rules_hash(self) -> str:
        """The version of this environment."""
        return rules_hash(self.game, self.memory)

    # ------------------------------------------------------------------------------------------------- games
    def reset(self, seed: SupportsIndex, first: SupportsIndex = 0) -> None:
        """Deals a game, the same as :meth:`Game.deal`."""
        number = whole_number(seed)
        if number is None or not 0 <= number <= MOST_SEED:
            raise GameError("bad-request", f"a seed is a number from 0 to {MOST_SEED}, not {seed!r}")
        self._code.begin(self._state, self._numbers, number, self._seat(first))
        self._list()

    def step(self, action: SupportsIndex) -> None:
        """Makes a move; :class:`GameError` names the legal ones if this is none, and nothing changes."""
        number = whole_number(action)
        if number is None or number not in self._legal:
            raise self._illegal(action)
        self._code.move(self._state, self._numbers, number)
        self._list()

    def _list(self) -> None:
        count = self._code.choices(self._state, self._numbers, self._buffer)
        self._legal = self._buffer[:count].tolist()

    def _illegal(self, action: object) -> GameError:
        number, most = whole_number(action), len(self.actions)
        if self.over:
            return GameError("illegal-move", f"action {action} is not legal: the game is over")
        if number is None or not 0 <= number < most:
            return GameError("bad-move", f"actions have the numbers 0 to {most - 1}, not {action!r}")
        return GameError("illegal-move", not_legal(self.game, number, self._legal, self.turn))

    # ---------------------------------------------------------------------------------------------- questions
    @property
    def legal(self) -> list[int]:
        """The legal actions in order; none once the game is over."""
        return self._legal.copy()

    def mask(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """A 1 for every legal action."""
        mask = np.empty(len(self.actions), np.int8) if out is None else out
        if not isinstance(mask, np.ndarray) or mask.shape != (len(self.actions),):
            raise GameError("bad-request", f"a mask has {len(self.actions)} numbers")
        mask[:] = 0
        mask[self._legal] = 1
        return mask

    def observe(self, seat: SupportsIndex, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What a seat may know, in the numbers of :attr:`fields`."""
        number, size = self._seat(seat), self.fields[-1].end
        row = np.empty(size, np.float32) if out is None else out
        if out is not None and not _fits(row, size):
            message = f"an observation is written into {size} numbers of float32, one after the other"
            raise GameError("bad-request", message)
        self._code.look(self._state, self._numbers, number, row)
        return row

    @property
    def turn(self) -> int:
        """The seat on turn."""
        return int(self._state[SEATS]) & 255

    @property
    def over(self) -> bool:
        return bool(int(self._state[SEATS]) >> 24 & 1)

    @property
    def drawn(self) -> bool:
        """The game is over, and nobody has won or lost it: it went on for too long."""
        return self.over and not self._state[RESULT]

    def safe(self, seat: SupportsIndex) -> bool:
        """Whether a seat has finished for good: it can neither be returned nor lose."""
        return not int(self._state[SEATS]) >> self._seat(seat) & 0x0101_00

    def _seat(self, seat: object) -> int:
        number = whole_number(seat)
        if number is None or not 0 <= number < self.players:
            raise GameError("bad-seat", f"seats are 0 to {self.players - 1}, not {seat!r}")
        return number

    def returns(self) -> list[float]:
        """What the game was worth to every seat, 0 in all, as :meth:`State.returns`."""
        paid, share = int(self._state[RESULT]), 1.0 / (self.players - 1)
        if paid == 0:
            return [0.0] * self.players
        seat, own = ((paid & 7) - 1, -1.0) if paid & 7 else ((paid >> 3) - 1, 1.0)
        found = [-own * share] * self.players
        found[seat] = own
        return found

    @property
    def position(self) -> Position:
        """All cards: for pictures and tests, not for players."""
        return self._engine.position(self._state)

    # ------------------------------------------------------------------------------------------------- values
    def clone(self) -> Table:
        """The same game, to be continued apart."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other._state, other._legal = self._state.copy(), self._legal.copy()
        other._buffer = self._buffer.copy()
        return other

    def to_bytes(self) -> bytes:
        """The game, for :meth:`from_bytes` under the same rules; the same bytes for the same moment."""
        kept = bytearray(self._state.astype("<i4").tobytes())
        size = int(self._state[SIZES]) >> 8
        kept[4 * QUEUE + size : 4 * SIZES] = bytes(4 * (SIZES - QUEUE) - size)  # cards that were drawn
        return bytes.fromhex(self.rules_hash) + bytes(kept)

    @classmethod
    def from_bytes(cls, game: Game, data: bytes, memory: bool = True) -> Table:
        """A game from elsewhere; :class:`GameError` if it was played by other rules, or in other numbers, or
        if these bytes are none."""
        table = cls(game, memory)
        begin = len(table.rules_hash) // 2
        if len(data) != begin + 4 * KEPT_WORDS:
            size = begin + 4 * KEPT_WORDS
            raise GameError("bad-request", f"a table is kept in {size} bytes, these are {len(data)}")
        need_rules(table.rules_hash, data[:begin].hex())
        table._state[:] = checked_state(table._engine, np.frombuffer(data[begin:], "<i4"))
        table._list()
        return table

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self.to_bytes(), self.memory)

    def __copy__(self) -> Table:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Table:
        return self.clone()


def _fits(row: object, size: int) -> bool:
    """Whether machine code can write so many numbers there."""
    if not isinstance(row, np.ndarray) or row.shape != (size,) or row.dtype != np.float32:
        return False
    return bool(row.flags.c_contiguous and row.flags.writeable)


def _restored(game: Game, data: bytes, memory: bool) -> Table:
    return Table.from_bytes(game, data, memory)
