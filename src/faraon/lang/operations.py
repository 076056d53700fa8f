"""What expressions compute: every operation once, with what it does and how the engines write it.

Only ``possible(rule)`` stands elsewhere: each engine has its own way to find out.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation. Its texts are a sign that stands between the arguments, or have places for them."""

    python: str
    """In the Python engine; ``at`` is the position, or the board."""
    kernel: str = ""
    """In the kernels, where nothing branches; as in Python, if nothing is said."""
    compute: Callable[..., int] | None = None
    """What it makes of its arguments,"""
    ask: Callable[[Any, int], int] | None = None
    """or of a board and its argument; neither, if not all of its arguments need be looked at."""

    def in_python(self, args: Sequence[str], at: str) -> str:
        return _written(self.python, args, at)

    def in_kernels(self, args: Sequence[str]) -> str:
        return _written(self.kernel or self.python, args)


def _written(text: str, args: Sequence[str], at: str = "") -> str:
    return f"({text.join(args)})" if text.startswith(" ") else text.format(*args, at=at)


def remainder(a: int, b: int) -> int:
    """Nothing is left of a division by 0. A function, so that the divisor is written once."""
    return a % b if b else 0


def quotient(a: int, b: int) -> int:
    """A division by 0 gives 0."""
    return a // b if b else 0


OPERATIONS = {
    "+": Operation(" + ", compute=operator.add),
    "-": Operation(" - ", compute=operator.sub),
    "*": Operation(" * ", compute=operator.mul),
    "%": Operation("remainder({0}, {1})", compute=remainder),
    "/": Operation("quotient({0}, {1})", compute=quotient),
    "min": Operation("min({0}, {1})", "minimum({0}, {1})", compute=min),
    "max": Operation("max({0}, {1})", "maximum({0}, {1})", compute=max),
    "==": Operation(" == ", compute=operator.eq),
    "!=": Operation(" != ", compute=operator.ne),
    "<": Operation(" < ", compute=operator.lt),
    "<=": Operation(" <= ", compute=operator.le),
    ">": Operation(" > ", compute=operator.gt),
    ">=": Operation(" >= ", compute=operator.ge),
    "and": Operation(" and ", " & "),
    "or": Operation(" or ", " | "),
    "not": Operation("(not {0})", "opposite({0})", compute=operator.not_),
    # condition, yes, no
    "if": Operation("({1} if {0} else {2})", "where({0}, {1}, {2})"),
    # of a card
    "suit": Operation("({0} & 3)", compute=lambda card: card & 3),
    "val": Operation("({0} >> 2)", compute=lambda card: card >> 2),
    # of a seat: it has finished and can be returned, it holds cards
    "returnable": Operation(
        "({at}.out[{0}] == 1)", "among(back, {0})", ask=lambda board, seat: board.out[seat] == 1
    ),
    "playing": Operation(
        "({at}.out[{0}] == 0)", "among(act, {0})", ask=lambda board, seat: board.out[seat] == 0
    ),
    # how many cards a seat holds
    "hand": Operation(
        "{at}.sizes[{0}]", "popcount(held(hands, {0}))", ask=lambda board, seat: board.sizes[seat]
    ),
    # the cards of the move, as a set, have a card among them
    "contains": Operation(
        "({1} in {0})",
        "holds(word({0}), {1})",
        compute=lambda cards, card: card >= 0 and cards >> card & 1 != 0,
    ),
    # the player on turn holds a card
    "holds": Operation(
        "({0} in {at}.hands[{at}.turn])",
        "holds(held(hands, i), {0})",
        ask=lambda board, card: card in board.hands[board.turn],
    ),
    # the lowest card of the stock that is not of a value
    "bottom_except": Operation(
        "{at}.bottom_except({0})",
        "bottom_except(queue, head, tail, {0})",
        ask=lambda board, value: board.bottom_except(value),
    ),
}
