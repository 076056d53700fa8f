"""The report of a run as one page: no scripts, nothing loaded from elsewhere, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from importlib import resources
from typing import Any

from faraon.arena.plots import Row, bars, matrix, one_digit, percent, whiskers, whole
from faraon.arena.rating import MIDDLE


def page(title: str, about: Iterable[str], sections: Iterable[str], foot: str) -> str:
    """A whole page; everything but the title is HTML already."""
    style = resources.files("faraon.arena").joinpath("report.css").read_text(encoding="utf-8")
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>{style}</style></head><body>",
            f'<header class="head"><h1>{escape(title)}</h1>',
            *(f"<p>{line}</p>" for line in about),
            "</header><main>",
            *(f"<section>{section}</section>" for section in sections),
            f'</main><footer class="foot">{foot}</footer></body></html>',
            "",
        )
    )


def row(label: str, found: Mapping[str, float], marked: bool = False) -> Row:
    return Row(label, found["value"], found["low"], found["high"], marked)


def interval(found: Mapping[str, float]) -> str:
    """A share with its interval, for a cell of a table."""
    return f"{percent(found['value'])}<small>{percent(found['low'])} – {percent(found['high'])}</small>"


def options_of(run: Mapping[str, Any]) -> str:
    """The options of a run, in a few words."""
    return ", ".join(
        f"<code>{escape(name)} = {escape(str(value))}</code>" for name, value in run["options"].items()
    )


def arena_page(result: Mapping[str, Any]) -> str:
    """The report of an arena."""
    run = result["run"]
    about = (
        f"{result['games']} games of {run['players']} players by <code>{escape(run['rulebook'])}</code>: "
        f"{run['deals']} deals at every table, each in all {run['players']} rotations of the seats.",
    )
    foot = (
        f"Seed {run['seed']}, rulebook <code>{run['hash'][:16]}</code>. Intervals: 95 %, over deals. "
        f"Options: {options_of(run) or 'none'}."
    )
    return page("Faraón arena", about, _sections(result), foot)


def _sections(result: Mapping[str, Any]) -> Iterator[str]:
    bots, players = result["bots"], result["run"]["players"]
    yield "<h2>Result</h2>" + _table(result) + "".join(_forfeits(bots))
    order = sorted(bots, key=lambda bot: -bot["rating"]["value"])
    model = "Bradley–Terry" if players == 2 else "Plackett–Luce"
    rated = [row(bot["name"], bot["rating"]) for bot in order]
    yield (
        f"<h2>Ratings</h2>{whiskers(rated, 'ratings', whole, MIDDLE)}"
        f'<p class="note">{model} strengths on the scale of Elo: the average bot has {whole(MIDDLE)}, and '
        "400 points are odds of ten to one. Intervals come from a bootstrap over deals.</p>"
    )
    names = [bot["name"] for bot in bots]
    cells = [[None if one is None else row("", one) for one in line] for line in result["ahead"]]
    said = "beats" if players == 2 else "finishes ahead of"
    yield (
        f"<h2>Everybody against everybody</h2>{matrix(names, cells, 'win matrix')}"
        f'<p class="note">How often the bot of the row {said} the bot of the column; a draw is half.</p>'
    )
    length = result["length"]
    shape = length["histogram"]
    yield (
        f"<h2>Length of games</h2>{bars(shape['counts'], shape['step'], 'histogram of moves')}"
        f'<p class="note">Moves: {one_digit(length["value"])} on average; half of the games have at most '
        f"{whole(length['p50'])}, nine of ten at most {whole(length['p90'])}, the longest has "
        f"{length['most']}. Drawn games: {result['drawn']}.</p>"
    )
    yield (
        "<h2>The first player</h2>"
        f"{whiskers([row('who starts', result['starter'])], 'first player', percent, result['fair'])}"
        f'<p class="note">How often the player who starts wins; {percent(result["fair"])} would be fair.</p>'
    )


def _table(result: Mapping[str, Any]) -> str:
    several = result["run"]["players"] > 2
    lost = "<th>lost</th>" if several else ""
    head = f"<tr><th>bot</th><th>seats</th><th>won</th>{lost}<th>rating</th><th>forfeits</th></tr>"
    lines = []
    for bot in result["bots"]:
        losses = f"<td>{interval(bot['losses'])}</td>" if several else ""
        lines.append(
            f"<tr><td>{escape(bot['name'])}</td><td>{bot['seats']}</td><td>{interval(bot['wins'])}</td>{losses}"
            f"<td>{whole(bot['rating']['value'])}</td><td>{sum(bot['forfeits'].values())}</td></tr>"
        )
    fair = f'<p class="note">A fair share is {percent(result["fair"])} of the games.</p>'
    return f'<div class="wide"><table>{head}{"".join(lines)}</table></div>{fair}'


def _forfeits(bots: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for bot in bots:
        if bot["forfeits"]:
            said = ", ".join(f"{why}: {count}" for why, count in bot["forfeits"].items())
            yield f'<p class="note warn">{escape(bot["name"])} lost games by failing ({escape(said)}).</p>'
