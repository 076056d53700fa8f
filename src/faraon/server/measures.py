"""What a process counts about itself."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds; what takes longer is counted as well."""


class Histogram:
    """How often something took how long.

    >>> times = Histogram()
    >>> for seconds in (0.002, 0.3, 99.0):
    ...     times.add(seconds)
    >>> times.count, times.up_to(0.0025), times.up_to(0.5)
    (3, 1, 2)
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._counts = [0] * (len(BOUNDS) + 1)

    def add(self, seconds: float) -> None:
        self.seconds += seconds
        self._counts[bisect_left(BOUNDS, seconds)] += 1

    @property
    def count(self) -> int:
        return sum(self._counts)

    def up_to(self, bound: float) -> int:
        return sum(self._counts[: bisect_left(BOUNDS, bound) + 1])


REFUSED: Counter[str] = Counter()
"""Answers that refused something, by code."""
