"""``faraon puzzles``: solve them in the terminal, or make new ones from games."""

from __future__ import annotations

import datetime
import secrets
from pathlib import Path
from typing import Annotated

import typer

from faraon.cli.arguments import Language
from faraon.cli.language import language_of
from faraon.engines.errors import GameError

puzzles = typer.Typer(help="Puzzles from games.", rich_markup_mode=None)


@puzzles.callback(invoke_without_command=True)
def play(
    context: typer.Context,
    number: Annotated[int | None, typer.Option(min=1, help="This one; otherwise one by chance.")] = None,
    today: Annotated[bool, typer.Option("--daily", help="The puzzle of the day.")] = False,
    kind: Annotated[str, typer.Option(help="Only of this kind: draw, suit, ace, debt, end …")] = "",
    lang: Language = "",
) -> None:
    """Solve puzzles in the terminal."""
    if context.invoked_subcommand is not None:
        return
    from faraon.cli.puzzle_game import TerminalPuzzle
    from faraon.coach.puzzles import daily, shipped

    language = language_of(lang)
    _check_kinds([kind] if kind else [])
    those = [one for one in shipped() if not kind or one.kind == kind]
    if today:
        those = [daily(datetime.datetime.now(tz=datetime.UTC).date())]
    elif number is not None:
        those = [one for one in shipped() if one.id == number]
    if not those:
        last = len(shipped())
        raise GameError(
            "bad-request",
            f"there is no such puzzle: they have the numbers 1 to {last}",
            f"taká úloha nie je: majú čísla 1 až {last}",
        )
    while TerminalPuzzle(those[secrets.randbelow(len(those))], language).run() and len(those) > 1:
        pass


@puzzles.command()
def make(
    output: Annotated[Path, typer.Argument(help="Where to write them, a line each.")],
    games: Annotated[int, typer.Option(min=1, help="How many games are looked at.")] = 1000,
    first: Annotated[int, typer.Option(min=0, help="The number of the first game.")] = 0,
    most_open: Annotated[int, typer.Option(min=0, help="At most so many with all cards open.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Decides everything.")] = 2026,
    kind: Annotated[list[str] | None, typer.Option(help="Only of this kind; may be given again.")] = None,
) -> None:
    """Find puzzles in games of bots: at most one a game, each confirmed by a search ten times as long."""
    from faraon.cli.arena import check_file, progress, write_page
    from faraon.coach.puzzles.making import Maker
    from faraon.coach.puzzles.puzzle import write

    check_file(output)
    _check_kinds(kind or [])
    maker, found = Maker(seed, frozenset(kind or [])), []
    with progress("games") as tell:
        for puzzle in maker.puzzles(range(first, first + games), 1, most_open, tell):
            found.append(puzzle)
    write_page(output, write(found, maker.game.hash))
    typer.echo(f"{len(found)} puzzles from {games} games: {output}")


def _check_kinds(kinds: list[str]) -> None:
    from faraon.coach.puzzles import KINDS

    wrong = next((kind for kind in kinds if kind not in KINDS), None)
    if wrong is not None:
        known = ", ".join(KINDS)
        raise GameError(
            "bad-request",
            f"there is no kind '{wrong}': there are {known}",
            f"druh '{wrong}' nie je: sú {known}",
        )
