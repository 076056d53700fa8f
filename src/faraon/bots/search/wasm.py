"""The kernel and the search of a rulebook as one WebAssembly module."""

from __future__ import annotations

from faraon.bots.search.searcher import MACHINE
from faraon.engines.kernels.arrays import TABLE_HEAD
from faraon.engines.kernels.layout import STATE_WORDS
from faraon.engines.kernels.llvm.wasm import wasm_module
from faraon.engines.kernels.native import NativeEngine
from faraon.engines.kernels.numba.module import kernel_of
from faraon.play.game import Game


def search_module(game: Game, fold: bool = False) -> bytes:
    """For all tables of a rulebook, or with the options of this one folded in. Games and trees are those of
    :class:`NativeEngine` to the last bit: both are made of the same texts.

    :class:`GameError` for a table that no compiled engine has room for.
    """
    engine = NativeEngine(game.bound, fold)
    options, _ = kernel_of(game.bound, fold)
    entries: list[dict[str, object]] = [{"name": name} for name in TABLE_HEAD]
    for option in options:
        values = {} if option.type == "int" else {"values": option.values}
        entries.append({"name": option.name, **values})
    about = {
        "rulebook": game.book.name,
        "hash": game.book.hash,
        "state": STATE_WORDS,
        "actions": len(engine.actions),
        "table": entries,
    }
    # Apart, each is optimised for its own uses: no move of a search is a random one.
    return wasm_module([engine.sources(), engine.sources(MACHINE)], about)
