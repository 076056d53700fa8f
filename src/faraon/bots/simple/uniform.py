"""Any legal move, all equally likely."""

from __future__ import annotations

import random
from operator import index

from faraon.bots.api import Budget
from faraon.game.move import Move
from faraon.game.view import View


class Uniform:
    """Plays at random; the weakest honest player, and the yardstick of all others."""

    name = "uniform"

    def choose(self, view: View, seed: int, budget: Budget | None = None) -> Move:
        return random.Random(index(seed)).choice(view.moves)  # noqa: S311 - a game, not a secret
