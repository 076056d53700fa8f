"""Are the marks right? Reviews games, and judges shown blunders by a search thirty times as long.

    python benchmarks/coach_marks.py --games 60 --blunders 120
    python benchmarks/coach_marks.py --games 20 --players 4 --blunders 0

For every kind of player: accuracy, marks a game, processor time. A blunder is confirmed if a tree of thirty
times as many simulations and a new seed prefers another move, and a duel of that move against the played one,
as long again (half of it only teaches its trees), shows a loss of 15 points or more.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections import defaultdict

import coach_games as played
import numpy as np
from numpy.typing import NDArray

from faraon.coach import USUAL, Analysis, Mark, Review, Summary, analyse
from faraon.coach.weighing import weigher_of
from faraon.play.replay import record_of

KINDS = ("uniform", "greedy", "ismcts:300", "ismcts:5000")
TIMES = 30
SHUFFLES = 10_000


def confirmed(analysis: Analysis, review: Review, seed: int) -> float:
    """What the move loses by a search thirty times as long."""
    state = analysis.played.states[review.number - 1]
    weigher, view = weigher_of(analysis.game), state.view(analysis.seat)
    worlds = weigher.worlds(view, seed)
    proof = weigher.prove(view)
    best = weigher.propose(view, worlds, seed, TIMES * (USUAL.simulations or 0))[0]
    pair = [weigher.action(view, move) for move in (best.move, review.played.move)]
    if best.move.alike(review.played.move):
        return 0.0
    rounds = TIMES * (USUAL.simulations or 0) // 4
    duel = weigher.fight(worlds, pair, seed + 1, rounds, rounds)
    values = [
        weigher.weighed(best.move, action, duel.value(at), duel.error(at), proof).value
        for at, action in enumerate(pair)
    ]
    return max(values[0], float(review.best.proven == "win")) - values[1]


def luck(one: list[Summary], two: list[Summary]) -> float:
    """How often the first median would be so far below the second one by luck alone (games are shuffled)."""
    known = [[game.accuracy for game in games if game.accuracy is not None] for games in (one, two)]
    every, first = np.array([*known[0], *known[1]]), len(known[0])
    seen = np.median(known[1]) - np.median(known[0])
    rng = np.random.default_rng(1)
    shuffled = (rng.permutation(every) for _ in range(SHUFFLES))
    return float(np.mean([np.median(some[first:]) - np.median(some[:first]) >= seen for some in shuffled]))


def medians(known: NDArray[np.float64]) -> list[float]:
    """Of as many games drawn from these, again and again."""
    rng = np.random.default_rng(1)
    return [float(np.median(rng.choice(known, len(known)))) for _ in range(2_000)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="of every kind of player")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--blunders", type=int, default=120, help="how many are looked at again")
    parser.add_argument("--seed", type=int, default=777)
    parser.add_argument("--kinds", nargs="+", default=KINDS, help="whose games")
    asked = parser.parse_args()
    found: dict[str, list[Summary]] = defaultdict(list)
    spent: dict[str, list[tuple[float, float]]] = defaultdict(list)
    blunders: list[tuple[str, Analysis, Review]] = []
    for one in played.games(asked.games, asked.seed, asked.players, tuple(asked.kinds)):
        record = record_of(one.state)
        began, first = time.process_time(), 0.0
        analysis, reviews = analyse(record, one.seat), []
        for review in analysis:
            first = first or time.process_time() - began
            reviews.append(review)
        spent[one.kind].append((time.process_time() - began, first))
        found[one.kind].append(analysis.summary(reviews))
        blunders += [(one.kind, analysis, review) for review in reviews if review.mark is Mark.blunder]
    print(
        "| player | accuracy, 10th, 50th, 90th percentile (the 50th nine times out of ten) | inaccuracies "
        "| mistakes | blunders a game | CPU s a game, mean, 90th percentile | first review, the same |"
    )
    print("|---|---|---:|---:|---:|---|---|")
    for kind, games in found.items():
        known = np.array([game.accuracy for game in games if game.accuracy is not None])
        low, middle, high = np.quantile(known, (0.1, 0.5, 0.9))
        least, most = np.quantile(medians(known), (0.05, 0.95))
        marks = [
            np.mean([getattr(game, name) for game in games])
            for name in ("inaccuracies", "mistakes", "blunders")
        ]
        took = np.array(spent[kind])
        print(
            f"| `{kind}` | {low:.0f}, {middle:.1f}, {high:.0f} ({least:.1f} to {most:.1f} of {len(known)}) | "
            + " | ".join(f"{mark:.2f}" for mark in marks)
            + f" | {took[:, 0].mean():.3f}, {np.quantile(took[:, 0], 0.9):.3f} "
            + f"| {took[:, 1].mean():.3f}, {np.quantile(took[:, 1], 0.9):.3f} |"
        )
    for one, two in itertools.pairwise(found):
        print(f"median of {one} below that of {two}: p = {luck(found[one], found[two]):.4f}")
    random.Random(asked.seed).shuffle(blunders)
    losses = [
        (kind, confirmed(analysis, review, 31337), review.loss)
        for kind, analysis, review in blunders[: asked.blunders]
    ]
    if losses:
        for least in (0.15, 0.10, 0.05):
            count = sum(loss >= least for _, loss, _ in losses)
            print(
                f"{count} of {len(losses)} shown blunders lose {100 * least:.0f} points or more "
                f"by {TIMES} times the search"
            )
        print(
            f"said {np.mean([said for *_, said in losses]):.3f}, "
            f"confirmed {np.mean([loss for _, loss, _ in losses]):.3f}"
        )
        strong = [loss for kind, loss, _ in losses if kind != "uniform"]
        print(f"without uniform's: {sum(loss >= 0.15 for loss in strong)} of {len(strong)}")


if __name__ == "__main__":
    main()
