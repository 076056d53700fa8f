"""Networks of one's own, wherever bots are named: ``net,weights=FILE``."""

from __future__ import annotations

import hashlib
import json
import pickle
from pathlib import Path

import pytest

import faraon.arena
from faraon.arena.run import Run
from faraon.bots.net.bot import Net
from faraon.bots.net.mind import Networks
from faraon.bots.net.weights import load_weights, save_weights
from faraon.cli.bot import BotProgram
from faraon.engines.errors import GameError
from faraon.env.gymnasium import FaraonEnv
from faraon.play.game import load
from tests.bots.networks import made_up
from tests.cli.command import faraon as command

GAME = load("mini-8", 2)
TABLE = ("--rulebook", "mini-8")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a run [bold]" / "own.npz"
    path.parent.mkdir()
    save_weights(path, made_up(GAME, width=8).weights)
    return path


def done(*arguments: str, given: str = "") -> str:
    ended = command(*arguments, given=given)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_in_the_arena(file: Path, tmp_path: Path) -> None:
    names = [f"net,weights={file}", f"deep:8,weights={file}", "uniform"]
    result = tmp_path / "result.json"
    done("arena", *names, *TABLE, "--games", "4", "--json", str(result))
    found = json.loads(result.read_text(encoding="utf-8"))
    assert found["run"]["bots"] == [bot["name"] for bot in found["bots"]] == names
    played = faraon.arena.play(names, GAME, games=4)
    assert played["bots"] == found["bots"]


def test_in_the_terminal(file: Path) -> None:
    options = ("--bot", f"net,weights={file}", *TABLE, "--seed", "1", "--lang", "en")
    assert "Opponent 1 " in done("play", *options, given="1\n" * 20)
    ended = command("play", "--bot", f"net,weights={file}", "--lang", "sk")
    assert ended.returncode == 2
    assert "sieť 'made up' sa učila iné pravidlá" in ended.stderr


def test_as_a_program(file: Path) -> None:
    name = f"net,weights={file}"
    view = GAME.deal(1).view(0)
    asked = [{"do": "hello"}, {"do": "choose", "view": GAME.write_view(view)}]
    told = done("bot", name, *TABLE, given="".join(f"{json.dumps(one)}\n" for one in asked))
    hello, answer = map(json.loads, told.splitlines())
    assert hello["name"] == name
    own = Net(GAME, networks=Networks(load_weights(file)))
    assert answer == {"move": str(own.choose(view, 0))}
    with pytest.raises(GameError, match="there is no file"):
        BotProgram(f"{name}.gone")


def test_where_small_tables_are_solved(file: Path) -> None:
    """By either name, and not as the player by rules of thumb, who stands in for networks elsewhere."""
    small, table = file.with_name("small.npz"), ("--option", "move_limit=3")
    save_weights(small, made_up(load("mini-6", 2, move_limit=3), width=8).weights)
    name = f"net,weights={small}"
    told = done("solve", "mini-6", *table, "--bot", name, "--bot", "greedy")
    own, greedy = told.splitlines()[-2:]
    assert own.startswith(f"{name} ")
    assert own.split()[-3:] != greedy.split()[-3:]
    for asked in ((name,), ("net", "--weights", str(small))):
        assert done("exploit", *asked, "--rulebook", "mini-6", *table).splitlines()[-1] == own


def test_in_the_laboratory(file: Path) -> None:
    """Settings that its networks have not learned are left out, and it is said why."""
    name = f"net,weights={file}"
    told = done("lab", *TABLE, "--games", "2", "--strong", name, "--option", "move_limit")
    assert f"{name} with itself" in told
    assert "skipped. the network 'made up' learned other rules" in told


def test_as_an_opponent(file: Path) -> None:
    env = FaraonEnv("mini-8", opponents=f"net,weights={file}")
    _, info = env.reset(seed=1)
    assert info
    assert [bot.name for bot in pickle.loads(pickle.dumps(env))._bots] == [f"net,weights={file}"]  # noqa: S301


@pytest.mark.parametrize(
    ("job", "bots"), [("arena", ("NAME", "uniform")), ("lab", ("--strong", "NAME", "--option", "move_limit"))]
)
def test_a_run_does_not_go_on_with_other_weights(job: str, bots: tuple[str, ...], file: Path) -> None:
    """The file may have been written anew meanwhile; results say what it held."""
    result, part = file.with_name("result.json"), file.with_name("result.json.part")
    named = [one.replace("NAME", f"net,weights={file}") for one in bots]
    asked = (job, *named, *TABLE, "--games", "2", "--json", str(result))
    done(*asked)
    held = json.loads(result.read_text(encoding="utf-8"))["run"]
    assert held["weights"] == {str(file): hashlib.sha256(file.read_bytes()).hexdigest()}
    begun = json.dumps({"faraon": f"{job} journal", **held}) + "\n"
    part.write_text(begun, encoding="utf-8")
    done(*asked)
    save_weights(file, made_up(GAME, seed=1, width=8).weights)
    part.write_text(begun, encoding="utf-8")
    refused = command(*asked)
    assert refused.returncode == 2
    assert "is the journal of another run" in refused.stderr


def test_where_nobody_plays_by_a_file_results_say_nothing_of_weights() -> None:
    assert "weights" not in Run.of(GAME, ["greedy", "uniform"], 2, 1).identity()
