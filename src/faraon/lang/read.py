"""Expressions get their types. A name may mean several things: all readings are kept until one fits.

In ``Cn[val] == ace`` the right side is a value, in ``ace == 0`` the left side is the counter of that name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from faraon.lang import nodes
from faraon.lang.comparisons import read_chain
from faraon.lang.errors import Diagnostic, Report, Span, did_you_mean
from faraon.lang.functions import read_call
from faraon.lang.ir import (
    ASKED,
    BOTTOM,
    LAST,
    LAST_DRAWN,
    NOBODY,
    PLAYERS,
    TRUE,
    Const,
    Expr,
    Kind,
    Op,
    Var,
    Variable,
    negate,
    op,
)
from faraon.lang.names import (
    ALIASES,
    ATTRIBUTES,
    BUILTINS,
    CONSTANTS,
    DEAL,
    END,
    INITIAL,
    MECHANIC,
    RULE,
    SAYS,
    SHOWS,
    describe,
)
from faraon.lang.print_ir import print_expr
from faraon.lang.scope import GROUP, WRONG, Scope
from faraon.limits import MAX_NESTING, MAX_PARTS, MAX_RULEBOOK_PARTS

HIDDEN = "it is hidden: only the player on turn sees it"


class Reader:
    """Reads the expressions of one statement in its context."""

    def __init__(self, scope: Scope, context: str, report: Report) -> None:
        self.scope = scope
        self.context = context
        self.report = report
        self.reads_cards = False
        """Some part indexes ``Cn``: the statement needs cards."""
        self.chosen: set[str] = set()
        self._old = self._any_deck = False
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
        readings = self.readings(node)
        found = self.pick(readings, type_, node.span)
        if found is None:
            kinds = " or ".join(dict.fromkeys(describe(reading.type) for reading in readings))
            self.error("E202", node.span, f"{describe(type_)} is needed here, this is {kinds}")
        return WRONG if found is None else found

    def pick(self, readings: list[Expr], type_: str, span: Span) -> Expr | None:
        """The reading of this type; ``None`` if there is none, and an error if there are several."""
        fitting = [found for found in readings if found.type == type_ or found == WRONG]
        if not fitting and type_ == "int":
            fitting = [found for found in readings if found.type == "seat"]
        if not fitting and type_ == "seat":
            fitting = [_as_seat(found) for found in readings if found.type == "int"]
        if len(set(fitting)) > 1 and WRONG not in fitting:
            self.error("E203", span, f"this may be {describe(type_)} in two ways", "rename one of them")
            return WRONG
        return self.in_deck(fitting[0], span) if fitting else None

    def in_deck(self, expr: Expr, span: Span) -> Expr:
        """What was read; reported, if it names what this deck does not have."""
        deck = self.scope.deck
        if self._any_deck or span.file not in deck.files or not isinstance(expr, Const):
            return expr
        named = expr.type in ("suit", "value", "card") and expr.value != NOBODY
        if named and not deck.has(expr.type, expr.value):
            self.error("E216", span, f"{print_expr(expr)} is not in the deck", f"it has {deck}")
        return expr

    def condition(self, node: nodes.Expr) -> Expr:
        return self.want(node, "bool")

    # ----------------------------------------------------------------------------------------- readings
    def readings(self, node: nodes.Expr) -> list[Expr]:
        """Everything that an expression can mean."""
        self._parts += 1
        self.scope.parts += 1
        if self.too_large:
            return [WRONG]
        whole = self.scope.parts > MAX_RULEBOOK_PARTS
        if self._depth > MAX_NESTING or self._parts > MAX_PARTS or whole:
            self.too_large = True
            span = self._open_lets[0][1] if self._open_lets else node.span
            what = "the rulebook" if whole else "this"
            return self.error("E101", span, f"with its definitions written out, {what} is too large")
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
                return read_call(self, node)
            case nodes.Pair(_, suit, value):
                with self.any_deck():  # the card as a whole is held against it
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
                return [self.in_deck(Const("card", 4 * numbers[1] + numbers[0]), node.span)]
            case nodes.Always():
                return [TRUE]
            case nodes.Not(_, inner):
                return [self._guarded(negate, self.condition(inner))]
            case nodes.AllOf(_, parts):
                return [self._junction("and", parts)]
            case nodes.AnyOf(_, parts):
                return [self._junction("or", parts)]
            case nodes.Chain():
                return [read_chain(self, node)]
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
            # Whoever picks this meaning reads the cards; the other meanings do not.
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

    @contextmanager
    def any_deck(self) -> Iterator[None]:
        """While cards may be named that are not in the deck."""
        outside, self._any_deck = self._any_deck, True
        yield
        self._any_deck = outside

    @contextmanager
    def before_the_move(self) -> Iterator[None]:
        """While the state is read as it was before the move."""
        outside, self._old = self._old, True
        yield
        self._old = outside

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


def _read(variable: Variable, kind: Kind) -> Expr:
    return variable.var(kind) if variable.type != WRONG.type else WRONG


def _some_card(card: Expr) -> Expr:
    """A card that may be none, as the first card of the pack: its suit and value are needed."""
    if isinstance(card, Var) and (card.kind in ("state", "old", "note") or card == LAST_DRAWN):
        return op("max", "card", card, Const("card", 0))
    if isinstance(card, Op) and card.name == "if":
        condition, yes, no = card.args
        return op("if", "card", condition, _some_card(yes), _some_card(no))
    return Const("card", 0) if card == Const("card", NOBODY) else card


def _as_seat(number: Expr) -> Expr:
    """The seat of a number: it counts around the table."""
    if isinstance(number, Op) and number.name == "%" and number.args[1] == PLAYERS:
        return number
    return op("%", "seat", number, PLAYERS)
