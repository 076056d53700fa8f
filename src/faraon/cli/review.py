"""``faraon review``: recorded games looked at by the coach."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from faraon.bots.api import Budget
from faraon.cli.arena import check_file, progress, wide_console, write_page
from faraon.cli.records import game_of, naming, read_record
from faraon.coach import Analysis, Review, Summary, accuracy_of_last, analyse, whole_json
from faraon.coach.wording import WORDS, chance_text, mark_text, summary_lines, weighed_text
from faraon.engines.errors import GameError
from faraon.pages.review_page import review_page

STYLES = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "bold red"}


@dataclass(frozen=True)
class Asked:
    """What is to be reviewed, and how."""

    seat: int
    budget: str
    open: bool
    seed: int
    rulebook: str
    language: str


def review(files: Sequence[Path], asked: Asked, html_file: Path | None, json_file: Path | None) -> None:
    """Reviews records one after another, prints what was found and writes what was asked for."""
    for file in (html_file, json_file):
        check_file(file)
    try:
        budget = Budget.parse(asked.budget)
    except ValueError as error:
        sk = f"'{asked.budget}': rozpočet je počet simulácií (6000)"
        raise GameError("bad-request", str(error), sk) from None
    console, found, pages = wide_console(), list[Summary](), list[str]()
    told = []
    for file in files:
        with naming(file):
            record = read_record(file)
            analysis = analyse(
                record, asked.seat, budget, asked.open, asked.seed, game_of(record, asked.rulebook)
            )
        reviews = list[Review]()
        with progress(WORDS[asked.language]["title"]) as tell:
            for one in analysis:
                reviews.append(one)
                tell(len(reviews), len(analysis))
        summary = analysis.summary(reviews)
        found.append(summary)
        _print(console, file, analysis, reviews, summary, asked.language)
        told.append(whole_json(analysis.notes, reviews, summary))
        pages.append(review_page(analysis, reviews, summary, asked.language))
    accuracy = accuracy_of_last(found)
    if len(found) > 1 and accuracy is not None:
        count = min(20, sum(one.accuracy is not None for one in found))
        console.print(WORDS[asked.language]["last"].format(count=count, accuracy=accuracy))
    if json_file is not None:
        text = json.dumps(told[0] if len(told) == 1 else told, ensure_ascii=False, indent=1)
        write_page(json_file, text + "\n")
    if html_file is not None:
        if len(pages) > 1:
            en, sk = "--html takes one record at a time", "--html berie iba jeden záznam"
            raise GameError("bad-request", en, sk)
        write_page(html_file, pages[0])


def _print(
    console: Console, file: Path, analysis: Analysis, reviews: list[Review], summary: Summary, language: str
) -> None:
    words, game = WORDS[language], analysis.game
    seat = words["seat"].format(seat=analysis.seat)
    console.print(f"[bold]{escape(str(file))}[/]: {game.name}, {seat}, {words[summary.result]}")
    for note in analysis.notes:
        console.print(f"  {note.text(language)}", style="yellow", markup=False)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(words["turn"], justify="right")
    for name in ("hand", "chance", "played", "better", ""):
        table.add_column(words.get(name, name), overflow="fold")
    for one in reviews:
        style = STYLES[one.mark.name] if one.mark else "dim" if one.forced else ""
        better = weighed_text(one.best, language) if one.best.move != one.played.move else ""
        hand = " ".join(map(str, analysis.played.states[one.number - 1].position.hands[analysis.seat]))
        played = str(one.played.move) if one.chance is None else weighed_text(one.played, language)
        cells = (str(one.number), hand, chance_text(one.chance, language), played, better if one.mark else "")
        table.add_row(*map(escape, cells), escape(mark_text(one, language)), style=style)
    console.print(table)
    for one in reviews:
        if one.reasons:
            console.print(f"\n[bold]{one.number}.[/] {escape(weighed_text(one.best, language))}")
            for reason in one.reasons:
                console.print(f"  {reason.text(language)}", markup=False)
            if one.equals:
                moves = ", ".join(map(str, one.equals))
                console.print(f"  {words['equals'].format(moves=moves)}", style="dim", markup=False)
    console.print()
    for line in summary_lines(summary, language):
        console.print(line, markup=False)
