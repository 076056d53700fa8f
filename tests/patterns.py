"""Which regular expressions backtrack: read from their structure, so that no test must wait for one."""

from __future__ import annotations

import importlib
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_parser: Any = importlib.import_module("re._parser")

SAMPLE = frozenset([*map(chr, range(128)), "ž", "§", "٣", "²", "\u00a0"])
"""What a set of characters is made of here."""
MANY = 100
"""A repetition that may be longer than this has no end."""


@dataclass(frozen=True)
class Item:
    """One character of a set, or a repetition of it."""

    chars: frozenset[str]
    needed: bool = True
    endless: bool = False
    first: frozenset[str] = frozenset()
    """What a repetition may begin with."""


Path = tuple[Item, ...]


def backtracks(pattern: str, searched: bool = False) -> str:
    """Why matching may take more than linear time; empty if it does not.

    ``searched``: a match may begin anywhere, unless it begins with ``^``.

    >>> backtracks(r"[^;]*?(?: *; .*)?"), backtracks(r"[^;]*(?:; .*)?")
    ('two repetitions share a character', '')
    >>> backtracks(r"(a|b*)*c"), backtracks(r"(-[a-z]+)*")
    ('a repetition in a repetition', '')
    >>> backtracks(r"x.*y"), backtracks(r"x.*y", searched=True)
    ('', 'it begins anew everywhere')
    """
    searched = searched and not pattern.startswith("^")
    try:
        for path in _paths(_parser.parse(pattern)):
            for at, item in enumerate(path):
                if not item.endless:
                    continue
                if _meets_another(item, path[at + 1 :]):
                    return "two repetitions share a character"
                before = [one for one in path[:at] if one.needed]
                after = any(one.needed for one in path[at + 1 :])
                if searched and after and all(one.chars & item.chars for one in before):
                    return "it begins anew everywhere"
    except _NestedError:
        return "a repetition in a repetition"
    return ""


class _NestedError(Exception):
    pass


def _meets_another(item: Item, rest: Path) -> bool:
    for other in rest:
        if other.endless and other.first & item.chars:
            return True
        if other.needed and not other.chars & item.chars:
            return False  # it keeps them apart
    return False


def _paths(parsed: Any) -> Iterator[Path]:
    """Every way through an expression without its loops."""
    for parts in itertools.product(*([*_item(code, value)] for code, value in parsed)):
        yield tuple(itertools.chain(*parts))


def _item(code: Any, value: Any) -> Iterator[Path]:
    match str(code):
        case "SUBPATTERN":
            yield from _paths(value[3])
        case "BRANCH":
            for branch in value[1]:
                yield from _paths(branch)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            yield from _repeat(*value)
        case "AT" | "ASSERT" | "ASSERT_NOT":
            yield ()
        case _:
            yield (Item(_chars(code, value)),)


def _repeat(least: int, most: int, body: Any) -> Iterator[Path]:
    bodies = [*_paths(body)]
    if most > MANY:
        chars = frozenset().union(*(item.chars for path in bodies for item in path))
        if any(not _keeps_apart(path) for path in bodies):
            raise _NestedError
        first = frozenset().union(*(_first(path) for path in bodies))
        yield (Item(chars, least > 0, endless=True, first=first),)
        return
    if not least:
        yield ()
    yield from bodies


def _first(path: Path) -> frozenset[str]:
    upto = next((at for at, item in enumerate(path) if item.needed), len(path))
    return frozenset().union(*(item.chars for item in path[: upto + 1]))


def _keeps_apart(path: Path) -> bool:
    """A single character, or one before all repetitions that none of them takes."""
    inner = [item for item in path if item.endless]
    if not inner:
        return len(path) > 0
    return path[0].needed and all(not path[0].chars & item.chars for item in inner)


def _chars(code: Any, value: Any) -> frozenset[str]:
    match str(code):
        case "LITERAL":
            return frozenset(chr(value))
        case "NOT_LITERAL":
            return SAMPLE - {chr(value)}
        case "ANY":
            return SAMPLE - {"\n"}
        case "RANGE":
            return frozenset(map(chr, range(value[0], min(value[1], 0x400) + 1)))
        case "CATEGORY":
            name = str(value).removeprefix("CATEGORY_")
            letter = {"DIGIT": "d", "SPACE": "s", "WORD": "w"}[name.removeprefix("NOT_")]
            kind = re.compile("\\" + (letter.upper() if name.startswith("NOT_") else letter))
            return frozenset(filter(kind.match, SAMPLE))
        case "IN":
            found = frozenset().union(*(_chars(*one) for one in value if str(one[0]) != "NEGATE"))
            return SAMPLE - found if str(value[0][0]) == "NEGATE" else found
    raise ValueError(f"{code} is not known here")
