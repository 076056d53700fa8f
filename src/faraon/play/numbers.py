"""Whole numbers, whoever made them."""

from __future__ import annotations

import operator
from typing import Any


def plain(value: Any) -> Any:
    """A whole number of any library (NumPy, JAX) as an ``int``; anything else as it is.

    >>> plain("auto"), plain(True), plain(3)
    ('auto', True, 3)
    """
    if isinstance(value, int | str):
        return value
    try:
        return operator.index(value)
    except TypeError:
        return value
