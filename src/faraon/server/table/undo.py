"""Taking a move back: against bots only, and only as long as nothing new was seen."""

from __future__ import annotations

from collections.abc import Sequence

from faraon.cards import Card
from faraon.game.log import Entry
from faraon.server.table.deals import Deal
from faraon.server.table.table import Table


def moves_to_keep(table: Table, seat: int) -> int | None:
    """How many moves remain when a seat of the table takes its last move back; ``None`` if it may not."""
    deal, mine = table.deal, table.game_seat(seat)
    if not table.undo or not table.playing or deal is None or mine is None:
        return None
    entries = [entry for entry in deal.state.log if entry.move is not None]
    last = next((k for k in reversed(range(len(entries))) if entries[k].seat == mine), None)
    if last is None or _saw_something_new(deal, entries[last:], mine, last):
        return None
    return last


def _saw_something_new(deal: Deal, entries: Sequence[Entry], mine: int, last: int) -> bool:
    """Whether the seat drew, was shown, or saw laid a card that it could not know before its move."""
    laid: list[tuple[int, Card]] = []
    for entry in entries:
        for kind, seat, _ in entry.events:
            if kind in ("show", "true", "lie") or (kind == "draw" and seat == mine):
                return True
            if kind == "cover" and seat != mine:  # what lies below must not decide
                return True
        if entry.seat != mine and entry.move is not None:
            laid += [(entry.seat, card) for card in entry.move.cards]
    if not laid:
        return False
    known = deal.before(mine, last).known(mine).hands
    left = {seat: list(cards) for seat, cards in known.items()}
    for seat, card in laid:
        if card not in left.get(seat, []):
            return True
        left[seat].remove(card)
    return False
