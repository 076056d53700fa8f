"""What the names of a rulebook stand for."""

from __future__ import annotations

from dataclasses import dataclass, field

from faraon.lang import nodes
from faraon.lang.bounds import Range
from faraon.lang.deck import Deck
from faraon.lang.ir import GROUP, Const, Definition, Expr, Option, Var, Variable
from faraon.lang.names import BUILTINS, CONSTANTS

WRONG = Const("wrong", 0)
"""Stands for what has already been reported, and goes with everything."""

__all__ = ["GROUP", "WRONG", "Scope"]


@dataclass
class Scope:
    """The names that a rulebook declares."""

    deck: Deck = field(default_factory=Deck)
    options: dict[str, Option] = field(default_factory=dict)
    state: dict[str, Variable] = field(default_factory=dict)
    lists: dict[str, tuple[Variable, ...]] = field(default_factory=dict)
    """State variables of which every player has their own; each of them is in ``state`` too."""
    notes: dict[str, Variable] = field(default_factory=dict)
    lets: dict[str, nodes.Let] = field(default_factory=dict)
    laying_rules: set[str] = field(default_factory=set)
    other_rules: set[str] = field(default_factory=set)
    used_lets: set[str] = field(default_factory=set)
    broken_lets: set[str] = field(default_factory=set)
    """Definitions that cannot be read, which has been reported."""
    definitions: dict[str, Definition] = field(default_factory=dict)
    told: dict[Expr, tuple[Definition, bool]] = field(default_factory=dict)
    """The conditions of which a definition has sentences: that it holds, or that it does not."""
    ranges: dict[Var, Range] = field(
        default_factory=lambda: {builtin.var: builtin.range for builtin in BUILTINS.values()}
    )
    parts: int = 0
    """How many parts of expressions were read so far."""

    def names(self) -> list[str]:
        values = [str(value) for option in self.options.values() for value in option.values]
        own = [*self.options, *self.state, *self.notes, *self.lets, *BUILTINS, *CONSTANTS, "Cn"]
        return [name for name in dict.fromkeys(own + values) if not name.isdigit()]
