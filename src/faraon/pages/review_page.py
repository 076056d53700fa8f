"""A review as one page: no scripts, nothing loaded from elsewhere, every text escaped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources

from faraon.coach.analysis import Analysis
from faraon.coach.shapes import Chance, Review, Summary
from faraon.coach.wording import WORDS, chance_text, mark_text, summary_lines, weighed_text

WIDE, HIGH, LEFT, STEP = 900, 260, 44, 10


def review_page(analysis: Analysis, reviews: Sequence[Review], summary: Summary, language: str) -> str:
    """The curve of the chance with its band and marks, and every turn."""
    return "\n".join(_lines(analysis, reviews, summary, language)) + "\n"


def _lines(analysis: Analysis, reviews: Sequence[Review], summary: Summary, language: str) -> Iterator[str]:
    words, style = WORDS[language], resources.files(__package__).joinpath("review.css")
    title = f"{words['title']}: {analysis.game.name}, {words['seat'].format(seat=analysis.seat)}"
    yield f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title><style>{style.read_text(encoding='utf-8')}</style></head><body>"
    yield f"<header><h1>{escape(title)}</h1><p>{escape(words[summary.result])}</p></header><main>"
    for line in [*(note.text(language) for note in analysis.notes), *summary_lines(summary, language)]:
        yield f"<p>{escape(line)}</p>"
    yield _curve(reviews, words["chance"])
    yield f"<table><thead><tr><th>{words['turn']}</th><th class='hand'>{words['hand']}</th>"
    yield f"<th>{words['chance']}</th>"
    yield f"<th>{words['played']}</th><th>{words['better']}</th><th></th></tr></thead><tbody>"
    for review in reviews:
        yield from _row(analysis, review, language)
    yield f"</tbody></table><p class='how'>{escape(words['how'])}</p></main></body></html>"


def _row(analysis: Analysis, review: Review, language: str) -> Iterator[str]:
    hand = " ".join(map(str, analysis.played.states[review.number - 1].position.hands[analysis.seat]))
    played = str(review.played.move) if review.chance is None else weighed_text(review.played, language)
    better = weighed_text(review.best, language) if review.mark else ""
    name = review.mark.name if review.mark else "forced" if review.forced else ""
    cells = (chance_text(review.chance, language), played, better, mark_text(review, language))
    row = f'<td class="hand">{escape(hand)}</td>' + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    yield f'<tr id="t{review.number}" class="{name}"><th>{review.number}</th>{row}</tr>'
    said = [reason.text(language) for reason in review.reasons]
    if review.equals and review.mark:
        said.append(WORDS[language]["equals"].format(moves=", ".join(map(str, review.equals))))
    if said:
        text = "<br>".join(map(escape, said))
        yield f'<tr class="why"><td></td><td colspan="5">{text}</td></tr>'


def _curve(reviews: Sequence[Review], label: str) -> str:
    """The chance over the game, as a picture."""
    known = [(review, review.chance) for review in reviews if review.chance is not None]
    if len(known) < 2:
        return ""
    last = max(review.number for review, _ in known)

    def x(number: int) -> str:
        return f"{LEFT + (WIDE - LEFT - STEP) * (number - 1) / max(1, last - 1):.1f}"

    def y(value: float) -> str:
        return f"{STEP + (HIGH - 3 * STEP) * (1 - value):.1f}"

    def points(read: str, chances: Sequence[tuple[Review, Chance]]) -> str:
        return " ".join(f"{x(review.number)},{y(getattr(chance, read))}" for review, chance in chances)

    lines = [f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(label)}">']
    for value in (0.0, 0.5, 1.0):
        lines.append(f'<line class="grid" x1="{LEFT}" x2="{WIDE - STEP}" y1="{y(value)}" y2="{y(value)}"/>')
        lines.append(
            f'<text x="{LEFT - 6}" y="{y(value)}" text-anchor="end" dy="4">{100 * value:.0f} %</text>'
        )
    lines.append(f'<polygon class="band" points="{points("high", known)} {points("low", known[::-1])}"/>')
    lines.append(f'<polyline class="curve" points="{points("value", known)}"/>')
    for review, chance in known:
        if review.mark:
            place = f'cx="{x(review.number)}" cy="{y(chance.value)}"'
            lines.append(
                f'<a href="#t{review.number}"><circle class="{review.mark.name}" {place} r="7"/></a>'
            )
    return "".join((*lines, "</svg>"))
