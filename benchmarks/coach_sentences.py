"""Are the numbers in the coach's sentences reproduced? Counts every one again, with another seed.

    python benchmarks/coach_sentences.py --sentences 500
    python benchmarks/coach_sentences.py --sentences 40 --read

Reviews games of ``uniform``, ``greedy`` and ``ismcts:300``, and repeats the duel behind every measured reason
with new worlds and new luck. Two numbers agree if they differ by at most three standard errors of their
difference; those that do not are printed. With ``--read`` the positions are printed with all that is said
about them, in both languages.
"""

from __future__ import annotations

import argparse
from collections import Counter

import coach_games as played
import numpy as np

from faraon.bots.hints.reason import YOURS, Reason
from faraon.bots.search.measured import counted_again
from faraon.coach import Analysis, Review, analyse
from faraon.coach.judging import COUNTED_SHARE
from faraon.coach.weighing import weigher_of
from faraon.play.replay import record_of

FAR = 3.0


def again(analysis: Analysis, review: Review, reason: Reason, seed: int) -> list[float]:
    """How far both numbers are from those of another duel, in standard errors."""
    weigher = weigher_of(analysis.game)
    view = analysis.played.states[review.number - 1].view(analysis.seat)
    actions = [weigher.action(view, move) for move in (review.best.move, review.played.move)]
    rounds = -(-analysis.each // COUNTED_SHARE)
    duel = weigher.count(weigher.worlds(view, seed), actions, seed + 1, rounds)
    new = counted_again(reason.kind, duel, 0, 1, YOURS)
    best, other = (new.best or 0.0) - (reason.best or 0.0), (new.other or 0.0) - (reason.other or 0.0)
    return [
        best / float(np.hypot(new.best_error, reason.best_error)),
        other / float(np.hypot(new.other_error, reason.other_error)),
    ]


def show(analysis: Analysis, review: Review) -> None:
    """A position, and what is said about it."""
    state = analysis.played.states[review.number - 1]
    view = state.view(analysis.seat)
    now, other = view.situation, 1 - view.seat
    known = " ".join(map(str, view.known.hands.get(other, ())))
    suit = "" if now.suit is None else now.suit.name
    more = [f"owes {now.owed}"] * bool(now.owed) + ["stopped"] * bool(now.stop)
    print(
        f"\n{' '.join(map(str, view.hand))} on {view.top} ({suit}) {' '.join(more)}; "
        f"they hold {view.sizes[other]} ({known}), stock {view.stock_size}"
    )
    print(
        f"  {review.mark and review.mark.name}: {review.played.move} {review.played.value:.2f}, "
        f"best {review.best.move} {review.best.value:.2f}, equals {[str(move) for move in review.equals]}"
    )
    for reason in review.reasons:
        print(f"  {reason.kind}: {reason.en}\n      {reason.sk}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=500)
    parser.add_argument("--seed", type=int, default=4242)
    parser.add_argument("--read", action="store_true")
    asked = parser.parse_args()
    far: list[float] = []
    kinds: Counter[str] = Counter()
    for one in played.games(10_000, asked.seed):
        analysis = analyse(record_of(one.state), one.seat)
        for review in analysis:
            if review.mark is None:
                continue
            if asked.read:
                show(analysis, review)
            kinds.update([reason.kind for reason in review.reasons])
            for reason in review.reasons:
                if reason.measured and not asked.read:
                    distances = again(analysis, review, reason, 31337)
                    far += distances
                    if max(map(abs, distances)) > FAR:
                        show(analysis, review)
                        print(f"  farther than {FAR:.0f}: {[round(one, 1) for one in distances]}", flush=True)
        if (len(far) >= 2 * asked.sentences) if not asked.read else (sum(kinds.values()) >= asked.sentences):
            break
    print(f"\nreasons: {dict(kinds.most_common())}")
    if far:
        print(
            f"{len(far) // 2} sentences, {len(far)} numbers: {sum(abs(one) <= FAR for one in far)} within "
            f"{FAR:.0f} standard errors; the farthest {max(map(abs, far)):.1f}, "
            f"99 % within {np.quantile(np.abs(far), 0.99):.1f}; standard deviation {np.std(far):.2f}"
        )


if __name__ == "__main__":
    main()
