"""Who talks to us: the address, the name that we are called by, and the site whose page it is."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from faraon.server.net.doors import household
from faraon.server.settings import Settings

SCHEMES = {"ws": "http", "wss": "https"}


LOCAL = frozenset({"local", "localhost", "lan", "home", "internal", "intranet", "localdomain", "arpa"})
"""Names that end so nobody has but in their own network."""

PASSED_ON = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


def known_host(host: str, settings: Settings) -> bool:
    """Whether we may be called so: by the public address, by a number, or by a name of the local network.

    A page of another site can have its own name point here; then the browser takes us for that site, and only
    the name that it calls us by tells. Behind a proxy without a public address the proxy knows the names.
    """
    if not host or (settings.behind_proxy and not settings.address):
        return True
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    first, _, rest = name.rstrip(".").partition(".")
    if not rest or rest.rpartition(".")[2] in LOCAL:
        return bool(first)
    if settings.address and name == urlsplit(settings.address).hostname:
        return True
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def same_origin(connection: HTTPConnection, settings: Settings) -> bool:
    """Browsers name the site of the page, with its scheme; it must be ours. Programs name none."""
    origin = connection.headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    host = connection.headers.get("host", "").lower()
    scheme = SCHEMES.get(connection.scope["scheme"], connection.scope["scheme"])
    public = settings.address.lower()
    return origin.lower() == (public if urlsplit(public).netloc == host else f"{scheme}://{host}")


def address_of(connection: HTTPConnection) -> str:
    """The address of the other side; behind a proxy that is trusted, uvicorn has put the true one here."""
    return household(connection.client.host) if connection.client is not None else "local"


def is_neighbour(connection: HTTPConnection) -> bool:
    """Whether a program of this machine asks, for itself: a proxy says for whom it does."""
    if connection.client is None or any(name in connection.headers for name in PASSED_ON):
        return False
    try:
        return ipaddress.ip_address(connection.client.host).is_loopback
    except ValueError:
        return False
