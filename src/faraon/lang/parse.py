"""Text to nodes, by the grammar in ``grammar.lark``."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from lark import Token, Transformer, Tree, UnexpectedCharacters, UnexpectedToken, v_args
from lark.tree import Meta

from faraon.lang import nodes
from faraon.lang.errors import Diagnostic, RulebookError, Span, nearest
from faraon.lang.grammar import parser

MAX_SOURCE = 1_000_000
"""No rulebook is longer than this many characters."""

MAX_NESTING = 50
"""How deep expressions may stand inside each other, so that nothing that walks them runs out of stack."""

MAX_NUMBER = 999_999_999

STATEMENTS = {
    "_RULEBOOK": "rulebook",
    "_INCLUDE": "include",
    "_SET": "set",
    "_PLAYERS": "players",
    "SETTING": "deal",
    "_OPTION": "option",
    "_FORBID": "forbid",
    "_STATE": "state",
    "_NOTE": "note",
    "_LET": "let",
    "_START": "start",
    "_RULE": "rule",
    "_FOUL": "foul",
    "_MECHANIC": "mechanic",
    "_END": "end",
    "_DROP": "drop",
    "_TITLE": "title",
    "_SAYS": "says",
    "OVERRIDE": "override",
    "RULES_HEAD": "Rules:",
    "MECHANICS_HEAD": "Game mechanics",
}
"""The tokens with which a statement begins, and how they are written."""

_BEGINS = re.compile(
    r"(?:rulebook|include|set|players|deal|turning|option|forbid|state|note|let|start|rule|foul|mechanic|end"
    r"|drop|title|says|override)\b|\s*(?:(?:Rules|Pravidlá):|Game mechanics|Herné mechaniky)"
)

HABITS = {
    "and": "write '&' for 'and'",
    "or": "write '|' for 'or'",
    "&": "write '&' once",
    "|": "write '|' once",
    "!": "write 'not' for '!'",
    ">": "the arrow is written '->'",
    "'": 'texts stand in double quotes: "…"',
    "“": 'texts stand in straight quotes: "…"',
    "„": 'texts stand in straight quotes: "…"',
    "#": "a comment needs a space after its '#'",
    ";": "statements need no sign at their end",
    "\xa0": "this is no ordinary space",
}
"""What people write out of habit, and what the language writes."""

SHOWN_TOKENS = {
    "NAME": "a name",
    "BOOK": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "PARA": "a paragraph (§3)",
    "ASSIGN": "'='",
    "COMPARE": "a comparison (==, !=, <, …)",
    "SIGN": "'+' or '-'",
    "TIMES": "'*', '%' or '/'",
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
    "PLACE": "'before' or 'after'",
    "KIND": "what it is (rule, foul, mechanic, end, start, forbid or let)",
    "YESNO": "'yes' or 'no'",
    "NUMBER": "a number of a paragraph and a sentence (3.1)",
    "CARDS_FROM": "'cards from ST'",
    "CHOSEN": "'is chosen'",
    "_DOTS": "'..'",
    "_ARROW": "'->'",
    "_BULLET": "the next '-'",
    "MINUS": "'-'",
    "EQUAL": "'='",
    "$END": "the end",
}


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
    comments = _comments(text, file)
    builder = _Nodes(file, {found.span.line: found.text for found in comments})
    statements = builder.transform(tree)
    if builder.problems:
        raise RulebookError(builder.problems, {file: text})
    return nodes.Source(file, text, statements, comments)


def normal(text: str) -> str:
    """The text without a byte order mark, each line ending in one sign."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _findings(text: str, file: str) -> list[Diagnostic]:
    """All that cannot be read, statement by statement."""
    lines = text.split("\n")
    begins = [number for number, line in enumerate(lines) if _BEGINS.match(line)]
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
    builder = _Nodes(at.file, {}, at.line, at.column)
    expression: nodes.Expr = builder.transform(tree)
    if builder.problems:
        raise RulebookError(builder.problems, {})
    return expression


def _tree(text: str, file: str, start: str) -> Any:
    # The leading newline lets a bullet stand in the first line; spans are corrected for it.
    try:
        tree = parser().parse("\n" + text + "\n", start=start)
    except UnexpectedCharacters as error:
        found = _unexpected_character(error, file, text)
    except UnexpectedToken as error:
        found = _unexpected(error, file, text)
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
    """The first part of a tree that stands too deep, or ``None``."""
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


