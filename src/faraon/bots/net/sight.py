"""An observation written from a view alone: the same numbers as machine code writes from a whole game."""

from __future__ import annotations

from faraon.engines.extras import extra
from faraon.engines.kernels.arrays import variables_of
from faraon.engines.kernels.observation import shown_variables
from faraon.game.position import Out
from faraon.game.view import View
from faraon.lang import ir
from faraon.play.game import Game
from faraon.play.numbers import observation_spec

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray


class Sight:
    """Writes the rows of one table.

    >>> from faraon import load
    >>> game = load("classic", players=2)
    >>> Sight(game)(game.deal(seed=3).view(0)).nonzero()[0][:5].tolist()
    [0, 23, 24, 25, 26]
    """

    def __init__(self, game: Game) -> None:
        self.players = game.players
        fields = observation_spec(game)
        self.width = fields[-1].end
        self.scales = {field.name: field.scale for field in fields}
        self.starts = {field.name: field.start for field in fields}
        self.deck = frozenset(map(int, game.bound.deck))
        self.variables = self._variables(game)

    def _variables(self, game: Game) -> list[tuple[int, int, ir.Variable, int, int]]:
        """Of every variable its place in a view, where its field begins, itself, how many numbers it takes,
        and the seat that it belongs to, or -1."""
        found, kept = [], variables_of(game.bound)
        for shown in shown_variables(tuple(variable for _, variable in kept), game.players):
            for number in range(shown.many):
                place, variable = kept[shown.slot + number]
                seat = number if variable.each else -1
                found.append((place, self.starts[shown.name], variable, shown.width, seat))
        return found

    def __call__(self, view: View) -> NDArray[np.float32]:
        """What the seat of a view sees."""
        row = [0.0] * self.width
        self._cards(row, view)
        self._seats(row, view)
        for place, start, variable, width, owner in self.variables:
            value = view.vars[place]
            if value is not None:
                behind = (owner - view.seat) % self.players * width if owner >= 0 else 0
                self._write(row, start + behind, variable, value, view.seat)
        return np.array(row, np.float32)

    def _cards(self, row: list[float], view: View) -> None:
        starts, known, placed = self.starts, view.known, {*view.hand, *view.pile}
        for start, cards in ((starts["hand"], view.hand), (starts["pile"], view.pile)):
            for card in cards:
                if card is not None:
                    row[start + card] = 1.0
        row[starts["top"] + view.top] = 1.0
        for step in range(1, self.players):
            cards = known.hands[(view.seat + step) % self.players]
            start = starts[f"known_{step}"]
            for card in cards:
                row[start + card] = 1.0
            placed.update(cards)
        start, soon = starts["stock_known"], self.scales["stock_known"]
        for place, lying in enumerate(known.stock):
            if lying is not None:
                row[start + lying] = 1 - place / soon
                placed.add(lying)
        start = starts["unseen"]
        for number in self.deck - placed:
            row[start + number] = 1.0

    def _seats(self, row: list[float], view: View) -> None:
        starts, scales, seat, players = self.starts, self.scales, view.seat, self.players
        for step in range(players):
            other = (seat + step) % players
            row[starts["sizes"] + step] = view.sizes[other] / scales["sizes"]
            row[starts["playing"] + step] = view.out[other] == Out.playing
            row[starts["returnable"] + step] = view.out[other] == Out.returnable
        row[starts["turn"] + (view.turn - seat) % players] = 1.0
        counts = starts["counts"]
        row[counts] = view.stock_size / scales["counts"]
        row[counts + 1] = len(view.pile) / scales["counts"]
        most = scales["moves"]
        row[starts["moves"]] = min(view.moves_made, most) / most

    def _write(self, row: list[float], at: int, variable: ir.Variable, value: int, seat: int) -> None:
        if variable.type == "int":
            row[at] = value / self.scales[variable.each or variable.name]
        elif variable.type == "bool":
            row[at] = value
        elif value >= 0:
            row[at + ((value - seat) % self.players if variable.type == "seat" else value)] = 1.0
