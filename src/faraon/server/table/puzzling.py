"""The shipped puzzles as messages."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from faraon.play.state import State
from faraon.server import wire as msg
from faraon.server.table import judging
from faraon.server.table.asking import question
from faraon.server.wire.refusals import RefusalError

if TYPE_CHECKING:
    from faraon.coach.puzzles import Puzzle

YOU, OTHER = "", "Zuzka"
"""The page knows how to address its reader; a name is the same in both languages."""


def puzzles(today: datetime.date) -> msg.Puzzles:
    """The list."""
    from faraon.coach.puzzles import KINDS, LEVELS, daily, shipped

    return msg.Puzzles(
        puzzles=[msg.PuzzleInfo(one.id, one.kind, one.level) for one in shipped()],
        kinds=[msg.PuzzleKind(name, msg.Text(*title)) for name, title in KINDS.items()],
        levels=[msg.Text(*title) for title in LEVELS],
        today=today.isoformat(),
        daily=daily(today).id,
    )


def find(which: str, today: datetime.date) -> tuple[Puzzle, str | None]:
    """A puzzle by its number, or of a day that has come, with the day."""
    from faraon.coach.puzzles import daily, shipped

    if which.isascii() and which.isdecimal() and len(which) < 7:
        found = next((one for one in shipped() if one.id == int(which)), None)
        if found is not None:
            return found, None
    try:
        day = datetime.date.fromisoformat(which if len(which) == len("2026-11-18") else "")
    except ValueError:
        raise RefusalError("unknown-page") from None
    if day > today:
        raise RefusalError("unknown-page", "That day has not come yet.", "Ten deň ešte neprišiel.")
    return daily(day), day.isoformat()


def puzzle_question(which: str, today: datetime.date) -> msg.PuzzleQuestion:
    """What is asked, as the player who is asked may see it."""
    from faraon.coach.puzzles import KINDS

    puzzle, date = find(which, today)
    state, view = puzzle.state, puzzle.view
    other = 1 - view.seat
    theirs = state.position.hands[other] if puzzle.open else view.known.hands.get(other, ())
    known = [card for card in view.known.stock if card is not None]
    stock = state.position.stock if puzzle.open else known if len(known) == view.stock_size else ()
    return msg.PuzzleQuestion(
        id=puzzle.id,
        kind=msg.Text(*KINDS[puzzle.kind]),
        level=puzzle.level,
        date=date,
        question=question(state, _names(state)),
        win_in=puzzle.win_in,
        theirs=[card.name for card in theirs],
        stock=[card.name for card in stock],
    )


def puzzle_tried(which: str, move: str | None, today: datetime.date) -> msg.PuzzleTried:
    """Whether the answer is right; then, or if there is none, the solution."""
    puzzle, _ = find(which, today)
    if move is not None and move not in map(str, puzzle.view.moves):
        raise RefusalError("illegal-move")
    right = move is not None and puzzle.right(move)
    if not right and move is not None:
        return msg.PuzzleTried(False, None)
    solution = msg.Solution(
        answers=list(puzzle.answers),
        other=puzzle.other,
        value=puzzle.value,
        other_value=puzzle.other_value,
        reasons=[msg.Text(one.en, one.sk) for one in puzzle.reasons()],
        line=puzzle.line.split(";") if puzzle.line else [],
    )
    return msg.PuzzleTried(right, solution)


def puzzle_judged(which: str, move: str, today: datetime.date) -> msg.Judged:
    """What the rulebook says to a move."""
    puzzle, _ = find(which, today)
    return judging.judge(puzzle.state, msg.Judge("", 0, move), _names(puzzle.state))


def _names(state: State) -> list[str]:
    return [YOU if seat == state.turn else OTHER for seat in range(state.game.players)]
