"""Python objects as bots: :func:`play`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any, Protocol, SupportsIndex

from faraon.arena.games import Seated, bot_for, deal_in
from faraon.arena.run import Run
from faraon.arena.schedule import schedule
from faraon.arena.summary import summary
from faraon.bots.api import Bot, Budget
from faraon.bots.legal import may_play
from faraon.bots.levels import bot_named
from faraon.engines.actions import RETURN
from faraon.engines.errors import GameError
from faraon.game.move import Move
from faraon.game.view import View
from faraon.limits import whole_number
from faraon.play.game import Game, load

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
        if number is None or not 0 <= number < len(actions):
            return None
        row = actions.rows[number]
        far = row.kind == RETURN and row.choice >= players  # nobody sits there
        return None if far else actions.move(number, view.turn, players)


def play(
    bots: Sequence[Chooser | str],
    game: Game | None = None,
    games: int = 200,
    seed: int = 1,
    seconds: float = 30.0,
) -> dict[str, Any]:
    """Lets bots play each other in this process, on the same deals; gives what ``faraon arena --json``
    writes.

    A bot is a name, as the command takes it, or an object with a method ``choose(view, seed)``. By default
    two players play ``classic``; ``games`` are those of one table.

    >>> class Hasty:
    ...     def choose(self, view, seed):
    ...         return view.moves[0]
    >>> result = play([Hasty(), "uniform"], games=4)
    >>> [bot["name"] for bot in result["bots"]], result["games"]
    (['Hasty', 'uniform'], 4)
    """
    game = load("classic") if game is None else game
    names = _names(bots, game)
    named = [name for name, bot in zip(names, bots, strict=True) if isinstance(bot, str)]
    run = Run.of(game, names, games, seed, seconds, checked=named)
    seats: list[Bot] = [
        bot_for(name, game, seconds) if isinstance(bot, str) else OwnBot(name, bot, game)
        for name, bot in zip(names, bots, strict=True)
    ]
    table = Seated(game, tuple(seats))
    deals = schedule(len(names), game.players, run.deals)
    return summary(run.identity(), [deal_in(table, deal, seed) for deal in deals])


def _names(bots: Sequence[Chooser | str], game: Game) -> list[str]:
    """The names of bots; objects without one are called by their class, and numbered."""
    found: list[str] = [bot_named(bot, game.bound.covered) if isinstance(bot, str) else "" for bot in bots]
    for place, bot in enumerate(bots):
        if isinstance(bot, str):
            continue
        if not callable(getattr(bot, "choose", None)):
            raise GameError("bad-request", f"a bot is a name or has a method 'choose', unlike {bot!r}")
        name = str(getattr(bot, "name", "") or type(bot).__name__)
        numbered = (name if number == 1 else f"{name} {number}" for number in count(1))
        found[place] = next(one for one in numbered if one not in found)
    return found
