"""A game in a few numbers, and several games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from faraon.coach.shapes import Mark, Review, Summary

LAST = 20
"""One game has some eight choices and says little: so many games are averaged."""


def accuracy_of(loss: float) -> float:
    """How accurate a move was that gave away so much of the chance: Lichess's curve, from 100 down to 0.

    >>> [round(accuracy_of(loss)) for loss in (0.0, 0.05, 0.15, 0.5, 1.0)]
    [100, 80, 51, 9, 0]
    """
    return max(0.0, min(100.0, 103.1668 * math.exp(-4.354 * loss) - 3.1669))


def summarise(seat: int, result: str, reviews: Sequence[Review]) -> Summary:
    """A game of one seat: its accuracy is the mean over its decisions in which something was at stake."""
    weighed = any(review.chance is not None and not review.forced for review in reviews)
    counted = [review for review in reviews if review.counts]
    marks = Counter(review.mark for review in reviews)
    accuracy = [accuracy_of(review.loss) for review in counted]
    wrong = any(review.mark is not None or review.doubtful for review in reviews)
    return Summary(
        seat,
        result,
        weighed,
        len(counted),
        sum(accuracy) / len(accuracy) if accuracy else None,
        marks[Mark.inaccuracy],
        marks[Mark.mistake],
        marks[Mark.blunder],
        result == "lost" and weighed and not wrong,
    )


def accuracy_of_last(summaries: Sequence[Summary]) -> float | None:
    """The mean accuracy of the last twenty games that have one; the newest is the last."""
    known = [summary.accuracy for summary in summaries if summary.accuracy is not None][-LAST:]
    return sum(known) / len(known) if known else None
