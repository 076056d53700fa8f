"""Reviews as JSON; the reference (docs/reference/coach.md) says what the fields mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from faraon.bots.hints.reason import Reason
from faraon.coach.shapes import Chance, Note, Review, Summary, Weighed

DIGITS = 4


def to_json(review: Review) -> dict[str, Any]:
    """One turn."""
    mark = review.mark
    return {
        "turn": review.number,
        "chance": None if review.chance is None else _chance(review.chance),
        "played": _weighed(review.played),
        "best": _weighed(review.best),
        "equals": [str(move) for move in review.equals],
        "choices": review.choices,
        "loss": _round(review.loss),
        "error": _round(review.error),
        "stake": _round(review.stake),
        "settled": review.settled,
        "mark": None if mark is None else mark.name,
        "badLuck": review.bad_luck,
        "foul": review.foul,
        "reasons": [reason_json(reason) for reason in review.reasons],
    }


def whole_json(notes: Iterable[Note], reviews: Iterable[Review], summary: Summary) -> dict[str, Any]:
    """A whole review."""
    return {
        "format": "faraon review 1",
        "notes": [{"kind": note.kind, "en": note.en, "sk": note.sk} for note in notes],
        "turns": [to_json(review) for review in reviews],
        "summary": summary_json(summary),
    }


def summary_json(summary: Summary) -> dict[str, Any]:
    accuracy = summary.accuracy
    return {
        "seat": summary.seat,
        "result": summary.result,
        "weighed": summary.weighed,
        "decisions": summary.decisions,
        "accuracy": None if accuracy is None else round(accuracy, 1),
        "inaccuracies": summary.inaccuracies,
        "mistakes": summary.mistakes,
        "blunders": summary.blunders,
        "unlucky": summary.unlucky,
    }


def reason_json(reason: Reason) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": reason.kind, "en": reason.en, "sk": reason.sk}
    if reason.best is not None and reason.other is not None:
        told |= {"best": _round(reason.best), "other": _round(reason.other)}
        if reason.best_error and reason.other_error:
            told |= {"bestError": _round(reason.best_error), "otherError": _round(reason.other_error)}
    return told


def _chance(chance: Chance) -> dict[str, float]:
    return {"value": _round(chance.value), "low": _round(chance.low), "high": _round(chance.high)}


def _weighed(weighed: Weighed) -> dict[str, Any]:
    told = {"move": str(weighed.move), "value": _round(weighed.value), "error": _round(weighed.error)}
    if weighed.proven:
        return {**told, "proven": weighed.proven, "distance": weighed.distance}
    return told


def _round(number: float) -> float:
    return round(number, DIGITS)
