"""Fair deals: a commitment before the deal, everything open after the game.

The server draws a secret of 256 bits and publishes its SHA-256. Then players may add texts of their own,
the salt. The deck follows from both, so that neither side can choose it:

- The message is the label (``faraon deal 1 TABLE GAME``) and the salts of the seats, a line each.
- Block ``i`` (0, 1, 2 …) is HMAC-SHA256 with the secret as its key over the message, a newline and ``i`` in
  decimal digits. The blocks, one after another, are read as 64-bit words, the first byte the highest.
- The pack lies in its order (``h7 l7 a7 b7 h8 …``, without the cards that the rulebook does not play with;
  several packs one after another). For ``k`` from the last card down to 1 the next word below the largest
  multiple of ``k + 1`` that fits in 64 bits is taken; the remainder by ``k + 1`` is the card that changes
  places with card ``k``.
- The upper 32 bits of the next word are the chance of the game (shuffling the turned pile), those of the
  word after it the lot (who starts, where a lot decides).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from faraon.cards import CARDS, Card

SECRET_BYTES = 32
_WORDS = 1 << 64


@dataclass(frozen=True, slots=True)
class FairDeal:
    """What a secret, a label and salts decide."""

    deck: tuple[Card, ...]
    chance: int
    lot: int


def new_secret() -> str:
    """256 bits, in hexadecimal."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """The SHA-256 of a secret.

    >>> commitment("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def label(table: str, game: int) -> str:
    return f"faraon deal 1 {table} {game}"


def _words(secret: str, message: str) -> Iterator[int]:
    key, number = bytes.fromhex(secret), 0
    while True:
        block = hmac.digest(key, f"{message}\n{number}".encode(), "sha256")
        for at in range(0, len(block), 8):
            yield int.from_bytes(block[at : at + 8], "big")
        number += 1


def fair_deal(
    secret: str, label: str, salts: Sequence[str], packs: int, cards: Sequence[Card] = CARDS
) -> FairDeal:
    """The deck that anyone can recompute after the game; ``cards`` are those of one pack."""
    words = _words(secret, "\n".join((label, *salts)))
    order = [*cards] * packs
    for k in range(len(order) - 1, 0, -1):
        limit = _WORDS - _WORDS % (k + 1)
        word = next(one for one in words if one < limit)
        other = word % (k + 1)
        order[k], order[other] = order[other], order[k]
    return FairDeal(tuple(order), next(words) >> 32, next(words) >> 32)
