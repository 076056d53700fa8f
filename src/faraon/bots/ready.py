"""Bots that tables share.

A search is compiled for each rulebook, a second or two once on a machine, by whoever asks for it first: in a
thread where others must not wait.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, field

from faraon.bots.api import Adviser, Bot
from faraon.bots.levels import STRONGEST
from faraon.bots.registry import bot_named, by_network, make_bot, read_name, searches
from faraon.bots.simple.greedy import Greedy
from faraon.engines.python.engine import PythonEngine
from faraon.play.fast import without_kernel
from faraon.play.game import Game

log = logging.getLogger("faraon.bots")

MOST_KEPT = 1000
RETRY_SECONDS = 300

Key = tuple[str, PythonEngine]
"""The name of a bot, or of a level, and its table."""


@dataclass
class ReadyBots:
    """All bots of one process."""

    _bots: dict[Key, Bot] = field(default_factory=dict)
    _failed_at: dict[Key, float] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def bot(self, name: str, game: Game) -> Bot:
        """The bot of this name for a table; the greedy one if it cannot be had."""
        quick = not (searches(name) or by_network(read_name(name)))
        if quick or game.bound.covered:
            return make_bot(name, game)  # the others are refused where groups are laid covered
        key = name, game.engine
        found = self._bots.get(key)
        if found is not None:
            return found
        if self._failed_lately(key):
            return Greedy(game=game)
        return self._seat(key, game)

    def adviser(self, game: Game) -> Adviser:
        """The strongest bot that can say why."""
        found = self.level(STRONGEST.name, game)
        return found if isinstance(found, Adviser) else Greedy(game=game)

    def level(self, name: str, game: Game) -> Bot:
        """The bot of a level; where groups are laid covered it is a bluffer (§17), and one that does without
        networks where these have not learned the rules."""
        key = name, game.engine
        if self._failed_lately(key):
            return Greedy(game=game)
        try:
            behind = bot_named(name, game)
        except Exception:  # the file of the networks may be spoilt
            return self._instead(key, game)
        return self.bot(behind, game)

    def _seat(self, key: Key, game: Game) -> Bot:
        try:
            made = quick_bot(key[0], game)
        except Exception:  # whatever it was
            return self._instead(key, game)
        with self._lock:
            while len(self._bots) >= MOST_KEPT:
                del self._bots[next(iter(self._bots))]
            return self._bots.setdefault(key, made)

    def _instead(self, key: Key, game: Game) -> Bot:
        """Tells what went wrong: the greedy player goes on, and after a while it is tried again."""
        log.exception("the strong bots cannot be had", extra={"rulebook": game.name})
        self._failed_at[key] = time.monotonic()
        return Greedy(game=game)

    def _failed_lately(self, key: Key) -> bool:
        failed = self._failed_at.get(key)
        return failed is not None and time.monotonic() < failed + RETRY_SECONDS

    def warm_up(self, game: Game) -> threading.Thread:
        """Gets the strongest bot ready in a thread, before anybody asks for it."""
        thread = threading.Thread(target=self.level, args=(STRONGEST.name, game), name="warm-up", daemon=True)
        thread.start()
        return thread


def quick_bot(name: str, game: Game) -> Bot:
    """The bot of this name, or the greedy one where its search would be slow."""
    slow = searches(name) and without_kernel(game) is not None
    return Greedy(game=game) if slow else make_bot(name, game)
