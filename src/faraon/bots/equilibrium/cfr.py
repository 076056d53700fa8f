"""CFR+ on the sequences of a tree: both seats regret in turn what they did not play, and never less than
nothing; the average of what they played, later rounds counting for more, comes to an equilibrium.

Nothing is left to chance: the same tree gives the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from faraon.bots.equilibrium.sequences import Numbers
from faraon.bots.equilibrium.tree import SEATED, Tree
from faraon.engines.extras import extra

with extra("fast"):
    import numpy as np

ROUND = 50
"""So many iterations are made between two looks at what is reached."""


@dataclass(frozen=True)
class Quality:
    """How good a pair of strategies is."""

    value: float
    """What the first seat gets from them,"""
    best: tuple[float, float]
    """and what each seat would get from the best answer to the other's."""

    @property
    def exploitability(self) -> float:
        """What an opponent who knows the strategies gains on the game's value, averaged over the seats."""
        return sum(self.best) / SEATED

    @property
    def keeps(self) -> tuple[float, float]:
        """What each seat still gets if the other one answers its strategy in the best way."""
        return -self.best[1], -self.best[0]

    @property
    def bounds(self) -> tuple[float, float]:
        """Between these two lies the value of the game for the first seat, whatever the strategies are."""
        return -self.best[1], self.best[0]


def quality(tree: Tree, reaches: tuple[Numbers, Numbers]) -> Quality:
    """What both seats get from strategies, given by how likely they make each sequence."""
    gains = tuple(tree.gains(seat, reaches[1 - seat]) for seat in range(SEATED))
    first, second = (seat.best_value(gain) for seat, gain in zip(tree.seats, gains, strict=True))
    return Quality(float(reaches[0] @ gains[0]), (first, second))


@dataclass(frozen=True)
class Equilibrium:
    """A pair of strategies that can hardly be answered."""

    reaches: tuple[Numbers, Numbers]
    iterations: int
    quality: Quality


def equilibrium(tree: Tree, within: float = 1e-5, most: int = 10_000) -> Equilibrium:
    """Strategies against which nobody gains more than ``within``, or the best after so many iterations."""
    regrets = [np.zeros(seat.size) for seat in tree.seats]
    strategies = [seat.uniform for seat in tree.seats]
    reaches = [seat.reaches(seat.uniform) for seat in tree.seats]
    sums = [np.zeros(seat.size) for seat in tree.seats]
    done = 0
    while True:
        for number in range(done + 1, min(done + ROUND, most) + 1):
            for seat, own in enumerate(tree.seats):
                gains = tree.gains(seat, reaches[1 - seat])
                regrets[seat] = np.maximum(regrets[seat] + own.regrets(gains, strategies[seat]), 0)
                strategies[seat] = own.matched(regrets[seat])
                reaches[seat] = own.reaches(strategies[seat])
                sums[seat] += number * reaches[seat]
            done = number
        total = done * (done + 1) / 2
        average = sums[0] / total, sums[1] / total
        found = quality(tree, average)
        if found.exploitability <= within or done >= most:
            return Equilibrium(average, done, found)
