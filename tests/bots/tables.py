"""Tables and positions for tests of bots."""

from __future__ import annotations

import random
from typing import Any

from faraon.engines.errors import GameError
from faraon.lang.ir import Scalar
from faraon.lang.library import read_book
from faraon.play.game import Game
from faraon.play.state import State
from faraon.testing.options import pairwise

CLASSIC = read_book("classic")
SETS = pairwise(CLASSIC)


def table(options: dict[str, Scalar], players: int) -> Game:
    """A table with these options, with fewer players if the packs do not suffice for so many."""
    for number in range(players, 1, -1):
        game = Game(CLASSIC, number, options)
        try:
            game.packs()
        except GameError:
            continue
        return game
    raise AssertionError(f"nobody can play with {options}")


def permuted(game: Game, state: State, rng: random.Random) -> State:
    """The same position with the hidden cards dealt out differently."""
    data: dict[str, Any] = state.to_json()
    hidden = [card for seat, hand in enumerate(data["hands"]) if seat != state.turn for card in hand]
    hidden += data["stock"]
    rng.shuffle(hidden)
    data["hands"] = [
        hand if seat == state.turn else [hidden.pop() for _ in hand]
        for seat, hand in enumerate(data["hands"])
    ]
    data["stock"] = hidden
    return game.position(data)
