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
    unlearned: str = ""
    """Where networks have not learned the rules, if ``bot`` plays by one."""


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
