"""How a run is watched, with steps that do nothing but take their time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax.numpy as jnp
import pytest

from faraon import load
from faraon.learn import training
from faraon.learn.settings import Pace, Settings
from faraon.learn.training import TOGETHER, Training


class Clock:
    """Of a machine on which a step takes so many seconds, and an evaluation so many."""

    def __init__(self, seconds: float, watching: float = 0) -> None:
        self.now, self.seconds, self.watching = 0.0, seconds, watching

    def monotonic(self) -> float:
        return self.now

    def step(self, learner: Any, *given: Any) -> tuple[Any, Any]:
        self.now += self.seconds
        return learner, jnp.zeros(5)


def run(path: Path, clock: Clock, patch: pytest.MonkeyPatch) -> tuple[Training, list[int]]:
    """A run of one minute on such a machine, and after how many steps it was watched."""
    watched = list[int]()
    settings = Settings(decisions=10**6, batch=8, moves=4, parts=2, hidden=8, past=0, greedy=0, belief=0)
    found = Training([load("mini-6", 2)], 2, settings, path, lambda line: None, Pace(minutes=1, watch=20))

    def watch(told: list[float]) -> None:
        watched.append(found.done)
        clock.now += clock.watching

    patch.setattr(training, "time", clock)
    patch.setattr(found.stepper, "step", clock.step)
    patch.setattr(found, "_watch", watch)
    patch.setattr(found, "save", lambda: None)
    assert not found.run()
    return found, watched


def test_a_slow_machine_looks_at_the_clock_after_every_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, watched = run(tmp_path, Clock(15), monkeypatch)
    assert watched == [
        1,
        3,
        5,
    ]  # of 15 seconds each: not later than the minute that was asked for, and a step
    assert slow.speed == slow.stepper.decisions / 15


def test_a_quick_machine_has_many_steps_under_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick, watched = run(tmp_path, Clock(0.125), monkeypatch)
    assert watched[:3] == [1, 2 + 16 * TOGETHER, 2 + 32 * TOGETHER]
    assert quick.done * 0.125 <= 60 + 0.125 * TOGETHER
    assert quick.speed == quick.stepper.decisions / 0.125


def test_where_watching_takes_long_there_is_learning_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, watched = run(tmp_path, Clock(5, watching=25), monkeypatch)
    assert watched == [1, 6, 7]  # learned from 30 seconds to 55, and the minute is over after 80
