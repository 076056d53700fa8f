"""Connections that are written by hand, for clients that do what a library would not."""

from __future__ import annotations

import base64
import json
import os
import select
import socket
from urllib.parse import urlsplit

from faraon.server.wire import VERSION
from tests.patience import PATIENCE

PING = bytes([0x89, 0x80 | 125]) + bytes(4) + bytes(125)


def opened(base: str, receive_buffer: int = 0) -> socket.socket:
    found = socket.socket()
    if receive_buffer:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    found.settimeout(PATIENCE)
    found.connect(("127.0.0.1", urlsplit(base).port))
    return found


def frame(message: object, opcode: int = 1) -> bytes:
    """A short masked frame."""
    data = json.dumps(message).encode()
    assert len(data) < 126
    return bytes([0x80 | opcode, 0x80 | len(data)]) + bytes(4) + data


def spectator(base: str, table: str, receive_buffer: int = 0) -> socket.socket:
    """A WebSocket at a table, after its hello; nothing but the head was read."""
    found = opened(base, receive_buffer)
    key = base64.b64encode(os.urandom(16)).decode()
    found.sendall(
        f"GET /ws/{table} HTTP/1.1\r\nHost: {urlsplit(base).netloc}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += found.recv(1)
    assert head.startswith(b"HTTP/1.1 101"), head
    found.sendall(frame({"type": "hello", "version": VERSION}))
    return found


def taken(found: socket.socket, data: bytes, most: int, still: float = 1.0) -> int:
    """How many bytes the other side takes before it takes no more, or cuts the connection."""
    found.setblocking(False)
    sent = 0
    while sent < most and select.select([], [found], [], still)[1]:
        try:
            sent += found.send(data)
        except BlockingIOError:
            continue
        except OSError:
            break
    found.settimeout(PATIENCE)
    return sent


def gone(found: socket.socket) -> bool:
    """Waits until the other side is gone."""
    try:
        while found.recv(1 << 16):
            pass
    except OSError as error:
        return not isinstance(error, TimeoutError)
    return True


def answer(found: socket.socket) -> bytes:
    """All that comes until the end."""
    whole = b""
    while part := found.recv(1 << 16):
        whole += part
    return whole
