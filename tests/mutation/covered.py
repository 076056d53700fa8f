"""Mutants that only games with covered groups can tell (§17)."""

from __future__ import annotations

import random

from faraon.engines.errors import GameError
from faraon.lang.ir import Book
from faraon.play.game import Game
from faraon.play.state import State
from faraon.testing.positions import random_position
from tests.covered.games import SETS, random_move
from tests.mutation.mutants import Mutant

WORDS = (
    "claim",
    "checked",
    "cover",
    "camouflage",
    "first_is_out",
    "ended_by_ace",
    "unchallenged",
    "open_groups",
)
MOVES = 8
"""How far a position is played."""
STATEMENTS = ("rule check", "foul lie", "let covered", "let ended_by_ace", "let open_groups")


def only_covered(mutant: Mutant) -> bool:
    """Whether the change concerns nothing but covered groups."""
    if mutant.statement == "let pharaoh_below" or mutant.change == "without 'covered'":
        return False  # open groups have a Pharaoh as well, and pay for no lie
    return mutant.statement.startswith(STATEMENTS) or any(word in mutant.name for word in WORDS)


def differs(true: Book, changed: Book, rng: random.Random) -> bool:
    """Plays on from a random position by both rulebooks, and compares them all the way."""
    players, options = rng.choice((2, 2, 2, 3, 4)), {"camouflage": "on", **rng.choice(SETS)}
    games = Game(true, players, options), Game(changed, players, options)
    state = random_position(games[0], rng)
    data = state.to_json()
    try:
        other = games[1].position(data)
        return not _alike(games[0].position(data), other, rng)
    except GameError:
        return True


def _alike(state: State, other: State, rng: random.Random) -> bool:
    for _ in range(MOVES):
        if _shown(state) != _shown(other):
            return False
        if state.over:
            return True
        move = random_move(state, rng)
        state = state.play(move)
        try:
            other = other.play(move)
        except GameError:
            return False
    return True


def _shown(state: State) -> object:
    return state.to_json(), state.moves(), state.judge("check").legal
