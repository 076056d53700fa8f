"""What people see of a table: its seats, its match, its games, and what happens there."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from faraon.server.wire.common import By, Card, LineKind, MoveText, Reason, SeatKind, Status, Suit, Text


class Seat(Struct):
    """A seat of the table; its number is its place in :attr:`TableInfo.seats`."""

    kind: SeatKind
    name: str
    level: str | None
    """Of a bot."""
    connected: bool
    stand_in: bool
    """A bot plays for the absent or late person."""
    host: bool
    ready: bool
    """For the next deal."""


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


class TableInfo(Struct):
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
    hints: bool
    """Whoever is on turn may ask a bot for advice: one person against bots, or people who agreed to it."""
    chat: bool
    """People here may write to each other, each who turns it on."""
    lesson: str | None
    """The lesson of the introduction that is played here."""
    given: bool
    """The game goes on from a moment of a record: it counts for nothing."""


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
    dealt: int
    """The same counted through all matches of the table: the record has this number."""
    standings: list[Standing]
    asked: int | None
    """Olympic: the seat of the table that must say whether it asks for the beggar's card."""
    over: bool
    winners: list[int]


class Lot(Struct):
    """Who starts by lot: this seat of so many (seats of the game)."""

    seat: int
    players: int


class Fair(Struct):
    """A fair deal: the commitment before it, and everything else after the game."""

    game: int
    commitment: str
    """The SHA-256 of the secret, in hexadecimal."""
    seals: list[str]
    """What the players have sealed, by seat of the table; empty for who has not."""
    opening: bool
    """No seal is taken any more: open yours, if it is among them."""
    salts: list[str]
    """What was opened in time, by seat of the table; known once the cards are dealt."""
    secret: str | None
    """The 256-bit secret, in hexadecimal; after the game."""
    label: str
    """What else goes into the deck: the table and the number of the game."""
    people: list[int]
    """The seats of the table with people when the seals were opened: only they add something."""
    deck: list[Card] | None
    """After the game."""
    shuffles: list[list[Card]] | None
    """The new order of the stock each time that the pile was shuffled, next card first; after the game."""
    lot: Lot | None
    """Where the lot decides who starts; once the cards are dealt."""


class Note(Struct):
    """Something of a rulebook's own that is shown while it holds."""

    name: str
    text: Text


class Situation(Struct):
    """What must be seen at a glance; the rulebook says where it stands."""

    suit: Suit | None
    """The valid suit."""
    declared: bool
    """The suit was asked for."""
    any_card: bool
    """Any card fits on the top card."""
    debt: int
    """Cards that are owed,"""
    owed: int
    """and how many of them by the player on turn: in an extra move the debt waits for the next one, and in
    the last chance nobody pays."""
    stop: int
    """Stops in force; the player on turn faces one if it is above 0."""
    again: Text | None
    """Why the player on turn moves again, in the rulebook's words."""
    notes: list[Note]


class Claim(Struct):
    """A covered group that can still be checked (§17)."""

    seat: int
    """Of the game: who laid it."""
    count: int
    """How many cards it has; the top one lies open."""


class View(Struct):
    """A game through the eyes of one seat.

    Seats here are those of the *game*, as in moves; ``table[i]`` is the seat of the table that plays seat
    ``i`` of the game (they differ only when somebody is out of an Olympic match).
    """

    position: int
    """Names this position: moves and hints carry it, and are refused when it is no longer there; undo carries
    it, too, and is refused when more has happened since than moves of others."""
    seat: int | None
    """Your seat of the game; ``None`` for a spectator."""
    table: list[int]
    hand: list[Card]
    sizes: list[int]
    pile: list[Card | None]
    """Bottom to top: the last few cards; ``None`` for one that somebody else laid covered (§17)."""
    pile_size: int
    stock_size: int
    turn: int
    situation: Situation
    out: dict[str, Literal["returnable", "safe"]]
    """Who has finished, by seat of the game."""
    over: bool
    loser: int | None
    places: list[int]
    drawn: bool
    """The game is over, and nobody won."""
    why: list[Reason]
    """How the game ended, and why, in the rulebook's words; empty while it goes on."""
    moves_made: int
    moves: list[MoveText]
    """The legal moves, for the seat on turn only."""
    fouls: bool
    """Cards laid against the rules are not refused here: they cost something (§18)."""
    covers: bool
    """Groups are laid covered, and what lies below the top card may be something else (§17)."""
    claim: Claim | None
    """The latest covered group, until somebody else than its owner moves on."""
    can_undo: bool
    casual: bool
    """A move was taken back in this game: it is played for practice."""
    deadline: float | None
    """When the clock of the player on turn runs out, in seconds since 1970; ``None`` without a clock."""
    variables: dict[str, Any]
    """The rulebook's own variables, for those who want to see all."""


# ------------------------------------------------------------------------------- what happens at a table


class CardEvent(Struct):
    """Where cards went: ``draw``, ``turn``, ``shuffle``, ``show`` or ``foul``; ``cover``, and what a check of
    covered cards has found, ``true`` or ``lie`` (§17)."""

    kind: Literal["draw", "turn", "shuffle", "show", "foul", "cover", "true", "lie"]
    seat: int | None
    """Of the game."""
    count: int
    cards: list[Card] | None
    """``None`` where you saw only how many."""


class Dealt(Struct, tag="dealt"):
    """A new game; the view shows it. Cards go out clockwise from ``first`` (a seat of the game)."""

    game: int
    first: int
    events: list[CardEvent]


class MoveFact(Struct):
    """Something that a move did, for everybody to see: ``debt`` and ``stop`` from ``old`` to ``new``, ``out``
    and ``return`` of a seat, ``again``, ``over`` (the seat loses; -1: nobody), and a check that found a
    ``lie`` or the ``true`` cards. Seats of the game."""

    kind: Literal["debt", "stop", "out", "return", "again", "over", "true", "lie"]
    seat: int
    old: int
    new: int
    rule: str
    """Of the rulebook, if it has a sentence for it."""


class Moved(Struct, tag="moved"):
    """A move; ``seat`` is a seat of the game."""

    seat: int
    move: MoveText
    by: By
    foul: bool
    events: list[CardEvent]
    facts: list[MoveFact]


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
        "sealed",
        "opening",
        "salted",
        "begged",
        "ready",
        "rematch",
        "closed",
    ]
    seat: int | None
    """Of the table."""


What = Dealt | Moved | Undone | Changed


class CardPiece(Struct):
    """A card that a line speaks of."""

    card: Card
    called: Text | None
    """Its own name, where the rules know it by one."""


class Pieces(Struct):
    """A line with its cards apart from the words."""

    en: list[str | CardPiece]
    sk: list[str | CardPiece]


class Line(Struct):
    """A line of the log, in words; ``seat`` is a seat of the table, ``None`` if nobody did it."""

    n: int
    kind: LineKind
    by: By | None
    """Of a move at a table: who made it for the seat."""
    seat: int | None
    en: str
    sk: str
    pieces: Pieces | None
    """The same to be drawn; ``None`` where no card is spoken of."""


class Happened(Struct, tag="happened"):
    """Event ``n`` of the table, and how things stand after it. What is ``None`` has not changed."""

    n: int
    at: float
    """Seconds since 1970."""
    what: What
    line: Line | None
    table: TableInfo | None
    match: Match | None
    fair: Fair | None
    view: View | None
