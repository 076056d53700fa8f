"""The one way to lay out a rulebook. Comments stay; blocks copied from documents stay as they are."""

from __future__ import annotations

from collections.abc import Iterable

from faraon.lang import nodes
from faraon.lang.names import FUNCTIONS
from faraon.lang.parse import parse

WIDTH = 110
INDENT = "    "


def format_text(text: str, file: str = "rulebook.far") -> str:
    """A rulebook, formatted; :class:`~faraon.lang.errors.RulebookError` if it cannot be read."""
    source = parse(text, file)
    lines = source.text.split("\n")
    out: list[str] = []
    comments = list(source.comments)
    last_line = 0
    for statement in source.statements:
        first, last = statement.span.line, statement.span.end_line
        before = [comment for comment in comments if comment.span.line < first]
        within = [comment for comment in comments if first <= comment.span.line <= last]
        comments = comments[len(before) + len(within) :]
        for comment in before:
            _blank_between(out, lines, last_line, comment.span.line)
            out.append(comment.text)
            last_line = comment.span.line
        _blank_between(out, lines, last_line, first)
        if isinstance(statement, nodes.Block):
            out.extend(line.rstrip() for line in lines[first - 1 : last])
        else:
            printed = _statement(statement)
            if len(within) == 1 and len(printed) == 1:
                printed[0] += f"{INDENT}{within[0].text}"
            else:  # a comment in the middle of a statement goes before it
                out.extend(comment.text for comment in within)
            out.extend(printed)
        last_line = last
    for comment in comments:
        _blank_between(out, lines, last_line, comment.span.line)
        out.append(comment.text)
        last_line = comment.span.line
    return "\n".join(out).strip("\n") + "\n"


def _blank_between(out: list[str], lines: list[str], last: int, first: int) -> None:
    """One empty line where the writer left at least one."""
    if out and any(not line.strip() for line in lines[last : first - 1]):
        out.append("")


# --------------------------------------------------------------------------------------------- statements


def _statement(node: nodes.Statement) -> list[str]:
    match node:
        case nodes.Rulebook(_, name, texts):
            return [f"rulebook {name}", *_texts(texts, one_line=False)]
        case nodes.Include(_, name):
            return [f"include {name}"]
        case nodes.SetOption(_, name, value):
            return [f"set {name} = {value}"]
        case nodes.Players(_, paragraphs, least, most):
            return [f"{_head('players', paragraphs)}: {least}..{most}"]
        case nodes.Deck(_, paragraphs, _):
            return [f"{_head('deck', paragraphs)}: {write_body(node)[0]}"]
        case nodes.Setting(_, kind, paragraphs, _):
            return [f"{_head(kind, paragraphs)}: {write_body(node)[0]}"]
        case nodes.Option():
            return _option(node)
        case nodes.State():
            name = f"{_override(node.override)}state {node.name}{'[i]' * node.each}"
            head = f"{name}: {_type(node.type)} = {_value(node.initial)}"
            if node.shows is not None:
                head += f"  shows {node.shows.name}"
            return [_cited(head, node.paragraphs), *_texts(node.texts)]
        case nodes.Note():
            return [f"note {node.name}: {_type(node.type)} = {_value(node.initial)}", *_texts(node.texts)]
        case nodes.Let():
            return _let(node)
        case nodes.Forbid():
            head = f"{_override(node.override)}{_head(f'forbid {node.name}', node.paragraphs)}:"
            return [*_joined(head, _expr(node.condition)), *_texts(node.texts, one_line=False)]
        case nodes.Implication():
            return _implication(node)
        case nodes.Drop(_, kind, name):
            return [f"drop {kind} {name}"]
        case nodes.Title(_, kind, name, texts):
            return [f"title {kind} {name}", *_texts(texts)]
        case nodes.Says(_, number, condition, texts):
            head = f"says {number}" + (f" if {_expr(condition)}" if condition is not None else "")
            return [head, *_texts(texts, one_line=False)]
        case nodes.Remark(_, name, sentence):
            head = f"says {name} {'yes' if sentence.holds else 'no'}"
            head += f" if {_expr(sentence.condition)}" if sentence.condition is not None else ""
            return [head, *_texts(sentence.texts, one_line=False)]
        case nodes.Block():
            raise AssertionError("blocks are copied, not printed")


