"""A table drawn with the deck's own pictures, for notebooks: one piece of HTML without scripts.

The drawings in ``cards.svg`` come from ``make art``. Styles are on the elements, and ids are made from the
content: tables on one page do not get in each other's way.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape
from importlib import resources

from faraon.cards import Card, Suit, Value
from faraon.game.picture import Picture
from faraon.words import card_name, suit_name

FELT, RIM, INK, FAINT, GOLD, RED = "#18543b", "#0c2b1f", "#fdf7e7", "#cfe3d2", "#f7c548", "#b92a1a"
"""The table brings its own colours: it looks the same on light and on dark pages."""

TABLE = (
    f"background:{FELT};color:{INK};border:3px solid {RIM};border-radius:10px;padding:10px 14px;"
    "max-width:640px;box-sizing:border-box;font:14px/1.4 system-ui,sans-serif;text-align:left"
)
ROW = "display:flex;align-items:center;gap:12px;margin-top:8px;min-height:42px"
SMALL = f"font-size:12px;color:{FAINT}"
URGENT = (
    f"display:inline-block;font-size:12px;background:{RED};border-radius:9px;padding:0 8px;margin-top:2px"
)
"""What the player on turn must answer."""

REFERENCE = re.compile(r'(?<=href="#)[^"]+')
_ID = re.compile(r'(?<=id=")|(?<=href="#)')


@lru_cache(maxsize=1)
def _drawings() -> dict[str, str]:
    """Every part of the drawings by its id, in their order."""
    text = resources.files("faraon.game").joinpath("cards.svg").read_text(encoding="utf-8")
    return {found[1]: line for line in text.splitlines() if (found := re.match(r'<\w+ id="([^"]+)"', line))}


def with_parts(ids: Iterable[str]) -> str:
    """The drawings of these ids, with all that they are made of."""
    drawings, wanted, ahead = _drawings(), set[str](), list(ids)
    while ahead:
        if (one := ahead.pop()) not in wanted:
            wanted.add(one)
            ahead += REFERENCE.findall(drawings[one])
    return "".join(line for one, line in drawings.items() if one in wanted)


def html(picture: Picture) -> str:
    """The whole table."""
    seats = "".join(_seat(picture, seat) for seat in range(len(picture.sizes)))
    body = f'<div style="{SMALL}">{escape(picture.title)}</div>{_middle(picture)}{seats}'
    parts = with_parts(REFERENCE.findall(body))
    shared = (
        f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{parts}</defs></svg>'
    )
    own = f"faraon-{hashlib.sha256(body.encode()).hexdigest()[:12]}-"
    return f'<div style="{TABLE}">{_ID.sub(own, shared + body)}</div>'


def _middle(picture: Picture) -> str:
    stock = (
        f'{_back() if picture.stock_size else ""}<div style="{SMALL}">stock<br/>{picture.stock_size}</div>'
    )
    words = "".join(f"<div>{one}</div>" for one in _situation(picture))
    return (
        f'<div style="{ROW}">{stock}{_fan(map(_lying, picture.lying), covering=True)}<div>{words}</div></div>'
    )


def _situation(picture: Picture) -> Iterator[str]:
    suit = picture.situation.suit
    if picture.over:
        yield f'<b style="color:{GOLD}">{picture.result}</b>'
        return
    if suit is not None:
        yield f"{_sign(suit)} {picture.suit}"
    yield from map(escape, picture.told)


def _seat(picture: Picture, seat: int) -> str:
    on_turn = seat == picture.turn and not picture.over
    name = f'<b style="color:{GOLD}">▸ seat {seat}</b>' if on_turn else f"<b>seat {seat}</b>"
    style = URGENT if on_turn else SMALL
    notes = "".join(f'<div style="{style}">{escape(note)}</div>' for note in picture.notes(seat))
    seen = picture.hands[seat]
    cards = [*map(_face, seen), *[_back()] * (picture.sizes[seat] - len(seen))]
    label = f'<div style="flex:0 0 104px">{name}{notes}</div>'
    return f'<div style="{ROW}">{label}{_fan(cards)}</div>'


def _fan(cards: Iterable[str], covering: bool = False) -> str:
    """Cards side by side, or each covering all but the corner of the one before."""
    step = "margin-left:-14px" if covering else "margin:1px"
    placed = "".join(f'<div style="height:70px;{step}">{card}</div>' for card in cards)
    inset = "padding-left:14px" if covering else "flex-wrap:wrap"
    return f'<div style="display:flex;{inset}">{placed}</div>'


# ---------------------------------------------------------------------------------------------- drawings


def _drawing(drawing: str, label: str, size: str) -> str:
    return f'<svg {size} role="img" aria-label="{label}"><use href="#{drawing}"/></svg>'


def _card(drawing: str, label: str) -> str:
    return _drawing(drawing, label, 'width="44" height="70" viewBox="0 0 252 400"')


def drawing_of(card: Card | None) -> str:
    """The id of a card's drawing, or of the back."""
    if card is None:
        return "mini-back"
    letter = "-en" if card.val >= Value.under else ""
    return f"mini-{card.suit.name}-{card.val.name}{letter}"


def _face(card: Card) -> str:
    return _card(drawing_of(card), card_name(card, "en"))


def _lying(card: Card | None) -> str:
    """A card of the pile, perhaps covered."""
    return _back() if card is None else _face(card)


def _back() -> str:
    return _card(drawing_of(None), "a hidden card")


def _sign(suit: Suit) -> str:
    paper = f"background:{INK};border-radius:50%;padding:3px;margin-right:4px;vertical-align:middle"
    size = f'width="22" height="22" viewBox="0 0 108 108" style="{paper}"'
    return _drawing(f"suit-{suit.name}", suit_name(suit, "en"), size)
