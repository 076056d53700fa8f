"""The parser that Lark makes of ``grammar.lark``."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib import resources

import lark

from faraon.lang.caches import cache_folder


@cache
def parser() -> lark.Lark:
    """Made in a quarter of a second once, then read from the cache in a tenth of that."""
    grammar = resources.files("faraon.lang").joinpath("grammar.lark").read_text(encoding="utf-8")
    return lark.Lark(
        grammar, parser="lalr", propagate_positions=True, start=["start", "inner"], cache=_kept(grammar)
    )


def _kept(grammar: str) -> str | bool:
    """The file with the parser's tables; Lark checks it, and makes them anew if it is not right."""
    digest = hashlib.sha256(grammar.encode()).hexdigest()[:16]
    python = f"py{sys.version_info.major}.{sys.version_info.minor}"
    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # nowhere to write, or no home
        return False
    return str(folder / f"grammar-{digest}-lark-{lark.__version__}-{python}.pickle")
