"""The introduction: every lesson can be solved, and not by accident."""

import pytest

from faraon import load
from faraon.server.table.lessons import LESSONS


@pytest.mark.parametrize("name", LESSONS)
def test_the_wanted_moves_are_legal_and_there_are_others(name: str) -> None:
    lesson = LESSONS[name]
    state = load("classic", len(lesson.position["hands"]), **lesson.options).position(lesson.position)
    legal = {str(move) for move in state.moves()}
    assert set(lesson.wanted) <= legal
    assert legal - set(lesson.wanted) or name == "draw", "a player draws where nothing fits"
    assert lesson.task.sk != lesson.task.en


def test_the_first_lessons_begin_at_the_beginning() -> None:
    """The goal and a turn, the cards, what fits, drawing; groups and what cards do come after them."""
    assert list(LESSONS)[:5] == ["goal", "suits", "fits", "draw", "groups"]
