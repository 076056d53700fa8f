"""A table whose options may be left open, so that one question is asked of all settings at once.

What is proven here is proven of one pack and of groups that are laid open: hands are sets of cards, and
what lies covered (§17) is not part of a position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from math import prod

from faraon.engines.errors import GameError
from faraon.engines.rules import Statements, check_players, choose, statements
from faraon.lang import ir
from faraon.lang.covering import NOTHING_COVERED, at_default, covering_options, uncovered
from faraon.lang.deck import pack_choices
from faraon.limits import MOST_MOVES

Setting = dict[ir.Option, ir.Scalar]
"""Some options and what they are set to."""

MOST_TRIED = 5_000
"""Beyond so many settings, only two options at a time are tried to see whether they switch a rule off."""

ENGINE_RANGES: dict[ir.Var, tuple[int, int]] = {
    ir.MOVES_MADE: (0, MOST_MOVES + 1),
    ir.DRAWABLE: (0, 32),
}
"""The largest numbers that the engine keeps of one pack."""


@dataclass(frozen=True)
class Table(Statements):
    """The rules for so many players; the options in ``settings`` are constants, the others are open."""

    book: ir.Book
    """Without its covered mode."""
    players: int
    settings: Mapping[str, ir.Scalar]
    options: tuple[ir.Option, ...]
    """Those that are open, with the values that one pack allows."""
    shuffled: ir.Expr
    hand: ir.Expr

    def fold(self, expr: ir.Expr) -> ir.Expr:
        """An expression with what is known of this table."""
        return ir.substitute(expr, self.values)

    @property
    def implications(self) -> tuple[ir.Implication, ...]:
        """Everything that can happen after the deal."""
        return (*self.rules, *self.fouls, *self.mechanics, *self.ends)

    @cached_property
    def tables(self) -> int:
        """How many settings are open, all together."""
        return prod(1 + high - low for low, high in (_span(option) for option in self.options))

    def switched_off(self, rule: ir.Implication) -> list[Setting] | bool:
        """Whether nothing is left of a rule when the options are known; if they decide, in which settings.

        Engines ask what is left after folding, so it is asked here in the same way.
        """
        if not any(var.kind == "option" for var in ir.variables(rule.guard)):
            return rule.guard == ir.FALSE
        read = ir.variables(rule.guard)
        deciding = [option for option in self.options if option.var in read and option.range is None]
        found: list[Setting] = []
        for size in range(1, len(deciding) + 1):
            for some in combinations(deciding, size):
                for values in product(*(option.values for option in some)):
                    setting = dict(zip(some, values, strict=True))
                    if any(smaller.items() <= setting.items() for smaller in found):
                        continue
                    if ir.substitute(rule.guard, _constants(setting)) == ir.FALSE:
                        found.append(setting)
            if size == 2 and prod(1 + len(option.values) for option in deciding) > MOST_TRIED:
                break
        return found

    @property
    def returners(self) -> list[ir.Implication]:
        """The rules that return finished players."""
        return [rule for rule in self.rules if rule.returns and rule.guard != ir.FALSE]

    @cached_property
    def turns_alike(self) -> bool:
        """Whether no seat differs from another: then it is enough to look at seat 0 on turn."""
        exprs = [expr for one in self.implications for expr in _decisive(one, self.read)]
        return all(_names_no_seat(expr) for expr in exprs)

    @cached_property
    def read(self) -> frozenset[ir.Var]:
        """The variables of the state that can ever decide something; the others only count or remember."""
        found = {
            _now(var)
            for one in (*self.implications, *self.starts)
            for expr in (one.guard, *(expr for effect in one.effects for expr in _read_at_once(effect)))
            for var in ir.variables(expr)
        }
        found |= {_now(var) for forbid in self.forbids for var in ir.variables(forbid.condition)}
        while True:
            more = {
                _now(var)
                for one in (*self.implications, *self.starts)
                for effect in one.effects
                if isinstance(effect, ir.Assign) and effect.target in found
                for var in ir.variables(effect.value)
            }
            if more <= found:
                return frozenset(var for var in found if var.kind in ("state", "note"))
            found |= more


def _constants(setting: Setting) -> dict[ir.Var, ir.Expr]:
    return {option.var: ir.Const(option.type, value) for option, value in setting.items()}


def _span(option: ir.Option) -> tuple[int, int]:
    return option.range or (1, len(option.values))


def _now(var: ir.Var) -> ir.Var:
    return replace(var, kind="state") if var.kind == "old" else var


def _read_at_once(effect: ir.Effect) -> tuple[ir.Expr, ...]:
    """What an effect reads that is more than the next value of a variable."""
    kept = isinstance(effect, ir.Assign) and effect.target not in (ir.ON_TURN, ir.LOSER)
    return () if kept else ir.effect_exprs(effect)


def _decisive(one: ir.Implication, read: frozenset[ir.Var]) -> list[ir.Expr]:
    found = [one.guard]
    for effect in one.effects:
        if not isinstance(effect, ir.Assign) or effect.target in read or effect.target == ir.LOSER:
            found += ir.effect_exprs(effect)
        elif effect.target == ir.ON_TURN and not _goes_on(effect.value):
            found.append(effect.value)
    return found


def _goes_on(seat: ir.Expr) -> bool:
    """Whether a seat is so many seats further round the table: ``(i + 1) % players``."""
    match seat:
        case ir.Op("%", _, (ir.Op("+", _, (ir.ON_TURN, ir.Const())), ir.Const())):
            return True
        case _:
            return False


def _names_no_seat(expr: ir.Expr) -> bool:
    """Whether an expression compares seats only with each other and with nobody."""
    if isinstance(expr, ir.Const):
        return expr.type != "seat" or expr.value == ir.NOBODY
    if not isinstance(expr, ir.Op):
        return True
    counts = expr.name in ("+", "-", "*", "/", "%", "min", "max", "<", "<=", ">", ">=")
    if counts and any(arg.type == "seat" for arg in expr.args):
        return False
    return all(map(_names_no_seat, expr.args))


def open_table(book: ir.Book, players: int, settings: Mapping[str, object] | None = None) -> Table:
    """The rules of a table, with these settings and every other option open."""
    check_players(book, players)
    given = settings or {}
    chosen = {name: value for name, value in choose(book, given).items() if name in given}
    for option in covering_options(book):
        _must_be_open(book, option, chosen.pop(option.name, option.default))
    values: dict[ir.Var, ir.Expr] = {
        ir.PLAYERS: ir.Const("int", players), **NOTHING_COVERED, **at_default(book)
    }  # fmt: skip
    book = uncovered(book)
    for option in book.options:
        if option.name in chosen:
            values[option.var] = ir.Const(option.type, chosen[option.name])
    packs = ir.substitute(book.packs, values)
    options = tuple(_with_one_pack(option, packs) for option in book.options if option.name not in chosen)
    if isinstance(packs, ir.Const) and 1 not in pack_choices(packs):
        raise GameError(
            "bad-option",
            "proofs are for one pack of cards, not for more",
            "dôkazy sa robia pre jeden balíček kariet, nie pre viac",
        )
    _need_one_pack(book, players, values, options)

    return Table(
        **vars(statements(book, values)),
        book=book,
        players=players,
        settings=chosen,
        options=options,
        shuffled=ir.substitute(book.shuffled, values),
        hand=ir.substitute(book.hand, values),
    )


def _must_be_open(book: ir.Book, option: ir.Option, value: ir.Scalar) -> None:
    known = {option.var: ir.Const(option.type, value)}
    if ir.substitute(book.covered, known) == ir.TRUE:
        raise GameError(
            "bad-option",
            f"with {option.name} = {value} cards are laid covered, and proofs are about open cards",
            f"pri {option.name} = {value} sa vykladá zakryto a dôkazy sa robia iba pre odkryté karty",
        )


def _with_one_pack(option: ir.Option, packs: ir.Expr) -> ir.Option:
    """The option without the settings that take more packs."""
    if option.var not in ir.variables(packs):
        return option
    fit = tuple(
        value
        for value in option.values
        if 1 in pack_choices(ir.substitute(packs, {option.var: ir.Const(option.type, value)}))
    )
    return replace(option, values=fit, default=option.default if option.default in fit else fit[0])


def _need_one_pack(
    book: ir.Book, players: int, values: Mapping[ir.Var, ir.Expr], options: tuple[ir.Option, ...]
) -> None:
    """:class:`GameError` if one pack is not enough, whatever is dealt."""
    hands = {
        part.value
        for known in _settings_of(book.hand, options)
        if isinstance(part := ir.substitute(ir.substitute(book.hand, values), known), ir.Const)
    }
    least = min((hand for hand in hands if isinstance(hand, int)), default=1)
    one = {ir.PACKS: ir.Const("int", 1), ir.LEFT: ir.Const("int", len(book.deck) - players * least)}
    refused = any(
        ir.substitute(ir.substitute(forbid.condition, values), one) == ir.TRUE for forbid in book.forbids
    )
    if refused or players * least >= len(book.deck):
        raise GameError(
            "bad-players",
            f"one pack is not enough for {players} players, and proofs are for one pack of cards",
            f"jeden balíček nestačí pre toľkých hráčov ({players}) a dôkazy sa robia pre jeden balíček",
        )


def _settings_of(expr: ir.Expr, options: tuple[ir.Option, ...]) -> list[dict[ir.Var, ir.Expr]]:
    """Every setting of the open options that an expression reads."""
    read = [option for option in options if option.var in ir.variables(expr)]
    return [
        {option.var: ir.Const(option.type, value) for option, value in zip(read, values, strict=True)}
        for values in product(*(option.values for option in read))
    ]
