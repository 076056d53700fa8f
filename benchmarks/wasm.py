"""The kernel and the search as WebAssembly, in node and in Chromium, beside native code, in one run.

    .venv/bin/python -m benchmarks.wasm

One thread, fifteen rounds in which every case has a turn: the median, and the best round, which is nearest to
an idle machine. Native code and node in seconds of processor time; a page has none but the clock's.
"""

from __future__ import annotations

import gzip
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, sync_playwright
from tools.browser import ARGUMENTS, find_browser
from tools.client import find_npm

from faraon import load
from faraon.bots.belief.trust import Trust
from faraon.bots.search.searcher import Searcher, Tree
from faraon.bots.search.style import Style
from faraon.bots.search.wasm import search_module
from faraon.play.fast import native_engine
from faraon.play.state import State

ROOT = Path(__file__).resolve().parent.parent
ROUNDS, GAMES, SIMULATIONS = 15, 2000, 5000
NODE = """
import { measure } from './benchmarks/wasm.mjs'
import { readFile } from 'node:fs/promises'
const [module, cases] = process.argv.slice(1)
const clock = () => process.cpuUsage().user / 1e6
const found = await measure(await readFile(module), JSON.parse(await readFile(cases, 'utf8')), clock)
console.log(JSON.stringify(found))
"""
PAGE = """
async () => {
  const { measure } = await import('/benchmarks/wasm.mjs')
  const bytes = await (await fetch('/module.wasm')).arrayBuffer()
  return measure(bytes, await (await fetch('/cases.json')).json(), () => performance.now() / 1000)
}
"""


def given(array: Any) -> dict[str, Any]:
    return {"items": array.dtype.name, "shape": array.shape, "numbers": array.ravel().tolist()}


class Case:
    """What is measured: games of so many players, or a search from a state."""

    def __init__(self, name: str, players: int, moves: int | None = None) -> None:
        self.name, self.searched = name, moves is not None
        self.game = load("classic", players)
        self.engine = native_engine(self.game)
        self.sent: dict[str, Any] = {"table": given(self.engine.table)}
        if moves is not None:
            self.searcher = Searcher(self.game, Style(), Trust(), engine=self.engine)
            state = self._played(moves)
            self.worlds = worlds = self.searcher.belief.worlds(state.view(state.turn), 1)
            tactics = self.searcher.tactics
            self.sent |= {
                "root": given(worlds.root),
                "world": [given(one) for one in (worlds.spots, worlds.holds, worlds.cards, worlds.energy)],
                "tactics": [given(tactics.worth), given(tactics.classes)],
                "style": astuple(Style()),
            }

    def _played(self, moves: int) -> State:
        state = self.game.deal(7)
        for _ in range(moves):
            state = state.play(state.moves()[0])
        return state

    def native(self, number: int) -> float:
        tree = Tree(self.searcher, self.worlds, number) if self.searched else None
        began = time.process_time()
        if tree is not None:
            tree.grow(SIMULATIONS)
            return time.process_time() - began
        rows = self.engine.batch(GAMES, seed=number)
        return int(rows[:, 2].sum()) / (time.process_time() - began)

    def told(self, rounds: Sequence[float]) -> str:
        middle = statistics.median(rounds)
        if self.searched:
            return f"{1000 * middle:.1f} ms ({1000 * min(rounds):.1f})"
        return f"{middle / 1e6:.1f} M ({max(rounds) / 1e6:.1f} M)"


def node() -> str:
    return str(find_npm().folder / ("node.exe" if sys.platform == "win32" else "node"))


def in_node(module: bytes, cases: str) -> list[list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        paths = Path(folder, "module.wasm"), Path(folder, "cases.json")
        paths[0].write_bytes(module)
        paths[1].write_text(cases, encoding="utf-8")
        options = ("--experimental-strip-types", "--no-warnings", "--input-type=module", "--eval", NODE)
        done = subprocess.run(  # noqa: S603 - our own script
            [node(), *options, *paths], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
        )
    found: list[list[float]] = json.loads(done.stdout)
    return found


def as_script(path: Path) -> str:
    """Without its types: a browser reads none."""
    strip = (
        "console.log(require('node:module').stripTypeScriptTypes(require('node:fs').readFileSync(0, 'utf8')))"
    )
    done = subprocess.run(  # noqa: S603 - our own script
        [node(), "--no-warnings", "--eval", strip],
        input=path.read_text("utf-8"), check=True, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return done.stdout


def in_chromium(module: bytes, cases: str) -> list[list[float]]:
    files: dict[str, tuple[str, bytes | str]] = {
        "/": ("text/html", "<!doctype html>"),
        "/module.wasm": ("application/wasm", module),
        "/cases.json": ("application/json", cases),
        "/benchmarks/wasm.mjs": ("text/javascript", (ROOT / "benchmarks/wasm.mjs").read_text("utf-8")),
        "/client/src/lib/kernel.ts": ("text/javascript", as_script(ROOT / "client/src/lib/kernel.ts")),
    }

    def answer(route: Route) -> None:
        kind, body = files.get(route.request.url.removeprefix("http://127.0.0.1"), ("text/plain", ""))
        route.fulfill(content_type=kind, body=body)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        page = browser.new_page()
        page.route("**/*", answer)
        page.goto("http://127.0.0.1/")
        found: list[list[float]] = page.evaluate(PAGE)
        browser.close()
    return found


def main() -> None:
    began = time.process_time()
    module = search_module(load("classic", 2))
    took = time.process_time() - began
    print(f"module: {len(module):,} bytes, {len(gzip.compress(module, 9)):,} by gzip; made in {took:.1f} s\n")
    cases = [
        Case("random moves a second, 2 players", 2),
        Case("random moves a second, 4 players", 4),
        Case("`ismcts:5000`, 2 players, opening", 2, 0),
        Case("`ismcts:5000`, 2 players, after 10 moves", 2, 10),
        Case("`ismcts:5000`, 4 players, opening", 4, 0),
    ]
    sent = json.dumps([case.sent for case in cases])
    native = zip(*([case.native(number) for case in cases] for number in range(ROUNDS)), strict=True)
    columns = native, in_node(module, sent), in_chromium(module, sent)
    print("| `classic` | native | node | Chromium |\n|---|---:|---:|---:|")
    for case, *rounds in zip(cases, *columns, strict=True):
        print(f"| {case.name} | {' | '.join(map(case.told, rounds))} |")


if __name__ == "__main__":
    main()
