"""Puzzles as JSON for a page: the question without its answer, and the answer apart.

Of a puzzle that is not open, the question holds the view of the player who is asked, and no hidden card.
"""

from __future__ import annotations

from typing import Any

from faraon.coach.codec import reason_json
from faraon.coach.puzzles.puzzle import KINDS, LEVELS, Puzzle


def question_json(puzzle: Puzzle) -> dict[str, Any]:
    """What is asked."""
    state, (kind_en, kind_sk) = puzzle.state, KINDS[puzzle.kind]
    level_en, level_sk = LEVELS[puzzle.level - 1]
    told: dict[str, Any] = {
        "id": puzzle.id,
        "kind": {"name": puzzle.kind, "en": kind_en, "sk": kind_sk},
        "level": {"number": puzzle.level, "en": level_en, "sk": level_sk},
        "winIn": puzzle.win_in,
        "view": state.game.write_view(puzzle.view),
    }
    if puzzle.open:
        told["position"] = state.to_json()
    return told


def answer_json(puzzle: Puzzle) -> dict[str, Any]:
    """What is right, and why."""
    return {
        "id": puzzle.id,
        "answers": [*puzzle.answers],
        "other": puzzle.other,
        "value": round(puzzle.value, 3),
        "otherValue": round(puzzle.other_value, 3),
        "line": puzzle.line.split(";") if puzzle.line else [],
        "reasons": [reason_json(reason) for reason in puzzle.reasons()],
    }
