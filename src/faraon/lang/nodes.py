"""The rulebook as it was written: one class per construct, each with its place in the text.

The fields are in the grammar's order: the parser makes most nodes by their names alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from faraon.lang.errors import Span

# ------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Node:
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Int(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Name(Node):
    text: str


@dataclass(frozen=True, slots=True)
class Hash(Node):
    """``#LP``, the number of players."""

    text: str


@dataclass(frozen=True, slots=True)
class Indexed(Node):
    """``Cn[0]``, ``TOP[suit]``: the key is a number or a name."""

    base: Expr
    key: int | str


@dataclass(frozen=True, slots=True)
class Call(Node):
    name: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Pair(Node):
    """``(leaves, under)``: a card."""

    suit: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Always(Node):
    """``()``, the empty condition."""


@dataclass(frozen=True, slots=True)
class Not(Node):
    inner: Expr


@dataclass(frozen=True, slots=True)
class AllOf(Node):
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class AnyOf(Node):
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """``a == b``, ``1 <= k <= 3``."""

    operands: tuple[Expr, ...]
    operators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    left: Expr
    operator: str
    right: Expr


@dataclass(frozen=True, slots=True)
class IfElse(Node):
    yes: Expr
    condition: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Chosen(Node):
    """``c is chosen``: the player names a suit with this move."""

    name: str


Expr = (
    Int | Name | Hash | Indexed | Call | Pair | Always | Not | AllOf | AnyOf | Chain | Arithmetic | IfElse
    | Chosen
)  # fmt: skip


def walk(node: Expr) -> Iterator[Expr]:
    """An expression and everything in it."""
    waiting: list[object] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Expr):
            yield part
            waiting += [getattr(part, field.name) for field in fields(part)]
        elif isinstance(part, tuple):
            waiting += part


# ----------------------------------------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class Put(Node):
    """The cards of the move go onto the pile."""


@dataclass(frozen=True, slots=True)
class Draw(Node):
    amount: Expr
    who: str | None


@dataclass(frozen=True, slots=True)
class DrawUntil(Node):
    """``draw until fits``: card by card, until one of them does."""

    condition: Expr
    who: str | None


@dataclass(frozen=True, slots=True)
class GiveBack(Node):
    """``return j``."""

    who: str


@dataclass(frozen=True, slots=True)
class Show(Node):
    card: Expr


@dataclass(frozen=True, slots=True)
class Word(Node):
    """``stand``, ``pass``, ``concede``."""

    word: str


@dataclass(frozen=True, slots=True)
class Leave(Node):
    """The player on turn has finished."""


@dataclass(frozen=True, slots=True)
class Next(Node):
    """``next``, ``next back if reversed``."""

    back: Expr | None


@dataclass(frozen=True, slots=True)
class Skip(Node):
    """The remaining mechanics are skipped."""


@dataclass(frozen=True, slots=True)
class Assign(Node):
    target: str
    operator: str
    value: Expr


Effect = Put | Draw | DrawUntil | GiveBack | Show | Word | Leave | Next | Skip | Assign

# -------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Text(Node):
    """One language: a short text, and for some statements also a sentence."""

    language: str
    short: str
    long: str | None
    places: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    """Where the short and the long text are, with their quotes."""


@dataclass(frozen=True, slots=True)
class Sentence(Node):
    """What a definition says when it holds (``yes``) or does not (``no``), and why a game ended (``yes``)."""

    holds: bool
    condition: Expr | None
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Rulebook(Node):
    name: str
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Include(Node):
    name: str


@dataclass(frozen=True, slots=True)
class SetOption(Node):
    name: str
    value: str | int


@dataclass(frozen=True, slots=True)
class Players(Node):
    paragraphs: tuple[str, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Deck(Node):
    """``deck: suits = hearts | leaves, values = VII | ace``: the cards of one pack."""

    paragraphs: tuple[str, ...]
    kinds: tuple[tuple[str, tuple[Name, ...]], ...]


@dataclass(frozen=True, slots=True)
class Setting(Node):
    """``deal``, ``turning`` and ``covering``: what the rulebook tells the engine's primitives."""

    kind: str
    paragraphs: tuple[str, ...]
    pairs: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class Option(Node):
    override: bool
    name: str
    values: tuple[str | int, ...]
    range: tuple[int, int] | None
    paragraphs: tuple[str, ...]
    texts: tuple[Text, ...]
    value_texts: tuple[tuple[str | int, tuple[Text, ...]], ...]


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    name: str
    range: tuple[int, int] | None
    hidden: bool


@dataclass(frozen=True, slots=True)
class RoleName(Node):
    """``shows debt``."""

    name: str


@dataclass(frozen=True, slots=True)
class State(Node):
    override: bool
    name: str
    each: bool
    """``state LP_MC[i]``: every player has their own."""
    type: TypeName
    initial: Expr
    shows: RoleName | None
    paragraphs: tuple[str, ...]
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Note(Node):
    """A variable that lives for one move."""

    name: str
    type: TypeName
    initial: Expr
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Let(Node):
    override: bool
    name: str
    shows: RoleName | None
    paragraphs: tuple[str, ...]
    value: Expr
    texts: tuple[Text, ...]
    """What people are told of it while it is shown."""
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Forbid(Node):
    override: bool
    name: str
    paragraphs: tuple[str, ...]
    condition: Expr
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Implication(Node):
    """``rule``, ``foul``, ``mechanic``, ``start`` and ``end``."""

    override: bool
    kind: str
    name: str
    place: tuple[str, str] | None
    paragraphs: tuple[str, ...]
    occasion: Expr | None
    """Of a rule: the situation in which it speaks at all. Without one, what the position decides counts."""
    antecedent: Expr
    effects: tuple[Effect, ...]
    texts: tuple[Text, ...]
    sentences: tuple[Sentence, ...] = ()
    """Of an end: why it came."""
    quoted: bool = False
    """It is in a block copied from a document, and its text, if any, is the document's comment."""

    @property
    def returns(self) -> bool:
        return any(isinstance(effect, GiveBack) for effect in self.effects)


@dataclass(frozen=True, slots=True)
class Drop(Node):
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Title(Node):
    """Texts for an implication that has none of its own, or only those of its document."""

    kind: str
    name: str
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Says(Node):
    """One numbered statement of the rulebook in words."""

    number: str
    condition: Expr | None
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Remark(Node):
    """``says owing yes …``: one more sentence of a definition."""

    name: str
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Block(Node):
    """A block copied from a document: its heading and its implications."""

    kind: str
    heading: str
    implications: tuple[Implication, ...]


Statement = (
    Rulebook | Include | SetOption | Players | Deck | Setting | Option | State | Note | Let | Forbid
    | Implication | Drop | Title | Says | Remark | Block
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Comment:
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Source:
    """One file: its statements in order, and its comments for the formatter."""

    file: str
    text: str
    statements: tuple[Statement, ...]
    comments: tuple[Comment, ...]
