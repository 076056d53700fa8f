"""Plays one deal with all its rotations: the piece of work that is given to processes and machines."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from faraon.arena.external import PREFIX, ExternalBot, ForfeitError, command_of
from faraon.arena.schedule import Deal, Setting
from faraon.bots import Bot, check_name, make_bot, read_name
from faraon.bots.registry import WEIGHTS
from faraon.game.chance import bot_seed
from faraon.game.move import Move
from faraon.play.dead_ends import deadlock
from faraon.play.game import Game
from faraon.play.history import drawn
from faraon.play.state import State

LONGEST_GAME = 5_000
"""Where the rulebook itself sets no limit, a game this long is drawn."""

Watch = Callable[[State, Move], None]
"""Told of every move, with the state before it."""


def check_bot(name: str, game: Game) -> None:
    """:class:`GameError` for a bot that does not exist, or cannot play at this table."""
    if name.startswith(PREFIX):
        command_of(name)
    else:
        check_name(name, game)


def weights_of(names: Iterable[str]) -> dict[str, dict[str, str]]:
    """Of the files of weights that bots play by the sums, as part of what identifies a run: a file may be
    written anew while a run waits to go on."""
    own = [dict(read_name(name).settings).get(WEIGHTS) for name in names if not name.startswith(PREFIX)]
    sums = {file: hashlib.sha256(Path(file).read_bytes()).hexdigest() for file in own if file}
    return {WEIGHTS: sums} if sums else {}


def bot_for(name: str, game: Game, seconds: float) -> Bot:
    """A bot by its name, or a program as ``program:COMMAND LINE``."""
    return ExternalBot(name, game, seconds) if name.startswith(PREFIX) else make_bot(name, game)


@dataclass(frozen=True)
class Seated:
    """A setting made ready: what a worker keeps between two pieces of work."""

    game: Game
    bots: tuple[Bot, ...]


@lru_cache(maxsize=4)
def seated(setting: Setting) -> Seated:
    game = setting.game()
    return Seated(game, tuple(bot_for(name, game, setting.seconds) for name in setting.bots))


@dataclass(frozen=True)
class Played:
    """How one game went."""

    ranks: tuple[int, ...]
    """By seat; 0 is best, and equals share a rank."""
    moves: int
    forfeit: tuple[int, str] | None = None
    """The seat that failed, and how."""

    def to_json(self) -> dict[str, Any]:
        forfeit = {} if self.forfeit is None else {"forfeit": list(self.forfeit)}
        return {"ranks": list(self.ranks), "moves": self.moves, **forfeit}


def play_game(table: Seated, deal: Deal, rotation: int, seed: int, watch: Watch | None = None) -> Played:
    """One game; nothing but the arguments decides how it goes."""
    own = deal.seed(seed)
    seats = deal.seats(rotation)
    state = table.game.deal(own)
    while not state.over and state.position.moves_made < LONGEST_GAME:
        view = state.view(state.turn)
        if not view.moves:
            raise deadlock(state.position)
        try:
            lot = bot_seed(own, rotation, state.position.moves_made)
            move = table.bots[seats[state.turn]].choose(view, lot)
        except ForfeitError as error:
            return Played(_forfeited(state), state.position.moves_made, (state.turn, str(error)))
        if watch is not None:
            watch(state, move)
        state = state.play(move)
    return Played(_ranks(state), state.position.moves_made)


def _ranks(state: State) -> tuple[int, ...]:
    """Who finished where; a drawn game, or one without an end, is a draw for everyone."""
    players = state.game.players
    if not state.over or drawn(state):
        return (0,) * players
    ranks = {seat: place for place, seat in enumerate(state.places)}
    left = [seat for seat in range(players) if seat not in ranks and seat != state.loser]
    ranks.update(dict.fromkeys(left, len(ranks)))
    return tuple(ranks.get(seat, players - 1) for seat in range(players))


def _forfeited(state: State) -> tuple[int, ...]:
    """A bot that fails is last; those that had finished keep their places, the others share the rest."""
    ranks = {seat: place for place, seat in enumerate(state.places)}
    last = state.game.players - 1
    return tuple(
        last if seat == state.turn else ranks.get(seat, len(state.places)) for seat in range(last + 1)
    )


def play_deal(setting: Setting, deal: Deal) -> dict[str, Any]:
    """The work of one worker: a deal in all its rotations, as written to the journal."""
    return deal_in(seated(setting), deal, setting.seed)


def deal_in(table: Seated, deal: Deal, seed: int) -> dict[str, Any]:
    """A deal at a table that is ready."""
    games = [play_game(table, deal, rotation, seed) for rotation in range(deal.rotations)]
    return {
        "table": list(deal.table),
        "deal": deal.number,
        "games": [game.to_json() for game in games],
    }
