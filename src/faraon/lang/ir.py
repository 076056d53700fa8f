"""The intermediate form: typed, total expressions, and guarded effects over them.

An expression is a constant, a variable or an operation. The constructors below fold constants and push
negations inwards, so that binding the options makes dead conditions disappear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from faraon.lang.errors import Span
from faraon.lang.operations import OPERATIONS

Type = str
"""``int``, ``bool``, ``suit``, ``value``, ``card``, ``seat``, ``group``, or ``option:NAME``."""

Scalar = int | str
"""A constant: numbers, truth values, suits, values, cards and seats are integers; settings may be words."""

NOBODY = -1
"""The seat that is nobody's, and the card that is no card."""


@dataclass(frozen=True, slots=True)
class Const:
    type: Type
    value: Scalar


Kind = Literal["option", "state", "old", "note", "move", "engine"]
"""What a variable is: an option of the table; the rulebook's state, now or before the move; a note; something
that the move decides; something else that the engine keeps."""


@dataclass(frozen=True, slots=True)
class Var:
    """What an expression reads."""

    kind: Kind
    name: str
    type: Type
    hashed: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hashed", hash((self.kind, self.name, self.type)))

    def __hash__(self) -> int:
        return self.hashed

    def __reduce__(self) -> tuple[Callable[..., Var], tuple[object, ...]]:
        return Var, (self.kind, self.name, self.type)

    @property
    def declared(self) -> bool:
        """Whether the rulebook declares it; the others are the engine's own."""
        return self.kind not in ("move", "engine")