def _override(override: bool) -> str:
    return "override " if override else ""


def _head(start: str, paragraphs: Iterable[str]) -> str:
    return " ".join((start, *paragraphs))


def _cited(line: str, paragraphs: tuple[str, ...]) -> str:
    return f"{line}  {' '.join(paragraphs)}" if paragraphs else line


def _type(node: nodes.TypeName) -> str:
    name = node.name if node.range is None else f"{node.range[0]}..{node.range[1]}"
    return f"hidden {name}" if node.hidden else name


def _joined(head: str, rest: str) -> list[str]:
    line = f"{head} {rest}"
    return [line] if len(line) <= WIDTH else [head, INDENT + rest]


def _option(node: nodes.Option) -> list[str]:
    limits = f" in {node.range[0]}..{node.range[1]}" if node.range is not None else ""
    head = f"{_override(node.override)}option {node.name} = {' | '.join(map(str, node.values))}{limits}"
    width = max((len(str(value)) for value, _ in node.value_texts), default=0)
    lines = [_cited(head, node.paragraphs), *_texts(node.texts, one_line=False)]
    for value, texts in node.value_texts:
        lines.append(f"{INDENT}{value!s:<{width}} {' '.join(map(_text, texts))}".rstrip())
    return lines


def _let(node: nodes.Let) -> list[str]:
    name = f"let {node.name}" if node.shows is None else f"let {node.name} shows {node.shows.name}"
    head = f"{_override(node.override)}{_head(name, node.paragraphs)} ="
    return [*_joined(head, _expr(node.value)), *_texts(node.texts), *_sentences(node.sentences)]


def _sentences(sentences: tuple[nodes.Sentence, ...]) -> list[str]:
    lines = []
    for sentence in sentences:
        start = "yes" if sentence.holds else "no "
        if sentence.condition is not None:
            lines.append(f"{INDENT}{start.strip()} if {_expr(sentence.condition)}")
            lines.extend(INDENT * 2 + _text(text) for text in sentence.texts)
        else:
            texts = [_text(text) for text in sentence.texts] or [""]
            lines.append(f"{INDENT}{start} {texts[0]}".rstrip())
            lines.extend(INDENT * 2 + text for text in texts[1:])
    return lines


def write_implication(node: nodes.Implication) -> list[str]:
    """What an implication says, without its name and texts."""
    *occasion, condition, effects = write_body(node)
    whole = f"{condition} {effects}"
    return [*occasion, *([whole] if len(whole) <= WIDTH - 10 else [condition, effects])]


Described = nodes.Implication | nodes.Let | nodes.Forbid | nodes.State | nodes.Deck | nodes.Setting


def write_body(node: Described) -> tuple[str, ...]:
    """What a statement says, without its name, paragraphs and texts: of a rule first its occasion."""
    match node:
        case nodes.Implication():
            occasion = () if node.occasion is None else (f"when {_expr(node.occasion)}:",)
            return *occasion, _expr(node.antecedent), f"-> {', '.join(map(_effect, node.effects))}"
        case nodes.Let():
            return (_expr(node.value),)
        case nodes.Forbid():
            return (_expr(node.condition),)
        case nodes.State():
            return (f"{_type(node.type)} = {_value(node.initial)}",)
        case nodes.Deck():
            kinds = ((kind, " | ".join(name.text for name in names)) for kind, names in node.kinds)
            return (", ".join(f"{kind} = {names}" for kind, names in kinds),)
        case nodes.Setting():
            return (", ".join(f"{key} = {_value(value)}" for key, value in node.pairs),)


def _implication(node: nodes.Implication) -> list[str]:
    place = f" {node.place[0]} {node.place[1]}" if node.place is not None else ""
    head = _override(node.override) + _head(f"{node.kind} {node.name}{place}", node.paragraphs)
    head += ":" if node.occasion is None else f" when {_expr(node.occasion)}:"
    condition, effects = _expr(node.antecedent), ", ".join(map(_effect, node.effects))
    whole = f"{head} {condition} -> {effects}"
    if len(whole) <= WIDTH:
        lines = [whole]
    elif len(INDENT + f"{condition} -> {effects}") <= WIDTH:
        lines = [head, f"{INDENT}{condition} -> {effects}"]
    else:
        lines = [head, INDENT + condition, f"{INDENT}-> {effects}"]
    return [*lines, *_texts(node.texts), *_sentences(node.sentences)]


