"""The two players that search: information-set Monte Carlo tree search, and its flat relative."""

from __future__ import annotations

import threading
from functools import partial

from faraon.bots.api import Advice, Budget
from faraon.bots.belief.trust import Trust
from faraon.bots.hints.reasons import reason_for
from faraon.bots.search.candidates import Candidate, Search
from faraon.bots.search.slow import SlowSearch
from faraon.bots.search.style import Style
from faraon.bots.simple.greedy import Greedy
from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.game.move import Move
from faraon.game.view import View
from faraon.play.fast import native_engine, without_kernel
from faraon.play.game import Game

FOLD_AFTER = 1_000_000
"""So many simulations take about three times as long as compiling the search once more."""


class Lasting:
    """The compiled search of a table; whoever searches for long gets one with the options folded in.

    It grows the same trees.
    """

    def __init__(self, game: Game, style: Style, trust: Trust | None, threads: int, tell: Tell) -> None:
        from faraon.bots.search.searcher import Searcher

        self._on = partial(Searcher, game, style, trust, threads, tell)
        self._folded = partial(native_engine, game, specialised=True, tell=tell)
        self.search = self._on()
        self._left = FOLD_AFTER

    def candidates(self, view: View, seed: int, budget: Budget) -> list[Candidate]:
        found = self.search.candidates(view, seed, budget)
        if self._left > 0:
            self._left -= sum(candidate.visits for candidate in found)
            if self._left <= 0:  # beside the game: nobody waits for it
                threading.Thread(target=self._fold, name="folding").start()
        return found

    def _fold(self) -> None:
        self.search = self._on(self._folded())


def search_of(game: Game, style: Style, trust: Trust | None, threads: int, tell: Tell) -> Search:
    """The compiled search of a table, or the slow one where there is none."""
    reason = without_kernel(game)
    if reason is None:
        return Lasting(game, style, trust, threads, tell)
    tell(f"the search is slow at this table: {reason}")
    return SlowSearch(game)


class Ismcts:
    """One tree over all worlds that the seat can imagine; plays the move that it came back to most often."""

    kind = "ismcts"
    style = Style()

    def __init__(
        self,
        game: Game,
        budget: Budget,
        trust: Trust | None = Trust(),  # noqa: B008 - it never changes
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
        return self._best(view, seed, budget).move

    def _best(self, view: View, seed: int, budget: Budget | None) -> Candidate:
        """The best of the view's moves: whoever asks may have ruled some out."""
        for candidate in self.candidates(view, seed, budget):
            if candidate.move in view.moves:
                return candidate
        return Candidate(Greedy().choose(view, seed), 0, 0.5)

    def advise(self, view: View, seed: int, budget: Budget | None = None) -> Advice:
        """The move, with a reason that is true at this table and how its simulations ended."""
        if len(view.moves) == 1:
            return reason_for(self.game, view, view.moves[0])
        best = self._best(view, seed, budget)
        reason = reason_for(self.game, view, best.move)
        if not best.visits:
            return reason
        en, sk = best.rate
        return Advice(best.move, f"{reason.en} {en}".lstrip(), f"{reason.sk} {sk}".lstrip())


class Flat(Ismcts):
    """Only the first move is weighed, by playing on lightly from it: no tree."""

    kind = "flat"
    style = Style(deepest=1)
