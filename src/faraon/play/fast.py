"""Playing at scale: machine code where LLVM is installed, otherwise the Python engine, which answers
alike.

Both number moves by the action table, deal alike, and choose random moves by the same documented generator,
so a seed gives the same games on any machine, compiled or not.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from faraon.engines.actions import action_table
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.engines.kernels.llvm.store import need_compiler
from faraon.engines.playing import NO_LIMIT, FastEngine, Result
from faraon.engines.python.engine import PythonEngine
from faraon.engines.rules import need_open_cards
from faraon.game.chance import after_deal, game_seed, words_from
from faraon.game.position import Position

if TYPE_CHECKING:
    from faraon.engines.kernels.jax.engine import JaxEngine
    from faraon.engines.kernels.native import NativeEngine
    from faraon.engines.kernels.numba.engine import NumbaEngine
    from faraon.play.game import Game


class SlowEngine:
    """The Python engine in the place of a kernel."""

    name = "python"

    def __init__(self, game: Game) -> None:
        need_open_cards(game.bound)
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
            state = self.game.deal(own, first=first)
            counter = after_deal(own, len(state.deck or ()))
            found.append(result_of(self.playout(state.position, counter)))
        return found

    def playouts(self, position: Position, count: int, seed: int, threads: int = 1) -> list[Result]:
        return [result_of(self.playout(position, game_seed(seed, number))) for number in range(count)]


def result_of(position: Position) -> Result:
    first_out = position.places[0] if position.places else None
    return Result(position.loser, first_out, position.moves_made)


@lru_cache(maxsize=64)
def _native_engine(oracle: PythonEngine, specialised: bool, tell: Tell) -> NativeEngine:
    """Made once for a table; the Python engine stands for the table, tables with the same rules share it."""
    from faraon.engines.kernels.native import NativeEngine

    return NativeEngine(oracle.bound, specialised, tell)


def native_engine(game: Game, specialised: bool = False, tell: Tell = tell_on_stderr) -> NativeEngine:
    """The machine code of a table; ``specialised`` folds the options in, which takes another compilation.

    :class:`GameError` without LLVM, or for a table that needs the Python engine.
    """
    need_compiler()
    return _native_engine(game.engine, specialised, tell)


@lru_cache(maxsize=64)
def _numba_engine(oracle: PythonEngine, specialised: bool, tell: Tell) -> NumbaEngine:
    from faraon.engines.kernels.numba.engine import NumbaEngine

    return NumbaEngine(oracle.bound, specialised, tell)


def numba_engine(game: Game, specialised: bool = False, tell: Tell = tell_on_stderr) -> NumbaEngine:
    """The same compiled by Numba, for code that calls it from compiled functions of its own."""
    with extra("numba"):
        import numba  # noqa: F401 - only whether it is there

    return _numba_engine(game.engine, specialised, tell)


@lru_cache(maxsize=32)
def _jax_engine(oracle: PythonEngine, memory: bool) -> JaxEngine:
    with extra("jax"):
        from faraon.engines.kernels.jax.engine import JaxEngine

    return JaxEngine(oracle.bound, memory)


def jax_engine(game: Game, memory: bool = False) -> JaxEngine:
    """The JAX kernel of a table; :class:`GameError` for a table that needs another engine.

    With memory, observations tell what a seat knows of hidden cards.
    """
    return _jax_engine(game.engine, memory)


def without_kernel(game: Game) -> GameError | None:
    """Why a table has no machine code on this machine; ``None`` if it has one."""
    try:
        need_compiler()
        from faraon.engines.kernels.numba.module import kernel_of

        kernel_of(game.bound)  # a rulebook may have more variables than a kernel has room for
    except GameError as error:
        return error
    return None


def fast_engine(game: Game, tell: Tell = tell_on_stderr) -> FastEngine:
    """The fastest engine that this machine has for a table."""
    try:
        need_compiler()
    except GameError as error:
        tell(f"the Python engine plays, a thousand times slower than machine code: {error}")
        return SlowEngine(game)
    return native_engine(game, tell=tell)
