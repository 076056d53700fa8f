"""What one seat may see: all that bots and clients ever get."""

from __future__ import annotations

from typing import NamedTuple

from faraon.cards import Card
from faraon.game.knowledge import Known
from faraon.game.log import SeenEntry
from faraon.game.move import Move
from faraon.game.picture import Picture
from faraon.game.situation import Situation


class View(NamedTuple):
    """A position through the eyes of one seat; seat -1 is a spectator."""

    seat: int
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    """How many cards every seat holds."""
    pile: tuple[Card, ...]
    stock_size: int
    turn: int
    vars: tuple[int | None, ...]
    """The rulebook's own variables, as in a position; ``None`` where one is hidden from this seat."""
    out: tuple[int, ...]
    """An :class:`~faraon.game.position.Out` for every seat."""
    over: bool
    loser: int | None
    places: tuple[int, ...]
    moves_made: int
    situation: Situation
    known: Known
    log: tuple[SeenEntry, ...]
    moves: tuple[Move, ...]
    """The legal moves, for the seat on turn only."""

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}, {self.moves_made} moves made>"

    def __str__(self) -> str:
        """The table drawn as text; cards that the seat does not know are counted."""
        return Picture.of(self).text()

    def _repr_html_(self) -> str:
        """The table drawn with the deck, in a notebook."""
        from faraon.game.picture_html import html

        return html(Picture.of(self))
