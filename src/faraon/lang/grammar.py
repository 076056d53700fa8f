"""The parser that Lark makes of ``grammar.lark``."""

from __future__ import annotations

import hashlib
import io
import re
import sys
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path

import lark

from faraon.caches import cache_folder, read_whole, write_whole

OPTIONS = {"parser": "lalr", "propagate_positions": True, "start": ["start", "inner"]}


@cache
def parser() -> lark.Lark:
    """Made in a quarter of a second once, then read from the cache in a tenth of that."""
    grammar = resources.files("faraon.lang").joinpath("grammar.lark").read_text(encoding="utf-8")
    with suppress(Exception):  # whatever is there, it can be made again
        data = read_whole(_kept(grammar))
        if data is not None:
            return lark.Lark.load(io.BytesIO(data))
    made = lark.Lark(grammar, **OPTIONS)
    with suppress(OSError):  # nowhere to write: it will be made again
        tables = io.BytesIO()
        made.save(tables)
        write_whole(_kept(grammar), tables.getvalue())
    return made


@cache
def statement_words() -> dict[str, str]:
    """The tokens with which a statement begins, and how they are written."""
    return {name: re.split(r"[|)\\]", pattern.lstrip("("))[0] for name, pattern in _beginnings().items()}


@cache
def statement_start() -> re.Pattern[str]:
    """Matches a line with which a statement begins; only the head of a block may be indented."""
    patterns = _beginnings().items()
    return re.compile(
        "|".join((r"\s*" if name.endswith("_HEAD") else "") + f"(?:{one})" for name, one in patterns)
    )


@cache
def _beginnings() -> dict[str, str]:
    tokens = parser().parse_interactive("", start="start").accepts()  # type: ignore[no-untyped-call] # lark's
    return {token.name: token.pattern.value for token in parser().terminals if token.name in tokens}


def _kept(grammar: str) -> Path:
    """The file with the parser's tables."""
    version = f"lark-{lark.__version__}-py{sys.version_info.major}.{sys.version_info.minor}"
    digest = hashlib.sha256(f"{grammar}{OPTIONS}".encode()).hexdigest()[:16]
    return cache_folder() / f"grammar-{digest}-{version}.pickle"
