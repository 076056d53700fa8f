"""Gymnasium's own tests, and what is said of wrong settings and wrong actions."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from faraon.bots import Greedy
from faraon.engines.errors import GameError
from faraon.env.gymnasium import FaraonEnv
from faraon.env.table import Table
from faraon.game.view import View
from faraon.play.game import load
from tests.scale import scaled

pytestmark = [pytest.mark.soak, pytest.mark.filterwarnings("ignore:.*:UserWarning")]  # of the peer

ID = "faraon/Classic-v0"


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"players": 4, "opponents": "uniform", "render_mode": "ansi"},
        {"players": 3, "opponents": ["greedy", "uniform"], "render_mode": "rgb_array", "seat": 1},
        {"rulebook": "prsi", "players": 3, "memory": False},
    ],
    ids=str,
)
def test_the_checker_finds_nothing(settings: dict[str, object]) -> None:
    check_env(gymnasium.make(ID, **settings).unwrapped)


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vectors(mode: str) -> None:
    many = gymnasium.make_vec(ID, num_envs=2, vectorization_mode=mode)
    seen, _ = many.reset(seed=1)
    seen, *_ = many.step(seen["action_mask"].argmax(1))
    assert seen["observation"].shape == (2, 245)
    many.close()


def test_games_are_paid() -> None:
    """Random moves against random moves win as often as they lose."""
    table, rng = FaraonEnv(opponents="uniform"), np.random.default_rng(1)
    paid: list[float] = []
    seen, _ = table.reset(seed=1)
    while len(paid) < scaled(300, 5000):
        legal = np.flatnonzero(seen["action_mask"])
        assert np.array_equal(legal, np.flatnonzero(table.action_masks()))
        seen, reward, terminated, truncated, _ = table.step(int(rng.choice(legal)))
        if terminated or truncated:
            paid.append(reward)
            seen, _ = table.reset()
    assert set(paid) <= {-1.0, 0.0, 1.0}
    assert abs(np.mean(paid)) < 0.25


def test_a_bot_may_be_an_object() -> None:
    table = FaraonEnv(players=3, opponents=(Greedy(), "uniform"), seat=2)
    seen, info = table.reset(seed=1)
    assert info["seat"] == 2
    assert seen["action_mask"].any()


class Hasty:
    """Tells its move as a text or as a number."""

    def __init__(self, text: bool) -> None:
        self.text = text

    def choose(self, view: View, seed: int) -> str | int:
        return (
            str(view.moves[0]) if self.text else load("classic").actions.number(view.moves[0], view.turn, 2)
        )


@pytest.mark.parametrize("text", [True, False])
def test_a_bot_may_be_any_object_that_the_arena_takes(text: bool) -> None:
    table = FaraonEnv(opponents=Hasty(text))
    seen, _ = table.reset(seed=1)
    over = False
    while not over:
        seen, _, terminated, truncated, _ = table.step(int(seen["action_mask"].argmax()))
        over = terminated or truncated


@pytest.mark.parametrize("opponents", ["uniform", "ismcts:20", "novice"])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])  # noqa: S301
def test_a_copy_goes_on_with_the_same_game(opponents: str, copied: Callable[[FaraonEnv], FaraonEnv]) -> None:
    table = FaraonEnv(opponents=opponents)
    seen, _ = table.reset(seed=4)
    table.step(int(seen["action_mask"].argmax()))
    before, one, two = table.table.to_bytes(), copied(table), copied(table)
    over = False
    while not over:
        (seen, *paid), (same, *same_paid) = (env.step(int(env.action_masks().argmax())) for env in (one, two))
        assert all(np.array_equal(seen[name], same[name]) for name in seen)
        assert paid == same_paid
        over = bool(paid[1] or paid[2])
    assert table.table.to_bytes() == before


def test_nobody_moves_in_a_game_that_is_over() -> None:
    for illegal in ("lose", "raise"):
        table = FaraonEnv(illegal=illegal, opponents="uniform")
        with pytest.raises(GameError, match="reset deals one"):
            table.step(0)
        seen, _ = table.reset(seed=1)
        over = False
        while not over:
            seen, _, terminated, truncated, _ = table.step(int(seen["action_mask"].argmax()))
            over = terminated or truncated
        assert not seen["action_mask"].any()
        with pytest.raises(GameError, match="reset deals one"):
            table.step(710)


def test_a_game_that_an_illegal_action_lost_is_over() -> None:
    table = FaraonEnv()
    table.reset(seed=1)
    for wrong in (None, "draw", 1.5, -1, 713, np.array([3])):
        seen, reward, terminated, truncated, info = table.step(wrong)
        assert (reward, terminated, truncated) == (-1.0, True, False)
        assert "0 to 712" in info["illegal"]
        assert not seen["action_mask"].any()
        assert not table.action_masks().any()
        with pytest.raises(GameError, match="reset deals one"):
            table.step(710)
        table.reset(seed=1)


def test_the_version_is_the_rules_hash() -> None:
    one, two = FaraonEnv(opponents="uniform"), FaraonEnv(opponents="uniform", ace_two="free")
    assert one.rules_hash == Table(load("classic", 2)).rules_hash != two.rules_hash


def test_illegal_actions_lose_or_raise() -> None:
    table = FaraonEnv()
    seen, _ = table.reset(seed=1)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, terminated, _, info = table.step(illegal)
    assert (reward, terminated) == (-1.0, True)
    assert f"action {illegal}" in info["illegal"]
    strict = FaraonEnv(illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(GameError, match=f"action {illegal} .* legal are"):
        strict.step(illegal)


def test_wrong_settings_are_refused() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"illegal": "smile"}, "lose or raise"),
        ({"seat": 5}, "seats are 0 to 1"),
        ({"seat": "first"}, "seats are 0 to 1"),
        ({"seat": 1.0}, "seats are 0 to 1"),
        ({"opponents": None}, "a bot is a name or has a method 'choose'"),
        ({"opponents": [5]}, "a bot is a name or has a method 'choose'"),
        ({"opponents": ["greedy", "greedy"]}, "1 opponents, not 2"),
        ({"opponents": "gredy"}, "greedy"),
        ({"render_mode": "hologram"}, "render mode"),
    ]
    for settings, said in wrong:
        with pytest.raises(GameError, match=said):
            FaraonEnv(**settings)
