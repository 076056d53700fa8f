"""The new order of the stock, given from outside in place of chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from faraon.cards import Card
from faraon.engines.errors import GameError

Order: TypeAlias = Iterable[Card | str] | Callable[[tuple[Card, ...]], Sequence[Card]]
"""The cards in their new order; or what makes it out of the turned pile, bottom to top."""


class GivenOrder:
    """Hands out an order when the pile is turned, and sees that it is exactly the turned cards.

    Should a rulebook turn the pile twice in one move, the cards of the second time follow those of the first.
    """

    def __init__(self, order: Order) -> None:
        self._made = order if callable(order) else None
        self._left = [] if callable(order) else _cards(order)
        self.used = False

    def __call__(self, turned: tuple[Card, ...]) -> tuple[Card, ...]:
        self.used = True
        if self._made is not None:
            order = list(self._made(turned))
        else:
            order, self._left = self._left[: len(turned)], self._left[len(turned) :]
        if Counter(order) != Counter(turned):
            raise _wrong(order, turned)
        return tuple(order)

    def finish(self) -> None:
        """After the move: all of it was needed."""
        if self._made is None and not self.used:
            raise GameError(
                "bad-request",
                "the pile is not shuffled in this move: it has no new order",
                "v tomto ťahu sa hracia kopa nemieša",
            )
        if self._left:
            raise _wrong(self._left, ())


def _cards(order: Iterable[Card | str]) -> list[Card]:
    try:
        return [card if isinstance(card, Card) else Card.parse(card) for card in order]
    except (ValueError, TypeError) as error:
        raise GameError("bad-deck", f"the order: {error}", "poradie: toto nie sú karty") from None


def _wrong(order: Sequence[Card], turned: Sequence[Card]) -> GameError:
    names = " ".join(map(str, sorted(turned))) or "no more cards"
    found = " ".join(map(str, order)) or "none"
    return GameError(
        "bad-deck",
        f"the order has {found} where the turned pile has {names}",
        "poradie nemá tie isté karty ako otočená hracia kopa",
    )
