"""Python objects as bots: :func:`play`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from faraon.arena.games import Seated, bot_for, deal_in
from faraon.arena.run import Run
from faraon.arena.schedule import schedule
from faraon.arena.summary import summary
from faraon.bots.api import Bot
from faraon.bots.own import Chooser, OwnBot, need_chooser
from faraon.bots.registry import bot_named
from faraon.play.game import Game, load


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
    found: list[str] = [bot_named(bot, game) if isinstance(bot, str) else "" for bot in bots]
    for place, bot in enumerate(bots):
        if isinstance(bot, str):
            continue
        need_chooser(bot)
        name = str(getattr(bot, "name", "") or type(bot).__name__)
        numbered = (name if number == 1 else f"{name} {number}" for number in count(1))
        found[place] = next(one for one in numbered if one not in found)
    return found
