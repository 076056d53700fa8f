"""What a client needs to offer tables: rulebooks and their options in words, levels, lessons."""

from __future__ import annotations

from collections.abc import Mapping

import faraon
from faraon.lang import ir
from faraon.lang.ir import Book
from faraon.server import wire as msg
from faraon.server.table.lengths import allowed_range
from faraon.server.table.lessons import lessons
from faraon.server.table.levels import levels
from faraon.server.table.showing import long_text, text, value_says
from faraon.server.wire import Text

MAX_SEATS = 10


def info(offered: Mapping[str, Book], most: int) -> msg.Info:
    return msg.Info(
        version=msg.VERSION,
        program=faraon.__version__,
        rulebooks=[_rulebook(name, book, most) for name, book in offered.items()],
        levels=levels(),
        lessons=lessons(),
        max_seats=MAX_SEATS,
    )


def _rulebook(name: str, book: Book, most: int) -> msg.Rulebook:
    fewest, most = book.players
    return msg.Rulebook(
        name=name,
        title=text(book.texts),
        says=long_text(book.texts) or Text("", ""),
        hash=book.hash,
        min_players=fewest,
        max_players=min(most, MAX_SEATS),
        options=[_option(option, allowed_range(book, option, most)) for option in book.options],
    )


def _option(option: ir.Option, allowed: tuple[int, int] | None) -> msg.Option:
    return msg.Option(
        name=option.name,
        paragraph=", ".join(option.paragraphs),
        title=text(option.texts),
        asks=long_text(option.texts) or text(option.texts),
        default=option.default,
        values=[msg.OptionValue(value, value_says(option, value)) for value in option.values],
        range=None if allowed is None else list(allowed),
    )
