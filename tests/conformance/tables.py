"""Tables that a compiled engine has room for."""

from __future__ import annotations

from collections.abc import Mapping

from faraon.engines.errors import GameError
from faraon.lang.ir import Scalar
from faraon.play.game import Game, load


def one_pack(name: str, players: int, options: Mapping[str, Scalar]) -> Game:
    """A table of one pack with these options; with fewer players if the cards do not suffice for so many."""
    chosen = {**options, "packs": "auto"} if "packs" in options else options
    for number in range(players, 1, -1):
        game = load(name, number, **chosen)
        try:
            if game.packs() == 1:
                return game
        except GameError:
            continue
    raise AssertionError(options)
