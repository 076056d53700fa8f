"""Whole runs, small ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest

from faraon import load
from faraon.bots.net.bot import Net
from faraon.bots.net.mind import Networks
from faraon.bots.net.weights import load_weights
from faraon.learn.matches import Matches
from faraon.learn.settings import Pace, Settings
from faraon.learn.training import Target, Training
from tests.cli.command import faraon

SMALL = Settings(
    decisions=480,
    batch=40,
    moves=4,
    parts=2,
    hidden=16,
    past=0.2,
    greedy=0.2,
    remember=1,
    memory=2,
    belief=400,
)


UNWATCHED = Pace(watch=1e9, deals=128)


def training(path: Path, settings: Settings = SMALL, pace: Pace = UNWATCHED, **more: Any) -> Training:
    game = load(more.pop("rulebook", "classic"), players=2)
    return Training([game], 2, settings, path, lambda line: None, pace, **more)


@pytest.mark.soak
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    whole = training(tmp_path / "whole")
    assert whole.steps == 3
    assert whole.run()
    stopped = training(tmp_path / "stopped", pace=replace(UNWATCHED, minutes=0))
    chance = jax.tree.map(np.asarray, stopped.learner.average)
    assert not stopped.run()
    assert stopped.done == 1
    for first, now, average in zip(
        *map(jax.tree.leaves, (chance, stopped.learner.params, stopped.learner.average)), strict=True
    ):
        assert np.allclose(average, 0.1 * first + 0.9 * now, atol=1e-6)  # most of it was learned at once
    resumed = training(tmp_path / "stopped")
    assert resumed.done == 1
    assert resumed.run()
    for one, two in zip(jax.tree.leaves(whole.learner), jax.tree.leaves(resumed.learner), strict=True):
        assert np.array_equal(one, two)
    belief = resumed.teach()
    assert belief is not None
    weights = load_weights(resumed.write(belief))
    assert weights.made["rulebook"] == "classic"
    assert weights.made["steps"] == 3
    game = load("classic", players=2)
    state = game.deal(1)
    bot = Net(game, networks=Networks(weights))
    assert bot.choose(state.view(state.turn), seed=1) in state.moves()


@pytest.mark.soak
def test_self_play_learns_and_a_best_response_finds_what_is_wrong_with_uniform(tmp_path: Path) -> None:
    settings = Settings(
        decisions=600_000, batch=512, moves=8, parts=4, hidden=64, past=0.1, greedy=0.1, remember=20, belief=0
    )
    learned = training(tmp_path / "self", settings, rulebook="mini-8")
    match = Matches(learned.tables[0], 512)
    before = match(learned.learner.average, "uniform").won
    assert learned.run()
    after = match(learned.learner.average, "uniform").won
    assert after > before + 0.1
    assert after > 0.6
    alone = Settings(
        decisions=200_000, batch=512, moves=8, parts=4, hidden=64, past=0, greedy=0, belief=0, style=1
    )
    answer = training(tmp_path / "answer", alone, rulebook="mini-8", target=Target("uniform"))
    assert answer.run()
    score = answer.best_response()
    assert score.won - score.within > 0.5


@pytest.mark.soak
def test_the_commands_train_and_answer_what_was_trained(tmp_path: Path) -> None:
    own, answer = tmp_path / "own", tmp_path / "answer"
    pace = ("--decisions", "4000", "--watch", "1000", "--set", "batch=64", "--set", "parts=4")
    trained = faraon("train", str(own), *pace, "--set", "hidden=16", "--set", "belief=600")
    assert trained.returncode == 0, trained.stderr
    assert trained.stdout.endswith(f"weights with a belief: {own}/weights.npz\n")
    command = ("exploit", f"net,weights={own}/weights.npz", str(answer), *pace)
    stopped = faraon(*command, "--minutes", "0")
    assert stopped.stdout.endswith("stopped after 1 of 2 steps; the same command goes on\n"), stopped.stderr
    answered = faraon(*command)
    assert answered.returncode == 0, answered.stderr
    assert "going on after 1 of 2 steps" in answered.stdout
    assert "the best response that was found wins" in answered.stdout
    assert "best_response" in (answer / "journal.jsonl").read_text().splitlines()[-1]
    again = faraon(
        "train", str(tmp_path / "again"), *pace, "--start", f"{answer}/weights.npz", "--set", "belief=600"
    )
    assert again.returncode == 0, again.stderr
    made = load_weights(tmp_path / "again" / "weights.npz").made
    assert made["settings"]["hidden"] == 16
    assert made["start"]
