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
    """Where networks have not learned the rules, if ``bot`` plays by one. Where a search would be slow the
    greedy player sits in for it."""


LEVELS = (
    Level("novice", "Novice", "Nováčik", "uniform", "bluffer,lies=20,slips=60"),
    Level("pupil", "Pupil", "Žiak", "greedy,slips=80", "bluffer,lies=20,slips=40"),
    Level("learner", "Learner", "Učeň", "greedy,slips=60", "bluffer,lies=15,slips=30"),
    Level("journeyman", "Journeyman", "Tovariš", "greedy,slips=40", "bluffer,lies=15,slips=20"),
    Level("player", "Player", "Hráč", "greedy", "bluffer,lies=10"),
    Level("expert", "Expert", "Znalec", "net,slips=15", "bluffer,lies=10", "ismcts:100"),
    Level("master", "Master", "Majster", "net,slips=10", "bluffer,lies=8", "ismcts:300"),
    Level("grandmaster", "Grandmaster", "Veľmajster", "net,slips=5", "bluffer,lies=8", "ismcts:1000"),
    Level("vizier", "Vizier", "Vezír", "net", "bluffer,lies=5", "ismcts:2000"),
    Level("pharaoh", "Pharaoh", "Faraón", "deep:1000", "bluffer,lies=5", "ismcts:5000"),
)
"""All answer within half a second on one core. Each beats the one before it in three games of five or two of
three (``benchmarks/levels.py``); where groups are laid covered, neighbours may play alike."""

STRONGEST = LEVELS[-1]
"""Gives hints."""
