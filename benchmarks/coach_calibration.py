"""Is the chance that a review tells a chance? Tries the calibration on games, and fits it again.

    python benchmarks/coach_calibration.py --games 400 --share 0.2

Games of ``uniform``, ``greedy`` and ``ismcts:300`` against ``ismcts:300``. Decisions of the first one are
reviewed without a calibration; what came is the true game played on from there by ``ismcts:300`` everywhere.
Decisions of one game share its luck: some of many games tell more than all of a few. Each is chosen by lot
alone: whoever took one of every game would choose by how long it lasted, and so by how it came out. The
calibration error (ECE) is over ten bins: of the shipped calibration, and of one that is fitted on every other
game and tried on the rest, both ways.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence

import coach_games as played
import numpy as np
from numpy.typing import NDArray

from faraon import load
from faraon.bots import make_bot
from faraon.coach import analyse
from faraon.coach.calibration import UNMEASURED, Calibration, calibration_of
from faraon.coach.weighing import weigher_of
from faraon.game.chance import game_seed
from faraon.play.replay import record_of

Row = tuple[int, str, float, float]
"""The number of its game, whose game, what was said, what came."""


def rows(count: int, players: int, seed: int, share: float) -> list[Row]:
    found: list[Row] = []
    lots, bots = random.Random(seed), None
    for number, one in enumerate(played.games(count, seed, players)):
        game = one.state.game
        weigher_of(game).calibration = UNMEASURED
        bots = bots or [make_bot(played.STRONG, game)] * players
        review = analyse(record_of(one.state), one.seat)
        review.turns = [turn for turn in review.turns if lots.random() < share]
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
    parser.add_argument("--share", type=float, default=1.0, help="of the decisions that is looked at")
    parser.add_argument("--seed", type=int, default=20261)
    asked = parser.parse_args(arguments)
    began = time.process_time()
    found = rows(asked.games, asked.players, asked.seed, asked.share)
    even = np.array([row[0] % 2 == 0 for row in found])
    said, came = np.array([row[2] for row in found]), np.array([row[3] for row in found])
    print(f"{len(found)} decisions, {time.process_time() - began:.0f} s; base rate {came.mean():.3f}")
    shipped = calibration_of(load("classic", asked.players))
    crossed = np.zeros(len(found))
    for half in (even, ~even):
        curve = Calibration(*fit(said[half], came[half]))
        crossed[~half] = [curve.chance(one) for one in said[~half]]
    told = np.array([shipped.chance(one) for one in said])
    for name, chances in (("as counted", said), ("shipped", told), ("fitted on the other half", crossed)):
        brier = float(np.mean((chances - came) ** 2))
        print(
            f"{name}: ECE {error(chances, came):.3f} ({noise(chances):.3f} would be noise), "
            f"Brier {brier:.4f} ({came.var():.4f} without), said {chances.mean():.3f}"
        )
    print("fitted on all: shift {:.3f}, slope {:.3f}".format(*fit(said, came)))
    bins = np.minimum(9, (crossed * 10).astype(int))
    print("| said | came | n |\n|---:|---:|---:|")
    for one in range(10):
        here = bins == one
        if here.any():
            print(f"| {crossed[here].mean():.2f} | {came[here].mean():.2f} | {here.sum()} |")
    for kind in played.KINDS:
        here = np.array([row[1] == kind for row in found])
        if here.any():
            print(f"{kind}: said {crossed[here].mean():.3f}, came {came[here].mean():.3f} of {here.sum()}")


if __name__ == "__main__":
    main()
