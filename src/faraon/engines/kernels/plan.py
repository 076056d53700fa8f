"""What a kernel must do, worked out from a rulebook before any text is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from faraon.engines.actions import ActionTable, action_table
from faraon.engines.errors import GameError
from faraon.engines.kernels.arrays import has_room, table_head
from faraon.engines.kernels.expressions import NotLanesError, Scalars, constant, lanes
from faraon.engines.order import deeds
from faraon.engines.rules import Bound
from faraon.lang import ir
from faraon.lang.bounds import Ranges, bounds
from faraon.lang.covering import uncovered

MOST_VARIABLES = 13
"""How many state variables a state of 128 bytes has room for."""


@dataclass(frozen=True)
class Plan:
    """A rulebook, with all options open or with some of them folded in, ready to be written as source."""

    book: ir.Book
    actions: ActionTable
    options: tuple[ir.Option, ...]
    """Those that are parameters of the kernel."""
    state: tuple[ir.Variable, ...]
    notes: tuple[ir.Variable, ...]
    starts: tuple[ir.Implication, ...]
    lays: tuple[ir.Implication, ...]
    returns: tuple[ir.Implication, ...]
    words: tuple[ir.Implication, ...]
    fouls: tuple[ir.Implication, ...]
    mechanics: tuple[ir.Implication, ...]
    ends: tuple[ir.Implication, ...]
    chosen_when: ir.Expr
    fixed: Mapping[str, int]
    """Entries of the table that are constants here."""

    @property
    def rules(self) -> tuple[ir.Implication, ...]:
        return (*self.lays, *self.returns, *self.words, *self.fouls)

    @property
    def implications(self) -> tuple[ir.Implication, ...]:
        return (*self.rules, *self.mechanics, *self.ends, *self.starts)

    @property
    def asked(self) -> tuple[str, ...]:
        """The rules of which somebody asks whether they are possible."""
        return tuple(sorted(_asked((*self.words, *self.ends))))

    def rule(self, name: str) -> ir.Implication | None:
        """A rule that lays cards, by its name; ``None`` if the options leave it no chance."""
        return next((rule for rule in (*self.lays, *self.returns) if rule.name == name), None)


def plan(
    book: ir.Book, folded: Mapping[ir.Var, ir.Expr] | None = None, fixed: Mapping[str, int] | None = None
) -> Plan:
    """The plan of a rulebook; ``folded`` are options (and ``players``) that are constants."""
    book, values = uncovered(book), dict(folded or {})
    state = tuple(variable for variable in book.state if has_room(variable))
    gone = {variable.var("state"): variable.initial for variable in book.state if not has_room(variable)}
    values |= gone
    values |= {replace(var, kind="old"): initial for var, initial in gone.items()}
    if len(state) > MOST_VARIABLES:
        raise GameError(
            "bad-request",
            f"{book.name} has {len(state)} variables, a compiled engine has room for {MOST_VARIABLES}: "
            "use the Python engine",
            f"{book.name} má {len(state)} premenných, kompilované jadro má miesto pre {MOST_VARIABLES}: "
            "použi jadro Python",
        )

    def fold(expr: ir.Expr) -> ir.Expr:
        return ir.substitute(expr, values)

    def fold_all(implications: tuple[ir.Implication, ...]) -> tuple[ir.Implication, ...]:
        kept = (replace(rule, effects=tuple(filter(stays, rule.effects))) for rule in implications)
        return _live(implication.changed(fold) for implication in kept)

    def stays(effect: ir.Effect) -> bool:
        return not (isinstance(effect, ir.Assign) and effect.target in gone)

    rules = fold_all(book.rules)
    made = Plan(
        book=book,
        actions=action_table(book),
        options=tuple(option for option in book.options if option.var not in values),
        state=tuple(replace(variable, initial=fold(variable.initial)) for variable in state),
        notes=tuple(replace(note, initial=fold(note.initial)) for note in book.notes),
        starts=fold_all(book.starts),
        lays=tuple(rule for rule in rules if rule.lays and not rule.returns),
        returns=tuple(rule for rule in rules if rule.returns),
        words=tuple(rule for rule in rules if not rule.lays),
        fouls=fold_all(book.fouls),
        mechanics=fold_all(book.mechanics),
        ends=fold_all(book.ends),
        chosen_when=fold(book.chosen_when),
        fixed=dict(fixed or {}),
    )
    _check_numbers(made)
    return made


def table_plan(bound: Bound) -> Plan:
    """The plan of one table: its options and number of players are folded in."""
    return plan(bound.book, bound.values, table_head(bound))


def _live(implications: Iterable[ir.Implication]) -> tuple[ir.Implication, ...]:
    return tuple(implication for implication in implications if implication.guard != ir.FALSE)


def _asked(implications: tuple[ir.Implication, ...]) -> set[str]:
    return {
        str(part.args[0].value)
        for implication in implications
        for part in ir.walk(implication.guard)
        if isinstance(part, ir.Op) and part.name == "possible" and isinstance(part.args[0], ir.Const)
    }


def _ranges(made: Plan) -> Ranges:
    ranges = {
        ir.LAID: (0, 4),
        ir.HAND: (0, 32),
        ir.ACTIVE: (0, 6),
        ir.PLAYERS: (2, 6),
        ir.DRAWABLE: (-1, 31),
        ir.MOVES_MADE: (0, 1_000_001),
        ir.ON_TURN: (0, 5),
        ir.RETURNED: (-1, 5),
        ir.ASKED: (-1, 3),
        **dict.fromkeys((ir.TOP, ir.BOTTOM, ir.LAST, ir.LAST_DRAWN, ir.LOWEST), (-1, 31)),
    }
    for option in made.book.options:
        numbers = [value for value in option.values if isinstance(value, int)] or [0]
        ranges[option.var] = option.range or (min(numbers), max(numbers))
    for variable in made.book.state:
        ranges[variable.var("state")] = ranges[variable.var("old")] = variable.range
    return ranges | {note.var("note"): note.range for note in made.book.notes}


def _check_numbers(made: Plan) -> None:
    """Compiled engines count in 32 bits where the Python engine's numbers have no end."""
    ranges = _ranges(made)
    for implication in made.implications:
        for part in (part for expr in implication.exprs for part in ir.walk(expr)):
            if isinstance(part, ir.Op) and part.type == "int":
                low, high = bounds(part, ranges)
                if low < -(2**31) or high >= 2**31:
                    raise GameError(
                        "bad-request",
                        f"{made.book.name}: the numbers of '{implication.name}' may need more than 32 bits: "
                        "use the Python engine",
                        f"{made.book.name}: čísla v '{implication.name}' môžu mať viac než 32 bitov: "
                        "použi jadro Python",
                    )


