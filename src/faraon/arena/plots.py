"""Small plots as SVG text: no scripts, nothing loaded; their colours are the page's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 560
ROW = 42
LABEL = 168
NUMBER = 140
LONGEST_LABEL = 17
CELL = 104

Show = Callable[[float], str]


def percent(value: float) -> str:
    """
    >>> percent(0.4567)
    '45.7 %'
    """
    return f"{100 * value:.1f} %"


def whole(value: float) -> str:
    return f"{value:.0f}"


def one_digit(value: float) -> str:
    return f"{value:.1f}"


def short(label: str, longest: int = LONGEST_LABEL) -> str:
    """A label that fits, escaped, with the whole of it to be pointed at.

    >>> short("greedy")
    'greedy'
    """
    if len(label) <= longest:
        return escape(label)
    end = longest // 2  # the ends of command lines tell them apart
    return f"{escape(label[: longest - end - 1])}…{escape(label[-end:])}<title>{escape(label)}</title>"


@dataclass(frozen=True)
class Row:
    """A value with its interval."""

    label: str
    value: float
    low: float
    high: float
    marked: bool = False


def whiskers(rows: Sequence[Row], what: str, show: Show = percent, reference: float | None = None) -> str:
    """Values with their intervals, one below another, beside a line to compare them with."""
    every = [number for row in rows for number in (row.value, row.low, row.high)]
    every += [] if reference is None else [reference]
    low, high = min(every), max(every)
    room = (high - low) * 0.06 or abs(high) * 0.05 or 1.0
    low, high = low - room, high + room
    left, right = LABEL, WIDTH - NUMBER

    def x(value: float) -> str:
        return f"{left + (right - left) * (value - low) / (high - low):.1f}"

    height = ROW * len(rows) + 8

    def inside() -> Iterator[str]:
        if reference is not None:
            yield f'<line class="ref" x1="{x(reference)}" x2="{x(reference)}" y1="2" y2="{height - 4}"/>'
        for number, row in enumerate(rows):
            y = ROW * number + ROW // 2 + 2
            kind = "row marked" if row.marked else "row"
            yield f'<g class="{kind}"><text x="0" y="{y + 5}">{short(row.label)}</text>'
            yield f'<line class="grid" x1="{left}" x2="{right}" y1="{y}" y2="{y}"/>'
            yield f'<line class="err" x1="{x(row.low)}" x2="{x(row.high)}" y1="{y}" y2="{y}"/>'
            yield f'<circle cx="{x(row.value)}" cy="{y}" r="5.5"/>'
            yield f'<text class="end" x="{WIDTH}" y="{y - 1}">{show(row.value)}</text>'
            between = f"{show(row.low)} – {show(row.high)}"
            yield f'<text class="small end" x="{WIDTH}" y="{y + 13}">{between}</text></g>'

    return _svg(WIDTH, height, what, inside())


def matrix(names: Sequence[str], cells: Sequence[Sequence[Row | None]], what: str) -> str:
    """Everyone against everyone: the darker, the further from a half."""
    width, height = LABEL + CELL * len(names), 30 + 52 * len(names)

    def inside() -> Iterator[str]:
        for number, name in enumerate(names):
            x = LABEL + CELL * number + CELL / 2
            yield f'<text class="mid small" x="{x}" y="18">{short(name, 12)}</text>'
        for at, (name, row) in enumerate(zip(names, cells, strict=True)):
            y = 30 + 52 * at
            yield f'<text x="0" y="{y + 29}">{short(name)}</text>'
            for number, cell in enumerate(row):
                x = LABEL + CELL * number
                box = f'x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="48" rx="5"'
                yield f'<rect class="none" {box}/>'
                if cell is None:
                    continue
                kind = "good" if cell.value >= 0.5 else "bad"
                strength = min(0.75, abs(cell.value - 0.5) * 1.5)
                yield f'<rect class="{kind}" {box} fill-opacity="{strength:.2f}"/>'
                yield f'<text class="mid" x="{x + CELL / 2}" y="{y + 24}">{percent(cell.value)}</text>'
                yield f'<text class="mid small on" x="{x + CELL / 2}" y="{y + 41}">'
                yield f"{100 * cell.low:.1f} – {100 * cell.high:.1f}</text>"

    return _svg(width, height, what, inside())


def bars(counts: Sequence[int], step: int, what: str) -> str:
    """How many of each length."""
    height, floor = 190, 160
    most, wide = max(counts), WIDTH / len(counts)
    every = max(1, round(len(counts) / 8))

    def inside() -> Iterator[str]:
        for number, count in enumerate(counts):
            tall, x = 145 * count / most, wide * number
            box = (
                f'x="{x + 1:.1f}" y="{floor - tall:.1f}" width="{max(1.0, wide - 2):.1f}" height="{tall:.1f}"'
            )
            title = f"<title>{_span(number, step, len(counts))}: {count}</title>"
            yield f'<rect class="bar" {box}>{title}</rect>'
            if number % every == 0:
                middle = f"{x + wide / 2:.1f}"
                yield f'<text class="small mid" x="{middle}" y="{floor + 18}">{number * step}</text>'
        yield f'<line class="axis" x1="0" x2="{WIDTH}" y1="{floor}" y2="{floor}"/>'

    return _svg(WIDTH, height, what, inside())


def _span(number: int, step: int, count: int) -> str:
    first = number * step
    if number == count - 1:
        return f"{first} and more"
    return str(first) if step == 1 else f"{first} to {first + step - 1}"


def _svg(width: float, height: float, what: str, inside: Iterator[str]) -> str:
    head = f'<svg viewBox="0 0 {width} {height}" style="max-width:{width}px" role="img" '
    return f'<div class="plot">{head}aria-label="{escape(what)}">{"".join(inside)}</svg></div>'
