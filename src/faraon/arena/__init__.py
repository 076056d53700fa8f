"""Bots against bots: duplicate deals, ratings, reports."""

from faraon.engines.extras import extra

with extra("fast"):
    import filelock  # noqa: F401 - only whether they are there
    import numpy  # noqa: F401

from faraon.arena.own import play
from faraon.bots.own import Chooser

__all__ = ["Chooser", "play"]
