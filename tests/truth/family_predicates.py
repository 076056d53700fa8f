"""What the sentences of the other games of the family claim, and those of smaller decks."""

from __future__ import annotations

from faraon.cards import CARDS, Card, Suit, Value
from faraon.words import suit_name, value_name
from tests.truth.predicates import Case, named, of_value, says

WILD = {"an over": Value.over, "an eight": Value.VIII, "an under": Value.under}


def _alien(case: Case, name: str, suit: str, wild: Value | None) -> Card | None:
    """The card that is called so, if it neither follows the suit that is called so nor the value."""
    card = case.bottom
    if card is None or case.stopped or case.waiting or not named(name, card):
        return None
    follows = card.suit == case.suit or card.val in (case.top.val, wild)
    return card if suit == suit_name(case.suit, "en") and not follows else None


@says(r"(.+) does not fit: follow the suit \((\w+)\) or the value \((\w+)\), or lay (an eight|an under)\.")
def _does_not_fit(case: Case, said: tuple[str, ...]) -> bool:
    wild = WILD[said[3]]
    alien = _alien(case, said[0], said[1], wild) is not None and said[2] == value_name(case.top.val, "en")
    fitting = [card for card in CARDS if card.suit == case.suit and card.val not in (wild, case.top.val)]
    offered = case.offers(fitting) and case.offers(of_value(case.top.val)) and case.offers(of_value(wild))
    return case.drawn is None and alien and offered


@says(r"(.+) does not fit: follow the suit \((\w+)\)\.")
def _not_the_suit(case: Case, said: tuple[str, ...]) -> bool:
    """On an under, which nothing follows by its value."""
    alien = _alien(case, said[0], said[1], None) is not None
    fitting = [card for card in CARDS if card.suit == case.suit and card.val != Value.under]
    others = [card for card in CARDS if card.suit != case.suit]
    return case.drawn is None and alien and case.offers(fitting) and not case.offers(others)


@says(r"An under is not laid on an under\.")
def _under_on_under(case: Case, _: tuple[str, ...]) -> bool:
    bottom = case.bottom
    return bottom is not None and bottom.val == case.top.val == Value.under and not case.offers([bottom])


@says(r"Cards are laid one at a time\.")
def _one_at_a_time(case: Case, _: tuple[str, ...]) -> bool:
    return len(case.move.cards) > 1 and not any(" " in move for move in case.legal)


@says(r"There are no (\w+) in this deck\.")
def _no_such_suit(case: Case, said: tuple[str, ...]) -> bool:
    asked = case.move.suit
    right = asked is not None and suit_name(asked, "en") == said[0]
    return right and asked not in {Suit(card.suit) for card in case.state.game.bound.deck}
