"""The belief is taught in parts as well, and a run that is done is left alone: with teaching that takes no
time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from faraon import load
from faraon.bots.net.weights import Weights, load_weights, remember
from faraon.learn import training
from faraon.learn.believing import Student
from faraon.learn.networks import Params
from faraon.learn.settings import Pace, Settings
from faraon.learn.training import Training

STEPS = 10
SETTINGS = Settings(decisions=1, batch=8, moves=4, parts=2, hidden=8, past=0, greedy=0, belief=100 * STEPS)


class Teaching:
    """Every step has a key and a rate of its own, and takes a second."""

    width, positions = 4, 100
    steps, last = 0, STEPS
    """After so many it is killed."""

    def __init__(self, *given: Any) -> None:
        """Of tables, games at each, and how long these are."""

    def begin(self, belief: Params, key: Any) -> Student:
        return Student(belief, {"steps": jnp.zeros(())}, (jax.random.key_data(key),), ())

    def step(self, student: Student, policy: Params, key: Any, rate: Any) -> tuple[Student, Any]:
        if type(self).steps == self.last:
            raise KeyboardInterrupt
        type(self).steps += 1
        own = rate * jax.random.normal(key)
        belief = jax.tree.map(lambda one: 0.9 * one + own, student.belief)
        return student._replace(belief=belief), jnp.ones(2)


@pytest.fixture
def teaching(monkeypatch: pytest.MonkeyPatch) -> type[Teaching]:
    class Own(Teaching):
        pass

    class Clock:
        """It strikes once a step."""

        @staticmethod
        def monotonic() -> float:
            return float(Own.steps)

    monkeypatch.setattr(training, "Teaching", Own)
    monkeypatch.setattr(training, "time", Clock)
    return Own


def run(path: Path, pace: Pace = Pace(watch=3)) -> tuple[Training, list[str]]:  # noqa: B008 - it never changes
    """A run whose policy is done."""
    said = list[str]()
    found = Training([load("mini-6", 2)], 2, SETTINGS, path, said.append, pace)
    found.done = found.steps
    return found, said


def beliefs(path: Path) -> Sequence[Any]:
    arrays = load_weights(path / "weights.npz").arrays
    return [arrays[name] for name in sorted(arrays) if name.startswith("belief/")]


def test_a_belief_whose_teaching_was_stopped_or_killed_is_the_same(
    tmp_path: Path, teaching: type[Teaching]
) -> None:
    assert run(tmp_path / "whole")[0].finish()
    whole = beliefs(tmp_path / "whole")
    assert whole
    path, teaching.steps, teaching.last = tmp_path / "parts", 0, 5
    with pytest.raises(KeyboardInterrupt):
        run(path)[0].finish()
    assert not beliefs(path)
    teaching.last = 100
    stopped, said = run(path, Pace(minutes=2 / 60, watch=3))
    assert not stopped.finish()
    assert "the belief goes on after 3 of 10 steps" in said
    assert "the belief stopped after 6 of 10 steps; the same command goes on" in said
    assert run(path)[0].finish()
    assert all(np.array_equal(one, two) for one, two in zip(whole, beliefs(path), strict=True))


def test_a_run_that_is_done_is_left_alone(tmp_path: Path, teaching: type[Teaching]) -> None:
    assert run(tmp_path)[0].finish()
    file = tmp_path / "weights.npz"
    remember(file, "chance", {"2": [0.1, 1.0]})
    again, said = run(tmp_path)
    assert again.finish()
    assert said == [f"done before: {file}"]
    assert teaching.steps == STEPS
    weights: Weights = load_weights(file)
    assert weights.made["chance"] == {"2": [0.1, 1.0]}
    file.write_bytes(file.read_bytes()[:1000])
    again, said = run(tmp_path)
    assert again.finish()
    assert said[-1] == f"weights with a belief: {file}"
    assert teaching.steps == STEPS  # what was taught is kept
