"""Is a training run that is killed the same run? Two that are left alone, and one that is killed twice.

    python benchmarks/resume.py FOLDER --decisions 50000000 --set belief=8000000

Everything else goes to ``faraon train``. The third run is killed in self-play after so many ``--steps`` and
again once its belief is kept, and goes on each time. All three must end in the same weights, checkpoint and
belief, byte by byte.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ALONE, ALONE_TOO, KILLED = "alone", "alone-too", "killed"
FILES = {"weights.npz": "about", "checkpoint.npz": "counts", "belief.npz": "counts"}
"""What a run ends in, and where in it stands how long it took."""

Row = dict[str, Any]


class Runs:
    """Some runs with the same settings, each in a folder of its own."""

    def __init__(self, folder: Path, settings: list[str]) -> None:
        self.folder, self.settings = folder, settings

    def start(self, name: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "faraon", "train", str(self.folder / name), *self.settings]
        with (self.folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log)  # noqa: S603 - it is this program

    def killed_once(self, name: str, far: Callable[[Row], bool]) -> str:
        """Starts it, and kills it once it is so far; gives what it had told last."""
        run = self.start(name)
        while run.poll() is None:
            told = self.told(name)
            if any(map(far, told)):
                run.kill()
                run.wait()
                return f"killed after {json.dumps(told[-1])[:80]}"
            time.sleep(0.02)
        return "was done before it could be killed"

    def told(self, name: str) -> list[Row]:
        journal = self.folder / name / "journal.jsonl"
        lines = journal.read_text().splitlines() if journal.exists() else []
        return [json.loads(line) for line in lines if line.endswith("}")]

    def same(self, one: str, other: str) -> bool:
        return all(self._equal(one, other, file, apart) for file, apart in FILES.items())

    def _equal(self, one: str, other: str, file: str, apart: str) -> bool:
        first, second = (dict(np.load(self.folder / name / file)) for name in (one, other))
        names = first.keys() - {apart}
        return names == second.keys() - {apart} and all(
            first[name].tobytes() == second[name].tobytes() for name in names
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--steps", type=int, default=20)
    asked, settings = parser.parse_known_args()
    asked.folder.mkdir(parents=True)
    runs = Runs(asked.folder, ["--watch", "2", *settings])
    alone = [runs.start(name) for name in (ALONE, ALONE_TOO)]
    far: list[Callable[[Row], bool]] = [
        lambda row: row.get("steps", 0) >= asked.steps,
        lambda row: "belief" in row,
    ]
    for condition in far:
        print(runs.killed_once(KILLED, condition), flush=True)
    for run in (runs.start(KILLED), *alone):
        if run.wait():
            sys.exit(f"a run failed; {asked.folder} keeps what it said")
    others = [name for name in (ALONE_TOO, KILLED) if not runs.same(ALONE, name)]
    if others:
        sys.exit(f"not the same as {ALONE}: {', '.join(others)}")
    print("the same in every byte")


if __name__ == "__main__":
    main()
