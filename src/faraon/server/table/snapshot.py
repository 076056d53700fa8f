"""A table as one text, so that it need not be made from all its events again.

A snapshot only saves time: the events stay the truth.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import replace

from faraon.cards import Card
from faraon.engines.extras import extra
from faraon.game.facts import Fact
from faraon.game.log import Entry
from faraon.game.position import Position
from faraon.lang.ir import Book
from faraon.match import Match
from faraon.match.match import Played
from faraon.play.game import Game
from faraon.play.state import State
from faraon.server.table.deals import Deal, NextDeal
from faraon.server.table.events import Dealt, Stored
from faraon.server.table.fair import Label, Starter
from faraon.server.table.table import Seat, Step, Table
from faraon.server.wire import By, SeatKind

with extra("server"):
    import msgspec
    from msgspec import Struct

SHAPE = 3
"""Goes up whenever something that is kept here means something else: other shapes are never read."""


class KeptState(Struct, frozen=True):
    position: Position
    origin: Position
    log: tuple[Entry, ...]
    deck: tuple[Card, ...] | None
    before: Position | None


class KeptDeal(Struct, frozen=True):
    game: int
    state: KeptState
    players: tuple[int, ...]
    names: tuple[str, ...]
    date: float
    label: Label | None
    secret: str
    seals: tuple[str, ...]
    salts: tuple[str, ...]
    kinds: tuple[SeatKind, ...]
    starter: Starter
    undone: list[str]


class KeptGame(Struct, frozen=True):
    """A finished game of a match; its moves are in the events."""

    table: tuple[int, ...]
    starter: int
    losers: tuple[int, ...]
    first_out: int | None


class KeptMatch(Struct, frozen=True):
    played: tuple[KeptGame, ...]
    cards: tuple[int, ...]
    begged: tuple[int, ...]
    asked: tuple[int, ...]
    out: tuple[int, ...]


class KeptLine(Struct, frozen=True):
    """A step of the present game, for the log."""

    stored: Stored
    players: tuple[int, ...]
    entry: Entry | None
    by: By
    game: int
    facts: tuple[Fact, ...]
    names: tuple[str, ...]


class Snapshot(Struct, frozen=True):
    n: int
    updated: float
    seats: list[Seat]
    pace: float
    closed: bool
    match: KeptMatch | None
    players: tuple[int, ...]
    deal: KeptDeal | None
    dealt: int
    position: int
    moved_at: float
    next_deal: NextDeal | None
    ready: set[int]
    log: list[KeptLine]
    requests: dict[str, int]


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Snapshot).decode


def snapshot(table: Table) -> bytes:
    """All of a table but the event that created it and the steps that are kept for those who missed them."""
    return zlib.compress(
        _encode(
            Snapshot(
                n=table.n,
                updated=table.updated,
                seats=table.seats,
                pace=table.pace,
                closed=table.closed,
                match=_keep_match(table.match),
                players=table.players,
                deal=_keep_deal(table.deal),
                dealt=table.dealt,
                position=table.position,
                moved_at=table.moved_at,
                next_deal=table.next_deal,
                ready=table.ready,
                log=[
                    KeptLine(one.stored, one.players, one.entry, one.by, one.game, one.facts, one.names)
                    for one in table.log
                ],
                requests=table.requests,
            )
        ),
        level=1,
    )


def resumed(id_: str, book: Book, created: Stored, kept: bytes | None, events: Iterable[Stored]) -> Table:
    """A table from its first event, a snapshot if there is one, and the events since."""
    table = Table(id_, book, created) if kept is None else restored(id_, book, created, kept)
    for one in events:
        table.apply(one)
    return table


def finished_game(table: Table, events: Iterable[Stored], game: int) -> Deal | None:
    """A game of a table that stands somewhere before its end, and goes on with these events."""
    for one in events:
        if isinstance(one.event, Dealt) and table.dealt == game:
            break
        table.apply(one)
    return table.deal if table.dealt == game else None


def restored(id_: str, book: Book, created: Stored, kept: bytes) -> Table:
    """The table of a snapshot."""
    found = _decode(zlib.decompress(kept))
    table = Table(id_, book, created)
    table.n, table.updated = found.n, found.updated
    table.seats, table.pace, table.closed = found.seats, found.pace, found.closed
    table.players, table.dealt = found.players, found.dealt
    table.position, table.moved_at = found.position, found.moved_at
    table.next_deal, table.ready, table.requests = found.next_deal, found.ready, found.requests
    table.log = [
        Step(one.stored, None, one.players, one.entry, one.by, one.game, one.facts, one.names)
        for one in found.log
    ]
    table.deal = _deal(table, found.deal)
    table.match = _match(table, found.match)
    return table


def _keep_match(match: Match | None) -> KeptMatch | None:
    if match is None:
        return None
    played = tuple(KeptGame(one.table, one.starter, one.losers, one.first_out) for one in match.played)
    return KeptMatch(played, match.cards, match.begged, match.asked, match.out)


def _match(table: Table, kept: KeptMatch | None) -> Match | None:
    if kept is None:
        return None
    setup = table.setup
    match = Match.begin(table.book, len(table.players), setup.options, setup.kind, setup.games)
    played = tuple(Played(None, one.table, one.starter, one.losers, one.first_out) for one in kept.played)
    current = None if table.state is None or table.state.over else table.state
    return replace(
        match,
        played=played,
        current=current,
        cards=kept.cards,
        begged=kept.begged,
        asked=kept.asked,
        out=kept.out,
    )


def _keep_deal(deal: Deal | None) -> KeptDeal | None:
    if deal is None:
        return None
    state = deal.state
    return KeptDeal(
        deal.game,
        KeptState(state.position, state.origin, state.log, state.deck, state.before),
        deal.players,
        deal.names,
        deal.date,
        deal.label,
        deal.secret,
        deal.seals,
        deal.salts,
        deal.kinds,
        deal.starter,
        deal.undone,
    )


def _deal(table: Table, kept: KeptDeal | None) -> Deal | None:
    if kept is None:
        return None
    game, was = Game(table.book, len(kept.players), table.options), kept.state
    return Deal(
        kept.game,
        State(game, was.position, was.origin, was.log, was.deck, was.before),
        kept.players,
        kept.names,
        kept.date,
        kept.label,
        kept.secret,
        kept.seals,
        kept.salts,
        kept.kinds,
        kept.starter,
        kept.undone,
    )
