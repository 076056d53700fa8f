"""Sensible, mutated and senseless lines for the referee: always one answer, never an exception, no leak."""

from __future__ import annotations

import functools
import importlib
import inspect
import json
import pkgutil
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import faraon
from faraon.cli.lines import LONGEST_MESSAGE
from faraon.cli.referee import Referee
from faraon.engines.errors import CODES
from faraon.lang import library
from tests.cli.talk import TABLES, Talk, odd_files
from tests.patience import PATIENCE
from tests.scale import scaled

BATCHES = range(4)
LINES = scaled(3_000, 100_000) // len(BATCHES)
GAMES = scaled(4, 60)
RULEBOOKS = scaled(12, 400) // len(BATCHES)
MEGABYTE = 1_000_000

NOT_IMPORTED = re.compile(
    r"__main__$|\.migrations|\.preludes\.|\.kernels\.\w+\.games$|\.machine(\.|$)"
    r"|\.env\.(gymnasium|openspiel|pettingzoo|pgx)$"
)
"""Alembic's own files, those that are read as text and compiled with a kernel, and what needs a peer."""

pytestmark = pytest.mark.soak


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    return odd_files(tmp_path)


def no_constant(name: str) -> object:
    raise AssertionError(f"{name} is not JSON")


class Watch:
    """A referee under watch: every answer is one line of JSON, and what is refused changes nothing."""

    def __init__(self) -> None:
        self.referee = Referee()
        self.told: dict[str, Any] | None = None
        """The state as it was told last."""
        self.seen: Counter[str] = Counter()

    def send(self, line: bytes) -> dict[str, Any]:
        before, match = self.referee.state, self.referee.match
        written = self.referee.answer(line)
        assert len(written.splitlines()) == 1
        assert written.encode("utf-8")
        answer: dict[str, Any] = json.loads(written, parse_constant=no_constant)
        if answer["ok"] is True:
            self.seen["ok"] += 1
            if "state" in answer:
                self.told = answer["state"]
            elif self.referee.state is not before:  # a match before its first game
                assert "match" in answer
                assert self.referee.state is None
        else:
            assert answer["ok"] is False
            assert set(answer) - {"id"} == {"ok", "error"}
            assert list(answer["error"]) == ["code", "message"]
            assert answer["error"]["code"] in CODES
            assert 0 < len(answer["error"]["message"]) <= LONGEST_MESSAGE + 2
            assert self.referee.state is before
            assert self.referee.match is match
            self.seen[answer["error"]["code"]] += 1
        return answer

    def check_state(self) -> None:
        """The referee still tells the state that it told last."""
        if self.referee.state is not None:
            assert json.loads(self.referee.answer('{"do": "state"}'))["state"] == self.told

    def fresh(self) -> None:
        """After ``quit`` somebody else begins."""
        self.referee, self.told = Referee(), None


def converse(watch: Watch, talk: Talk, lines: int) -> None:
    for number in range(lines):
        line = talk.line(watch.referee)
        answer = watch.send(line)
        sent = readable(line)
        if sent is not None and "id" in sent and answer.get("error", {}).get("code") != "bad-json":
            assert answer["id"] == sent["id"]
        if number % 20 == 0:
            watch.check_state()
        if watch.referee.finished:
            watch.fresh()


