"""Decks for the rules, and deals that are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

import pytest

from tests.referee import PACK, RefereeTable, deal, deal_request, table

__all__ = ["deal", "table"]

DealRefused = Callable[..., bool]


def deck_with(
    hands: Iterable[str], start: str, stock_top: str = "", bottom: str = "", first: int = 0
) -> list[str]:
    """A whole pack in dealing order.

    Hands of fewer than five cards are filled up with spare ones; `bottom` are the last cards of the
    stock, the lowest one last.
    """
    named = [hand.split() for hand in hands]
    top, lowest = stock_top.split(), bottom.split()
    used = {start, *top, *lowest, *chain(*named)}
    spare = [card for card in PACK if card not in used]
    full = [hand + [spare.pop(0) for _ in range(5 - len(hand))] for hand in named]
    clockwise = full[first:] + full[:first]
    dealt = [card for one_each in zip(*clockwise, strict=True) for card in one_each]
    return [*dealt, start, *top, *spare, *lowest]


@pytest.fixture
def deal_refused() -> DealRefused:
    """Asks for a game that must not be dealt."""

    def refused(**game: Any) -> bool:
        answer = RefereeTable().answer(**deal_request(**game))
        assert not answer["ok"]
        assert answer["error"]["code"]
        return True

    return refused
