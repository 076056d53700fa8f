"""The generated source run as plain Python: nothing is compiled, so many rulebooks can be tried."""

from __future__ import annotations

from typing import Any

from faraon.engines.actions import action_table
from faraon.engines.kernels.arrays import check_table, read_state, table_of, write_state
from faraon.engines.kernels.layout import STATE_WORDS
from faraon.engines.kernels.llvm.program import Source, run
from faraon.engines.kernels.numba.module import kernel_plan, numba_source
from faraon.engines.rules import Bound
from faraon.game.chance import words_from
from faraon.game.position import Position

_WORD = (1 << 64) - 1


def _first_bit(word: int) -> int:
    low = int(word) & -int(word)
    return low.bit_length() - 1


def _load8(array: Any, index: int) -> int:
    """From words of 32 bits, or from bytes."""
    if len(array) == STATE_WORDS:
        return int(array[index]) & 0xFFFFFFFF | (int(array[index + 1]) & 0xFFFFFFFF) << 32
    return int.from_bytes(bytes(array[index : index + 8]), "little")


def _store8(array: Any, index: int, word: int) -> None:
    if len(array) == STATE_WORDS:
        array[index], array[index + 1] = word & 0xFFFFFFFF, word >> 32
    else:
        array[index : index + 8] = list(word.to_bytes(8, "little"))


def _store4(array: Any, index: int, word: int) -> None:
    array[index : index + 4] = list((int(word) & 0xFFFFFFFF).to_bytes(4, "little"))


class _Numbers:
    """An array of constants whose items are Python's own numbers, which never overflow."""

    def __init__(self, array: Any) -> None:
        self.array, self.shape = array, array.shape

    def __getitem__(self, at: Any) -> int:
        return int(self.array[at])


CONSTANTS = ("GROUP", "SETS", "PICK", "ACTIONS", "FIRST", "RETURNS")

PLAIN = {
    "popcount": lambda word: (int(word) & _WORD).bit_count(),
    "first_bit": _first_bit,
    "where": lambda condition, yes, no: yes if condition else no,
    "high_product": lambda a, b: ((a & _WORD) * (b & _WORD)) >> 64,
    "mixed": lambda word: next(words_from(word - 0x9E3779B97F4A7C15)),
    "stack_bytes": lambda: None,
    "carray": lambda _, size: [0] * size,
    "load8": _load8,
    "store8": _store8,
    "store4": _store4,
    "int64": int,
    "word": int,
    "uint64": lambda word: int(word) & _WORD,
    "STRIDE": 0x9E3779B97F4A7C15,
}


class PlainKernel:
    """A table's kernel, uncompiled."""

    name = "plain kernel"

    def __init__(self, bound: Bound, specialised: bool = False) -> None:
        check_table(bound)
        self.bound = bound
        self.actions = action_table(bound.book)
        plan = kernel_plan(bound, specialised)
        self.table = [int(entry) for entry in table_of(bound, plan.options)]
        self.functions = vars(run(Source("plain kernel", numba_source(plan, quiet=True)), {}))
        self.functions.update(PLAIN)
        self.functions["SETS"] = self.functions["SETS"].view("uint64")  # the highest bit is not a sign here
        self.functions.update({name: _Numbers(self.functions[name]) for name in CONSTANTS})

    def _state(self, position: Position) -> list[int]:
        words = [0] * STATE_WORDS
        write_state(self.bound, position, words)
        return words

    def legal(self, position: Position) -> list[int]:
        buffer = [0] * len(self.actions)
        count = self.functions["legal"](self._state(position), self.table, buffer)
        return [int(action) for action in buffer[:count]]

    def play(self, position: Position, action: int) -> Position:
        words = self._state(position)
        self.functions["advance"](words, self.table, action, 0, 1)
        return read_state(self.bound, words)

    def playout(self, position: Position, counter: int, most: int) -> Position:
        """Random moves, to the end or up to a number."""
        words = self._state(position)
        self.functions["advance"](words, self.table, self.functions["RANDOM"], counter, most)
        return read_state(self.bound, words)
