"""A position as a seat can imagine it: what it sees, with chosen cards in the hidden places."""

from __future__ import annotations

from collections.abc import Sequence

from faraon.cards import CARDS
from faraon.engines.errors import GameError
from faraon.engines.rules import Bound
from faraon.game.position import Position
from faraon.game.view import View
from faraon.lang import ir


def imagine(
    bound: Bound,
    view: View,
    hands: Sequence[Sequence[int]],
    stock: Sequence[int],
    chance: int = 0,
    covered: Sequence[int] = (),
) -> Position:
    """The position with these hands (the viewer's own is taken from the view) and this stock, next card
    first.

    Where the pile is shuffled, ``chance`` is imagined too; where others laid cards covered, so are these,
    bottom to top. What the position before such a claim was, no view tells: in what is imagined, it has been
    accepted.
    """
    whole = [list(view.hand) if seat == view.seat else list(hand) for seat, hand in enumerate(hands)]
    below = iter(covered)
    pile = [next(below, None) if card is None else card for card in view.pile]
    if None in pile or next(below, None) is not None:
        raise GameError("bad-position", "the imagined covered cards are not as many as the view shows")
    if [len(hand) for hand in whole] != list(view.sizes) or len(stock) != view.stock_size:
        raise GameError("bad-position", "the imagined cards are not as many as the view shows")
    return Position(
        hands=tuple(tuple(sorted(CARDS[card] for card in hand)) for hand in whole),
        stock=tuple(CARDS[card] for card in stock),
        pile=tuple(CARDS[card] for card in pile if card is not None),
        turn=view.turn,
        out=view.out,
        vars=tuple(
            _first_value(bound, variable) if value is None else value
            for variable, value in zip(bound.book.state, view.vars, strict=True)
        ),
        places=view.places,
        moves_made=view.moves_made,
        over=view.over,
        loser=view.loser,
        chance=chance,
        covered=view.covered,
    )


def _first_value(bound: Bound, variable: ir.Variable) -> int:
    """What stands for a variable that is hidden from the viewer."""
    if variable.type in ("card", "seat"):
        return ir.NOBODY
    first = bound.fold(variable.initial)
    return int(first.value) if isinstance(first, ir.Const) else 0
