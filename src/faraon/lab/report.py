"""The report of the laboratory as one page, with a small plot of every measure for every option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from faraon.arena.plots import Row, Show, one_digit, percent, whiskers
from faraon.arena.report import page, row

TITLES = {
    "moves": "Length in moves",
    "starter": "Who starts wins",
    "gain": "Strong over weak, above a fair share",
    "comeback": "Comebacks",
    "drawn": "Drawn games",
}
"""In the order in which they are shown."""
MOST_FIRED = 8
"""How many changed rules are named for a setting."""


def show(measure: str, value: float) -> str:
    return one_digit(value) if measure == "moves" else percent(value)


def lab_page(result: Mapping[str, Any]) -> str:
    """The report of a laboratory."""
    run = result["run"]
    about = (
        f"What the settings of <code>{escape(run['rulebook'])}</code> do to a game of {run['players']} "
        f"players: {run['games']} games of <code>{escape(run['strong'])}</code> with itself for each, "
        f"and as many against <code>{escape(run['weak'])}</code>.",
        "All settings get the same deals. The first row of a plot is the default; a setting is marked where "
        "its difference from the default, deal by deal, is more than chance would make of it nineteen times "
        "out of twenty.",
    )
    foot = f"Seed {run['seed']}, rulebook <code>{run['hash'][:16]}</code>. Intervals: 95 %, over deals."
    return page("Faraón house-rule laboratory", about, _sections(result), foot)


def _sections(result: Mapping[str, Any]) -> Iterator[str]:
    yield "".join(_baseline(result))
    for option in result["options"]:
        yield "".join(_option(result, option))
    yield "".join(_fired(result))


def _baseline(result: Mapping[str, Any]) -> Iterator[str]:
    base = result["baseline"]
    yield '<h2>The defaults</h2><div class="many"><div class="wide"><table>'
    for name, title in TITLES.items():
        yield f"<tr><td>{title}</td><td>{_cell(name, base[name])}</td></tr>"
    yield '</table></div><div class="wide"><table>'
    for q in (10, 50, 90):
        moves = _cell("moves", base[f"moves_p{q}"])
        yield f"<tr><td>{q} % of games have at most, in moves</td><td>{moves}</td></tr>"
    yield '</table></div></div><p class="note">A comeback: the winner held at least two cards more than '
    yield f"somebody else halfway through the game. A fair share of wins is {percent(result['fair'])}.</p>"


def _fired(result: Mapping[str, Any]) -> Iterator[str]:
    yield '<h2>How often the statements fire</h2><p class="note">Per game, with all defaults.</p>'
    yield '<div class="wide"><table><tr><th>statement</th><th>paragraphs</th><th>per game</th></tr>'
    for one in sorted(result["fired"], key=lambda one: (-one["value"], one["name"])):
        cited = ", ".join(_cited(paragraph) for paragraph in one["paragraphs"])
        often = (
            f"{one['value']:.2f}<small>{one['low']:.2f} – {one['high']:.2f}</small>"
            if one["value"]
            else "never"
        )
        yield f"<tr><td><code>{escape(one['name'])}</code></td><td>{cited}</td><td>{often}</td></tr>"
    yield "</table></div>"


def _cited(paragraph: str) -> str:
    return escape("§" + paragraph.lstrip("§"))


def _cell(measure: str, found: Mapping[str, float]) -> str:
    between = f"{show(measure, found['low'])} – {show(measure, found['high'])}"
    return f"{show(measure, found['value'])}<small>{between}</small>"


def _option(result: Mapping[str, Any], option: Mapping[str, Any]) -> Iterator[str]:
    yield f"<h2>{escape(option['title'])} <code>{escape(option['name'])}</code></h2>"
    differing = [one for one in option["values"] if not one["same"]]
    if differing:
        yield '<div class="many">'
        for name, title in TITLES.items():
            rows = [row(f"{option['default']} (default)", result["baseline"][name])]
            rows += [_row(name, one) for one in differing]
            if not any(one.value for one in rows):  # no drawn games: nothing to see
                continue
            plot = whiskers(rows, title, _shower(name), _reference(name, result))
            yield f"<div><h3>{title}</h3>{plot}</div>"
        yield "</div>"
    for line in notes(option):
        yield f'<p class="note">{escape(line)}</p>'


def _shower(name: str) -> Show:
    return one_digit if name == "moves" else percent


def _row(name: str, one: Mapping[str, Any]) -> Row:
    return row(str(one["value"]), one[name], one["differences"][name]["marked"])


def _reference(name: str, result: Mapping[str, Any]) -> float:
    value: float = result["fair"] if name == "starter" else result["baseline"][name]["value"]
    return value


def notes(option: Mapping[str, Any]) -> Iterator[str]:
    """Beside the numbers: settings without effect, skipped ones, and which rules fire differently."""
    for one in option["values"]:
        if one["same"]:
            yield f"{one['value']}: not a single game goes differently."
            continue
        changed = f"{one['value']}: {one['deals_changed']} of {one['deals']} deals go differently"
        often = sorted(one["fired"], key=lambda fired: -abs(fired["difference"]["value"]))[:MOST_FIRED]
        said = ", ".join(f"{fired['name']} {fired['difference']['value']:+.2f}" for fired in often)
        yield f"{changed}; more or less often per game: {said}." if said else f"{changed}."
    for one in option["skipped"]:
        yield f"{one['value']}: skipped. {one['why']}"
