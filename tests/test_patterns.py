"""No regular expression of the package or the client backtracks, whatever it is given."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from faraon.game import record
from faraon.lang.grammar import parser, statement_start
from tests.patterns import backtracks

ROOT = Path(__file__).parents[1]
SEARCHES = {"search", "sub", "subn", "split", "findall", "finditer"}
CALLS = {"compile", "match", "fullmatch"} | SEARCHES
IN_SCRIPTS = re.compile(
    r"(?:=|\(|,|\breturn)\s{0,9}/(?![/*])((?:\\.|\[[^\]\n]{0,99}\]|[^/\[\n\\]){1,99})/[a-z]{0,9}[.,;)\n]"
)
PROPERTY = re.compile(r"\\p\{[A-Za-z]{1,9}\}")
"""Letters, digits, marks: one character, of which Python's parser knows nothing."""
POINT = re.compile(r"\\u\{([0-9a-f]{1,6})\}")
"""A character by its number, as scripts write it."""


def in_python() -> Iterator[tuple[str, str, bool]]:
    """Where an expression stands, the expression, and whether it is searched for."""
    for file in sorted((ROOT / "src" / "faraon").rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        tree = ast.parse(text)
        searched = {
            node.func.value.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.attr in SEARCHES
        }
        compiled = {
            node.value: node.targets[0].id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for node in ast.walk(tree):
            where = f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
            match node:
                case ast.Call(func=ast.Attribute(ast.Name("re"), call), args=[pattern, *_]) if call in CALLS:
                    text = written(pattern)
                    yield where, text, call in SEARCHES or compiled.get(node, "") in searched
                case ast.keyword("pattern", ast.Constant(str(text))):
                    yield where, text, True  # msgspec searches for it


def written(pattern: ast.expr) -> str:
    """An expression in the source; what is put into it stands for one word."""
    match pattern:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(values):
            return "".join(written(one) for one in values)
        case ast.FormattedValue():
            return "word"
    return ""  # put together at run time: those are looked at by themselves


def in_the_client() -> Iterator[tuple[str, str, bool]]:
    for file in sorted((ROOT / "client" / "src").rglob("*")):
        if file.suffix in (".ts", ".svelte"):
            for found in IN_SCRIPTS.finditer(file.read_text(encoding="utf-8")):
                pattern = POINT.sub(lambda point: f"\\U{point[1]:0>8}", PROPERTY.sub(r"\\w", found[1]))
                yield str(file.relative_to(ROOT)), pattern, True


def test_no_expression_backtracks() -> None:
    found = [
        *in_python(),
        *in_the_client(),
        *((f"grammar.lark {one.name}", one.pattern.to_regexp(), False) for one in parser().terminals),
        ("statement_start", statement_start().pattern, False),
    ]
    assert len(found) > 90
    slow = [f"{where}: {why}: {text}" for where, text, sought in found if (why := backtracks(text, sought))]
    assert not slow, "\n".join(slow)


@pytest.mark.parametrize(
    "text",
    [
        r"(?P<number>\d+)\. (?P<seat>\d+) (?P<move>[^;]*?)(?: *; shuffled (?P<order>.*))?",
        r"(a+)+b",
        r"\s*\s*x",
        r"(a|a*b)*c",
    ],
)
def test_those_that_do_are_found(text: str) -> None:
    assert backtracks(text)


@pytest.mark.parametrize("end", ["b", "; shuffled", ";", " ; shuffled x"])
def test_a_line_of_spaces_is_read_at_once(end: str) -> None:
    """It took minutes once; now it is the same work as any other line of its length."""
    line = "1. 0 a" + " " * 199_000 + end
    with pytest.raises(record.RecordError):
        record.Record.read(line)
