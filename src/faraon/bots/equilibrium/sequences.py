"""What one seat can decide: its information sets, and the sequences of its own moves that lead from one to
the next.

Sequence 0 is "no move yet". Every information set has a sequence for each of its moves; it can be reached
only by its parent, because nobody forgets what they did (perfect recall). So a strategy is a number for every
sequence, and everything about it is worked out level by level.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from faraon.engines.extras import extra

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True)
class Level:
    """The information sets of a seat after so many moves."""

    sets: slice
    """Which of all information sets they are,"""
    sequences: slice
    """and which of all sequences their moves."""
    owner: Places
    """Of every sequence: its information set, counted from the level's first."""
    parent: Places
    """Of every information set: the seat's own last sequence before it."""


class Sequences:
    """The decisions of one seat."""

    def __init__(self) -> None:
        self.levels: list[Level] = []
        self.first: list[int] = []
        """The first sequence of every information set."""
        self.width: list[int] = []
        """How many moves it has."""
        self.size = 1
        """How many sequences there are."""

    def add(self, parent: Places, width: Places) -> Places:
        """Adds a level; gives the first sequence of each of its information sets."""
        first: Places = self.size + np.concatenate(([0], np.cumsum(width)[:-1])).astype(np.int64)
        owner: Places = np.repeat(np.arange(len(width), dtype=np.int64), width)
        sets = slice(len(self.first), len(self.first) + len(width))
        self.levels.append(Level(sets, slice(self.size, self.size + len(owner)), owner, parent))
        self.first += first.tolist()
        self.width += width.tolist()
        self.size += len(owner)
        return first

    @cached_property
    def uniform(self) -> Numbers:
        """Every move equally likely."""
        found = np.ones(self.size)
        for level in self.levels:
            found[level.sequences] = 1 / np.bincount(level.owner)[level.owner]
        return found

    def reaches(self, strategy: Numbers) -> Numbers:
        """How likely the seat's own moves make each sequence."""
        found = np.ones(self.size)
        for level in self.levels:
            found[level.sequences] = found[level.parent][level.owner] * strategy[level.sequences]
        return found

    def strategy(self, reaches: Numbers) -> Numbers:
        """The opposite: how likely each move is; all equally, where the seat never comes."""
        found = self.uniform.copy()
        for level in self.levels:
            before = reaches[level.parent][level.owner]
            there = before > 0
            found[level.sequences][there] = reaches[level.sequences][there] / before[there]
        return found

    def matched(self, regrets: Numbers) -> Numbers:
        """Each move in proportion to its regret; all equally likely, where there is none."""
        found = self.uniform.copy()
        for level in self.levels:
            own = regrets[level.sequences]
            total = np.bincount(level.owner, own)[level.owner]
            there = total > 0
            found[level.sequences][there] = own[there] / total[there]
        return found

    def regrets(self, gains: Numbers, strategy: Numbers) -> Numbers:
        """How much better each move is than the strategy, if ``gains`` is what the ends after a sequence are
        worth."""
        worth, found = gains.copy(), np.zeros(self.size)
        for level in reversed(self.levels):
            own = worth[level.sequences]
            value = np.bincount(level.owner, own * strategy[level.sequences])
            found[level.sequences] = own - value[level.owner]
            np.add.at(worth, level.parent, value)
        return found

    def best_value(self, gains: Numbers) -> float:
        """What the best moves are worth, all in all."""
        worth = gains.copy()
        for level in reversed(self.levels):
            value = np.full(len(level.parent), -np.inf)
            np.maximum.at(value, level.owner, worth[level.sequences])
            np.add.at(worth, level.parent, value)
        return float(worth[0])
