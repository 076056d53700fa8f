"""Words that all messages share."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

VERSION = 4
"""Of the protocol; a client of another version is told to reload the page."""

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[ -~]*\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Salt = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[0-9A-Za-z_-]*\Z")]
Seal = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""The SHA-256 of the label of the deal, the seat of the table and the salt, a line each."""
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Pace = Annotated[float, Meta(ge=0, le=3)]

Suit = Literal["h", "l", "a", "b"]
Value = Literal["7", "8", "9", "X", "U", "O", "K", "A"]
Card = Annotated[str, Meta(extra={"typescript": "Card"})]
"""Suit, then value: ``lU``."""
Word = Literal["draw", "stand", "pass", "concede", "check"]
MoveText = Annotated[str, Meta(min_length=1, max_length=64, extra={"typescript": "MoveText"})]
"""A word, or cards bottom to top with what is chosen: ``b8 h8``, ``lO=h``, ``h7^2``. Of a covered group the
others see the top card only: ``?? b8`` (§17)."""

SeatKind = Literal["person", "bot", "open", "closed"]
"""``open``: waits for somebody to join; ``closed``: nobody will sit here."""
Status = Literal["waiting", "ready", "dealing", "playing", "over", "closed"]
"""``waiting`` for people, ``ready`` to deal (the next game of) the match, ``dealing`` (the salts are being
opened), ``playing``, match ``over``."""
By = Literal["person", "bot", "stand_in"]
Greeting = Literal["hello", "well_played", "oh_no", "thanks", "again", "goodbye"]
Reaction = Literal["bravo", "laugh", "wow", "cry", "heart", "fire"]
"""To a move that somebody has just made."""
Words = Annotated[str, Meta(min_length=1, max_length=200)]
"""What one person writes to the others."""
LineKind = Literal["deal", "move", "undo", "seat", "end"]
"""What a line of the log is about; ``seat``: who sits there, and who plays for them."""


Code = Literal[
    "bad-message",
    "bad-request",
    "illegal-move",
    "stale",
    "not-yours",
    "not-now",
    "cannot-undo",
    "no-hints",
    "no-chat",
    "too-fast",
    "too-large",
    "closed",
    "version",
    "unknown-table",
    "unknown-page",
    "bad-token",
    "banned",
    "bad-origin",
    "bad-host",
    "full",
    "bad-options",
    "bad-record",
    "failed",
    "busy",
]
"""Why something is refused: the closed set."""


class Text(Struct):
    """The same in both languages."""

    en: str
    sk: str


class Reason(Struct):
    """Why a move is allowed or refused; ``paragraph`` as ``§13``."""

    rule: str
    paragraph: str
    en: str
    sk: str
