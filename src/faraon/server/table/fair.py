"""Fair deals: promised before anybody adds anything, sealed before anything is opened, open after the game.

1. The server draws a secret of 256 bits and publishes its SHA-256, the **commitment**.
2. Every player may choose a text, the **salt**, and publishes its seal: the SHA-256 of the label, the number
   of the seat and the salt, a line each.
3. When somebody starts the game, no seal is taken any more, and the players open theirs. A salt that is not
   opened in time counts as empty. Bots and free seats have none.
4. Everything follows from the secret and the salts. After the game the secret is published.

What follows:

- The message is the label (``faraon deal 2 TABLE GAME``) and the salts of the seats, a line each.
- Block ``i`` (0, 1, 2 …) is HMAC-SHA256 with the secret as its key over the message, a newline and ``i`` in
  decimal digits. The blocks, one after another, are read as 64-bit words, the first byte the highest.
- The pack lies in its order (``h7 l7 a7 b7 h8 …``, without the cards that the rulebook does not play with;
  several packs one after another). For ``k`` from the last card down to 1 the next word below the largest
  multiple of ``k + 1`` that fits in 64 bits is taken; the remainder by ``k + 1`` is the card that changes
  places with card ``k``.
- The upper 32 bits of the next word are the lot (who starts, where a lot decides).
- The shuffle ``s`` of the turned pile (1, 2 …) has a message of its own, which ends in another line,
  ``shuffle s``. The cards begin in the order of the pack and change places in the same way.

Deals of the first scheme (``faraon deal 1``) had salts without seals; one word between deck and lot was the
chance of the game, from which the pile was shuffled.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from faraon.cards import CARDS, Card

SECRET_BYTES = 32
SCHEME = 2
_WORDS = 1 << 64
_SECRET = re.compile(r"[0-9a-f]{64}")
_LABEL = re.compile(r"faraon deal (?P<scheme>[12]) (?P<table>[0-9A-Za-z_-]{1,40}) (?P<game>[1-9][0-9]{0,8})")


Starter = Literal["first", "last", "lot"]
"""Who starts: the first seat in the first game of a match; later as the last game decides, or the lot."""


class Label(NamedTuple):
    """What else decides a deal: the table, and the number of the game there.

    >>> str(Label("abc", 7))
    'faraon deal 2 abc 7'
    """

    table: str
    game: int
    scheme: int = SCHEME

    def __str__(self) -> str:
        return f"faraon deal {self.scheme} {self.table} {self.game}"

    @classmethod
    def parse(cls, text: str) -> Label:
        """The label of a record; ``ValueError`` if it is none."""
        found = _LABEL.fullmatch(text)
        if found is None:
            raise ValueError(f"{text[:60]!r} is not the label of a deal")
        return cls(found["table"], int(found["game"]), int(found["scheme"]))


@dataclass(frozen=True, slots=True)
class FairDeal:
    """What a secret, a label and salts decide."""

    deck: tuple[Card, ...]
    lot: int
    chance: int = 0
    """Of the first scheme."""


def new_secret() -> str:
    """256 bits, in hexadecimal."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """The SHA-256 of a secret; ``ValueError`` if it is not 256 bits in hexadecimal.

    >>> commitment("00" * 32)[:16]
    '66687aadf862bd77'
    """
    if not _SECRET.fullmatch(secret):
        raise ValueError("the secret is not 256 bits in hexadecimal")
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seal(label: Label, seat: int, salt: str) -> str:
    """What a player publishes of a salt before it is opened; ``seat`` is a seat of the table."""
    return hashlib.sha256(f"{label}\n{seat}\n{salt}".encode()).hexdigest()


def fair_deal(
    secret: str, label: Label, salts: Sequence[str], packs: int, cards: Sequence[Card] = CARDS
) -> FairDeal:
    """The deck that anyone can recompute after the game; ``cards`` are those of one pack."""
    words = _words(secret, (str(label), *salts))
    deck = _shuffled([*cards] * packs, words)
    chance = next(words) >> 32 if label.scheme == 1 else 0
    return FairDeal(deck, next(words) >> 32, chance)


def fair_shuffle(
    secret: str, label: Label, salts: Sequence[str], number: int, turned: Sequence[Card]
) -> tuple[Card, ...]:
    """The new order of the turned pile, for the shuffle of this number; only which cards they are counts."""
    return _shuffled(sorted(turned), _words(secret, (str(label), *salts, f"shuffle {number}")))


def _words(secret: str, message: Sequence[str]) -> Iterator[int]:
    key, number = bytes.fromhex(secret), 0
    while True:
        block = hmac.digest(key, "\n".join((*message, str(number))).encode(), "sha256")
        for at in range(0, len(block), 8):
            yield int.from_bytes(block[at : at + 8], "big")
        number += 1


def _shuffled(order: list[Card], words: Iterator[int]) -> tuple[Card, ...]:
    for k in range(len(order) - 1, 0, -1):
        limit = _WORDS - _WORDS % (k + 1)
        word = next(one for one in words if one < limit)
        other = word % (k + 1)
        order[k], order[other] = order[other], order[k]
    return tuple(order)
