"""Card counting: questions about a moment of a game that perfect memory answers for certain.

Everything follows from a view: the own hand, the pile, and what is known of the other hands and of the stock.
A card is *unseen* if it may be in another hand or in the stock as far as the seat knows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from faraon.cards import Card, Suit, Value
from faraon.game.view import View
from faraon.play.game import Game
from faraon.words import card_name, suit_name

Answer = frozenset[Card] | int | bool | Card
"""Cards, a number, yes or no, or one card."""

ASKED_VALUES = (Value.VII, Value.over, Value.ace)
"""Of these values it matters most who holds them."""

_VALUES = {Value.VII: "sevens", Value.over: "overs", Value.ace: "aces"}
_WHICH_SK = {
    Value.VII: "Ktoré sedmy sú pred tebou ešte skryté",
    Value.over: "Ktorí horníci sú pred tebou ešte skrytí",
    Value.ace: "Ktoré esá sú pred tebou ešte skryté",
}
_ANY_SK = {Value.VII: "niektorú sedmu", Value.over: "niektorého horníka", Value.ace: "niektoré eso"}
_SUITS_SK = ("červených", "zeleňových", "žaluďových", "guľových")


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer."""

    kind: str
    """``which`` cards of a value, ``how_many`` of a suit, ``can_hold`` a card, ``next`` of the stock."""
    en: str
    sk: str
    answer: Answer

    def text(self, language: str) -> str:
        return self.sk if language == "sk" else self.en

    def grade(self, given: Answer) -> float:
        """How right an answer is: from 0 to 1; of several cards each counts.

        >>> asked = Question("which", "", "", frozenset({Card.h7, Card.l7}))
        >>> asked.grade(frozenset({Card.h7, Card.l7})), asked.grade(frozenset({Card.h7, Card.a7}))
        (1.0, 0.3333333333333333)
        """
        if isinstance(self.answer, frozenset) and isinstance(given, frozenset):
            every = self.answer | given
            return len(self.answer & given) / len(every) if every else 1.0
        return float(type(given) is type(self.answer) and given == self.answer)


def unseen(game: Game, view: View) -> frozenset[Card]:
    """The cards whose place the seat does not know: with one pack, those that it has not seen."""
    known = chain(view.hand, view.pile, view.known.stock, *view.known.hands.values())
    return frozenset(game.bound.deck) - {card for card in known if card is not None}


def may_hold(game: Game, view: View, seat: int, card: Card) -> bool:
    """Whether another seat can hold a card, as far as the viewer knows."""
    known = view.known.hands.get(seat, ())
    return card in known or (card in unseen(game, view) and len(known) < view.sizes[seat])


def questions(game: Game, view: View, seed: int) -> list[Question]:
    """All that can be asked about a moment, in an order that the seed decides; nothing where cards have twins
    or are laid covered."""
    if game.packs() > 1 or game.bound.covered or view.seat < 0:
        return []
    found = [*_questions(game, view)]
    random.Random(seed).shuffle(found)  # noqa: S311 - a drill, not a secret
    return found


def _questions(game: Game, view: View) -> Iterator[Question]:
    hidden = unseen(game, view)
    deck = frozenset(game.bound.deck)
    for value in ASKED_VALUES:
        of_value = {card for card in deck if card.val == value}
        if of_value:
            yield Question(
                "which",
                f"Which {_VALUES[value]} are still hidden from you?",
                f"{_WHICH_SK[value]}?",
                frozenset(of_value & hidden),
            )
    for suit in Suit:
        of_suit = {card for card in hidden if card.suit == suit}
        if any(card.suit == suit for card in deck):
            yield Question(
                "how_many",
                f"How many {suit_name(suit, 'en')} are still hidden from you?",
                f"Koľko {_SUITS_SK[suit]} kariet je pred tebou ešte skrytých?",
                len(of_suit),
            )
    for seat, size in enumerate(view.sizes):
        if seat != view.seat and size:
            yield from _holdings(game, view, seat, deck)
    if view.known.stock and view.known.stock[0] is not None:
        yield Question(
            "next",
            "Which card will be drawn next?",
            "Ktorá karta je v talóne na rade?",
            view.known.stock[0],
        )


def _holdings(game: Game, view: View, seat: int, deck: frozenset[Card]) -> Iterator[Question]:
    two = game.players == 2
    who_en, who_sk = ("your opponent", "súper") if two else (f"seat {seat}", f"hráč na mieste {seat}")
    for card in (Card.lU, Card.h7):
        if card in deck:
            yield Question(
                "can_hold",
                f"Can {who_en} hold {card_name(card, 'en')}?",
                f"Môže mať {who_sk} {card_name(card, 'sk', accusative=True)}?",
                may_hold(game, view, seat, card),
            )
    for value in ASKED_VALUES:
        cards = [card for card in deck if card.val == value]
        if cards:
            yield Question(
                "can_hold",
                f"Can {who_en} hold any of the {_VALUES[value]}?",
                f"Môže mať {who_sk} {_ANY_SK[value]}?",
                any(may_hold(game, view, seat, card) for card in cards),
            )
