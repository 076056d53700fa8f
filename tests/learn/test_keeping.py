"""Settings, and what a run keeps."""

from __future__ import annotations

import json
import os
import sys
import zipfile
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from faraon.engines.errors import GameError
from faraon.learn.kept import Folder
from faraon.learn.networks import named, unnamed
from faraon.learn.selfplay import _advantages
from faraon.learn.settings import Groups, Pace, Settings
from faraon.learn.training import Target, groups
from tests.bots.test_weights import HEAD_WITHOUT_END


def test_settings_are_read_from_pairs() -> None:
    found = Settings().having({"batch": "64", "rate": "0.01/0.001", "greedy": "0.25"})
    assert (found.batch, found.rate, found.greedy) == (64, (0.01, 0.001), 0.25)
    assert json.loads(json.dumps(found.to_json()))["rate"] == [0.01, 0.001]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("bach", "1", "training has no setting 'bach': did you mean 'batch'"),
        ("batch", "many", "'batch' is a whole number, not 'many'"),
        ("rate", "0.1", "'rate' is two numbers, at first and at last"),
        ("batch", "0", "batch is 8 to 1048576, not 0"),
        ("past", "0.95", "past and greedy are shares, together at most 1"),
        ("parts", "7", "do not make 7 equal parts"),
    ],
)
def test_settings_that_make_no_sense_are_refused(name: str, value: str, said: str) -> None:
    with pytest.raises(GameError, match=said):
        Settings().having({name: value})


@pytest.mark.parametrize("pace", [{"minutes": float("nan")}, {"watch": float("nan")}, {"minutes": -1.0}])
def test_times_that_make_no_sense_are_refused(pace: dict[str, float]) -> None:
    with pytest.raises(GameError, match=f"{next(iter(pace))} is 0 or more, not"):
        Pace(**pace)  # type: ignore[arg-type]  # these are floats


def test_who_plays_whom() -> None:
    settings = Settings(past=0.25, greedy=0.125)
    assert groups(settings, 64, None) == Groups(40, 16, 8)
    assert groups(settings, 64, Target("greedy")) == Groups(0, 0, 64)
    assert groups(settings, 64, Target("uniform")) == Groups(0, 64, 0)


def test_a_checkpoint_comes_back_as_it_was(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "run", {"settings": {"rate": (1, 2)}})
    state = {
        "a": jnp.arange(6, dtype=jnp.int8).reshape(2, 3),
        "b": (jnp.float32(0.1), jnp.ones(2, jnp.float16)),
    }
    assert folder.restore(state) is None
    assert folder.steps() == 0
    folder.save({"steps": 7}, state)
    again = Folder(tmp_path / "run", {"settings": {"rate": (1, 2)}})
    found = again.restore(state)
    assert found is not None
    assert again.steps() == 7
    assert all(
        one.dtype == two.dtype and np.array_equal(one, two)
        for one, two in zip((found[1]["a"], *found[1]["b"]), (state["a"], *state["b"]), strict=True)  # type: ignore[misc]
    )


