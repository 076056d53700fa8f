"""Batches of whole games on JAX, and the same moves in machine code: every state and every legal mask
compared."""

from __future__ import annotations

from typing import Any

from faraon.engines.actions import Action, action_table
from faraon.engines.extras import extra
from faraon.engines.kernels.arrays import is_over, turn_of
from faraon.engines.kernels.jax.engine import JaxEngine
from faraon.engines.kernels.layout import QUEUE, SIZES, STATE_WORDS
from faraon.play.fast import native_engine
from faraon.play.game import Game
from faraon.testing.conformance import Compared, DifferenceError

with extra("jax"):
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax import lax
    from numpy.typing import NDArray

Array = NDArray[Any]

SOON = {"xla_disable_hlo_passes": "fusion", "xla_backend_optimization_level": 1}
"""Compiled and run a few times, a batch is done soonest with these: half the time of the defaults."""


class BatchComparison:
    """One table on both engines."""

    def __init__(self, game: Game, batch: int, steps: int) -> None:
        self.game = game
        self.batch = batch
        self.steps = steps
        self.jax = JaxEngine(game.bound)
        self.native = native_engine(game)
        self.actions = action_table(game.book)
        rows = {row: number for number, row in enumerate(self.actions.rows)}
        self.numbers = np.full((3, 8, 64, 8), -1, np.int32)
        for (kind, value, tuple_, choice), number in rows.items():
            self.numbers[Action(kind, value, max(tuple_, 0), choice + 1)] = number
        self._run = jax.jit(self._games, compiler_options=SOON)

    def _games(self, states: Any, words: Any) -> Any:
        """Random moves for every game; a finished game stays as it is."""
        kernel = self.jax.kernel

        def one(state: Any, word: Any) -> Any:
            move = kernel.random_move(state, word)
            after = kernel.chosen(state.over, state, kernel.moved(state, *move))
            return after, jnp.stack([jnp.asarray(part, jnp.int32) for part in move]), kernel.legal_mask(state)

        def body(states: Any, words: Any) -> Any:
            after, moves, masks = jax.vmap(one)(states, words)
            return after, (after, moves, masks)

        return lax.scan(body, states, words)[1]

    def compare(self, origins: NDArray[np.int32], seed: int) -> Compared:
        """Plays random moves from these states, a row each, and compares."""
        words = np.random.default_rng(seed).integers(0, 2**32, (self.steps, self.batch), np.uint32)
        after, moves, masks = self._run(self.jax.states(origins), words)
        flat = jax.tree.map(lambda lane: lane.reshape(-1), after)
        found = self.jax.words(flat).reshape(self.steps, self.batch, STATE_WORDS)
        expected, made, legal = self._replayed(origins, np.asarray(moves))
        if not np.array_equal(_in_order(found), _in_order(expected)):
            step, game = np.argwhere((_in_order(found) != _in_order(expected)).any(2))[0]
            raise DifferenceError(
                f"{self.game.name}, {dict(self.game.options)}, game {game}, move {step}: "
                f"{self.native.position(found[step, game])} "
                f"instead of {self.native.position(expected[step, game])}"
            )
        if not np.array_equal(np.asarray(masks), legal):
            step, game = np.argwhere((np.asarray(masks) != legal).any(2))[0]
            raise DifferenceError(
                f"{self.game.name}, {dict(self.game.options)}: the mask of {game} at {step}"
            )
        return Compared(self.batch, made)

    def _replayed(self, origins: NDArray[np.int32], moves: Array) -> tuple[Array, int, Array]:
        """The same moves on the other kernel: the states, how many moves, and the masks before them."""
        kernel, table, players = self.native.kernel, self.native.table, self.game.players
        states = np.zeros((self.steps, self.batch, STATE_WORDS), np.int32)
        masks = np.ones((self.steps, self.batch, len(self.actions)), bool)
        buffer = np.empty(len(self.actions), np.int32)
        counter, made = np.uint64(0), 0
        for game in range(self.batch):
            state = origins[game].copy()
            for step in range(self.steps):
                if not is_over(state):
                    masks[step, game] = False
                    masks[step, game, buffer[: kernel.legal(state, table, buffer)]] = True
                    kind, value, tuple_, choice = moves[step, game]
                    if kind == 1:
                        choice = (choice - turn_of(state)) % players
                    action = int(self.numbers[kind, value, tuple_, choice + 1])
                    if kind == 2:
                        action = int(self.numbers[2, 0, 0, choice + 1])
                    kernel.advance(state, table, action, counter, 1)
                    made += 1
                states[step, game] = state
        return states, made, masks

    def dealt(self, seed: int) -> NDArray[np.int32]:
        """New games, a row each."""
        states = np.zeros((self.batch, STATE_WORDS), np.int32)
        for game in range(self.batch):
            self.native.kernel.deal(
                states[game], self.native.table, np.uint64(seed + game), game % self.game.players
            )
        return states


def _in_order(states: NDArray[np.int32]) -> Array:
    """States with nothing after the end of the queue."""
    words = states.copy()
    queue = words[..., QUEUE:SIZES].copy().view(np.uint8)
    size = (words[..., SIZES] >> 8)[..., None]
    queue[np.arange(32) >= size] = 0
    words[..., QUEUE:SIZES] = queue.view(np.int32)
    return words
