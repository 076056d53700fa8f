"""The bots of this process: tables share them, and the threads in which they think.

Whoever asks for hints waits for others who ask for hints, and never holds up a bot that plays.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from faraon.bots.api import Advice
from faraon.bots.levels import LEVELS
from faraon.bots.ready import ReadyBots
from faraon.bots.registry import searches
from faraon.game.move import Move
from faraon.play.state import State
from faraon.server.live.connection import Connection
from faraon.server.live.work import Work
from faraon.server.settings import Settings
from faraon.server.table.levels import DEFAULT_LEVEL
from faraon.server.wire.refusals import RefusalError

BOTS = ReadyBots()
HINTS = Work("hints", Settings.hints_waiting, most_each=2)
"""Of a table: the one that is asked for, and perhaps an older one."""
SEARCHING = frozenset(level.name for level in LEVELS if searches(level.bot))
"""The levels that think for long."""
THREADS = max(2, os.cpu_count() or 1)
_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bots")
MOST_EACH = 2 * THREADS
"""So many bots think or wait for one address; more of its bots play as one that does not search."""
_asked: Counter[str] = Counter()
"""Moves that bots are asked for now, by the address that they play for."""


async def think(level: str, state: State, seed: int, whom: str) -> Move:
    """What a bot of this level plays; a weaker one, if too many think for the same address already."""
    if _asked[whom] >= MOST_EACH and level in SEARCHING:
        level = DEFAULT_LEVEL
    _asked[whom] += 1
    try:
        return await asyncio.get_running_loop().run_in_executor(_threads, _think, level, state, seed)
    finally:
        _asked[whom] -= 1
        if not _asked[whom]:
            del _asked[whom]


def at_work() -> tuple[int, int]:
    """How many bots think now, and how many wait until they may."""
    asked = _asked.total()
    return min(asked, THREADS), max(0, asked - THREADS)


def _think(level: str, state: State, seed: int) -> Move:
    return BOTS.level(level, state.game).choose(state.view(state.turn), seed)


def _advise(state: State, seed: int) -> Advice:
    return BOTS.adviser(state.game).advise(state.view(state.turn), seed)


class Hints:
    """Of one table: each position is thought about once, however often and by whomever it is asked for."""

    def __init__(self, table: str, cost: float) -> None:
        self._table, self._cost = table, cost
        self._position = 0
        self._advice: asyncio.Future[Advice] | None = None

    async def get(self, connection: Connection, position: int, state: State, seed: int) -> Advice:
        """The advice for whoever is on turn."""
        if self._advice is None or self._position != position:
            if not connection.afford(self._cost):
                raise RefusalError("too-fast")
            self._position = position
            self._advice = asyncio.ensure_future(HINTS.do(self._table, _advise, state, seed))
            self._advice.add_done_callback(self._forget_refusals)
        # Whoever goes away does not take it from the others.
        return await asyncio.shield(self._advice)

    def _forget_refusals(self, done: asyncio.Future[Advice]) -> None:
        if (done.cancelled() or done.exception() is not None) and self._advice is done:
            self._advice = None
