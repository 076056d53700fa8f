"""Positions as the 32 words of a compiled engine's state, both ways, and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from faraon.cards import CARDS, Card
from faraon.engines.actions import MOST_SEATS
from faraon.engines.errors import GameError
from faraon.engines.kernels.layout import (
    CHANCE,
    MOVES,
    PLACES,
    QUEUE,
    SEATS,
    SIZES,
    STATE_WORDS,
    VARIABLES,
)
from faraon.engines.rules import Bound, need_open_cards, packs_needed
from faraon.game.position import Out, Position
from faraon.lang import ir

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.int32]

TABLE_HEAD = ("players", "hand_size", "returning_players", "shuffled", "deck")
"""The first entries of a table, as they are called in generated source; the options follow."""


def check_table(bound: Bound) -> None:
    """:class:`GameError` for a table that no compiled engine has room for."""
    need_open_cards(bound)
    if bound.players > MOST_SEATS:
        message = f"compiled engines seat {MOST_SEATS} players, not {bound.players}: use the Python engine"
        sk = f"pri kompilovanom jadre sedí {MOST_SEATS} hráčov, nie {bound.players}: použi jadro Python"
        raise GameError("bad-players", message, sk)
    packs = packs_needed(bound, bound.players * bound.hand_size)
    if packs > 1:
        message = f"compiled engines play with one pack, this table needs {packs}: use the Python engine"
        sk = f"kompilované jadrá hrajú s jedným balíčkom, tento stôl potrebuje {packs}: použi jadro Python"
        raise GameError("bad-players", message, sk)


def table_head(bound: Bound) -> dict[str, int]:
    """The first entries of a table by name."""
    deck = sum(1 << card for card in bound.deck)
    values = (bound.players, bound.hand_size, int(bound.returning), int(bound.shuffled), deck)
    return dict(zip(TABLE_HEAD, values, strict=True))


def table_of(bound: Bound, options: tuple[ir.Option, ...]) -> NDArray[np.int64]:
    """Players, deal and options as numbers."""
    import numpy as np

    settings = (setting(option, bound.options[option.name]) for option in options)
    return np.array([*table_head(bound).values(), *settings], np.int64)


def setting(option: ir.Option, value: ir.Scalar) -> int:
    """A setting as a number: itself, or its place among the settings."""
    return int(value) if option.type == "int" else option.values.index(value)


def has_room(variable: ir.Variable) -> bool:
    """Whether compiled engines keep a variable: not that of a seat which they do not have."""
    return variable.seat is None or variable.seat < MOST_SEATS


def variables_of(bound: Bound) -> list[tuple[int, ir.Variable]]:
    """The variables that a state has room for, with their places in a position."""
    return [(place, variable) for place, variable in enumerate(bound.book.state) if has_room(variable)]


def write_state(bound: Bound, position: Position, words: Words | list[int]) -> None:
    """Writes a position into a state."""
    queue = [*position.stock, *position.pile]
    cards = [card for hand in position.hands for card in hand] + queue
    if len(set(cards)) != len(cards):
        raise GameError("bad-position", "compiled engines play with one pack: use the Python engine")
    values = [0] * STATE_WORDS
    for seat, hand in enumerate(position.hands):
        values[seat] = sum(1 << card for card in hand)
    for place, card in enumerate(queue):
        values[QUEUE + place // 4] |= int(card) << 8 * (place % 4)
    values[SIZES] = len(position.stock) | len(queue) << 8
    loser = -1 if position.loser is None else position.loser
    values[SEATS] = position.turn | int(position.over) << 24 | (loser + 1) << 25
    for seat, out in enumerate(position.out):
        values[SEATS] |= (out == Out.playing) << 8 + seat | (out == Out.returnable) << 16 + seat
    values[PLACES] = len(position.places)
    for place, seat in enumerate(position.places):
        values[PLACES] |= seat << 3 + 3 * place
    values[MOVES], values[CHANCE] = position.moves_made, position.chance
    for slot, (place, _) in enumerate(variables_of(bound)):
        values[VARIABLES + slot] = position.vars[place]
    words[:] = [value - (1 << 32) if value >= 1 << 31 else value for value in values]


def read_state(bound: Bound, words: Any) -> Position:
    """The position that a state holds."""
    values = [int(word) for word in words]
    sizes, seats, places = values[SIZES], values[SEATS], values[PLACES]
    queue = [CARDS[values[QUEUE + place // 4] >> 8 * (place % 4) & 255] for place in range(sizes >> 8)]
    variables = [_first_value(bound, variable) for variable in bound.book.state]
    for slot, (place, _) in enumerate(variables_of(bound)):
        variables[place] = values[VARIABLES + slot]
    out = [
        Out.playing if seats >> 8 + seat & 1 else Out.returnable if seats >> 16 + seat & 1 else Out.safe
        for seat in range(bound.players)
    ]
    loser = (seats >> 25) - 1
    return Position(
        hands=tuple(_cards(values[seat]) for seat in range(bound.players)),
        stock=tuple(queue[: sizes & 255]),
        pile=tuple(queue[sizes & 255 :]),
        turn=seats & 255,
        out=tuple(out),
        vars=tuple(variables),
        places=tuple(places >> 3 + 3 * place & 7 for place in range(places & 7)),
        moves_made=values[MOVES],
        over=bool(seats >> 24 & 1),
        loser=None if loser < 0 else loser,
        chance=values[CHANCE] & 0xFFFFFFFF,
    )


def turn_of(words: Words) -> int:
    """The seat on turn."""
    return int(words[SEATS]) & 255


def is_over(words: Words) -> bool:
    return bool(int(words[SEATS]) >> 24 & 1)


def _cards(word: int) -> tuple[Card, ...]:
    return tuple(card for card in CARDS if word >> card & 1)


def _first_value(bound: Bound, variable: ir.Variable) -> int:
    value = bound.fold(variable.initial)
    return int(value.value) if isinstance(value, ir.Const) else 0
