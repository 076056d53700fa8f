"""Conditions of which invariants are made: what a rulebook itself asks, and counts of cards in hands."""

from __future__ import annotations

from dataclasses import dataclass

from faraon.cards import Value
from faraon.engines.explain.stepper import Stepper
from faraon.game.move import Move
from faraon.game.position import Position
from faraon.lang import ir
from faraon.lang.print_ir import print_expr
from faraon.play.game import Game
from faraon.proof.table import Table
from faraon.proof.terms import CARDS, Term, z3
from faraon.proof.world import Encoder, World

COMPARED = ("==", "!=", "<", "<=", ">", ">=")

VALUES = {value: sum(1 << card for card in range(4 * value, 4 * value + 4)) for value in range(8)}
"""The cards of each value, as a set."""


ONE = ir.Const("int", 1)


@dataclass(frozen=True)
class Asked:
    """A condition in the rulebook's language."""

    expr: ir.Expr

    def __str__(self) -> str:
        return print_expr(self.expr)

    def term(self, encoder: Encoder, world: World) -> Term:
        return encoder.value(self.expr, world)

    def holds(self, game: Game, position: Position) -> bool:
        walk = Stepper(game.bound, position, Move(), game.engine.possible)
        return bool(walk.value(game.bound.fold(self.expr)))


@dataclass(frozen=True)
class Counted:
    """How many cards of a value are in hands, weighed and added to a variable, is at most so many."""

    value: int
    whose: str
    """``all`` hands, that of the player on ``turn``, or those of the ``others``."""
    most: ir.Expr
    """A number: how many are allowed together."""
    weight: ir.Expr = ONE
    added: tuple[ir.Var, ...] = ()

    def __str__(self) -> str:
        held = f"{Value(self.value).name} in hands of {self.whose}"
        weighed = f"{print_expr(self.weight)} * ({held})"
        return f"{' + '.join([*(var.name for var in self.added), weighed])} <= {print_expr(self.most)}"

    def term(self, encoder: Encoder, world: World) -> Term:
        number = encoder.number
        mask = z3.BitVecVal(VALUES[self.value], CARDS)
        seats = enumerate(world.hands)
        if self.whose == "turn":
            cards = number.at(world.hands, world[ir.ON_TURN])
        else:
            cards = z3.BitVecVal(0, CARDS)
            for seat, hand in seats:
                there = hand if self.whose == "all" else z3.If(
                    world[ir.ON_TURN] == seat, z3.BitVecVal(0, CARDS), hand
                )  # fmt: skip
                cards = cards | there
        held = encoder.value(self.weight, world) * number.count(cards & mask)
        for var in self.added:
            held = held + world[var]
        return held <= encoder.value(self.most, world)

    def holds(self, game: Game, position: Position) -> bool:
        hands = {
            "all": position.hands,
            "turn": (position.hands[position.turn],),
            "others": tuple(hand for seat, hand in enumerate(position.hands) if seat != position.turn),
        }[self.whose]
        held = sum(card >> 2 == self.value for hand in hands for card in hand)
        walk = Stepper(game.bound, position, Move(), game.engine.possible)
        held *= walk.value(game.bound.fold(self.weight))
        held += sum(walk.values[var] for var in self.added)
        return held <= walk.value(game.bound.fold(self.most))


Atom = Asked | Counted


