"""Bots that sit ready: a game never waits until a search is compiled.

A search needs a rulebook's kernel, and compiling both takes some twenty seconds on a fresh machine. So a
process of its own compiles them and leaves the code in the cache, from where it is loaded in the background;
until then the greedy player moves.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field

from faraon.bots.api import Adviser, Bot
from faraon.bots.levels import LEVELS, STRONGEST
from faraon.bots.registry import KINDS, make_bot, read_name
from faraon.bots.simple.greedy import Greedy
from faraon.engines.python.engine import PythonEngine
from faraon.lang.ir import Book
from faraon.lang.library import book_from_sources
from faraon.play.fast import without_kernel
from faraon.play.game import Game

log = logging.getLogger("faraon.bots")

MOST_KEPT = 1000
COMPILING_SECONDS = 600
RETRY_SECONDS = 300


@dataclass
class ReadyBots:
    """All bots of one process."""

    _bots: dict[tuple[str, PythonEngine], Bot] = field(default_factory=dict)
    _warming: dict[str, threading.Thread] = field(default_factory=dict)
    """By the hash of the rulebook."""
    _warm: set[str] = field(default_factory=set)
    _failed_at: dict[str, float] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def bot(self, name: str, game: Game) -> Bot:
        """The bot of this name for a table; the greedy one if it cannot be had, or not yet."""
        if KINDS[read_name(name).kind].budget is None:
            return make_bot(name, game)
        key = name, game.engine
        found = self._bots.get(key)
        if found is not None:
            return found
        if game.book.hash not in self._warm:
            self.warm_up(game)
            return Greedy(game=game)
        return self._seat(key, game)

    def adviser(self, game: Game) -> Adviser:
        """The strongest bot that can say why."""
        found = self.bot(STRONGEST, game)
        return found if isinstance(found, Adviser) else Greedy(game=game)

    def level(self, name: str, game: Game) -> Bot:
        """The bot of a level."""
        return self.bot(next(level.bot for level in LEVELS if level.name == name), game)

    def _seat(self, key: tuple[str, PythonEngine], game: Game) -> Bot:
        made = quick_bot(key[0], game)
        with self._lock:
            while len(self._bots) >= MOST_KEPT:
                del self._bots[next(iter(self._bots))]
            self._bots[key] = made
        return made

    def warm_up(self, game: Game) -> threading.Thread:
        """Has the search for a rulebook compiled and loaded; it goes on in a thread."""
        with self._lock:
            thread = self._warming.get(game.book.hash)
            failed = self._failed_at.get(game.book.hash)
            if thread is None or (failed is not None and time.monotonic() > failed + RETRY_SECONDS):
                self._failed_at.pop(game.book.hash, None)
                thread = threading.Thread(target=self._prepare, args=(game,), name="warm-up", daemon=True)
                self._warming[game.book.hash] = thread
                thread.start()
        return thread

    def _prepare(self, game: Game) -> None:
        try:
            _compile_apart(game.book)
            self._seat((STRONGEST, game.engine), game)
            self._warm.add(game.book.hash)
            log.info("strong bots are ready", extra={"rulebook": game.name})
        except Exception:  # whatever it was, the greedy player goes on; the next table tries again
            log.exception("the strong bots cannot be had", extra={"rulebook": game.name})
            self._failed_at[game.book.hash] = time.monotonic()


def _compile_apart(book: Book) -> None:
    """Another process compiles, so that this one goes on answering."""
    command = [sys.executable, "-m", "faraon.bots.ready"]
    sources = json.dumps(dict(book.sources)).encode()
    found = subprocess.run(command, input=sources, timeout=COMPILING_SECONDS, capture_output=True)  # noqa: S603
    if found.returncode:
        raise RuntimeError(found.stderr.decode(errors="replace")[-2000:])


def quick_bot(name: str, game: Game) -> Bot:
    """The bot of this name, or the greedy one where its search would be slow."""
    slow = KINDS[read_name(name).kind].budget and without_kernel(game)
    return Greedy(game=game) if slow else make_bot(name, game)


def compile_search(book: Book) -> None:
    """Fills the cache."""
    make_bot(STRONGEST, Game(book, book.players[0], {}))


if __name__ == "__main__":
    compile_search(book_from_sources(json.load(sys.stdin)))
