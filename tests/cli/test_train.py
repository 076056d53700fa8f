"""``faraon train`` and ``faraon exploit``: what is refused, with the reason, before anything is compiled."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import jax
import numpy as np
import pytest

from faraon.arena import games
from faraon.bots.api import Budget
from faraon.bots.net.weights import save_weights
from faraon.bots.simple.uniform import Uniform
from faraon.cli import train
from faraon.engines.errors import GameError
from faraon.game.move import Move
from faraon.game.view import View
from faraon.learn.settings import Settings
from faraon.play.game import load
from tests.bots.networks import made_up
from tests.cli.command import faraon


def refused(*arguments: str) -> str:
    ended = faraon(*arguments)
    assert ended.returncode == 2
    assert not ended.stdout
    return ended.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--set", "bach=1"], "training has no setting 'bach': did you mean 'batch'?"),
        (["--set", "batch"], "'batch' is not of the form NAME=VALUE"),
        (["--players", "6"], "networks learn tables of 2 to 5 players, not of 6"),
        (["--players", "3-2"], "networks learn tables of 2 to 5 players, not of 3-2"),
        (["--rulebook", "mau"], "with mau the pile is shuffled"),
        (["--option", "packs=2"], "compiled engines play with one pack, this table needs 2"),
    ],
)
def test_runs_that_cannot_be_are_refused(tmp_path: Path, arguments: list[str], said: str) -> None:
    """Without a word about the time that they would take, and no folder is made."""
    answer = refused("train", str(tmp_path / "run"), *arguments)
    assert said in answer
    assert "no GPU" not in answer
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobody"], "there is no bot 'nobody'"),
        (["net", "--players", "6"], "learned tables of 3, 4, 5 players, not of 6"),
        (["net", "--option", "ace_two=free"], "the network 'two' learned other rules"),
        (["greedy", "--weights", "w.npz"], "'greedy' has no setting 'weights=w.npz'"),
        (["net", "--weights", "nowhere.npz"], "there is no file nowhere.npz"),
        (["net,weights=nowhere.npz"], "there is no file nowhere.npz"),
        (["net,weights=a.npz", "--weights", "b.npz"], "sets 'weights' twice"),
        (["net", "--weights", "a,b.npz"], "'a,b.npz': a path with a comma cannot be written"),
        (["net,weights=START", "--players", "3"], "learned tables of 2 players, not of 3"),
        (["net,weights=START", "--set", "hidden=64"], "it begins with networks whose hidden is 16, not 64"),
        (["net", "--weights", "START", "--set", "hidden=64"], "whose hidden is 16, not 64"),
        (["greedy", "--set", "style=3"], "a best response is trained with style = 1, not 3"),
        (["greedy", "--set", "past=0.5"], "a best response is trained with past = 0.0, not 0.5"),
        (["greedy", "--set", "memory=2"], "a best response meets no networks of the past: leave out memory"),
        (["net", "--set", "hidden=64"], "it begins with networks whose hidden is 512, not 64"),
        (["net", "--set", "depth=3"], "it begins with networks whose depth is 2, not 3"),
        (["greedy", "--set", "hidden=64", "--start", "START"], "whose hidden is 16, not 64"),
    ],
)
def test_best_responses_that_cannot_be_are_refused(tmp_path: Path, arguments: list[str], said: str) -> None:
    start = tmp_path / "start.npz"
    save_weights(start, made_up(load("classic", 2), width=16).weights)
    bot, *more = (one.replace("START", str(start)) for one in arguments)
    assert said in refused("exploit", bot, str(tmp_path / "run"), *more)
    assert not (tmp_path / "run").exists()


def test_other_bots_are_refused_with_the_time_that_it_would_take(tmp_path: Path) -> None:
    own = tmp_path / "own.npz"
    save_weights(own, made_up(load("classic", 2), width=16).weights)
    for bot in ("ismcts:20", "greedy,slips=40", "net,style=hasty", f"net,style=hasty,weights={own}"):
        said = refused("exploit", bot, str(tmp_path / "run"))
        assert f"'{bot}' does not play on arrays (net, greedy and uniform do)" in said
        assert re.search(r"about [0-9.]+ ms a decision, .* about [0-9,]{1,9} (days|hours|minutes)$", said)


def test_what_is_compiled_first_is_no_part_of_that_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a bot that takes an hour for its first decision, and for each of the others a second."""

    class Clock:
        now = 0.0

        @classmethod
        def monotonic(cls) -> float:
            return cls.now

    class Slow(Uniform):
        def choose(self, view: View, seed: int, budget: Budget | None = None) -> Move:
            Clock.now += 1 if Clock.now else 3600
            return super().choose(view, seed)

    monkeypatch.setattr(train, "time", Clock)
    monkeypatch.setattr(games, "make_bot", lambda name, game: Slow())
    said = train._refusal("slow", load("classic", 2))
    assert "about 1000.0 ms a decision" in said
    assert said.endswith("about 1,157 days")


def test_a_program_that_does_not_play_is_no_measure(tmp_path: Path) -> None:
    said = refused("exploit", f"program:{sys.executable} -c pass", str(tmp_path / "run"))
    assert "does not play: crashed" in said


