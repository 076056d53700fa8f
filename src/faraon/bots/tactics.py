"""What the moves of an action table are worth at a glance, and which of them are nearly the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from faraon.cards import Card, Value
from faraon.engines.actions import LAY, RETURN, TUPLES, Action, ActionTable


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
        return 50.0
    if row.kind != LAY:
        return 0.0
    suits = TUPLES[row.tuple]
    worth = 10.0 * len(suits)
    if row.value == Value.VII:
        worth += 3.0 * len(suits) if suits != (0,) else 0.0
    if Card.lU in {4 * row.value + suit for suit in suits}:
        worth -= 14.0
    if row.choice >= 0:
        worth -= 9.0
    if len(suits) == 4:
        worth += 5.0
    return worth
