"""Work that takes long is done in a thread, one piece after another, while the event loop goes on."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from faraon.server.wire.refusals import RefusalError

P = ParamSpec("P")
T = TypeVar("T")


class Work:
    """A line of limited length, in which nobody stands often."""

    def __init__(self, name: str, most: int, most_each: int) -> None:
        self.most, self.most_each = most, most_each
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._waiting: Counter[str] = Counter()

    async def do(self, whom: str, task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result; a refusal if too much waits already, in all or for this one."""
        if self._waiting[whom] >= self.most_each:
            raise RefusalError("too-fast")
        if self._waiting.total() >= self.most:
            raise RefusalError("busy")
        self._waiting[whom] += 1
        done = self._thread.submit(task, *args, **kwargs)
        try:
            return await asyncio.wrap_future(done)
        finally:
            # Whoever goes away leaves the line, unless it was their turn already.
            self._waiting[whom] -= 1
            if not self._waiting[whom]:
                del self._waiting[whom]

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
