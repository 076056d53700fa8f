"""A record with something to say about it: one player moves at random, the others are greedy."""

from __future__ import annotations

from typing import Any

from faraon.bots.registry import make_bot
from faraon.play.game import load
from faraon.play.replay import record_of


def played_record(
    seed: int = 8, players: int = 2, moves: int = 999, rulebook: str = "classic", **options: Any
) -> str:
    """As text; the usual one is lost by seat 0, who has turns 1, 3, 5, 7 and 9, and marks among them."""
    game = load(rulebook, players, **options)
    bots = [make_bot("uniform" if seat == 0 else "greedy", game) for seat in range(players)]
    state = game.deal(seed)
    for number in range(1, moves + 1):
        if state.over:
            break
        state = state.play(bots[state.turn].choose(state.view(state.turn), number))
    return record_of(state, tags={"Name0": "Anna", "Name1": "Zuzka"}).write()


def fouled_record() -> str:
    """A game that has just begun with a card that does not fit; it was punished."""
    state = load("classic", 2, pajchel="penalty").deal(8)
    fits = {card for move in state.moves() for card in move.cards}
    foul = next(card for card in state.position.hands[0] if card not in fits)
    return record_of(state.play(str(foul))).write()
