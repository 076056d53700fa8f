"""The two players that search: information-set Monte Carlo tree search, and its flat relative."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING

from faraon.bots.api import Advice, Budget
from faraon.bots.belief.trust import Trust
from faraon.bots.hints.reason import NEXT_BEST, Reason
from faraon.bots.hints.reasons import reason_for
from faraon.bots.search.candidates import Candidate, Search
from faraon.bots.search.slow import SlowSearch
from faraon.bots.search.style import Style
from faraon.bots.simple.greedy import Greedy
from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.game.chance import game_seed
from faraon.game.move import Move
from faraon.game.view import View
from faraon.play.fast import native_engine, without_kernel
from faraon.play.game import Game

if TYPE_CHECKING:
    from faraon.bots.belief.worlds import Estimate
    from faraon.bots.search.searcher import Searcher

FOLD_AFTER = 1_000_000
"""So many simulations take about three times as long as compiling the search once more."""


TEACHING, ROUNDS = 1_000, 2_000
"""The duel behind a hint, for each of two moves: what only teaches its trees, and what is counted."""

AHEAD = 0.05
"""A move that is ahead by less needs no reason."""


class Lasting:
    """The compiled search of a table; whoever searches for long gets one with the options folded in.

    It grows the same trees.
    """

    def __init__(
        self, game: Game, style: Style, trust: Trust | Estimate | None, threads: int, tell: Tell
    ) -> None:
        from faraon.bots.search.searcher import Searcher

        self._on = partial(Searcher, game, style, trust, threads, tell)
        self._folded = partial(native_engine, game, specialised=True, tell=tell)
        self.search = self._on()
        self._left = FOLD_AFTER
        self._duelling: Searcher | None = None

    def candidates(self, view: View, seed: int, budget: Budget) -> list[Candidate]:
        found = self.search.candidates(view, seed, budget)
        if self._left > 0:
            self._left -= sum(candidate.visits for candidate in found)
            if self._left <= 0:  # beside the game: nobody waits for it
                threading.Thread(target=self._fold, name="folding").start()
        return found

    def compared(self, view: View, best: Move, other: Move, seed: int) -> Reason | None:
        """Why one move is better than another, counted in a duel; ``None`` if it hardly is, or if no event of
        the next moves explains it."""
        from faraon.bots.search.duel import Duel, duelling_machine
        from faraon.bots.search.measured import measured_reason

        if len(best.cards) == len(view.hand):
            return None  # that they are the last cards says it all
        if self._duelling is None:  # compiled when the first hint is asked for
            self._duelling = self._on(machine=duelling_machine)
        searcher = self._duelling
        worlds = searcher.belief.worlds(view, seed)
        actions = [searcher.engine.actions.number(move, view.turn, len(view.sizes)) for move in (best, other)]
        duel = Duel(searcher, worlds, actions, game_seed(seed, 1))
        duel.fight(TEACHING, keep=False)
        duel.fight(ROUNDS)
        ahead = duel.value(0) - duel.value(1)
        if ahead < AHEAD or ahead < 2 * (duel.error(0) ** 2 + duel.error(1) ** 2) ** 0.5:
            return None
        found = measured_reason(duel, 0, 1, NEXT_BEST)
        return found if found.measured else None

    def _fold(self) -> None:
        self.search = self._on(self._folded())


def search_of(game: Game, style: Style, trust: Trust | Estimate | None, threads: int, tell: Tell) -> Search:
    """The compiled search of a table, or the slow one where there is none."""
    reason = without_kernel(game)
    if reason is None:
        return Lasting(game, style, trust, threads, tell)
    tell(f"the search is slow at this table: {reason}")
    return SlowSearch(game)


def told(reason: Advice, counted: Reason | None, rate: tuple[str, str]) -> Advice:
    """A move with why it is good, what trial games show of it and how they ended."""
    said = [(reason.en, reason.sk), *([(counted.en, counted.sk)] if counted else []), rate]
    en, sk = (" ".join(filter(None, texts)) for texts in zip(*said, strict=True))
    return Advice(reason.move, en, sk)


class Ismcts:
    """One tree over all worlds that the seat can imagine; plays the move that it came back to most often."""

    kind = "ismcts"
    style = Style()

    def __init__(
        self,
        game: Game,
        budget: Budget,
        trust: Trust | Estimate | None = Trust(),  # noqa: B008 - it never changes
        threads: int = 1,
        tell: Tell = tell_on_stderr,
    ) -> None:
        self.name = f"{self.kind}:{budget}"
        self.game = game
        self.budget = budget
        self.search = search_of(game, self.style, trust, threads, tell)

    def candidates(self, view: View, seed: int, budget: Budget | None = None) -> list[Candidate]:
        """The moves that were tried, the best first."""
        return self.search.candidates(view, seed, budget or self.budget)

    def choose(self, view: View, seed: int, budget: Budget | None = None) -> Move:
        if len(view.moves) == 1:
            return view.moves[0]
        return self._allowed(view, seed, budget)[0].move

    def _allowed(self, view: View, seed: int, budget: Budget | None) -> list[Candidate]:
        """The best first of the view's moves: whoever asks may have ruled some out."""
        found = [one for one in self.candidates(view, seed, budget) if one.move in view.moves]
        return found or [Candidate(Greedy().choose(view, seed), 0, 0.5)]

    def advise(self, view: View, seed: int, budget: Budget | None = None) -> Advice:
        """The move, with a reason that is true at this table and how its simulations ended."""
        if len(view.moves) == 1:
            return reason_for(self.game, view, view.moves[0])
        best, *others = self._allowed(view, seed, budget)
        reason = reason_for(self.game, view, best.move)
        if not best.visits:
            return reason
        counted = self.compared(view, best.move, others[0].move, seed) if others else None
        return told(reason, counted, best.rate)

    def compared(self, view: View, best: Move, other: Move, seed: int) -> Reason | None:
        """Why a move is better than the next best, if an event of trial games explains it."""
        search = self.search
        return search.compared(view, best, other, seed) if isinstance(search, Lasting) else None


class Flat(Ismcts):
    """Only the first move is weighed, by playing on lightly from it: no tree."""

    kind = "flat"
    style = Style(deepest=1)
