"""A run may begin with what another has learned, be it done or not; nothing is compiled but a deal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from faraon import load
from faraon.bots.net.weights import load_weights
from faraon.engines.errors import GameError
from faraon.learn.networks import named, unnamed
from faraon.learn.settings import Settings
from faraon.learn.training import Training

SETTINGS = Settings(decisions=10**6, batch=8, moves=4, parts=2, hidden=8, past=0, greedy=0, belief=0)


def begun(path: Path, **more: Any) -> Training:
    return Training([load("mini-6", 2)], 2, SETTINGS, path, lambda line: None, **more)


def test_a_run_that_is_under_way_keeps_networks_with_which_another_can_begin(tmp_path: Path) -> None:
    first = begun(tmp_path / "first")
    first.done = 3
    first.save()
    kept = load_weights(tmp_path / "first" / "weights.npz")
    assert kept.made["steps"] == 3 < first.steps
    assert not first.written()  # which only what is done is
    second = begun(tmp_path / "second", start=unnamed(dict(kept.arrays)))
    now, learned = named(second.learner.params), named(first.learner.average)
    assert now.keys() == learned.keys() == kept.arrays.keys()
    for name, numbers in now.items():
        assert np.array_equal(numbers, kept.arrays[name])
        assert np.allclose(numbers, np.where(numbers == 0, 0, learned[name]), atol=0.02)
    begun(tmp_path / "second", start=unnamed(dict(kept.arrays)))  # goes on
    with pytest.raises(GameError, match=r"keeps another run \(other: start\)"):
        begun(tmp_path / "second")


def test_what_is_done_is_written_when_it_is_told(tmp_path: Path) -> None:
    run = begun(tmp_path)
    run.done = run.steps
    run.save()
    assert not (tmp_path / "weights.npz").exists()
    assert run.finish()
    assert load_weights(tmp_path / "weights.npz").made["steps"] == run.steps
