"""Positions in which nobody can move though the game is not over: the rulebook has forgotten something."""

from __future__ import annotations

import random
from collections.abc import Iterator

from faraon.engines.errors import GameError
from faraon.game.position import Position
from faraon.lang.ir import Book
from faraon.play.game import Game
from faraon.words import counted

TRIED = 12
"""Games that are tried for each number of players,"""

MOVES_TRIED = 150
"""and how long each may be."""


def deadlock(position: Position) -> GameError:
    """The error for a position without a legal move."""
    made = counted(position.moves_made, ("move", "moves"))
    made_sk = counted(position.moves_made, ("ťahu", "ťahoch", "ťahoch"))
    return GameError(
        "deadlock",
        f"after {made} the player in seat {position.turn} has no legal move, and the game is not over: "
        "the rulebook has a dead end",
        f"po {made_sk} nemá hráč na mieste {position.turn} čo zahrať a hra sa neskončila: "
        "pravidlá majú slepú uličku",
    )


def find_dead_ends(book: Book) -> Iterator[str]:
    """Plays short random games, and tells the first dead end of each number of players, two at most."""
    least, most = book.players
    for players in range(least, min(least + 1, most) + 1):
        try:
            game = Game(book, players, {})
            game.packs()
        except GameError:
            continue
        for seed in range(TRIED):
            position = _played(game, seed)
            if not position.over and not game.engine.legal(position):
                yield f"{players} players, deal {seed}: {deadlock(position)}"
                break


def _played(game: Game, seed: int) -> Position:
    rng = random.Random(seed)  # noqa: S311 - a game, not a secret
    position = game.deal(seed).position
    while not position.over and position.moves_made < MOVES_TRIED:
        moves = game.engine.legal(position)
        if not moves:
            break
        position, _ = game.engine.play(position, rng.choice(moves))
    return position
