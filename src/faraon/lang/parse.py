"""Text to nodes, by the grammar in ``grammar.lark``."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedEOF, UnexpectedToken, v_args
from lark.tree import Meta

from faraon.lang import nodes
from faraon.lang.errors import Diagnostic, RulebookError, Span

MAX_SOURCE = 1_000_000
"""No rulebook is longer than this many characters."""

SHOWN_TOKENS = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "PARA": "a paragraph (§3)",
    "ASSIGN": "'='",
    "COMPARE": "a comparison (==, !=, <, …)",
    "SIGN": "'+' or '-'",
    "TIMES": "'*'",
    "LPAR": "'('",
    "RPAR": "')'",
    "LSQB": "'['",
    "RSQB": "']'",
    "COLON": "':'",
    "COMMA": "','",
    "VBAR": "'|'",
    "AMPERSAND": "'&'",
    "LANGUAGE": "a text (en or sk)",
    "PUT": "'put Cn'",
    "DRAW": "'draw'",
    "WORD": "'stand', 'pass' or 'concede'",
    "SKIP": "'skip'",
    "HASH": "'#LP'",
    "EQUAL": "'='",
    "$END": "the end",
}


@cache
def _parser() -> Lark:
    grammar = resources.files("faraon.lang").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", propagate_positions=True, start=["start", "inner"])


def parse(text: str, file: str) -> nodes.Source:
    """The statements of one file; :class:`RulebookError` if it cannot be read."""
    if len(text) > MAX_SOURCE:
        where = Span(file, 1, 1, 1, 2)
        raise RulebookError(
            [Diagnostic("E101", where, "the file is too long to be a rulebook")], {file: text}
        )
    tree = _tree(text, file, "start")
    comments = _comments(text, file)
    statements = _Nodes(file, {found.span.line: found.text for found in comments}).transform(tree)
    return nodes.Source(file, text, statements, comments)


def parse_expression(text: str, at: Span) -> nodes.Expr:
    """An expression inside a text in quotes, which begins ``at`` a place of a file."""
    padding = "\n" * (at.line - 1) + " " * (at.column - 1)
    tree = _tree(padding + text, at.file, "inner")
    expression: nodes.Expr = _Nodes(at.file, {}).transform(tree)
    return expression


def _tree(text: str, file: str, start: str) -> Any:
    # The leading newline lets a bullet stand in the first line; spans are corrected for it.
    try:
        return _parser().parse("\n" + text + "\n", start=start)
    except UnexpectedCharacters as error:
        span = Span(file, error.line - 1, error.column, error.line - 1, error.column + 1)
        char = text.splitlines()[span.line - 1][span.column - 1 :][:1]
        if char == '"':
            found = Diagnostic(
                "E101", span, "this text in quotes does not end in its line", 'close it with "'
            )
        else:
            found = Diagnostic("E102", span, f"{char!r} cannot stand here", _expected(error.allowed or ()))
    except UnexpectedToken as error:
        token = error.token
        found = _unexpected(token, file, text, _expected(error.accepts or error.expected))
    except UnexpectedEOF as error:  # pragma: no cover - lark reports the end as a token
        found = Diagnostic("E101", _end(file, text), "the file ends too early", _expected(error.expected))
    raise RulebookError([found], {file: text})


def _unexpected(token: Token, file: str, text: str, hint: str) -> Diagnostic:
    if token.type == "$END" or token.line is None:
        return Diagnostic("E101", _end(file, text), "the file ends in the middle of a statement", hint)
    line, column = token.line - 1, token.column or 1
    span = Span(file, line, column, line, column + len(str(token).split("\n")[0]))
    if not 0 < line <= len(text.splitlines()):
        return Diagnostic("E101", _end(file, text), "the file ends in the middle of a statement", hint)
    return Diagnostic("E101", span, f"'{str(token).strip()}' cannot stand here", hint)


def _end(file: str, text: str) -> Span:
    lines = text.splitlines() or [""]
    return Span(file, len(lines), len(lines[-1]) + 1, len(lines), len(lines[-1]) + 2)


def _expected(tokens: Any) -> str:
    shown = sorted(
        {SHOWN_TOKENS.get(name, f"'{name.lower()}'") for name in tokens if not name.startswith("_")}
    )
    if not shown:
        return ""
    return "expected " + (", ".join(shown) if len(shown) <= 8 else ", ".join(shown[:8]) + ", …")


def _comments(text: str, file: str) -> tuple[nodes.Comment, ...]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        in_string = False
        for column, char in enumerate(line):
            if char == '"':
                in_string = not in_string
            elif char == "#" and not in_string and not re.match(r"#\S", line[column:]):
                span = Span(file, number, column + 1, number, len(line) + 1)
                found.append(nodes.Comment(span, line[column:].rstrip()))
                break
    return tuple(found)


def _number(token: Token) -> int:
    return int(token) if len(token) <= 9 else 10**9


@v_args(meta=True)
class _Nodes(Transformer[Token, Any]):
    """One method a construct of the grammar."""

    def __init__(self, file: str, comments: dict[int, str]) -> None:
        super().__init__()
        self.file = file
        self.comments = comments

    def span(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self.file, 1, 1, 1, 1)
        return Span(self.file, meta.line - 1, meta.column, meta.end_line - 1, meta.end_column)

    def token_span(self, token: Token) -> Span:
        line, column = (token.line or 2) - 1, token.column or 1
        return Span(self.file, line, column, (token.end_line or 2) - 1, token.end_column or column)

    # ------------------------------------------------------------------------------------ expressions
    def number(self, meta: Meta, children: list[Token]) -> nodes.Int:
        return nodes.Int(self.span(meta), _number(children[0]))

    def name(self, meta: Meta, children: list[Token]) -> nodes.Name:
        return nodes.Name(self.span(meta), str(children[0]))

    def hashed(self, meta: Meta, children: list[Token]) -> nodes.Hash:
        return nodes.Hash(self.span(meta), str(children[0]))

    def plus_index(self, meta: Meta, children: list[Token]) -> int | str:
        return _number(children[0])

    def minus_index(self, meta: Meta, children: list[Token]) -> int | str:
        return -_number(children[0])

    def name_index(self, meta: Meta, children: list[Token]) -> int | str:
        return str(children[0])

    def indexed(self, meta: Meta, children: list[Any]) -> nodes.Indexed:
        return nodes.Indexed(self.span(meta), children[0], children[1])

    def call(self, meta: Meta, children: list[Any]) -> nodes.Call:
        return nodes.Call(self.span(meta), str(children[0]), tuple(children[1:]))

    def card(self, meta: Meta, children: list[Any]) -> nodes.Pair:
        return nodes.Pair(self.span(meta), children[0], children[1])

    def always(self, meta: Meta, children: list[Any]) -> nodes.Always:
        return nodes.Always(self.span(meta))

    def negated(self, meta: Meta, children: list[Any]) -> nodes.Not:
        return nodes.Not(self.span(meta), children[0])

    def all_of(self, meta: Meta, children: list[Any]) -> Any:
        return children[0] if len(children) == 1 else nodes.AllOf(self.span(meta), tuple(children))

    def any_of(self, meta: Meta, children: list[Any]) -> Any:
        return children[0] if len(children) == 1 else nodes.AnyOf(self.span(meta), tuple(children))

    def chain(self, meta: Meta, children: list[Any]) -> nodes.Chain:
        return nodes.Chain(self.span(meta), tuple(children[0::2]), tuple(map(str, children[1::2])))

    def arithmetic(self, meta: Meta, children: list[Any]) -> nodes.Arithmetic:
        return nodes.Arithmetic(self.span(meta), str(children[1]), children[0], children[2])

    def if_else(self, meta: Meta, children: list[Any]) -> nodes.IfElse:
        return nodes.IfElse(self.span(meta), children[0], children[1], children[2])

    def chosen(self, meta: Meta, children: list[Any]) -> nodes.Chosen:
        return nodes.Chosen(self.span(meta), str(children[0]))

    def antecedent(self, meta: Meta, children: list[Any]) -> Any:
        return children[0]

    # ---------------------------------------------------------------------------------------- effects
    def put(self, meta: Meta, children: list[Any]) -> nodes.Put:
        return nodes.Put(self.span(meta))

    def draw(self, meta: Meta, children: list[Any]) -> nodes.Draw:
        amount, who = children[1], children[-1]
        return nodes.Draw(self.span(meta), amount, str(who) if who is not None else None)

    def give_back(self, meta: Meta, children: list[Any]) -> nodes.GiveBack:
        return nodes.GiveBack(self.span(meta), str(children[0]))

    def show(self, meta: Meta, children: list[Any]) -> nodes.Show:
        return nodes.Show(self.span(meta), children[0])

    def word(self, meta: Meta, children: list[Any]) -> nodes.Word:
        return nodes.Word(self.span(meta), str(children[0]))

    def leave(self, meta: Meta, children: list[Any]) -> nodes.Leave:
        return nodes.Leave(self.span(meta))

    def next(self, meta: Meta, children: list[Any]) -> nodes.Next:
        return nodes.Next(self.span(meta))

    def skip(self, meta: Meta, children: list[Any]) -> nodes.Skip:
        return nodes.Skip(self.span(meta))

    def target(self, meta: Meta, children: list[Any]) -> str:
        return str(children[0]) if len(children) == 1 else f"{children[0]}[{children[1]}]"

    def assign(self, meta: Meta, children: list[Any]) -> nodes.Assign:
        return nodes.Assign(self.span(meta), children[0], str(children[1]), children[2])

    def effects(self, meta: Meta, children: list[Any]) -> tuple[nodes.Effect, ...]:
        flat: list[nodes.Effect] = []
        for child in children:
            flat.extend(child if isinstance(child, tuple) else (child,))
        return tuple(flat)

    # ------------------------------------------------------------------------------------- statements
    def text(self, meta: Meta, children: list[Any]) -> nodes.Text:
        language, *strings = children
        short, *long = (str(string)[1:-1] for string in strings if string is not None)
        return nodes.Text(self.span(meta), str(language), short, long[0] if long else None)

    def texts(self, meta: Meta, children: list[Any]) -> tuple[nodes.Text, ...]:
        return tuple(children)

    def sentence(self, meta: Meta, children: list[Any]) -> nodes.Sentence:
        yes_no, condition, texts = children
        return nodes.Sentence(self.span(meta), yes_no == "yes", condition, texts)

    def rulebook(self, meta: Meta, children: list[Any]) -> nodes.Rulebook:
        return nodes.Rulebook(self.span(meta), str(children[0]), children[1])

    def include(self, meta: Meta, children: list[Any]) -> nodes.Include:
        return nodes.Include(self.span(meta), str(children[0]))

    def option_value(self, meta: Meta, children: list[Token]) -> str | int:
        return _number(children[0]) if children[0].type == "INT" else str(children[0])

    def set_option(self, meta: Meta, children: list[Any]) -> nodes.SetOption:
        return nodes.SetOption(self.span(meta), str(children[0]), children[1])

    def players(self, meta: Meta, children: list[Any]) -> nodes.Players:
        *paragraphs, least, most = children
        return nodes.Players(self.span(meta), tuple(map(str, paragraphs)), _number(least), _number(most))

    def pair(self, meta: Meta, children: list[Any]) -> tuple[str, nodes.Expr]:
        return str(children[0]), children[1]

    def setting(self, meta: Meta, children: list[Any]) -> nodes.Setting:
        kind, *rest = children
        paragraphs = tuple(str(child) for child in rest if isinstance(child, Token))
        pairs = tuple(child for child in rest if isinstance(child, tuple))
        return nodes.Setting(self.span(meta), str(kind), paragraphs, pairs)

    def option_text(self, meta: Meta, children: list[Any]) -> tuple[str | int, tuple[nodes.Text, ...]]:
        return children[0], children[1]

    def option(self, meta: Meta, children: list[Any]) -> nodes.Option:
        name, *rest = children
        at = next(k for k, child in enumerate(rest) if child is None or isinstance(child, Token))
        values = tuple(rest[:at])
        least, most, *rest = rest[at:]
        limits = (_number(least), _number(most)) if least is not None else None
        paragraphs = tuple(str(child) for child in rest if isinstance(child, Token))
        texts, *value_texts = (child for child in rest if isinstance(child, tuple))
        span = self.span(meta)
        return nodes.Option(span, str(name), values, limits, paragraphs, texts, tuple(value_texts))

    def named_type(self, meta: Meta, children: list[Any]) -> nodes.TypeName:
        return nodes.TypeName(self.span(meta), str(children[-1]), None, len(children) > 1)

    def range_type(self, meta: Meta, children: list[Any]) -> nodes.TypeName:
        least, most = map(_number, children)
        return nodes.TypeName(self.span(meta), "int", (least, most), False)

    def place(self, meta: Meta, children: list[Any]) -> tuple[str, str]:
        return str(children[0]), str(children[1])

    @staticmethod
    def _head(children: list[Any]) -> tuple[bool, str, list[Any]]:
        """``override``, the name, and what follows."""
        first = children[0]
        if isinstance(first, Token) and first.type == "OVERRIDE":
            return True, str(children[1]), children[2:]
        return False, str(first), children[1:]

    def state(self, meta: Meta, children: list[Any]) -> nodes.State:
        override, name, (type_name, initial, *rest) = self._head(children)
        paragraphs = tuple(str(child) for child in rest[:-1])
        return nodes.State(self.span(meta), name, override, type_name, initial, paragraphs, rest[-1])

    def note(self, meta: Meta, children: list[Any]) -> nodes.Note:
        return nodes.Note(self.span(meta), str(children[0]), children[1], children[2], children[3])

    def let(self, meta: Meta, children: list[Any]) -> nodes.Let:
        override, name, rest = self._head(children)
        paragraphs = tuple(str(child) for child in rest if isinstance(child, Token))
        value, *sentences = rest[len(paragraphs) :]
        return nodes.Let(self.span(meta), name, override, paragraphs, value, tuple(sentences))

    def forbid(self, meta: Meta, children: list[Any]) -> nodes.Forbid:
        override, name, rest = self._head(children)
        *paragraphs, condition, texts = rest
        return nodes.Forbid(self.span(meta), name, override, tuple(map(str, paragraphs)), condition, texts)

    def _implication(self, kind: str, meta: Meta, children: list[Any]) -> nodes.Implication:
        override, name, rest = self._head(children)
        place = None
        if isinstance(rest[0], tuple) and not isinstance(rest[0], Token):
            place, *rest = rest
        *paragraphs, antecedent, effects, texts = rest
        return nodes.Implication(
            self.span(meta),
            kind,
            name,
            override,
            place,
            tuple(map(str, paragraphs)),
            antecedent,
            effects,
            texts,
        )

    def start_card(self, meta: Meta, children: list[Any]) -> nodes.Implication:
        return self._implication("start", meta, children)

    def rule(self, meta: Meta, children: list[Any]) -> nodes.Implication:
        return self._implication("rule", meta, children)

    def foul(self, meta: Meta, children: list[Any]) -> nodes.Implication:
        return self._implication("foul", meta, children)

    def mechanic(self, meta: Meta, children: list[Any]) -> nodes.Implication:
        return self._implication("mechanic", meta, children)

    def end(self, meta: Meta, children: list[Any]) -> nodes.Implication:
        return self._implication("end", meta, children)

    def drop(self, meta: Meta, children: list[Any]) -> nodes.Drop:
        return nodes.Drop(self.span(meta), str(children[0]), str(children[1]))

    def says(self, meta: Meta, children: list[Any]) -> nodes.Says:
        return nodes.Says(self.span(meta), str(children[0]), children[1], children[2])

    def document_mechanic(self, meta: Meta, children: list[Any]) -> tuple[Any, ...]:
        antecedent, effects = children
        span = self.span(meta)
        if effects is not None:
            return antecedent, effects, span
        if isinstance(antecedent, nodes.Chain) and antecedent.operators == ("=",):
            target, value = antecedent.operands
            if isinstance(target, nodes.Name | nodes.Indexed):
                base = target.text if isinstance(target, nodes.Name) else f"{_base(target)}[{target.key}]"
                return nodes.Always(span), (nodes.Assign(span, base, "=", value),), span
        problem = Diagnostic("E101", span, "a mechanic without an arrow must be an assignment", "x = …")
        raise RulebookError([problem], {})

    def document_rules(self, meta: Meta, children: list[Any]) -> nodes.Block:
        heading, *parts = children
        pairs = [(*parts[k : k + 2], None) for k in range(0, len(parts), 2)]
        return self._block("rule", meta, str(heading), pairs)

    def document_mechanics(self, meta: Meta, children: list[Any]) -> nodes.Block:
        heading, *parts = children
        return self._block("mechanic", meta, str(heading), parts)

    def _block(self, kind: str, meta: Meta, heading: str, parts: list[Any]) -> nodes.Block:
        """Implications without names: a comment in the line above is the name."""
        found = []
        for number, (antecedent, effects, whole) in enumerate(parts, 1):
            first, last = antecedent.span, effects[-1].span
            span = whole or Span(self.file, first.line, first.column, last.end_line, last.end_column)
            comment = self.comments.get(first.line - 1, "").lstrip("# ").strip()
            text = (nodes.Text(span, "en", comment, None),) if comment else ()
            paragraph = f"{'R' if kind == 'rule' else 'M'}{number}"
            found.append(
                nodes.Implication(
                    span, kind, f"{kind}_{number}", False, None, (paragraph,), antecedent, effects, text, True
                )
            )
        return nodes.Block(self.span(meta), kind, heading, tuple(found))

    def start(self, meta: Meta, children: list[Any]) -> tuple[nodes.Statement, ...]:
        return tuple(children)


def _base(node: nodes.Indexed) -> str:
    return node.base.text if isinstance(node.base, nodes.Name) else "?"
