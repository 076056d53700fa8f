"""``faraon solve``: the equilibrium of a small table, and how far bots are from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from faraon.bots import make_bot
from faraon.bots.equilibrium.cfr import Quality, equilibrium
from faraon.bots.equilibrium.efg import efg_lines
from faraon.bots.equilibrium.solution import solution, write
from faraon.bots.equilibrium.strategies import exploit
from faraon.bots.equilibrium.tree import Tree
from faraon.bots.registry import bot_named
from faraon.cli.arena import check_file, write_page
from faraon.play.game import Game


@dataclass(frozen=True)
class Asked:
    """What is to be found out."""

    within: float
    """The exploitability to reach,"""
    iterations: int
    """at most after so many."""
    bots: tuple[str, ...]
    """Whose distance is measured,"""
    seeds: int
    """each asked so often at every information set."""


def solve(game: Game, asked: Asked, json_file: Path | None, efg_file: Path | None) -> Iterator[str]:
    """Solves the table and tells of it line by line; writes the equilibrium and the whole game to files."""
    for file in (json_file, efg_file):
        check_file(file)
    # a wrong name is reported before anything is solved
    named = [bot_named(bot, game) for bot in asked.bots]
    bots = [make_bot(name, game) for name in named]
    wide = max([20, *map(len, named)])  # a name may carry a path
    tree = Tree(game)
    yield f"{game.name}: {tree.deals:,} deals, {tree.decisions:,} decisions, {tree.sets:,} information sets"
    if efg_file is not None:
        write_page(efg_file, "".join(efg_lines(tree)))
    found = equilibrium(tree, asked.within, asked.iterations)
    low, high = found.quality.bounds
    yield f"{found.iterations} iterations of CFR+: exploitability {found.quality.exploitability:.1e}"
    yield f"the game is worth {found.quality.value:+.5f} to the first player (from {low:+.5f} to {high:+.5f})"
    if bots:
        yield ""
        yield f"{'':{wide}} exploitability  keeps as first  as second"
        yield _row("the equilibrium", found.quality, wide)
    measured = []
    for name, bot in zip(named, bots, strict=True):
        against = exploit(tree, bot, asked.seeds)
        yield _row(name, against, wide)
        told = {"name": name, "seeds": asked.seeds, "exploitability": against.exploitability}
        measured.append({**told, "keeps": list(against.keeps)})
    if json_file is not None:
        write_page(json_file, write({**solution(tree, found), "bots": measured}))


def _row(name: str, found: Quality, wide: int) -> str:
    first, second = found.keeps
    return f"{name:{wide}} {found.exploitability:14.5f}  {first:+14.5f}  {second:+9.5f}"
