"""From an observation to what networks read: zeros, ones and fractions, alike in NumPy and in JAX.

A network may know tables of several sizes: then seats that a table lacks are empty. Numbers become steps: a 1
for each of these that is reached, which no precision spoils.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from faraon.engines.extras import extra
from faraon.engines.kernels.arrays import variables_of
from faraon.engines.kernels.observation import Field, shown_variables
from faraon.play.game import Game
from faraon.play.numbers import observation_spec

with extra("fast"):
    import numpy as np

STEPS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192)


class Piece(NamedTuple):
    """Neighbours in an observation, and so many empty inputs behind them."""

    start: int
    width: int
    empty: int


class Senses:
    """How one table's observations look to a network for tables of up to so many seats.

    >>> from faraon import load
    >>> Senses(load("classic", players=2), seats=2).width, Senses(load("classic", players=3), seats=5).width
    (371, 536)
    """

    def __init__(self, game: Game, seats: int) -> None:
        self.game, self.seats = game, seats
        self.fields = observation_spec(game)
        self.plain: list[Piece] = []
        self.numbers: list[Piece] = []
        self.scales: list[float] = []
        """Of all numbers, those of empty seats too."""
        missing = seats - game.players
        per_seat = self._per_seat()
        for field in self.fields:
            each = per_seat.get(field.name, 0)
            piece = Piece(field.start, field.width, missing * each)
            if field.scale > 1 and field.name != "stock_known":
                self.numbers.append(piece)
                self.scales += [float(field.scale)] * (piece.width + piece.empty)
            elif field.name == f"known_{game.players - 1}":
                self.plain.append(Piece(field.start, field.width, missing * 32))
            else:
                self.plain.append(piece)
        self.width = sum(piece.width + piece.empty for piece in self.plain) + len(self.scales) * len(STEPS)
        self._scales = np.array(self.scales, np.float32)
        self._steps = np.array(STEPS, np.float32) - 0.5

    def _per_seat(self) -> dict[str, int]:
        """How many numbers of a field belong to each seat; fields that are not there have none."""
        found = dict.fromkeys(("sizes", "playing", "returnable", "turn"), 1)
        variables = tuple(variable for _, variable in variables_of(self.game.bound))
        for one in shown_variables(variables, self.game.players):
            if one.variable.each:
                found[one.name] = one.width
            elif one.variable.type == "seat":
                found[one.name] = 1
        return found

    def field(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)

    def __call__(self, seen: Any, xp: Any = np) -> Any:
        """Rows for a network from rows of observations."""
        plain, numbers = self._taken(self.plain, seen, xp), self._taken(self.numbers, seen, xp)
        steps = (numbers * self._scales)[..., None] >= self._steps
        steps = steps.reshape(*steps.shape[:-2], steps.shape[-2] * steps.shape[-1])
        return xp.concatenate([plain, steps.astype(plain.dtype)], -1)

    @staticmethod
    def _taken(pieces: list[Piece], seen: Any, xp: Any) -> Any:
        parts = []
        for start, width, empty in pieces:
            parts.append(seen[..., start : start + width])
            if empty:
                parts.append(xp.zeros((*seen.shape[:-1], empty), seen.dtype))
        return xp.concatenate(parts, -1)
