"""Python objects as bots: whatever has a method ``choose``."""

from __future__ import annotations

from typing import Protocol, SupportsIndex

from faraon.bots.api import Budget
from faraon.bots.legal import may_play
from faraon.engines.errors import GameError
from faraon.game.move import Move
from faraon.game.view import View
from faraon.limits import whole_number
from faraon.play.game import Game

MOST_NAMED = 12
"""An error lists so many legal moves."""


class Chooser(Protocol):
    """Whatever chooses one of ``view.moves``: the move itself, its text or its number.

    The seed is all the chance that it needs: one that uses no other plays the same games again.
    """

    def choose(self, view: View, seed: int) -> Move | str | SupportsIndex: ...


class OwnBot:
    """An object in the place of a bot; :class:`GameError` for a move that is not legal."""

    def __init__(self, name: str, chooser: Chooser, game: Game) -> None:
        self.name, self.chooser, self.game = name, chooser, game

    def choose(self, view: View, seed: int, budget: Budget | None = None) -> Move:
        answer = self.chooser.choose(view, seed)
        move = self._read(answer, view)
        if move is None or not may_play(self.game, view, move):
            legal = ", ".join(map(str, view.moves[:MOST_NAMED]))
            more = len(view.moves) - MOST_NAMED
            message = f"{self.name} chose {answer!r}, which is not legal; legal are {legal}"
            raise GameError("illegal-move", f"{message} and {more} more" if more > 0 else message)
        return move

    def _read(self, answer: object, view: View) -> Move | None:
        if isinstance(answer, Move):
            return answer
        if isinstance(answer, str):
            try:
                return Move.parse(answer)
            except ValueError:
                return None
        number, actions, players = whole_number(answer), self.game.actions, self.game.players
        if number is None or not actions.within(number, players):
            return None
        return actions.move(number, view.turn, players)


def need_chooser(bot: object) -> None:
    """:class:`GameError` for what is neither a bot nor its name."""
    if not callable(getattr(bot, "choose", None)):
        raise GameError("bad-request", f"a bot is a name or has a method 'choose', unlike {bot!r}")
