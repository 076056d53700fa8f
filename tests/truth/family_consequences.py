"""What the other games of the family claim about a move."""

from __future__ import annotations

from faraon.cards import Card, Value
from faraon.words import suit_name
from tests.truth.consequences import Turn, says
from tests.truth.predicates import PHARAOH


def _fits(turn: Turn, card: Card) -> bool:
    """Whether a card goes onto the pile as it was, where nobody owes."""
    case = turn.was
    if case.family == "mau" and card.val == Value.under:
        return case.top.val != Value.under
    if case.family == "classic" and case.option("pharaoh") == "on" and PHARAOH in (card, case.top):
        return True
    return card.suit == case.suit or card.val in (case.top.val, case.asking)


@says(r"Lay a card that fits\.")
def _lay(turn: Turn, _: tuple[str, ...]) -> bool:
    return len(turn.move.cards) == 1 and _fits(turn, turn.move.cards[0]) and not turn.was.waiting


@says(r"Answer sevens with a seven\.")
def _answer(turn: Turn, _: tuple[str, ...]) -> bool:
    return len(turn.move.cards) == 1 and turn.laid(Value.VII) and turn.was.waiting > 0


@says(r"Draw until a card fits\.")
def _draw_until(turn: Turn, _: tuple[str, ...]) -> bool:
    """All but the last card do not fit; it does, or it was the last of all."""
    drawn = [card for kind, _, cards in turn.after.log[-1].events if kind == "draw" for card in cards]
    last = turn.after.position
    ended = _fits(turn, drawn[-1]) or (not last.stock and len(last.pile) == 1)
    return turn.drew(turn.who) == len(drawn) and not any(_fits(turn, card) for card in drawn[:-1]) and ended


@says(r"A wild card: the valid suit is (\w+)\.")
def _wish(turn: Turn, said: tuple[str, ...]) -> bool:
    asked = turn.laid(turn.was.asking) and turn.move.suit == turn.now.suit
    return asked and said[0] == suit_name(turn.now.suit, "en")


@says(r"(An ace|Nines): play changes its direction\.")
def _reverse(turn: Turn, said: tuple[str, ...]) -> bool:
    turned = turn.was.values["reversed"] != turn.now.values["reversed"]
    return turn.laid({"An ace": Value.ace, "Nines": Value.IX}[said[0]]) and turned


@says(r"A player is skipped\.")
def _skip(turn: Turn, _: tuple[str, ...]) -> bool:
    """The one who would come next does not, but the one behind them."""
    behind = (turn.who + 2 * turn.way) % turn.before.game.players
    return turn.after.turn == behind and not turn.after.over
