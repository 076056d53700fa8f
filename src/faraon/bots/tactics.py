"""What the moves of an action table are worth at a glance, and which of them are nearly the same."""

from __future__ import annotations

from dataclasses import dataclass

from faraon.bots import points
from faraon.cards import Card, Suit, Value
from faraon.engines.actions import LAY, RETURN, TUPLES, Action, ActionTable
from faraon.engines.extras import extra

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Tactics:
    """Tables over all actions."""

    worth: NDArray[np.float64]
    """Rules of thumb in points, as the greedy player has them."""
    classes: NDArray[np.int64]
    """Equal for moves that differ only in the order of cards in the middle of a group."""
    single: NDArray[np.int64]
    """The card that is laid alone, or -1."""


def tactics_of(actions: ActionTable) -> Tactics:
    numbers: dict[object, int] = {}
    classes = [numbers.setdefault(_class(row), len(numbers)) for row in actions.rows]
    return Tactics(
        np.array([_worth(row) for row in actions.rows]),
        np.array(classes, np.int64),
        np.array([_single(row) for row in actions.rows], np.int64),
    )


def _class(row: Action) -> object:
    if row.tuple < 0:
        return row
    suits = TUPLES[row.tuple]
    return row.kind, row.value, frozenset(suits), suits[-1], row.choice


def _single(row: Action) -> int:
    alone = row.kind == LAY and len(TUPLES[row.tuple]) == 1
    return 4 * row.value + TUPLES[row.tuple][0] if alone else -1


def _worth(row: Action) -> float:
    if row.kind == RETURN:
        return points.CARD + points.RETURN
    if row.kind != LAY:
        return 0.0
    suits = TUPLES[row.tuple]
    worth = points.CARD * len(suits)
    if row.value == Value.VII and suits != (Suit.hearts,):  # the red seven is better kept
        worth += points.SEVEN * len(suits)
    if Card.lU in {4 * row.value + suit for suit in suits}:
        worth += points.PHARAOH
    if row.choice >= 0:
        worth += points.ASKING
    if len(suits) == 4:
        worth += points.BURNED_BLIND
    return worth
