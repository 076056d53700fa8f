"""The conversation over a WebSocket.

It carries JSON texts. The client's first message is :class:`Hello`; after it every message has an ``id`` of
the client's choice, and the answer (:class:`Done`, :class:`Refused`, :class:`Judged`, :class:`Hinted`,
:class:`Looked`)
carries it back. Sending the same ``id`` again never acts twice. What happens at the table comes to everybody
as :class:`Happened`, numbered without gaps by ``n``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from faraon.server.wire.common import (
    Code,
    Greeting,
    Id,
    MoveText,
    Name,
    Pace,
    Reaction,
    Reason,
    Salt,
    Seal,
    SeatNumber,
    Words,
)
from faraon.server.wire.tables import Fair, Happened, Line, Match, Situation, TableInfo, View

# ------------------------------------------------------------------------------------ from the server


class Said(Struct, tag="said"):
    """Somebody writes to those who have turned that on; never stored."""

    number: int
    """Counts what is written at the table."""
    seat: int
    name: str
    text: str
    at: float
    """Seconds since 1970."""


class Company(Struct, tag="company"):
    """Who is there besides the players, and who writes and reads; not stored."""

    watching: int
    """How many look on."""
    chatting: list[int]
    """The seats that have turned writing on."""


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
    table: TableInfo
    match: Match
    fair: Fair | None
    view: View | None
    lines: list[Line]
    """The log of the present game."""
    missed: list[Happened]
    company: Company
    said: list[Said]
    """What was written since you turned that on, as far as it is kept."""


class Done(Struct, tag="done"):
    """The request was carried out and is stored; its event is number ``n`` (0 if it made none)."""

    id: str
    n: int


class Refused(Struct, tag="refused"):
    """The request was not carried out; nothing has changed.

    An illegal move has reasons.
    """

    id: str
    code: Code
    en: str
    sk: str
    reasons: list[Reason]


class Foul(Struct):
    """What laying cards against the rules costs, where that is not refused (§18)."""

    rule: str
    paragraph: str
    en: str
    sk: str
    """The rulebook's own sentence."""
    cards: int
    """How many cards you would really draw now."""


class Judged(Struct, tag="judged"):
    """What the rulebook says to a move."""

    id: str
    move: MoveText
    """What was judged: the move, with a suit if it needs one and none was given."""
    legal: bool
    reasons: list[Reason]
    """Of a legal move the rule, then what it changes; otherwise why not, the best reason first."""
    situation: Situation | None
    """After a legal lay, unless it ends the game; nobody knows beforehand what a drawn card brings."""
    foul: Foul | None
    """What it costs to lay this all the same; ``None`` if it is legal, or would be refused."""
    lie: Reason | None
    """What a covered lay costs that is not what it declares, if the next player checks it (§17)."""


class Hinted(Struct, tag="hinted"):
    """A bot's advice from your own view."""

    id: str
    move: MoveText
    en: str
    """Why; empty, as in Slovak, where the bot knows no reason that is true."""
    sk: str


class Looked(Struct, tag="looked"):
    """The table as you saw it after event ``n``."""

    id: str
    n: int
    view: View


class Greeted(Struct, tag="greeted"):
    """Somebody greets; not stored."""

    seat: int
    greeting: Greeting


class Reacted(Struct, tag="reacted"):
    """What somebody thinks of move ``n``; not stored."""

    seat: int
    n: int
    reaction: Reaction


class Nudged(Struct, tag="nudged"):
    """``by`` is waiting for ``seat``; not stored."""

    seat: int
    by: int


class Presence(Struct, tag="presence"):
    """A person's browser came or went; not stored."""

    seat: int
    connected: bool


class Pong(Struct, tag="pong"):
    id: str


class Bye(Struct, tag="bye"):
    """The server closes the connection: ``restart`` or ``slow`` (come back), ``closed`` (the table),
    ``left`` (a bot has the seat now), ``banned`` (the address)."""

    why: str


FromServer = (
    Welcome
    | Happened
    | Done
    | Refused
    | Judged
    | Hinted
    | Looked
    | Greeted
    | Reacted
    | Nudged
    | Said
    | Company
    | Presence
    | Pong
    | Bye
)


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
    """May I lay this, and what then? Only for the player on turn; nothing changes.

    Cards that need a suit may be asked about without one.
    """

    id: Id
    position: int
    move: MoveText


class AskHint(Struct, tag="hint", forbid_unknown_fields=True):
    id: Id
    position: int


class Look(Struct, tag="look", forbid_unknown_fields=True):
    """How did the table look after event ``n`` of the present game? Answered with :class:`Looked`."""

    id: Id
    n: Annotated[int, Meta(ge=0, le=1_000_000)]


class Undo(Struct, tag="undo", forbid_unknown_fields=True):
    """Back to before my last move; against bots only."""

    id: Id
    position: int


class Beggar(Struct, tag="beggar", forbid_unknown_fields=True):
    """The answer of the seat that is asked about the beggar's card."""

    id: Id
    ask: bool


class SealSalt(Struct, tag="seal", forbid_unknown_fields=True):
    """My own part in the next deal, sealed: after its commitment was published, before it is started."""

    id: Id
    seal: Seal


class OpenSalt(Struct, tag="salt", forbid_unknown_fields=True):
    """What I sealed, when everybody's seals are opened (``fair.opening``)."""

    id: Id
    salt: Salt


class Start(Struct, tag="start", forbid_unknown_fields=True):
    """The host deals the first game of a match: open seats become bots. Later it means :class:`Ready`."""

    id: Id


class Rematch(Struct, tag="rematch", forbid_unknown_fields=True):
    """A new match of the same people, when the match is over: it begins when everybody wants it."""

    id: Id


class Ready(Struct, tag="ready", forbid_unknown_fields=True):
    """I am ready, or not after all. Before the first game the host sees it; after a game the next one, or the
    rematch, is dealt when everybody is ready."""

    id: Id
    on: bool = True


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


class React(Struct, tag="react", forbid_unknown_fields=True):
    """To one of the last moves, by the number of its event."""

    id: Id
    n: int
    reaction: Reaction


class Nudge(Struct, tag="nudge", forbid_unknown_fields=True):
    """Somebody keeps us waiting: on turn, asked, or not ready."""

    id: Id
    seat: SeatNumber


class SetChat(Struct, tag="chat", forbid_unknown_fields=True):
    """I want to write and to read what others write, or not any more."""

    id: Id
    on: bool


class Say(Struct, tag="say", forbid_unknown_fields=True):
    id: Id
    text: Words


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
    | Look
    | Undo
    | Beggar
    | SealSalt
    | OpenSalt
    | Start
    | Rematch
    | Ready
    | Rename
    | SetSeat
    | SetPace
    | Back
    | Greet
    | React
    | Nudge
    | SetChat
    | Say
    | Leave
    | Close
    | Ping
)
FromClient = Hello | Request
