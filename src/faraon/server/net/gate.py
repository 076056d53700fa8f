"""What every request passes first: how many an address may make, and the name that it calls us by; and the
headers of every answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from faraon.server.net.answers import failure
from faraon.server.net.limits import Buckets
from faraon.server.net.origin import address_of, known_host
from faraon.server.settings import Settings
from faraon.server.wire.refusals import RefusalError

CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
SECURITY = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

ONLY_SECURE = {"strict-transport-security": "max-age=31536000"}
"""A browser that was here over TLS comes back over TLS only."""
POLICY = 1008
"""The code with which a WebSocket is closed."""


class Gate:
    def __init__(
        self, app: ASGIApp, settings: Settings, requests: Buckets, banned: Callable[[str], bool]
    ) -> None:
        self.app, self.settings, self.requests, self.banned = app, settings, requests, banned

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if b"%" in scope["raw_path"] and scope["path"].startswith(("/ws/", "/api/tables/")):
            # A proxy leads requests by the table's id as it is written; another spelling is another table.
            scope = {**scope, "path": scope["raw_path"].decode("ascii", "replace")}
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif self._knows(scope):
            await self.app(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": POLICY})

    def _knows(self, scope: Scope) -> bool:
        return known_host(Headers(scope=scope).get("host", ""), self.settings)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        secure = scope["scheme"] == "https" or self.settings.address.startswith("https:")

        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in (SECURITY | ONLY_SECURE if secure else SECURITY).items():
                    headers.setdefault(name, value)
            await send(message)

        address = address_of(Request(scope))
        if self.banned(address):
            await failure(RefusalError("banned"))(scope, receive, secured)
        elif not self.requests.take(address):
            await asyncio.sleep(self.settings.too_fast_seconds)  # a refusal costs something, too
            await failure(RefusalError("too-fast"))(scope, receive, secured)
        elif not self._knows(scope):
            await failure(RefusalError("bad-host"))(scope, receive, secured)
        else:
            await self.app(scope, receive, secured)
