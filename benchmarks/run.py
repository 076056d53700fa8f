"""All engines beside their peers in one run: ``make bench``.

One thread, rates in a second of processor time, the median of five rounds; in a round everybody has a turn,
so that whatever else the machine does hits all of them. Moves are counted, not games. Writes ``latest.json``,
``latest.md`` and ``latest.svg``; the figures of other devices come from ``device.json``.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ.setdefault("JAX_PLATFORMS", "cpu")
HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import own  # noqa: E402 - behind the settings that JAX reads when it is imported

import peers  # noqa: E402

ROUNDS = 5


@dataclass(frozen=True)
class Figure:
    name: str
    engine: str
    unit: str
    rate: float


Contender = tuple[str, str, str, Callable[[int], float]]


def contenders() -> list[Contender]:
    """Name, engine, unit and what measures it."""
    spiel, jax = peers.OpenSpiel(), own.JaxRun()
    found: list[Contender] = [
        ("classic, 2 players, options folded in", "llvm", "moves/s", lambda seed: own.llvm(seed, True)),
        ("classic, 2 players", "llvm", "moves/s", lambda seed: own.llvm(seed, False)),
        ("classic, 4 players", "llvm", "moves/s", lambda seed: own.llvm(seed, False, 4)),
        ("classic, 2 players, options folded in", "numba", "moves/s", own.numba),
        ("crazy_eights, rollouts of MCTSBot", "OpenSpiel C++", "moves/s", spiel.rollouts),
        ("crazy_eights, evaluate_bots", "OpenSpiel C++", "moves/s", spiel.bots),
        ("uno, env.step", "RLCard", "moves/s", peers.rlcard_uno),
        ("classic, 2 players", "python", "moves/s", own.python),
        (f"classic, 2 players, batch {own.BATCH}", "jax", "steps/s", jax.rate),
    ]
    for name in ("leduc_holdem", "sparrow_mahjong", "bridge_bidding"):
        found.append((f"{name}, batch {peers.BATCH}", "Pgx", "steps/s", peers.Pgx(name).rate))
    return found


def measured(found: list[Contender]) -> list[Figure]:
    rates: list[list[float]] = [[] for _ in found]
    for *_, measure in found:
        measure(0)  # whatever is compiled is compiled now
    for turn in range(ROUNDS):
        for mine, (name, engine, _, measure) in zip(rates, found, strict=True):
            mine.append(measure(turn + 1))
            print(f"round {turn + 1}: {engine}, {name}: {mine[-1]:,.0f}", file=sys.stderr, flush=True)
    return [
        Figure(name, engine, unit, statistics.median(mine))
        for mine, (name, engine, unit, _) in zip(rates, found, strict=True)
    ]


def threads() -> list[Figure]:
    """One thread and two in turn, by the clock on the wall, which says little on a busy machine, and by
    processor time, which says what threads cost each other."""
    rates: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    for turn in range(2 * ROUNDS):
        for count, mine in rates.items():
            mine.append(own.llvm_threads(turn, count))
    return [
        Figure(f"classic, 2 players, threads: {count}, {clock}", "llvm", "moves/s", statistics.median(column))
        for count, mine in rates.items()
        for clock, column in zip(("wall clock", "processor time"), zip(*mine, strict=True), strict=True)
    ]


def kept_from_devices() -> list[Figure]:
    """Figures that another machine gave: ``device.json``, as ``jax_device.py`` writes it."""
    path = HERE / "device.json"
    return [Figure(**row) for row in json.loads(path.read_text(encoding="utf-8"))] if path.exists() else []


def table(figures: list[Figure]) -> str:
    base = next(f.rate for f in figures if f.name.startswith("crazy_eights, rollouts"))
    lines = ["| engine | game | rate | beside OpenSpiel's rollouts |", "|---|---|---:|---:|"]
    for one in figures:
        rate = f"{one.rate / 1e6:,.3f} M {one.unit}"
        lines.append(f"| {one.engine} | {one.name} | {rate} | {one.rate / base:,.2f} × |")
    return "\n".join(lines) + "\n"


def plot(figures: list[Figure]) -> None:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    ordered = sorted(figures, key=lambda one: one.rate)
    colours = [
        "#8b1a1a" if one.engine in ("llvm", "numba", "jax", "python") else "#9a9a9a" for one in ordered
    ]
    figure, axes = pyplot.subplots(figsize=(9, 0.4 * len(ordered) + 1))
    axes.barh([f"{one.engine}: {one.name}" for one in ordered], [one.rate for one in ordered], color=colours)
    axes.set_xscale("log")
    axes.set_xlabel("random moves (steps) a second, one thread of a processor unless a device is named")
    figure.tight_layout()
    matplotlib.rcParams.update({"svg.hashsalt": "faraon", "svg.fonttype": "none"})
    figure.savefig(HERE / "latest.svg", metadata={"Date": None})


def main() -> None:
    figures = measured(contenders()) + threads() + kept_from_devices()
    (HERE / "latest.json").write_text(
        json.dumps([asdict(f) for f in figures], indent=1) + "\n", encoding="utf-8"
    )
    (HERE / "latest.md").write_text(table(figures), encoding="utf-8")
    plot(figures)
    print(table(figures))


if __name__ == "__main__":
    main()
