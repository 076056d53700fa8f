"""Serves the client that was built into the package."""

from __future__ import annotations

import asyncio
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from faraon.server.net.answers import Made

WEB = Path(__file__).parents[1] / "web"
MISSING = (
    "<!doctype html><meta charset=utf-8><title>Faraón</title>"
    "<p>The client was not built into this installation; install it without FARAON_CLIENT=skip.</p>"
)
ICON = {"favicon.ico": "icon-192.png"}
"""What browsers ask for where a page names no icon, as the rules page does not."""
FOR_EVER = "public, max-age=31536000, immutable"
MOST_KEPT = 200
"""Files; the client has fewer."""


async def client(request: Request) -> Response:
    """A file of the client, or its first page for every path that it knows itself."""
    path = request.path_params.get("path", "")
    found = _file(ICON.get(path, path)) if path else None
    if found is not None and found.name != "index.html":
        hashed = "assets" in found.relative_to(WEB).parts
        return await _answer(request, found, FOR_EVER if hashed else "no-cache")
    if "." in path.rpartition("/")[2] or path.startswith(("api/", "ws/")):
        return PlainTextResponse("There is nothing here.\n", 404)
    if not (WEB / "index.html").is_file():
        return HTMLResponse(MISSING)
    return await _answer(request, WEB / "index.html", "no-cache")


async def _answer(request: Request, file: Path, kept: str) -> Response:
    made = await asyncio.to_thread(_read, file, file.stat().st_mtime_ns)
    headers = {"cache-control": kept, "etag": f'"{hashlib.sha256(made.plain).hexdigest()[:32]}"'}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return made.answer(request, mimetypes.guess_type(file.name)[0] or "text/plain", headers)


@lru_cache(maxsize=MOST_KEPT)
def _read(file: Path, _: int) -> Made:
    """A file as it was at that time; it is read and compressed once."""
    return Made.of(file.read_bytes())


def _file(path: str) -> Path | None:
    """The file of the client at a path, if there is one."""
    try:
        found = (WEB / path).resolve()
        inside = found.is_relative_to(WEB) and found.is_file() and not found.name.startswith(".")
    except (OSError, ValueError):  # a name that no file can have
        return None
    return found if inside else None
