"""Cards and the table as text in colour."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from faraon.cards import Card, Suit

SIGNS = {Suit.hearts: "♥", Suit.leaves: "♠", Suit.acorns: "♣", Suit.bells: "♦"}
COLOURS = {
    Suit.hearts: "bold red",
    Suit.leaves: "bold green",
    Suit.acorns: "bold yellow",
    Suit.bells: "bold bright_cyan",
}
LETTERS = {
    "en": ("VII", "VIII", "IX", "X", "U", "O", "K", "A"),
    "sk": ("VII", "VIII", "IX", "X", "D", "H", "K", "E"),
}
"""What is printed in the corner of a card: under, over, king, ace; or dolník, horník, kráľ, eso."""

WIDTH = 6


def suit_text(suit: int) -> Text:
    return Text(SIGNS[Suit(suit)], COLOURS[Suit(suit)])


def card_text(card: Card | None, language: str) -> Text:
    """A card in a line of text; one that is covered from behind."""
    if card is None:
        return backs(1)
    return Text(f"{SIGNS[card.suit]}{LETTERS[language][card.val]}", COLOURS[card.suit])


def draw_cards(cards: Sequence[Card], language: str, codes: bool = False) -> list[Text]:
    """Cards side by side, drawn as boxes; with ``codes`` the text of each beneath."""
    lines = [Text(), Text(), Text(), Text()]
    for card in cards:
        colour = COLOURS[card.suit]
        lines[0].append("╭────╮ ")
        lines[1].append("│").append(f"{LETTERS[language][card.val]:<4}", colour).append("│ ")
        lines[2].append("│").append(f"{SIGNS[card.suit]:>4}", colour).append("│ ")
        lines[3].append("╰────╯ ")
    if codes:
        lines.append(Text("".join(f"{card.name:^{WIDTH}} " for card in cards), "dim"))
    return lines


def backs(count: int) -> Text:
    """A hand seen from behind."""
    shown = min(count, 20)
    return Text("▮" * shown + ("…" if count > shown else ""), "blue")
