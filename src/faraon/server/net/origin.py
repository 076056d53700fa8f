"""Who talks to us: the address, and the site whose page it is."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from faraon.server.net.doors import household


def same_origin(connection: HTTPConnection, allowed: Sequence[str] = ()) -> bool:
    """Browsers name the site of the page; it must be ours. Programs name none."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower()
    except ValueError:
        return False


def address_of(connection: HTTPConnection) -> str:
    """The address of the other side; behind a proxy that is trusted, uvicorn has put the true one here."""
    return household(connection.client.host) if connection.client is not None else "local"
