"""What a seat sees of a game, as a row of numbers: the same in every compiled engine, to the last bit.

Perfect memory is one word where the pile is turned without being shuffled: the cards that everybody has seen.
Whoever knows it, and their own hand, can tell where every other card is, or that it may be anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from faraon.engines.errors import GameError
from faraon.engines.kernels.arrays import check_table, variables_of
from faraon.engines.rules import Bound
from faraon.lang import ir

MOST_MOVES = 2048
"""More moves than that look like so many."""


@dataclass(frozen=True, slots=True)
class Field:
    """Numbers of an observation that belong together."""

    name: str
    start: int
    """Where they begin,"""
    width: int
    """and how many there are."""
    scale: int = 1
    """What they are divided by: a power of two, so that no engine rounds."""

    @property
    def end(self) -> int:
        return self.start + self.width


@dataclass(frozen=True, slots=True)
class Shown:
    """A variable of the rulebook in an observation; or one per player, counted from the own seat."""

    name: str
    variable: ir.Variable
    """The first of them."""
    slot: int
    """Its place among the variables of a state,"""
    many: int
    """and how many follow each other from there on."""
    width: int
    """How many numbers each of them takes."""
    scale: int


def shown_variables(state: tuple[ir.Variable, ...], players: int) -> list[Shown]:
    """The variables that a state has room for, in their order."""
    found, slot = [], 0
    for name, group in groupby(state, lambda variable: variable.each or variable.name):
        variables = [*group]
        many = players if variables[0].each else 1
        found.append(
            Shown(name, variables[0], slot, many, _width(variables[0], players), _scale(variables[0]))
        )
        slot += len(variables)
    return found


def _width(variable: ir.Variable, players: int) -> int:
    return {"suit": 4, "value": 8, "card": 32, "seat": players}.get(variable.type, 1)


def _scale(variable: ir.Variable) -> int:
    if variable.type != "int":
        return 1
    return 1 << (max(*map(abs, variable.range), 1) - 1).bit_length()


def observation_fields(bound: Bound, memory: bool = True) -> tuple[Field, ...]:
    """What stands in an observation of a table, seats counted from the viewer's own.

    ``hand``, ``top`` and ``pile`` are a 1 for each card. With memory follow ``unseen``, the cards that may be
    anywhere, ``known_1`` and so on, the cards that a seat is known to hold, and ``stock_known``: 1 for a card
    that is drawn next, 31/32 for the one behind it, 0 for one that is not known to lie there. Then ``sizes``
    of hands, who is ``playing`` and who ``returnable``, whose ``turn`` it is, the ``counts`` of stock and
    pile, the ``moves`` made, and the rulebook's variables: a suit, value, card or seat as a 1 in its place.

    :class:`GameError` for a table that compiled engines have no room for, and where perfect memory is more
    than one word.
    """
    check_table(bound)
    if memory:
        need_memory(bound)
    players = bound.players
    parts = [("hand", 32, 1), ("top", 32, 1), ("pile", 32, 1)]
    if memory:
        parts += [("unseen", 32, 1), *((f"known_{seat}", 32, 1) for seat in range(1, players))]
        parts += [("stock_known", 32, 32)]
    parts += [
        ("sizes", players, 32),
        ("playing", players, 1),
        ("returnable", players, 1),
        ("turn", players, 1),
    ]
    parts += [("counts", 2, 32), ("moves", 1, MOST_MOVES)]
    variables = tuple(variable for _, variable in variables_of(bound))
    parts += [(one.name, one.many * one.width, one.scale) for one in shown_variables(variables, players)]
    fields, start = [], 0
    for name, width, scale in parts:
        fields.append(Field(name, start, width, scale))
        start += width
    return tuple(fields)


def need_memory(bound: Bound) -> None:
    """:class:`GameError`, with the options, where what a seat remembers is more than the cards it has seen:
    after a shuffle, or if an invalid lay has shown cards that went back."""
    if bound.shuffled:
        _refuse(bound, [bound.book.shuffled], "the pile is shuffled", "hracia kopa sa mieša")
    if any(foul.guard != ir.FALSE for foul in bound.fouls):
        guards = [foul.guard for foul in bound.book.fouls]
        _refuse(bound, guards, "invalid moves show cards", "neplatné ťahy ukazujú karty")


def _refuse(bound: Bound, conditions: list[ir.Expr], en: str, sk: str) -> None:
    """Names the options of which another setting would leave none of these conditions a chance."""

    def without(option: ir.Option, setting: ir.Scalar) -> bool:
        values = {**bound.values, option.var: ir.Const(option.type, setting)}
        return all(ir.substitute(condition, values) == ir.FALSE for condition in conditions)

    deciding = (option for option in bound.book.options if any(without(option, one) for one in option.values))
    names = ", ".join(f"{option.name} = {bound.options[option.name]}" for option in deciding)
    names = names or bound.book.name
    raise GameError(
        "bad-option",
        f"with {names} {en}: observations have no memory there, take memory=False",
        f"pri {names} {sk}: pozorovania si tam nič nepamätajú, použi memory=False",
    )


def wins_without_loser(ends: Iterable[ir.Implication]) -> bool:
    """Whether a game can be over without a loser and yet be won, by the first one out."""
    live = (end for end in ends if end.guard != ir.FALSE)
    return any(end.loser == ir.Const("seat", ir.NOBODY) and not counts_moves(end) for end in live)


def counts_moves(end: ir.Implication) -> bool:
    """Whether an ending cuts a game off, which is drawn then."""
    return ir.MOVES_MADE in ir.variables(end.guard)
