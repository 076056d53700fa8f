"""Is the chance that a review tells a chance? Tries the calibration on games, and fits it again.

    python benchmarks/coach_calibration.py --games 400 --share 0.2

Games of ``uniform``, ``greedy`` and ``ismcts:300`` against ``ismcts:300``. Decisions of the first one are
reviewed without a calibration; what came is the true game played on from there by ``ismcts:300`` everywhere
(or by others: ``--after net``).
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
from faraon.bots.belief.worlds import Belief
from faraon.bots.net.belief import Guess
from faraon.bots.net.chance import rate_of, value_of
from faraon.bots.net.mind import Mind
from faraon.coach import analyse
from faraon.coach.analysis import Analysis
from faraon.coach.calibration import UNMEASURED, Calibration, calibration_of
from faraon.coach.judging import Judge, Turn
from faraon.coach.shapes import Review
from faraon.coach.weighing import Weigher, weigher_of
from faraon.game.chance import game_seed
from faraon.play.game import Game
from faraon.play.replay import record_of

Row = tuple[int, str, float, float, tuple[float, ...]]
"""The number of its game, whose game, what was said, what came, and what a network says."""

NETWORKS = ("the network's value", "with the network's belief")


class Asked:
    """What a network says of decisions that are reviewed."""

    def __init__(self, game: Game) -> None:
        self.mind = Mind(game)
        self.weigher = Weigher(game)
        own = self.weigher.searcher
        own.belief = Belief(game, own.engine, own.machine, own.tactics, Guess(self.mind))
        self.weigher.calibration = UNMEASURED

    def __call__(self, analysis: Analysis, review: Review) -> tuple[float, ...]:
        state, after = analysis.played.states[review.number - 1 : review.number + 1]
        view, move = state.view(analysis.seat), after.log[-1].move
        again = Judge(self.weigher, analysis.each, analysis.seed).review(Turn(review.number, view, move))
        assert again.chance is not None  # noqa: S101 - as in the review before
        return rate_of(value_of(self.mind, view), state.game.players), again.chance.value


def rows(count: int, players: int, seed: int, share: float, network: bool, after: str) -> list[Row]:
    found: list[Row] = []
    lots, bots = random.Random(seed), None
    asked = Asked(load("classic", players)) if network else None
    for number, one in enumerate(played.games(count, seed, players)):
        game = one.state.game
        weigher_of(game).calibration = UNMEASURED
        bots = bots or [make_bot(after, game)] * players
        review = analyse(record_of(one.state), one.seat)
        review.turns = [turn for turn in review.turns if lots.random() < share]
        for turn in review:
            if turn.chance is None or turn.forced or turn.best.proven:
                continue
            state = review.played.states[turn.number - 1]
            end = played.play_on(state, bots, game_seed(seed + number, turn.number))
            came = played.worth(end, one.seat)
            said = asked(review, turn) if asked else ()
            found.append((number // 3, one.kind, turn.chance.value, came, said))
    return found


def fit(said: NDArray[np.float64], came: NDArray[np.float64]) -> tuple[float, float]:
    """The shift and slope of the likeliest logistic curve (Newton, in steps that do not run away)."""
    x = np.log(np.clip(said, 1e-3, 1 - 1e-3) / (1 - np.clip(said, 1e-3, 1 - 1e-3)))
    both = np.stack([np.ones_like(x), x])
    found = np.array([0.0, 1.0])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-found @ both))
        weight = chance * (1 - chance)
        step = np.linalg.solve((both * weight) @ both.T, both @ (came - chance))
        found += step / max(1.0, float(np.linalg.norm(step)))
    return float(found[0]), float(found[1])


def error(said: NDArray[np.float64], came: NDArray[np.float64]) -> float:
    """The expected calibration error over ten bins."""
    bins = np.minimum(9, (said * 10).astype(int))
    return sum(abs(float((said - came)[bins == one].sum())) for one in range(10)) / len(said)


def noise(said: NDArray[np.float64], seed: int = 1) -> float:
    """The error that perfect chances would show, for want of games."""
    rng = np.random.default_rng(seed)
    return float(np.mean([error(said, (rng.random(len(said)) < said).astype(float)) for _ in range(200)]))


def by_halves(
    even: NDArray[np.bool_], said: NDArray[np.float64], came: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The chances of each half of the games by the curve of the other."""
    crossed = np.zeros(len(said))
    for half in (even, ~even):
        curve = Calibration(*fit(said[half], came[half]))
        crossed[~half] = [curve.chance(one) for one in said[~half]]
    return crossed


def compared(
    games: NDArray[np.int64], came: NDArray[np.float64], one: NDArray[np.float64], other: NDArray[np.float64]
) -> tuple[float, float]:
    """By how much the other chances score better, and the standard error of that over games."""
    gains = (one - came) ** 2 - (other - came) ** 2
    rests = [float((gains[games == own] - gains.mean()).sum()) for own in np.unique(games)]
    return float(gains.mean()), float(np.sqrt(np.square(rests).sum()) / len(gains))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of every kind of player")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--share", type=float, default=1.0, help="of the decisions that is looked at")
    parser.add_argument("--seed", type=int, default=20261)
    parser.add_argument("--after", default=played.STRONG, help="who plays the games on")
    parser.add_argument("--network", action="store_true", help="asks the network that ships, too")
    asked = parser.parse_args(arguments)
    began = time.process_time()
    found = rows(asked.games, asked.players, asked.seed, asked.share, asked.network, asked.after)
    even = np.array([row[0] % 2 == 0 for row in found])
    said, came = np.array([row[2] for row in found]), np.array([row[3] for row in found])
    print(f"{len(found)} decisions, {time.process_time() - began:.0f} s; base rate {came.mean():.3f}")
    shipped = calibration_of(load("classic", asked.players))
    crossed = by_halves(even, said, came)
    told = np.array([shipped.chance(one) for one in said])
    for name, chances in (("as counted", said), ("shipped", told), ("fitted on the other half", crossed)):
        brier = float(np.mean((chances - came) ** 2))
        print(
            f"{name}: ECE {error(chances, came):.3f} ({noise(chances):.3f} would be noise), "
            f"Brier {brier:.4f} ({came.var():.4f} without), said {chances.mean():.3f}"
        )
    for at, name in enumerate(NETWORKS if asked.network else ()):
        other = by_halves(even, np.array([row[4][at] for row in found]), came)
        better, error_of_it = compared(np.array([row[0] for row in found]), came, crossed, other)
        print(
            f"{name}, fitted on the other half: ECE {error(other, came):.3f}, "
            f"Brier {float(np.mean((other - came) ** 2)):.4f}, better by {better:+.4f} ± {error_of_it:.4f}"
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
