"""Means, shares and quantiles with their 95 % intervals.

The rotations of one deal are not independent of each other, so the deal is what is counted: every value given
here is the mean of one deal.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

Z = 1.959963984540054
DIGITS = 6
"""The precision that is written; anything finer is noise."""


class Interval(NamedTuple):
    """An estimate between its bounds."""

    value: float
    low: float
    high: float

    def to_json(self) -> dict[str, float]:
        return {name: round(number, DIGITS) for name, number in self._asdict().items()}

    @property
    def excludes_zero(self) -> bool:
        return self.low > 0 or self.high < 0


FEW = {1: 12.706205, 2: 4.302653, 3: 3.182446, 4: 2.776445}
"""Student's quantiles where the series is not good enough."""


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution (Cornish-Fisher; within 1 % from five degrees on).

    >>> round(student(10), 2), round(student(1000), 2)
    (2.23, 1.96)
    """
    if freedom in FEW:
        return FEW[freedom]
    first, second = (Z**3 + Z) / 4, (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    return Z + first / freedom + second / freedom**2


def mean(values: Values) -> Interval:
    """A mean of at least two values, by Student's distribution."""
    value = float(values.mean())
    error = student(len(values) - 1) * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Interval(value, value - error, value + error)


def rate(values: Values) -> Interval:
    """The mean of a count, which is never negative."""
    found = mean(values)
    return found._replace(low=max(0.0, found.low))


def share(values: Values) -> Interval:
    """A mean of shares between 0 and 1: Wilson's interval for as many games as its variance is worth, with
    Student's quantile, because the variance is estimated.

    >>> [round(float(x), 2) for x in share(np.array([1.0] * 10))]
    [1.0, 0.66, 1.0]
    """
    count, value = len(values), float(values.mean())
    spread = float(values.var(ddof=1)) / count
    inner = value * (1 - value)
    # Without any spread nothing is known of it: then each deal counts as one game.
    worth = inner / spread if spread > 1e-12 and inner > 1e-12 else float(count)
    z = student(count - 1)
    middle = (value + z * z / (2 * worth)) / (1 + z * z / worth)
    half = z * math.sqrt(inner / worth + z * z / (4 * worth * worth)) / (1 + z * z / worth)
    return Interval(value, max(0.0, min(value, middle - half)), min(1.0, max(value, middle + half)))


def quantile(values: Values, q: float) -> Interval:
    """A quantile between two of the values themselves."""
    ordered = np.sort(values)
    count = len(ordered)
    half = Z * math.sqrt(count * q * (1 - q))
    low, high = max(0, math.floor(count * q - half)), min(count - 1, math.ceil(count * q + half))
    return Interval(float(np.quantile(ordered, q)), float(ordered[low]), float(ordered[high]))
