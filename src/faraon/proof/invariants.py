"""Invariants: what holds after every deal and is kept by every move, found by trying.

Candidates are clauses of a few conditions. Those that a game contradicts are dropped, then those that some
deal or some move does not keep, given all the others, until nothing more is dropped (Houdini). What remains
holds in every position that a game can reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from faraon.game.position import Position
from faraon.lang import ir
from faraon.play.game import Game
from faraon.proof.answers import Clock, OutOfTimeError
from faraon.proof.atoms import Asked, Atom, Counted, Growing, asked_atoms, growing
from faraon.proof.moves import Mover, Step
from faraon.proof.terms import Term, some, z3
from faraon.proof.world import Encoder, World

Literal = tuple[int, bool]
"""The number of a condition, and whether it holds."""

Clause = tuple[Literal, ...]
"""One of these holds."""


@dataclass
class Invariants:
    """What was found."""

    atoms: list[Atom]
    clauses: list[Clause]
    tried: int
    """How many candidates no game contradicted."""

    def terms(self, encoder: Encoder, world: World) -> list[Term]:
        """What holds in a position that a game can reach."""
        values = [atom.term(encoder, world) for atom in self.atoms]
        return [some(*(_literal(values, literal) for literal in clause)) for clause in self.clauses]

    def lines(self) -> list[str]:
        """The invariants, to read."""
        return [
            " | ".join(f"{'' if holds else 'not '}{self.atoms[at]}" for at, holds in clause)
            for clause in self.clauses
        ]


def _literal(values: Sequence[Term], literal: Literal) -> Term:
    at, holds = literal
    return values[at] if holds else z3.Not(values[at])


class Finder:
    """Finds the invariants of one table."""

    def __init__(self, mover: Mover, clock: Clock) -> None:
        self.mover = mover
        self.encoder = mover.encoder
        self.table = mover.table
        self.clock = clock
        self.atoms: list[Atom] = []

    def find(
        self, positions: Iterable[tuple[Game, Position]], before: World, holds: list[Term], steps: list[Step]
    ) -> Invariants:
        """The invariants, given positions of games and all moves."""
        pool = [*self._pairs(asked_atoms(self.table))]
        for grows in growing(self.table):
            pool += self._about(grows)
        rows = {
            tuple(atom.holds(game, position) for atom in self.atoms)
            for game, position in positions
            if game.players == self.table.players
        }
        pool = [clause for clause in dict.fromkeys(pool) if all(_true(clause, row) for row in rows)]
        keeping = self._keeping(before, holds, steps)
        tried: set[Clause] = set()
        while True:
            # a clause is tried when all that says more has been tried in vain
            trying = _without_weaker(pool)
            tried.update(trying)
            kept = self._kept(trying, keeping)
            if len(kept) == len(trying):
                return Invariants(self.atoms, kept, len(tried))
            dropped = set(trying) - set(kept)
            pool = [clause for clause in pool if clause not in dropped]

    # -------------------------------------------------------------------------------------------- candidates
    def _atom(self, atom: Atom) -> int:
        if atom not in self.atoms:
            self.atoms.append(atom)
        return self.atoms.index(atom)

    def _pairs(self, asked: list[Asked]) -> Iterable[Clause]:
        """Every condition, and every two, of which one at least is about the rulebook's own state."""
        literals = [(self._atom(atom), holds) for atom in asked for holds in (True, False)]
        own = {at for at, atom in enumerate(asked) if any(v.kind == "state" for v in ir.variables(atom.expr))}
        yield from ((literal,) for literal in literals if literal[0] in own)
        for one, other in combinations(literals, 2):
            if one[0] != other[0] and (one[0] in own or other[0] in own):
                yield one, other

    def _about(self, grows: Growing) -> Iterable[Clause]:
        """What may be known of a variable that grows: how it is tied to the cards that make it grow."""

        def times(count: int, rest: ir.Expr) -> ir.Expr:
            many = ir.op("*", "int", ir.Const("int", count), grows.weight)
            return many if rest == zero else ir.op("+", "int", many, rest)

        def compared(sign: str, var: ir.Var, number: ir.Expr) -> int:
            return self._atom(Asked(ir.op(sign, "bool", var, number)))

        zero = ir.Const("int", 0)
        beside = [(one.var("state"), self.table.fold(one.initial)) for one in grows.beside]
        summed = (grows.var, *(var for var, _ in beside))
        at_rest = compared("==", grows.var, grows.rest), True
        ends: list[Atom] = [Counted(grows.value, whose, zero) for whose in ("all", "turn", "others")]
        for count in (4, 5):
            most = times(count, grows.rest)
            ends += [Counted(grows.value, "all", most, grows.weight, added) for added in {summed[:1], summed}]
        conclusions = [(self._atom(end), True) for end in ends]
        for var, rest in ((grows.var, grows.rest), *beside):
            conclusions += [(compared("<=", var, times(count, rest)), True) for count in (4, 5, 8)]
        flags = [compared("==", var, rest) for var, rest in beside]
        flags += [
            self._atom(Asked(variable.var("state"))) if variable.type == "bool"
            else compared("==", variable.var("state"), ir.Const("card", ir.NOBODY))
            for variable in self.table.book.state
            if variable.type in ("bool", "card") and not variable.each
        ]  # fmt: skip
        flags = flags[:MOST_FLAGS]
        for signs in _signs(len(flags)):
            given = tuple((flag, sign) for flag, sign in zip(flags, signs, strict=True) if sign is not None)
            for size in (1, 2):
                for ends_here in combinations(conclusions, size):
                    yield (*given, *ends_here)
                    yield (at_rest, *given, *ends_here)

    # ------------------------------------------------------------------------------------------ what is kept
    def _keeping(self, before: World, holds: list[Term], steps: list[Step]) -> list[_Keeping]:
        """The deal and every move, as what they keep."""
        now = [atom.term(self.encoder, before) for atom in self.atoms]
        deal = self.mover.deal()
        solvers = [_Keeping(self.clock, deal.holds, None, self._after(deal))]
        solvers += [
            _Keeping(self.clock, [*holds, *step.holds, z3.Not(step.after.over)], now, self._after(step))
            for step in steps
        ]
        return solvers

    @staticmethod
    def _kept(pool: list[Clause], keeping: list[_Keeping]) -> list[Clause]:
        """The clauses that every deal has and every move keeps."""
        alive, waiting = pool, list(keeping)
        while waiting:
            solver = waiting.pop(0)
            left = solver.drop(alive)
            if len(left) < len(alive):
                # the deal assumes nothing, so what it keeps it keeps
                waiting = [other for other in keeping[1:] if other is not solver]
            alive = left
        return alive

    def _after(self, step: Step) -> list[Term]:
        return [atom.term(self.encoder, step.after) for atom in self.atoms]


