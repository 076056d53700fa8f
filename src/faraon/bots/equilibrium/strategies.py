"""What a bot would do everywhere in a tree: it is asked, wherever its own moves may lead it."""

from __future__ import annotations

from faraon.bots.api import Bot
from faraon.bots.equilibrium.cfr import Quality, quality
from faraon.bots.equilibrium.sequences import Numbers
from faraon.bots.equilibrium.tree import SEATED, Tree
from faraon.bots.simple.uniform import Uniform
from faraon.engines.extras import extra
from faraon.game.chance import game_seed

with extra("fast"):
    import numpy as np


def strategy_of(tree: Tree, seat: int, bot: Bot, seeds: int) -> Numbers:
    """How likely a bot makes each of a seat's sequences.

    A bot's move may depend on a seed. So many are tried at every information set, and the shares of the moves
    are the strategy; that of ``uniform`` is known without asking. A smaller number of seeds makes a strategy
    look more one-sided than it is, and so easier to answer.
    """
    sequences = tree.seats[seat]
    if isinstance(bot, Uniform):
        return sequences.reaches(sequences.uniform)
    shares, reaches = sequences.uniform.copy(), np.ones(sequences.size)
    for level in sequences.levels:
        for own in range(level.sets.start, level.sets.stop):
            first, width = sequences.first[own], sequences.width[own]
            if width > 1 and reaches[level.parent[own - level.sets.start]] > 0:
                shares[first : first + width] = _asked(tree, seat, own, bot, seeds)
        reaches[level.sequences] = reaches[level.parent][level.owner] * shares[level.sequences]
    return reaches


def _asked(tree: Tree, seat: int, own: int, bot: Bot, seeds: int) -> Numbers:
    view = tree.state(seat, own).view(seat)
    found = np.zeros(len(view.moves))
    for number in range(seeds):
        move = bot.choose(view, game_seed(number, own))
        found[view.moves.index(move)] += 1 / seeds
    return found


def exploit(tree: Tree, bot: Bot, seeds: int) -> Quality:
    """How good a bot is in both seats, against itself and against the best answers to it."""
    first, second = (strategy_of(tree, seat, bot, seeds) for seat in range(SEATED))
    return quality(tree, (first, second))
