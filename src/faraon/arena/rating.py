"""Ratings from finishing orders: Plackett-Luce, which for two players is Bradley-Terry.

Every bot has a strength, and an order comes about place by place: of those still there each takes the next
place with a probability in proportion to strength. The strengths are found by Hunter's minorise-maximise
algorithm (2004). They are shown on the scale of Elo: 400 points are odds of ten to one.

- Equals are taken in the order of their seats and in the reverse, half of each: for two players a draw is
  half a win. Where three or more are equal, this is an approximation.
- So that a bot which never wins, or always, gets a finite rating, everybody has drawn one game more against a
  player of average strength.
- The intervals are percentiles of a bootstrap which draws whole deals, with all their tables and rotations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from faraon.arena.stats import Interval

RESAMPLES = 500
MIDDLE = 1500.0
"""The rating of the average bot."""
SCALE = 400.0 / math.log(10)
PRIOR = 0.5
ROUNDS = 5_000
PRECISION = 1e-9

Array = NDArray[np.float64]


@dataclass
class Orders:
    """Finishing orders, counted by deal: who was chosen, and among whom."""

    bots: int
    fields: dict[tuple[int, ...], int] = field(default_factory=dict)
    """Every group of bots among whom a place was given, and its number."""
    chosen: list[tuple[int, int, float]] = field(default_factory=list)
    """A deal, a bot that took a place in it, and how much that counts."""
    among: list[tuple[int, int, float]] = field(default_factory=list)
    """A deal, a group, and how much that counts."""

    def add(self, deal: int, seats: Sequence[int], ranks: Sequence[int]) -> None:
        """One game: the bot and the rank in every seat."""
        forward = sorted(range(len(seats)), key=lambda seat: (ranks[seat], seat))
        backward = sorted(range(len(seats)), key=lambda seat: (ranks[seat], -seat))
        for order in (forward, backward):
            left = [seats[seat] for seat in order]
            while len(left) > 1:
                group = self.fields.setdefault(tuple(sorted(left)), len(self.fields))
                self.among.append((deal, group, 0.5))
                self.chosen.append((deal, left.pop(0), 0.5))

    def groups(self) -> Array:
        """How often each bot is in each group."""
        matrix = np.zeros((len(self.fields), self.bots))
        for group, number in self.fields.items():
            for bot in group:
                matrix[number, bot] += 1
        return matrix


def strengths(wins: Array, counts: Array, groups: Array) -> Array:
    """The strengths of bots, for many samples at once.

    ``wins[s, b]``: how often bot ``b`` was chosen in sample ``s``; ``counts[s, g]``: how often a place was
    given among group ``g``; ``groups[g, b]``: who is in it.
    """
    found = np.ones_like(wins)
    for _ in range(ROUNDS):
        expected = (counts / (found @ groups.T)) @ groups
        # The game drawn against the average: half a win, and one meeting with a player of strength 1.
        new = (wins + PRIOR) / (expected + 2 * PRIOR / (found + 1.0))
        new /= np.exp(np.log(new).mean(axis=1, keepdims=True))
        done = np.abs(np.log(new / found)).max() < PRECISION
        found = new
        if done:
            break
    return found


def ratings(orders: Orders, deals: int, seed: int, resamples: int = RESAMPLES) -> list[Interval]:
    """A rating with its interval for every bot."""
    groups = orders.groups()
    rng = np.random.Generator(np.random.PCG64(seed))
    chosen, among = Entries.of(orders.chosen, orders.bots), Entries.of(orders.among, len(groups))
    evenly = np.full(deals, 1 / deals)
    wins, counts = np.empty((resamples + 1, orders.bots)), np.empty((resamples + 1, len(groups)))
    for sample in range(resamples + 1):  # one after another: all of them at once need gigabytes
        weights = rng.multinomial(deals, evenly).astype(float) if sample else np.ones(deals)
        wins[sample], counts[sample] = chosen.sums(weights), among.sums(weights)
    found = MIDDLE + SCALE * np.log(strengths(wins, counts, groups))
    low, high = np.percentile(found[1:], [2.5, 97.5], axis=0)
    return [
        Interval(float(value), float(min(a, value)), float(max(b, value)))
        for value, a, b in zip(found[0], low, high, strict=True)
    ]


@dataclass(frozen=True)
class Entries:
    """What was counted, by deal and column; most columns have nothing of most deals."""

    deals: NDArray[np.int64]
    columns: NDArray[np.int64]
    amounts: Array
    width: int

    @classmethod
    def of(cls, entries: Iterable[tuple[int, int, float]], width: int) -> Entries:
        sums: dict[tuple[int, int], float] = {}
        for deal, column, amount in entries:
            sums[deal, column] = sums.get((deal, column), 0.0) + amount
        keys = np.array(list(sums), dtype=np.int64).reshape(-1, 2)
        return cls(keys[:, 0].copy(), keys[:, 1].copy(), np.array(list(sums.values())), width)

    def sums(self, weights: Array) -> Array:
        """The sum of every column, with each deal weighted."""
        found = np.zeros(self.width)
        np.add.at(found, self.columns, self.amounts * weights[self.deals])
        return found
