"""How many connections are open, in all and from each address."""

from __future__ import annotations

import ipaddress
from collections import Counter

from faraon.server.net.limits import Buckets
from faraon.server.settings import Settings
from faraon.server.wire import Code

ACCEPTED_AT_ONCE = 32
"""In one turn of the event loop."""
OTHER_FILES = 4 * ACCEPTED_AT_ONCE + 100
"""Files beside the connections that were let in: those that are still to be refused, which takes a few turns
of the loop, the database, the client, the log."""
FEWEST = 10


def household(host: str) -> str:
    """The address whose limits apply: who has one IPv6 address has all of its /64.

    >>> household("2001:db8:1:2:3::4"), household("::ffff:192.0.2.1"), household("192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


def open_files(wanted: int) -> int:
    """How many files this process may open; as many as are wanted, if the system lets it."""
    try:
        import resource
    except ImportError:  # not on this system
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    except (OSError, ValueError):
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return soft


class Doors:
    """Lets connections in, never more than there are files for: one that cannot be accepted would hold up
    everybody."""

    def __init__(self, settings: Settings) -> None:
        files = open_files(settings.connections + OTHER_FILES)
        self.most = min(settings.connections, max(FEWEST, files - OTHER_FILES))
        # A page asks for its files over several connections beside the table's own.
        self.most_per_address = None if settings.behind_proxy else 2 * settings.connections_per_address
        self.by_address: Counter[str] = Counter()
        self.coming = Buckets(settings.requests_per_second, 2 * settings.requests_at_once)

    def enter(self, client: tuple[str, int] | None) -> Code | None:
        """Why this connection is refused; if it is not, it must :meth:`leave` in the end."""
        address = _address(client)
        if self.by_address.total() >= self.most:
            return "busy"
        if address and self.most_per_address is not None:
            if self.by_address[address] >= self.most_per_address:
                return "busy"
            if not self.coming.take(address):
                return "too-fast"
        self.by_address[address] += 1
        return None

    def leave(self, client: tuple[str, int] | None) -> None:
        address = _address(client)
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]


def _address(client: tuple[str, int] | None) -> str:
    """Empty for a socket of this machine that has no address."""
    return household(client[0]) if client is not None else ""