@dataclass(frozen=True, slots=True)
class Op:
    """An operation of :data:`~faraon.lang.operations.OPERATIONS`, or ``possible``."""

    name: str
    type: Type
    args: tuple[Expr, ...]
    hashed: int = field(init=False, repr=False, compare=False)
    """Of the whole expression, because expressions are looked up far more often than they are made."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "hashed", hash((self.name, self.type, self.args)))

    def __hash__(self) -> int:
        return self.hashed

    def __reduce__(self) -> tuple[Callable[..., Op], tuple[object, ...]]:
        return Op, (self.name, self.type, self.args)  # another process hashes otherwise


Expr = Const | Var | Op

Fold = Callable[[Expr], Expr]
"""A function that changes expressions."""

TRUE = Const("bool", True)
FALSE = Const("bool", False)

GROUP = Var("move", "Cn", "group")
"""The cards that the move lays, a bit each;"""
LAID = Var("move", "n", "int")
"""how many they are;"""
BOTTOM = Var("move", "bottom", "card")
"""the lowest of them, which touches the pile;"""
LAST = Var("move", "last", "card")
"""the highest of them, which counts;"""
ASKED = Var("move", "c", "suit")
"""the suit that is asked for;"""
RETURNED = Var("move", "j", "seat")
"""the player who is returned."""
ON_TURN = Var("engine", "i", "seat")
TOP = Var("engine", "top", "card")
LAST_DRAWN = Var("engine", "last_drawn", "card")
LOWEST = Var("engine", "lowest", "card")
HAND = Var("engine", "hand", "int")
ACTIVE = Var("engine", "active", "int")
DRAWABLE = Var("engine", "drawable", "int")
MOVES_MADE = Var("engine", "moves_made", "int")
ANYONE_SAFE = Var("engine", "anyone_safe", "bool")
RETURNING = Var("engine", "returning", "bool")
STOOD = Var("engine", "stood", "bool")
CONCEDED = Var("engine", "conceded", "bool")
CHECKED = Var("engine", "checked", "bool")
CLAIMER = Var("engine", "claimer", "seat")
"""Who laid the covered cards that the player on turn may check."""
LOSER = Var("engine", "loser", "seat")
PLAYERS = Var("engine", "players", "int")
PACKS = Var("engine", "packs", "int")
LEFT = Var("engine", "left", "int")
"""The cards that are left after dealing."""

OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def op(name: str, type_: Type, *args: Expr) -> Expr:
    """An operation, folded where its arguments are known."""
    if name == "and":
        return _junction("and", TRUE, FALSE, args)
    if name == "or":
        return _junction("or", FALSE, TRUE, args)
    if name == "not":
        return negate(args[0])
    if name == "if":
        condition, yes, no = args
        if isinstance(condition, Const):
            return yes if condition.value else no
        return yes if yes == no else Op(name, type_, args)
    compute = OPERATIONS[name].compute if name in OPERATIONS else None
    values = [arg.value for arg in args if isinstance(arg, Const)]
    if compute is not None and len(values) == len(args):
        result = compute(*values)
        return Const(type_, bool(result) if type_ == "bool" else result)
    return Op(name, type_, args)


def _junction(name: str, unit: Expr, zero: Expr, args: tuple[Expr, ...]) -> Expr:
    parts: dict[Expr, None] = {}
    for arg in args:
        inner = arg.args if isinstance(arg, Op) and arg.name == name else (arg,)
        for part in inner:
            if part == zero:
                return zero
            if part != unit:
                parts[part] = None
    if any(negate(part) in parts for part in parts):
        return zero
    if not parts:
        return unit
    return next(iter(parts)) if len(parts) == 1 else Op(name, "bool", tuple(parts))


def negate(expr: Expr) -> Expr:
    """The opposite of a condition, with the negation pushed inwards."""
    if isinstance(expr, Const):
        return Const("bool", not expr.value)
    if isinstance(expr, Op):
        if expr.name in OPPOSITES:
            return op(OPPOSITES[expr.name], "bool", *expr.args)
        if expr.name == "and":
            return op("or", "bool", *map(negate, expr.args))
        if expr.name == "or":
            return op("and", "bool", *map(negate, expr.args))
        if expr.name == "not":
            return expr.args[0]
    return Op("not", "bool", (expr,))


def walk(expr: Expr) -> Iterator[Expr]:
    """The expression and everything in it."""
    yield expr
    if isinstance(expr, Op):
        for arg in expr.args:
            yield from walk(arg)


@lru_cache(maxsize=1 << 12)
def variables(expr: Expr) -> frozenset[Var]:
    """All variables that an expression reads."""
    return frozenset(part for part in walk(expr) if isinstance(part, Var))


def reads_move(expr: Expr) -> bool:
    """Whether an expression depends on the move, and not on the position alone."""
    return any(var.kind == "move" for var in variables(expr))


def substitute(expr: Expr, values: Mapping[Var, Expr]) -> Expr:
    """The expression with variables replaced, and folded."""
    if isinstance(expr, Var):
        return values.get(expr, expr)
    if isinstance(expr, Op):
        args = [substitute(arg, values) for arg in expr.args]
        changed = any(new is not old for new, old in zip(args, expr.args, strict=True))
        return op(expr.name, expr.type, *args) if changed else expr
    return expr


def of_one_card(expr: Expr) -> Expr:
    """What an expression says of a move that lays one card: its bottom, its top and all that it contains."""
    return _only_bottom(substitute(expr, {LAID: Const("int", 1), LAST: BOTTOM}))


def _only_bottom(expr: Expr) -> Expr:
    if not isinstance(expr, Op):
        return expr
    if expr.name == "contains":
        return op("==", "bool", BOTTOM, expr.args[1])
    return op(expr.name, expr.type, *map(_only_bottom, expr.args))


def conjuncts(expr: Expr) -> tuple[Expr, ...]:
    """The parts of a conjunction, or the expression itself."""
    return expr.args if isinstance(expr, Op) and expr.name == "and" else (expr,)


# ------------------------------------------------------------------------------------------------- texts


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a text that is filled in: ``{owed:card,cards}``, ``{suit:acc}``."""

    expr: Expr
    forms: tuple[str, ...] = ()


Template = tuple[str | Slot, ...]


@dataclass(frozen=True, slots=True)
class Texts:
    """A text in Slovak and English, short and, where there is one, long."""

    en: Template = ()
    sk: Template = ()
    en_long: Template = ()
    sk_long: Template = ()

    def __bool__(self) -> bool:
        return bool(self.en or self.sk)


