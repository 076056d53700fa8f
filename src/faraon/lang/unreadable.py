"""What to say about a text that the grammar cannot read."""

from __future__ import annotations

import re
from typing import Any

from lark import Token, UnexpectedCharacters, UnexpectedToken

from faraon.lang import nodes
from faraon.lang.errors import Diagnostic, Span, nearest
from faraon.lang.grammar import statement_words

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
    "\xa0": "this is not an ordinary space",
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
    "_PUT": "'put Cn'",
    "_DRAW": "'draw'",
    "_BACK_IF": "'back if'",
    "WORD": "'stand', 'pass', 'concede' or 'check'",
    "_SKIP": "'skip'",
    "PLACE": "'before' or 'after'",
    "KIND": "what it is (rule, foul, mechanic, end, start, forbid or let)",
    "YESNO": "'yes' or 'no'",
    "NUMBER": "a number of a paragraph and a sentence (3.1)",
    "_CARDS_FROM": "'cards from ST'",
    "_CHOSEN": "'is chosen'",
    "_DOTS": "'..'",
    "_ARROW": "'->'",
    "_BULLET": "the next '-'",
    "MINUS": "'-'",
    "EQUAL": "'='",
    "$END": "the end",
}


def unexpected_character(error: UnexpectedCharacters, file: str, text: str) -> Diagnostic:
    line, column = error.line - 1, error.column
    span = Span(file, line, column, line, column + 1)
    char = text.split("\n")[line - 1][column - 1]
    if char == '"':
        return Diagnostic("E101", span, "this text in quotes does not end in its line", 'close it with "')
    hint = HABITS.get(char, "")
    if not hint and char.isalpha():
        hint = "names are written with the letters a-z and A-Z, digits and _"
    return Diagnostic("E102", span, f"{char!r} is not allowed here", hint or _expected(error.allowed or ()))


def unexpected_token(error: UnexpectedToken, file: str, text: str) -> Diagnostic:
    token: Token = error.token
    expected = error.accepts or error.expected
    line, column, written = (token.line or 2) - 1, token.column or 1, str(token).split("\n")[0]
    if str(token).startswith("\n"):  # a bullet, which begins with the end of the line before
        line, column, written = line + 1, len(str(token)) - 1, "-"
    if token.type == "$END" or line > text.count("\n") + 1:
        return Diagnostic("E101", _end(file, text), "the statement ends too early", _expected(expected))
    hint = HABITS.get("#" if written.startswith("#") else written, "")
    if written == ">" and text.split("\n")[line - 1][: column - 1].endswith("-"):  # the sign of a number
        column, written, hint = column - 1, "->", "a condition that always holds is written ()"
    hint = _bare_condition(text.split("\n")[line - 1][: column - 1], written) or hint
    span = Span(file, line, column, line, column + len(written))
    statements = statement_words()
    if not hint and statements.keys() <= set(expected):
        close = nearest(written, statements.values())
        hint = f"did you mean '{close}'?" if close else ""
    return Diagnostic("E101", span, f"'{written}' is not allowed here", hint or _expected(expected))


def _bare_condition(before: str, written: str) -> str:
    """Behind an arrow ``&`` parts one effect from the next, so a condition there needs brackets."""
    effect = " ".join(re.split(r"[,()]", before)[-1].split())
    for word in ("until", "back if"):
        _, found, condition = f" {effect} ".rpartition(f" {word} ")
        if found and (written == "|" or "&" in condition or "|" in condition):
            return f"behind '{word}' a condition with '&' or '|' stands in brackets"
    return ""


def _end(file: str, text: str) -> Span:
    """The place after the last sign that is not a comment."""
    lines = text.split("\n")
    for comment in comments(text, file):
        lines[comment.span.line - 1] = lines[comment.span.line - 1][: comment.span.column - 1]
    line = max((number for number, one in enumerate(lines, 1) if one.strip()), default=1)
    column = len(lines[line - 1].rstrip()) + 1
    return Span(file, line, column, line, column + 1)


def _expected(tokens: Any) -> str:
    names, statements = set(tokens), statement_words()
    shown = {
        SHOWN_TOKENS.get(name) or f"'{name.strip('_').lower()}'"
        for name in names - statements.keys() - {"$END", "HASH"}
    }
    if statements.keys() <= names:
        shown.add("a new statement")
    else:
        shown |= {f"'{statements[name]}'" for name in names & statements.keys()}
    return f"expected {', '.join(sorted(shown))}" if shown else ""


def comments(text: str, file: str) -> tuple[nodes.Comment, ...]:
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
