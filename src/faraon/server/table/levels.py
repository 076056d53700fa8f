"""The bots that people play against, by level."""

from __future__ import annotations

import random
from collections.abc import Sequence

from faraon.bots.levels import LEVELS
from faraon.bots.registry import by_network, read_name, searches
from faraon.server.table.names import look
from faraon.server.wire import Level, Text

LEVEL_NAMES = frozenset(level.name for level in LEVELS)
DEFAULT_LEVEL = "player"

_NAMES = ("Zuzka", "Jano", "Ema", "Mišo", "Katka", "Peter", "Eva", "Ďuro", "Lenka", "Tomáš", "Žofka", "Ivan")


def levels() -> list[Level]:
    return [
        Level(
            level.name,
            Text(level.en, level.sk),
            searches(level.bot) or by_network(read_name(level.bot)),
            bool(level.unlearned),
        )
        for level in LEVELS
    ]


def level_title(name: str | None) -> Text:
    """What a level is called."""
    found = next((level for level in LEVELS if level.name == name), None)
    return Text("", "") if found is None else Text(found.en, found.sk)


def free_name(taken: Sequence[str]) -> str:
    """A bot's name that nobody at the table has."""
    looks = {look(name) for name in taken}
    free = [name for name in _NAMES if look(name) not in looks]
    return random.SystemRandom().choice(free or _NAMES)
