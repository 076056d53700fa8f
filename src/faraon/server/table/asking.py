"""Positions outside any table, shown as a table would show them: they wait for a move."""

from __future__ import annotations

from collections.abc import Sequence

from faraon.play import codec
from faraon.play.state import State
from faraon.server import wire as msg
from faraon.server.table import showing
from faraon.server.table.events import Created, Dealt, SeatSetup, Stored
from faraon.server.table.table import Table, folded


def created_at(state: State, book: str, seats: Sequence[SeatSetup], pace: float = 1.0) -> Created:
    """The first event of a table that begins with a position; ``book`` is the rulebook's fingerprint."""
    return Created(
        book=book,
        options=dict(state.game.options),
        kind="single",
        games=1,
        seats=list(seats),
        clock=None,
        listed=False,
        pace=pace,
        position=codec.write(state.game.bound, state.position),
    )


def question(state: State, names: Sequence[str]) -> msg.Question:
    """What the player on turn sees; the others are people who are there."""
    seats = [SeatSetup("person", name) for name in names]
    created = Stored(1, 0.0, None, created_at(state, "", seats))
    table = folded("", state.game.book, [created, Stored(2, 0.0, None, Dealt(0))])
    return msg.Question(_info(table), showing.match_info(table), _view(table, state))


def _info(table: Table) -> msg.TableInfo:
    return showing.table_info(table, lambda seat: True)


def _view(table: Table, state: State) -> msg.View:
    """The state itself, and not the table's: it knows what was drawn."""
    return showing.view(table, state, table.players, state.turn)