NO_TEXTS = Texts()

# ----------------------------------------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class Put:
    """The cards of the move go from the hand onto the pile."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A player draws; ``who`` is ``i`` or ``j``."""

    amount: Expr
    who: str


@dataclass(frozen=True, slots=True)
class DrawUntil:
    """A player draws card by card until the last one fits, or until there are none; ``who`` as above."""

    fits: Expr
    """It reads ``DRAWN``, and nothing that drawing changes."""
    who: str


@dataclass(frozen=True, slots=True)
class GiveBack:
    """The chosen finished player is in the game again."""


@dataclass(frozen=True, slots=True)
class Show:
    """The cards of the stock from the bottom up to this one are shown to everybody."""

    card: Expr


@dataclass(frozen=True, slots=True)
class Word:
    """The move is called ``stand``, ``pass`` or ``concede``; by itself it does nothing."""

    word: str


@dataclass(frozen=True, slots=True)
class Leave:
    """The player on turn has finished."""


@dataclass(frozen=True, slots=True)
class Next:
    """The turn passes to the next player with cards, or to the one before."""

    back: Expr = FALSE
    """The play goes the other way round."""


@dataclass(frozen=True, slots=True)
class Skip:
    """The mechanics that follow are skipped."""


@dataclass(frozen=True, slots=True)
class Assign:
    """A variable gets a value, which the checker has kept within its declared range."""

    target: Var
    """A state variable, a note, the player on turn or, in an ending, the loser."""
    value: Expr
    meant: Expr | None = None
    """What was written, where it can leave the range; engines do without it."""


Effect = Put | Draw | DrawUntil | GiveBack | Show | Word | Leave | Next | Skip | Assign


def effect_exprs(effect: Effect) -> tuple[Expr, ...]:
    """The expressions inside an effect."""
    match effect:
        case Draw(amount, _):
            return (amount,)
        case DrawUntil(fits, _):
            return (fits,)
        case Next(back):
            return (back,)
        case Show(card):
            return (card,)
        case Assign(_, value):
            return (value,)
        case _:
            return ()


def map_effect(effect: Effect, change: Fold) -> Effect:
    """The same effect with its expressions changed."""
    match effect:
        case Draw(amount, who):
            return Draw(change(amount), who)
        case DrawUntil(fits, who):
            return DrawUntil(change(fits), who)
        case Next(back):
            return Next(change(back))
        case Show(card):
            return Show(change(card))
        case Assign(target, value, meant):
            return Assign(target, change(value), None if meant is None else change(meant))
        case _:
            return effect


# -------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said of a condition, if ``condition`` holds (always, when it is ``TRUE``)."""

    condition: Expr
    texts: Texts
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Clause:
    """One condition of an antecedent, with what to say when it fails."""

    expr: Expr
    name: str
    paragraphs: tuple[str, ...]
    failing: tuple[Sentence, ...]
    negated: bool
    """It asks that something is not so."""
    occasion: bool
    """It belongs to the occasion of its rule: where it fails, the rule has nothing to say about the move."""
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Implication:
    """A rule, a foul, a mechanic, a start-card rule or an ending."""

    kind: str
    name: str
    paragraphs: tuple[str, ...]
    clauses: tuple[Clause, ...]
    guard: Expr
    effects: tuple[Effect, ...]
    texts: Texts
    span: Span = field(compare=False)
    why: tuple[Sentence, ...] = ()
    """Of an end: why it came; the first that holds is told."""

    @property
    def lays(self) -> bool:
        return any(isinstance(effect, Put) for effect in self.effects)

    @property
    def returns(self) -> bool:
        return any(isinstance(effect, GiveBack) for effect in self.effects)

    @property
    def exprs(self) -> tuple[Expr, ...]:
        """Its condition, and what its effects evaluate."""
        return (self.guard, *(expr for effect in self.effects for expr in effect_exprs(effect)))

    def changed(self, change: Fold) -> Implication:
        """The same implication with its expressions changed."""
        return replace(
            self,
            clauses=tuple(replace(clause, expr=change(clause.expr)) for clause in self.clauses),
            guard=change(self.guard),
            effects=tuple(map_effect(effect, change) for effect in self.effects),
        )

    @property
    def loser(self) -> Expr:
        """Who loses by this ending."""
        named = (effect.value for effect in self.effects if isinstance(effect, Assign))
        return next(named, Const("seat", NOBODY))

    @property
    def word(self) -> str:
        """What a move without cards is called."""
        words = [effect.word for effect in self.effects if isinstance(effect, Word)]
        return words[0] if words else "draw"


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    values: tuple[Scalar, ...]
    default: Scalar
    range: tuple[int, int] | None
    paragraphs: tuple[str, ...]
    texts: Texts
    value_texts: tuple[tuple[Scalar, Texts], ...]

    @property
    def type(self) -> Type:
        numbers = all(isinstance(value, int) for value in self.values)
        return "int" if numbers else f"option:{self.name}"

    @property
    def var(self) -> Var:
        """How expressions read it."""
        return Var("option", self.name, self.type)


