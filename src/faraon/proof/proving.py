"""One table, with all that is needed to ask the solver about it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from faraon.lang import ir
from faraon.play import codec
from faraon.proof.answers import Clock
from faraon.proof.asking import Asker, size_of
from faraon.proof.invariants import Finder, Invariants
from faraon.proof.moves import Mover, Step
from faraon.proof.played import Played
from faraon.proof.positions import plain_position
from faraon.proof.table import Table
from faraon.proof.terms import Term, z3
from faraon.proof.witness import Reading, Shown
from faraon.proof.world import Encoder


class Proving:
    """The encoding of a table, its moves and, when they are asked for, its invariants."""

    def __init__(self, table: Table, book: ir.Book, clock: Clock, played: Played) -> None:
        self.table = table
        self.book = book
        """With its covered mode, as the interpreter knows it."""
        self.clock = clock
        self.played = played
        self.encoder = Encoder(table)
        self.mover = Mover(self.encoder)
        self.before, self.declared = self.encoder.position()

    @cached_property
    def steps(self) -> list[Step]:
        return self.mover.steps(self.before)

    @cached_property
    def deal(self) -> Step:
        return self.mover.deal()

    @cached_property
    def invariants(self) -> Invariants:
        finder = Finder(self.mover, self.clock)
        return finder.find(self.played.positions, self.before, self.declared, self.steps)

    @cached_property
    def reachable(self) -> list[Term]:
        """What holds in every position that a game can reach, and perhaps in others."""
        return self.invariants.terms(self.encoder, self.before)

    def asker(self, *known: Sequence[Term]) -> Asker:
        """A solver that knows what holds in all declared positions, and this."""
        return Asker(self.clock, [*self.declared, *(term for terms in known for term in terms)])

    def smallest(self, asker: Asker, wanted: Sequence[Term]) -> Any:
        return asker.smallest(wanted, size_of(self.encoder, self.before))

    def shown(self, model: Any, step: Step | None = None) -> Shown:
        return Reading(self.encoder, model).shown(self.book, self.before, step)

    # ------------------------------------------------------------------------------------------- deadlock
    def deadlock(self) -> Shown | None:
        """The smallest position without a move, in which the game is not over."""
        asker = self.asker()
        stuck = z3.Not(self.encoder.some_move(self.before))
        model = self.smallest(asker, [stuck])
        return None if model is None else self.shown(model)

    # ------------------------------------------------------------------------------------- what never happens
    def happens(self, part: object, reachable: bool) -> bool:
        """Whether something can happen in a declared position, or in one that satisfies the invariants."""
        known = self.reachable if reachable else []
        for step in self.steps:
            terms = [term for fired, term in step.fired if fired == part]
            if terms and self.asker(known, step.holds).model(z3.Or(*terms)) is not None:
                return True
        terms = [term for fired, term in self.deal.fired if fired == part]
        return bool(terms) and Asker(self.clock, self.deal.holds).model(z3.Or(*terms)) is not None


def written(shown: Shown, table_defaults: dict[str, ir.Scalar]) -> dict[str, Any]:
    """What shows something, for people and programs: settings that are not the default, position, move."""
    unusual = {name: value for name, value in shown.settings.items() if value != table_defaults.get(name)}
    found: dict[str, Any] = {"settings": unusual, "position": plain(shown)}
    if shown.move is not None:
        found["move"] = str(shown.move)
    return found


def plain(shown: Shown) -> dict[str, Any]:
    """A position without what is as it always is."""
    game = shown.state.game
    data = codec.write(game.bound, shown.state.position)
    return plain_position(game.book, data)
