"""Random decisions, with what is said for them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count, islice

from faraon.bots.api import Advice
from faraon.bots.registry import make_bot
from faraon.game.move import Move
from faraon.game.view import View
from faraon.play.game import Game
from faraon.testing.positions import random_position
from tests.truth.hint_predicates import Hint, problem

Reasoning = Callable[[Game, View, Move], Advice]

CHOOSERS = ("greedy", "greedy,slips=40", "uniform")
"""A reason must be true whoever chose the move, and however badly."""

LONGEST = 80


def decisions(games: list[Game], rng: random.Random, reason_for: Reasoning) -> Iterator[tuple[Hint, Advice]]:
    """Without end: a game from its deal, or some moves from a random position."""
    for number in count():
        game = rng.choice(games)
        dealt = number % 4 == 0
        state = game.deal(rng.getrandbits(32)) if dealt else random_position(game, rng)
        for _ in range(LONGEST if dealt else 3):
            if state.over or not state.moves():
                break
            view = state.view(state.turn)
            move = make_bot(rng.choice(CHOOSERS), game).choose(view, rng.getrandbits(32))
            yield Hint(state, move), reason_for(game, view, move)
            state = state.play(move)


def falsehoods(games: list[Game], seed: str, enough: int, reason_for: Reasoning) -> Iterator[str]:
    """What is wrong in so many decisions, with the position."""
    for hint, advice in islice(decisions(games, random.Random(seed), reason_for), enough):
        if wrong := problem(hint, advice.en, advice.sk):
            game = hint.state.game
            yield f"{wrong} {game.name} {dict(game.options)}: {hint.move} in {hint.state.to_json()}"
