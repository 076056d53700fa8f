"""Everything that goes over the wire: one file, one version.

A WebSocket carries JSON texts. The client's first message is :class:`Hello`; after it every message has an
``id`` of the client's choice, and the answer (:class:`Done`, :class:`Refused`, :class:`Judged`,
:class:`Hinted`) carries it back. Sending the same ``id`` again never acts twice. What happens at the table
comes to everybody as :class:`Happened`, numbered without gaps by ``n``.

The client's TypeScript types are generated from this file (``faraon.server.typescript``).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

VERSION = 1
"""Of the protocol; a client of another version is told to reload the page."""

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[ -~]*$")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
MoveText = Annotated[str, Meta(min_length=1, max_length=64)]
Salt = Annotated[str, Meta(max_length=64, pattern=r"^[0-9A-Za-z_-]*$")]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Pace = Annotated[float, Meta(ge=0, le=3)]

SeatKind = Literal["person", "bot", "open", "closed"]
"""``open``: waits for somebody to join; ``closed``: nobody will sit here."""
Status = Literal["waiting", "ready", "playing", "over", "closed"]
"""``waiting`` for people, ``ready`` to deal (the next game of) the match, ``playing``, match ``over``."""
By = Literal["person", "bot", "stand_in"]
Greeting = Literal["hello", "well_played", "oh_no", "thanks", "again", "goodbye"]


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


# ---------------------------------------------------------------------------------------------- the table


class Seat(Struct):
    """A seat of the table; its number is its place in :attr:`Table.seats`."""

    kind: SeatKind
    name: str
    level: str | None
    """Of a bot."""
    connected: bool
    stand_in: bool
    """A bot plays for the absent or late person."""
    host: bool


class Clock(Struct):
    """Seconds for a move; when they are over, a bot makes it."""

    seconds: Annotated[int, Meta(ge=5, le=600)]


class OptionChoice(Struct):
    """An option as it is set at a table, in words."""

    name: str
    value: int | str
    changed: bool
    """It differs from the rulebook's own default."""
    title: Text
    says: Text
    """What the value means."""
    paragraph: str


class Table(Struct):
    """What everybody may know about a table."""

    id: str
    status: Status
    rulebook: str
    title: Text
    hash: str
    options: list[OptionChoice]
    kind: Literal["single", "series", "olympic"]
    games: int
    clock: Clock | None
    listed: bool
    """It stands in the list of open tables."""
    pace: float
    """How slowly bots move; 1 is a human pace, 0 at once."""
    seats: list[Seat]
    undo: bool
    """Moves may be taken back: one person against bots."""
    lesson: str | None
    """The lesson of the introduction that is played here."""


class Standing(Struct):
    """A line of the standings; the best comes first. Seats of the table."""

    seat: int
    losses: int
    cards: int | None
    """Olympic: how many cards the seat is dealt."""
    beggar: bool
    out: bool
    won: bool


class Match(Struct):
    """How the match stands."""

    kind: Literal["single", "series", "olympic"]
    games: int
    game: int
    """The number of the game that is played, or of the last one; 0 before the first."""
    standings: list[Standing]
    asked: int | None
    """Olympic: the seat of the table that must say whether it asks for the beggar's card."""
    over: bool
    winners: list[int]


class Fair(Struct):
    """A fair deal: the commitment before it, and everything else after the game."""

    game: int
    commitment: str
    """The SHA-256 of the secret, in hexadecimal."""
    salts: list[str]
    """What the players added, by seat; known once the cards are dealt."""
    secret: str | None
    """The 256-bit secret, in hexadecimal; after the game."""
    label: str
    """What else goes into the deck: the table and the number of the game."""
    deck: list[str] | None
    """After the game."""


class View(Struct):
    """A game through the eyes of one seat.

    Seats here are those of the *game*, as in moves; ``table[i]`` is the seat of the table that plays seat
    ``i`` of the game (they differ only when somebody is out of an Olympic match).
    """

    position: int
    """Names this position: moves, undo and hints carry it, and are refused when it is no longer there."""
    seat: int | None
    """Your seat of the game; ``None`` for a spectator."""
    table: list[int]
    hand: list[str]
    sizes: list[int]
    pile: list[str]
    """Bottom to top: the last few cards."""
    pile_size: int
    stock_size: int
    turn: int
    suit: str | None
    """The valid suit, a letter of ``hlab``."""
    declared: bool
    """The suit was asked for with an over."""
    any_card: bool
    """Any card fits on the top card (the Pharaoh)."""
    owed: int
    """Cards that the player on turn owes for sevens."""
    stopped: bool
    """The player on turn faces an ace."""
    burn: bool
    """The player on turn has burned four cards and goes on."""
    free: bool
    """The player on turn lays his aces freely: the other one has declined."""
    out: dict[str, Literal["returnable", "safe"]]
    """Who has finished, by seat of the game."""
    over: bool
    loser: int | None
    places: list[int]
    moves_made: int
    moves: list[str]
    """The legal moves, for the seat on turn only."""
    can_undo: bool
    deadline: float | None
    """When the clock of the player on turn runs out, in seconds since 1970; ``None`` without a clock."""
    variables: dict[str, Any]
    """The rulebook's own variables, for those who want to see all."""


