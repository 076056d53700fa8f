"""Random games with camouflage: players who lie, and players who check."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from faraon.cards import Suit, Value
from faraon.game.move import Move
from faraon.play.game import Game, load
from faraon.play.state import State

SETS: list[dict[str, object]] = [
    {},
    {"play_drawn": "on", "ace_two": "free"},
    {"recycle": "shuffle", "groups": "except_aces"},
    {"play_on": "first_out", "red_seven_return": "off"},
    {"ace_two": "free", "packs": 2, "seven_cards": 2, "finish_over": "own"},
    {"play_on": "first_out", "recycle": "shuffle", "play_drawn": "on"},
    {"red_seven_return": "off", "ace_two": "free"},
    {"voluntary_draw": "off", "burned": "off", "move_limit": 60},
]
"""What else is agreed."""

LIES, CHECKS = 0.4, 0.35
"""How often somebody lies, or checks, where they can."""


@lru_cache
def table(number: int) -> Game:
    return load("classic", 2 + number % 4, camouflage="on", **SETS[number % len(SETS)])


def lie(state: State, rng: random.Random) -> Move | None:
    """Own cards under a card that they cannot all be like, if such a claim is legal."""
    hand = state.position.hands[state.turn]
    for _ in range(6 if len(hand) > 1 else 0):
        cards = tuple(rng.sample(hand, rng.randint(2, min(4, len(hand)))))
        move = Move(cards, rng.choice(list(Suit)) if cards[-1].val == Value.over else None)
        if state.game.engine.rule_of(state.position, move) >= 0:
            return move
    return None


def random_move(state: State, rng: random.Random) -> Move:
    moves = state.moves()
    if moves[-1].word == "check" and rng.random() < CHECKS:
        return moves[-1]
    if rng.random() < LIES and (move := lie(state, rng)) is not None:
        return move
    lays = [move for move in moves if move.cards]
    return rng.choice(lays if lays and rng.random() < 0.6 else moves)


def played(number: int, seed: str) -> Iterator[State]:
    """Every state of a random game, from the deal to the end."""
    rng = random.Random(f"{seed} {number}")
    state = table(number).deal(rng.getrandbits(64))
    yield state
    while not state.over:
        state = state.play(random_move(state, rng))
        yield state
