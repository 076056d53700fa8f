"""From how often simulations are won to a chance: measured on games (benchmarks/coach_calibration.py).

Simulations are won more often than the games that are played on by strong players: they read too much into
what others do, and play lightly at their ends.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from faraon.coach.shapes import Chance
from faraon.play.game import Game

WITHIN = 1.645
"""Nine times out of ten a value is so many standard errors around the true one."""

EDGE = 1e-3
"""Nearer to 0 and 1 nothing is sure that is not proven."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """chance = σ(shift + slope · logit(rate))"""

    shift: float = 0.0
    slope: float = 1.0
    off: float = 0.07
    """How far the chance is from what came, on average, in games that were not used to fit it."""

    def chance(self, rate: float) -> float:
        """The chance behind a rate of simulations.

        >>> round(Calibration(-0.2, 1.0).chance(0.5), 3)
        0.45
        """
        clipped = min(1 - EDGE, max(EDGE, rate))
        return 1 / (1 + math.exp(-self.shift - self.slope * math.log(clipped / (1 - clipped))))

    def error(self, rate: float, error: float) -> float:
        """The standard error of the chance."""
        return (self.chance(min(1.0, rate + error)) - self.chance(max(0.0, rate - error))) / 2

    def band(self, value: float, error: float) -> Chance:
        """A chance with its band."""
        wide = WITHIN * math.hypot(error, self.off)
        return Chance(value, max(0.0, value - wide), min(1.0, value + wide))


CALIBRATIONS = {2: Calibration(-0.023, 0.881, 0.039)}
"""Of ``classic`` by its own options, for the numbers of players that were measured."""

UNMEASURED = Calibration()


def calibration_of(game: Game) -> Calibration:
    """That of a table; one that was not measured takes rates as they are, in a wide band."""
    default = {option.name: option.default for option in game.book.options}
    if game.name == "classic" and dict(game.options) == default:
        return CALIBRATIONS.get(game.players, UNMEASURED)
    return UNMEASURED
