"""How many views, moves and lists of legal moves the Python engine makes in a second of processor time, by
the length of the game.

    python benchmarks/views.py            # this tree, median of three rounds
    PYTHONPATH=OTHER/src python benchmarks/views.py   # another tree

Each round plays the same games with seeded players and asks for the view of the seat on turn at every move.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections import defaultdict

import faraon

PLAYERS = 2
GAMES = 30
ROUNDS = 3
SECTIONS = (0, 20, 50, 100, 200)


def played() -> list[tuple[int, list[str]]]:
    """Games as seeds and moves, chosen evenly among the legal ones.

    ``--drawing``: by players who like to draw, and so hold many cards.
    """
    game, draws = faraon.load("classic", players=PLAYERS), 0.55 if "--drawing" in sys.argv else 0.0
    found = []
    for seed in range(GAMES):
        rng, state, moves = random.Random(seed), game.deal(seed), []
        while not state.over and len(moves) < 300:
            legal = state.moves()
            move = legal[-1] if rng.random() < draws else rng.choice(legal)
            moves.append(str(move))
            state = state.play(move)
        found.append((seed, moves))
    return found


def round_of(games: list[tuple[int, list[str]]]) -> dict[str, float]:
    game = faraon.load("classic", players=PLAYERS)
    spent: dict[str, float] = defaultdict(float)
    counted: dict[str, int] = defaultdict(int)
    for seed, moves in games:
        state = game.deal(seed)
        for number, move in enumerate(moves):
            section = max(start for start in SECTIONS if start <= number)
            begin = time.process_time()
            state.view(state.turn)
            middle = time.process_time()
            state.moves()
            listed = time.process_time()
            state = state.play(move)
            end = time.process_time()
            for name, seconds in (
                (f"views after {section} moves", middle - begin),
                ("views", middle - begin),
                ("lists of moves", listed - middle),
                ("moves", end - listed),
            ):
                spent[name] += seconds
                counted[name] += 1
    return {name: counted[name] / spent[name] for name in spent}


def main() -> None:
    games = played()
    round_of(games)
    rounds = [round_of(games) for _ in range(ROUNDS)]
    rates = {name: statistics.median(each[name] for each in rounds) for name in sorted(rounds[0])}
    if "--json" in sys.argv:
        print(json.dumps(rates))
        return
    for name, rate in rates.items():
        print(f"{name:26}{rate:12,.0f} a second")


if __name__ == "__main__":
    main()
