"""How a table begins: what somebody wants becomes its first event."""

from __future__ import annotations

from faraon.lang.ir import Book
from faraon.play.state import State
from faraon.server import wire as msg
from faraon.server.live.books import Books, digest_of
from faraon.server.table.asking import created_at
from faraon.server.table.events import Created, SeatSetup
from faraon.server.table.lessons import LESSONS
from faraon.server.table.levels import DEFAULT_LEVEL, LEVEL_NAMES, free_name
from faraon.server.table.names import clean_name
from faraon.server.wire.refusals import RefusalError


async def created_by(
    books: Books, wanted: msg.NewTable, hash_: str, given: State | None = None
) -> tuple[Created, Book]:
    """The first event of a new table, with its host (the hash of their token), and its rulebook."""
    host = SeatSetup("person", clean_name(wanted.name), None, hash_)
    if given is not None:
        return _going_on(wanted, host, given)
    if wanted.lesson is not None:
        return await _lesson(books, wanted.lesson, host)
    if not wanted.seats:
        raise RefusalError("bad-request")
    book = await books.named(wanted.rulebook)
    await books.check(book, len(wanted.seats) + 1, wanted.options)
    seats = [host]
    for seat in wanted.seats:
        if seat.level is not None and seat.level not in LEVEL_NAMES:
            raise RefusalError("bad-request")
        if seat.kind == "bot":
            name = free_name([one.name for one in seats])
            seats.append(SeatSetup("bot", name, seat.level or DEFAULT_LEVEL))
        else:
            seats.append(SeatSetup("open"))
    created = Created(
        book=digest_of(book),
        options=wanted.options,
        kind=wanted.kind,
        games=wanted.games,
        seats=seats,
        clock=wanted.clock.seconds if wanted.clock is not None else None,
        listed=wanted.listed and any(seat.kind == "open" for seat in seats),
        pace=wanted.pace,
        hints=wanted.hints,
        chat=wanted.chat,
    )
    return created, book


def _going_on(wanted: msg.NewTable, host: SeatSetup, given: State) -> tuple[Created, Book]:
    """A table where bots of one level play on against the seat that is on turn."""
    level = wanted.seats[0].level if wanted.seats else None
    if level is not None and level not in LEVEL_NAMES:
        raise RefusalError("bad-request")
    seats = [host]
    while len(seats) < given.game.players:
        name = free_name([one.name for one in seats])
        seats.append(SeatSetup("bot", name, level or DEFAULT_LEVEL))
    at = given.turn
    around = [*seats[-at:], *seats[:-at]] if at else seats
    return created_at(given, digest_of(given.game.book), around, wanted.pace), given.game.book


async def _lesson(books: Books, name: str, host: SeatSetup) -> tuple[Created, Book]:
    lesson = LESSONS.get(name)
    if lesson is None:
        raise RefusalError("bad-request")
    book = await books.named("classic")
    seats = [host]
    for _ in lesson.position["hands"][1:]:
        seats.append(SeatSetup("bot", free_name([one.name for one in seats]), DEFAULT_LEVEL))
    created = Created(
        book=digest_of(book),
        options=dict(lesson.options),
        kind="single",
        games=1,
        seats=seats,
        clock=None,
        listed=False,
        pace=1.0,
        lesson=name,
        position=dict(lesson.position),
    )
    return created, book
