"""What is told of matches, from how their deals ended."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from faraon.learn.matches import Matches, Score, in_words


def score(lost: list[float]) -> Score:
    """Of matches whose deals ended like this: the share of each that was lost."""
    played = object.__new__(Matches)
    played._play = lambda *given, against: (np.array(lost), 0.5, 40, 0)  # type: ignore[assignment]
    nobody: Any = {}
    return played(nobody, "greedy")


def test_the_interval_is_over_deals() -> None:
    mixed = [0.0] * 30 + [0.5] * 50 + [1.0] * 20
    assert score(mixed).won == pytest.approx(0.55)
    assert score(mixed).within == pytest.approx(1.96 * np.std(mixed) / 10)


@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
def test_deals_that_all_end_alike_leave_some_doubt(alike: float) -> None:
    assert score([alike] * 128).within == 3 / 128


def test_with_more_than_two_players_it_counts_who_is_the_last() -> None:
    found = Score(0.812, 0.01, 0.3, 40, 0)
    assert in_words(found, "greedy", 2) == "wins 81.2 % ± 1.0 against greedy"
    fair = "is not the last of 4 in 81.2 % ± 1.0 among greedy (75.0 % is a fair share)"
    assert in_words(found, "greedy", 4) == fair
