"""What a network believes about the hidden cards, for whoever imagines worlds."""

from __future__ import annotations

from faraon.bots.belief.worlds import Alternatives
from faraon.bots.net.evidence import Evidence
from faraon.bots.net.mind import Mind
from faraon.engines.extras import extra
from faraon.game.view import View

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray


class Guess:
    """An :class:`Estimate` by a network: of every seat and card the odds that it is held there."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.evidence = Evidence(mind.game, mind.networks.weights.seats, mind.features)
        others = 32 * (mind.networks.weights.seats - 1)
        mind.networks.belief.need(mind.senses.width + self.evidence.width, cards=others)

    def logits(self, view: View, past: Alternatives | None) -> NDArray[np.float32]:
        """That the next seats hold each card: a row a seat, of which hidden cards alone mean anything."""
        seen, mind = self.mind.sight(view), self.mind
        network = mind.networks.belief
        row = np.concatenate([mind.senses(seen), self.evidence(view, seen, past)])
        return network.head("cards", network.features(row)).reshape(-1, 32)

    def __call__(self, view: View, past: Alternatives | None) -> NDArray[np.float64]:
        players = self.mind.game.players
        unlikely = np.zeros((players, 32))
        for step, logits in enumerate(self.logits(view, past)[: players - 1], 1):
            unlikely[(view.seat + step) % players] = -logits
        return unlikely
