"""What is stored about a table: everything that happened, one event after another, never changed.

A table is simply the sum of its events (:mod:`faraon.server.table.table`). They hold secrets and are
never sent; what each seat may see of them is made in :mod:`faraon.server.table.showing`.
"""

from __future__ import annotations

from typing import Any, Literal

from faraon.engines.extras import extra
from faraon.server.wire import By, SeatKind

with extra("server"):
    import msgspec
    from msgspec import Struct


class SeatSetup(Struct, frozen=True):
    kind: SeatKind
    name: str = ""
    level: str | None = None
    token: str | None = None
    """The hash of the person's token."""


class Created(Struct, frozen=True, tag="created"):
    book: str
    """The fingerprint of the rulebook's text, which is stored: a newer one never changes a running game."""
    options: dict[str, int | str]
    kind: str
    games: int
    seats: list[SeatSetup]
    clock: int | None
    listed: bool
    pace: float
    lesson: str | None = None
    position: dict[str, Any] | None = None
    """Where a lesson begins."""
    hints: bool = False
    """There are hints even where people play against each other."""
    chat: bool = False
    """The host allows people to write to each other; what they write is not stored."""


class Joined(Struct, frozen=True, tag="joined"):
    seat: int
    name: str
    token: str


class Left(Struct, frozen=True, tag="left"):
    seat: int
    bot: str | None
    """The level of the bot that takes the seat, if a match is played."""
    name: str = ""
    """The bot's name."""


class Renamed(Struct, frozen=True, tag="renamed"):
    seat: int
    name: str


class SeatSet(Struct, frozen=True, tag="seat"):
    seat: int
    kind: SeatKind
    name: str
    level: str | None


class StoodIn(Struct, frozen=True, tag="stand_in"):
    seat: int
    on: bool
    why: Literal["absent", "late", "back"]


class Paced(Struct, frozen=True, tag="pace"):
    seat: int
    pace: float


class Committed(Struct, frozen=True, tag="committed"):
    game: int
    secret: str
    scheme: int = 1
    """How the deal follows from the secret; older events do not say it."""


class Sealed(Struct, frozen=True, tag="sealed"):
    """A player's salt for the next deal, not yet open; a later seal replaces an earlier one."""

    seat: int
    seal: str


class Opening(Struct, frozen=True, tag="opening"):
    """The game is to be dealt: no seal is taken any more, and those that are there are opened."""

    seat: int
    """Who asked for it."""


class Salted(Struct, frozen=True, tag="salt"):
    """A salt is opened; in deals of the first scheme it was simply given."""

    seat: int
    salt: str


class Dealt(Struct, frozen=True, tag="dealt"):
    """The cards follow from the secret and the salts. A seal that is not open counts as an empty salt."""

    seat: int | None = None
    """Who asked for it."""


class Moved(Struct, frozen=True, tag="moved"):
    seat: int
    """Of the game."""
    move: str
    by: By


class Undone(Struct, frozen=True, tag="undone"):
    seat: int
    """Of the game."""
    moves: int
    """How many moves of the game remain."""


class Begged(Struct, frozen=True, tag="begged"):
    seat: int
    """Of the table."""
    ask: bool


class Readied(Struct, frozen=True, tag="ready"):
    """Somebody is ready for the next deal, or not after all."""

    seat: int
    on: bool


class Rematched(Struct, frozen=True, tag="rematch"):
    seat: int


class Closed(Struct, frozen=True, tag="closed"):
    why: Literal["host", "empty", "idle", "deadlock", "operator"]


Event = (
    Created
    | Joined
    | Left
    | Renamed
    | SeatSet
    | StoodIn
    | Paced
    | Committed
    | Sealed
    | Opening
    | Salted
    | Dealt
    | Moved
    | Undone
    | Begged
    | Readied
    | Rematched
    | Closed
)


class Stored(Struct, frozen=True):
    """An event in its place."""

    n: int
    at: float
    request: str | None
    """The seat and the id of the request that made it: ``2 k8f…``; asked again, it is not done again."""
    event: Event


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode
