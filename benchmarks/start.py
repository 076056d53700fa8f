"""How long until a strong bot plays, in seconds of processor time on one core.

    .venv/bin/python benchmarks/start.py

Every figure is a process of its own with everything that it does, from the start of Python on; `compiling`
is only the part that makes machine code. Python's own files are compiled already. Numba compiles the same
texts: that is how it was before.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile

ENGINES = {"llvm": "native", "numba": "numba"}
PACKAGES = {"llvm": "faraon.engines.kernels.native", "numba": "faraon.engines.kernels.numba.engine, numba"}
COMPILE = """
import time
from faraon import load
from faraon.bots.search.searcher import machine_of
from faraon.play.fast import {engine}_engine
engine = {engine}_engine(load("classic", 2), tell=lambda _: None)
began = time.process_time()
"""
KERNEL = COMPILE + "engine.kernel.batch\nprint(time.process_time() - began)"
SEARCH = COMPILE + "machine_of(engine, lambda _: None)\nprint(time.process_time() - began)"
MOVE = """
from faraon import load
from faraon.bots.belief.trust import Trust
from faraon.bots.api import Budget
from faraon.bots.search.searcher import Searcher
from faraon.bots.search.style import Style
from faraon.play.fast import {engine}_engine
def move(players, **options):
    game = load("classic", players, **options)
    engine = {engine}_engine(game, {folded}, tell=lambda _: None)
    search = Searcher(game, Style(), Trust(), tell=lambda _: None, engine=engine)
    state = game.deal(7)
    assert search.candidates(state.view(state.turn), 1, Budget(simulations=1000))
"""
FIRST = MOVE + "move(2)"
ANOTHER = (
    MOVE + "import time\nmove(2)\nbegan = time.process_time()\n"
    "move(4, ace_two='free')\nprint(time.process_time() - began)"
)


def run(compiled: str, text: str, cache: str, engine: str, folded: bool = False) -> tuple[float, float]:
    """What a process took, and what it says that a part of it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = text.replace("{engine}", engine).replace("{folded}", str(folded))
    environment = {**os.environ, "FARAON_CACHE_DIR": cache, "PYTHONPYCACHEPREFIX": compiled}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    core = min(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    done = subprocess.run(  # noqa: S603 - our own text
        [sys.executable, "-c", text],
        env=environment, check=True, stdout=subprocess.PIPE, text=True,
        preexec_fn=None if core is None else lambda: os.sched_setaffinity(0, [core]),
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took, float(done.stdout or 0)


def measured(compiled: str, engine: str) -> dict[str, float]:
    """One round, with a cache of its own."""
    found = {}
    for text, what in (
        (KERNEL, "the kernel for random games"),
        (SEARCH, "the kernel with its search for bots"),
    ):
        with tempfile.TemporaryDirectory() as cache:
            found[f"compiling {what}"] = run(compiled, text, cache, engine)[1]
    with tempfile.TemporaryDirectory() as cache:
        found["first process on a machine, to the first strong move"] = run(compiled, FIRST, cache, engine)[0]
        found["any other process, to the first strong move"] = run(compiled, FIRST, cache, engine)[0]
        found["other players and options, to the next strong move"] = run(compiled, ANOTHER, cache, engine)[1]
        run(compiled, FIRST, cache, engine, folded=True)
        found["the same with the options folded in"] = run(compiled, ANOTHER, cache, engine, folded=True)[1]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engines", nargs="+", default=["llvm", "numba"])
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as compiled:
        for engine in chosen.engines:
            run(compiled, MOVE + f"import {PACKAGES[engine]}", compiled, ENGINES[engine])
        rounds = [
            {engine: measured(compiled, ENGINES[engine]) for engine in chosen.engines}
            for _ in range(chosen.rounds)
        ]
    print(f"| seconds of processor time | {' | '.join(chosen.engines)} |")
    print(f"|---|{'---:|' * len(chosen.engines)}")
    for what in rounds[0][chosen.engines[0]]:
        cells = (statistics.median(one[engine][what] for one in rounds) for engine in chosen.engines)
        print(f"| {what} | {' | '.join(f'{cell:.2f}' for cell in cells)} |")


if __name__ == "__main__":
    main()