# ------------------------------------------------------------------------------------------------- laying


@dataclass(frozen=True)
class LayLanes:
    """Which bottom cards fit, for groups of one size, as source."""

    fits: str
    """Exact, but for the lanes of ``unsure``."""
    unsure: str
    """Where, among those, the top card of the group, the suit asked for or something else decides: there the
    rules are asked one by one."""


def lay_lanes(rules: tuple[ir.Implication, ...], size: int, scalars: Scalars) -> LayLanes:
    """The rules that lay cards, for groups of one size, over all bottom cards at once."""
    fits, unsure = [], []
    for rule in rules:
        guard = ir.substitute(rule.guard, {ir.LAID: ir.Const("int", size)})
        guard = ir.of_one_card(guard) if size == 1 else guard
        sure: list[ir.Expr] = []
        doubts: list[ir.Expr] = []
        for part in ir.conjuncts(guard):
            (sure if _is_lanes(part, scalars) else doubts).append(part)
        fitting = ir.op("and", "bool", *sure)
        if fitting == ir.FALSE:
            continue
        fits.append(fitting)
        for doubt in doubts:
            escapes = doubt.args if isinstance(doubt, ir.Op) and doubt.name == "or" else ()
            certain = [ir.negate(part) for part in escapes if _is_lanes(part, scalars)]
            unsure.append(ir.op("and", "bool", *certain))
    return LayLanes(*(lanes(ir.op("or", "bool", *parts), scalars) for parts in (fits, unsure)))


