"""A table's kernel with positions and moves in and out, whoever compiled it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from faraon.engines.actions import action_table
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.engines.kernels.arrays import read_state, table_of, write_state
from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.engines.kernels.layout import FOUL, RANDOM, STATE_WORDS
from faraon.engines.playing import NO_LIMIT, Result, pieces
from faraon.engines.rules import Bound
from faraon.game.position import Position
from faraon.game.view import View
from faraon.lang import ir

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

if TYPE_CHECKING:
    from faraon.engines.kernels.llvm.code import Code

Words = NDArray[np.int32]
Machine: TypeAlias = "Code | ModuleType"
"""Compiled functions by their names."""


class KernelEngine:
    """Machine code for one table."""

    name: str

    def __init__(self, bound: Bound, options: tuple[ir.Option, ...], text: str) -> None:
        """The kernel's text, and the options that it reads from the table."""
        self.bound = bound
        self.actions = action_table(bound.book)
        self.text = text
        self.table: NDArray[np.int64] = table_of(bound, options)

    @property
    def kernel(self) -> Machine:
        """``deal``, ``legal``, ``advance`` and ``batch``, on a state of 32 words and :attr:`table`."""
        raise NotImplementedError

    def machine(self, modules: tuple[str, ...], title: str, tell: Tell = tell_on_stderr) -> Machine:
        """Modules of this project compiled on top of the kernel."""
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------- positions
    def state(self, position: Position) -> Words:
        """A position as a state of the kernel."""
        words = np.zeros(STATE_WORDS, np.int32)
        write_state(self.bound, position, words)
        return words

    def position(self, words: Words) -> Position:
        """A state of the kernel as a position."""
        return read_state(self.bound, words)

    def imagined(self, view: View, hands: tuple[tuple[int, ...], ...], stock: tuple[int, ...]) -> Words:
        """A state that a seat can imagine: what it sees, with cards in the hidden places."""
        from faraon.engines.imagine import imagine

        return self.state(imagine(self.bound, view, hands, stock))

    # ----------------------------------------------------------------------------------------------- moves
    def legal(self, position: Position) -> list[int]:
        buffer = np.empty(len(self.actions), np.int32)
        count = self.kernel.legal(self.state(position), self.table, buffer)
        return [int(action) for action in buffer[:count]]

    def _advanced(self, position: Position, action: int, counter: int, most: int) -> Position:
        words = self.state(position)
        self.kernel.advance(words, self.table, action, np.uint64(int(counter) % 2**64), most)
        return self.position(words)

    def play(self, position: Position, action: int) -> Position:
        if action not in (legal := self.legal(position)):
            raise GameError("illegal-move", f"action {action} is not legal; legal are {legal}")
        return self._advanced(position, action, 0, 1)

    def punish(self, position: Position) -> Position:
        """The position after an invalid lay, at a table that punishes it."""
        return self._advanced(position, FOUL, 0, 1)

    def playout(self, position: Position, counter: int, most: int = NO_LIMIT) -> Position:
        return self._advanced(position, RANDOM, counter, most)

    def deal(self, seed: int, first: int = 0) -> Position:
        """The same deal as the game's own."""
        words = np.zeros(STATE_WORDS, np.int32)
        self.kernel.deal(words, self.table, np.uint64(seed), self._seat(first))
        return self.position(words)

    def _seat(self, number: int) -> int:
        """Machine code does not look whether there is such a seat: it would write elsewhere."""
        if not 0 <= number < self.bound.players:
            last = self.bound.players - 1
            raise GameError(
                "bad-seat", f"seats are 0 to {last}, not {number}", f"miesta sú 0 až {last}, nie {number}"
            )
        return number

    # ----------------------------------------------------------------------------------------------- batches
    def batch(
        self, count: int, seed: int, first: int = 0, origin: Words | None = None, threads: int = 1
    ) -> NDArray[np.int32]:
        """Random games, a row each: the loser, who finished first (-1 for nobody) and the moves made.

        They are dealt with that seat to start, or begin in the origin. The same seed gives the same rows
        with any number of threads.
        """
        results = np.empty((count, 3), np.int32)
        begin = np.zeros(STATE_WORDS, np.int32) if origin is None else origin
        seat = self._seat(first) if origin is None else ir.NOBODY

        def play(piece: tuple[int, int]) -> None:
            start, size = piece
            rows = results[start : start + size]
            self.kernel.batch(begin, self.table, np.uint64(seed), start, seat, NO_LIMIT, rows)

        if threads == 1:
            play((0, count))
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(play, pieces(count, threads)))
        return results

    def games(self, count: int, seed: int, first: int = 0, threads: int = 1) -> list[Result]:
        return _results(self.batch(count, seed, first, threads=threads))

    def playouts(self, position: Position, count: int, seed: int, threads: int = 1) -> list[Result]:
        return _results(self.batch(count, seed, origin=self.state(position), threads=threads))


def _results(rows: NDArray[np.int32]) -> list[Result]:
    return [
        Result(None if loser < 0 else loser, None if first < 0 else first, moves)
        for loser, first, moves in rows.tolist()
    ]
