"""Serves the client that was built into the package, and the headers that keep it safe."""

from __future__ import annotations

from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

WEB = Path(__file__).parents[1] / "web"
MISSING = (
    "<!doctype html><meta charset=utf-8><title>Faraón</title>"
    "<p>The client was not built into this installation; install it without FARAON_CLIENT=skip.</p>"
)
CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
ICON = {"favicon.ico": "icon-192.png"}
"""What browsers ask for where a page names no icon, as the rules page does not."""
FOR_EVER = "public, max-age=31536000, immutable"
SECURITY = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


async def client(request: Request) -> Response:
    """A file of the client, or its first page for every path that it knows itself."""
    path = request.path_params.get("path", "")
    found = _file(ICON.get(path, path)) if path else None
    if found is not None and found.name != "index.html":
        hashed = "assets" in found.relative_to(WEB).parts
        return FileResponse(found, headers={"cache-control": FOR_EVER if hashed else "no-cache"})
    if "." in path.rpartition("/")[2] or path.startswith(("api/", "ws/")):
        return PlainTextResponse("There is nothing here.\n", 404)
    if not (WEB / "index.html").is_file():
        return HTMLResponse(MISSING)
    return FileResponse(WEB / "index.html", headers={"cache-control": "no-cache"})


def _file(path: str) -> Path | None:
    """The file of the client at a path, if there is one."""
    try:
        found = (WEB / path).resolve()
        inside = found.is_relative_to(WEB) and found.is_file() and not found.name.startswith(".")
    except (OSError, ValueError):  # a name that no file can have
        return None
    return found if inside else None


class SecurityHeaders:
    """On every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, secured)
