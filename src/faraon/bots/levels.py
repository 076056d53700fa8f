"""The opponents that people choose, from the weakest to the strongest."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """A name for people, and the bots behind it."""

    name: str
    en: str
    sk: str
    bot: str
    covered: str
    """Where groups are laid covered (§17): nobody searches there."""


LEVELS = (
    Level("novice", "Novice", "Nováčik", "uniform", "bluffer,lies=20,slips=60"),
    Level("learner", "Learner", "Učeň", "greedy,slips=40", "bluffer,lies=15,slips=30"),
    Level("player", "Player", "Hráč", "greedy", "bluffer,lies=10"),
    Level("master", "Master", "Majster", "ismcts:300", "bluffer,lies=8"),
    Level("pharaoh", "Pharaoh", "Faraón", "ismcts:5000", "bluffer,lies=5"),
)
"""All answer within 0.3 s on one core."""

STRONGEST = LEVELS[-1]
"""Gives hints."""


def bot_named(name: str, covered: bool) -> str:
    """The bot behind the name of a level at such a table; any other name as it is.

    >>> bot_named("pharaoh", covered=False), bot_named("pharaoh", covered=True)
    ('ismcts:5000', 'bluffer,lies=5')
    >>> bot_named("greedy", covered=True)
    'greedy'
    """
    level = next((level for level in LEVELS if level.name == name), None)
    if level is None:
        return name
    return level.covered if covered else level.bot
