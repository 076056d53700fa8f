"""Writes every golden file anew: ``python -m tests.golden``. Read the difference before you commit it."""

from __future__ import annotations

import json
import random
from pathlib import Path

from faraon.engines.actions import ActionTable, action_table
from faraon.engines.kernels.numba.module import numba_source
from faraon.engines.kernels.plan import plan
from faraon.lang.library import read_book
from faraon.play.cover import keen_move
from faraon.play.fast import SlowEngine
from faraon.play.game import load
from faraon.play.replay import record_of
from faraon.testing.perft import PerftFile, perft

HERE = Path(__file__).parent / "golden"
SHIPPED = Path(__file__).parent.parent / "src" / "faraon" / "testing"

GAMES = [
    ("classic", 2, {}, 7),
    ("classic", 3, {"ace_two": "free", "play_drawn": "on"}, 3),
    ("classic", 4, {"pajchel": "penalty", "finish_over": "own"}, 5),
    ("classic", 5, {}, 11),
    ("prsi", 3, {}, 2),
    ("family", 2, {}, 4),
    ("formal", 3, {}, 6),
    ("formal-repaired", 4, {}, 8),
    ("draft", 2, {}, 9),
    ("mau", 3, {}, 1),
    ("crazy", 4, {}, 2),
    ("mini-8", 2, {}, 6),
]


def table_text(table: ActionTable) -> str:
    """The action table, a move a line; returns as the player in seat 0 of six would write them."""
    return "".join(f"{number} {table.move(number, 0, 6)}\n" for number in range(len(table)))


def emitted() -> str:
    return numba_source(plan(read_book("classic")))


def played(rulebook: str, players: int, options: dict[str, str], seed: int) -> str:
    game, rng = load(rulebook, players, **options), random.Random(seed)
    state = game.deal(seed)
    while not state.over:
        state = state.play(keen_move(list(state.moves()), rng))
    return record_of(state).write()


def counted(text: str) -> str:
    file = PerftFile.parse(text)
    state = file.state()
    engine = SlowEngine(state.game)
    counts = [perft(engine, state.position, depth + 1) for depth in range(len(file.counts))]
    kept = [line for line in text.splitlines() if not line.startswith("perft ")]
    return "\n".join([*kept, "perft " + " ".join(map(str, counts))]) + "\n"


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name in ("classic", "formal", "draft"):
        table = action_table(read_book(name))
        (HERE / f"actions-{name}.txt").write_text(table_text(table), encoding="utf-8")
    (HERE / "numba-classic.txt").write_text(emitted(), encoding="utf-8")
    orders = {file.stem: _order(file) for file in sorted((SHIPPED / "perft").glob("*.txt"))}
    (HERE / "legal-order.json").write_text(json.dumps(orders, indent=1) + "\n", encoding="utf-8")
    for rulebook, players, options, seed in GAMES:
        path = SHIPPED / "playthroughs" / f"{rulebook}-{players}.fgn"
        path.write_text(played(rulebook, players, options, seed), encoding="utf-8")
    for file in (SHIPPED / "perft").glob("*.txt"):
        file.write_text(counted(file.read_text(encoding="utf-8")), encoding="utf-8")


def _order(file: Path) -> str:
    state = PerftFile.parse(file.read_text(encoding="utf-8")).state()
    return ", ".join(map(str, state.moves()))


if __name__ == "__main__":
    main()