MOST_FLAGS = 3
"""So many true-or-false variables may decide what is known of a variable that grows."""


class _Keeping:
    """Whether a deal or a move keeps clauses, given that all of them held before."""

    def __init__(self, clock: Clock, holds: list[Term], before: list[Term] | None, after: list[Term]) -> None:
        self.clock = clock
        self.solver = z3.SolverFor("QF_FD")
        self.solver.add(*holds)
        self.before = None
        if before is not None:
            self.before = [z3.Bool(f"before{at}") for at in range(len(before))]
            self.solver.add(*(name == term for name, term in zip(self.before, before, strict=True)))
        self.after = [z3.Bool(f"after{at}") for at in range(len(after))]
        self.solver.add(*(name == term for name, term in zip(self.after, after, strict=True)))
        self.given: dict[Clause, Any] = {}

    def drop(self, alive: list[Clause]) -> list[Clause]:
        """The clauses that are still true after every such move."""
        while alive:
            assumed = []
            if self.before is not None:
                for clause in alive:
                    if clause not in self.given:
                        name = self.given[clause] = z3.Bool(f"given{len(self.given)}")
                        held = some(*(_literal(self.before, literal) for literal in clause))
                        self.solver.add(z3.Implies(name, held))
                    assumed.append(self.given[clause])
            self.clock.check()
            self.solver.set("timeout", max(1, int(self.clock.left * 1000)))
            self.solver.push()
            broken = [
                z3.And(*(z3.Not(_literal(self.after, literal)) for literal in clause)) for clause in alive
            ]
            self.solver.add(some(*broken))
            found = self.solver.check(*assumed)
            if found == z3.unknown:
                self.solver.pop()
                raise OutOfTimeError
            model = self.solver.model() if found == z3.sat else None
            self.solver.pop()
            if model is None:
                return alive
            row = tuple(z3.is_true(model.eval(name, model_completion=True)) for name in self.after)
            alive = [clause for clause in alive if _true(clause, row)]
        return alive


def _true(clause: Clause, row: Sequence[bool]) -> bool:
    return any(row[at] == holds for at, holds in clause)


def _signs(count: int) -> Iterable[tuple[bool | None, ...]]:
    """Each of so many flags on, off, or not asked."""
    if count == 0:
        yield ()
        return
    for rest in _signs(count - 1):
        for sign in (None, True, False):
            yield (sign, *rest)


def _without_weaker(pool: list[Clause]) -> list[Clause]:
    """The clauses that no shorter one among them already says."""
    found: list[Clause] = []
    kept: set[frozenset[Literal]] = set()
    for clause in sorted(pool, key=len):
        literals = frozenset(clause)
        parts = (frozenset(part) for size in range(1, len(clause)) for part in combinations(literals, size))
        if literals not in kept and not any(part in kept for part in parts):
            kept.add(literals)
            found.append(clause)
    return found
