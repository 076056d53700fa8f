"""Where a server can be reached, and the same as a QR code."""

from __future__ import annotations

import io
import socket
from functools import lru_cache

import segno


@lru_cache(maxsize=1000)
def qr_svg(address: str) -> str:
    """A drawing of the address for a phone's camera; dark on light, without a size of its own."""
    out = io.BytesIO()
    segno.make(address, error="m").save(
        out, kind="svg", border=2, xmldecl=False, svgns=True, omitsize=True, dark="#1d130c", light="#fff"
    )
    return out.getvalue().decode()


def qr_text(address: str) -> str:
    """The same in characters, for a terminal."""
    out = io.StringIO()
    segno.make(address, error="l").terminal(out, border=2, compact=True)
    return out.getvalue()


def local_address() -> str:
    """This machine's own address in the local network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is reserved for examples
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