def test_other_runs_and_spoiled_ones_are_refused(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "run", {"seed": 1})
    with pytest.raises(GameError, match=r"keeps another run \(other: seed"):
        Folder(tmp_path / "run", {"seed": 2})
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("Dear")
    with pytest.raises(GameError, match="is not empty, and no training run"):
        Folder(tmp_path / "full", {"seed": 1})
    folder.save({"steps": 1}, [jnp.zeros(300)])
    whole = (tmp_path / "run" / "checkpoint.npz").read_bytes()
    with pytest.raises(GameError, match="another run"):
        folder.restore([jnp.zeros(4)])
    with pytest.raises(GameError, match="another run"):
        folder.restore([jnp.zeros(300, jnp.int32)])
    for cut in (0, 10, len(whole) // 2, len(whole) - 10):
        (tmp_path / "run" / "checkpoint.npz").write_bytes(whole[:cut])
        with pytest.raises(GameError, match="is spoiled"):
            folder.restore([jnp.zeros(300)])
    with zipfile.ZipFile(tmp_path / "run" / "checkpoint.npz", "w") as written:
        written.writestr("counts.npy", HEAD_WITHOUT_END)
    with pytest.raises(GameError, match="is spoiled"):
        folder.restore([jnp.zeros(300)])
    for said in ("{", "[" * 100_000):
        (tmp_path / "run" / "run.json").write_text(said)
        with pytest.raises(GameError, match="cannot be read"):
            Folder(tmp_path / "run", {"seed": 1})
    with pytest.raises(GameError, match="cannot keep a run: File name too long"):
        Folder(tmp_path / ("long" * 100), {"seed": 1})


@pytest.mark.parametrize(
    "counts", [{"steps": -1}, {"steps": 1, "seconds": -1}, {"steps": 1, "seconds": "nan"}, {"seconds": 1}, 7]
)
def test_a_checkpoint_that_counts_nonsense_is_spoiled(tmp_path: Path, counts: Any) -> None:
    folder = Folder(tmp_path, {"seed": 1})
    folder.save(counts, [jnp.zeros(3)])
    with pytest.raises(GameError, match="is spoiled"):
        folder.restore([jnp.zeros(3)])


def test_a_run_that_was_killed_at_its_beginning_begins_again(tmp_path: Path) -> None:
    (tmp_path / "run.json.new").write_text('{"seed"')
    Folder(tmp_path, {"seed": 1})
    assert Folder(tmp_path, {"seed": 1}).about()["seed"] == 1


def test_half_of_what_makes_a_run_is_never_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alive = True

    def written(file: int) -> None:
        if not alive:
            raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", written)
    alive = False
    with pytest.raises(KeyboardInterrupt):
        Folder(tmp_path / "run", {"seed": 1})
    assert not (tmp_path / "run" / "run.json").exists()
    alive = True
    folder = Folder(tmp_path / "run", {"seed": 2})
    folder.save({"steps": 1}, [jnp.zeros(3)])
    alive = False
    with pytest.raises(KeyboardInterrupt):
        folder.save({"steps": 2}, [jnp.ones(3)])
    assert folder.steps() == 1


def test_half_a_line_of_the_journal_gives_way(tmp_path: Path) -> None:
    folder, journal = Folder(tmp_path, {"seed": 1}), tmp_path / "journal.jsonl"
    for cut in ('{"steps": 1', '{"steps": 2}\n{"ste', '{"steps": 3}\n'):
        journal.write_text(cut)
        folder.note({"steps": 4})
        whole = cut[: cut.rfind("\n") + 1]
        assert journal.read_text() == whole + '{"steps": 4}\n'


def test_what_began_otherwise_is_another_run(tmp_path: Path) -> None:
    Folder(tmp_path, {"seed": 1, "start": "abc"})
    Folder(tmp_path, {"seed": 1, "start": "abc"})
    with pytest.raises(GameError, match=r"keeps another run \(other: start\)"):
        Folder(tmp_path, {"seed": 1})


def test_a_disk_that_is_full_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder(tmp_path, {"seed": 1})

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(GameError, match="cannot be written any more: No space left on device"):
        folder.save({"steps": 1}, [jnp.zeros(3)])


def test_networks_keep_their_names() -> None:
    params = {"policy": {"0": {"w": jnp.ones((2, 3)), "b": jnp.zeros(3)}}}
    arrays = named(params)
    assert sorted(arrays) == ["policy/0/b", "policy/0/w"]
    assert np.array_equal(unnamed(arrays)["policy"]["0"]["w"], params["policy"]["0"]["w"])


def test_advantages_are_what_came_later_less_what_was_expected() -> None:
    rng = np.random.default_rng(1)
    moves, rows, seats, trace = 6, 3, 2, 0.9
    values, paid = rng.standard_normal((moves, rows, seats)), rng.standard_normal((moves, rows, seats))
    last, over = rng.standard_normal((rows, seats)), rng.random((moves, rows)) < 0.3
    found = np.asarray(_advantages(values, last, paid, over, trace))
    expected, later = np.zeros_like(values), np.zeros((rows, seats))
    for move in reversed(range(moves)):
        goes_on = ~over[move][:, None]
        following = last if move == moves - 1 else values[move + 1]
        later = paid[move] + goes_on * following - values[move] + trace * goes_on * later
        expected[move] = later
    assert found == pytest.approx(expected, abs=1e-5)


@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")
def test_two_processes_do_not_train_in_one_folder(tmp_path: Path) -> None:
    one, other = Folder(tmp_path, {"seed": 1}), Folder(tmp_path, {"seed": 1})
    with one.alone():
        with pytest.raises(GameError, match="another process trains in"), other.alone():
            pass
        one.save({"steps": 1}, [jnp.zeros(3)])
    with other.alone():
        other.save({"steps": 2}, [jnp.zeros(3)])