def _unexpected_character(error: UnexpectedCharacters, file: str, text: str) -> Diagnostic:
    line, column = error.line - 1, error.column
    span = Span(file, line, column, line, column + 1)
    char = text.split("\n")[line - 1][column - 1]
    if char == '"':
        return Diagnostic("E101", span, "this text in quotes does not end in its line", 'close it with "')
    hint = HABITS.get(char, "")
    if not hint and char.isalpha():
        hint = "names are written with the letters a-z and A-Z, digits and _"
    return Diagnostic("E102", span, f"{char!r} cannot stand here", hint or _expected(error.allowed or ()))


def _unexpected(error: UnexpectedToken, file: str, text: str) -> Diagnostic:
    token: Token = error.token
    expected = error.accepts or error.expected
    line, column, written = (token.line or 2) - 1, token.column or 1, str(token).split("\n")[0]
    if str(token).startswith("\n"):  # a bullet, which begins with the end of the line before
        line, column, written = line + 1, len(str(token)) - 1, "-"
    if token.type == "$END" or line > text.count("\n") + 1:
        return Diagnostic("E101", _end(file, text), "the statement ends too early", _expected(expected))
    hint = HABITS.get("#" if written.startswith("#") else written, "")
    if written == ">" and text.split("\n")[line - 1][: column - 1].endswith("-"):  # the sign of a number
        column, written, hint = column - 1, "->", "what always holds is written ()"
    span = Span(file, line, column, line, column + len(written))
    if not hint and STATEMENTS.keys() <= set(expected):
        close = nearest(written, STATEMENTS.values())
        hint = f"did you mean '{close}'?" if close else ""
    return Diagnostic("E101", span, f"'{written}' cannot stand here", hint or _expected(expected))


def _end(file: str, text: str) -> Span:
    """The place after the last sign that is no comment."""
    lines = text.split("\n")
    for comment in _comments(text, file):
        lines[comment.span.line - 1] = lines[comment.span.line - 1][: comment.span.column - 1]
    line = max((number for number, one in enumerate(lines, 1) if one.strip()), default=1)
    column = len(lines[line - 1].rstrip()) + 1
    return Span(file, line, column, line, column + 1)


def _expected(tokens: Any) -> str:
    names = set(tokens)
    shown = {
        SHOWN_TOKENS.get(name) or f"'{name.strip('_').lower()}'"
        for name in names - STATEMENTS.keys() - {"$END", "HASH"}
    }
    if STATEMENTS.keys() <= names:
        shown.add("a new statement")
    else:
        shown |= {f"'{STATEMENTS[name]}'" for name in names & STATEMENTS.keys()}
    return f"expected {', '.join(sorted(shown))}" if shown else ""


def _comments(text: str, file: str) -> tuple[nodes.Comment, ...]:
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        in_string = False
        for column, char in enumerate(line):
            if char == '"':
                in_string = not in_string
            elif char == "#" and not in_string and not re.match(r"#\S", line[column:]):
                span = Span(file, number, column + 1, number, len(line) + 1)
                found.append(nodes.Comment(span, line[column:].rstrip()))
                break
    return tuple(found)


