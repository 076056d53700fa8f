"""Is the value that a network gives a position a chance? Fits it on some games, and tries it on others.

    python benchmarks/net_chance.py --games 400 --players 2 [--write src/faraon/bots/net/two.npz]

``net`` plays itself, each move drawn as it likes them. At every decision stands what the network expects;
what came is whether that player lost. Games with even numbers give the two numbers, odd ones try them. The
calibration error (ECE) is over ten bins; intervals of it are over games. ``--write`` asks the networks of a
file, and keeps the numbers with them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from coach_calibration import error, fit
from numpy.typing import NDArray

import faraon
from faraon.bots.net.bot import Net
from faraon.bots.net.chance import EDGE, FITTED, rate_of, value_of
from faraon.bots.net.mind import Mind, Networks
from faraon.bots.net.weights import load_weights, remember

LONGEST = 1000

Rows = NDArray[np.float64]
"""The number of the game, what was expected, what came."""


def rows(games: int, players: int, networks: Networks | None) -> Rows:
    """Of so many games, by the networks that ship or by others."""
    game = faraon.load("classic", players=players)
    mind, bot, found = Mind(game, networks=networks), Net(game, choice="sampled", networks=networks), []
    for seed in range(games):
        state, seen = game.deal(seed, first=seed % players), []
        while not state.over and state.position.moves_made < LONGEST:
            view = state.view(state.turn)
            if len(view.moves) > 1:
                seen.append((view.seat, rate_of(value_of(mind, view), players)))
            state = state.play(bot.choose(view, 4096 * seed + view.moves_made))
        if state.over:
            found += [(seed, rate, float(state.loser != seat)) for seat, rate in seen]
    return np.array(found)


def curve(said: Rows, shift: float, slope: float) -> Rows:
    rate = np.clip(said, EDGE, 1 - EDGE)
    return np.asarray(1 / (1 + np.exp(-shift - slope * np.log(rate / (1 - rate)))))


def off(numbers: Rows, said: Rows, came: Rows) -> str:
    """The error, with a 95 % interval over games (bootstrap)."""
    rng, places = np.random.default_rng(1), [np.flatnonzero(numbers == one) for one in np.unique(numbers)]
    again = []
    for _ in range(200):
        at = np.concatenate([places[one] for one in rng.integers(len(places), size=len(places))])
        again.append(error(said[at], came[at]))
    low, high = np.quantile(again, (0.025, 0.975))
    return f"{error(said, came):.4f} ({low:.4f} – {high:.4f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--write", type=Path, help="weights that shall know it")
    asked = parser.parse_args()
    networks = None if asked.write is None else Networks(load_weights(asked.write))
    found = rows(asked.games, asked.players, networks)
    numbers, said, came = found.T
    fitting = numbers % 2 == 0
    shift, slope = fit(said[fitting], came[fitting])
    print(f"{asked.players} players, {asked.games} games, {len(found)} decisions: {shift=:.4f} {slope=:.4f}")
    tried = ~fitting
    print("error as it is:", off(numbers[tried], said[tried], came[tried]))
    chance = curve(said[tried], shift, slope)
    print("error as chance:", off(numbers[tried], chance, came[tried]))
    if asked.write is not None:
        remember(asked.write, FITTED, {str(asked.players): [round(shift, 4), round(slope, 4)]})


if __name__ == "__main__":
    main()
