"""Questions for the solver, in the time that there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from faraon.lang import ir
from faraon.proof.answers import Clock, OutOfTimeError
from faraon.proof.terms import Term, z3
from faraon.proof.world import Encoder, World


class Asker:
    """A solver that already knows something."""

    def __init__(self, clock: Clock, known: Sequence[Term]) -> None:
        self.clock = clock
        self.solver = z3.SolverFor("QF_BV")
        self.solver.add(*known)

    def model(self, *also: Term) -> Any:
        """A model of what is known and of this; ``None`` if there is none."""
        self.clock.check()
        self.solver.set("timeout", max(1, int(self.clock.left * 1000)))
        self.solver.push()
        try:
            self.solver.add(*also)
            found = self.solver.check()
            if found == z3.unknown:
                raise OutOfTimeError
            return self.solver.model() if found == z3.sat else None
        finally:
            self.solver.pop()

    def smallest(self, wanted: Sequence[Term], goals: Sequence[Term], patience: float = 10.0) -> Any:
        """A model in which the goals are as small as possible, the first of them before all others.

        Where that takes long, the smallest one found is good enough.
        """
        model = self.model(*wanted)
        clock, self.clock = self.clock, Clock(min(patience, self.clock.left))
        fixed = list(wanted)
        try:
            for goal in goals if model is not None else ():
                while (best := _worth(model, goal)) > 0:
                    less = self.model(*fixed, goal < best)
                    if less is None:
                        break
                    model = less
                fixed.append(goal <= best)
        except OutOfTimeError:
            pass
        finally:
            self.clock = clock
        return model


def _worth(model: Any, goal: Term) -> int:
    return int(model.eval(goal, model_completion=True).as_signed_long())


def size_of(encoder: Encoder, world: World) -> list[Term]:
    """What makes a position large: cards in hands, variables that are not at rest, cards to draw."""
    number = encoder.number
    held = world.hands[0]
    for hand in world.hands[1:]:
        held = held | hand
    restless = []
    for variable in encoder.state:
        term = world[variable.var("state")]
        if variable.type == "bool":
            restless.append(term)
        elif variable.type in ("card", "seat"):
            restless.append(term != -1)
        elif variable.type == "int":
            restless.append(term != encoder.value(encoder.table.fold(variable.initial), world))
    unusual = []
    for option in encoder.table.options:
        default = encoder.value(ir.Const(option.type, option.default), world)
        unusual.append(encoder.options[option.var] != default)
    sizes = [number.count(held), number.how_many([*restless, *unusual, world[ir.MOVES_MADE] != 0])]
    sizes += [world[ir.DRAWABLE]]
    return [*sizes, *(world[v.var("state")] for v in encoder.state if v.type == "int" and v.range[0] >= 0)]
