"""A state in the terms of its document: the formal one's ``GS``, the draft's ``S``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from faraon.cards import Value
from faraon.engines.errors import GameError
from faraon.lang import ir
from faraon.lang.definitions import TUPLES
from faraon.play.state import State
from faraon.words import suit_name

Part: TypeAlias = int | str | tuple["Part", ...] | Mapping[str, "Part"]
"""A number, a word, a list, or a tuple whose parts have names."""

SP = ("A", "F", "T")
"""The state variables of the draft, a tuple in the tuple."""


@dataclass(frozen=True, slots=True)
class DocumentTuple:
    """The tuple that a document calls the state of the game.

    >>> from faraon.play.game import load
    >>> position = {"hands": [["b9"], ["lX", "hA"]], "pile": ["b8"], "stock": ["lK", "l7"], "turn": 0}
    >>> print(document_tuple(load("formal").position(position)))
    GS = (DP: (b8), ST: (lK, l7), LP: ((b9), (lX, hA)), LP_MC: (-1, -1), ace: 0, suit: bells, val: VIII, \
cnt: 1, i: 0, mc: 0)
    >>> print(document_tuple(load("draft").position(position)))
    S = (OB: (b8), TB: (lK, l7), ZH: ((b9), (lX, hA)), i: 0, SP: (A: 0, F: guľa, T: 1))
    """

    symbol: str
    parts: Mapping[str, Part]

    def __str__(self) -> str:
        return f"{self.symbol} = {_written(self.parts)}"


def document_tuple(state: State) -> DocumentTuple:
    """The state as its document writes it; :class:`GameError` if its rulebook follows none with a tuple."""
    found = find_tuple(state)
    if found is not None:
        return found
    message = f"{state.game.name} has no tuple: only the formal document and its draft define one"
    sk = f"{state.game.name} nemá n-ticu: určujú ju iba formálny dokument a jeho náčrt"
    raise GameError("bad-request", message, sk)


def find_tuple(state: State) -> DocumentTuple | None:
    """The same, or ``None``; what a rulebook adds to the document's variables comes last."""
    position = state.position
    own = _variables(state)
    pile, stock = (tuple(map(str, cards)) for cards in (position.pile, position.stock))
    hands = tuple(tuple(map(str, hand)) for hand in position.hands)
    known: dict[str, Part] = {"DP": pile, "OB": pile, "ST": stock, "TB": stock, "LP": hands, "ZH": hands}
    known |= {"i": position.turn, **own}
    if own.keys() >= set(SP):
        known["SP"] = {name: own.pop(name) for name in SP}
    for symbol, names in TUPLES.items():
        if known.keys() >= set(names):
            added = {name: value for name, value in own.items() if name not in names}
            return DocumentTuple(symbol, {**{name: known[name] for name in names}, **added})
    return None


def _variables(state: State) -> dict[str, Part]:
    """The rulebook's variables; of a list those of the players at this table."""
    found: dict[str, Part] = {}
    lists: dict[str, list[Part]] = {}
    for variable, value in zip(state.game.book.state, state.position.vars, strict=True):
        if variable.each:
            lists.setdefault(variable.each, []).append(_named(variable, value))
        else:
            found[variable.name] = _named(variable, value)
    return found | {name: tuple(own[: state.game.players]) for name, own in lists.items()}


def _named(variable: ir.Variable, value: int) -> Part:
    """Suits and values by their names in the document's language."""
    if variable.type == "suit":
        return suit_name(value, "sk" if variable.name in SP else "en")
    return Value(value).name if variable.type == "value" else value


def _written(part: Part) -> str:
    if isinstance(part, Mapping):
        return f"({', '.join(f'{name}: {_written(value)}' for name, value in part.items())})"
    if isinstance(part, tuple):
        return f"({', '.join(map(_written, part))})"
    return str(part)