def readable(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


@pytest.mark.parametrize("batch", BATCHES)
def test_any_line_has_an_answer(batch: int, files: list[str]) -> None:
    watch, talk = Watch(), Talk(random.Random(f"lines {batch}"), files)
    converse(watch, talk, LINES // 4)
    warm = resident()
    converse(watch, talk, LINES - LINES // 4)
    grown = resident() - warm
    print(f"\nreferee: batch {batch}, {LINES} lines, {dict(watch.seen)}, {grown / MEGABYTE:.1f} MB more")
    assert watch.seen["ok"] > LINES / 5
    assert len(watch.seen) >= 12
    assert grown < 150 * MEGABYTE  # what the caches below may hold, and some slack


@pytest.mark.parametrize("table", range(len(TABLES)), ids=lambda table: "{} {}".format(*TABLES[table]))
def test_matches_of_every_kind_go_on_to_the_end(table: int) -> None:
    """By keen players, else it takes long; where every game is drawn a match never ends."""
    book, players, options = TABLES[table]
    rng, watch = random.Random(f"match {table}"), Watch()

    def ask(**request: Any) -> dict[str, Any]:
        answer = watch.send(json.dumps(request).encode())
        assert answer["ok"], answer
        return answer

    for kind in ("single", "series", "olympic"):
        match = ask(do="match", kind=kind, games=3, rulebook=book, players=players, options=options)["match"]
        for _ in range(GAMES):
            while match["asked"] is not None:
                match = ask(do="beggar", seat=match["asked"], ask=rng.random() < 0.5)["match"]
            if match["over"]:
                break
            answer = ask(do="deal", seed=rng.getrandbits(64))
            assert [len(hand) for hand in answer["state"]["hands"]] == (
                answer["match"]["hand_sizes"] or [len(answer["state"]["hands"][0])] * players
            )
            while not answer["state"]["over"]:
                moves = ask(do="moves")["moves"]
                lays = [move for move in moves if move not in ("draw", "concede")]
                answer = ask(do="play", move=rng.choice(lays or moves))
            match = answer["match"]
        assert bool(match["winners"]) == match["over"]


@pytest.mark.parametrize("batch", BATCHES)
def test_any_rulebook_has_an_answer(batch: int, tmp_path: Path) -> None:
    """Rulebooks with a few words changed: most are refused, and by the others one can play."""
    rng = random.Random(f"rulebooks {batch}")
    path, watch = tmp_path / "house.far", Watch()
    text = library.source("classic")[1]
    for _ in range(RULEBOOKS):
        path.write_text(changed(text, rng), encoding="utf-8")
        request = {
            "do": "new",
            "rulebook": str(path),
            "players": rng.choice((2, 3, 4)),
            "seed": rng.getrandbits(64),
        }
        if not watch.send(json.dumps(request).encode())["ok"]:
            continue
        for _ in range(60):
            moves = watch.send(b'{"do": "moves"}')["moves"]
            if not moves:
                break
            move = rng.choice(moves)
            for judged in (move, "h7 b7", "h7^1", "stand"):
                watch.send(json.dumps({"do": "judge", "move": judged}).encode())
            assert watch.send(json.dumps({"do": "play", "move": move}).encode())["ok"]
            watch.send(json.dumps({"do": "view", "seat": rng.randrange(-1, 2)}).encode())
    print(f"\nreferee: {RULEBOOKS} changed rulebooks, {dict(watch.seen)}")


def changed(text: str, rng: random.Random) -> str:
    """A rulebook with one to three words exchanged, lost or replaced."""
    tokens = re.findall(r'"[^"\n]*"|\w+|\S|\s+', text)
    places = [k for k, token in enumerate(tokens) if not token.isspace() and not token.startswith('"')]
    others = (
        *(
            "0",
            "1",
            "15",
            "999",
            "not",
            "<",
            "==",
            "!=",
            "+",
            "-",
            "*",
            "/",
            "|",
            "&",
            "true",
            "none",
            "nobody",
        ),
        *(
            "TOP",
            "BOTTOM",
            "DRAWN",
            "Cn[0]",
            "Cn[-1]",
            "i",
            "j",
            "n",
            "active",
            "next,",
            "leave,",
            "draw 5,",
            "(",
        ),
    )
    for _ in range(rng.choice((1, 1, 2, 3))):
        at, other = rng.choice(places), rng.choice(places)
        tokens[at] = rng.choice((tokens[other], tokens[other], rng.choice(others), ""))
    return "".join(tokens)


# --------------------------------------------------------------------------------------------------- memory


def resident() -> int:
    """How much memory the process holds, where the system tells."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
    except OSError:
        return 0


def caches() -> Iterator[tuple[str, Any]]:
    """Every cache of a function in the package."""
    for module in pkgutil.walk_packages(faraon.__path__, "faraon."):
        if not NOT_IMPORTED.search(module.name):
            importlib.import_module(module.name)
    for name, module_ in sorted(sys.modules.items()):
        if name.startswith("faraon"):
            for key, value in vars(module_).items():
                if isinstance(value, functools._lru_cache_wrapper):
                    yield f"{name}.{key}", value


def test_every_cache_has_a_bound() -> None:
    found = dict(caches())
    assert len(found) >= 3
    for name, cache in found.items():
        bounded = cache.cache_parameters()["maxsize"] is not None
        assert bounded or not inspect.signature(cache).parameters, name


def test_nothing_leaks() -> None:
    """In a process of its own: here other tests' servers may still run, and take memory meanwhile."""
    only = Path(__file__).parent / "referee_memory.py"
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", only],
        capture_output=True, text=True, timeout=40 * PATIENCE,
    )  # fmt: skip
    print(found.stdout)
    assert found.returncode == 0, found.stdout + found.stderr
