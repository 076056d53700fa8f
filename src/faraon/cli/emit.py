"""The words of ``faraon rules emit``."""

from __future__ import annotations

from collections.abc import Mapping

from faraon.engines.errors import GameError
from faraon.engines.kernels.numba.module import kernel_plan, numba_source
from faraon.play.game import load


def emitted(
    engine: str, rulebook: str, players: int, fold: bool, options: Mapping[str, object], memory: bool = False
) -> bytes:
    """The generated module, as text or for wasm; options are folded in on demand, and JAX may remember."""
    if memory and engine != "jax":
        raise GameError("bad-request", "--memory goes with jax", "--memory patrí k jadru jax")
    if engine == "jax":
        from faraon.engines.kernels.jax.module import jax_plan, jax_source
        from faraon.engines.kernels.observation import observation_fields

        bound = load(rulebook, players, **options).bound
        return jax_source(jax_plan(bound), observation_fields(bound, memory)).encode()
    if engine == "smt2":
        from faraon.proof.smt2 import deadlock_query
        from faraon.proof.table import open_table

        return deadlock_query(open_table(load(rulebook, players).book, players, options)).encode()
    if options and not fold:
        raise GameError(
            "bad-request",
            "options are parameters of the kernel: add --fold to fold them in",
            "domáce pravidlá sú parametre jadra: s --fold sa doň zapíšu",
        )
    game = load(rulebook, players, **options)
    if engine == "numba":
        return numba_source(kernel_plan(game.bound, fold)).encode()
    if engine == "wasm":
        from faraon.bots.search.wasm import search_module

        return search_module(game, fold)
    raise GameError(
        "bad-request",
        f"there is no compiled engine '{engine}': numba, jax or wasm, or smt2 for a proof",
        f"kompilované jadro '{engine}' neexistuje: numba, jax alebo wasm, alebo smt2 na dôkaz",
    )
