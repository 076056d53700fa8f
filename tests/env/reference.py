"""Observations written from a :class:`View` alone, so that no number can hold what the view does not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from faraon.engines.kernels.observation import Field
from faraon.game.position import Out
from faraon.game.view import View
from faraon.lang import ir
from faraon.play.game import Game


def observed(game: Game, view: View, fields: tuple[Field, ...]) -> NDArray[np.float32]:
    """What a view says, field by field."""
    rows = {field.name: np.zeros(field.width, np.float32) for field in fields}
    players, seat = game.players, view.seat
    order = [(seat + step) % players for step in range(players)]
    rows["hand"][[*view.hand]] = 1
    pile = [card for card in view.pile if card is not None]
    rows["top"][pile[-1]] = 1
    rows["pile"][pile] = 1
    if "unseen" in rows:
        placed = {*view.hand, *pile, *view.known.stock}
        for step, other in enumerate(order[1:], 1):
            rows[f"known_{step}"][[*view.known.hands[other]]] = 1
            placed.update(view.known.hands[other])
        rows["unseen"][[card for card in game.bound.deck if card not in placed]] = 1
        for place, card in enumerate(view.known.stock):
            if card is not None:
                rows["stock_known"][card] = 1 - place / 32
    for step, other in enumerate(order):
        rows["sizes"][step] = view.sizes[other] / 32
        rows["playing"][step] = view.out[other] == Out.playing
        rows["returnable"][step] = view.out[other] == Out.returnable
        rows["turn"][step] = view.turn == other
    rows["counts"][:] = view.stock_size / 32, len(pile) / 32
    rows["moves"][0] = min(view.moves_made, 2048) / 2048
    for variable, value in zip(game.book.state, view.vars, strict=True):
        if value is not None and (variable.seat is None or variable.seat < players):
            _variable(rows, variable, value, seat, players)
    return np.concatenate([rows[field.name] for field in fields])


def _variable(
    rows: dict[str, NDArray[np.float32]], variable: ir.Variable, value: int, seat: int, players: int
) -> None:
    row = rows[variable.each or variable.name]
    start = 0
    if variable.seat is not None:
        start = (variable.seat - seat) % players * (len(row) // players)
    if variable.type == "bool":
        row[start] = value
    elif variable.type == "int":
        most = max(abs(variable.range[0]), abs(variable.range[1]), 1)
        row[start] = value / next(1 << bits for bits in range(40) if 1 << bits >= most)
    elif value >= 0:
        row[start + ((value - seat) % players if variable.type == "seat" else value)] = 1
