"""Ports for servers that are started by their number, and started again."""

from __future__ import annotations

import socket


def reserved_port() -> socket.socket:
    """Its port is given to nobody else while it is open; a server may take it, as this one does not listen.

    A port that was only looked for could be anybody's by the time the server starts, or while it is dead.
    """
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind(("127.0.0.1", 0))
    return found
