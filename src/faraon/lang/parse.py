"""Text to nodes, by the grammar in ``grammar.lark``."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from lark import Token, Transformer, Tree, UnexpectedCharacters, UnexpectedToken, v_args
from lark.tree import Meta

from faraon.lang import nodes
from faraon.lang.errors import Diagnostic, RulebookError, Span
from faraon.lang.grammar import parser, statement_start
from faraon.lang.unreadable import comments, unexpected_character, unexpected_token
from faraon.limits import MAX_NESTING, MAX_NUMBER, MAX_SOURCE

REGULAR: dict[str, type[nodes.Node]] = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): node
    for name, node in vars(nodes).items()
    if isinstance(node, type) and issubclass(node, nodes.Node)
}
"""Constructs of the grammar whose parts are the fields of a node of the same name, in this order."""


def parse(text: str, file: str) -> nodes.Source:
    """The statements of one file; :class:`RulebookError` if it cannot be read."""
    text = normal(text)
    if len(text) > MAX_SOURCE:
        where = Span(file, 1, 1, 1, 2)
        raise RulebookError(
            [Diagnostic("E101", where, "the file is too long to be a rulebook")], {file: text}
        )
    try:
        tree = _tree(text, file, "start")
    except RulebookError as error:
        raise RulebookError(_findings(text, file) or error.diagnostics, {file: text}) from None
    found = comments(text, file)
    builder = NodeBuilder(file, {one.span.line: one.text for one in found})
    statements = builder.transform(tree)
    if builder.problems:
        raise RulebookError(builder.problems, {file: text})
    return nodes.Source(file, text, statements, found)


def normal(text: str) -> str:
    """The text without a byte order mark, each line ending in one sign."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _findings(text: str, file: str) -> list[Diagnostic]:
    """All that cannot be read, statement by statement."""
    lines = text.split("\n")
    begins = [number for number, line in enumerate(lines) if statement_start().match(line)]
    found: list[Diagnostic] = []
    for first, last in pairwise([0, *begins, len(lines)]):
        try:
            _tree("\n".join(lines[first:last]), file, "start")
        except RulebookError as error:
            found.extend(one.moved(first) for one in error.diagnostics)
    return found


def parse_expression(text: str, at: Span) -> nodes.Expr:
    """An expression inside a text in quotes, which begins ``at`` a place of a file."""
    tree = _tree(text, at.file, "inner")
    builder = NodeBuilder(at.file, {}, at.line, at.column)
    expression: nodes.Expr = builder.transform(tree)
    if builder.problems:
        raise RulebookError(builder.problems, {})
    return expression


def _tree(text: str, file: str, start: str) -> Any:
    # The leading newline lets a bullet come in the first line; spans are corrected for it.
    try:
        tree = parser().parse("\n" + text + "\n", start=start)
    except UnexpectedCharacters as error:
        found = unexpected_character(error, file, text)
    except UnexpectedToken as error:
        found = unexpected_token(error, file, text)
    else:
        deep = _too_deep(tree)
        if deep is None:
            return tree
        line, column = deep.meta.line - 1, deep.meta.column
        found = Diagnostic(
            "E101",
            Span(file, line, column, line, column + 1),
            f"this is nested more than {MAX_NESTING} deep",
            "give its parts names with 'let'",
        )
    raise RulebookError([found], {file: text})


def _too_deep(tree: Any) -> Any:
    """The first part of a tree that is nested too deep, or ``None``."""
    waiting = [(tree, 0)]
    while waiting:
        part, depth = waiting.pop()
        if depth > MAX_NESTING and not part.meta.empty:
            return part
        # An expression in brackets is always an any_of and an all_of: one level.
        waiting += [
            (child, depth + (child.data != "all_of")) for child in part.children if isinstance(child, Tree)
        ]
    return None


