"""Options and decks to try them with."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee import SUITS, deal, table

__all__ = ["deal", "table"]

Options = dict[str, Any]


def deck(*, start: str, bottom: str, dealt: int = 10) -> list[str]:
    """A pack, suit by suit, but for its start card, after `dealt` cards, and its last cards."""
    last = bottom.split()
    rest = [suit + value for suit in SUITS for value in "789XUOKA" if suit + value not in (start, *last)]
    return [*rest[:dealt], start, *rest[dealt:], *last]


def default(**option: Any) -> pytest.MarkDecorator:
    """The test runs twice: `chosen` leaves the option out, and names its default."""
    return pytest.mark.parametrize("chosen", [{}, option], ids=["default", "named"])
