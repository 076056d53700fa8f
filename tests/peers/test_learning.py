"""The tests of libraries that learn in environments, and that one of them does learn."""

from __future__ import annotations

from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env as check_for_sb3
from torchrl.envs import GymWrapper, PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from faraon.env.gymnasium import FaraonEnv
from faraon.env.pettingzoo import env as agents
from tests.scale import SOAK, scaled


def test_stable_baselines_finds_nothing() -> None:
    check_for_sb3(FaraonEnv())


def test_torchrl_finds_nothing() -> None:
    check_env_specs(GymWrapper(FaraonEnv(opponents="uniform"), categorical_action_encoding=True))
    for players in (2, 4):
        check_env_specs(PettingZooWrapper(agents(players=players), use_mask=True))


def test_maskable_ppo_learns() -> None:
    """A few hundred steps run through; in full it wins four games of five against random moves."""
    steps, games = scaled(512, 100_000), scaled(4, 400)
    table = FaraonEnv(opponents="uniform")
    model = MaskablePPO("MultiInputPolicy", table, n_steps=256, seed=1, device="cpu")
    model.learn(steps)
    won = 0
    for game in range(games):
        seen, _ = table.reset(seed=10_000 + game)
        done, reward = False, 0.0
        while not done:
            action, _ = model.predict(seen, action_masks=table.action_masks(), deterministic=True)
            seen, reward, terminated, truncated, _ = table.step(int(action))
            done = terminated or truncated
        won += reward > 0
    assert not SOAK or won / games >= 0.8