def _is_lanes(expr: ir.Expr, scalars: Scalars) -> bool:
    try:
        lanes(expr, scalars)
    except NotLanesError:
        return False
    return True


def fitting_lanes(fits: ir.Expr, scalars: Scalars) -> str:
    """The cards at which drawing stops; :class:`NotLanesError` if it is not a condition on a single card."""
    return lanes(ir.substitute(fits, {ir.LAST_DRAWN: ir.BOTTOM}), scalars)


def lanes_that_ask(made: Plan, scalars: Scalars) -> str | None:
    """The bottom cards with which a suit is asked for; ``None`` if more than the bottom card decides."""
    return lanes(made.chosen_when, scalars) if _is_lanes(made.chosen_when, scalars) else None


# ---------------------------------------------------------------------------------- mechanics by kind of move


def after(made: Plan, lays: bool, returns: bool) -> tuple[ir.Implication, ...]:
    """The mechanics as they are behind a move that lays cards, or returns a player, or does neither."""
    known: dict[ir.Var, ir.Expr] = {ir.RETURNING: ir.Const("bool", returns)}
    if not returns:
        known[ir.RETURNED] = ir.Const("seat", ir.NOBODY)
    if returns or not lays:
        known[ir.ASKED] = ir.Const("int", ir.NOBODY)
    if not lays:
        known[ir.LAID] = ir.Const("int", 0)
        known[ir.GROUP] = ir.Const("group", 0)
        known[ir.BOTTOM] = known[ir.LAST] = ir.Const("card", ir.NOBODY)

    def specialise(expr: ir.Expr) -> ir.Expr:
        expr = ir.substitute(expr, known)
        return _something_laid(expr) if lays else expr

    return _live(mechanic.changed(specialise) for mechanic in made.mechanics)


def _something_laid(expr: ir.Expr) -> ir.Expr:
    """Drops what is certain once cards are laid: ``n > 0``."""
    if isinstance(expr, ir.Op):
        if expr.args == (ir.LAID, ir.Const("int", 0)) and expr.name in (">", "!=", "==", "<="):
            return ir.Const("bool", expr.name in (">", "!="))
        return ir.op(expr.name, expr.type, *map(_something_laid, expr.args))
    return expr


def same_effects(rules: tuple[ir.Implication, ...]) -> bool:
    """Whether it does not matter which of these rules allows a move."""
    return len({rule.effects for rule in rules}) <= 1


def settling(made: Plan) -> list[ir.Variable]:
    """Variables that begin with a constant and are given that value again: a debt, once it is paid."""
    ranges, again = _ranges(made), set()
    for deed in (deed for implication in made.implications for deed in deeds(implication)):
        if isinstance(deed, ir.Assign):
            initial = next((var.initial for var in made.state if var.var("state") == deed.target), None)
            low, high = bounds(deed.value, ranges)
            if isinstance(initial, ir.Const) and low <= int(initial.value) <= high:
                again.add(deed.target)
    return [variable for variable in made.state if variable.var("state") in again]


def expressions_of(made: Plan) -> list[ir.Expr]:
    """Everything that a plan evaluates."""
    initial = [variable.initial for variable in (*made.state, *made.notes)]
    return [
        *initial,
        *(expr for implication in made.implications for expr in implication.exprs),
        made.chosen_when,
    ]


def variables_read(made: Plan) -> set[ir.Var]:
    """Everything that a plan reads."""
    return {var for expr in expressions_of(made) for var in ir.variables(expr)}


def cards_named(made: Plan) -> dict[str, int]:
    """The cards that the rulebook names, by their names in generated source."""
    cards = {
        part
        for expr in expressions_of(made)
        for part in ir.walk(expr)
        if isinstance(part, ir.Const)
        and part.type == "card"
        and isinstance(part.value, int)
        and part.value >= 0
    }
    return {constant(card): int(card.value) for card in sorted(cards, key=lambda card: int(card.value))}