def _text(node: nodes.Text) -> str:
    long = f' "{node.long}"' if node.long is not None else ""
    return f'{node.language} "{node.short}"{long}'


def _texts(texts: tuple[nodes.Text, ...], one_line: bool = True) -> list[str]:
    if not texts:
        return []
    together = INDENT + " ".join(map(_text, texts))
    if one_line and len(together) <= WIDTH:
        return [together]
    return [INDENT + _text(text) for text in texts]


# ------------------------------------------------------------------------------------------------ effects


def _effect(node: nodes.Effect) -> str:
    match node:
        case nodes.Put():
            return "put Cn"
        case nodes.Draw(_, amount, who):
            return f"draw {_value(amount)}" + (f" for {who}" if who is not None else "")
        case nodes.DrawUntil(_, condition, who):
            return f"draw until {_expr(condition, _NOT)}" + (f" for {who}" if who is not None else "")
        case nodes.GiveBack(_, who):
            return f"return {who}"
        case nodes.Show(_, card):
            return f"show {_value(card)}"
        case nodes.Word(_, word):
            return word
        case nodes.Leave():
            return "leave"
        case nodes.Next(_, back):
            return "next" if back is None else f"next back if {_expr(back, _NOT)}"
        case nodes.Skip():
            return "skip"
        case nodes.Assign(_, target, operator, value):
            return f"{target} {operator} {_value(value)}"


# -------------------------------------------------------------------------------------------- expressions

_LOWEST, _OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _ATOM = range(8)
"""How strongly an expression holds together."""


def _expr(node: nodes.Expr, at_least: int = _OR) -> str:
    text, strength = _printed(node)
    return f"({text})" if strength < at_least else text


def write_expression(node: nodes.Expr) -> str:
    """An expression in the one way to write it."""
    return _value(node) if isinstance(node, nodes.IfElse) else _expr(node)


def _value(node: nodes.Expr) -> str:
    """Where a number or a choice is written, conditions need brackets."""
    return _printed(node)[0] if isinstance(node, nodes.IfElse) else _expr(node, _SUM)


def _printed(node: nodes.Expr) -> tuple[str, int]:
    match node:
        case nodes.Int(_, value):
            return str(value), _ATOM
        case nodes.Name(_, text) | nodes.Hash(_, text):
            return text, _ATOM
        case nodes.Indexed(_, base, key):
            return f"{_expr(base, _ATOM)}[{key}]", _ATOM
        case nodes.Call(_, name, arguments):
            if name not in FUNCTIONS:  # k (1 <= k <= 3)
                name += " "
            return f"{name}({', '.join(_expr(argument) for argument in arguments)})", _ATOM
        case nodes.Pair(_, suit, value):
            return f"({_expr(suit)}, {_expr(value)})", _ATOM
        case nodes.Always():
            return "()", _ATOM
        case nodes.Not(_, inner):
            return f"not {_expr(inner, _NOT)}", _NOT
        case nodes.AllOf(_, parts):
            return " & ".join(_expr(part, _NOT) for part in parts), _AND
        case nodes.AnyOf(_, parts):
            return " | ".join(_expr(part, _AND) for part in parts), _OR
        case nodes.Chain(_, operands, operators):
            text = _expr(operands[0], _SUM)
            for operator, operand in zip(operators, operands[1:], strict=True):
                text += f" {operator} {_expr(operand, _SUM)}"
            return text, _COMPARE
        case nodes.Arithmetic(_, left, operator, right):
            strength = _SUM if operator in "+-" else _PRODUCT
            return f"{_expr(left, strength)} {operator} {_expr(right, strength + 1)}", strength
        case nodes.IfElse(_, yes, condition, no):
            rest = _printed(no)[0] if isinstance(no, nodes.IfElse) else _expr(no, _SUM)
            return f"{_expr(yes, _SUM)} if {_expr(condition)} else {rest}", _LOWEST
        case nodes.Chosen(_, name):
            return f"{name} is chosen", _COMPARE
