"""Runs the machine's search for one table and reads its tree."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from functools import lru_cache

from faraon.bots.api import Budget
from faraon.bots.belief.trust import Trust
from faraon.bots.belief.worlds import Belief, Estimate, Worlds
from faraon.bots.search.candidates import Candidate, by_visits
from faraon.bots.search.machine.columns import ACTION, FIRST, NEXT, ROOT, VISITS
from faraon.bots.search.style import Style
from faraon.bots.tactics import Tactics, tactics_of
from faraon.engines.actions import ActionTable
from faraon.engines.extras import extra
from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.engines.kernels.engine import KernelEngine, Machine
from faraon.game.chance import game_seed
from faraon.game.move import Move
from faraon.game.view import View
from faraon.play.fast import native_engine
from faraon.play.game import Game

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

SLICE = 500
"""So many simulations are made between two looks at the clock."""


MACHINE = (
    "faraon.bots.points",
    "faraon.bots.belief.places",
    "faraon.bots.search.machine.columns",
    "faraon.bots.search.machine.elementary",
    "faraon.bots.search.machine.tree",
)


def machine_of(engine: KernelEngine, tell: Tell = tell_on_stderr) -> Machine:
    """The search, compiled for a kernel."""
    return engine.machine(MACHINE, f"the search of {engine.bound.book.name}", tell)


@lru_cache(maxsize=64)
def _tactics(actions: ActionTable) -> Tactics:
    return tactics_of(actions)


class Searcher:
    """Search at one table; threads grow trees of their own, which are added up."""

    def __init__(
        self,
        game: Game,
        style: Style,
        trust: Trust | Estimate | None,
        threads: int = 1,
        tell: Tell = tell_on_stderr,
        engine: KernelEngine | None = None,
        machine: Callable[[KernelEngine, Tell], Machine] = machine_of,
    ) -> None:
        """On the table's own engine, or on another one that was compiled for it; the machine may do more than
        search."""
        self.game = game
        self.engine = engine or native_engine(game, tell=tell)
        self.machine = machine(self.engine, tell)
        self.tactics = _tactics(self.engine.actions)
        self.belief = Belief(game, self.engine, self.machine, self.tactics, trust)
        self.style = style
        self.threads = threads

    def candidates(self, view: View, seed: int, budget: Budget) -> list[Candidate]:
        """What was tried, the most visited first."""
        seeds = [game_seed(seed, number) for number in range(self.threads)]
        worlds = self.belief.worlds(view, seeds[0])
        if self.threads == 1:
            trees = [self._grow(worlds, seeds[0], budget)]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                trees = list(pool.map(lambda own: self._grow(worlds, own, self._share(budget)), seeds))
        return self.read(view, trees)

    def _share(self, budget: Budget) -> Budget:
        if budget.simulations is None:
            return budget
        return Budget(simulations=-(-budget.simulations // self.threads))

    def _grow(self, worlds: Worlds, seed: int, budget: Budget) -> Tree:
        tree = Tree(self, worlds, seed)
        if budget.simulations is not None:
            tree.grow(budget.simulations)
        else:
            end = time.monotonic() + (budget.milliseconds or 0) / 1000
            tree.grow(SLICE)
            while time.monotonic() < end:
                tree.grow(SLICE)
        return tree

    def read(self, view: View, trees: list[Tree]) -> list[Candidate]:
        visits: dict[int, int] = {}
        values: dict[int, float] = {}
        for tree in trees:
            for action, count, value in tree.children():
                visits[action] = visits.get(action, 0) + count
                values[action] = values.get(action, 0.0) + value
        found = [
            Candidate(self._move(action, view), count, values[action] / count)
            for action, count in visits.items()
        ]
        return by_visits(found)

    def _move(self, action: int, view: View) -> Move:
        return self.engine.actions.move(action, view.turn, self.game.players)


class Tree:
    """One tree of one search, grown in slices."""

    def __init__(self, searcher: Searcher, worlds: Worlds, seed: int) -> None:
        self.searcher = searcher
        self.worlds = worlds
        self.holds = worlds.holds.copy()
        self.seed = seed
        self.slices = 0
        self.used = 1
        self.nodes: NDArray[np.int32] = np.empty((2, 6), np.int32)
        self.values: NDArray[np.float64] = np.zeros(2)
        self.nodes[0] = (-1, -1, -1, -1, 0, 0)

    def grow(self, simulations: int) -> None:
        """Adds simulations; each makes at most one node."""
        room = self.used + simulations + 1
        if room > len(self.nodes):
            nodes, values = self.nodes, self.values
            self.nodes = np.empty((max(room, 2 * len(nodes)), nodes.shape[1]), np.int32)
            self.values = np.empty(len(self.nodes))
            self.nodes[: self.used], self.values[: self.used] = nodes[: self.used], values[: self.used]
        own, worlds, style = self.searcher, self.worlds, self.searcher.style
        seed = np.uint64(game_seed(self.seed, self.slices))
        self.slices += 1
        self.used = own.machine.search(
            worlds.root,
            own.engine.table,
            (worlds.spots, self.holds, worlds.cards, worlds.energy),
            (own.tactics.worth, own.tactics.classes),
            astuple(style),
            (self.nodes, self.values),
            self.used,
            seed,
            simulations,
        )

    def children(self) -> list[tuple[int, int, float]]:
        """Of every move at the root: its action, visits and summed results."""
        found, child = [], int(self.nodes[ROOT, FIRST])
        while child >= 0:
            row = self.nodes[child]
            found.append((int(row[ACTION]), int(row[VISITS]), float(self.values[child])))
            child = int(row[NEXT])
        return found
