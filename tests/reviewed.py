"""A record with something to say about it: one player moves at random, the others are greedy."""

from __future__ import annotations

from typing import Any

from faraon.bots.registry import make_bot
from faraon.play.game import load
from faraon.play.replay import record_of


def played_record(seed: int = 8, players: int = 2, moves: int = 999, **options: Any) -> str:
    """As text; the usual one is lost by seat 0, who has turns 1, 3, 5, 7 and 9, and marks among them."""
    game = load("classic", players, **options)
    bots = [make_bot("uniform" if seat == 0 else "greedy", game) for seat in range(players)]
    state = game.deal(seed)
    for number in range(1, moves + 1):
        if state.over:
            break
        state = state.play(bots[state.turn].choose(state.view(state.turn), number))
    return record_of(state, tags={"Name0": "Anna", "Name1": "Zuzka"}).write()
