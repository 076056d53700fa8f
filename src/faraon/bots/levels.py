"""The opponents that people choose, from the weakest to the strongest."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """A name for people, and the bot behind it."""

    name: str
    en: str
    sk: str
    bot: str


LEVELS = (
    Level("novice", "Novice", "Nováčik", "uniform"),
    Level("learner", "Learner", "Učeň", "greedy,slips=40"),
    Level("player", "Player", "Hráč", "greedy"),
    Level("master", "Master", "Majster", "ismcts:300"),
    Level("pharaoh", "Pharaoh", "Faraón", "ismcts:5000"),
)
"""All answer within 0.3 s on one core."""

STRONGEST = LEVELS[-1].bot
"""Gives hints."""
