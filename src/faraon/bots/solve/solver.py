"""Plays perfectly once nothing is hidden any more, and like another bot until then.

With two players the turned pile ends all secrets: what is not in the own hand, in the pile or in the stock,
whose order everybody has seen, is in the opponent's hand.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from faraon.bots.api import Bot, Budget
from faraon.bots.simple.greedy import Greedy
from faraon.engines.errors import GameError
from faraon.engines.imagine import imagine
from faraon.engines.kernels.cache import tell_on_stderr
from faraon.game.move import Move
from faraon.game.position import Position
from faraon.game.view import View
from faraon.play.fast import native_engine
from faraon.play.game import Game

if TYPE_CHECKING:
    from faraon.bots.solve.proof import ProofSearch


def known_position(game: Game, view: View) -> Position | None:
    """The position, if the player on turn knows every card of it and chance plays no part; else ``None``."""
    if game.players != 2 or game.bound.shuffled or game.bound.covered or view.seat != view.turn or view.over:
        return None
    stock = tuple(card for card in view.known.stock if card is not None)
    hands = [view.known.hands.get(seat, ()) for seat in range(game.players)]
    hands[view.seat] = view.hand
    if len(stock) != view.stock_size or [len(hand) for hand in hands] != list(view.sizes):
        return None
    return imagine(game.bound, view, hands, stock)


class Solver:
    """Solves what can be known within half of the budget; else another bot has the other half.

    A win that was proven once can be missed later, because every choice begins anew: only so the same view
    gives the same move.
    """

    name = "solver"

    def __init__(self, game: Game, budget: Budget, fallback: Bot | None = None) -> None:
        self.game, self.budget = game, budget
        self.fallback: Bot = Greedy() if fallback is None else fallback
        self._search: ProofSearch | None = None
        self._hopeless = False
        self._lock = threading.Lock()  # the table of proofs is one for all who ask

    def choose(self, view: View, seed: int, budget: Budget | None = None) -> Move:
        position = None if len(view.moves) == 1 else known_position(self.game, view)
        allowed = budget or self.budget
        if position is None:
            return self.fallback.choose(view, seed, allowed)
        with self._lock:
            found = self._solved(view, position, allowed.half) if self._ready() else view
        return found if isinstance(found, Move) else self.fallback.choose(found, seed, allowed.half)

    def _ready(self) -> bool:
        """Machine code is loaded when it is needed first; some tables cannot be solved at all."""
        if self._search is None and not self._hopeless:
            try:
                engine = native_engine(self.game)
                from faraon.bots.solve.proof import ProofSearch

                self._search = ProofSearch(engine)
            except GameError as error:
                tell_on_stderr(f"nothing can be solved at this table: {error}")
                self._hopeless = True
        return not self._hopeless

    def _solved(self, view: View, position: Position, budget: Budget) -> Move | View:
        """The best move, if the position is solved; else the view without the moves that lose for certain."""
        from faraon.bots.solve.values import Value, solve

        assert self._search is not None  # noqa: S101 - it is ready
        solution = solve(self._search, position, budget)
        moves = {
            self._search.engine.actions.move(action, view.turn, self.game.players): worth
            for action, worth in solution.moves.items()
        }
        if solution.action is not None:
            return self._search.engine.actions.move(solution.action, view.turn, self.game.players)
        open_moves = tuple(move for move in view.moves if moves[move].value is not Value.loss)
        return view._replace(moves=open_moves or view.moves)
