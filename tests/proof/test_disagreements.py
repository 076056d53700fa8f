"""The games in ``DISAGREEMENTS.md`` are those that the rulebooks play now."""

from __future__ import annotations

from tools.disagreements import FILE, ROWS, lines, parting, written

from tests.scale import SOAK


def test_the_games_of_the_file_are_current() -> None:
    text = FILE.read_text(encoding="utf-8")
    if SOAK:
        assert written(text) == text
    for row in (row for row in ROWS if row.hand < 3):
        assert "\n".join(lines(row)).rstrip() in text, row.name


def test_every_row_is_shown_once_and_parts_by_what_it_says() -> None:
    names = [row.name for row in ROWS]
    assert len(set(names)) == len(names)
    assert FILE.read_text(encoding="utf-8").count("\n**") == len(names)
    _, seven = parting(next(row for row in ROWS if row.name == "a seven on a seven"))
    assert [str(move) for move in (*seven.moves, seven.move)] == ["h7", "l7"]
