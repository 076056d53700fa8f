"""How a search searches."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """How a search searches."""

    curiosity: float = 1.0
    """How much rarely tried moves are preferred."""
    noise: float = 8.0
    """How much luck there is in a rollout's choice, in points of its tactics."""
    patience: int = 8
    """So often a position is played out lightly before its moves are weighed one by one: else the few visits
    deep in the tree would go into trying every move once, even the worst."""
    deepest: int = 4000
    """How many moves deep the tree may grow."""
