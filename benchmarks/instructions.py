"""Instructions of a random move, counted: the one figure that a busy machine does not change.

    .venv/bin/python benchmarks/instructions.py

It needs gcc and valgrind, which knows the instructions of a Haswell; its branch predictor is a simple one.
Dealing is in it: two numbers of games are played, and the difference is divided by the moves.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import llvmlite.binding as llvm

from faraon import load
from faraon.engines.kernels.llvm.program import Program
from faraon.engines.kernels.llvm.target import optimised
from faraon.engines.kernels.native import NativeEngine
from faraon.play.fast import native_engine

FEW, MANY = 100, 2100
HOST = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
void batch(int32_t *, int64_t, int64_t *, int64_t, uint64_t, int64_t, int64_t, int64_t, int32_t *, int64_t,
           int64_t);
int main(int count, char **given) {
    int games = atoi(given[1]);
    static int32_t origin[32];
    int64_t table[] = {TABLE};
    int32_t *rows = malloc(12 * games);
    batch(origin, 32, table, sizeof table / 8, 7, 0, 0, 1LL << 40, rows, games, 3);
    long moves = 0;
    for (int row = 0; row < games; row++) moves += rows[3 * row + 2];
    printf("%ld\\n", moves);
}
"""


def built(engine: NativeEngine, folder: Path) -> Path:
    """A program that plays so many games."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(cpu="haswell", opt=3, reloc="pic")
    module = Program(engine.sources()).module
    (folder / "kernel.o").write_bytes(optimised(module, llvm.get_default_triple(), machine))
    (folder / "host.c").write_text(HOST.replace("TABLE", ", ".join(map(str, engine.table.tolist()))))
    subprocess.run(["gcc", "-O1", "host.c", "kernel.o", "-o", "host"], cwd=folder, check=True)  # noqa: S607
    return folder / "host"


def counted(program: Path, games: int) -> tuple[int, int, int]:
    """Instructions, branches that were foreseen wrongly, and moves."""
    command = ["valgrind", "--tool=callgrind", "--branch-sim=yes", "--callgrind-out-file=/dev/null"]
    done = subprocess.run(  # noqa: S603 - our own program
        [*command, str(program), str(games)], check=True, capture_output=True, text=True
    )
    line = next(line for line in done.stderr.splitlines() if "Collected" in line)
    instructions, _, wrong, _, wrong_jumps = map(int, line.split(":")[1].split())
    return instructions, wrong + wrong_jumps, int(done.stdout)


def main() -> None:
    print("| `classic` | instructions a move | branches foreseen wrongly |\n|---|---:|---:|")
    for players in (2, 4):
        for specialised in (False, True):
            engine = native_engine(load("classic", players), specialised)
            with tempfile.TemporaryDirectory() as folder:
                program = built(engine, Path(folder))
                few, many = (counted(program, games) for games in (FEW, MANY))
            moves = many[2] - few[2]
            options = "options folded in" if specialised else "options open"
            instructions, wrong = ((many[at] - few[at]) / moves for at in (0, 1))
            print(f"| {players} players, {options} | {instructions:.0f} | {wrong:.2f} |")


if __name__ == "__main__":
    main()
