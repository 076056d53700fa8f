"""Records that are reviewed, and positions in which the right move is plain."""

from __future__ import annotations

from functools import cache
from typing import Any

from faraon.bots import make_bot
from faraon.bots.api import Budget
from faraon.game.chance import game_seed
from faraon.game.record import Record
from faraon.play.game import Game, load
from faraon.play.replay import record_of
from faraon.play.state import State

QUICK = Budget(simulations=400)


@cache
def played(bot: str = "uniform", seed: int = 1, players: int = 2) -> Record:
    """A game of a bot in seat 0 against greedy ones."""
    game = load("classic", players)
    bots = [make_bot(bot, game), *[make_bot("greedy", game)] * (players - 1)]
    state = game.deal(game_seed(99, seed))
    while not state.over:
        view = state.view(state.turn)
        state = state.play(bots[state.turn].choose(view, view.moves_made))
    return record_of(state)


def position(game: Game, **given: Any) -> State:
    """A given position; seat 0 is on turn."""
    return game.position({"turn": 0, **given})


def after(state: State, *moves: str) -> Record:
    """The record of these moves."""
    for move in moves:
        state = state.play(move)
    return record_of(state)
