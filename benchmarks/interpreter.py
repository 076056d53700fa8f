"""How fast the interpreter is: random games of two players, all legal moves listed for every move.

The hand-written second model of the tests stands beside it in the same run, as a yardstick for plain Python.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # the second model lives in the tests

from tests.model import Model

import faraon

GAMES = 300


def interpreter(seed: int) -> int:
    """One game on states, as a user of the API plays it."""
    rng = random.Random(seed)
    state = faraon.load("classic").deal(seed)
    while not state.over:
        state = state.play(rng.choice(state.moves()))
    return state.position.moves_made


def engine(seed: int) -> int:
    """One game on bare positions, as bots and tests play it."""
    rng = random.Random(seed)
    game = faraon.load("classic")
    position = game.deal(seed).position
    while not position.over:
        position, _ = game.engine.play(position, rng.choice(game.engine.legal(position)))
    return position.moves_made


def second_model(seed: int) -> int:
    rng = random.Random(seed)
    model = Model(faraon.load("classic").deal(seed).to_json())
    while not model.over:
        model.play(rng.choice(model.moves()))
    return int(model.state()["moves_made"])


def rate(play: Callable[[int], int], games: int) -> float:
    """The best of three runs, in moves a second."""
    best = 0.0
    for _ in range(3):
        start = time.perf_counter()
        moves = sum(play(seed) for seed in range(games))
        best = max(best, moves / (time.perf_counter() - start))
    return best


def main() -> None:
    model = rate(second_model, GAMES // 10)
    for name, play in (("states (API)", interpreter), ("positions (engine)", engine)):
        speed = rate(play, GAMES)
        print(f"{name:<20} {speed:>9,.0f} moves/s   {speed / model:.1f} x the second model")
    print(f"{'second model':<20} {model:>9,.0f} moves/s")


if __name__ == "__main__":
    main()
