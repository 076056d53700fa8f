"""The results: finished deals in, numbers with intervals out, as written to the JSON."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from faraon.arena import stats
from faraon.arena.journal import as_line
from faraon.arena.rating import Orders, ratings
from faraon.arena.schedule import Deal

BINS = 30
"""The most bars in a histogram."""


class ByDeal:
    """Numbers gathered by deal: the mean of each deal is one value."""

    def __init__(self) -> None:
        self._sums: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def add(self, deal: int, value: float) -> None:
        entry = self._sums[deal]
        entry[0] += value
        entry[1] += 1

    def values(self) -> stats.Values:
        return np.array([total / count for _, (total, count) in sorted(self._sums.items())])

    @property
    def count(self) -> int:
        return int(sum(count for _, count in self._sums.values()))


def credit(ranks: Sequence[int], seat: int, rank: int) -> float:
    """What a seat has of a rank that several may share."""
    return (ranks[seat] == rank) / ranks.count(rank)


def summary(identity: Mapping[str, Any], done: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The result of a run, whatever the order in which its deals were finished."""
    names: list[str] = identity["bots"]
    players: int = identity["players"]
    deals = sorted(done, key=lambda one: (one["deal"], one["table"]))
    wins, losses = [ByDeal() for _ in names], [ByDeal() for _ in names]
    ahead = {(a, b): ByDeal() for a in range(len(names)) for b in range(len(names)) if a != b}
    orders, starter, lengths = Orders(len(names)), ByDeal(), ByDeal()
    forfeits: list[Counter[str]] = [Counter() for _ in names]
    moves: list[int] = []
    drawn = 0
    for one in deals:
        number = one["deal"]
        deal = Deal(tuple(one["table"]), number, len(one["games"]))
        for rotation, game in enumerate(one["games"]):
            seats, ranks = deal.seats(rotation), game["ranks"]
            orders.add(number, seats, ranks)
            moves.append(game["moves"])
            lengths.add(number, game["moves"])
            starter.add(number, credit(ranks, 0, 0))
            drawn += max(ranks) == 0
            if "forfeit" in game:
                forfeits[seats[game["forfeit"][0]]][game["forfeit"][1]] += 1
            for seat, bot in enumerate(seats):
                wins[bot].add(number, credit(ranks, seat, 0))
                losses[bot].add(number, credit(ranks, seat, max(ranks)))
                for other, opponent in enumerate(seats):
                    if opponent != bot:
                        ahead[bot, opponent].add(number, _ahead(ranks[seat], ranks[other]))
    rated = ratings(orders, identity["deals"], identity["seed"])
    return {
        "faraon": "arena",
        "run": dict(identity),
        "games": len(moves),
        "drawn": drawn,
        "fair": round(1 / players, stats.DIGITS),
        "bots": [
            {
                "name": name,
                "seats": wins[bot].count,
                "wins": stats.share(wins[bot].values()).to_json(),
                "losses": stats.share(losses[bot].values()).to_json(),
                "rating": rated[bot].to_json(),
                "forfeits": dict(sorted(forfeits[bot].items())),
            }
            for bot, name in enumerate(names)
        ],
        "ahead": [
            [
                None if a == b or not ahead[a, b].count else stats.share(ahead[a, b].values()).to_json()
                for b in range(len(names))
            ]
            for a in range(len(names))
        ],
        "starter": stats.share(starter.values()).to_json(),
        "length": {
            **stats.rate(lengths.values()).to_json(),
            **{f"p{q}": round(float(np.percentile(moves, q)), 2) for q in (10, 50, 90)},
            "most": max(moves),
            "histogram": histogram(moves),
        },
        "deals": [dict(one) for one in deals],
    }


def _ahead(mine: int, other: int) -> float:
    return 0.5 if mine == other else float(mine < other)


def histogram(numbers: Sequence[int]) -> dict[str, Any]:
    """How many numbers fall into equal steps; the last bar takes the long tail beyond 99 %.

    >>> histogram([1, 1, 2, 5])
    {'step': 1, 'counts': [0, 2, 1, 0, 0, 1]}
    """
    step = max(1, -(-(int(np.percentile(numbers, 99, method="higher")) + 1) // BINS))
    bars = [min(number // step, BINS - 1) for number in numbers]
    counts = Counter(bars)
    return {"step": step, "counts": [counts[bar] for bar in range(max(bars) + 1)]}


def write(result: Mapping[str, Any]) -> str:
    """A result as JSON: every deal on a line of its own, the rest laid out to be read."""
    head = {key: value for key, value in result.items() if key != "deals"}
    text = json.dumps(head, indent=2, ensure_ascii=False, allow_nan=False)
    deals = ",\n".join(f"    {as_line(one)}" for one in result["deals"])
    return f'{text.removesuffix("}").rstrip()},\n  "deals": [\n{deals}\n  ]\n}}\n'
