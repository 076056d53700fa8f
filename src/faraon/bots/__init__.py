"""Players that a program can be: a View in, a move out."""

from faraon.bots.api import Advice, Adviser, Bot, Budget
from faraon.bots.registry import KINDS, check_name, make_bot, read_name
from faraon.bots.simple.greedy import Greedy
from faraon.bots.simple.uniform import Uniform

__all__ = [
    "KINDS",
    "Advice",
    "Adviser",
    "Bot",
    "Budget",
    "Greedy",
    "Uniform",
    "check_name",
    "make_bot",
    "read_name",
]