@pytest.mark.parametrize(
    ("backend", "left", "belief", "said"),
    [
        (
            "cpu",
            2_000_000_000,
            300_000_000,
            "2,000 million and 300 million for the belief take it about 7 days",
        ),
        ("cpu", 100_000_000, 0, "100 million take it about 7 hours"),
        ("cpu", 1_000_000, 0, ""),
        ("cpu", 0, 300_000_000, ""),  # all is written
        ("gpu", 2_000_000_000, 300_000_000, ""),
    ],
)
def test_without_a_gpu_what_is_left_takes_so_long(
    backend: str, left: int, belief: int, said: str,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    run = SimpleNamespace(settings=Settings(belief=belief), left=left, written=lambda: not left)
    monkeypatch.setattr(jax, "default_backend", lambda: backend)
    train._warn_without_gpu(run)  # type: ignore[arg-type]  # what is read of a run
    told = capsys.readouterr().err
    assert ("no GPU" in told) == bool(said)
    assert said in told


@pytest.mark.parametrize("kind", [jax.errors.JaxRuntimeError, ValueError])
def test_what_a_device_has_no_memory_for_is_told(tmp_path: Path, kind: type[Exception]) -> None:
    with (
        pytest.raises(GameError, match="too little memory: take fewer games"),
        train._interruptible(tmp_path),
    ):
        raise kind("RESOURCE_EXHAUSTED: Out of memory allocating 137438953472 bytes.")
    with pytest.raises(kind, match="a defect"), train._interruptible(tmp_path):
        raise kind("a defect")


def test_an_interrupt_is_never_lost(tmp_path: Path) -> None:
    """Where an exception would be, in a callback that nobody hears of."""
    program = f"""
import os, pathlib, signal
from faraon.cli import train
class Callback:
    def __del__(self): os.kill(os.getpid(), signal.SIGINT)
with train._interruptible(pathlib.Path({str(tmp_path)!r})):
    Callback()
    print("went on")
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ended.returncode == 130, ended.stderr
    assert ended.stderr == f"interrupted; the same command goes on from what {tmp_path} keeps\n"
    assert not ended.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--start", "nowhere.npz"], "there is no file nowhere.npz"),
        (["--start", "START", "--players", "2-3"], "learned tables of 2 players, not of 3"),
        (["--start", "START", "--rulebook", "mini-6"], "learned other rules"),
        (["--start", "START", "--set", "hidden=64"], "it begins with networks whose hidden is 16, not 64"),
    ],
)
def test_self_play_begins_with_networks_that_know_its_tables(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    start = tmp_path / "start.npz"
    save_weights(start, made_up(load("classic", 2), width=16).weights)
    asked = (one.replace("START", str(start)) for one in arguments)
    assert said in refused("train", str(tmp_path / "run"), *asked)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("lost", ["critic/values/w", "critic/0/w", "critic/1/b", "policy/moves/b"])
def test_networks_to_begin_with_must_fit(tmp_path: Path, lost: str) -> None:
    networks = made_up(load("classic"), width=16)
    whole = networks.weights
    save_weights(
        tmp_path / "lacking.npz", replace(whole, arrays={**whole.arrays, lost: np.zeros((2, 2), np.float32)})
    )
    said = refused("exploit", "greedy", str(tmp_path / "run"), "--start", str(tmp_path / "lacking.npz"))
    assert f"no network '{lost.partition('/')[0]}' for what this version shows" in said
    assert not (tmp_path / "run").exists()


def test_what_is_no_layer_is_left_alone() -> None:
    game = load("classic")
    whole = made_up(game, width=16).weights
    more = {**whole.arrays, "policy/0/w/x": np.zeros(3, np.float32)}
    found = train._networks(replace(whole, arrays=more), game)
    assert found.keys() == {"policy", "critic"}


def test_small_tables_are_looked_at_as_a_whole() -> None:
    ended = faraon("exploit", "uniform", "--rulebook", "mini-6")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines()[-1].split() == ["uniform", "0.42801", "-0.25368", "-0.60234"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["net"], "the network 'two' learned other rules"),
        (["greedy", "--weights", "w.npz"], "'greedy' has no setting 'weights=w.npz'"),
        (["net", "--weights", "nowhere.npz"], "there is no file nowhere.npz"),
        (["net,weights=a.npz", "--weights", "b.npz"], "sets 'weights' twice"),
        (["uniform", "--start", "w.npz"], "--start, --set and --minutes are for larger tables"),
        (["uniform", "--set", "batch=64"], "mini-6 is looked at as a whole: --start, --set"),
        (["uniform", "--minutes", "3"], "mini-6 is looked at as a whole"),
    ],
)
def test_what_only_training_heeds_is_refused_at_small_tables(arguments: list[str], said: str) -> None:
    assert said in refused("exploit", *arguments, "--rulebook", "mini-6")


def test_a_file_that_holds_no_weights_is_refused_in_our_own_words(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear")
    said = refused("exploit", "net", str(tmp_path / "run"), "--weights", str(letter))
    assert said.strip() == f"{letter} holds no weights of networks, or not all of them"
    said = refused("exploit", "net", str(tmp_path / "run"), "--weights", str(tmp_path))
    assert "not all of them (Is a directory)" in said
