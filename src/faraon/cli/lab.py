"""``faraon lab``: what every setting does to the game, as tables."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from faraon.arena.workers import Place
from faraon.cli.arena import check_file, interruptible, progress, wide_console, write_page
from faraon.lab.report import TITLES, lab_page, notes, show
from faraon.lab.run import Lab, run_lab

HEADS = {
    "moves": "moves",
    "starter": "starter wins",
    "gain": "skill",
    "comeback": "comebacks",
    "drawn": "drawn",
}
MARK = "*"


def lab(work: Lab, place: Place, json_file: Path | None, html_file: Path | None) -> None:
    """Measures, prints the tables and writes what was asked for."""
    for file in (json_file, html_file):
        check_file(file)
    with interruptible(json_file), progress("deals") as tell:
        result = run_lab(work, json_file, place, tell).result
    console = wide_console()
    run, strong = result["run"], escape(result["run"]["strong"])
    console.print(
        f"{run['rulebook']}, {run['players']} players, {run['games']} games a setting: {strong} with itself; "
        f"skill is what {strong} wins of {escape(run['weak'])} above a fair share"
    )
    console.print(_table(result))
    for option in result["options"]:
        for line in notes(option):
            console.print(f"{option['name']} = {escape(line)}")
    console.print(f"\n{MARK} differs from the default, deal by deal (95 %)")
    if html_file is not None:
        write_page(html_file, lab_page(result))


def _table(result: Mapping[str, Any]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="")
    table.add_column("setting", overflow="fold")
    for name in TITLES:
        table.add_column(HEADS[name], justify="right", no_wrap=True)
    table.add_row("all defaults", *(_cell(name, result["baseline"][name], False) for name in TITLES))
    for option in result["options"]:
        for one in option["values"]:
            if not one["same"]:
                cells = (_cell(name, one[name], one["differences"][name]["marked"]) for name in TITLES)
                table.add_row(f"{option['name']} = {one['value']}", *cells)
    return table


def _cell(name: str, found: Mapping[str, float], marked: bool) -> str:
    half = (found["high"] - found["low"]) / 2
    plus = f"{half:.1f}" if name == "moves" else f"{100 * half:.1f}"
    return f"{show(name, found['value'])} ± {plus}{MARK if marked else ' '}"
