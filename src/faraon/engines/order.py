"""What happens in a move, and in which order, in every engine: those that do it and those that write it down.

The rule that allows the move has its effects. Then comes every mechanic in file order whose condition holds,
until one skips the rest. The move is counted, and the first ending whose condition holds ends the game.

An effect is something that the board does, or a variable that gets a value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from faraon.lang import ir

SKIPPED = ir.Var("engine", "skipped", "bool")
"""A mechanic of this move has skipped those behind it."""

MANY = 1 << 10
"""Expressions and effects of which is kept what was made of them."""


@dataclass(frozen=True, slots=True)
class Primitive:
    """Something that the board does: :class:`faraon.engines.python.board.Board` has the meaning."""

    name: str
    args: tuple[ir.Expr, ...] = ()


Deed = Primitive | ir.Assign


def deeds(implication: ir.Implication) -> list[Deed]:
    """What an implication does, one after the other."""
    return [deed for deed in map(_deed, implication.effects) if deed is not None]


@lru_cache(maxsize=MANY)
def _deed(effect: ir.Effect) -> Deed | None:
    match effect:
        case ir.Put():
            return Primitive("put")
        case ir.Draw(amount, who):
            return Primitive("draw", (ir.ON_TURN if who == "i" else ir.RETURNED, amount))
        case ir.DrawUntil(fits, who):
            return Primitive("draw_until", (ir.ON_TURN if who == "i" else ir.RETURNED, fits))
        case ir.GiveBack():
            return Primitive("give_back", (ir.RETURNED,))
        case ir.Show(card):
            return Primitive("show", (card,))
        case ir.Leave():
            return Primitive("leave")
        case ir.Next(ir.FALSE):
            return Primitive("next")
        case ir.Next(back):
            return Primitive("next_way", (back,))
        case ir.Assign(ir.ON_TURN, seat):
            return Primitive("jump", (seat,))
        case ir.Skip():
            return ir.Assign(SKIPPED, ir.TRUE)
        case ir.Word("stand"):
            return ir.Assign(ir.STOOD, ir.TRUE)
        case ir.Word("concede"):
            return ir.Assign(ir.CONCEDED, ir.TRUE)
        case ir.Word("check"):
            return ir.Assign(ir.CHECKED, ir.TRUE)
        case ir.Word() | ir.Assign(ir.LOSER, _):
            return None  # it only tells
        case ir.Assign():
            return effect


class Mover(Protocol):
    """Makes moves, or writes down how they are made."""

    def mechanic(self, guard: ir.Expr, mechanic: ir.Implication) -> None:
        """A mechanic, under this condition."""

    def count(self) -> None:
        """One more move is made."""

    def ending(self, number: int, ending: ir.Implication) -> None:
        """An ending, unless one with a smaller number holds."""


def follow(mover: Mover, mechanics: Iterable[ir.Implication]) -> None:
    """What comes after the effects of the rule."""
    live = [mechanic for mechanic in mechanics if mechanic.guard != ir.FALSE]
    skips = any(isinstance(effect, ir.Skip) for mechanic in live for effect in mechanic.effects)
    for mechanic in live:
        mover.mechanic(_unless_skipped(mechanic.guard) if skips else mechanic.guard, mechanic)


@lru_cache(maxsize=MANY)
def _unless_skipped(guard: ir.Expr) -> ir.Expr:
    return ir.Op("and", "bool", (ir.negate(SKIPPED), guard))


def conclude(mover: Mover, ends: Iterable[ir.Implication]) -> None:
    """What comes last."""
    mover.count()
    end(mover, ends)


def end(mover: Mover, ends: Iterable[ir.Implication]) -> None:
    """Whether the game is over."""
    for number, ending in enumerate(ending for ending in ends if ending.guard != ir.FALSE):
        mover.ending(number, ending)
