"""What every HTTP request passes first: how many an address may make, and the headers of every answer."""

from __future__ import annotations

import asyncio

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from faraon.server.net.answers import failure
from faraon.server.net.limits import Buckets
from faraon.server.net.origin import address_of
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


class Gate:
    def __init__(self, app: ASGIApp, settings: Settings, requests: Buckets) -> None:
        self.app, self.settings, self.requests = app, settings, requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if b"%" in scope["raw_path"] and scope["path"].startswith(("/ws/", "/api/tables/")):
            # A proxy leads requests by the table's id as it is written; another spelling is another table.
            scope = {**scope, "path": scope["raw_path"].decode("ascii", "replace")}
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
            await send(message)

        if self.requests.take(address_of(Request(scope))):
            await self.app(scope, receive, secured)
        else:
            await asyncio.sleep(self.settings.too_fast_seconds)  # a refusal costs something, too
            await failure(RefusalError("too-fast"))(scope, receive, secured)
