"""Is the chance that a review tells a chance? Fits the calibration on some games, and tries it on others.

    python benchmarks/coach_calibration.py --games 200 --players 2

Games of ``uniform``, ``greedy`` and ``ismcts:300`` against ``ismcts:300``. Every decision of the first one is
reviewed without a calibration; what came is the true game played on from there by ``ismcts:300`` everywhere.
Games with even numbers give the calibration, odd ones try it. The calibration error (ECE) is over ten bins.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import coach_games as played
import numpy as np
from numpy.typing import NDArray

from faraon.bots import make_bot
from faraon.coach import analyse
from faraon.coach.calibration import UNMEASURED, Calibration
from faraon.coach.weighing import weigher_of
from faraon.game.chance import game_seed
from faraon.play.replay import record_of

Row = tuple[int, str, float, float]
"""The number of its game, whose game, what was said, what came."""


def rows(count: int, players: int, seed: int) -> list[Row]:
    found: list[Row] = []
    bots = None
    for number, one in enumerate(played.games(count, seed, players)):
        game = one.state.game
        weigher_of(game).calibration = UNMEASURED
        bots = bots or [make_bot(played.STRONG, game)] * players
        review = analyse(record_of(one.state), one.seat)
        for turn in review:
            if turn.chance is None or turn.forced or turn.best.proven:
                continue
            state = review.played.states[turn.number - 1]
            end = played.play_on(state, bots, game_seed(seed + number, turn.number))
            found.append((number // 3, one.kind, turn.chance.value, played.worth(end, one.seat)))
    return found


def fit(said: NDArray[np.float64], came: NDArray[np.float64]) -> tuple[float, float]:
    """The shift and slope of the likeliest logistic curve (Newton)."""
    x = np.log(np.clip(said, 1e-3, 1 - 1e-3) / (1 - np.clip(said, 1e-3, 1 - 1e-3)))
    both = np.stack([np.ones_like(x), x])
    found = np.array([0.0, 1.0])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-found @ both))
        weight = chance * (1 - chance)
        found += np.linalg.solve((both * weight) @ both.T, both @ (came - chance))
    return float(found[0]), float(found[1])


def error(said: NDArray[np.float64], came: NDArray[np.float64]) -> float:
    """The expected calibration error over ten bins."""
    bins = np.minimum(9, (said * 10).astype(int))
    return sum(abs(float((said - came)[bins == one].sum())) for one in range(10)) / len(said)


def noise(said: NDArray[np.float64], seed: int = 1) -> float:
    """The error that perfect chances would show, for want of games."""
    rng = np.random.default_rng(seed)
    return float(np.mean([error(said, (rng.random(len(said)) < said).astype(float)) for _ in range(200)]))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of every kind of player")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=20261)
    asked = parser.parse_args(arguments)
    began = time.process_time()
    found = rows(asked.games, asked.players, asked.seed)
    even = np.array([row[0] % 2 == 0 for row in found])
    said, came = np.array([row[2] for row in found]), np.array([row[3] for row in found])
    shift, slope = fit(said[even], came[even])
    curve = Calibration(shift, slope)
    told = np.array([curve.chance(one) for one in said])
    print(f"{len(found)} decisions, {time.process_time() - began:.0f} s")
    print(f"fitted on {even.sum()}: shift {shift:.3f}, slope {slope:.3f}")
    odd = ~even
    print(
        f"on {odd.sum()} others: ECE {error(said[odd], came[odd]):.3f} as counted, "
        f"{error(told[odd], came[odd]):.3f} calibrated; {noise(told[odd]):.3f} would be noise"
    )
    for name, chances in (("as counted", said), ("calibrated", told)):
        brier = float(np.mean((chances[odd] - came[odd]) ** 2))
        print(f"{name}: Brier {brier:.4f} (base rate {came[odd].var():.4f})")
    bins = np.minimum(9, (told * 10).astype(int))
    print("| said | came | n |\n|---:|---:|---:|")
    for one in range(10):
        here = odd & (bins == one)
        if here.any():
            print(f"| {told[here].mean():.2f} | {came[here].mean():.2f} | {here.sum()} |")
    for kind in played.KINDS:
        here = odd & np.array([row[1] == kind for row in found])
        if here.any():
            print(f"{kind}: said {told[here].mean():.3f}, came {came[here].mean():.3f} of {here.sum()}")


if __name__ == "__main__":
    main()
