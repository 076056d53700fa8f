"""Taking a move back: one person against bots may always do it; the game is then played for practice."""

from __future__ import annotations

from faraon.server.table import events as ev
from faraon.server.table.table import Table


def moves_to_keep(table: Table, seat: int) -> int | None:
    """How many moves remain when a seat of the table takes its last move back; ``None`` if it cannot."""
    deal, mine = table.deal, table.game_seat(seat)
    if not table.undo or not table.playing or deal is None or mine is None:
        return None
    entries = [entry for entry in deal.state.log if entry.move is not None]
    return next((k for k in reversed(range(len(entries))) if entries[k].seat == mine), None)


def still_asked(table: Table, seat: int, position: int) -> bool:
    """Whether only others have moved since a position: who then wanted their last move back still does."""
    mine = table.game_seat(seat)
    changed = (
        step.stored.n
        for step in table.log
        if isinstance(event := step.stored.event, ev.Dealt | ev.Undone)
        or (isinstance(event, ev.Moved) and event.seat == mine)
    )
    return max(changed, default=0) <= position <= table.position


def why_not(table: Table) -> tuple[str, str]:
    """Why nothing can be taken back, in English and Slovak."""
    if not table.undo:
        return (
            "Between people a move that was made stands.",
            "Medzi ľuďmi sa ťahy nevracajú.",
        )
    if not table.playing:
        return "The game is over: its moves stand.", "Hra sa skončila, ťahy v nej už platia."
    return "You have not moved yet.", "Ešte niet čo vrátiť: tvoj prvý ťah len príde."
