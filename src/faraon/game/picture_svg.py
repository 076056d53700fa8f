"""A table drawn with the deck as one SVG, for programs that make pixels of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from faraon.cards import Card
from faraon.game.picture import Picture
from faraon.game.picture_html import FAINT, FELT, GOLD, INK, REFERENCE, drawing_of, with_parts

WIDTH, ROW, CARD, LABEL = 560, 84, (44, 70), 120
"""In pixels: the table, the height of a row, a card, and the place for what stands before the cards."""


def svg(picture: Picture) -> str:
    """The whole table: the stock and the pile, and a row for every seat."""
    rows = [_middle(picture), *(_seat(picture, seat) for seat in range(len(picture.sizes)))]
    body = "".join(f'<g transform="translate(0 {ROW * at})">{row}</g>' for at, row in enumerate(rows))
    height = ROW * len(rows)
    parts = with_parts(REFERENCE.findall(body))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif"><defs>{parts}</defs>'
        f'<rect width="100%" height="100%" fill="{FELT}"/>{body}</svg>'
    )


def _middle(picture: Picture) -> str:
    said = picture.result if picture.over else "; ".join([*filter(None, [picture.suit]), *picture.told])
    stock = f"stock {picture.stock_size}"
    return _words(stock, FAINT, 30) + _words(said, GOLD, 54) + _cards(picture.lying)


def _seat(picture: Picture, seat: int) -> str:
    on_turn = seat == picture.turn and not picture.over
    seen = picture.hands[seat]
    hidden: list[Card | None] = [None] * (picture.sizes[seat] - len(seen))
    notes = "; ".join(picture.notes(seat))
    return (
        _words(f"seat {seat}", GOLD if on_turn else INK, 30)
        + _words(notes, FAINT, 54)
        + _cards([*seen, *hidden])
    )


def _words(text: str, colour: str, height: int) -> str:
    return f'<text x="10" y="{height}" fill="{colour}" font-size="13">{escape(text)}</text>' if text else ""


def _cards(cards: Sequence[Card | None]) -> str:
    """Side by side, or closer together if they are many."""
    width, height = CARD
    step = min(width + 2, (WIDTH - LABEL - width - 10) // max(len(cards) - 1, 1))
    return "".join(_placed(cards, step, height))


def _placed(cards: Sequence[Card | None], step: int, height: int) -> Iterator[str]:
    for at, card in enumerate(cards):
        place = f'x="{LABEL + step * at}" y="{(ROW - height) // 2}" width="{CARD[0]}" height="{height}"'
        yield f'<svg {place} viewBox="0 0 252 400"><use href="#{drawing_of(card)}"/></svg>'