class NodeBuilder(Transformer[Token, Any]):
    """Makes nodes of a tree: most by their names, a method for each of the others."""

    def __init__(self, file: str, comments: dict[int, str], line: int = 1, column: int = 1) -> None:
        super().__init__()
        self.file = file
        self.comments = comments
        self.down, self.right = line - 2, column - 1
        """Where the text begins. It is parsed with a newline before it."""
        self.problems: list[Diagnostic] = []
        """What can be read, but makes no sense. Lark would wrap an exception."""

    def __default__(self, data: str, children: list[Any], meta: Meta) -> nodes.Node:
        return REGULAR[data](self.span(meta), *children)

    def __default_token__(self, token: Token) -> Any:
        match token.type:
            case "INT":
                return self._number(token)
            case "YESNO":
                return str(token) == "yes"
            case "STRING":
                return token  # its place is needed
            case _:
                return str(token)

    def _number(self, token: Token) -> int:
        """One that is too large is reported."""
        digits = token.lstrip("0") or "0"
        if len(digits) <= len(str(MAX_NUMBER)):
            return int(digits)
        hint = f"numbers go up to {MAX_NUMBER}"
        self.problems.append(Diagnostic("E209", self.span(token), "this number is too large", hint))
        return MAX_NUMBER

    def span(self, place: Any) -> Span:
        """The place of a part of the tree, or of a token."""
        down, right = self.down, self.right
        return Span(
            self.file,
            place.line + down,
            place.column + right,
            place.end_line + down,
            place.end_column + right,
        )

    # ------------------------------------------------------------------------------------------------- parts
    start = entries = entry = option_values = range = value_texts = value_text = staticmethod(tuple)
    sentences = place = paragraphs = texts = arguments = staticmethod(tuple)
    kinds = kind = kind_names = staticmethod(tuple)
    override = each = staticmethod(bool)

    def nothing(self, children: list[Any]) -> None:
        """A start-card rule stands beside no other, and only a rule has an occasion."""

    def minus(self, children: list[int]) -> int:
        return -children[0]

    def target(self, children: list[Any]) -> str:
        return children[0] if len(children) == 1 else f"{children[0]}[{children[1]}]"

    def effects(self, children: list[Any]) -> tuple[nodes.Effect, ...]:
        return tuple(one for child in children for one in (child if isinstance(child, tuple) else (child,)))

    # ------------------------------------------------------------------------------------------------- nodes
    @v_args(meta=True)
    def negative(self, meta: Meta, children: list[int]) -> nodes.Int:
        return nodes.Int(self.span(meta), -children[0])

    @v_args(meta=True)
    def all_of(self, meta: Meta, children: list[Any]) -> Any:
        return children[0] if len(children) == 1 else nodes.AllOf(self.span(meta), tuple(children))

    @v_args(meta=True)
    def any_of(self, meta: Meta, children: list[Any]) -> Any:
        return children[0] if len(children) == 1 else nodes.AnyOf(self.span(meta), tuple(children))

    @v_args(meta=True)
    def chain(self, meta: Meta, children: list[Any]) -> nodes.Chain:
        return nodes.Chain(self.span(meta), tuple(children[0::2]), tuple(children[1::2]))

    @v_args(meta=True)
    def named_type(self, meta: Meta, children: list[str]) -> nodes.TypeName:
        return nodes.TypeName(self.span(meta), children[-1], None, hidden=len(children) > 1)

    @v_args(meta=True)
    def range_type(self, meta: Meta, children: list[int]) -> nodes.TypeName:
        return nodes.TypeName(self.span(meta), "int", (children[0], children[1]), hidden=False)

    @v_args(meta=True)
    def text(self, meta: Meta, children: list[Any]) -> nodes.Text:
        language, *strings = children
        short, *long = (str(string)[1:-1] for string in strings)
        places = tuple(map(self.span, strings))
        return nodes.Text(self.span(meta), language, short, long[0] if long else None, places)

    # ---------------------------------------------------------------------------------- blocks of a document
    @v_args(meta=True)
    def document_rules(self, meta: Meta, children: list[Any]) -> nodes.Block:
        heading, *parts = children
        return nodes.Block(self.span(meta), "rule", heading, self._quoted("rule", parts))

    @v_args(meta=True)
    def document_mechanics(self, meta: Meta, children: list[Any]) -> nodes.Block:
        heading, *parts = children
        return nodes.Block(self.span(meta), "mechanic", heading, self._quoted("mechanic", parts))

    @v_args(meta=True)
    def document_rule(self, meta: Meta, children: list[Any]) -> tuple[Any, ...]:
        antecedent, effects = children
        return self.span(meta), antecedent, effects

    @v_args(meta=True)
    def document_mechanic(self, meta: Meta, children: list[Any]) -> tuple[Any, ...]:
        antecedent, effects = children
        span = self.span(meta)
        if effects is not None:
            return span, antecedent, effects
        if isinstance(antecedent, nodes.Chain) and antecedent.operators == ("=",):
            target, value = antecedent.operands
            if isinstance(target, nodes.Name | nodes.Indexed):
                base = target.text if isinstance(target, nodes.Name) else f"{_base(target)}[{target.key}]"
                return span, nodes.Always(span), (nodes.Assign(span, base, "=", value),)
        self.problems.append(
            Diagnostic("E101", span, "a mechanic without an arrow must be an assignment", "x = …")
        )
        return span, antecedent, (nodes.Skip(span),)

    def _quoted(self, kind: str, parts: list[Any]) -> tuple[nodes.Implication, ...]:
        """Implications without names: a comment in the line above is the text."""
        found = []
        for number, (span, antecedent, effects) in enumerate(parts, 1):
            comment = self.comments.get(antecedent.span.line - 1, "").lstrip("# ").strip()
            texts = (nodes.Text(span, "en", comment, None),) if comment else ()
            name, cited = f"{kind}_{number}", (f"{kind[0].upper()}{number}",)
            found.append(
                nodes.Implication(
                    span, False, kind, name, None, cited, None, antecedent, effects, texts, quoted=True
                )
            )
        return tuple(found)


def _base(node: nodes.Indexed) -> str:
    return node.base.text if isinstance(node.base, nodes.Name) else "?"
