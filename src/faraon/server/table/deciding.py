"""What a request does to a table: the events that it makes, or a refusal. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from faraon.engines.errors import GameError
from faraon.play.game import Game
from faraon.server import wire as msg
from faraon.server.table import events as ev
from faraon.server.table.fair import seal
from faraon.server.table.levels import DEFAULT_LEVEL, LEVEL_NAMES, free_name
from faraon.server.table.names import distinct_name
from faraon.server.table.table import Table
from faraon.server.table.undo import moves_to_keep, still_asked, why_not
from faraon.server.wire.refusals import RefusalError, from_game_error


def decide(table: Table, seat: int, request: msg.Request) -> list[ev.Event]:
    """The events of a request by a person at a seat of the table."""
    if table.closed:
        raise RefusalError("closed")
    return _DECISIONS[type(request)](table, seat, request)


# ---------------------------------------------------------------------------------------------- the game


def _move(table: Table, seat: int, request: msg.MakeMove) -> list[ev.Event]:
    state = table.state
    if not table.playing or state is None:
        raise RefusalError("not-now")
    if request.position != table.position:
        raise RefusalError("stale")
    if table.on_turn != seat:
        raise RefusalError("not-yours")
    try:
        state.play(request.move)
    except GameError as error:
        raise from_game_error(error, "bad-message") from None
    return [*_back(table, seat, request), ev.Moved(state.turn, request.move, "person")]


def _undo(table: Table, seat: int, request: msg.Undo) -> list[ev.Event]:
    if not still_asked(table, seat, request.position):
        raise RefusalError("stale")
    keep, mine = moves_to_keep(table, seat), table.game_seat(seat)
    if keep is None or mine is None:
        raise RefusalError("cannot-undo", *why_not(table))
    return [ev.Undone(mine, keep)]


def _back(table: Table, seat: int, _: Any) -> list[ev.Event]:
    return [ev.StoodIn(seat, False, "back")] if table.seats[seat].stand_in else []


# ---------------------------------------------------------------------------------------------- the match


def _start(table: Table, seat: int, _: msg.Start) -> list[ev.Event]:
    if table.status not in ("waiting", "ready") or table.asked is not None:
        raise RefusalError("not-now")
    if table.match is not None:
        return _agree(table, seat)
    if seat != table.host:
        raise RefusalError("not-yours")
    made: list[ev.Event] = []
    names = [one.name for one in table.seats]
    for number, one in enumerate(table.seats):
        if one.kind == "open":
            names.append(free_name(names))
            made.append(ev.SeatSet(number, "bot", names[-1], DEFAULT_LEVEL))
    _check_players(table, sum(one.kind != "closed" for one in table.seats))
    return [*made, *next_game(table, seat)]


def next_game(table: Table, seat: int) -> list[ev.Event]:
    """What begins the next game: of the match, or the first one of a rematch."""
    deal = table.next_deal
    again: list[ev.Event] = [ev.Rematched(seat)] if table.status == "over" else []
    if deal is None:  # one person among bots: it is promised now, and they seal their part of it
        return again
    if deal.seals:  # in this order the table is never empty between two matches
        return [ev.Opening(seat), *again]
    return [*again, ev.Dealt(seat)]


def _agree(table: Table, seat: int) -> list[ev.Event]:
    """Everybody is asked before results make way for the next game; the last one to agree begins it."""
    back = _back(table, seat, None)
    others = [one for one in table.awaited if one != seat]
    if table.people == [seat] or (not others and table.next_deal is not None):
        return [*back, *next_game(table, seat)]
    return [*back, *([] if seat in table.ready else [ev.Readied(seat, True)])]


def _ready(table: Table, seat: int, request: msg.Ready) -> list[ev.Event]:
    if request.on and table.voting:
        return _agree(table, seat)
    if not table.voting and (table.match is not None or table.status not in ("waiting", "ready")):
        raise RefusalError("not-now")
    return [ev.Readied(seat, request.on)] if (seat in table.ready) != request.on else []


def _check_players(table: Table, players: int) -> None:
    try:
        Game(table.book, players, table.options)
    except GameError as error:
        raise from_game_error(error, "not-now") from None


def _rematch(table: Table, seat: int, _: msg.Rematch) -> list[ev.Event]:
    if table.status != "over" or table.setup.lesson is not None:
        raise RefusalError("not-now")
    if table.setup.position is not None:  # it needs no deal: it is there again at once
        return [ev.Rematched(seat), ev.Dealt(seat)]
    return _agree(table, seat)


def _beggar(table: Table, seat: int, request: msg.Beggar) -> list[ev.Event]:
    if table.asked is None:
        raise RefusalError("not-now")
    if table.asked != seat:
        raise RefusalError("not-yours")
    return [ev.Begged(seat, request.ask)]


# ------------------------------------------------------------------------------------------ the next deal


def _seal(table: Table, seat: int, request: msg.SealSalt) -> list[ev.Event]:
    deal = table.next_deal
    if deal is None or deal.opening:
        raise RefusalError("not-now")
    return [ev.Sealed(seat, request.seal)] if deal.seals.get(seat) != request.seal else []


def _open(table: Table, seat: int, request: msg.OpenSalt) -> list[ev.Event]:
    """The last one to open brings the cards."""
    deal = table.next_deal
    if deal is None or not deal.opening:
        raise RefusalError("not-now")
    if deal.seals.get(seat) != seal(deal.label, seat, request.salt):
        raise RefusalError("not-yours")
    if seat in deal.salts:
        return []
    opened: list[ev.Event] = [ev.Salted(seat, request.salt)]
    return [*opened, ev.Dealt(deal.asked)] if deal.unopened == [seat] else opened


# ---------------------------------------------------------------------------------------------- the seats


def _rename(table: Table, seat: int, request: msg.Rename) -> list[ev.Event]:
    others = [one.name for number, one in enumerate(table.seats) if number != seat]
    return [ev.Renamed(seat, distinct_name(request.name, others))]


def _set_seat(table: Table, seat: int, request: msg.SetSeat) -> list[ev.Event]:
    if seat != table.host:
        raise RefusalError("not-yours")
    if request.seat >= len(table.seats) or request.seat == seat:
        raise RefusalError("bad-message")
    if request.level is not None and request.level not in LEVEL_NAMES:
        raise RefusalError("bad-message")
    if table.status == "dealing":
        raise RefusalError("not-now")
    playing = table.match is not None
    if playing and (request.kind != "bot" or not table.seats[request.seat].playing):
        raise RefusalError("not-now")
    if request.kind == "closed":
        others = [one for number, one in enumerate(table.seats) if number != request.seat]
        _check_players(table, sum(one.kind != "closed" for one in others))
    if request.kind != "bot":
        return [ev.SeatSet(request.seat, request.kind, "", None)]
    now = table.seats[request.seat]
    names = [one.name for one in table.seats]
    name = now.name if now.kind == "bot" else free_name(names)
    return [ev.SeatSet(request.seat, "bot", name, request.level or DEFAULT_LEVEL)]


def _pace(table: Table, seat: int, request: msg.SetPace) -> list[ev.Event]:
    if seat != table.host:
        raise RefusalError("not-yours")
    return [ev.Paced(seat, request.pace)]


def _leave(table: Table, seat: int, _: msg.Leave) -> list[ev.Event]:
    if table.people == [seat]:
        return [ev.Closed("empty")]
    if table.match is None and table.status != "dealing":
        return [ev.Left(seat, None)]
    return [ev.Left(seat, DEFAULT_LEVEL, free_name([one.name for one in table.seats]))]


def _close(table: Table, seat: int, _: msg.Close) -> list[ev.Event]:
    if seat != table.host:
        raise RefusalError("not-yours")
    return [ev.Closed("host")]


_DECISIONS: dict[type, Callable[[Table, int, Any], list[ev.Event]]] = {
    msg.MakeMove: _move,
    msg.Undo: _undo,
    msg.Back: _back,
    msg.Start: _start,
    msg.Ready: _ready,
    msg.Rematch: _rematch,
    msg.Beggar: _beggar,
    msg.SealSalt: _seal,
    msg.OpenSalt: _open,
    msg.Rename: _rename,
    msg.SetSeat: _set_seat,
    msg.SetPace: _pace,
    msg.Leave: _leave,
    msg.Close: _close,
}
ACTING = tuple(_DECISIONS)
"""The requests that change something."""


def join(table: Table, name: str, wanted: int | None, token_hash: str) -> tuple[int, ev.Event]:
    """A guest takes a free seat, the one asked for or the first."""
    if table.closed:
        raise RefusalError("closed")
    free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
    if not free or (wanted is not None and wanted not in free):
        raise RefusalError("full")
    seat = free[0] if wanted is None else wanted
    name = distinct_name(name, [one.name for one in table.seats])
    return seat, ev.Joined(seat, name, token_hash)
