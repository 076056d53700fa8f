"""Expressions get their types. A name may mean several things: all readings are kept until one fits.

In ``Cn[val] == ace`` the right side is a value, in ``ace == 0`` the left side is the counter of that name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from faraon.lang import nodes
from faraon.lang.errors import Diagnostic, Span, did_you_mean
from faraon.lang.ir import (
    ASKED,
    BOTTOM,
    LAID,
    LAST,
    LAST_DRAWN,
    NOBODY,
    ON_TURN,
    PLAYERS,
    RETURNED,
    TRUE,
    Const,
    Expr,
    Kind,
    Op,
    Option,
    Var,
    Variable,
    negate,
    op,
    variables,
)
from faraon.lang.names import (
    ALIASES,
    ATTRIBUTES,
    BUILTINS,
    CONSTANTS,
    DEAL,
    END,
    FUNCTIONS,
    INITIAL,
    MECHANIC,
    RULE,
    SAYS,
    SHOWS,
    describe,
)
from faraon.limits import MAX_NESTING, MAX_PARTS

WRONG = Const("wrong", 0)
"""Stands for what has already been reported, and goes with everything."""

GROUP = Var("move", "Cn", "group")

HIDDEN = "it is hidden: only the player on turn sees it"


@dataclass
class Scope:
    """The names that a rulebook declares."""

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

    def names(self) -> list[str]:
        values = [str(value) for option in self.options.values() for value in option.values]
        own = [*self.options, *self.state, *self.notes, *self.lets, *BUILTINS, *CONSTANTS, "Cn"]
        return [name for name in dict.fromkeys(own + values) if not name.isdigit()]


class Reader:
    """Reads the expressions of one statement in its context."""

    def __init__(self, scope: Scope, context: str, report: Callable[[Diagnostic], None]) -> None:
        self.scope = scope
        self.context = context
        self.report = report
        self.reads_cards = False
        """Some part indexes ``Cn``: the statement needs cards."""
        self.chosen: set[str] = set()
        self._old = False
        self._open_lets: list[tuple[str, Span]] = []
        """The definitions that are being read, each with the place that uses it."""
        self.too_large = False
        self._depth = self._parts = 0

    # ------------------------------------------------------------------------------------------ reports
    def error(self, code: str, span: Span, message: str, hint: str = "") -> list[Expr]:
        self.report(Diagnostic(code, span, message, hint))
        return [WRONG]

    def warn(self, span: Span, message: str, hint: str = "") -> None:
        self.report(Diagnostic("W302", span, message, hint))

    def cannot_be_read(self, span: Span, written: str, hint: str) -> list[Expr]:
        """A name that means nothing here; inside a definition, the place that uses it is to blame."""
        if not self._open_lets:
            return self.error("E210", span, f"'{written}' cannot be read here", hint)
        outer, use = self._open_lets[0]
        return self.error("E210", use, f"'{outer}' cannot be read here: it uses '{written}'", hint)

    # ------------------------------------------------------------------------------------------- wanted
    def want(self, node: nodes.Expr, type_: str) -> Expr:
        """The reading of this type, or an error."""
        return self._pick(self.readings(node), type_, node)

    def _pick(self, readings: list[Expr], type_: str, node: nodes.Expr) -> Expr:
        fitting = [found for found in readings if found.type == type_ or found == WRONG]
        if not fitting and type_ == "int":
            fitting = [found for found in readings if found.type == "seat"]
        if not fitting and type_ == "seat":
            fitting = [as_seat(found) for found in readings if found.type == "int"]
        if len(set(fitting)) > 1 and WRONG not in fitting:
            self.error("E203", node.span, f"this may be {describe(type_)} in two ways", "rename one of them")
            return WRONG
        if fitting:
            return fitting[0]
        found = " or ".join(dict.fromkeys(describe(reading.type) for reading in readings))
        self.error("E202", node.span, f"{describe(type_)} is needed here, this is {found}")
        return WRONG

    def condition(self, node: nodes.Expr) -> Expr:
        return self.want(node, "bool")

    # ----------------------------------------------------------------------------------------- readings
    def readings(self, node: nodes.Expr) -> list[Expr]:
        """Everything that an expression can mean."""
        self._parts += 1
        if self.too_large:
            return [WRONG]
        if self._depth > MAX_NESTING or self._parts > MAX_PARTS:
            self.too_large = True
            span = self._open_lets[0][1] if self._open_lets else node.span
            return self.error("E101", span, "with its definitions written out, this is too large")
        self._depth += 1
        found = self._read(node)
        self._depth -= 1
        return found

    def _read(self, node: nodes.Expr) -> list[Expr]:
        match node:
            case nodes.Int(_, value):
                mixed = [option for option in self.scope.options.values() if option.type != "int"]
                return [
                    Const("int", value),
                    *(Const(option.type, value) for option in mixed if value in option.values),
                ]
            case nodes.Name():
                return self._name(node)
            case nodes.Hash(_, text):
                if text != "#LP":
                    return self.error("E201", node.span, f"unknown name '{text}'", "did you mean '#LP'?")
                return [PLAYERS]
            case nodes.Indexed():
                return self._indexed(node)
            case nodes.Call():
                return self._call(node)
            case nodes.Pair(_, suit, value):
                pair = self.want(suit, "suit"), self.want(value, "value")
                numbers = [
                    part.value for part in pair if isinstance(part, Const) and isinstance(part.value, int)
                ]
                if WRONG in pair:
                    return [WRONG]
                if len(numbers) != 2:
                    return self.error(
                        "E202", node.span, "a card is written with a known suit and a known value"
                    )
                return [Const("card", 4 * numbers[1] + numbers[0])]
            case nodes.Always():
                return [TRUE]
            case nodes.Not(_, inner):
                return [self._guarded(negate, self.condition(inner))]
            case nodes.AllOf(_, parts):
                return [self._junction("and", parts)]
            case nodes.AnyOf(_, parts):
                return [self._junction("or", parts)]
            case nodes.Chain():
                return [self._chain(node)]
            case nodes.Arithmetic(_, left, operator, right):
                return self._arithmetic(node.span, operator, left, right)
            case nodes.IfElse(_, yes, condition, no):
                return self._if_else(yes, condition, no)
            case nodes.Chosen(_, name):
                if self.context != MECHANIC:
                    return self.cannot_be_read(
                        node.span, "is chosen", "a mechanic says when a suit is chosen"
                    )
                self.chosen.add(name)
                return [TRUE]

    @staticmethod
    def _guarded(build: Callable[[Expr], Expr], part: Expr) -> Expr:
        return WRONG if part == WRONG else build(part)

    def _junction(self, name: str, parts: tuple[nodes.Expr, ...]) -> Expr:
        read = [self.condition(part) for part in parts]
        return WRONG if WRONG in read else op(name, "bool", *read)

    def _if_else(self, yes: nodes.Expr, condition: nodes.Expr, no: nodes.Expr) -> list[Expr]:
        test, first, second = self.condition(condition), self.readings(yes), self.readings(no)
        pairs = [(a, b) for a in first for b in second if a.type == b.type]
        if WRONG in (test, *first, *second):
            return [WRONG]
        if not pairs:
            types = f"{describe(first[0].type)} and {describe(second[0].type)}"
            return self.error("E202", no.span, f"both branches need the same type, these are {types}")
        return [op("if", a.type, test, a, b) for a, b in pairs]

    def _arithmetic(self, span: Span, operator: str, left: nodes.Expr, right: nodes.Expr) -> list[Expr]:
        a, b = self.want(left, "int"), self.want(right, "int")
        if WRONG in (a, b):
            return [WRONG]
        if operator in "%/" and isinstance(b, Const) and b.value == 0:
            return self.error("E209", span, "division by zero")
        return [op(operator, "int", a, b)]

    # -------------------------------------------------------------------------------------------- names
    def _name(self, node: nodes.Name) -> list[Expr]:
        written = node.text
        name = ALIASES.get(written, written)
        if written == "N" and "N" not in self.scope.state:
            self.warn(node.span, "'N' is read as 'n'")
            name = "n"
        if name in self.chosen and name not in BUILTINS:
            return [ASKED]
        found, elsewhere = self._declared(name)
        if name == "Cn":
            if self.context in (RULE, MECHANIC):
                found.append(GROUP)
            else:
                elsewhere = "'Cn' can be read in rules and mechanics only"
        builtin = BUILTINS.get(name)
        if builtin is not None and name not in self.scope.state:
            if self.context in builtin.contexts:
                found.append(builtin.var)
            else:
                elsewhere = f"'{name}' ({builtin.meaning}) can be read in: {', '.join(builtin.contexts)}"
        found.extend(CONSTANTS.get(name, ()))
        found.extend(
            Const(option.type, name) for option in self.scope.options.values() if name in option.values
        )
        found.extend(self._definition(name, node.span, quiet=bool(found)))
        if found:
            return found
        if elsewhere:
            return self.cannot_be_read(node.span, written, elsewhere)
        hint = did_you_mean(written, self.scope.names()) if len(self.scope.names()) else ""
        return self.error(
            "E201", node.span, f"unknown name '{written}'", hint if "mean" in hint else "declare it first"
        )

    def _declared(self, name: str) -> tuple[list[Expr], str]:
        """What a name means as an option, a variable or a note, and why it may not be read here."""
        scope = self.scope
        found: list[Expr] = []
        elsewhere = ""
        if name in scope.options:
            found.append(scope.options[name].var)
        if name in scope.state:
            if self.context in (INITIAL, DEAL, SAYS):
                elsewhere = "the state is known only while the game is played"
            elif self.context == SHOWS and scope.state[name].hidden:
                elsewhere = HIDDEN
            else:
                found.append(self.variable(name))
        if name in scope.notes:
            if self.context in (MECHANIC, END):
                found.append(_read(scope.notes[name], "note"))
            else:
                elsewhere = "a note lives for one move: mechanics and endings read it"
        return found, elsewhere

    def variable(self, name: str) -> Expr:
        """A state variable."""
        return _read(self.scope.state[name], "old" if self._old else "state")

    def _definition(self, name: str, span: Span, quiet: bool) -> list[Expr]:
        """What a definition means; ``quiet``, if the name has other meanings and this one need not fit."""
        if name not in self.scope.lets:
            return []
        if name in self.scope.broken_lets:
            return [WRONG]
        if any(name == known for known, _ in self._open_lets):
            return [] if quiet else self.error("E210", span, f"the definition '{name}' uses itself")
        report, reads_cards = self.report, self.reads_cards
        if quiet:
            self.report = lambda found: None
        with self.using(name, span):
            found = self.readings(self.scope.lets[name].value)
        self.report = report
        if quiet:
            # Only this meaning reads the cards; the others do not.
            self.reads_cards = reads_cards
            return [one for one in found if one != WRONG]
        return found

    @contextmanager
    def using(self, name: str, span: Span) -> Iterator[None]:
        """While the definition of this name is read, which is used at this place."""
        self.scope.used_lets.add(name)
        self._open_lets.append((name, span))
        yield
        self._open_lets.pop()

    def _is_unbound(self, node: nodes.Expr) -> bool:
        """A single letter that nobody declared: in the documents, "there is such a …"."""
        if not isinstance(node, nodes.Name) or len(node.text) != 1 or not node.text.islower():
            return False
        return node.text not in self.scope.names() and node.text not in self.chosen

    # ------------------------------------------------------------------------------------------ indexes
    def _indexed(self, node: nodes.Indexed) -> list[Expr]:
        base, key = node.base, node.key
        if isinstance(base, nodes.Name) and base.text == "SP" and isinstance(key, str):
            return self._name(nodes.Name(node.span, key))
        if isinstance(base, nodes.Name) and base.text in self.scope.lists and isinstance(key, str):
            return self._of_seat(node.span, self.scope.lists[base.text], key)
        if isinstance(key, int):
            return self._numbered(node, base, key)
        attribute = ATTRIBUTES.get(key)
        if attribute is None:
            hint = did_you_mean(key, ("suit", "val"))
            return self.error("E211", node.span, f"a card has no '{key}'", hint)
        cards = [found for found in self.readings(base) if found.type in ("card", "group", "wrong")]
        if not cards:
            return self.error("E211", node.span, f"only cards have '[{key}]'")
        if cards[0] == WRONG:
            return [WRONG]
        card: Expr = cards[0]
        if card == GROUP:
            self.reads_cards = True
            card = BOTTOM
            if attribute == "suit":
                card = LAST
                written = f"{base.text if isinstance(base, nodes.Name) else 'Cn'}[{key}]"
                self.warn(node.span, f"'{written}' is read as the suit of the top card", "write Cn[-1][suit]")
        return [op(attribute, "suit" if attribute == "suit" else "value", _some_card(card))]

    def _of_seat(self, span: Span, own: tuple[Variable, ...], key: str) -> list[Expr]:
        """``LP_MC[i]``: that player's variable."""
        if self.context == SHOWS and own[0].hidden:
            return self.cannot_be_read(span, f"{own[0].each}[{key}]", HIDDEN)
        seat = self.want(nodes.Name(span, key), "seat")
        if seat == WRONG:
            return [WRONG]
        found: Expr = Const(own[0].type, own[0].range[0])
        for number, variable in enumerate(own):
            value = variable.var("state")
            here = op("==", "bool", seat, Const("seat", number))
            found = op("if", variable.type, here, value, found)
        return [found]

    def _numbered(self, node: nodes.Indexed, base: nodes.Expr, key: int) -> list[Expr]:
        if GROUP not in self.readings(base):
            return self.error("E211", node.span, "only 'Cn' is indexed by a number")
        if isinstance(base, nodes.Name) and base.text == "Kn":
            key = -1 - key
            if key == 0:
                self.warn(node.span, "'Kn[-1]' is read as the bottom card, which touches the pile")
        if key not in (0, -1):
            hint = "Cn[0] is the bottom card, Cn[-1] the top card"
            return self.error("E211", node.span, f"Cn[{key}] cannot be read", hint)
        self.reads_cards = True
        return [BOTTOM if key == 0 else LAST]

    # -------------------------------------------------------------------------------------- comparisons
    def _chain(self, node: nodes.Chain) -> Expr:
        parts = [
            self._compare(node.operands[k], operator, node.operands[k + 1], node.span)
            for k, operator in enumerate(node.operators)
        ]
        return WRONG if WRONG in parts else op("and", "bool", *parts)

    def _compare(self, left: nodes.Expr, operator: str, right: nodes.Expr, span: Span) -> Expr:
        if operator == "=":
            self.warn(span, "'=' is read as '=='")
            operator = "=="
        if isinstance(right, nodes.Call) and self._is_unbound(nodes.Name(right.span, right.name)):
            return self._such_that(left, operator, right)
        if operator == "==" and (self._is_unbound(right) or self._is_unbound(left)):
            letter, other = (right, left) if self._is_unbound(right) else (left, right)
            if self.readings(other) == [WRONG]:
                return WRONG
            name = letter.text if isinstance(letter, nodes.Name) else ""
            self.warn(span, f"'{name}' is read as \"some value\": this always holds")
            return TRUE
        a, b = self.readings(left), self.readings(right)
        if WRONG in a or WRONG in b:
            return WRONG
        return self._compare_readings(a, operator, b, span)

    def _compare_readings(self, a: list[Expr], operator: str, b: list[Expr], span: Span) -> Expr:
        for one, other in ((a, b), (b, a)):
            card = next((found for found in other if found.type == "card"), None)
            if GROUP in one and card is not None:
                return self._is_exactly(card, operator, span)
        pairs = [(x, y) for x in a for y in b if x.type == y.type] or [
            (x, y) for x in a for y in b if {x.type, y.type} == {"int", "seat"}
        ]
        if not pairs:
            types = f"{describe(a[0].type)} is compared with {describe(b[0].type)}"
            self.error("E202", span, types, "both sides of a comparison need the same type")
            return WRONG
        if len(set(pairs)) > 1:
            kinds = list(dict.fromkeys(describe(x.type) for x, _ in pairs))
            meanings = f"{kinds[0]} in two ways" if len(kinds) == 1 else " or ".join(kinds)
            self.error("E203", span, f"this may compare {meanings}", "rename one of them")
            return WRONG
        x, y = pairs[0]
        if operator not in ("==", "!=") and x.type not in ("int", "seat"):
            self.error("E202", span, f"{describe(x.type)} has no order: only == and != can compare it")
            return WRONG
        if x.type == "group":
            if x == y:
                self.error("E202", span, "the cards of a move are compared with a card, or with 'empty'")
                return WRONG
            return op(operator, "bool", LAID, Const("int", 0))
        return op(operator, "bool", x, y)

    def _is_exactly(self, card: Expr, operator: str, span: Span) -> Expr:
        """``Cn == card``: one card is laid, and it is this one."""
        self.reads_cards = True
        same = op("and", "bool", op("==", "bool", LAID, Const("int", 1)), op("==", "bool", BOTTOM, card))
        if operator in ("==", "!="):
            return same if operator == "==" else negate(same)
        self.error("E202", span, "cards have no order: only == and != can compare them")
        return WRONG

    def _such_that(self, left: nodes.Expr, operator: str, right: nodes.Call) -> Expr:
        """``ace == k (1 <= k <= 3)``: the lower bound counts, the upper is what usually happens."""
        bound = right.arguments[0]
        ok = operator == "==" and isinstance(bound, nodes.Chain) and len(right.arguments) == 1
        if not ok or not isinstance(bound, nodes.Chain) or bound.operators != ("<=", "<="):
            self.error("E101", right.span, "after a letter in brackets a range is needed", "k (1 <= k <= 3)")
            return WRONG
        value, low = self.want(left, "int"), self.want(bound.operands[0], "int")
        self.warn(right.span, "the upper limit is not read: larger numbers are covered too")
        return WRONG if WRONG in (value, low) else op(">=", "bool", value, low)

    # -------------------------------------------------------------------------------------------- calls
    def _call(self, node: nodes.Call) -> list[Expr]:
        function = FUNCTIONS.get(node.name)
        if function is None:
            hint = did_you_mean(node.name, FUNCTIONS)
            return self.error("E201", node.span, f"unknown function '{node.name}'", hint)
        if len(node.arguments) != function.arity:
            count = f"{function.arity} argument{'s' * (function.arity > 1)}"
            return self.error("E202", node.span, f"'{node.name}' takes {count}", function.written)
        if self.context not in function.contexts:
            hint = f"'{node.name}' ({function.meaning}) can be read in: {', '.join(function.contexts)}"
            return self.cannot_be_read(node.span, node.name, hint)
        first = node.arguments[0]
        match node.name:
            case "min" | "max":
                a, b = (self.want(argument, "int") for argument in node.arguments)
                return [WRONG] if WRONG in (a, b) else [op(node.name, "int", a, b)]
            case "len":
                if GROUP not in self.readings(first):
                    return self.error("E202", node.span, "'len' counts the cards of 'Cn'")
                return [LAID]
            case "old":
                return self._old_value(node.span, first)
            case "returnable" | "playing":
                seat = self.want(first, "seat")
                return [WRONG if seat == WRONG else self._of_player(node.name, seat)]
            case "holds":
                card = self.want(first, "card")
                return [WRONG if card == WRONG else op("holds", "bool", card)]
            case "possible":
                return [self._possible(node.span, first)]
            case _:
                value = self.want(first, "value")
                return [WRONG if value == WRONG else op("bottom_except", "card", value)]

    def _of_player(self, name: str, seat: Expr) -> Expr:
        """``nobody`` neither plays nor can be returned."""
        asked = op(name, "bool", seat)
        somebody = isinstance(seat, Op) and seat.name == "%"
        returned = seat == RETURNED and self.context == RULE
        if somebody or returned or seat == ON_TURN:
            return asked
        return op("and", "bool", op("!=", "bool", seat, Const("seat", NOBODY)), asked)

    def _old_value(self, span: Span, inner: nodes.Expr) -> list[Expr]:
        outside, self._old = self._old, True
        found = self.readings(inner)
        self._old = outside
        changing = {
            var.name
            for reading in found
            for var in variables(reading)
            if var.kind not in ("old", "option") and var != PLAYERS
        }
        if changing:
            return self.cannot_be_read(span, f"old({min(changing)})", "only the state is remembered")
        return found

    def _possible(self, span: Span, inner: nodes.Expr) -> Expr:
        name = inner.text if isinstance(inner, nodes.Name) else ""
        if name not in self.scope.laying_rules:
            hint = did_you_mean(name, sorted(self.scope.laying_rules))
            if name in self.scope.other_rules:
                hint = f"'{name}' lays no cards; " + hint
            self.error("E201", span, "'possible' needs the name of a rule that lays cards", hint)
            return WRONG
        return Op("possible", "bool", (Const("rule", name),))


def _read(variable: Variable, kind: Kind) -> Expr:
    return variable.var(kind) if variable.type != WRONG.type else WRONG


def _some_card(card: Expr) -> Expr:
    """A card that may be none is read as the first card of the pack: its suit and value are needed."""
    if isinstance(card, Var) and (card.kind in ("state", "old", "note") or card == LAST_DRAWN):
        return op("max", "card", card, Const("card", 0))
    if isinstance(card, Op) and card.name == "if":
        condition, yes, no = card.args
        return op("if", "card", condition, _some_card(yes), _some_card(no))
    return Const("card", 0) if card == Const("card", NOBODY) else card


def as_seat(number: Expr) -> Expr:
    """The seat of a number: it counts around the table."""
    if isinstance(number, Op) and number.name == "%" and number.args[1] == PLAYERS:
        return number
    return op("%", "seat", number, PLAYERS)