@dataclass(frozen=True, slots=True)
class Variable:
    """A state variable, or a note that lives for one move."""

    name: str
    type: Type
    range: tuple[int, int]
    hidden: bool
    initial: Expr
    paragraphs: tuple[str, ...]
    texts: Texts
    each: str = ""
    """The list that it belongs to, where every player has their own: one variable per seat, in order."""
    seat: int | None = None
    """Whose it is, in such a list."""

    def var(self, kind: Kind) -> Var:
        """How expressions read it: as ``state`` or ``old``, or as a ``note``."""
        return Var(kind, self.name, self.type)


@dataclass(frozen=True, slots=True)
class Forbid:
    """A combination of options, or a state, that is refused."""

    name: str
    paragraphs: tuple[str, ...]
    condition: Expr
    texts: Texts
    of_state: bool


@dataclass(frozen=True, slots=True)
class Statement:
    """One numbered sentence of the rulebook in words."""

    number: str
    condition: Expr
    texts: Texts


@dataclass(frozen=True, slots=True)
class Definition:
    """A named condition with its sentences."""

    name: str
    paragraphs: tuple[str, ...]
    expr: Expr
    yes: tuple[Sentence, ...]
    no: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """What everybody is shown of the state between moves."""

    role: str
    """One of :data:`faraon.lang.names.ROLES`, or a name of the rulebook's own, which has texts."""
    expr: Expr
    """A suit, a number or a condition; it reads only what everybody may see."""
    rest: int
    """Of a number: the value at which nothing is shown; it is in force above. Otherwise 0."""
    texts: Texts


@dataclass(frozen=True, eq=False)
class Book:
    """A checked rulebook; two of them are the same only if they are the same object."""

    name: str
    texts: Texts
    hash: str
    """SHA-256 of everything that decides the game; texts, citations and roles do not count, nor does what
    only covered cards bring with them."""
    sources: Mapping[str, str]
    players: tuple[int, int]
    deck: tuple[int, ...]
    """The cards of one pack, in their order."""
    options: tuple[Option, ...]
    forbids: tuple[Forbid, ...]
    state: tuple[Variable, ...]
    notes: tuple[Variable, ...]
    definitions: tuple[Definition, ...]
    shows: tuple[Shown, ...]
    """The state variables that show something, then the definitions, each in their order."""
    starts: tuple[Implication, ...]
    rules: tuple[Implication, ...]
    fouls: tuple[Implication, ...]
    mechanics: tuple[Implication, ...]
    ends: tuple[Implication, ...]
    says: tuple[Statement, ...]
    hand: Expr
    packs: Expr
    shuffled: Expr
    covered: Expr
    """The condition on the options under which groups are laid covered."""
    chosen_when: Expr
    """The condition on a lay under which the player names a suit."""
    covered_hash: str = ""
    """The same of games with covered cards; empty where there are none."""
