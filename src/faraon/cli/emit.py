"""The words of ``faraon rules emit``."""

from __future__ import annotations

from collections.abc import Mapping

from faraon.engines.errors import GameError
from faraon.engines.kernels.numba.module import kernel_plan, numba_source
from faraon.play.game import load


def emitted(engine: str, rulebook: str, players: int, fold: bool, options: Mapping[str, object]) -> str:
    """The generated module; options are folded in on demand."""
    if engine == "jax":
        from faraon.engines.kernels.jax.module import jax_plan, jax_source

        return jax_source(jax_plan(load(rulebook, players, **options).bound))
    if options and not fold:
        raise GameError(
            "bad-request",
            "options are parameters of the kernel: add --fold to fold them in",
            "domáce pravidlá sú parametre jadra: s --fold sa doň zapíšu",
        )
    bound = load(rulebook, players, **options).bound
    if engine == "numba":
        return numba_source(kernel_plan(bound, fold))
    raise GameError(
        "bad-request",
        f"there is no compiled engine '{engine}': numba or jax",
        f"kompilované jadro '{engine}' neexistuje: numba alebo jax",
    )
