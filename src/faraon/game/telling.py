"""What happened, in words: the lines of a log in English and Slovak."""

from __future__ import annotations

from collections.abc import Sequence

from faraon.cards import Card
from faraon.game.log import SeenEntry, SeenEvent
from faraon.words import card_name, counted, suit_name

_PHRASES = {
    "en": {
        "draw": ("draws", "draw"),
        "stand": ("stands", "stand"),
        "pass": ("passes", "pass"),
        "concede": ("concedes", "concede"),
        "ask": ("asks for", "ask for"),
        "return": ("returns", "return"),
    },
    "sk": {
        "draw": ("ťahá", "ťaháš"),
        "stand": ("stojí", "stojíš"),
        "pass": ("vynecháva ťah", "vynechávaš ťah"),
        "concede": ("vzdáva hru", "vzdávaš hru"),
        "ask": ("pýta si", "pýtaš si"),
        "return": ("vracia do hry:", "vraciaš do hry:"),
    },
}
"""What others do, and what you do."""


def tell(entry: SeenEntry, names: Sequence[str], language: str, me: int | None = None) -> str:
    """One entry of a log as a line; ``me`` is the seat that is spoken to.

    >>> from faraon.game.move import Move
    >>> entry = SeenEntry(1, Move.parse("draw"), (SeenEvent("draw", 1, 3, None),))
    >>> tell(entry, ["You", "Eva"], "en"), tell(entry, ["Ty", "Eva"], "sk")
    ('Eva: draws – 3 cards', 'Eva: ťahá – 3 karty')
    """
    phrases, person = _PHRASES[language], int(entry.seat == me)
    if entry.move is None:
        line = "Rozdávanie" if language == "sk" else "The deal"
    elif entry.move.word:
        line = f"{names[entry.seat]}: {phrases[entry.move.word][person]}"
    else:
        line = f"{names[entry.seat]}: {cards_in_words(entry.move.cards, language)}"
        if entry.move.suit is not None:
            asked = suit_name(entry.move.suit, language, accusative=True)
            line += f", {phrases['ask'][person]} {asked}"
        if entry.move.seat is not None:
            line += f", {phrases['return'][person]} {names[entry.move.seat]}"
    return " – ".join([line, *(_event(event, entry, names, language) for event in entry.events)])


def cards_in_words(cards: Sequence[Card], language: str) -> str:
    """Cards one after another, bottom to top."""
    return ", ".join(card_name(card, language).removeprefix("the ") for card in cards)


def _event(event: SeenEvent, entry: SeenEntry, names: Sequence[str], language: str) -> str:
    sk = language == "sk"
    cards = f" ({cards_in_words(event.cards, language)})" if event.cards else ""
    match event.kind:
        case "draw":
            number = counted(event.count, ("karta", "karty", "kariet") if sk else ("card", "cards"))
            whose = "" if event.seat == entry.seat else f"{names[event.seat]}: "
            return whose + number + cards
        case "turn":
            return "hracia kopa sa otočila" if sk else "the pile was turned over"
        case "shuffle":
            return "hracia kopa sa otočila a zamiešala" if sk else "the pile was turned over and shuffled"
        case "show":
            return ("odspodu ukázané:" if sk else "shown from the bottom:") + cards
        case _ if event.count == 1:
            return "neplatný ťah, karta sa vracia do ruky" if sk else "an invalid move: the card goes back"
        case _:
            return "neplatný ťah, karty sa vracajú do ruky" if sk else "an invalid move: the cards go back"
