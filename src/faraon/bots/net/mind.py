"""The networks that ship, those of files, and what they make of the views of one table."""

from __future__ import annotations

import random
from functools import cached_property, lru_cache
from operator import index
from pathlib import Path

from faraon.bots.net.network import Network
from faraon.bots.net.senses import Senses
from faraon.bots.net.sight import Sight
from faraon.bots.net.weights import Weights, load_weights, need_known_rules
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.game.chance import game_seed
from faraon.game.move import Move
from faraon.game.view import View
from faraon.play.fast import without_kernel
from faraon.play.game import Game
from faraon.play.numbers import action_features

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

STYLES = {"patient": 0, "steady": 1, "brisk": 2, "hasty": 3}
"""What a move cost everybody in training: little, or much."""

OPPONENTS = 2
"""Kinds of opponents that do not learn, which the critic is told of: another network, or one by rules of
thumb."""

INSTEAD = "ismcts:5000"
"""The best bot for tables that no network has learned,"""
AT_ONCE = "greedy"
"""and for those where a search has no machine code: it would think for half a minute."""

TOO_LONG = 60
"""After so many moves of each player a game is too long. Hardly one is, unless the last players hoard in a
circle that their best moves never leave. Training cut games at twice as many: networks hardly know them."""


def hidden_width(seats: int) -> int:
    """How much only the critic reads: all other cards, who learns and against whom."""
    return 32 * seats + seats + OPPONENTS


class Networks:
    """What was trained together."""

    def __init__(self, weights: Weights, setting: str = "") -> None:
        self.weights = weights
        self.setting = setting
        """What a bot's name says of them: nothing of those that ship."""

    @cached_property
    def policy(self) -> Network:
        """What to do, and what it is worth, from what a player sees."""
        return Network(self.weights.arrays, "policy")

    @cached_property
    def critic(self) -> Network:
        """What a position is worth to every seat, from all cards."""
        return Network(self.weights.arrays, "critic")

    @cached_property
    def belief(self) -> Network:
        """Who holds what, from what a player has seen."""
        return Network(self.weights.arrays, "belief")


@lru_cache(maxsize=2)
def shipped(name: str) -> Networks:
    """Networks that come with the package, read once."""
    return Networks(load_weights(Path(__file__).with_name(name)))


def networks_in(file: str) -> Networks:
    """The networks of a file, read once until it is written anew; :class:`GameError` says why it has none."""
    try:
        found = Path(file).stat()
        version = found.st_mtime_ns, found.st_size
    except (OSError, ValueError):  # reading it says why
        version = 0, 0
    return _kept(file, version)


@lru_cache(maxsize=16)
def _kept(file: str, version: tuple[int, int]) -> Networks:
    return Networks(load_weights(Path(file)), f",weights={file}")


def networks_for(game: Game) -> Networks:
    """The networks that know a table; :class:`GameError` names the best other bot where there are none."""
    found = shipped("two.npz" if game.players == 2 else "more.npz")
    try:
        need_known_rules(found.weights, game)
    except GameError as error:
        instead = AT_ONCE if without_kernel(game) else INSTEAD
        raise GameError("bad-option", f"{error}; take {instead}", f"{error.sk}; zvoľ {instead}") from None
    return found


class Mind:
    """Networks at one table."""

    def __init__(self, game: Game, style: str = "steady", networks: Networks | None = None) -> None:
        """With the networks that ship, or with others; :class:`GameError` if they do not know the rules."""
        if networks is None:
            networks = networks_for(game)
        need_known_rules(networks.weights, game)
        self.game, self.networks = game, networks
        self.sight = Sight(game)
        self.senses = Senses(game, networks.weights.seats)
        self.style = np.zeros(len(STYLES), np.float32)
        self.style[STYLES[style]] = 1
        self.actions = game.actions
        self.features, self.same = _actions_of(game)
        self.width = self.senses.width + len(STYLES)
        """So much the policy reads,"""
        self.full_width = self.width + hidden_width(networks.weights.seats)
        """and so much the critic."""
        networks.policy.need(self.width, moves=len(self.features), value=1)

    def whole(self, view: View) -> bool:
        """Whether all cards are in the game. Networks have never seen one with fewer, as in a lesson."""
        return sum(view.sizes) + len(view.pile) + view.stock_size == len(self.game.bound.deck)

    def too_long(self, view: View) -> bool:
        """Whether moves are better drawn, so that the game may end."""
        return view.moves_made > TOO_LONG * self.game.players

    def drawn(self, view: View, luck: float) -> Move:
        """A move in proportion to how much the policy likes each, by a number from 0 to 1."""
        reached = np.cumsum(np.exp(self.chances(view).astype(np.float64)))
        return view.moves[int(np.searchsorted(reached[:-1], luck * reached[-1], "right"))]

    def drawn_late(self, view: View, seed: int) -> Move:
        """The same in a game that is too long, with other luck at every move even if the seed is the same."""
        luck = random.Random(game_seed(index(seed), view.moves_made))  # noqa: S311 - a game, not a secret
        return self.drawn(view, luck.random())

    def senses_of(self, view: View) -> NDArray[np.float32]:
        """What the seat of a view sees, as networks read it."""
        found: NDArray[np.float32] = self.senses(self.sight(view))
        return found

    def thoughts(self, view: View) -> NDArray[np.float32]:
        """What the heads of the policy read."""
        return self.networks.policy.features(np.concatenate([self.senses_of(view), self.style]))

    def numbers(self, view: View) -> NDArray[np.intp]:
        """Of every legal move the first action that means the same."""
        found = [self.actions.number(move, view.seat, self.game.players) for move in view.moves]
        return self.same[found]

    def chances(self, view: View) -> NDArray[np.float32]:
        """How likely the policy makes each legal move, in logarithms; of moves that mean the same all but the
        first are impossible."""
        numbers = self.numbers(view)
        logits = self.networks.policy.heads["moves"].some(self.thoughts(view), numbers)
        again = np.ones(len(numbers), bool)
        again[np.unique(numbers, return_index=True)[1]] = False
        logits[again] = -np.inf
        highest = logits.max()
        found: NDArray[np.float32] = logits - (highest + np.log(np.exp(logits - highest).sum()))
        return found


@lru_cache(maxsize=16)
def _actions_of(game: Game) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """The features of every action, and the first action with the same: only that one was trained."""
    features, first = action_features(game), dict[bytes, int]()
    same = [first.setdefault(row.tobytes(), number) for number, row in enumerate(features)]
    return features, np.array(same)
