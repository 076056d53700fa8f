"""Finished games, open: their records, and every moment of them for the replay."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import replace

from faraon.cards import Card
from faraon.engines.errors import GameError
from faraon.game.log import Entry
from faraon.game.record import Record, RecordError
from faraon.lang.errors import RulebookError
from faraon.lang.ir import Book
from faraon.play import codec
from faraon.play.documents import find_tuple
from faraon.play.game import Game
from faraon.play.history import drawn
from faraon.play.replay import Replay, record_of, replay
from faraon.play.state import State
from faraon.server import wire as msg
from faraon.server.table.deals import Deal, rewound
from faraon.server.table.fair import Label, commitment
from faraon.server.table.names import clean_name
from faraon.server.table.showing import card_events, fair_of, knows_pharaoh, move_facts, situation, text, told
from faraon.server.table.table import Table
from faraon.server.table.told_deal import ToldDeal
from faraon.server.wire.refusals import RefusalError

MOST_FRAMES = 3000


def record_of_deal(deal: Deal) -> Record:
    """The record of a finished game, with everything needed to verify its deal."""
    if not deal.state.over:
        raise RefusalError("not-now")
    date = datetime.datetime.fromtimestamp(deal.date, tz=datetime.UTC).date().isoformat()
    tags = {f"Name{seat}": name for seat, name in enumerate(deal.names)}
    if deal.label is not None:
        tags |= _told_deal(deal, deal.label).tags()
    if deal.undone:
        tags["Undone"] = "; ".join(deal.undone)
    return record_of(deal.state, date, tags)


def _told_deal(deal: Deal, label: Label) -> ToldDeal:
    told = ToldDeal(label, commitment(deal.secret), deal.secret, deal.salts)
    if label.scheme == 1:
        return told
    return replace(told, seals=deal.seals, kinds=deal.kinds, playing=deal.players, starter=deal.starter)


def replay_of_deal(table: Table, deal: Deal, you: int) -> msg.Replay:
    """A finished game of a table, frame by frame."""
    record = record_of_deal(deal)
    mine = deal.players.index(you) if you in deal.players else None
    return msg.Replay(
        table=table.id,
        game=deal.game,
        games=table.dealt if table.state is None or table.state.over else table.dealt - 1,
        names=list(deal.names),
        you=mine,
        rulebook=table.book.name,
        title=text(table.book.texts),
        changed=False,
        marks=["undo"] if deal.undone else [],
        record=record.write(),
        fair=fair_of(deal),
        frames=_frames(_states(deal), deal.names, mine),
    )


def played_record(written: str, offered: Mapping[str, Book]) -> Replay:
    """A record from elsewhere, played again; its rulebook is one that the server offers."""
    try:
        record = Record.read(written)
        if len(record.turns) > MOST_FRAMES:
            raise RecordError("the game is too long to be shown", "hra je na zobrazenie pridlhá")
        return replay(record, Game(_book(record, offered), record.players, record.options))
    except (RecordError, GameError, RulebookError, ValueError) as error:
        raise _bad_record(error) from None


def moment_of(given: msg.GivenMoment, offered: Mapping[str, Book]) -> State:
    """The moment of a record from which a game is to go on."""
    states = played_record(given.record, offered).states
    if given.moves >= len(states) or states[given.moves].over or states[given.moves].turn != given.seat:
        raise RefusalError(
            "bad-request",
            "A game goes on only where this seat is on turn.",
            "Pokračovať sa dá iba odtiaľ, kde je toto miesto na ťahu.",
        )
    return states[given.moves]


def _bad_record(error: Exception) -> RefusalError:
    sk = error.sk if isinstance(error, RecordError | GameError) else ""
    return RefusalError(
        "bad-record",
        f"This is not a valid record: {str(error)[:300]}",
        f"Toto nie je platný záznam: {sk[:300]}" if sk else None,
    )


def replay_of_record(written: str, offered: Mapping[str, Book]) -> msg.Replay:
    """A record from elsewhere, verified and shown."""
    played = played_record(written, offered)
    record = played.record
    try:
        fair = _fair_of_record(record, played.last.shuffles)
    except (RecordError, ValueError) as error:
        raise _bad_record(error) from None
    names = names_of(record)
    return msg.Replay(
        table=None,
        game=1,
        games=1,
        names=list(names),
        you=None,
        rulebook=record.rulebook,
        title=text(played.last.game.book.texts),
        changed=played.changed,
        marks=["undo"] if "Undone" in record.tags else [],
        record=record.write(),
        fair=fair,
        frames=_frames(list(played.states), names),
    )


def names_of(record: Record) -> tuple[str, ...]:
    """Who played; where a record does not say it, a number that stands in every language: ``#1``."""
    return tuple(clean_name(record.tags.get(f"Name{seat}", f"#{seat + 1}")) for seat in range(record.players))


def _book(record: Record, offered: Mapping[str, Book]) -> Book:
    named = [book for book in offered.values() if book.name == record.rulebook]
    same = (book for book in named if record.hash in (book.hash, book.covered_hash))
    book = next(same, offered.get(record.rulebook))
    if book is None:
        raise RecordError(
            "only games by a rulebook that is offered here can be replayed",
            "pozrieť sa tu dajú iba záznamy hier podľa ponúkaných pravidiel",
        )
    return book


def _fair_of_record(record: Record, shuffles: tuple[tuple[Card, ...], ...]) -> msg.Fair | None:
    """What a record tells about its deal; the client verifies it."""
    told = ToldDeal.read(record)
    if told is None:
        return None
    return msg.Fair(
        game=told.label.game,
        commitment=told.commitment,
        seals=list(told.seals),
        opening=False,
        salts=list(told.salts),
        secret=told.secret,
        label=str(told.label),
        people=told.people,
        deck=[card.name for card in record.deck],
        shuffles=[[card.name for card in order] for order in shuffles],
        lot=msg.Lot(record.first, record.players) if told.starter == "lot" else None,
    )


def _states(deal: Deal) -> list[State]:
    states = [rewound(deal, 0)]
    for entry in deal.state.log:
        if entry.move is not None:  # only the deal has none
            states.append(deal.play(states[-1], entry.move))
    return states


def _frames(states: list[State], names: tuple[str, ...], you: int | None = None) -> list[msg.Frame]:
    return [_frame(state, number, names, you) for number, state in enumerate(states)]


def _frame(state: State, number: int, names: tuple[str, ...], you: int | None) -> msg.Frame:
    pharaoh = knows_pharaoh(state.game.book, state.game.bound.options)
    position, players = state.position, range(len(names))
    document = find_tuple(state)
    entry = state.log[-1] if state.log else Entry(position.turn, None, ())
    what: msg.Dealt | msg.Moved = msg.Dealt(1, entry.seat, card_events(entry, -1))
    if entry.move is not None:
        # Everything is open: what a player drew is seen with that player's eyes.
        seen = card_events(entry, entry.seat)
        what = msg.Moved(entry.seat, str(entry.move), "person", entry.foul, seen, move_facts(state.facts()))
    return msg.Frame(
        hands=[[card.name for card in hand] for hand in position.hands],
        pile=[card.name for card in position.pile],
        stock=[card.name for card in position.stock],
        turn=position.turn,
        situation=situation(state.situation),
        out=codec.write_out(position.out),  # type: ignore[arg-type]
        over=position.over,
        loser=position.loser,
        drawn=drawn(state),
        places=list(position.places),
        what=what,
        line=told(entry, state.facts(), names, players, entry.seat, number, you, pharaoh),
        document=None if document is None else str(document),
    )