def asked_atoms(table: Table) -> list[Asked]:
    """The comparisons of the rulebook; what it asks of the laid cards is asked of the top card."""
    top: dict[ir.Var, ir.Expr] = {ir.BOTTOM: ir.TOP, ir.LAST: ir.TOP}
    known = {variable.var("state") for variable in table.book.state if not variable.each}
    readable = known | {ir.TOP, ir.ON_TURN, ir.ACTIVE, ir.MOVES_MADE}
    found: dict[ir.Expr, None] = {}

    def add(expr: ir.Expr) -> None:
        read = ir.variables(expr)
        plain = not isinstance(expr, ir.Const) and read <= readable | {o.var for o in table.options}
        if plain and read & known | read & {ir.TOP} and ir.negate(expr) not in found:
            found[expr] = None

    exprs = [expr for one in (*table.rules, *table.mechanics, *table.ends) for expr in one.exprs]
    exprs += [forbid.condition for forbid in table.forbids if forbid.of_state]
    for part in (part for expr in exprs for part in ir.walk(expr)):
        if isinstance(part, ir.Op) and part.name in COMPARED and not _asks_possible(part):
            of_top = ir.substitute(part, top)
            if not isinstance(of_top, ir.Op) or of_top.args[0] != of_top.args[1]:
                add(of_top)
            if part.name in ("==", "!=") and part.args[0].type == "value":
                add(ir.op("==", "bool", ir.op("val", "value", ir.TOP), part.args[1]))
    for variable in table.book.state:
        var = variable.var("state")
        if variable.each:
            continue
        if variable.type == "bool":
            add(var)
        elif variable.type in ("suit", "value"):
            add(
                ir.op(
                    "==",
                    "bool",
                    var,
                    ir.op("suit" if variable.type == "suit" else "val", variable.type, ir.TOP),
                )
            )
        elif variable.type == "int":
            add(ir.op("<", "bool", var, ir.ACTIVE))
            add(ir.op("<=", "bool", var, ir.MOVES_MADE))
            add(ir.op("==", "bool", var, table.fold(variable.initial)))
        else:
            add(ir.op("==", "bool", var, ir.Const(variable.type, ir.NOBODY)))
    return [Asked(expr) for expr in found]


def _asks_possible(expr: ir.Expr) -> bool:
    return any(isinstance(part, ir.Op) and part.name == "possible" for part in ir.walk(expr))


@dataclass(frozen=True)
class Growing:
    """A variable that grows with every card of a value that is laid: ``owed += seven_cards * n``."""

    var: ir.Var
    value: int
    weight: ir.Expr
    rest: ir.Expr
    """Its first value."""
    beside: tuple[ir.Variable, ...]
    """Numbers that take over from it, and give back: a debt that waits."""


def growing(table: Table) -> list[Growing]:
    """The variables that laid cards of one value make larger."""
    found: dict[tuple[ir.Var, int, ir.Expr], Growing] = {}
    for one in table.mechanics:
        values = [
            part.args[1].value
            for part in ir.walk(one.guard)
            if isinstance(part, ir.Op) and part.name == "==" and part.args[0].type == "value"
            and isinstance(part.args[1], ir.Const)
        ]  # fmt: skip
        for effect in one.effects:
            if isinstance(effect, ir.Assign) and effect.target.type == "int" and values:
                if effect.target.kind != "state":
                    continue
                variable = next(v for v in table.book.state if v.name == effect.target.name)
                for weight in _weights(effect):
                    value = int(values[0])
                    rest = table.fold(variable.initial)
                    key, beside = (effect.target, value, weight), _beside(table, effect.target)
                    found.setdefault(key, Growing(*key, rest, beside))
    return list(found.values())


def _beside(table: Table, var: ir.Var) -> tuple[ir.Variable, ...]:
    """The other numbers that are assigned from a variable."""
    assigned = {
        effect.target
        for one in table.mechanics
        for effect in one.effects
        if isinstance(effect, ir.Assign) and effect.target != var and var in ir.variables(effect.value)
    }
    numbers = (v for v in table.book.state if v.type == "int" and not v.each)
    return tuple(variable for variable in numbers if variable.var("state") in assigned)


def _weights(effect: ir.Assign) -> list[ir.Expr]:
    """By what a laid card makes a variable larger: ``3 * n``, ``n``, or ``owed + 2``."""
    parts = [part for part in ir.walk(effect.value) if isinstance(part, ir.Op)]
    found = [
        next(arg for arg in part.args if arg != ir.LAID)
        for part in parts
        if part.name == "*" and ir.LAID in part.args
    ]
    found += [
        part.args[1]
        for part in parts
        if part.name == "+" and part.args[0] == effect.target and isinstance(part.args[1], ir.Const)
    ]
    if not found and ir.LAID in ir.variables(effect.value):
        found = [ONE]
    return list(dict.fromkeys(found))
