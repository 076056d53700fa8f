"""How many positions the solver proves, and how soon: ``python benchmarks/solver.py --positions 500``.

The positions are those right after the pile was turned over in games of the greedy bot against itself, one a
game; time is that of the processor, on one core.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator

import faraon
from faraon.bots.api import Budget
from faraon.bots.simple.greedy import Greedy
from faraon.bots.solve.proof import ProofSearch
from faraon.bots.solve.values import Allowance, solve
from faraon.game.position import Position
from faraon.play.fast import native_engine
from faraon.play.game import Game

LIMITS = (0.1, 0.3, 1.0, 3.0)


def turned(game: Game) -> Iterator[tuple[int, Position]]:
    """Seeds and positions; one game in twenty lasts so long."""
    bot, seed = Greedy(), 0
    while True:
        state = game.deal(seed)
        while not state.over:
            state = state.play(bot.choose(state.view(state.turn), seed * 4096 + state.position.moves_made))
            if any(event[0] == "turn" for event in state.log[-1].events):
                break
        if not state.over:
            yield seed, state.position
        seed += 1


def measured(count: int, longest: float) -> list[dict[str, object]]:
    game = faraon.load("classic", players=2)
    search = ProofSearch(native_engine(game, specialised=True))
    rows: list[dict[str, object]] = []
    for seed, position in turned(game):
        if len(rows) == count:
            break
        allowance = Allowance(Budget(milliseconds=round(1000 * longest)), clock=time.process_time)
        began = time.process_time()
        solution = solve(search, position, allowance)
        seconds = time.process_time() - began
        hands = [len(hand) for hand in position.hands]
        shown = {"seed": seed, "hands": hands, "turn": position.turn, "value": solution.value.value}
        found = {"seconds": round(seconds, 4), "nodes": solution.nodes, "distance": solution.distance}
        rows.append({**shown, **found})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--longest", type=float, default=1.0, help="seconds for a position")
    parser.add_argument("--json", action="store_true", help="every position as JSON")
    chosen = parser.parse_args()
    rows = measured(chosen.positions, chosen.longest)
    if chosen.json:
        print(json.dumps(rows))
        return
    values = Counter(str(row["value"]) for row in rows)
    print("value     positions")
    for value, number in values.most_common():
        print(f"{value:10}{number:9}")
    print("seconds   proven")
    for limit in (one for one in LIMITS if one <= chosen.longest):
        share = sum(row["value"] != "unknown" and float(str(row["seconds"])) <= limit for row in rows)
        print(f"{limit:<10}{share / len(rows):6.1%}")
    spent = sum(float(str(row["seconds"])) for row in rows)
    print(f"{sum(int(str(row['nodes'])) for row in rows) / spent:,.0f} nodes a second")


if __name__ == "__main__":
    main()
