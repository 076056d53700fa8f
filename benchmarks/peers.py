"""What other projects' engines of like games play in a second of processor time."""

from __future__ import annotations

import random
import time
from typing import Any

BATCH = 4096
STEPS = 100
ROLLOUTS = 2_000


class OpenSpiel:
    """Crazy Eights in C++: rollouts of its tree search, and games of its random bots.

    A game is cut after 100 turns, so moves are counted and not games: how many a random game makes from this
    position, its own Python interface tells.
    """

    def __init__(self) -> None:
        import pyspiel

        self.pyspiel = pyspiel
        self.game = pyspiel.load_game("crazy_eights(players=2)")
        rng = random.Random(1)
        self.state = self.game.new_initial_state()
        while self.state.is_chance_node():
            self._chance(self.state, rng)
        self.moves = sum(self._moves(rng) for _ in range(1000)) / 1000

    @staticmethod
    def _chance(state: Any, rng: random.Random) -> None:
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])

    def _moves(self, rng: random.Random) -> int:
        state, made = self.state.clone(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                self._chance(state, rng)
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                made += 1
        return made

    def rollouts(self, seed: int) -> float:
        """One simulation of the search is one position, evaluated by many random games."""
        evaluator = self.pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
        bot = self.pyspiel.MCTSBot(self.game, evaluator, 1.4, 1, 100, False, seed, False)
        began = time.process_time()
        bot.mcts_search(self.state)
        return ROLLOUTS * self.moves / (time.process_time() - began)

    def bots(self, seed: int) -> float:
        players = [self.pyspiel.make_uniform_random_bot(seat, seed) for seat in range(2)]
        began = time.process_time()
        for number in range(ROLLOUTS):
            self.pyspiel.evaluate_bots(self.state.clone(), players, seed + number)
        return ROLLOUTS * self.moves / (time.process_time() - began)


def rlcard_uno(seed: int) -> float:
    """UNO, a step of its environment with a random legal action."""
    import rlcard

    env = rlcard.make("uno", config={"seed": seed})
    rng, made = random.Random(seed), 0
    began = time.process_time()
    while made < 3_000:
        state, _ = env.reset()
        while not env.is_over() and made < 3_000:
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            made += 1
    return made / (time.process_time() - began)


def bridge_bidding() -> Any:
    """Its deals come from a table of solved ones, which must be downloaded; random solutions are as fast."""
    import tempfile
    from pathlib import Path

    import numpy as np
    from pgx.bridge_bidding import BridgeBidding

    rng = np.random.default_rng(1)
    owners = rng.permuted(np.tile(np.repeat(np.arange(4), 13), (10_000, 1)), axis=1).reshape(-1, 4, 13)
    keys = (owners << np.arange(24, -1, -2)).sum(2)
    tricks = (rng.integers(0, 14, (10_000, 4, 5)) << np.arange(16, -1, -4)).sum(2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "solved.npy"
        np.save(path, np.stack([keys, tricks]).astype(np.int32))
        return BridgeBidding(str(path))


class Pgx:
    """A game of Pgx: a random legal action for every game of a batch, finished ones begin anew."""

    def __init__(self, name: str) -> None:
        import jax
        import jax.numpy as jnp
        import pgx
        from jax import lax
        from pgx.experimental import auto_reset

        env = bridge_bidding() if name == "bridge_bidding" else pgx.make(name)
        step = jax.vmap(auto_reset(env.step, env.init))
        self.jax = jax

        def run(states: Any, key: Any) -> Any:
            def body(states: Any, key: Any) -> tuple[Any, None]:
                pick, reset = jax.random.split(key)
                logits = jnp.log(states.legal_action_mask.astype(jnp.float32))
                actions = jax.random.categorical(pick, logits, axis=1)
                return step(states, actions, jax.random.split(reset, BATCH)), None

            return lax.scan(body, states, jax.random.split(key, STEPS))[0]

        self.run = jax.jit(run)
        self.start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), BATCH))
        jax.block_until_ready(self.run(self.start, jax.random.key(0)))

    def rate(self, seed: int) -> float:
        began = time.process_time()
        self.jax.block_until_ready(self.run(self.start, self.jax.random.key(seed)))
        return BATCH * STEPS / (time.process_time() - began)
