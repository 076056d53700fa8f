"""What a network thinks of a position, as a chance.

Networks learn what a game is worth on average against players like themselves; how often games from there
were really not lost, two numbers for each size of a table tell, which were fitted to games and are kept with
the weights (``benchmarks/net_chance.py``).
"""

from __future__ import annotations

import math

from faraon.bots.net.mind import Mind
from faraon.engines.errors import GameError
from faraon.game.view import View

EDGE = 1e-3
"""Nearer to 0 and 1 nothing is sure."""

FITTED = "chance"
"""Among what is said of the weights: of every number of players the shift and the slope."""


def rate_of(value: float, players: int) -> float:
    """How many of so many games are not lost, if this is what they return.

    >>> rate_of(0.0, 2), round(rate_of(0.0, 4), 2), rate_of(-1.0, 4)
    (0.5, 0.75, 0.0)
    """
    return (value + 1) * (players - 1) / players


class Chances:
    """How likely the player on turn does not lose, in views of one table."""

    def __init__(self, mind: Mind) -> None:
        """:class:`GameError` for weights to which nobody has fitted chances."""
        self.mind = mind
        weights, players = mind.networks.weights, str(mind.game.players)
        fitted = weights.made.get(FITTED, {})
        if players not in fitted:
            raise GameError(
                "bad-request",
                f"nobody has measured what values of '{weights.name}' mean with {players} players",
                f"nikto nezmeral, čo znamenajú hodnoty siete '{weights.name}' pri {players} hráčoch",
            )
        self.shift, self.slope = map(float, fitted[players])

    def __call__(self, view: View) -> float:
        """σ(shift + slope · logit(rate)) for whoever is on turn and sees this."""
        rate = min(1 - EDGE, max(EDGE, rate_of(value_of(self.mind, view), self.mind.game.players)))
        return 1 / (1 + math.exp(-self.shift - self.slope * math.log(rate / (1 - rate))))


def value_of(mind: Mind, view: View) -> float:
    """What the player on turn, who sees this, may expect the game to return: from -1 to 1."""
    if view.turn != view.seat:
        raise GameError("bad-request", "a network values positions for the player on turn")
    value = mind.networks.policy.head("value", mind.thoughts(view))
    return min(1.0, max(-1.0, float(value[0])))
