"""Networks and search together: each of the moves that the policy likes is tried in the same imagined worlds.

A simulation is a world and a move: the policy plays on for everybody, and the critic, who knows all cards of
the world, says what became of it. Half of the moves are given up after each part of the simulations.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index

from faraon.bots.api import Advice, Budget
from faraon.bots.belief.worlds import Belief, Worlds
from faraon.bots.hints.reasons import reason_for
from faraon.bots.net.belief import Guess
from faraon.bots.net.evidence import seen_by_all
from faraon.bots.net.futures import Futures
from faraon.bots.net.mind import INSTEAD, Mind, Networks
from faraon.bots.search.ismcts import Ismcts, told
from faraon.bots.search.searcher import machine_of
from faraon.bots.tactics import tactics_of
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.engines.kernels.engine import KernelEngine, Machine, Words
from faraon.engines.kernels.kept import KEPT_WORDS, SEEN
from faraon.game.chance import game_seed
from faraon.game.move import Move
from faraon.game.view import View
from faraon.play.fast import native_engine
from faraon.play.game import Game
from faraon.words import counted

with extra("fast"):
    import numpy as np


@dataclass(frozen=True, slots=True)
class Depth:
    """How a network searches."""

    candidates: int = 5
    """So many moves are tried at most,"""
    unlikely: float = -6.0
    """none that the policy thinks less likely, in logarithms."""
    moves: int = 12
    """So many moves a simulation makes, with the one that is tried."""
    faith: float = 0.02
    """What the policy's logarithm counts beside the value that was found."""
    rows: int = 512
    """So many simulations go on side by side."""
    between: int = 16
    """So often the hidden cards are moved about between two worlds."""


@dataclass
class Tried:
    """A move that was tried, the best first."""

    move: Move
    likely: float
    """The policy's logarithm."""
    number: int
    simulations: int = 0
    total: float = 0.0
    """What all its simulations were worth: each from -1, lost, to 1."""

    @property
    def value(self) -> float:
        return self.total / max(self.simulations, 1)


def equipped(mind: Mind) -> Guess:
    """What a search believes; :class:`GameError` where its networks lack a belief or a critic, as after
    training without one."""
    networks = mind.networks
    for network in (networks.critic, networks.belief):
        if not network.trunk:
            raise GameError(
                "bad-request",
                f"there is no network '{network.name}' in '{networks.weights.name}', and 'deep' needs one: "
                "'net' plays without it",
                f"v '{networks.weights.name}' nie je sieť '{network.name}' a 'deep' ju potrebuje: "
                "'net' hrá bez nej",
            )
    networks.critic.need(mind.full_width, values=networks.weights.seats)
    return Guess(mind)


class Deep:
    """The move that did best in imagined games; where cards are missing, a search without networks.

    In a game that is too long the policy draws a move; advice is the best one all the same.
    """

    def __init__(
        self,
        game: Game,
        budget: Budget,
        style: str = "steady",
        depth: Depth = Depth(),  # noqa: B008 - it never changes
        networks: Networks | None = None,
        tell: Tell = tell_on_stderr,
        machine: Callable[[KernelEngine, Tell], Machine] = machine_of,
    ) -> None:
        """The machine may do more than search."""
        self.game, self.budget, self.depth = game, budget, depth
        self.mind = Mind(game, style, networks)
        self.name = f"deep:{budget}" + f",style={style}" * (style != "steady") + self.mind.networks.setting
        guess = equipped(self.mind)
        engine = native_engine(game, tell=tell)
        self.machine = machine(engine, tell)
        self.belief = Belief(game, engine, self.machine, tactics_of(engine.actions), guess)
        self.tell = tell

    def choose(self, view: View, seed: int, budget: Budget | None = None) -> Move:
        if len(view.moves) == 1:
            return view.moves[0]
        if not self.mind.whole(view):
            return self._light.choose(view, seed)
        if self.mind.too_long(view):
            return self.mind.drawn_late(view, seed)
        return self.tried(view, seed, budget)[0].move

    def tried(self, view: View, seed: int, budget: Budget | None = None) -> list[Tried]:
        """The moves that were tried, the best first; one that is better by far need not be tried."""
        found = self._candidates(view)
        if len(found) > 1:
            found = _Halving(self, view, found, index(seed)).run(budget or self.budget)
        return found

    def rates(
        self, view: View, moves: Sequence[Move], seed: int, simulations: int, worlds: Worlds | None = None
    ) -> list[float]:
        """The chance not to be last after each of some moves, all tried in the same worlds: imagined ones, or
        those that are given."""
        found = [Tried(move, 0.0, self._number(view, move)) for move in moves]
        _Halving(self, view, found, index(seed), worlds).run_all(simulations)
        return [self._chance(one) for one in found]

    def _candidates(self, view: View) -> list[Tried]:
        likely = self.mind.chances(view)
        order = likely.argsort()[::-1][: self.depth.candidates].tolist()
        return [
            Tried(view.moves[at], float(likely[at]), self._number(view, view.moves[at]))
            for place, at in enumerate(order)
            if place == 0 or likely[at] > self.depth.unlikely
        ]

    def _number(self, view: View, move: Move) -> int:
        return self.mind.actions.number(move, view.seat, self.game.players)

    def advise(self, view: View, seed: int, budget: Budget | None = None) -> Advice:
        """The move, with a reason that is true at this table and what its simulations were worth."""
        if len(view.moves) == 1:
            return reason_for(self.game, view, view.moves[0])
        if not self.mind.whole(view):
            return self._light.advise(view, seed)
        best, *others = self.tried(view, seed, budget)
        reason = reason_for(self.game, view, best.move)
        if not best.simulations:
            return reason
        counted = self._light.compared(view, best.move, others[0].move, seed) if others else None
        return told(reason, counted, self._rate(best))

    @cached_property
    def _light(self) -> Ismcts:
        """The search by light play-outs, which also counts events of the next moves."""
        return Ismcts(self.game, Budget.parse(INSTEAD.partition(":")[2]), tell=self.tell)

    def _rate(self, best: Tried) -> tuple[str, str]:
        """What was expected, in both languages."""
        moves, share = self.depth.moves, round(100 * self._chance(best))
        games = counted(best.simulations, ("trial game", "trial games"))
        trials = counted(best.simulations, ("skúšobnej hry", "skúšobných hier"))
        return (
            f"Estimated success rate from {games} of at most {moves} moves: {share}%.",
            f"Odhad úspešnosti z {trials} na najviac {moves} ťahov: {share} %.",
        )

    def _chance(self, one: Tried) -> float:
        """Not to be last: the loser has -1, the others share 1."""
        players = self.game.players
        return min(max((one.value + 1) * (players - 1) / players, 0.0), 1.0)


