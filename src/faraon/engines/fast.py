"""Playing at scale: the Numba kernel where it is installed, else the interpreter with the same answers.

Both number moves by the action table, deal alike, and choose random moves by the same documented generator,
so a seed gives the same games on any machine, compiled or not.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from faraon.engines.actions import ActionTable, action_table
from faraon.engines.api import Game
from faraon.engines.errors import GameError
from faraon.engines.interpreter import Interpreter
from faraon.engines.kernels.arrays import check_table
from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.game.chance import DEAL_WORDS, game_seed, words_from
from faraon.game.position import Position

if TYPE_CHECKING:
    from faraon.engines.kernels.numba_engine import NumbaEngine

NO_LIMIT = 1 << 40


@dataclass(frozen=True, slots=True)
class Result:
    """How one game ended."""

    loser: int | None
    first_out: int | None
    """Who was the first to finish."""
    moves: int


class FastEngine(Protocol):
    """What plays whole games of one table, and numbers their moves."""

    name: str
    actions: ActionTable

    def legal(self, position: Position) -> list[int]:
        """The actions of all legal moves, in their order."""

    def play(self, position: Position, action: int) -> Position:
        """The position after a legal move."""

    def playout(self, position: Position, counter: int, most: int = NO_LIMIT) -> Position:
        """The position after random moves: to the end of the game, or so many."""

    def games(self, count: int, seed: int, first: int = 0, threads: int = 1) -> list[Result]:
        """Deals and plays random games; each has a seed of its own, mixed from this one and its number."""

    def playouts(self, position: Position, count: int, seed: int, threads: int = 1) -> list[Result]:
        """Plays a position to its end again and again."""


class SlowEngine:
    """The interpreter in the place of a kernel."""

    name = "interpreter"

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = game.engine
        self.actions = action_table(game.book)

    def legal(self, position: Position) -> list[int]:
        players = self.game.players
        return [self.actions.number(move, position.turn, players) for move in self.engine.legal(position)]

    def play(self, position: Position, action: int) -> Position:
        return self.engine.play(position, self.actions.move(action, position.turn, self.game.players))[0]

    def playout(self, position: Position, counter: int, most: int = NO_LIMIT) -> Position:
        words = words_from(counter)
        while not position.over and most > 0:
            moves = self.engine.legal(position)
            if not moves:
                break
            position, _ = self.engine.play(position, moves[(next(words) * len(moves)) >> 64])
            most -= 1
        return position

    def games(self, count: int, seed: int, first: int = 0, threads: int = 1) -> list[Result]:
        found = []
        for number in range(count):
            own = game_seed(seed, number)
            position = self.game.deal(own, first=first).position
            found.append(result_of(self.playout(position, own + DEAL_WORDS)))
        return found

    def playouts(self, position: Position, count: int, seed: int, threads: int = 1) -> list[Result]:
        return [result_of(self.playout(position, game_seed(seed, number))) for number in range(count)]


def result_of(position: Position) -> Result:
    first_out = position.places[0] if position.places else None
    return Result(position.loser, first_out, position.moves_made)


@lru_cache(maxsize=64)
def _numba_engine(oracle: Interpreter, specialised: bool, tell: Tell) -> NumbaEngine:
    """Made once for a table; the interpreter stands for the table, tables with the same rules share it."""
    from faraon.engines.kernels.numba_engine import NumbaEngine

    return NumbaEngine(oracle.bound, specialised, tell)


def numba_engine(game: Game, specialised: bool = False, tell: Tell = tell_on_stderr) -> NumbaEngine:
    """The kernel of a table; ``specialised`` folds the options in, which takes another compilation.

    :class:`ImportError` without Numba, :class:`GameError` for a table that needs the interpreter.
    """
    return _numba_engine(game.engine, specialised, tell)


def without_kernel(game: Game) -> str | None:
    """Why a table has no Numba kernel on this machine; ``None`` if it has one."""
    try:
        import numba  # noqa: F401 - only whether it is there

        from faraon.engines.kernels.numba_text import kernel_of

        check_table(game.bound)
        kernel_of(game.bound)  # a rulebook may have more variables than a kernel has room for
    except (ImportError, GameError) as error:
        return str(error)
    return None


def fast_engine(game: Game, tell: Tell = tell_on_stderr) -> FastEngine:
    """The fastest engine that this machine has for a table."""
    try:
        import numba  # noqa: F401 - only whether it is there
    except ImportError as error:
        tell(f"Numba is missing ({error}): the interpreter plays, a thousand times slower")
        return SlowEngine(game)
    return numba_engine(game, tell=tell)


def pieces(count: int, threads: int) -> Sequence[tuple[int, int]]:
    """The work of several threads: where each begins, and how much it does.

    >>> pieces(10, 4)
    [(0, 3), (3, 3), (6, 2), (8, 2)]
    """
    threads = max(1, min(threads, count))
    share, rest = divmod(count, threads)
    starts = [k * share + min(k, rest) for k in range(threads + 1)]
    return [(start, end - start) for start, end in itertools.pairwise(starts)]
