"""The ASGI application: the client, the API, the sockets and health; beside it the figures."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import threading
import time
from collections.abc import AsyncIterator
from socket import socket as listening_socket

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from faraon.play.game import Game
from faraon.server.live.bots import BOTS
from faraon.server.live.hub import Hub
from faraon.server.net.answers import EFFORT
from faraon.server.net.client import client
from faraon.server.net.coaching import CoachApi
from faraon.server.net.gate import Gate
from faraon.server.net.leading import Handover
from faraon.server.net.limits import Buckets
from faraon.server.net.metrics import Metrics
from faraon.server.net.sharing import SharedLimits
from faraon.server.net.socket import Sockets
from faraon.server.settings import Settings
from faraon.server.table.reviewing import prepare_reviews

GOODBYE_SECONDS = 3.0
"""Who has not gone by then is cut off."""


class Server:
    """One process: its tables, connections and figures."""

    def __init__(
        self, settings: Settings, handover: Handover | None = None, figures: listening_socket | None = None
    ) -> None:
        self.settings, self.handover, self.figures = settings, handover, figures
        self.hub: Hub | None = None
        self.sockets: Sockets | None = None
        self.requests = Buckets(settings.requests_per_second, settings.requests_at_once)

    def app(self) -> Starlette:
        return Starlette(
            routes=[Route("/health", self.health)],
            middleware=[
                Middleware(Gate, settings=self.settings, requests=self.requests, banned=self.banned),
                Middleware(GZipMiddleware, minimum_size=1000, compresslevel=EFFORT),
            ],
            lifespan=self.lifespan,
        )

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        if self.handover is None:
            self.hub = await Hub.open(self.settings)
        else:
            self.hub = await Hub.open(self.settings, self.handover.me, str(self.handover.home))
            self.handover.members = self.hub.members
        self.sockets = Sockets(self.hub, self.settings, self.requests)
        self.hub.banned_anew = self.sockets.part_with_the_banned
        api = CoachApi(self.hub, self.settings, self.requests)
        if self.hub.members is not None:
            buckets = {"requests": self.requests, "opened": api.opened, "reviews": api.reviews.spent}
            limits = SharedLimits(self.hub.members, buckets, self.sockets.by_address)
            self.hub.members.say, self.hub.overheard = limits.say, limits.hear
            self.sockets.held = limits.held
        metrics = Metrics(self.hub, self.sockets, self.handover.home if self.handover else None)
        app.router.routes.extend(
            [
                *api.routes(),
                Route("/metrics", metrics.tell_neighbours),
                WebSocketRoute("/ws/{table}", self.socket),
                Route("/", client),
                Route("/{path:path}", client),
            ]
        )
        beside = [asyncio.create_task(_settle(self.hub))]
        beside.append(asyncio.create_task(metrics.measure()))
        port: asyncio.Server | None = None
        if self.figures is not None:
            port = await asyncio.start_server(metrics.answer, sock=self.figures)
        try:
            yield
        finally:
            if port is not None:
                port.close()
            for task in beside:
                task.cancel()
            api.close()
            gc.unfreeze()
            await self.hub.close()

    def banned(self, address: str) -> bool:
        return self.hub is not None and self.hub.banned(address)

    async def say_goodbye(self) -> None:
        """Everyone is told to come back, to another process or to the next one."""
        if self.hub is None or self.sockets is None:
            return
        await self.hub.leave()
        until = time.monotonic() + GOODBYE_SECONDS
        while self.sockets.open and time.monotonic() < until:
            await asyncio.sleep(0.02)

    async def socket(self, socket: WebSocket) -> None:
        assert self.sockets is not None  # noqa: S101 - made before the first request
        await self.sockets.serve(socket)

    async def health(self, request: Request) -> Response:
        """200 when the database takes what is written, and others know of us."""
        hub = self.hub
        ready = hub is not None and hub.serving and await hub.store.writable()
        return JSONResponse({"ok": ready}, 200 if ready else 503)


async def _settle(hub: Hub) -> None:
    """What is done once everything runs: the strong bots and the coach get ready.

    Code and rulebooks stay for ever: the collector of garbage need not walk through them each time, which
    would hold everyone up.
    """
    books = await hub.books.offered()
    gc.collect()
    gc.freeze()
    if hub.settings.warm_up:
        usual = Game(books["classic"], 2, {})
        BOTS.warm_up(usual)
        threading.Thread(target=prepare_reviews, args=(usual,), name="warm-up-reviews", daemon=True).start()
