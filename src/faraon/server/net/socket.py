"""One WebSocket: hello, then requests in, news out. Everything that comes in is limited and validated."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import traceback
from collections import Counter
from collections.abc import Callable
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from faraon.server import wire as msg
from faraon.server.live.bucket import Bucket
from faraon.server.live.hub import Hub
from faraon.server.live.live_table import LiveTable
from faraon.server.measures import REFUSED
from faraon.server.net.limits import Buckets
from faraon.server.net.origin import address_of, same_origin
from faraon.server.settings import Settings
from faraon.server.wire.refusals import RefusalError

log = logging.getLogger("faraon.server")

BAD_REQUEST, POLICY, RESTART, TRY_LATER = 4000, 1008, 1012, 1013
BYE_CODES = {"restart": RESTART, "slow": TRY_LATER}
GONE = (WebSocketDisconnect, RuntimeError, OSError)
"""What is raised when the other side went away."""
MOST_MISTAKES = 20
"""Messages that are not understood before the connection is closed."""


class SocketConnection:
    """A browser at a table; what it is sent waits in a queue of limited length."""

    def __init__(
        self, socket: WebSocket, seat: int, token: str | None, limit: int, afford: Callable[[float], bool]
    ) -> None:
        self.seat, self.token, self.afford = seat, token, afford
        self.whom = address_of(socket)
        self._socket = socket
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._limit = limit
        self.why = ""

    def send(self, message: bytes) -> None:
        if self.why:
            return
        if self._queue.qsize() >= self._limit:
            self.close("slow")
            return
        self._queue.put_nowait(message)

    def close(self, why: str) -> None:
        """After what waits was sent."""
        if not self.why:
            self.why = why
            if why == "slow":
                self._queue = asyncio.Queue()
            self._queue.put_nowait(msg.encode(msg.Bye(why)))
            self._queue.put_nowait(None)

    async def write(self) -> None:
        """Sends what waits, one after another, until the connection is closed."""
        while (message := await self._queue.get()) is not None:
            await self._socket.send_text(message.decode())
        await self._socket.close(BYE_CODES.get(self.why, 1000))


class Sockets:
    """All connections of the server."""

    def __init__(self, hub: Hub, settings: Settings, asked: Buckets) -> None:
        self.hub, self.settings, self.asked = hub, settings, asked
        self.said = Buckets(settings.messages_per_address, 4 * settings.messages_per_address)
        self.by_address: Counter[str] = Counter()
        self.held: Callable[[str], float] = self.by_address.__getitem__
        """How many connections an address holds, elsewhere too if there are other processes."""
        self._talking: dict[SocketConnection, str] = {}
        """Who is at a table, and from where."""
        self.requests = 0

    @property
    def open(self) -> int:
        return self.by_address.total()

    async def serve(self, socket: WebSocket) -> None:
        """The whole life of a connection."""
        address = address_of(socket)
        if not same_origin(socket, self.settings):
            await socket.close(POLICY)
            return
        if self.held(address) >= self.settings.connections_per_address:
            await socket.close(TRY_LATER)
            return
        self.by_address[address] += 1
        try:
            await socket.accept()
            await self._talk(socket)
        except TimeoutError:  # an OSError, too, so it comes first
            await _close(socket, POLICY)
        except GONE:
            pass
        finally:
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]

    def part_with_the_banned(self) -> None:
        for connection, address in list(self._talking.items()):
            if self.hub.banned(address):
                connection.close("banned")

    async def _talk(self, socket: WebSocket) -> None:
        try:
            live, connection, last = await self._hello(socket)
        except RefusalError as refusal:
            REFUSED[refusal.code] += 1
            refused = msg.Refused("hello", refusal.code, refusal.en, refusal.sk, [])
            await socket.send_text(msg.encode(refused).decode())
            await _close(socket, BAD_REQUEST)
            return
        writer = asyncio.create_task(connection.write())
        reader = asyncio.create_task(self._read(socket, live, connection))
        self._talking[connection] = address_of(socket)
        try:
            await live.enter(connection, last)
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._talking[connection]
            live.leave(connection)
            for task in (reader, writer):
                task.cancel()
            for result in await asyncio.gather(reader, writer, return_exceptions=True):
                _report(result)
            await _close(socket, 1000)

    async def _hello(self, socket: WebSocket) -> tuple[LiveTable, SocketConnection, int | None]:
        text = await asyncio.wait_for(self._receive(socket), self.settings.hello_seconds)
        try:
            hello = msg.decode_hello(text)
        except (msgspec.MsgspecError, RecursionError):
            raise RefusalError("bad-message") from None
        if hello.version != msg.VERSION:
            raise RefusalError("version")
        if self.hub.banned(address_of(socket)):
            raise RefusalError("banned")
        table = socket.path_params["table"]
        loading = 0.0 if self.hub.at_hand(table) else self.settings.cost_of_loading
        if not self.asked.take(address_of(socket), self.settings.cost_of_hello + loading):
            raise RefusalError("too-fast")
        live = await self.hub.get(table, hello.last or 0)
        seat = self.hub.seat_of(live.table, hello.token)
        watching = sum(one.seat < 0 for one in live.connections)
        if seat < 0 and watching >= self.settings.spectators_per_table:
            raise RefusalError("busy")
        token = live.table.seats[seat].token if seat >= 0 else None
        afford = partial(self.asked.take, address_of(socket))
        connection = SocketConnection(socket, seat, token, self.settings.outgoing_messages, afford)
        return live, connection, hello.last

    async def _receive(self, socket: WebSocket) -> str:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None:
            text = (message.get("bytes") or b"").decode("utf-8", "replace")
        if len(text) > self.settings.largest_message:
            raise RefusalError("too-large")
        return text

    async def _read(self, socket: WebSocket, live: LiveTable, connection: SocketConnection) -> None:
        settings, mistakes = self.settings, 0
        bucket = Bucket(settings.messages_per_second, settings.messages_at_once)
        address = address_of(socket)
        while mistakes < MOST_MISTAKES and not connection.why:
            id_ = ""
            try:
                text = await asyncio.wait_for(self._receive(socket), settings.idle_seconds)
                id_ = _id_of(text)
                if not bucket.take() or not self.said.take(address):
                    raise RefusalError("too-fast")
                request = msg.decode_request(text)
            except (msgspec.MsgspecError, RecursionError, RefusalError) as error:
                refusal = error if isinstance(error, RefusalError) else RefusalError("bad-message")
                mistakes += refusal.code != "too-fast"
                REFUSED[refusal.code] += 1
                connection.send(msg.encode(msg.Refused(id_, refusal.code, refusal.en, refusal.sk, [])))
                if refusal.code == "too-fast":
                    await asyncio.sleep(0.2)  # no answer is made faster than it is read
                continue
            self.requests += 1
            await live.request(connection, request)


class _WithId(msgspec.Struct):
    id: str = ""


_decode_id = msgspec.json.Decoder(_WithId).decode


def _id_of(text: str) -> str:
    """The id of a message that may be wrong in all other respects."""
    try:
        return _decode_id(text).id[:64]
    except (msgspec.MsgspecError, RecursionError):
        return ""


def _report(result: object) -> None:
    """A mistake of ours does not vanish with its connection; only what it says might name a card."""
    if isinstance(result, Exception) and not isinstance(result, GONE):
        where = traceback.extract_tb(result.__traceback__)[-1]
        place = f"{where.name}, line {where.lineno}"
        log.error("a connection failed", extra={"why": type(result).__name__, "where": place})


async def _close(socket: WebSocket, code: int) -> None:
    if socket.application_state == WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
            await socket.close(code)
