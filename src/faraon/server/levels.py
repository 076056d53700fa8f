"""The bots that people play against, by level."""

from __future__ import annotations

import random
from collections.abc import Sequence

from faraon.bots import Adviser, Bot, Greedy, Uniform
from faraon.server.messages import Level, Text

LEVELS: dict[str, tuple[Text, Bot]] = {
    "novice": (Text("Novice", "Nováčik"), Uniform()),
    "player": (Text("Player", "Hráč"), Greedy()),
}
DEFAULT_LEVEL = "player"
STAND_IN: Bot = Greedy()
"""Plays for people who are away."""
ADVISER: Adviser = Greedy()
"""Gives hints."""

_NAMES = ("Zuzka", "Jano", "Ema", "Mišo", "Katka", "Peter", "Eva", "Ďuro", "Lenka", "Tomáš", "Žofka", "Ivan")


def levels() -> list[Level]:
    return [Level(name, title) for name, (title, _) in LEVELS.items()]


def free_name(taken: Sequence[str]) -> str:
    """A bot's name that nobody at the table has."""
    free = [name for name in _NAMES if name not in taken]
    return random.SystemRandom().choice(free or _NAMES)
