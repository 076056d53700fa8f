"""PettingZoo's own tests, and that rewards add up to nothing."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from faraon.engines.errors import GameError
from faraon.env.pettingzoo import env, raw_env
from tests.scale import scaled

pytestmark = [
    pytest.mark.soak,
    pytest.mark.filterwarnings("ignore:.*:UserWarning"),
]

SETTINGS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "move_limit": 30},
    {"players": 4, "reward": "places"},
    {"players": 5},
    {"players": 4, "rulebook": "prsi", "memory": False},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_api(settings: dict[str, Any]) -> None:
    api_test(env(**settings), num_cycles=scaled(300, 5000))


def test_seeds() -> None:
    seed_test(lambda **settings: env(players=3, **settings), num_cycles=200)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **settings: env(players=3, **settings))
    capsys.readouterr()


def test_in_parallel() -> None:
    parallel_api_test(turn_based_aec_to_parallel(raw_env(players=3)), num_cycles=200)


def test_it_travels_between_processes() -> None:
    settings: dict[str, Any] = {"players": 4, "reward": "places", "ace_two": "free"}
    copied = pickle.loads(pickle.dumps(raw_env(**settings)))  # noqa: S301
    copied.reset(seed=1)
    assert (copied.reward, copied.table.game.options["ace_two"]) == ("places", "free")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])  # noqa: S301
@pytest.mark.parametrize("make", [raw_env, env])
def test_a_copy_goes_on_with_the_same_game(make: Callable[..., Any], copied: Callable[[Any], Any]) -> None:
    table = make(players=3)
    table.reset(seed=5)
    for _ in range(6):
        table.step(int(table.last()[0]["action_mask"].argmax()))
    before, one, two = table.unwrapped.table.to_bytes(), copied(table), copied(table)
    while one.agents:
        assert (one.agent_selection, one.agents) == (two.agent_selection, two.agents)
        (seen, *told), (same, *same_told) = one.last(), two.last()
        assert all(np.array_equal(seen[name], same[name]) for name in seen)
        assert told == same_told
        action = None if told[1] or told[2] else int(seen["action_mask"].argmax())
        one.step(action)
        two.step(action)
    assert table.unwrapped.table.to_bytes() == before
    one.reset()
    two.reset()
    assert one.unwrapped.table.to_bytes() == two.unwrapped.table.to_bytes(), "chance goes on alike, too"


def test_nobody_moves_where_no_game_is_going_on() -> None:
    table = raw_env(players=2)
    with pytest.raises(GameError, match="reset deals one"):
        table.step(0)
    table.reset(seed=1)
    for _ in table.agent_iter():
        seen, _, terminated, truncated, _ = table.last()
        table.step(None if terminated or truncated else int(seen["action_mask"].argmax()))
    with pytest.raises(GameError, match="reset deals one"):
        table.step(710)


@pytest.mark.parametrize("settings", [*SETTINGS, {"players": 3, "play_on": "first_out"}], ids=str)
def test_rewards_add_up_to_nothing(settings: dict[str, Any]) -> None:
    """Also where a game is cut off after somebody was paid; and nobody moves after they have finished."""
    table, rng, early = raw_env(**settings), random.Random(1), 0
    for seed in range(scaled(40, 2000)):
        table.reset(seed=seed)
        paid, gone = dict.fromkeys(table.possible_agents, 0.0), set[str]()
        for agent in table.agent_iter():
            seen, reward, terminated, truncated, _ = table.last()
            paid[agent] += reward
            if terminated or truncated:
                early += not table.table.over
                gone.add(agent)
                table.step(None)
                continue
            assert agent not in gone
            table.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        assert abs(sum(paid.values())) < 1e-9
        assert len(gone) == table.table.players
    assert bool(early) == (settings.get("reward") != "places" and settings["players"] > 2 and table._early)


def test_an_illegal_action_is_named() -> None:
    table = raw_env(players=2)
    table.reset(seed=3)
    illegal = int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(GameError, match=f"action {illegal} .* legal are"):
        table.step(illegal)


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(GameError, match="loser or places"):
        raw_env(reward="money")
    with pytest.raises(GameError, match="render mode"):
        raw_env(render_mode="hologram")
    with pytest.raises(GameError, match="recycle = shuffle"):
        raw_env(recycle="shuffle")
