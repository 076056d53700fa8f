"""How long a game may be: a server does not let tables choose it freely, because long games cost much."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from faraon.lang import ir
from faraon.lang.ir import Book
from faraon.server.wire.refusals import RefusalError


@lru_cache(maxsize=64)
def length_options(book: Book) -> frozenset[str]:
    """The options that the number of moves is compared with when it is decided whether a game is over.

    >>> from faraon.lang.library import read_book
    >>> length_options(read_book("classic"))
    frozenset({'move_limit'})
    """
    compared = (
        part
        for ending in book.ends
        for expr in ending.exprs
        for part in ir.walk(expr)
        if isinstance(part, ir.Op) and ir.MOVES_MADE in part.args
    )
    return frozenset(
        arg.name for part in compared for arg in part.args if isinstance(arg, ir.Var) and arg.kind == "option"
    )


def allowed_range(book: Book, option: ir.Option, most: int) -> tuple[int, int] | None:
    """What a number may be at a server; never less than the rulebook itself says."""
    if option.range is None or option.name not in length_options(book):
        return option.range
    default = option.default if isinstance(option.default, int) else 0
    return option.range[0], min(option.range[1], max(most, default))


def check_length(book: Book, options: Mapping[str, int | str], most: int) -> None:
    """A refusal if a game would be too long."""
    for option in book.options:
        allowed, asked = allowed_range(book, option, most), options.get(option.name)
        if allowed is not None and allowed != option.range and isinstance(asked, int) and asked > allowed[1]:
            raise RefusalError(
                "bad-options",
                f"At this server {option.name} is at most {allowed[1]}.",
                f"Na tomto serveri je {option.name} najviac {allowed[1]}.",
            )