# ------------------------------------------------------------------------------- what happens at a table


class CardEvent(Struct):
    """Where cards went: ``draw``, ``turn``, ``shuffle``, ``show`` or ``foul``."""

    kind: Literal["draw", "turn", "shuffle", "show", "foul"]
    seat: int | None
    """Of the game."""
    count: int
    cards: list[str] | None
    """``None`` where you saw only how many."""


class Dealt(Struct, tag="dealt"):
    """A new game; the view shows it. Cards go out clockwise from ``first`` (a seat of the game)."""

    game: int
    first: int
    events: list[CardEvent]


class Moved(Struct, tag="moved"):
    """A move; ``seat`` is a seat of the game."""

    seat: int
    move: str
    by: By
    foul: bool
    events: list[CardEvent]


class Undone(Struct, tag="undone"):
    """The seat took its last move back; all that came after it is gone, too."""

    seat: int


class Changed(Struct, tag="changed"):
    """The table changed: seats, names, stand-ins, the pace, the status."""

    what: Literal[
        "joined",
        "left",
        "renamed",
        "seat",
        "stand_in",
        "back",
        "pace",
        "committed",
        "salted",
        "begged",
        "rematch",
        "closed",
    ]
    seat: int | None
    """Of the table."""


What = Dealt | Moved | Undone | Changed


class Line(Struct):
    """A line of the log, in words; ``seat`` is a seat of the table, ``None`` if nobody did it."""

    n: int
    seat: int | None
    en: str
    sk: str


class Happened(Struct, tag="happened"):
    """Event ``n`` of the table, and how things stand after it. What is ``None`` has not changed."""

    n: int
    at: float
    """Seconds since 1970."""
    what: What
    line: Line | None
    table: Table | None
    match: Match | None
    fair: Fair | None
    view: View | None


# ------------------------------------------------------------------------------------ from the server


class Welcome(Struct, tag="welcome"):
    """The answer to :class:`Hello`: how everything stands at event ``n``.

    ``missed`` are the events after the client's ``last`` (if they are few), so that they can be shown one
    after another; otherwise the client simply shows the present.
    """

    version: int
    you: int | None
    """Your seat of the table; ``None`` for a spectator."""
    n: int
    now: float
    table: Table
    match: Match
    fair: Fair | None
    view: View | None
    lines: list[Line]
    """The log of the present game."""
    missed: list[Happened]


class Done(Struct, tag="done"):
    """The request was carried out and is stored; its event is number ``n`` (0 if it made none)."""

    id: str
    n: int


class Refused(Struct, tag="refused"):
    """The request was not carried out; nothing has changed.

    Codes: ``bad-message``, ``illegal-move`` (with reasons), ``stale`` (the position is no longer there),
    ``not-yours`` (not your turn, seat or right), ``not-now``, ``cannot-undo``, ``too-fast``, ``closed``,
    ``version``, ``unknown-table``, ``bad-token``.
    """

    id: str
    code: str
    en: str
    sk: str
    reasons: list[Reason]


class Judged(Struct, tag="judged"):
    """What the rulebook says to a move; for a legal one what would hold after it."""

    id: str
    move: str
    legal: bool
    reasons: list[Reason]
    suit: str | None
    """The suit that would be valid."""
    owed: int
    """What the next player would owe."""
    stopped: bool
    """The next player would face an ace."""


class Hinted(Struct, tag="hinted"):
    """A bot's advice from your own view."""

    id: str
    move: str
    en: str
    sk: str


class Greeted(Struct, tag="greeted"):
    """Somebody greets; not stored."""

    seat: int
    greeting: Greeting


class Presence(Struct, tag="presence"):
    """A person's browser came or went; not stored."""

    seat: int
    connected: bool


class Pong(Struct, tag="pong"):
    id: str


class Bye(Struct, tag="bye"):
    """The server closes the connection: ``restart`` or ``slow`` (come back), ``closed`` (the table),
    ``left`` (a bot has the seat now)."""

    why: str


FromServer = Welcome | Happened | Done | Refused | Judged | Hinted | Greeted | Presence | Pong | Bye


