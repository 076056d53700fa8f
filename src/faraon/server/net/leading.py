"""Several processes at one port: a connection that asks for a table goes to the process that has it.

Whoever accepts a connection reads the first line of each request. If it names a table that belongs to another
process of this machine, the connection itself is handed over, with what was read of it: the operating system
can pass an open connection through a local socket. Nothing is relayed afterwards.

Few connections fit into that socket at a time. While it is full, the next ones wait: a process that is busy
is not gone, and whoever took its tables for that would only stop their games.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import re
import socket
import struct
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

import h11

from faraon.server.net.protocol import HttpConnection, ServerConfig
from faraon.server.settings import Settings
from faraon.server.store.members import LEASE_SECONDS, Members

log = logging.getLogger("faraon.server")

LONGEST_LINE = 2048
LONGEST_START = 65_536
"""What may have been read of a connection that is handed over."""
PATIENCE = LEASE_SECONDS
"""A process that takes nothing for so long hangs."""
PAUSE = 0.005
"""So soon some that wait are tried again,"""
TRIED_AT_ONCE = 64
"""so many of them, more than a process takes meanwhile."""
MOST_WAITING = 1024
"""Whoever comes then is hung up on, and comes again."""
_BUSY = {errno.EAGAIN, errno.ENOBUFS, errno.ETOOMANYREFS}
_OF_A_TABLE = re.compile(rb"[A-Z]{1,7} /(?:ws|api/tables)/([^ /?#]{1,96})[ /?#]")


def table_of(line: bytes) -> str:
    """The table that the first line of a request is about; nothing if it is about something else.

    >>> table_of(b"GET /ws/AbC-d_12 HTTP/1.1"), table_of(b"GET /api/tables/A%62C?x=1 HTTP/1.1")
    ('AbC-d_12', 'AbC')
    >>> table_of(b"GET /api/tables HTTP/1.1")
    ''
    """
    found = _OF_A_TABLE.match(line)
    return unquote_to_bytes(found[1]).decode("ascii", "replace") if found else ""


class Waiting(NamedTuple):
    """A connection whose process is busy."""

    table: str
    connection: socket.socket
    start: bytes
    since: float


class Handover:
    """The door between the processes of a machine."""

    def __init__(self, home: Path, me: str, take: Callable[[socket.socket, bytes], None]) -> None:
        self.home, self.me = home, me
        self._take = take
        self.members: Members | None = None
        self.waiting: deque[Waiting] = deque()
        self._took: dict[str, float] = {}
        """When each process took a connection last."""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(str(home / me))

    def listen(self) -> None:
        """From now on connections may come."""
        asyncio.get_running_loop().add_reader(self._socket, self._receive)

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._socket)
        self._socket.close()
        (self.home / self.me).unlink(missing_ok=True)
        while self.waiting:
            self.waiting.popleft().connection.close()

    def give(self, table: str, connection: socket.socket, start: bytes) -> bool:
        """Hands a connection to the process that a table belongs to; not if it is this one.

        The caller closes its own end of it.
        """
        if self.members is None or len(start) > LONGEST_START:
            return False
        given = self._given(self.members, table, connection, start)
        if given is None:
            self._wait(self.members, Waiting(table, connection.dup(), start, time.monotonic()))
        return given is not False

    def _given(self, members: Members, table: str, connection: socket.socket, start: bytes) -> bool | None:
        """Whether it was passed on: not if the table is ours, not yet (``None``) if its process is busy."""
        while (keeper := members.keeper(table)) != self.me:
            try:
                rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("i", connection.fileno()))
                self._socket.sendmsg([start], [rights], 0, str(self.home / keeper))
            except OSError as error:
                if error.errno in _BUSY:
                    return None
                _miss(members, keeper, str(error))
            else:
                self._took[keeper] = time.monotonic()
                return True
        return False

    def _wait(self, members: Members, one: Waiting) -> None:
        if len(self.waiting) >= MOST_WAITING:
            log.warning("too many connections wait for busy processes")
            one.connection.close()
            return
        self.waiting.append(one)
        if len(self.waiting) == 1:
            asyncio.get_running_loop().call_later(PAUSE, self._try_again, members)

    def _try_again(self, members: Members) -> None:
        """What waits goes to whoever has its table now, which may be us."""
        for _ in range(min(len(self.waiting), TRIED_AT_ONCE)):
            one = self.waiting.popleft()
            given = self._given(members, one.table, one.connection, one.start)
            if given is None:
                keeper, now = members.keeper(one.table), time.monotonic()
                if now - max(one.since, self._took.get(keeper, 0.0)) > PATIENCE:
                    _miss(members, keeper, "it takes no connections")
                    one = one._replace(since=now)
                self.waiting.append(one)
            elif given:
                one.connection.close()
            else:
                self._take(one.connection, one.start)
        if self.waiting:
            asyncio.get_running_loop().call_later(PAUSE, self._try_again, members)

    def _receive(self) -> None:
        with contextlib.suppress(BlockingIOError):
            start, files, _, _ = socket.recv_fds(self._socket, LONGEST_START, 1)
            for file in files:
                self._take(socket.socket(fileno=file), start)


def _miss(members: Members, keeper: str, why: str) -> None:
    log.warning("a process does not answer", extra={"which": keeper, "why": why})
    members.missing(keeper)


class LedConnection(HttpConnection):
    """Goes where its table is."""

    config: LedConfig
    given = b""
    """What another process had read of it."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type] # uvicorn's own
        self._line = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn's own
        super().connection_made(transport)
        if self.given and self.admitted:
            super().data_received(self.given)

    def data_received(self, data: bytes) -> None:
        between_requests = self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]
        if not self.admitted or not between_requests:
            super().data_received(data)
            return
        self._line += data
        if b"\n" not in self._line and len(self._line) < LONGEST_LINE:
            return
        start, self._line = self._line, b""
        if not self._go_on_elsewhere(start):
            super().data_received(start)

    def _go_on_elsewhere(self, start: bytes) -> bool:
        table = table_of(start.partition(b"\n")[0])
        if not table or self.transport.get_write_buffer_size():
            return False
        connection: socket.socket = self.transport.get_extra_info("socket")
        if not self.config.handover.give(table, connection, start):
            return False
        self.transport.abort()  # closes only our end of it
        return True


class LedConfig(ServerConfig):
    """Of a process that shares its port with others."""

    def __init__(self, app: Any, settings: Settings, handover: Handover) -> None:
        super().__init__(app, settings)
        self.http = LedConnection
        self.handover = handover
