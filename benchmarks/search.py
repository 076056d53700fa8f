"""Simulations a second of information-set tree search, beside OpenSpiel's, in one run.

    .venv-bench/bin/python benchmarks/search.py

One thread, rates in a second of processor time, the median of five rounds in which everybody has a turn.
OpenSpiel's ISMCTS (C++) refuses its crazy_eights, so it searches the opening positions of oh_hell and hearts.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

ROUNDS = 5


def faraon(players: int, belief: str) -> Callable[[int], float]:
    """The opening position of classic, 20,000 simulations a search, the worlds' preparation included."""
    from faraon import load
    from faraon.bots import make_bot

    game = load("classic", players)
    bot: Any = make_bot(f"ismcts:20000,belief={belief}", game)
    view = game.deal(7).view(0)

    def measure(seed: int) -> float:
        began = time.process_time()
        bot.candidates(view, seed)
        return 20_000 / (time.process_time() - began)

    return measure


def openspiel(name: str) -> Callable[[int], float]:
    """The first choice after a random deal; one random rollout a simulation."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            state.apply_action(state.legal_actions()[0])

    def measure(seed: int) -> float:
        bot = pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), 1.4, 5_000)
        began = time.process_time()
        bot.step(state)
        return 5_000 / (time.process_time() - began)

    return measure


def main() -> None:
    engines = {
        "faraon ismcts, classic, 2 players": faraon(2, "on"),
        "faraon ismcts, classic, 2 players, no belief": faraon(2, "off"),
        "faraon ismcts, classic, 4 players": faraon(4, "on"),
        "OpenSpiel C++ ISMCTS, oh_hell": openspiel("oh_hell"),
        "OpenSpiel C++ ISMCTS, hearts": openspiel("hearts"),
    }
    found: dict[str, list[float]] = {name: [] for name in engines}
    for measure in engines.values():
        measure(0)
    for number in range(1, ROUNDS + 1):
        for name, measure in engines.items():
            found[name].append(measure(number))
    print("| search | simulations/s |\n|---|---:|")
    for name, rates in found.items():
        print(f"| {name} | {statistics.median(rates):,.0f} |")


if __name__ == "__main__":
    main()
