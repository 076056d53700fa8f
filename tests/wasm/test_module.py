"""The WebAssembly module of a rulebook, in node: the same games and the same trees as native code."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from faraon.bots.belief.trust import Trust
from faraon.bots.search.searcher import Searcher, Tree
from faraon.bots.search.style import Style
from faraon.cli import rules
from faraon.engines.errors import GameError
from faraon.engines.kernels.llvm.program import Source, run
from faraon.engines.playing import NO_LIMIT
from faraon.lang.library import read_book, shipped
from faraon.play.fast import native_engine
from faraon.play.game import load
from faraon.testing.conformance import compare_games
from faraon.testing.options import pairwise
from tests.bots.test_machines import some_state
from tests.cli.command import faraon
from tests.conformance.tables import one_pack
from tests.scale import SOAK, scaled
from tests.wasm.host import Host, HostError, WasmEngine

SETS = pairwise(read_book("classic"))


def emit(path: Path, *arguments: str) -> Path:
    done = faraon("rules", "emit", "wasm", *arguments, "--output", str(path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return path


@pytest.fixture(scope="session")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return emit(tmp_path_factory.mktemp("wasm") / "classic.wasm", "classic")


@pytest.fixture(scope="session")
def host(module: Path) -> Iterator[Host]:
    with closing(Host(module)) as host:
        yield host


# ---------------------------------------------------------------------------------------- games and trees
@pytest.mark.soak
@pytest.mark.parametrize("players", range(2, 7))
def test_the_same_games(host: Host, players: int) -> None:
    """2,000 in all, in the soak 20,000; and some move by move, against the interpreter."""
    rng = random.Random(f"wasm games {players}")
    for _ in range(10):
        game = one_pack("classic", players, rng.choice(SETS))
        native, wasm = native_engine(game), WasmEngine(game.bound, host)
        count, seed, first = scaled(40, 400), rng.getrandbits(64), rng.randrange(game.players)
        assert np.array_equal(wasm.batch(count, seed, first), native.batch(count, seed, first))
        origin = native.state(some_state(game, rng).position)
        assert np.array_equal(wasm.batch(5, seed, origin=origin), native.batch(5, seed, origin=origin))
    assert compare_games(game, wasm, rng, scaled(1, 20)).moves > 0


@pytest.mark.soak
@pytest.mark.parametrize("players", range(2, 7))
def test_the_same_trees(host: Host, players: int) -> None:
    """What a search believes, imagines and grows, to the last bit: 10 trees in all, in the soak 500."""
    rng = random.Random(f"wasm trees {players}")
    for _ in range(scaled(1, 20)):
        game = one_pack("classic", players, rng.choice(SETS))
        engines = native_engine(game), WasmEngine(game.bound, host)
        searchers = [Searcher(game, Style(), Trust(), engine=engine) for engine in engines]
        for _ in range(scaled(2, 5)):
            state, seed = some_state(game, rng), rng.getrandbits(32)
            view = state.view(state.turn)
            one, two = (Tree(searcher, searcher.belief.worlds(view, seed), seed) for searcher in searchers)
            assert np.array_equal(one.worlds.energy, two.worlds.energy)
            for simulations in (scaled(500, 2000), 100):
                one.grow(simulations)
                two.grow(simulations)
            assert one.used == two.used > 1
            assert np.array_equal(one.nodes[: one.used], two.nodes[: two.used])
            assert one.values[: one.used].tobytes() == two.values[: two.used].tobytes()
            dreams = [tree.searcher.belief.dream(tree.worlds, seed, 20) for tree in (one, two)]
            assert np.array_equal(dreams[0], dreams[1])


if SOAK:  # each is compiled for some seconds

    @pytest.mark.soak
    @pytest.mark.parametrize("name", [name for name in shipped() if name != "classic"])
    def test_other_rulebooks(name: str, tmp_path: Path) -> None:
        rng, game = random.Random(f"wasm {name}"), load(name, 2)
        with closing(Host(emit(tmp_path / "module.wasm", name))) as host:
            wasm = WasmEngine(game.bound, host)
            assert np.array_equal(wasm.batch(500, 7), native_engine(game).batch(500, 7))
            assert compare_games(game, wasm, rng, 5).moves > 5

    @pytest.mark.soak
    def test_it_is_written_alike_every_time(module: Path, tmp_path: Path) -> None:
        assert emit(tmp_path / "again.wasm", "classic").read_bytes() == module.read_bytes()

    @pytest.mark.soak
    def test_with_the_options_of_a_table_folded_in(module: Path, tmp_path: Path) -> None:
        game = load("classic", 3, ace_two="free")
        folded = emit(tmp_path / "folded.wasm", "classic", "--fold", "-n", "3", "-o", "ace_two=free")
        assert folded.stat().st_size < module.stat().st_size
        engine, rows = native_engine(game, specialised=True), np.empty((500, 3), np.int32)
        with closing(Host(folded)) as host:
            state = np.zeros(host.about["state"], np.int32)
            host.batch(state, engine.table, 7, 0, 0, NO_LIMIT, rows)
        assert np.array_equal(rows, engine.batch(500, 7))


# ------------------------------------------------------------------------------------------------ the module
def test_it_says_what_it_is(host: Host) -> None:
    game = load("classic", 2)
    engine = native_engine(game)
    assert host.about["rulebook"] == "classic"
    assert host.about["hash"] == game.book.hash
    assert host.about["actions"] == len(engine.actions)
    assert set(host.about["functions"]) == {
        "deal",
        "legal",
        "advance",
        "batch",
        "dream",
        "imagine_all",
        "replay",
        "search",
    }
    entries = host.about["table"]
    assert [entry["name"] for entry in entries[:5]] == [
        "players", "hand_size", "returning_players", "shuffled", "deck"
    ]  # fmt: skip
    assert len(entries) == len(engine.table)
    for entry, number in zip(entries[5:], engine.table[5:].tolist(), strict=True):
        value = game.options[entry["name"]]
        assert number == (entry["values"].index(value) if "values" in entry else value)


def test_it_is_small(module: Path) -> None:
    assert module.stat().st_size < 100_000


def test_kernel_and_search_share_their_constants(module: Path) -> None:
    names = vars(run(Source("kernel", native_engine(load("classic", 2)).text), {}))
    assert module.read_bytes().count(names["GROUP"].tobytes()) == 1
    assert module.read_bytes().count(names["ACTIONS"].tobytes()) == 1


def test_what_is_called_wrongly_is_refused(host: Host) -> None:
    state, table = np.zeros(32, np.int32), native_engine(load("classic", 2)).table
    with pytest.raises(HostError, match="no function 'undo'"):
        host.undo(state)
    with pytest.raises(HostError, match="no function 'toString'"):
        host.toString()
    with pytest.raises(HostError, match="deal takes 4 values, not 3"):
        host.deal(state, table, 7)
    with pytest.raises(HostError, match="value 0 of deal must be an array of int32"):
        host.deal(table, table, 7, 0)
    with pytest.raises(HostError, match="value 1 of deal must be an array of int64, dimensions: 1"):
        host.deal(state, table.reshape(1, -1), 7, 0)
    with pytest.raises(HostError, match="value 2 of deal must be uint64"):
        host.deal(state, table, state, 0)
    with pytest.raises(HostError, match="value 1 of deal must be an array"):
        host.deal(state, 5, 7, 0)
    with pytest.raises(HostError, match="RangeError"):
        host.deal(state, table, 0.5, 0)
    assert host.deal(state, table, 7, 0) > 1 << 63  # after all that it still deals; the counter is unsigned


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"", "CompileError"), (b"\0asm\1\0\0\0", "not one of Fara"), (None, "CompileError")],
    ids=["empty", "foreign", "cut"],
)
def test_another_file(module: Path, tmp_path: Path, data: bytes | None, message: str) -> None:
    path = tmp_path / "other.wasm"
    path.write_bytes(module.read_bytes()[:5000] if data is None else data)
    with pytest.raises(HostError, match=message):
        Host(path)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_it_is_not_shown_to_people(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    with pytest.raises(GameError, match="add --output FILE"):
        rules.emit("wasm", "classic")
    assert terminal.getvalue() == ""
