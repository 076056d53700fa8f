"""Connections, before anybody reads what they say: each is limited in time and in memory.

uvicorn speaks HTTP and WebSocket; here it learns not to wait for ever and not to answer those who do not
listen.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from functools import lru_cache
from http import HTTPStatus
from typing import Any

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from faraon.server.live.bucket import Bucket
from faraon.server.measures import REFUSED
from faraon.server.net.answers import STATUS_CODES
from faraon.server.net.doors import ACCEPTED_AT_ONCE, Doors
from faraon.server.settings import Settings
from faraon.server.wire import Code, Failure, encode
from faraon.server.wire.refusals import TEXTS

LARGEST_FRAME = 16_384
"""What the WebSocket library takes at all; the server's own limit is lower and answers with a refusal."""
AT_ONCE = 4096
"""So many bytes are read before we look what became of them."""
_DISCARD = struct.pack("ii", 1, 0)


class ServerConfig(Config):
    """How uvicorn serves the application, with all limits in force."""

    def __init__(self, app: Any, settings: Settings) -> None:
        super().__init__(
            app,
            http=HttpConnection,
            ws=WebSocketConnection,
            ws_max_size=LARGEST_FRAME,
            ws_ping_interval=20.0,
            ws_ping_timeout=settings.pong_seconds,
            backlog=ACCEPTED_AT_ONCE,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=settings.behind_proxy,
            timeout_graceful_shutdown=5,
            lifespan="on",
        )
        self.settings = settings
        self.doors = Doors(settings)


class Deadlines:
    """What a connection must do in time, else it is cut off."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self._loop, self._transport = loop, transport
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def expect(self, what: str, seconds: float) -> None:
        """From now on, unless it is expected already."""
        if what not in self._timers:
            self._timers[what] = self._loop.call_later(seconds, self.cut)

    def met(self, what: str) -> None:
        timer = self._timers.pop(what, None)
        if timer is not None:
            timer.cancel()

    def clear(self) -> None:
        for what in list(self._timers):
            self.met(what)

    def cut(self) -> None:
        """At once; what was not sent is forgotten by the system, too."""
        with contextlib.suppress(OSError, AttributeError):
            self._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _DISCARD)
        self._transport.abort()


def limit_memory(transport: asyncio.Transport, settings: Settings) -> None:
    """The system holds little for somebody who does not read, or writes too fast, and not for ever."""
    found = transport.get_extra_info("socket")
    if found is None or found.family not in (socket.AF_INET, socket.AF_INET6):
        return
    with contextlib.suppress(OSError):
        for buffer in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            found.setsockopt(socket.SOL_SOCKET, buffer, settings.system_buffer)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            milliseconds = int(1000 * settings.stalled_seconds)
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)


class HttpConnection(H11Protocol):
    """Its head must come in time, and what it is sent must be read in time."""

    config: ServerConfig

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn's own
        super().connection_made(transport)
        self.deadlines = Deadlines(self.loop, transport)
        refused = self.config.doors.enter(self.client)
        self.admitted = not refused
        if refused:
            REFUSED[refused] += 1
            transport.write(_refusal(refused))
            transport.close()
            return
        limit_memory(transport, self.config.settings)
        self.deadlines.expect("head", self.config.settings.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self.deadlines.clear()
        if self.admitted:
            self.config.doors.leave(self.client)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.admitted:
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            self.deadlines.clear()  # a WebSocket now
        elif self.cycle is None or self.cycle.response_complete:
            self.deadlines.expect("head", self.config.settings.head_seconds)
        else:
            self.deadlines.met("head")

    def pause_writing(self) -> None:
        super().pause_writing()
        self.deadlines.expect("reading", self.config.settings.stalled_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.deadlines.met("reading")

    # What is closed is first sent to the end; that has an end, too.
    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._closed()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._closed()

    def send_400_response(self, msg: str) -> None:
        """To whoever has no answer yet: a request with nonsense behind it gets this instead of its own."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()
        self._closed()

    def _closed(self) -> None:
        if self.transport.is_closing():
            self.deadlines.expect("closing", self.config.settings.stalled_seconds)


class WebSocketConnection(WebSocketsSansIOProtocol):
    """Who does not read is not read either."""

    config: ServerConfig

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.deadlines = Deadlines(self.loop, self.transport)
        settings = self.config.settings
        self.small_frames = Bucket(settings.messages_per_second, settings.messages_at_once)

    def connection_lost(self, exc: Exception | None) -> None:
        self.deadlines.clear()
        self.config.doors.leave(self.client)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for at in range(0, len(data), AT_ONCE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + AT_ONCE])
            if self.queue.qsize() > self.config.settings.incoming_messages:
                self.deadlines.cut()

    # Frames that reach nobody are limited as messages are.
    def handle_ping(self) -> None:
        super().handle_ping()
        self._count()

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        self._count()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        self._count()

    def _count(self) -> None:
        if not self.small_frames.take():
            self.deadlines.cut()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()  # a ping that is read is answered
        self.deadlines.expect("reading", self.config.settings.stalled_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.deadlines.met("reading")
        if not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return message

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.deadlines.expect("closing", self.config.settings.stalled_seconds)

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.deadlines.expect("closing", self.close_timeout + self.config.settings.stalled_seconds)


@lru_cache(maxsize=32)
def _refusal(code: Code) -> bytes:
    """For a connection that is not let in."""
    body = encode(Failure(code, *TEXTS[code]))
    status = HTTPStatus(STATUS_CODES[code])
    head = f"HTTP/1.1 {status} {status.phrase}\r\ncontent-type: application/json\r\nconnection: close\r\n"
    return f"{head}content-length: {len(body)}\r\n\r\n".encode() + body
