"""``faraon arena``: bots against bots, with a table at the end."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from faraon.arena.plots import percent
from faraon.arena.report import arena_page
from faraon.arena.run import Run, Tell, run_arena
from faraon.arena.workers import Place
from faraon.bots.registry import bot_named, stands_in
from faraon.cli import INTERRUPTED
from faraon.engines.errors import GameError
from faraon.play.game import Game


def share(found: Mapping[str, float]) -> str:
    return f"{percent(found['value'])} ({100 * found['low']:.1f} – {100 * found['high']:.1f})"


def wide_console() -> Console:
    """For tables: output that is not a terminal has no width to fit into."""
    console = Console(highlight=False)
    if not console.is_terminal and not os.environ.get("COLUMNS"):
        console.width = 200
    return console


@contextmanager
def progress(what: str) -> Iterator[Tell]:
    """A bar on standard error; nothing where that is not a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(what)
        yield lambda done, whole: bar.update(task, completed=done, total=whole)


@contextmanager
def interruptible(path: Path | None) -> Iterator[None]:
    """Ctrl-C or a request to end stops a run cleanly, and says how to resume it."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except KeyboardInterrupt:
        on = (
            f"what was finished is in {path}.part: the same command goes on from there"
            if path is not None
            else "nothing was kept; with --json FILE it could go on"
        )
        print(f"interrupted; {on}", file=sys.stderr)
        sys.exit(INTERRUPTED)
    finally:
        signal.signal(signal.SIGTERM, before)


def write_page(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise GameError("bad-request", f"cannot write {path}: {error.strerror}") from None


def arena(run: Run, place: Place, json_file: Path | None, html_file: Path | None) -> None:
    """Plays, prints the table and writes what was asked for."""
    for file in (json_file, html_file):
        check_file(file)
    with interruptible(json_file), progress("deals") as tell:
        outcome = run_arena(run, json_file, place, tell)
    console = wide_console()
    console.print(_table(outcome.result))
    for line in _notes(outcome.result):
        console.print(escape(line))
    if place.ray is not None:
        for where, count in sorted(outcome.where.items()):
            console.print(f"{count} deals were played on {escape(where)}")
    if html_file is not None:
        write_page(html_file, arena_page(outcome.result))


def bots_behind(names: list[str], game: Game) -> list[str]:
    """The bots by these names, with those of levels; where a level plays as a bluffer (§17), or without the
    network that it has elsewhere, says so."""
    found = [bot_named(name, game) for name in names]
    for name, bot in zip(names, found, strict=True):
        if game.bound.covered and name != bot:
            print(f"groups are laid covered: {name} plays as {bot}", file=sys.stderr)
        elif stands_in(name, game):
            print(f"the networks have not learned these rules: {name} plays as {bot}", file=sys.stderr)
    return found


def check_file(file: Path | None) -> None:
    """Better to find out now than at the end."""
    if file is None:
        return
    if not file.absolute().parent.is_dir():
        raise GameError("bad-request", f"cannot write {file}: there is no folder {file.parent}")
    if file.is_dir():
        raise GameError("bad-request", f"cannot write {file}: it is a folder")


def _table(result: Mapping[str, Any]) -> Table:
    several = result["run"]["players"] > 2
    table = Table(box=None, pad_edge=False, header_style="")
    table.add_column("bot", overflow="fold", min_width=8)
    for name in ("won", *(["lost"] if several else []), "rating", "seats"):
        table.add_column(name, justify="right", no_wrap=True)
    for bot in sorted(result["bots"], key=lambda one: -one["rating"]["value"]):
        rating = bot["rating"]
        table.add_row(
            escape(bot["name"]),
            share(bot["wins"]),
            *([share(bot["losses"])] if several else []),
            f"{rating['value']:.0f} ({rating['low']:.0f} – {rating['high']:.0f})",
            str(bot["seats"]),
        )
    return table


def _notes(result: Mapping[str, Any]) -> Iterator[str]:
    length = result["length"]
    yield ""
    yield (
        f"{result['games']} games, {result['drawn']} drawn, "
        f"{length['value']:.1f} moves on average ({length['low']:.1f} – {length['high']:.1f})"
    )
    yield f"the starter wins {share(result['starter'])}; fair is {percent(result['fair'])}"
    for bot in result["bots"]:
        for why, count in bot["forfeits"].items():
            yield f"{bot['name']} forfeited {count} games: {why}"
