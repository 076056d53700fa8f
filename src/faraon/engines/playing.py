"""What every engine that plays whole games gives back, and how they are asked."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from faraon.engines.actions import ActionTable
from faraon.game.position import Position

NO_LIMIT = 1 << 40


@dataclass(frozen=True, slots=True)
class Result:
    """How one game ended."""

    loser: int | None
    first_out: int | None
    """Who was the first to finish."""
    moves: int


class FastEngine(Protocol):
    """What plays whole games of one table, and numbers their moves."""

    name: str
    actions: ActionTable

    def legal(self, position: Position) -> list[int]:
        """The actions of all legal moves, in their order."""

    def play(self, position: Position, action: int) -> Position:
        """The position after a legal move."""

    def playout(self, position: Position, counter: int, most: int = NO_LIMIT) -> Position:
        """The position after random moves: to the end of the game, or so many."""

    def games(self, count: int, seed: int, first: int = 0, threads: int = 1) -> list[Result]:
        """Deals and plays random games; each has a seed of its own, mixed from this one and its number."""

    def playouts(self, position: Position, count: int, seed: int, threads: int = 1) -> list[Result]:
        """Plays a position to its end again and again."""


def pieces(count: int, threads: int) -> Sequence[tuple[int, int]]:
    """The work of several threads: where each begins, and how much it does.

    >>> pieces(10, 4)
    [(0, 3), (3, 3), (6, 2), (8, 2)]
    """
    threads = max(1, min(threads, count))
    share, rest = divmod(count, threads)
    starts = [k * share + min(k, rest) for k in range(threads + 1)]
    return [(start, end - start) for start, end in itertools.pairwise(starts)]
