"""A process that serves tables, from the first connection to the farewell."""

from __future__ import annotations

import asyncio
import secrets
import socket
from pathlib import Path

import uvicorn

from faraon.server.net.app import Server
from faraon.server.net.leading import Handover, LedConfig, LedConnection
from faraon.server.net.protocol import ServerConfig
from faraon.server.settings import Settings

QUEUE = 1024
"""Connections that may wait at the door, after a restart for example; they are let in by and by."""


class Running(uvicorn.Server):
    """With a home, where other processes of this machine have theirs, it shares its port with them.

    ``figures`` is the port of the metrics, if they are wanted.
    """

    def __init__(self, settings: Settings, home: str = "", figures: socket.socket | None = None) -> None:
        self.handover = Handover(Path(home), secrets.token_hex(8), self._take) if home else None
        self.tables = Server(settings, self.handover, figures)
        app = self.tables.app()
        if self.handover is None:
            super().__init__(ServerConfig(app, settings))
        else:
            super().__init__(LedConfig(app, settings, self.handover))
        self._taking: set[asyncio.Task[object]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(QUEUE)
        if self.started and self.handover is not None:
            self.handover.listen()

    def _take(self, connection: socket.socket, start: bytes) -> None:
        """Goes on with a connection that another process accepted."""
        protocol = LedConnection(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        protocol.given = start
        loop = asyncio.get_running_loop()
        taking = loop.create_task(loop.connect_accepted_socket(lambda: protocol, connection))
        self._taking.add(taking)
        taking.add_done_callback(self._taken)

    def _taken(self, task: asyncio.Task[object]) -> None:
        self._taking.discard(task)
        if not task.cancelled():
            task.exception()  # whoever hung up meanwhile is nobody's error

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Everybody is told that we go, and is gone before we are."""
        for server in self.servers:
            server.close()
        await self.tables.say_goodbye()
        if self.handover is not None:
            self.handover.close()
        await super().shutdown(sockets)
