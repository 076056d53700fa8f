"""Many imagined games side by side: machine code steps them, the policy moves, the critic judges.

Every game is a row: a state of the compiled engine, all cards known. A row whose game is over is dropped.
"""

from __future__ import annotations

from faraon.bots.net.mind import Mind
from faraon.bots.net.network import Row
from faraon.engines.extras import extra
from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.engines.kernels.engine import Words
from faraon.engines.kernels.kept import KEPT_WORDS
from faraon.engines.kernels.layout import QUEUE, SIZES
from faraon.play.fast import native_engine

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray


LEAST = 1e-300
"""Luck that is added to any, and changes none but 0."""


class Futures:
    """Plays on from states of one table, so many at once."""

    def __init__(self, mind: Mind, most: int, tell: Tell = tell_on_stderr) -> None:
        engine = native_engine(mind.game, tell=tell)
        self.mind, self.most = mind, most
        self.code, self.table = engine.stepping(True), engine.table
        self.players, actions = mind.game.players, len(mind.actions)
        self.counts = mind.same == np.arange(actions)
        """Whether an action stands for all that mean the same."""
        policy = mind.networks.policy
        self.output = policy.heads["moves"]
        self.states = np.zeros((most, KEPT_WORDS), np.int32)
        self.seeds, self.firsts = np.zeros(most, np.uint64), np.zeros(most, np.int64)
        self.seen = np.zeros((most, mind.sight.width), np.float32)
        self.final = np.zeros_like(self.seen)
        self.masks, self.done = np.zeros((most, actions), np.uint8), np.zeros(most, np.uint8)
        self.turns, self.rewards = np.zeros(most, np.int32), np.zeros((most, self.players), np.float32)

    def worth(
        self, states: Words, actions: NDArray[np.int32], seat: int, depth: int, rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """What a move in each state is worth to a seat: the game's return if it is over within so many moves,
        else what the critic says of where it stands then."""
        count = len(states)
        self.states[:count] = states
        found, games = np.zeros(count), np.arange(count)
        chosen = actions
        for made in range(depth):
            self._step(chosen)
            over = self.done[: len(games)].view(np.bool_)
            if over.any():
                found[games[over]] = self.rewards[: len(games)][over, seat]
                games = self._keep(games, ~over)
            if len(games) == 0:
                return found
            if made + 1 < depth:
                chosen = self._choose(len(games), rng)
        found[games] = self._judged(len(games), seat)
        return found

    def _step(self, actions: NDArray[np.int32]) -> None:
        rows = slice(len(actions))
        self.code.step_all(
            self.states[rows], self.table, self.seeds[rows], self.firsts[rows], actions, self.seen[rows],
            self.masks[rows], self.turns[rows], self.rewards[rows], self.done[rows], self.final[rows],
        )  # fmt: skip

    def _keep(self, games: NDArray[np.intp], kept: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Moves the rows of games that go on to the front."""
        left = games[kept]
        for array in (self.states, self.seen, self.masks, self.turns):
            array[: len(left)] = array[: len(games)][kept]
        return left

    # ------------------------------------------------------------------------------------------- networks
    def _inputs(self, rows: NDArray[np.intp] | slice) -> Row:
        senses = self.mind.senses(self.seen[rows])
        style = np.broadcast_to(self.mind.style, (len(senses), len(self.mind.style)))
        return np.concatenate([senses, style], 1)

    def _choose(self, count: int, rng: np.random.Generator) -> NDArray[np.int32]:
        """A legal move in each game, drawn in proportion to the policy; nothing is asked where there is but
        one."""
        many = self.masks.shape[1]
        flat = self.masks[:count].view(np.bool_).ravel().nonzero()[0]
        games, actions = np.divmod(flat, many)
        kept = self.counts[actions]
        games, actions = games[kept], actions[kept]
        starts = np.searchsorted(games, np.arange(count))
        chosen: NDArray[np.int32] = actions[starts].astype(np.int32)
        options = np.diff(starts, append=len(games))
        asked = np.flatnonzero(options > 1)
        if len(asked):
            open_ = np.repeat(options > 1, options)
            actions, options = actions[open_], options[asked]
            likely = self._likely(asked, actions, options)
            luck = rng.standard_exponential(len(likely)) + LEAST
            likely = likely - np.log(luck)  # the highest is one drawn in proportion to the odds
            starts = np.concatenate([[0], np.cumsum(options[:-1])])
            highest = np.repeat(np.maximum.reduceat(likely, starts), options)
            best = np.flatnonzero(likely == highest)
            first = np.searchsorted(best, starts)
            chosen[asked] = actions[best[first]]
        return chosen

    def _likely(
        self, asked: NDArray[np.intp], actions: NDArray[np.intp], options: NDArray[np.intp]
    ) -> NDArray[np.float32]:
        """The policy's logits of the legal moves of some games."""
        features = self.mind.networks.policy.features(self._inputs(asked))
        outputs, place = np.unique(actions, return_inverse=True)
        found: NDArray[np.float32] = self.output.some(features, outputs)[
            np.repeat(np.arange(len(asked)), options), place
        ]
        return found

    def _judged(self, count: int, seat: int) -> NDArray[np.float32]:
        """What the critic says of each game for a seat."""
        critic, turns = self.mind.networks.critic, self.turns[:count]
        rows = np.concatenate([self._inputs(slice(count)), self._all_cards(count)], 1)
        values = critic.head("values", critic.features(rows))
        own: NDArray[np.float32] = values[np.arange(count), (seat - turns) % self.players]
        return np.clip(own, -1, 1)  # no game returns more

    def _all_cards(self, count: int) -> Row:
        """What nobody sees: the hands behind the player on turn, and the order of the stock."""
        states, turns, seats = self.states[:count], self.turns[:count], self.mind.networks.weights.seats
        found = np.zeros((count, self.mind.full_width - self.mind.width), np.float32)
        games = np.arange(count)
        for step in range(1, self.players):
            hands = states[games, (turns + step) % self.players]
            found[:, 32 * (step - 1) : 32 * step] = hands[:, None] >> np.arange(32) & 1
        queue = np.ascontiguousarray(states[:, QUEUE:SIZES]).view(np.uint8)
        lying, places = np.nonzero(np.arange(32) < (states[:, SIZES] & 255)[:, None])
        found[lying, 32 * (seats - 1) + queue[lying, places]] = (32 - places) / 32
        return found
