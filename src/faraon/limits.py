"""The limits of a table and of a rulebook, and what counts as a number."""

from __future__ import annotations

import operator
from typing import Any

# ------------------------------------------------------------------------------------------------ at a table

MOST_PLAYERS = 15
MOST_PACKS = 3
MOST_CARDS = 32 * MOST_PACKS

LARGEST_GROUP = 4
"""The most cards that one move lays."""

MOST_MOVES = 10**6
"""No game is longer."""

# --------------------------------------------------------------------------------------------- in a rulebook

MAX_NUMBER = 999_999_999

MAX_NESTING = 50
"""How deep expressions may be nested, so that nothing that walks them runs out of stack."""

MAX_PARTS = 5_000
"""How many parts the expressions of one statement may have, its definitions written out."""

MAX_RULEBOOK_PARTS = 100_000
"""How many parts all statements have together: what engines make of them is some ten characters for each."""

MAX_SOURCE = 1_000_000
"""No rulebook is longer than this many characters."""

MAX_BYTES = 4 * MAX_SOURCE
"""No file of a rulebook is longer."""

MOST_ERRORS = 200
"""Readers begin with the first; a file of nonsense must not keep the checker busy."""


def whole_number(value: Any) -> int | None:
    """A whole number of any library (NumPy, JAX) as a plain ``int``; ``None`` for anything else.

    >>> whole_number(3), whole_number(True), whole_number(3.0), whole_number("3")
    (3, None, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None
