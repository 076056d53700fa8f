"""Mutants that only games with covered groups can tell (§17)."""

from __future__ import annotations

import random

from faraon.engines.errors import GameError
from faraon.lang.ir import Book
from faraon.play.game import Game
from faraon.play.state import State
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
STATEMENTS = ("rule check", "foul lie", "let covered", "let ended_by_ace", "let open_groups")


def only_covered(mutant: Mutant) -> bool:
    """Whether the change concerns nothing but covered groups."""
    if mutant.statement == "let pharaoh_below":  # open groups have a Pharaoh as well
        return False
    return mutant.statement.startswith(STATEMENTS) or any(word in mutant.name for word in WORDS)


def differs(true: Book, changed: Book, rng: random.Random) -> bool:
    """Plays a random covered game by both rulebooks, and compares them all the way."""
    players, options = rng.randint(2, 5), {"camouflage": "on", **rng.choice(SETS)}
    try:
        return not _alike_to_the_end(Game(true, players, options), Game(changed, players, options), rng)
    except GameError:
        return True


def _alike_to_the_end(true: Game, changed: Game, rng: random.Random) -> bool:
    seed = rng.getrandbits(64)
    sizes = [rng.choice((2, 3, 3, 5, 7)) for _ in range(true.players)]  # short games end often
    try:
        state, other = (game.deal(seed, hand_sizes=sizes) for game in (true, changed))
    except GameError:
        return True
    while not state.over:
        if _shown(state) != _shown(other):
            return False
        move = random_move(state, rng)
        state = state.play(move)
        try:
            other = other.play(move)
        except GameError:
            return False
    return _shown(state) == _shown(other)


def _shown(state: State) -> object:
    return state.to_json(), state.moves(), state.judge("check").legal
