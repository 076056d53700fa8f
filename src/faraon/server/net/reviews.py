"""Reviews for those who ask: turn by turn, in one thread, within everybody's limits.

Machine code runs without Python's lock, so that whoever plays goes on meanwhile. The thread has the priority
of all others: with a lower one a busy machine may put it off while it holds that lock, and everybody waits.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor

from faraon.server import wire as msg
from faraon.server.net.limits import Buckets
from faraon.server.settings import Settings
from faraon.server.table.reviewing import Reviewing
from faraon.server.wire.refusals import RefusalError

log = logging.getLogger("faraon.server")

Key = tuple[bytes, int, bool, int]
"""The record's fingerprint, the seat, whether all cards are open, simulations."""


def key_of(asked: msg.AskReview) -> Key:
    return hashlib.sha256(asked.record.encode()).digest(), asked.seat, asked.open, asked.simulations


class Reviews:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.spent = Buckets(settings.review_simulations_per_second, settings.review_simulations_at_once)
        self._going: Counter[str] = Counter()
        """Reviews under way, by address."""
        self._kept: OrderedDict[Key, list[bytes]] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reviews")

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def kept(self, key: Key) -> list[bytes] | None:
        """The lines of a review that was made before."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def check(self, whom: str) -> None:
        """A refusal if too much is under way, in all or for this address."""
        if self._going[whom] >= self._settings.reviews_waiting_each:
            raise RefusalError("too-fast")
        if self._going.total() >= self._settings.reviews_waiting:
            raise RefusalError("busy")

    def afford(self, whom: str, reviewing: Reviewing) -> None:
        """Charges an address for a review."""
        if not self.spent.take(whom, reviewing.cost):
            raise RefusalError("too-fast", *TOO_MANY)

    async def lines(self, whom: str, key: Key, reviewing: Reviewing) -> AsyncIterator[bytes]:
        """The review as lines of JSON. Whoever goes away ends it after the present turn at the latest.

        Each turn waits in line again, so that reviews go on side by side.
        """
        made: list[bytes] = []
        parts = reviewing.parts()
        loop = asyncio.get_running_loop()
        try:
            self.check(whom)
            self._going[whom] += 1
        except RefusalError as refusal:
            yield _failed(refusal)
            return
        try:
            while (line := await loop.run_in_executor(self._thread, _next, parts)) is not None:
                made.append(line)
                yield line
            self._keep(key, made)
        except RefusalError as refusal:
            yield _failed(refusal)
        except Exception:  # the head of the answer is sent: only a line can say it now
            log.exception("a review failed", extra={"rulebook": reviewing.played.record.rulebook})
            yield _failed(RefusalError("failed"))
        finally:
            self._going[whom] -= 1
            if not self._going[whom]:
                del self._going[whom]

    def _keep(self, key: Key, made: list[bytes]) -> None:
        self._kept[key] = made
        if len(self._kept) > self._settings.reviews_kept:
            self._kept.popitem(last=False)


TOO_MANY = (
    "You have asked for many reviews; the next one can be had in a while.",
    "Rozborov bolo priveľa naraz; ďalší bude možný o chvíľu.",
)


def _next(parts: Iterator[msg.ReviewPart]) -> bytes | None:
    part = next(parts, None)
    return None if part is None else msg.encode(part) + b"\n"


def _failed(refusal: RefusalError) -> bytes:
    return msg.encode(msg.ReviewFailed(refusal.code, refusal.en, refusal.sk)) + b"\n"
