"""The flat search on the Python engine: for tables that have no kernel (several packs, seven and more
players), and for machines without LLVM. A simulation takes some hundred times longer."""

from __future__ import annotations

import math
import random
import time
from operator import index

from faraon.bots.api import Budget
from faraon.bots.belief.history import Spot, present_of
from faraon.bots.search.candidates import Candidate, by_visits
from faraon.engines.imagine import imagine
from faraon.game.move import Move
from faraon.game.position import Position
from faraon.game.view import View
from faraon.play.fast import SlowEngine
from faraon.play.game import Game

LONGEST = 1000
"""Longer rollouts count as drawn."""

CURIOSITY = 1.0


class SlowSearch:
    """Plays the game out at random after each move, in worlds that are all equally likely."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = SlowEngine(game)

    def candidates(self, view: View, seed: int, budget: Budget) -> list[Candidate]:
        rng = random.Random(index(seed))  # noqa: S311 - a game, not a secret
        end = time.monotonic() + (budget.milliseconds or 0) / 1000
        visits, values, made = dict.fromkeys(view.moves, 0), dict.fromkeys(view.moves, 0.0), 0
        while made < budget.simulations if budget.simulations is not None else time.monotonic() < end:
            move = _most_promising(visits, values, made)
            values[move] += self._simulate(view, move, rng)
            visits[move] += 1
            made += 1
        return by_visits(
            Candidate(move, count, values[move] / max(1, count)) for move, count in visits.items()
        )

    def _simulate(self, view: View, move: Move, rng: random.Random) -> float:
        position, _ = self.game.engine.play(self._world(view, rng), move)
        return worth(self.engine.playout(position, rng.getrandbits(64), LONGEST), view.seat)

    def _world(self, view: View, rng: random.Random) -> Position:
        history = present_of(view, [*self.game.bound.deck] * self.game.packs())
        rng.shuffle(history.tokens)
        hands, lies = history.shown, {}
        for spot, token in zip(history.spots, history.tokens, strict=False):
            lies[id(spot)] = token.card
            if spot.owner >= 0:
                hands[spot.owner].append(token.card)
        stock = [lies[id(spot)] if isinstance(spot, Spot) else spot for spot in history.stock]
        return imagine(self.game.bound, view, hands, stock, rng.getrandbits(32))


def _most_promising(visits: dict[Move, int], values: dict[Move, float], made: int) -> Move:
    def bound(move: Move) -> float:
        count = visits[move]
        if count == 0:
            return math.inf
        return values[move] / count + CURIOSITY * math.sqrt(math.log(made) / count)

    return max(visits, key=bound)


def worth(position: Position, seat: int) -> float:
    """What the end of a game is worth for a seat: not to lose it, or to be the first out."""
    if not position.over or (position.loser is None and not position.places):
        return 0.5
    if position.loser is not None:
        return float(position.loser != seat)
    return float(position.places[0] == seat)
