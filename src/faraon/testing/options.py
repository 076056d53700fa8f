"""Sets of options such that every pair of settings occurs together in some set."""

from __future__ import annotations

import random
from itertools import combinations

from faraon.lang.covering import uncovered
from faraon.lang.ir import Book, Scalar

Pair = tuple[tuple[str, Scalar], tuple[str, Scalar]]


def pairwise(book: Book, at_least: int = 40, seed: int = 1) -> list[dict[str, Scalar]]:
    """At least that many option sets of a rulebook, covering all pairs of settings.

    They are those that every engine plays: groups are laid open.
    """
    settings = {option.name: option.values for option in uncovered(book).options}
    rng = random.Random(seed)  # noqa: S311 - test data
    open_pairs: set[Pair] = {
        ((a, x), (b, y)) for a, b in combinations(settings, 2) for x in settings[a] for y in settings[b]
    }
    found: list[dict[str, Scalar]] = []
    while open_pairs or len(found) < at_least:
        in_order = sorted(open_pairs, key=str)
        candidates = [_candidate(settings, in_order, rng) for _ in range(12)]
        best = max(candidates, key=lambda options: len(_pairs(options) & open_pairs))
        found.append(best)
        open_pairs -= _pairs(best)
    return found


def _pairs(options: dict[str, Scalar]) -> set[Pair]:
    return set(combinations(options.items(), 2))


def _candidate(
    settings: dict[str, tuple[Scalar, ...]], open_pairs: list[Pair], rng: random.Random
) -> dict[str, Scalar]:
    """A random set that begins with an open pair."""
    fixed = dict(rng.choice(open_pairs)) if open_pairs else {}
    return {name: fixed.get(name, rng.choice(values)) for name, values in settings.items()}
