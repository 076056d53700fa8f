"""A position as terms of the solver, and what expressions of a rulebook are worth in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from typing import Any

from faraon.game.position import Out
from faraon.lang import ir
from faraon.lang.bounds import bounds
from faraon.limits import MAX_NUMBER
from faraon.proof.table import ENGINE_RANGES, Setting, Table
from faraon.proof.terms import CARDS, FALSE, TRUE, Numbers, Term, every, some, z3

Watch = Callable[[ir.Op, Term, Term], None]
"""Told of every conditional expression: with the condition under which it is asked, and its own."""

KINDS: tuple[ir.Kind, ...] = ("state", "old", "note")

WORLD_RANGES: dict[str, tuple[int, int]] = {"suit": (0, 3), "value": (0, 7), "card": (-1, CARDS - 1)}


class World:
    """What everything is worth at one moment of a move."""

    def __init__(self, hands: list[Term], out: list[Term], values: dict[ir.Var, Term]) -> None:
        self.hands = hands
        self.out = out
        self.values = values
        self.fresh_pile: Term = z3.BitVecVal(0, CARDS)
        """Cards that came onto the pile in this move and lie below its top."""
        self.skipped: Term = FALSE
        self.returned: Term = None
        """The seat that this move has returned, or -1."""
        self.over: Term = FALSE
        self.known: dict[ir.Expr, Term] = {}
        """What was asked before, until something changes."""

    def copy(self) -> World:
        other = World(list(self.hands), list(self.out), dict(self.values))
        other.fresh_pile, other.skipped = self.fresh_pile, self.skipped
        other.returned, other.over = self.returned, self.over
        return other

    def __getitem__(self, var: ir.Var) -> Term:
        return self.values[var]

    def __setitem__(self, var: ir.Var, term: Term) -> None:
        self.values[var] = term
        self.known = {}


def width_for(table: Table) -> int:
    """Bits that are enough for every number of a rulebook, sign included."""
    ranges: dict[ir.Var, tuple[int, int]] = dict(ENGINE_RANGES)
    for variable in (*table.book.state, *table.book.notes):
        for kind in KINDS:
            ranges[variable.var(kind)] = variable.range
    for option in table.options:
        numbers = [value for value in option.values if isinstance(value, int)]
        ranges[option.var] = option.range or (min(numbers, default=0), max(numbers, default=8))
    small = (ir.LAID, ir.HAND, ir.ACTIVE, ir.ON_TURN, ir.RETURNED, ir.LAST_DRAWN, ir.TOP, ir.BOTTOM, ir.LAST)
    ranges |= dict.fromkeys(small, (-1, CARDS))
    largest = max((high for _, high in ranges.values()), default=1)
    exprs = [expr for one in (*table.starts, *table.implications) for expr in one.exprs]
    exprs += [effect.meant for one in table.implications for effect in one.effects
              if isinstance(effect, ir.Assign) and effect.meant is not None]  # fmt: skip
    for part in (part for expr in exprs for part in ir.walk(expr)):
        if part.type == "int":
            low, high = bounds(part, ranges)
            if max(-low, high) < MAX_NUMBER:
                largest = max(largest, -low, high)
            elif isinstance(part, ir.Op):
                largest = max(largest, MAX_NUMBER * 8)
    return max(8, largest.bit_length() + 2)


class Encoder:
    """A table's rules as terms. Seat 0 is on turn, unless the rulebook tells seats apart."""

    def __init__(self, table: Table, tag: str = "") -> None:
        self.table = table
        self.tag = tag
        self.number = Numbers(width_for(table))
        self.players = table.players
        self.state = [variable for variable in table.book.state if (variable.seat or 0) < table.players]
        self.codes = {
            option.type: {value: code for code, value in enumerate(option.values)}
            for option in table.book.options
            if option.type != "int"
        }
        self.options = {option.var: self.number.named(f"option.{option.name}") for option in table.options}
        self.deck = sum(1 << card for card in table.book.deck)
        self._rests: dict[str, dict[ir.Expr, list[int]]] = {}
        self._on: dict[str, Term] = {}
        self._named = 0
        self.returning = some(*(self.is_on(rule) for rule in table.returners))

    def fresh(self, name: str) -> str:
        """A name that nothing else has."""
        self._named += 1
        return f"{self.tag}{name}.{self._named}"

    # ------------------------------------------------------------------------------------------ expressions
    def value(self, expr: ir.Expr, world: World, watch: Watch | None = None, asked: Term = TRUE) -> Term:
        """What an expression is worth; ``watch`` is told of the branches that it takes."""
        if watch is not None and any(isinstance(part, ir.Op) and part.name == "if" for part in ir.walk(expr)):
            return self._worth(expr, world, watch, asked)
        found = world.known.get(expr)
        if found is None:
            found = world.known[expr] = self._worth(expr, world, None, asked)
        return found

    def _worth(self, expr: ir.Expr, world: World, watch: Watch | None, asked: Term) -> Term:
        if isinstance(expr, ir.Const):
            return self._constant(expr)
        if isinstance(expr, ir.Var):
            return self._read(expr, world)
        if expr.name == "possible":
            rule = expr.args[0]
            assert isinstance(rule, ir.Const)  # noqa: S101 - the checker names a rule here
            return self.possible(str(rule.value), world)
        if expr.name == "if":
            condition = self.value(expr.args[0], world, watch, asked)
            if watch is not None:
                watch(expr, asked, condition)
            yes = self.value(expr.args[1], world, watch, every(asked, condition))
            no = self.value(expr.args[2], world, watch, every(asked, z3.Not(condition)))
            return z3.If(condition, yes, no)
        return self._operation(expr, [self.value(arg, world, watch, asked) for arg in expr.args], world)

    def _constant(self, expr: ir.Const) -> Term:
        if expr.type == "bool":
            return TRUE if expr.value else FALSE
        if isinstance(expr.value, str) or expr.type in self.codes:
            return self.number(self.codes[expr.type][expr.value])
        if expr.type == "group":
            return z3.BitVecVal(expr.value, CARDS)
        return self.number(expr.value)

    def _read(self, var: ir.Var, world: World) -> Term:
        if var.kind == "option":
            return self.options[var]
        match var:
            case ir.HAND:
                return self.number.count(self.number.at(world.hands, world[ir.ON_TURN]))
            case ir.ACTIVE:
                return self.number.how_many([out == Out.playing for out in world.out])
            case ir.ANYONE_SAFE:
                return some(*(out == Out.safe for out in world.out))
            case _:
                return world[var]

    def _operation(self, expr: ir.Op, args: list[Any], world: World) -> Term:
        match expr.name:
            case "and":
                return every(*args)
            case "or":
                return some(*args)
            case "not":
                return z3.Not(args[0])
            case "+":
                return args[0] + args[1]
            case "-":
                return args[0] - args[1]
            case "*":
                return args[0] * args[1]
            case "%":
                return z3.If(args[1] == 0, self.number(0), args[0] % args[1])
            case "/":
                return z3.If(args[1] == 0, self.number(0), (args[0] - args[0] % args[1]) / args[1])
            case "min":
                return z3.If(args[0] <= args[1], args[0], args[1])
            case "max":
                return z3.If(args[0] >= args[1], args[0], args[1])
            case "==":
                return args[0] == args[1]
            case "!=":
                return args[0] != args[1]
            case "<":
                return args[0] < args[1]
            case "<=":
                return args[0] <= args[1]
            case ">":
                return args[0] > args[1]
            case ">=":
                return args[0] >= args[1]
            case "suit":
                return args[0] & 3
            case "val":
                return args[0] >> 2
            case "returnable":
                return self.number.at(world.out, args[0]) == Out.returnable
            case "playing":
                return self.number.at(world.out, args[0]) == Out.playing
            case "hand":
                return self.number.count(self.number.at(world.hands, args[0]))
            case "contains":
                return self.number.has(args[0], args[1])
            case "holds":
                return self.number.has(self.number.at(world.hands, world[ir.ON_TURN]), args[0])
            case "bottom_except":
                return world[BOTTOM_EXCEPT]
        raise NotImplementedError(expr.name)

    # ---------------------------------------------------------------------------------- every group of a hand
    def possible(self, name: str, world: World) -> Term:
        """Whether the player on turn can make some move by a rule."""
        rests = self._rests.get(name)
        if rests is None:
            rests = self._rests[name] = self._rests_of(name)
        hand = self.number.at(world.hands, world[ir.ON_TURN])
        return some(
            *(
                every(self.value(rest, world), some(*(hand & group == group for group in groups)))
                for rest, groups in rests.items()
            )
        )

    def _rests_of(self, name: str) -> dict[ir.Expr, list[int]]:
        """The smallest groups by what is left of a rule's condition when they are known."""
        rule = next((rule for rule in self.table.rules if rule.name == name), None)
        found: dict[ir.Expr, set[int]] = {}
        if rule is not None and rule.guard != ir.FALSE:
            for group, known in self._groups():
                for rest in self._choices(rule, known):
                    if rest != ir.FALSE:
                        found.setdefault(rest, set()).add(group)
        return {rest: _smallest(groups) for rest, groups in found.items()}

    def _groups(self) -> Iterator[tuple[int, dict[ir.Var, ir.Expr]]]:
        """Every group of the deck, as far as rules can tell them apart."""
        deck = self.table.book.deck
        for value in range(8):
            cards = [card for card in deck if card >> 2 == value]
            for size in range(1, len(cards) + 1):
                for group in combinations(cards, size):
                    mask = sum(1 << card for card in group)
                    ends = [(card, card) for card in group] if size == 1 else permutations(group, 2)
                    for bottom, last in ends:
                        yield (
                            mask,
                            {
                                ir.GROUP: ir.Const("group", mask),
                                ir.LAID: ir.Const("int", size),
                                ir.BOTTOM: ir.Const("card", bottom),
                                ir.LAST: ir.Const("card", last),
                            },
                        )

    def _choices(self, rule: ir.Implication, known: dict[ir.Var, ir.Expr]) -> Iterator[ir.Expr]:
        """What is left of a rule's condition for each suit and each seat that may be named with a group."""
        nobody = ir.Const("seat", ir.NOBODY)
        seats = [ir.Const("seat", seat) for seat in range(self.players)] if rule.returns else [nobody]
        asks = ir.substitute(self.table.chosen_when, known)
        suits: list[tuple[ir.Const, ir.Expr]] = [(ir.Const("suit", suit), asks) for suit in range(4)]
        for suit, allowed in (*suits, (ir.Const("suit", -1), ir.negate(asks))):
            if allowed == ir.FALSE:
                continue
            for seat in seats:
                guard = ir.substitute(rule.guard, {**known, ir.ASKED: suit, ir.RETURNED: seat})
                yield ir.op("and", "bool", allowed, guard)

    def some_move(self, world: World) -> Term:
        """Whether any move is legal."""
        return some(
            *(
                self.possible(rule.name, world) if rule.lays else self.value(rule.guard, world)
                for rule in self.table.rules
                if rule.guard != ir.FALSE
            )
        )

    # --------------------------------------------------------------------------------------------- positions
    def position(self, name: str = "at") -> tuple[World, list[Term]]:
        """A position that is left open, and what every position of the declared ranges satisfies."""
        number, seats = self.number, range(self.players)
        hands = [z3.BitVec(f"{name}.hand{seat}", CARDS) for seat in seats]
        out = [number.named(f"{name}.out{seat}") for seat in seats]
        top, drawable = number.named(f"{name}.top"), number.named(f"{name}.drawable")
        made = number.named(f"{name}.moves_made")
        turn = number(0) if self.table.turns_alike else number.named(f"{name}.turn")
        world = World(hands, out, {ir.ON_TURN: turn, ir.TOP: top, ir.DRAWABLE: drawable, ir.MOVES_MADE: made})
        holds = [turn >= 0, turn < self.players] if not self.table.turns_alike else []
        for seat in seats:
            holds += [out[seat] >= Out.playing, out[seat] <= Out.safe]
            holds += [(out[seat] == Out.playing) == (hands[seat] != 0)]
            holds += [z3.Implies(out[seat] == Out.returnable, self.returning)]
            holds += [hands[seat] & ~self.deck == 0]
            holds += [hands[seat] & hands[other] == 0 for other in range(seat)]
        holds += [number.at(out, turn) == Out.playing]
        held = hands[0]
        for hand in hands[1:]:
            held = held | hand
        holds += [number.has(z3.BitVecVal(self.deck, CARDS), top), z3.Not(number.has(held, top))]
        cards = len(self.table.book.deck)
        holds += [drawable >= 0, number.count(held) + drawable < cards, drawable < cards]
        holds += [made >= 0, made <= ENGINE_RANGES[ir.MOVES_MADE][1] - 1]
        for variable in self.table.book.state:
            if variable in self.state:
                holds += self._declare(variable, world, name)
            else:
                world[variable.var("state")] = self.value(self.table.fold(variable.initial), world)
        self.before_move(world)
        for forbid in self.table.forbids:
            if forbid.of_state:
                holds.append(z3.Not(self.value(forbid.condition, world)))
        holds += [*self.settings(), z3.Not(self.ended(world))]
        return world, holds

    def _declare(self, variable: ir.Variable, world: World, name: str) -> list[Term]:
        var, written = variable.var("state"), f"{name}.{variable.name}"
        if variable.type == "bool":
            world[var] = z3.Bool(written)
            return []
        term = world[var] = self.number.named(written)
        low, high = WORLD_RANGES.get(variable.type, variable.range)
        if variable.type == "seat":
            low, high = -1, self.players - 1
        holds = [term >= low, term <= high]
        if variable.type == "card" and variable.hidden:
            hand = self.number.at(world.hands, world[ir.ON_TURN])
            holds.append(some(term == -1, self.number.has(hand, term)))
        return holds

    def before_move(self, world: World) -> None:
        """Nothing is laid yet: notes have their first values, and what was is what is."""
        nothing = dict.fromkeys((ir.BOTTOM, ir.LAST, ir.ASKED, ir.RETURNED, ir.LAST_DRAWN), self.number(-1))
        said = dict.fromkeys((ir.RETURNING, ir.STOOD, ir.CONCEDED), FALSE)
        world.values |= {**nothing, **said, ir.LAID: self.number(0), ir.GROUP: z3.BitVecVal(0, CARDS)}
        world.known = {}
        world.returned = self.number(-1)
        for variable in self.table.book.state:
            world[variable.var("old")] = world[variable.var("state")]
        for note in self.table.book.notes:
            world[note.var("note")] = self.value(self.table.fold(note.initial), world)

    def ended(self, world: World) -> Term:
        """Whether some ending holds."""
        return some(*(self.value(end.guard, world) for end in self.table.ends if end.guard != ir.FALSE))

    # ----------------------------------------------------------------------------------------------- options
    def settings(self) -> list[Term]:
        """What the open options may be."""
        holds = []
        for option in self.table.options:
            term = self.options[option.var]
            if option.range is not None:
                holds += [term >= option.range[0], term <= option.range[1]]
            else:
                holds.append(
                    some(*(term == self._constant(ir.Const(option.type, value)) for value in option.values))
                )
        nowhere = World([], [], {})
        for forbid in self.table.forbids:
            if all(var.kind == "option" for var in ir.variables(forbid.condition)):
                holds.append(z3.Not(self.value(forbid.condition, nowhere)))
        return holds

    def is_on(self, rule: ir.Implication) -> Term:
        """Whether the options leave something of a rule."""
        if rule.name not in self._on:
            off = self.table.switched_off(rule)
            settings = [] if isinstance(off, bool) else [self._setting(setting) for setting in off]
            self._on[rule.name] = FALSE if off is True else z3.Not(some(*settings))
        return self._on[rule.name]

    def _setting(self, setting: Setting) -> Term:
        return every(
            *(
                self.options[option.var] == self._constant(ir.Const(option.type, value))
                for option, value in setting.items()
            )
        )


BOTTOM_EXCEPT = ir.Var("engine", "bottom_except", "card")
"""What the operation of this name finds in the stock, which is asked of the start card alone."""


def _smallest(groups: set[int]) -> list[int]:
    """The groups that contain no other: whoever holds more holds them."""
    found: list[int] = []
    for group in sorted(groups, key=int.bit_count):
        if all(group & smaller != smaller for smaller in found):
            found.append(group)
    return found