# ------------------------------------------------------------------------------------ from the client


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """The first message: who you are, and the last event you have. Without a token you are a spectator."""

    version: int
    token: Annotated[str, Meta(max_length=200)] | None = None
    last: int | None = None


class MakeMove(Struct, tag="move", forbid_unknown_fields=True):
    id: Id
    position: int
    """The position that it is meant for."""
    move: MoveText


class Judge(Struct, tag="judge", forbid_unknown_fields=True):
    """May I lay this, and what then? Only for the player on turn; nothing changes."""

    id: Id
    position: int
    move: MoveText


class AskHint(Struct, tag="hint", forbid_unknown_fields=True):
    id: Id
    position: int


class Undo(Struct, tag="undo", forbid_unknown_fields=True):
    """Back to before my last move; against bots only."""

    id: Id
    position: int


class Beggar(Struct, tag="beggar", forbid_unknown_fields=True):
    """The answer of the seat that is asked about the beggar's card."""

    id: Id
    ask: bool


class AddSalt(Struct, tag="salt", forbid_unknown_fields=True):
    """My own chance for the next deal, after its commitment was published."""

    id: Id
    salt: Salt


class Start(Struct, tag="start", forbid_unknown_fields=True):
    """Deal the next game of the match; the first one is started by the host. Open seats become bots."""

    id: Id


class Rematch(Struct, tag="rematch", forbid_unknown_fields=True):
    """A new match of the same people, when the match is over."""

    id: Id


class Rename(Struct, tag="rename", forbid_unknown_fields=True):
    id: Id
    name: Name


class SetSeat(Struct, tag="seat", forbid_unknown_fields=True):
    """The host makes another's seat a bot (also in the middle of a game), or opens or closes it."""

    id: Id
    seat: SeatNumber
    kind: Literal["bot", "open", "closed"]
    level: Annotated[str, Meta(max_length=40)] | None = None


class SetPace(Struct, tag="pace", forbid_unknown_fields=True):
    """How slowly bots move; by the host."""

    id: Id
    pace: Pace


class Back(Struct, tag="back", forbid_unknown_fields=True):
    """I play again myself; a connection or a move says so as well."""

    id: Id


class Greet(Struct, tag="greet", forbid_unknown_fields=True):
    id: Id
    greeting: Greeting


class Leave(Struct, tag="leave", forbid_unknown_fields=True):
    """I leave the table for good; a bot takes the seat if a game is played."""

    id: Id


class Close(Struct, tag="close", forbid_unknown_fields=True):
    """The host closes the table for everybody."""

    id: Id


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    id: Id


Request = (
    MakeMove
    | Judge
    | AskHint
    | Undo
    | Beggar
    | AddSalt
    | Start
    | Rematch
    | Rename
    | SetSeat
    | SetPace
    | Back
    | Greet
    | Leave
    | Close
    | Ping
)
FromClient = Hello | Request


# ------------------------------------------------------------------------------------------------- HTTP


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


class Lesson(Struct):
    """A small position of the introduction; it is done when one of the wanted moves is made."""

    name: str
    title: Text
    task: Text
    praise: Text
    wanted: list[str]


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
    lesson: Annotated[str, Meta(max_length=40)] | None = None
    """Play this lesson; seats, rulebook and options come from it."""


class CheckTable(Struct, forbid_unknown_fields=True):
    """``POST /api/check``: would these options do? Answered by :class:`Checked`."""

    rulebook: Annotated[str, Meta(max_length=200)]
    players: Annotated[int, Meta(ge=2, le=10)]
    options: Annotated[dict[OptionName, OptionSetting], Meta(max_length=60)] = {}


class Checked(Struct):
    ok: bool
    packs: int
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

    tables: list[Table]


class Invitation(Struct):
    """``GET /api/tables/ID``: what a guest sees before joining; ``qr`` is an SVG drawing of the address."""

    table: Table
    match: Match
    turn: int | None
    """The seat of the table that is on turn, while a game is played."""
    address: str
    qr: str


class Frame(Struct):
    """A moment of a finished game, all cards open."""

    hands: list[list[str]]
    pile: list[str]
    stock: list[str]
    turn: int
    suit: str | None
    declared: bool
    any_card: bool
    owed: int
    stopped: bool
    burn: bool
    free: bool
    out: dict[str, Literal["returnable", "safe"]]
    over: bool
    loser: int | None
    places: list[int]
    what: Dealt | Moved
    line: Line


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

    code: str
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

encode = msgspec.json.Encoder().encode
decode_hello = msgspec.json.Decoder(Hello).decode
decode_request = msgspec.json.Decoder(Request).decode
