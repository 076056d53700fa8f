"""Random models of the encoder, held against the interpreter."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from faraon.game.position import Position
from faraon.lang import ir
from faraon.proof.moves import Mover, Step
from faraon.proof.table import Table
from faraon.proof.terms import CARDS, Term, z3
from faraon.proof.witness import Reading
from faraon.proof.world import Encoder, World


@dataclass
class Sampled:
    """A move of the solver, and how it differs from the interpreter's."""

    rule: str
    told: str
    differs: list[str]


class Sampler:
    """Takes random moves from the encoding of a table."""

    def __init__(self, table: Table, book: ir.Book, seed: int) -> None:
        self.book = book
        self.encoder = Encoder(table)
        self.before, self.holds = self.encoder.position()
        self.steps = Mover(self.encoder).steps(self.before)
        self.rng = random.Random(seed)

    @cached_property
    def solvers(self) -> list[tuple[Step, Term]]:
        """A solver for each rule and each foul that can happen with this deck."""
        found = []
        for step in self.steps:
            solver = z3.SolverFor("QF_BV")
            solver.add(*self.holds, *step.holds)
            if solver.check() == z3.sat:
                found.append((step, solver))
            else:  # a small deck has not the cards for every rule
                assert len(self.encoder.table.book.deck) < CARDS, step.rule.name
        return found

    @property
    def alive(self) -> int:
        return sum(step.rule.kind == "rule" for step, _ in self.solvers)

    def samples(self, each: int) -> Iterator[Sampled]:
        """So many models of each rule and each foul."""
        for step, solver in self.solvers:
            for _ in range(each):
                found = self._sample(solver, step)
                if found is not None:
                    yield found

    def _sample(self, solver: Term, step: Step) -> Sampled | None:
        wished = self._wishes(step)
        while True:
            names = {str(z3.Bool(f"wish{at}")): wish for at, wish in enumerate(wished)}
            solver.push()
            for name, wish in names.items():
                solver.add(z3.Implies(z3.Bool(name), wish))
            found = solver.check(*map(z3.Bool, names))
            model = solver.model() if found == z3.sat else None
            core = {str(name) for name in solver.unsat_core()} if found == z3.unsat else set()
            solver.pop()
            if model is not None:
                return self._compare(Reading(self.encoder, model), step)
            given_up = self.rng.choice(sorted(core))
            wished = [wish for name, wish in names.items() if name != given_up]

    def _wishes(self, step: Step) -> list[Term]:
        """Something random for everything; what contradicts the rest is given up."""
        rng, number = self.rng, self.encoder.number
        deck = self.encoder.table.book.deck
        wishes = [self.before[ir.TOP] == rng.choice(deck)]
        cards = [*deck]
        rng.shuffle(cards)
        for hand in self.before.hands:
            size = rng.choice((0, 1, 1, 2, 3, 4, 5, 8))
            held, cards = cards[:size], cards[size:]
            wishes += [number.has(hand, number(card)) for card in held]
            wishes.append(number.count(hand) <= max(1, size))
        wishes.append(self.before[ir.DRAWABLE] == rng.choice((0, 1, 2, 5, len(deck) // 2)))
        for var, term in self.before.values.items():
            if var.kind == "state":
                chosen = rng.choice((-1, 0, 0, 1, 2, 3, 6, rng.randrange(CARDS)))
                wishes.append(term == (chosen > 0 if var.type == "bool" else chosen))
        for option in self.encoder.table.options:
            value = rng.choice(option.values)
            wishes.append(self.encoder.options[option.var] == self.encoder.value(
                ir.Const(option.type, value), self.before))  # fmt: skip
        if step.suits:
            wishes += [step.after[ir.LAID] == rng.choice((1, 1, 2, 3, 4))]
            wishes += [step.after[ir.BOTTOM] == rng.choice(deck)]
        for draw in step.draws:
            wishes.append(draw.last == rng.choice(deck))
        rng.shuffle(wishes)
        return wishes

    def _compare(self, read: Reading, step: Step) -> Sampled | None:
        shown = read.shown(self.book, self.before, step)
        engine, before = shown.state.game.engine, shown.state.position
        told = f"{shown.move} at {shown.settings} in {shown.position}"
        if shown.move is None:  # a foul where every lay is legal
            return None
        if before.over:
            return Sampled(step.rule.name, told, ["the interpreter says that it is over"])
        rule = engine.rule_of(before, shown.move)
        rule = rule if rule >= 0 else engine.foul_of(before, shown.move)
        # the interpreter counts the rules of covered groups, too
        names = [one.name for one in (*engine.bound.rules, *engine.bound.fouls)]
        if rule < 0 or names[rule] != step.rule.name:
            return Sampled(step.rule.name, told, [f"rule: {names[rule] if rule >= 0 else 'none'}"])
        after, _ = engine.play(before, shown.move, shown.shuffle)
        return Sampled(step.rule.name, told, list(self._differences(read, step, after)))

    def _differences(self, read: Reading, step: Step, after: Position) -> Iterator[str]:
        world = step.after
        pairs: dict[str, tuple[object, object]] = {
            "hands": ([read.cards(hand) for hand in world.hands], [[*map(int, h)] for h in after.hands]),
            "turn": (read.number(world[ir.ON_TURN]), after.turn),
            "out": ([read.number(out) for out in world.out], [*after.out]),
            "top": (read.number(world[ir.TOP]), int(after.pile[-1])),
            "drawable": (read.number(world[ir.DRAWABLE]), len(after.stock) + len(after.pile) - 1),
            "moves_made": (read.number(world[ir.MOVES_MADE]), after.moves_made),
            "over": (read.holds(world.over), after.over),
            "loser": (read.number(step.loser), -1 if after.loser is None else after.loser),
        }
        for variable, value in zip(self.book.state, after.vars, strict=True):
            if variable in self.encoder.state:
                pairs[variable.name] = (self._state(read, world, variable), value)
        for name, (ours, theirs) in pairs.items():
            if ours != theirs:
                yield f"{name}: {ours}, the interpreter {theirs}"

    @staticmethod
    def _state(read: Reading, world: World, variable: ir.Variable) -> int:
        term = world[variable.var("state")]
        return int(read.holds(term)) if variable.type == "bool" else read.number(term)
