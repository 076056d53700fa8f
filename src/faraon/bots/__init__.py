"""Players that a program can be: a View in, a move out."""

from faraon.bots.api import Advice, Adviser, Bot
from faraon.bots.greedy import Greedy
from faraon.bots.uniform import Uniform

BOTS: dict[str, type[Bot]] = {"greedy": Greedy, "uniform": Uniform}
"""Every bot by its name."""

__all__ = ["BOTS", "Advice", "Adviser", "Bot", "Greedy", "Uniform"]
