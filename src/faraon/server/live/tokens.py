"""Seat tokens: unguessable, signed, and known to the server only by their hash."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

_RANDOM_BYTES = 24
_SIGNATURE_BYTES = 16


def new_token(key: bytes, table: str, seat: int) -> str:
    """``SEAT.RANDOM.SIGNATURE`` for one seat of one table."""
    random = _text(secrets.token_bytes(_RANDOM_BYTES))
    return f"{seat}.{random}.{_sign(key, table, seat, random)}"


def read_token(key: bytes, table: str, token: str) -> tuple[int, str] | None:
    """The seat of a token and its hash; ``None`` if we did not make it for this table."""
    seat, _, rest = token.partition(".")
    random, _, signature = rest.partition(".")
    if not seat.isascii() or not seat.isdecimal() or len(seat) > 2:
        return None
    expected = _sign(key, table, int(seat), random)
    if not hmac.compare_digest(signature.encode(), expected.encode()):
        return None
    return int(seat), token_hash(token)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _sign(key: bytes, table: str, seat: int, random: str) -> str:
    message = f"{table} {seat} {random}".encode()
    return _text(hmac.digest(key, message, "sha256")[:_SIGNATURE_BYTES])


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
