"""The bodies of HTTP requests and answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from faraon.server.wire.common import Card, Code, MoveText, Name, Pace, SeatNumber, Text
from faraon.server.wire.tables import Clock, Dealt, Fair, Line, Match, Moved, Situation, TableInfo


class OptionValue(Struct):
    value: int | str
    says: Text


class Option(Struct):
    """An option of a rulebook; a number with a ``range`` takes any value in it."""

    name: str
    paragraph: str
    title: Text
    asks: Text
    """The question that the values answer."""
    default: int | str
    values: list[OptionValue]
    range: list[int] | None


class Rulebook(Struct):
    """A rulebook that tables can be opened with."""

    name: str
    title: Text
    says: Text
    hash: str
    min_players: int
    max_players: int
    options: list[Option]


class Level(Struct):
    name: str
    title: Text
    searches: bool
    """It thinks ahead or plays by a network, except where groups are laid covered: there every level bluffs
    (§17)."""
    learned: bool
    """It plays by a network where one has learned the rules; elsewhere another bot plays for it."""


class Lesson(Struct):
    """A small position of the introduction; it is done when one of the wanted moves is made."""

    name: str
    title: Text
    task: Text
    praise: Text
    wanted: list[MoveText]


class Info(Struct):
    """``GET /api/info``: what a client needs to offer tables."""

    version: int
    program: str
    rulebooks: list[Rulebook]
    levels: list[Level]
    lessons: list[Lesson]
    max_seats: int


class NewSeat(Struct, forbid_unknown_fields=True):
    kind: Literal["bot", "open"]
    level: Annotated[str, Meta(max_length=40)] | None = None


OptionName = Annotated[str, Meta(max_length=60)]
OptionSetting = int | Annotated[str, Meta(max_length=60)]


class GivenMoment(Struct, forbid_unknown_fields=True):
    """A moment of a record: a game is played on from there, for nothing."""

    record: Annotated[str, Meta(max_length=200_000)]
    moves: Annotated[int, Meta(ge=0, le=3000)]
    """After so many moves of the record;"""
    seat: SeatNumber
    """this seat is on turn then, and yours."""


class NewTable(Struct, forbid_unknown_fields=True):
    """``POST /api/tables``: seat 0 is yours and you are the host; answered by :class:`Seated`."""

    name: Name
    seats: Annotated[list[NewSeat], Meta(max_length=9)] = []
    """The other seats, clockwise; at least one, except in a lesson."""
    rulebook: Annotated[str, Meta(max_length=200)] = "classic"
    options: Annotated[dict[OptionName, OptionSetting], Meta(max_length=60)] = {}
    kind: Literal["single", "series", "olympic"] = "single"
    games: Annotated[int, Meta(ge=1, le=99)] = 1
    clock: Clock | None = None
    listed: bool = False
    pace: Pace = 1.0
    hints: bool = False
    """Whoever is on turn may ask a bot for advice although people play against each other; everybody is told.
    A person who plays against bots alone always may."""
    chat: bool = False
    """People who were invited may write to each other, each who turns it on; not at listed tables."""
    lesson: Annotated[str, Meta(max_length=40)] | None = None
    """Play this lesson; seats, rulebook and options come from it."""
    given: GivenMoment | None = None
    """Play on from there; rulebook and options come from it, and all others are bots."""


class CheckTable(Struct, forbid_unknown_fields=True):
    """``POST /api/check``: would these options do? Answered by :class:`Checked`."""

    rulebook: Annotated[str, Meta(max_length=200)]
    players: Annotated[int, Meta(ge=2, le=10)]
    options: Annotated[dict[OptionName, OptionSetting], Meta(max_length=60)] = {}


class Checked(Struct):
    ok: bool
    packs: int
    covers: bool
    """Groups are laid covered (§17)."""
    learned: bool
    """The networks of levels that play by one know these rules."""
    en: str
    sk: str


class JoinTable(Struct, forbid_unknown_fields=True):
    """``POST /api/tables/ID/join``; answered by :class:`Seated`."""

    name: Name
    seat: SeatNumber | None = None


class Seated(Struct):
    """Your seat; keep the token, it is your key to it."""

    table: str
    seat: int
    token: str
    commitment: str


class OpenTables(Struct):
    """``GET /api/tables``: tables with a free seat that want to be found."""

    tables: list[TableInfo]


class Invitation(Struct):
    """``GET /api/tables/ID``: what a guest sees before joining; ``qr`` is an SVG drawing of the address."""

    table: TableInfo
    match: Match
    turn: int | None
    """The seat of the table that is on turn, while a game is played."""
    address: str
    qr: str


class Frame(Struct):
    """A moment of a finished game, all cards open."""

    hands: list[list[Card]]
    pile: list[Card]
    stock: list[Card]
    turn: int
    situation: Situation
    out: dict[str, Literal["returnable", "safe"]]
    over: bool
    loser: int | None
    drawn: bool
    places: list[int]
    what: Dealt | Moved
    line: Line
    document: str | None
    """The state as the tuple of the document that the rulebook follows, where it defines one."""


class Replay(Struct):
    """``GET /api/tables/ID/games/N`` and ``POST /api/replay``: a game, open, move by move."""

    table: str | None
    game: int
    games: int
    """How many finished games the table has."""
    names: list[str]
    """By seat of the game."""
    you: int | None
    rulebook: str
    title: Text
    changed: bool
    """The rulebook has changed since."""
    marks: list[str]
    """``undo``: a move was taken back in this game."""
    record: str
    """The record as text (``.fgn``)."""
    fair: Fair | None
    frames: list[Frame]


class ReadRecord(Struct, forbid_unknown_fields=True):
    """``POST /api/replay``: a record from elsewhere."""

    record: Annotated[str, Meta(max_length=200_000)]


class Failure(Struct):
    """The answer to an HTTP request that was not carried out."""

    code: Code
    en: str
    sk: str


HTTP = (
    Info,
    NewTable,
    CheckTable,
    Checked,
    JoinTable,
    Seated,
    OpenTables,
    Invitation,
    Replay,
    ReadRecord,
    Failure,
)
"""The bodies of HTTP requests and answers."""
