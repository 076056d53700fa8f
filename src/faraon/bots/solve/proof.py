"""The search in machine code for one table, with the memory that it works in."""

from __future__ import annotations

from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.engines.kernels.engine import KernelEngine, Words
from faraon.engines.kernels.layout import STATE_WORDS
from faraon.lang import ir

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

MACHINE = tuple(
    f"faraon.bots.solve.machine.{name}" for name in ("answers", "table", "search", "closed", "within")
)

DEPTH, CHILDREN, CHECKED_MOST, QUICK_MOST = 1024, 1 << 17, 1 << 16, 64


def check_solvable(engine: KernelEngine) -> None:
    """:class:`GameError` for a table where not everything follows from the position."""
    bound = engine.bound
    if bound.players != 2:
        raise GameError("bad-players", f"positions of two players are solved, not of {bound.players}")
    if bound.shuffled:
        raise GameError("bad-option", "where the pile is shuffled, chance decides: it cannot be solved")
    for implication in (*bound.rules, *bound.mechanics):
        if any(ir.MOVES_MADE in ir.variables(expr) for expr in implication.exprs):
            raise GameError(
                "bad-option", f"'{implication.name}' counts the moves, so no position ever comes back"
            )


class ProofSearch:
    """Machine code and memory; the table keeps what is known until :meth:`forget`."""

    def __init__(self, engine: KernelEngine, bits: int = 20, tell: Tell = tell_on_stderr) -> None:
        check_solvable(engine)
        self.engine = engine
        self.code = engine.machine(MACHINE, "the solver", tell)
        self.states = np.zeros((DEPTH, STATE_WORDS), np.int32)
        self.path = np.zeros((DEPTH, 2), np.uint64)
        self.frames = np.zeros((DEPTH, 8), np.int64)
        self.child_keys = np.zeros((CHILDREN, 2), np.uint64)
        self.children = np.zeros((CHILDREN, 5), np.int32)
        self.buffer = np.zeros(len(engine.actions), np.int32)
        self.answer = np.zeros(2, np.int64)
        self.buffers = np.zeros((QUICK_MOST, len(engine.actions)), np.int32)
        self.keys = np.zeros((1 << bits, 2), np.uint64)
        self.known = np.zeros((1 << bits, 8), np.int32)
        self.on_path = np.zeros(1 << 16, np.uint8)
        self.checked = np.zeros((CHECKED_MOST, STATE_WORDS), np.int32)
        self.seen = np.zeros((2 * CHECKED_MOST, 2), np.uint64)

    def forget(self) -> None:
        self.keys.fill(0)

    def legal(self, words: Words) -> list[int]:
        count = self.code.moves_of(words, self.engine.table, self.buffer)
        return [int(action) for action in self.buffer[:count]]

    def child(self, words: Words, action: int) -> Words:
        after = np.empty_like(words)
        self.code.child_of(words, self.engine.table, action, after)
        return after

    def kind(self, words: Words, attacker: int) -> tuple[int, int]:
        """What is known for the attacker, and how many moves a proven win takes at most."""
        self.code.known_kind(words, attacker, self.keys, self.known, self.answer)
        return int(self.answer[0]), int(self.answer[1])

    def run(self, words: Words, attacker: int, budget: int) -> int:
        """Searches so many nodes; gives how many it took."""
        self.states[0] = words
        return int(
            self.code.search(
                *(attacker, budget, self.engine.table, self.states, self.path, self.frames),
                *(self.child_keys, self.children, self.buffer, self.keys, self.known, self.on_path),
            )
        )

    def check(self, words: Words, attacker: int) -> tuple[int, NDArray[np.int32]]:
        """Whether the attacker really cannot win; if a move is wanting, a position to search."""
        self.seen.fill(0)
        self.checked[0] = words
        found = self.code.closed(
            *(attacker, self.engine.table, self.checked, self.buffer, self.keys, self.known, self.seen)
        )
        return int(found), self.checked[0].copy()

    def quicken(self, words: Words, winner: int, budget: int) -> int:
        """Looks for the quickest win, where one is proven already; gives the nodes it took."""
        left = np.array([budget], np.int64)
        for moves in range(1, min(self.kind(words, winner)[1], QUICK_MOST - 1)):
            if self._within(words, winner, moves, left) != 0:
                break
        return budget - max(0, int(left[0]))

    def prove(self, words: Words, winner: int, moves: int, budget: int) -> int:
        """Looks for a win within so many moves; gives the nodes it took."""
        left = np.array([budget], np.int64)
        self._within(words, winner, min(moves, QUICK_MOST - 2), left)
        return budget - max(0, int(left[0]))

    def wins_within(self, words: Words, winner: int, moves: int, budget: int) -> bool | None:
        """Whether somebody wins within so many moves of both, whatever the other does; ``None`` if the budget
        is too small to tell."""
        found = self._within(words, winner, min(moves, QUICK_MOST - 2), np.array([budget], np.int64))
        return None if found < 0 else found == 1

    def _within(self, words: Words, winner: int, moves: int, left: NDArray[np.int64]) -> int:
        self.states[0] = words
        arrays = (self.engine.table, self.states, self.buffers, self.keys, self.known, left)
        return int(self.code.within(winner, moves, 0, *arrays))
