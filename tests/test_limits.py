"""What counts as a number."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from faraon.cards import Card
from faraon.limits import whole_number


@pytest.mark.parametrize("three", [3, np.int8(3), np.int64(3), np.uint64(3), np.array(3), Card.b7])
def test_whole_numbers_of_any_library_are_plain_numbers(three: Any) -> None:
    assert whole_number(three) == 3
    assert type(whole_number(three)) is int


@pytest.mark.parametrize(
    "wrong", [True, False, np.True_, 3.0, np.float64(3), "3", b"3", None, np.array([3]), [3], object()]
)
def test_nothing_else_is(wrong: Any) -> None:
    assert whole_number(wrong) is None
