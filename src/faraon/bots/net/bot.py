"""The player by a network alone: one look at the table, one move."""

from __future__ import annotations

import random
from operator import index

from faraon.bots.api import Advice, Budget
from faraon.bots.hints.reasons import reason_for
from faraon.bots.net.mind import Mind, Networks
from faraon.bots.simple.greedy import Greedy
from faraon.game.move import Move
from faraon.game.view import View
from faraon.play.game import Game


class Net:
    """The move that the network likes best. Where it is set so, and in a game that is too long, one drawn in
    proportion to how much it likes each.

    ``slips`` is how many moves of a hundred are made without thinking. Where cards are missing from the game,
    the greedy player moves.
    """

    def __init__(
        self,
        game: Game,
        style: str = "steady",
        choice: str = "best",
        slips: int = 0,
        networks: Networks | None = None,
    ) -> None:
        settings = [f"style={style}"] * (style != "steady") + [f"choice={choice}"] * (choice != "best")
        self.game, self.mind = game, Mind(game, style, networks)
        named = ",".join(["net", *settings, *[f"slips={slips}"] * (slips > 0)])
        self.name = named + self.mind.networks.setting
        self.sampled, self.slips = choice == "sampled", slips

    def choose(self, view: View, seed: int, budget: Budget | None = None) -> Move:
        if len(view.moves) == 1:
            return view.moves[0]
        rng = random.Random(index(seed))  # noqa: S311 - a game, not a secret
        if self.slips and rng.randrange(100) < self.slips:
            return rng.choice(view.moves)
        if not self.mind.whole(view):
            return Greedy(game=self.game).choose(view, seed)
        if self.sampled:
            return self.mind.drawn(view, rng.random())
        if self.mind.too_long(view):
            return self.mind.drawn_late(view, seed)
        return view.moves[int(self.mind.chances(view).argmax())]

    def advise(self, view: View, seed: int, budget: Budget | None = None) -> Advice:
        """The move, with a reason that is true at this table."""
        return reason_for(self.game, view, self.choose(view, seed))
