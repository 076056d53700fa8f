"""A line to the database that can be cut: nothing gets through any more, and neither side is told."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from sqlalchemy import make_url


class Line:
    """What goes through while it is whole; what is on its way when it is cut arrives when it is mended."""

    def __init__(self, host: str, port: int) -> None:
        self._to = host, port
        self._whole = asyncio.Event()
        self._whole.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.database = ""

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            there, back = await asyncio.open_connection(*self._to)
            await asyncio.gather(self._pump(reader, back), self._pump(there, writer))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            self._tasks.discard(task)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()
            await self._whole.wait()
        finally:
            writer.close()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@contextlib.asynccontextmanager
async def cut_line(database: str) -> AsyncIterator[Line]:
    url = make_url(database)
    line = Line(url.host or "", url.port or 0)
    server = await asyncio.start_server(line.carry, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    line.database = url.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)
    try:
        yield line
    finally:
        server.close()
        await line.close()
