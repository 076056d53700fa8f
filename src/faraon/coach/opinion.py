"""A second opinion: nobody is blamed for a move that a stronger player would make.

The search thinks that everybody plays on as it does. A network that learned by playing itself plays on
otherwise, and wins against it; where it does not find that a move loses, the move has no mark.
"""

from __future__ import annotations

import threading
from contextlib import suppress

from faraon.bots.api import Budget
from faraon.bots.belief.worlds import Worlds
from faraon.bots.hints.reason import Reason
from faraon.bots.net.deep import Deep
from faraon.bots.search.duel import duelling_machine
from faraon.engines.errors import GameError
from faraon.engines.kernels.cache import Tell
from faraon.game.move import Move
from faraon.game.view import View
from faraon.play.game import Game

WORLDS = 150
"""In which both moves are tried."""

BLAMED = 0.05
"""A loss by the network that bears out one by the search."""

CONTESTED = Reason(
    "contested",
    "In trial games the move loses much, but a network that plays more strongly disagrees, so the move "
    "has no mark.",
    "V skúšobných hrách ťah veľa stojí, ale sieť, ktorá hrá silnejšie, s tým nesúhlasí, preto ťah nemá "
    "značku.",
)


class Opinion:
    """What the networks think at one table."""

    def __init__(self, game: Game, tell: Tell) -> None:
        self._lock = threading.Lock()  # worlds are imagined in one place for all who ask
        self._deep: Deep | None = None
        with suppress(GameError):  # perhaps no network has learned these rules
            self._deep = Deep(game, Budget(simulations=WORLDS), tell=tell, machine=duelling_machine)

    def blames(self, view: View, best: Move, played: Move, seed: int, truth: Worlds | None) -> bool:
        """Whether the played move loses by the network, too; so it is where there is none to ask. It imagines
        worlds of its own, unless the truth is known."""
        if self._deep is None or not self._deep.mind.whole(view):
            return True
        with self._lock:
            good, done = self._deep.rates(view, (best, played), seed, 2 * WORLDS, truth)
        return good - done >= BLAMED

    def prefers_another(self, view: View, move: Move, seed: int) -> bool:
        """Whether another move is better than this one by so much that it would bear out a loss."""
        if self._deep is None or not self._deep.mind.whole(view):
            return False
        many = 4 * WORLDS
        with self._lock:
            other = self._deep.tried(view, seed, Budget(simulations=many))[0].move
            if other.alike(move):
                return False
            ours, theirs = self._deep.rates(view, (move, other), seed + 1, many)
        return theirs - ours >= BLAMED
