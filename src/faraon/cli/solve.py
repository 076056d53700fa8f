"""``faraon solve``: the equilibrium of a small table, and how far bots are from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from faraon.bots import make_bot
from faraon.bots.equilibrium.cfr import Quality, equilibrium
from faraon.bots.equilibrium.solution import solution, write
from faraon.bots.equilibrium.strategies import exploit
from faraon.bots.equilibrium.tree import Tree
from faraon.bots.levels import bot_named
from faraon.cli.arena import check_file, write_page
from faraon.play.game import Game


def solve(
    game: Game, within: float, iterations: int, bots: list[str], seeds: int, json_file: Path | None
) -> Iterator[str]:
    """Solves the table line by line, and writes the equilibrium to a file."""
    check_file(json_file)
    named = [bot_named(name, game.bound.covered) for name in bots]
    players = [make_bot(name, game) for name in named]  # a wrong name is reported before anything is solved
    tree = Tree(game)
    yield f"{game.name}: {tree.deals:,} deals, {tree.decisions:,} decisions, {tree.sets:,} information sets"
    found = equilibrium(tree, within, iterations)
    low, high = found.quality.bounds
    yield f"{found.iterations} iterations of CFR+: exploitability {found.quality.exploitability:.1e}"
    yield f"the game is worth {found.quality.value:+.5f} to the first player (from {low:+.5f} to {high:+.5f})"
    result = solution(tree, found)
    if players:
        yield ""
        yield f"{'':20} exploitability  keeps as first  as second"
        yield _row("the equilibrium", found.quality)
    for name, bot in zip(named, players, strict=True):
        against = exploit(tree, bot, seeds)
        yield _row(name, against)
        result.setdefault("bots", []).append(
            {
                "name": name,
                "seeds": seeds,
                "exploitability": against.exploitability,
                "keeps": list(against.keeps),
            }
        )
    if json_file is not None:
        write_page(json_file, write(result))


def _row(name: str, found: Quality) -> str:
    first, second = found.keeps
    return f"{name:20} {found.exploitability:14.5f}  {first:+14.5f}  {second:+9.5f}"
