"""The bots of this process: tables share them, and the threads in which they think.

Whoever asks for hints waits for others who ask for hints, and never holds up a bot that plays.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

from faraon.bots.api import Advice
from faraon.bots.ready import ReadyBots
from faraon.game.move import Move
from faraon.play.state import State
from faraon.server.live.connection import Connection
from faraon.server.live.work import Work
from faraon.server.settings import Settings
from faraon.server.wire.refusals import RefusalError

BOTS = ReadyBots()
HINTS = Work("hints", Settings.hints_waiting, most_each=2)
"""Of a table: the one that is asked for, and perhaps an older one."""
THREADS = max(2, os.cpu_count() or 1)
_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bots")
_asked = 0
"""Moves that bots are asked for now."""


async def think(level: str, state: State, seed: int) -> Move:
    """What a bot of this level plays."""
    global _asked
    _asked += 1
    try:
        return await asyncio.get_running_loop().run_in_executor(_threads, _think, level, state, seed)
    finally:
        _asked -= 1


def at_work() -> tuple[int, int]:
    """How many bots think now, and how many wait until they may."""
    return min(_asked, THREADS), max(0, _asked - THREADS)


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
