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


def read_players(text: str) -> tuple[int, int]:
    """The fewest and the most players of ``2-5`` or ``3``."""
    low, dash, high = text.partition("-")
    if not low.isdecimal() or (dash and not high.isdecimal()) or len(low) > 2 or len(high) > 2:
        raise GameError(
            "bad-players",
            f"{text!r} is not a number of players: write 3 or 2-5",
            f"{text!r} nie je počet hráčov: napíš 3 alebo 2-5",
        )
    return int(low), int(high or low)
