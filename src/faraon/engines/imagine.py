"""A position as a seat can imagine it: what it sees, with chosen cards in the hidden places."""

from __future__ import annotations

from collections.abc import Sequence

from faraon.cards import CARDS, Card, Suit, Value
from faraon.engines.errors import GameError
from faraon.engines.rules import Bound
from faraon.game.position import Out, Position
from faraon.game.view import View
from faraon.lang import ir


def imagine(
    bound: Bound, view: View, hands: Sequence[Sequence[int]], stock: Sequence[int], chance: int = 0
) -> Position:
    """The position with these hands (the viewer's own is taken from the view) and this stock, next card
    first.

    Where the pile is shuffled, ``chance`` is imagined too.
    """
    whole = [list(view.hand) if seat == view.seat else list(hand) for seat, hand in enumerate(hands)]
    if [len(hand) for hand in whole] != list(view.sizes) or len(stock) != view.stock_size:
        raise GameError("bad-position", "the imagined cards are not as many as the view shows")
    return Position(
        hands=tuple(tuple(sorted(CARDS[card] for card in hand)) for hand in whole),
        stock=tuple(CARDS[card] for card in stock),
        pile=view.pile,
        turn=view.turn,
        out=tuple(
            Out[view.out[str(seat)]] if str(seat) in view.out else Out.playing for seat in range(len(whole))
        ),
        vars=_variables(bound, view),
        places=view.places,
        moves_made=view.moves_made,
        over=view.over,
        loser=view.loser,
        chance=chance,
    )


def _variables(bound: Bound, view: View) -> tuple[int, ...]:
    """The rulebook's variables as numbers; what is hidden from the viewer has its first value."""
    values, lists = [], dict.fromkeys((one.each for one in bound.book.state), 0)
    for one in bound.book.state:
        shown = view.variables[one.each or one.name]
        if one.each:
            place, lists[one.each] = lists[one.each], lists[one.each] + 1
            shown = shown[place] if place < len(shown) else None
        values.append(_number(bound, one, shown))
    return tuple(values)


def _number(bound: Bound, variable: ir.Variable, shown: object) -> int:
    if shown is None:
        if variable.type in ("card", "seat"):
            return ir.NOBODY
        first = bound.fold(variable.initial)
        return int(first.value) if isinstance(first, ir.Const) else 0
    match variable.type:
        case "suit":
            return int(Suit.parse(str(shown)))
        case "value":
            return int(Value.parse(str(shown)))
        case "card":
            return int(Card.parse(str(shown)))
        case _:
            return int(shown) if isinstance(shown, int) else 0