@v_args(meta=True)
class _Nodes(Transformer[Token, Any]):
    """One method a construct of the grammar."""

    def __init__(self, file: str, comments: dict[int, str], line: int = 1, column: int = 1) -> None:
        super().__init__()
        self.file = file
        self.comments = comments
        self.line = line
        """Where the text begins; only text in one line begins elsewhere than at the start."""
        self.column = column
        self.problems: list[Diagnostic] = []
        """What can be read, but makes no sense. Lark would wrap an exception."""

    def span(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self.file, 1, 1, 1, 1)
        return self._shifted(meta.line, meta.column, meta.end_line, meta.end_column)

    def token_span(self, token: Token) -> Span:
        line, column = token.line or 2, token.column or 1
        return self._shifted(line, column, token.end_line or line, token.end_column or column)

    def _shifted(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        down, right = self.line - 2, self.column - 1  # the parsed text has a newline before it
        return Span(self.file, line + down, column + right, end_line + down, end_column + right)

    def value_of(self, token: Token) -> int:
        """A number; one that is too large is reported."""
        digits = token.lstrip("0") or "0"
        if len(digits) <= len(str(MAX_NUMBER)):
            return int(digits)
        hint = f"numbers go up to {MAX_NUMBER}"
        self.problems.append(Diagnostic("E209", self.token_span(token), "this number is too large", hint))
        return MAX_NUMBER

    # ------------------------------------------------------------------------------------ expressions
    def number(self, meta: Meta, children: list[Token]) -> nodes.Int:
        return nodes.Int(self.span(meta), self.value_of(children[0]))

    def negative(self, meta: Meta, children: list[Token]) -> nodes.Int:
        return nodes.Int(self.span(meta), -self.value_of(children[0]))

    def name(self, meta: Meta, children: list[Token]) -> nodes.Name:
        return nodes.Name(self.span(meta), str(children[0]))

    def hashed(self, meta: Meta, children: list[Token]) -> nodes.Hash:
        return nodes.Hash(self.span(meta), str(children[0]))

    def plus_index(self, meta: Meta, children: list[Token]) -> int | str:
        return self.value_of(children[0])

    def minus_index(self, meta: Meta, children: list[Token]) -> int | str:
        return -self.value_of(children[0])

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
        short, *long = (str(string)[1:-1] for string in strings)
        places = tuple(map(self.token_span, strings))
        return nodes.Text(self.span(meta), str(language), short, long[0] if long else None, places)

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
        return self.value_of(children[0]) if children[0].type == "INT" else str(children[0])

    def set_option(self, meta: Meta, children: list[Any]) -> nodes.SetOption:
        return nodes.SetOption(self.span(meta), str(children[0]), children[1])

    def players(self, meta: Meta, children: list[Any]) -> nodes.Players:
        *paragraphs, least, most = children
        return nodes.Players(
            self.span(meta), tuple(map(str, paragraphs)), self.value_of(least), self.value_of(most)
        )

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
        limits = (self.value_of(least), self.value_of(most)) if least is not None else None
        paragraphs = tuple(str(child) for child in rest if isinstance(child, Token))
        texts, *value_texts = (child for child in rest if isinstance(child, tuple))
        span = self.span(meta)
        return nodes.Option(span, str(name), values, limits, paragraphs, texts, tuple(value_texts))

    def named_type(self, meta: Meta, children: list[Any]) -> nodes.TypeName:
        return nodes.TypeName(self.span(meta), str(children[-1]), None, len(children) > 1)

    def range_type(self, meta: Meta, children: list[Any]) -> nodes.TypeName:
        return nodes.TypeName(self.span(meta), "int", (children[0], children[1]), False)

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
        override, name, rest = self._head(children)
        each = isinstance(rest[0], Token)
        type_name, initial, shows, *paragraphs, texts = rest[each:]
        span, cited = self.span(meta), tuple(map(str, paragraphs))
        return nodes.State(span, name, override, type_name, initial, cited, texts, each, shows)

    def shows(self, meta: Meta, children: list[Token]) -> nodes.RoleName:
        return nodes.RoleName(self.token_span(children[0]), str(children[0]))

    def note(self, meta: Meta, children: list[Any]) -> nodes.Note:
        return nodes.Note(self.span(meta), str(children[0]), children[1], children[2], children[3])

    def let(self, meta: Meta, children: list[Any]) -> nodes.Let:
        override, name, (shows, *rest) = self._head(children)
        paragraphs = tuple(str(child) for child in rest if isinstance(child, Token))
        value, texts, *sentences = rest[len(paragraphs) :]
        span = self.span(meta)
        return nodes.Let(span, name, override, paragraphs, value, tuple(sentences), shows, texts)

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

    def title(self, meta: Meta, children: list[Any]) -> nodes.Title:
        return nodes.Title(self.span(meta), str(children[0]), str(children[1]), children[2])

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
        self.problems.append(
            Diagnostic("E101", span, "a mechanic without an arrow must be an assignment", "x = …")
        )
        return antecedent, (nodes.Skip(span),), span

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
