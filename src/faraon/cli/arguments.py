"""What several commands take."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from faraon.engines.errors import GameError
from faraon.game.options import read_pairs

Rulebook = Annotated[str, typer.Option("--rulebook", "-r", help="A shipped rulebook, or a file.")]
Players = Annotated[int, typer.Option("--players", "-n", help="How many players.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="NAME=VALUE; may be repeated.")]
Language = Annotated[str, typer.Option("--lang", help="en or sk; by default your locale decides.")]


def read_options(given: list[str] | None) -> dict[str, Any]:
    """Options from the command line: numbers are numbers."""
    return read_pairs(
        given or [],
        lambda pair: GameError(
            "bad-option", f"{pair!r} is not of the form NAME=VALUE", f"{pair!r} nemá tvar NÁZOV=HODNOTA"
        ),
    )
