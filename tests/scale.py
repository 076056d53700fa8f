"""Two tiers: the same test with a small number in the suite and a large one in the soak."""

from __future__ import annotations

import os

SOAK = os.environ.get("FARAON_SOAK") == "1"


def scaled(suite: int, soak: int) -> int:
    """How often a test repeats itself in this tier."""
    return soak if SOAK else suite
