"""Duels: some moves of a view, with equally many simulations for each.

A tree proposes, a duel decides: a tree hardly visits the moves that it thinks little of, and the move that it
likes best was partly lucky. Whoever compares two moves needs equal shares and a fresh seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple

from faraon.bots.belief.worlds import Worlds
from faraon.bots.search.searcher import MACHINE, Searcher
from faraon.engines.extras import extra
from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.engines.kernels.engine import KernelEngine, Machine
from faraon.game.chance import game_seed

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

DUEL = (*MACHINE, "faraon.bots.search.machine.events", "faraon.bots.search.machine.duel")

SPREAD = 0.012
"""What a value is off however many simulations there are: trees learn differently."""

FAITH = 2
"""What is known beforehand of how trees differ counts as much as so many trees that were seen to."""


def duelling_machine(engine: KernelEngine, tell: Tell = tell_on_stderr) -> Machine:
    """The search with its duels, compiled for a kernel."""
    return engine.machine(DUEL, f"the coach of {engine.bound.book.name}", tell)


class Duel:
    """Candidates by their action numbers (``FOUL`` for a foul), weighed in slices."""

    def __init__(self, searcher: Searcher, worlds: Worlds, actions: Sequence[int], seed: int) -> None:
        self.searcher, self.worlds, self.seed = searcher, worlds, seed
        self.actions = np.array(actions, np.int64)
        self.holds = worlds.holds.copy()
        self.slices = 0
        self.used = 1 + len(actions)
        self.nodes: NDArray[np.int32] = np.zeros((self.used, 6), np.int32)
        self.nodes[:, :2] = -1
        self.nodes[1:, 2], self.nodes[1:, 5] = self.actions, 1
        self.nodes[1:, 3] = int(worlds.root[15]) & 255
        self.values: NDArray[np.float64] = np.zeros(self.used)
        self.parts: list[int] = [0]
        """Where the rounds of other duels begin that have joined this one."""
        self.results: NDArray[np.float64] = np.zeros((0, len(actions)))
        self.events: NDArray[np.int64] = np.zeros((0, len(actions)), np.int64)

    def fight(self, rounds: int, keep: bool = True) -> None:
        """Adds so many simulations of every candidate. What trees do that have learned little need not be
        kept."""
        room = self.used + rounds * len(self.actions) + 1
        nodes, values = self.nodes, self.values
        if room > len(nodes):
            self.nodes = np.empty((max(room, 2 * len(nodes)), 6), np.int32)
            self.values = np.empty(len(self.nodes))
            self.nodes[: self.used], self.values[: self.used] = nodes[: self.used], values[: self.used]
        own, worlds = self.searcher, self.worlds
        results = np.zeros((rounds, len(self.actions)))
        events = np.zeros((rounds, len(self.actions)), np.int64)
        self.used = own.machine.duel(
            worlds.root,
            own.engine.table,
            (worlds.spots, self.holds, worlds.cards, worlds.energy),
            (own.tactics.worth, own.tactics.classes),
            astuple(own.style),
            (self.nodes, self.values),
            self.used,
            np.uint64(game_seed(self.seed, self.slices)),
            self.actions,
            results,
            events,
        )
        self.slices += 1
        if keep:
            self.results = np.concatenate([self.results, results])
            self.events = np.concatenate([self.events, events])

    @property
    def rounds(self) -> int:
        return len(self.results)

    def value(self, candidate: int) -> float:
        return float(self.results[:, candidate].mean())

    def join(self, other: Duel) -> None:
        """Adds what another duel of the same candidates has found, with trees of its own."""
        self.parts.append(self.rounds)
        self.results = np.concatenate([self.results, other.results])
        self.events = np.concatenate([self.events, other.events])

    def error(self, candidate: int) -> float:
        """The standard error of a value."""
        return self.error_of(self.results[:, candidate], SPREAD)

    def error_of(self, numbers: NDArray[np.float64] | NDArray[np.int64], spread: float) -> float:
        """The standard error of a mean over all simulations. Trees usually differ by this spread; where
        several were grown, what they are seen to differ by counts as well."""
        parts = np.split(numbers, self.parts[1:])
        trees, within = len(parts), float(numbers.var()) / len(numbers)
        apart = float(np.var([part.mean() for part in parts])) * trees
        more = max(0.0, apart - (trees - 1) * trees * within)  # what luck alone does not make
        between = (FAITH * spread**2 + more) / (FAITH + trees - 1)
        return float((within + between / trees) ** 0.5)