FEW = 8
"""With the clock running, moves are tried in so many worlds at least."""


class _Halving:
    """One decision: all candidates in the same worlds, then the better half of them in others."""

    def __init__(
        self, own: Deep, view: View, found: list[Tried], seed: int, worlds: Worlds | None = None
    ) -> None:
        self.begun = time.monotonic()
        self.own, self.view, self.found, self.seed = own, view, found, seed
        self.depth = own.depth
        self.futures = Futures(own.mind, own.depth.rows, own.tell)
        self.worlds = own.belief.worlds(view, game_seed(seed, 0)) if worlds is None else worlds
        self.holds = self.worlds.holds.copy()
        self.rng = np.random.default_rng(game_seed(seed, 1))
        self.seen = np.array([seen_by_all(view)], np.uint32).view(np.int32)[0]
        self.batches = self.spent = 0
        self.pace = 0.0
        """How long a simulation took lately."""

    def run(self, budget: Budget) -> list[Tried]:
        left = self.found
        stages = _stages(len(left))
        for number, many in enumerate(stages, 1):
            left = sorted(left, key=self._score, reverse=True)[:many]
            share = number / len(stages)
            if budget.simulations is not None:
                self._try_so_many(left, round(share * budget.simulations))
            else:
                self._try_until(left, self.begun + share * (budget.milliseconds or 0) / 1000)
        rest = [one for one in self.found if one not in left]
        return sorted(left, key=self._score, reverse=True) + sorted(rest, key=self._score, reverse=True)

    def run_all(self, simulations: int) -> None:
        """No move is given up."""
        self._try_so_many(self.found, simulations)

    def _try_so_many(self, left: list[Tried], goal: int) -> None:
        while self.spent < goal:
            self._try(left, -(-(goal - self.spent) // len(left)))

    def _try_until(self, left: list[Tried], end: float) -> None:
        """In batches that will be through by then, as long as the ones before suggest; at least in a few
        worlds."""
        while True:
            room = (end - time.monotonic()) / self.pace if self.pace else 0.0
            worlds = max(int(room / len(left)), FEW)
            if left[0].simulations and room < FEW * len(left):
                return
            start, before = time.monotonic(), self.spent
            self._try(left, worlds)
            self.pace = (time.monotonic() - start) / (self.spent - before)

    def _score(self, one: Tried) -> float:
        return one.value + self.depth.faith * one.likely

    def _try(self, left: list[Tried], most: int) -> None:
        """Each of the moves in so many worlds, or as many as there is room for."""
        count = min(most, self.depth.rows // len(left))
        states = self._imagined(count)
        actions = np.repeat(np.array([one.number for one in left], np.int32), count)
        found = self.futures.worth(
            np.tile(states, (len(left), 1)), actions, self.view.seat, self.depth.moves, self.rng
        )
        for one, total in zip(left, found.reshape(len(left), count).sum(1).tolist(), strict=True):
            one.simulations += count
            one.total += total
        self.spent += count * len(left)

    def _imagined(self, count: int) -> Words:
        """So many worlds, as whole games."""
        worlds, states = self.worlds, np.zeros((count, KEPT_WORDS), np.int32)
        self.batches += 1
        self.own.machine.imagine_all(
            worlds.root,
            (worlds.spots, self.holds, worlds.cards, worlds.energy),
            np.uint64(game_seed(self.seed, 1 + self.batches)),
            self.depth.between,
            states,
        )
        states[:, SEEN] = self.seen
        return states


def _stages(many: int) -> list[int]:
    """How many moves are left in each part of the simulations.

    >>> _stages(5), _stages(4), _stages(2)
    ([5, 3, 2], [4, 2], [2])
    """
    found = [many]
    while found[-1] > 2:
        found.append(-(-found[-1] // 2))
    return found
