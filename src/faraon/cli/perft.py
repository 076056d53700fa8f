"""The words of ``faraon perft``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from faraon.cli.explain import read_position
from faraon.engines.errors import GameError
from faraon.play.fast import SlowEngine, fast_engine, native_engine, numba_engine
from faraon.play.game import Game, load
from faraon.play.state import State
from faraon.testing.conformance import Engine
from faraon.testing.perft import PerftFile, divide, perft


def tell_perft(
    position: str, depth: int, rulebook: str, options: Mapping[str, object], engine: str
) -> Iterator[str]:
    """The counts for every depth, and for the last one divided by first moves."""
    state = _state(position, rulebook, options)
    player = _engine(state.game, engine)
    for shallow in range(1, depth):
        yield f"depth {shallow}: {perft(player, state.position, shallow)}"
    counts = list(divide(state.game, player, state.position, depth))
    yield f"depth {depth}: {sum(count for _, count in counts)}"
    for move, count in counts:
        yield f"  {move}: {count}"


def _state(position: str, rulebook: str, options: Mapping[str, object]) -> State:
    """From a perft file, which names its rulebook and options, or from a bare position."""
    path = Path(position)
    if position.endswith(".txt") and path.is_file():
        try:
            return PerftFile.parse(path.read_text(encoding="utf-8")).state()
        except UnicodeDecodeError:
            raise GameError("bad-position", f"{position} is not UTF-8 text") from None
    data = read_position(position)
    return load(rulebook, len(data["hands"]), **options).position(data)


def _engine(game: Game, name: str) -> Engine:
    match name:
        case "":
            return fast_engine(game)
        case "python":
            return SlowEngine(game)
        case "llvm":
            return native_engine(game)
        case "numba":
            return numba_engine(game)
        case _:
            raise GameError("bad-request", f"there is no engine '{name}': llvm, numba or python")
