"""Looking back: the present game as it stood after an earlier event of it."""

from __future__ import annotations

from faraon.game.move import Move
from faraon.play.state import State
from faraon.server.table import events as ev
from faraon.server.table.table import Table
from faraon.server.wire.refusals import RefusalError


def kept(table: Table, n: int) -> State | None:
    """The game after event ``n``, if that was not long ago."""
    return next((step.state for step in reversed(table.steps) if step.stored.n == n), None)


def moves_until(table: Table, n: int) -> list[Move]:
    """The moves that stood after event ``n``: those taken back before it are not among them."""
    made: list[Move] = []
    for step in table.log:
        event = step.stored.event
        if isinstance(event, ev.Undone):
            del made[event.moves :]
        elif step.entry is not None and step.entry.move is not None:
            made.append(step.entry.move)
        if step.stored.n == n:
            return made
    raise RefusalError("not-now")
