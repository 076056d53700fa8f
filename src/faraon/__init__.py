"""Faraón, the Slovak card game of the mau-mau family: the rulebook is the program.

>>> import faraon
>>> game = faraon.load("classic", players=2)
>>> state = game.deal(seed=7)
>>> state.play(state.moves()[0]).turn
1
"""

from typing import TYPE_CHECKING

from faraon.cards import Card, Suit, Value, pack
from faraon.engines.errors import GameError, IllegalMove
from faraon.game.facts import Reason
from faraon.game.move import Move
from faraon.game.position import Out, Position
from faraon.game.verdict import Verdict
from faraon.game.view import View
from faraon.lang.errors import RulebookError
from faraon.play.game import Game, load
from faraon.play.state import State

__all__ = [
    "Card",
    "Game",
    "GameError",
    "IllegalMove",
    "Move",
    "Out",
    "Position",
    "Reason",
    "RulebookError",
    "State",
    "Suit",
    "Value",
    "Verdict",
    "View",
    "__version__",
    "load",
    "pack",
]

if TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name: str) -> str:
        """The version is looked up only when somebody asks for it."""
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("faraon")
        except PackageNotFoundError:  # a source tree that was never installed
            return "0+source"
