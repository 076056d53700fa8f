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
    assert legal - set(lesson.wanted)
    assert lesson.task.sk != lesson.task.en
