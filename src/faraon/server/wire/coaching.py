"""Reviews of records and puzzles: the bodies of their requests and answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from faraon.server.wire.common import Card, Code, MoveText, SeatNumber, Text
from faraon.server.wire.tables import Match, TableInfo, View

LEAST_SIMULATIONS, USUAL_SIMULATIONS, MOST_SIMULATIONS = 500, 6_000, 20_000

MarkName = Literal["inaccuracy", "mistake", "blunder"]


class AskReview(Struct, forbid_unknown_fields=True):
    """``POST /api/review``: the turns of one seat of a record, weighed. The answer is a stream: a line of
    JSON for each :class:`ReviewBegun`, :class:`ReviewedTurn` and :class:`ReviewDone`, as soon as it is known.
    Closing the connection ends the work."""

    record: Annotated[str, Meta(max_length=200_000)]
    seat: SeatNumber
    open: bool = False
    """Judged with all cards known, and not by what the seat could know."""
    simulations: Annotated[int, Meta(ge=LEAST_SIMULATIONS, le=MOST_SIMULATIONS)] = USUAL_SIMULATIONS
    """For each decision."""


class Question(Struct):
    """A position that waits for a move, as a table would show it to the player on turn."""

    table: TableInfo
    match: Match
    view: View


class Chance(Struct):
    """Nine times out of ten it is between ``low`` and ``high``."""

    value: float
    low: float
    high: float


class WeighedMove(Struct):
    move: MoveText
    value: float
    """The chance after it, from 0 to 1,"""
    error: float
    """with its standard error; 0 where it is proven."""
    proven: Literal["", "win", "draw", "loss"]


class Why(Struct):
    """Why a move is better; what was counted after the better and after the other move, if it was counted."""

    text: Text
    best: float | None
    other: float | None


class Retry(Struct):
    """A marked moment, to be tried again."""

    question: Question
    accepted: list[MoveText]
    """The best move and all that are as good."""


class ReviewBegun(Struct, tag="begun"):
    turns: int
    """How many will be told."""
    notes: list[Text]
    """What the reader should know about this review."""


class ReviewedTurn(Struct, tag="turn"):
    turn: int
    """The number of the record's turn, from 1 on: the frame of a replay that shows what it led to."""
    chance: Chance | None
    """Before the move; ``None`` where the table cannot be searched."""
    played: WeighedMove
    best: WeighedMove
    equals: list[MoveText]
    choices: int
    loss: float
    mark: MarkName | None
    bad_luck: bool
    foul: bool
    reasons: list[Why]
    retry: Retry | None


class ReviewDone(Struct, tag="done"):
    result: Literal["won", "lost", "drawn", "unfinished"]
    weighed: bool
    """Whether there was a turn with a choice that could be weighed at all."""
    decisions: int
    """In which something was at stake: those that the accuracy is of."""
    accuracy: float | None
    """From 0 to 100; ``None`` without such a decision."""
    inaccuracies: int
    mistakes: int
    blunders: int
    unlucky: bool
    """Lost without a single mark."""


class ReviewFailed(Struct, tag="failed"):
    """The review ends here."""

    code: Code
    en: str
    sk: str


ReviewPart = ReviewBegun | ReviewedTurn | ReviewDone | ReviewFailed


class PuzzleKind(Struct):
    name: str
    title: Text


class PuzzleInfo(Struct):
    id: int
    kind: str
    level: int
    """From 1, easy, to 3."""


class Puzzles(Struct):
    """``GET /api/puzzles``: all of them, without what they ask."""

    puzzles: list[PuzzleInfo]
    kinds: list[PuzzleKind]
    levels: list[Text]
    today: str
    """The date, by which the puzzle of the day is chosen: ``2026-11-18``."""
    daily: int
    """The number of the puzzle of the day."""


class PuzzleQuestion(Struct):
    """``GET /api/puzzles/WHICH``, a number or a date."""

    id: int
    kind: Text
    level: int
    date: str | None
    """Of which day it is the puzzle, if it was asked for by its date."""
    question: Question
    win_in: int | None
    """All cards are open, and a win within so many moves, those of both counted, is asked for."""
    theirs: list[Card]
    """What you know of your opponent's hand; all of it in an open puzzle."""
    stock: list[Card]
    """The whole stock, the next card first, where you know it."""


class TryPuzzle(Struct, forbid_unknown_fields=True):
    """``POST /api/puzzles/NUMBER``: the answer, or ``null`` to see the solution."""

    move: MoveText | None = None


class Solution(Struct):
    answers: list[MoveText]
    other: MoveText
    """The tempting move that the reasons speak of."""
    value: float
    other_value: float
    """The chances after both."""
    reasons: list[Text]
    line: list[MoveText]
    """How a proven win may go on, the answer included."""


class PuzzleTried(Struct):
    right: bool
    solution: Solution | None
    """Once it is solved or given up."""


class JudgePuzzle(Struct, forbid_unknown_fields=True):
    """``POST /api/puzzles/NUMBER/judge``: may I lay this, and what then? Answered by ``Judged``."""

    move: MoveText


class DrillStep(Struct):
    """A moment of a game through the eyes of one seat."""

    line: Text
    """What has just happened."""
    hand: list[Card]
    sizes: list[int]
    pile: list[Card]
    """Its last few cards; the top one comes last."""
    stock_size: int


class CountingQuestion(Struct):
    """Perfect memory answers it for certain."""

    kind: Literal["which", "how_many", "can_hold", "next"]
    text: Text
    options: list[Card]
    """The cards that one chooses from, where cards are asked for."""
    answer: list[Card] | int | bool
    """For ``which`` and ``next`` cards, for ``how_many`` a number, for ``can_hold`` yes or no."""


class Drill(Struct):
    """``GET /api/counting/SEED``: a game to be watched, and what is asked afterwards; ``POST /api/counting``
    with a moment of a record: the questions alone."""

    seat: int
    steps: list[DrillStep]
    questions: list[CountingQuestion]


COACHING = (
    AskReview,
    ReviewBegun,
    ReviewedTurn,
    ReviewDone,
    ReviewFailed,
    Puzzles,
    PuzzleQuestion,
    TryPuzzle,
    PuzzleTried,
    JudgePuzzle,
    Drill,
)
"""The bodies of HTTP requests and answers."""
