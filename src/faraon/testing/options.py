"""Sets of options such that every pair of settings occurs together in some set."""

from __future__ import annotations

import random
from itertools import combinations

from faraon.lang.ir import Book, Scalar

Pair = tuple[tuple[str, Scalar], tuple[str, Scalar]]


def pairwise(book: Book, at_least: int = 40, seed: int = 1) -> list[dict[str, Scalar]]:
    """At least that many option sets of a rulebook, covering all pairs of settings."""
    settings = {option.name: option.values for option in book.options}
    rng = random.Random(seed)  # noqa: S311 - test data
    open_pairs: set[Pair] = {
        ((a, x), (b, y)) for a, b in combinations(settings, 2) for x in settings[a] for y in settings[b]
    }
    found: list[dict[str, Scalar]] = []
    while open_pairs or len(found) < at_least:
        best = max((_candidate(settings, open_pairs, rng) for _ in range(12)), key=lambda one: one[0])[1]
        found.append(best)
        open_pairs -= _pairs(best)
    return found


def _pairs(options: dict[str, Scalar]) -> set[Pair]:
    return set(combinations(options.items(), 2))


def _candidate(
    settings: dict[str, tuple[Scalar, ...]], open_pairs: set[Pair], rng: random.Random
) -> tuple[int, dict[str, Scalar]]:
    """A random set that begins with an open pair, and how many open pairs it covers."""
    fixed = dict(rng.choice(sorted(open_pairs, key=str))) if open_pairs else {}
    options = {name: fixed.get(name, rng.choice(values)) for name, values in settings.items()}
    return len(_pairs(options) & open_pairs), options
