"""What one seat may see: all that bots and clients ever get."""

from __future__ import annotations

from typing import NamedTuple

from faraon.cards import Card
from faraon.game.knowledge import Known
from faraon.game.log import SeenEntry
from faraon.game.move import Move
from faraon.game.picture import Picture
from faraon.game.situation import Situation


class SeenClaim(NamedTuple):
    """A covered group that can still be checked, as everybody sees it (§17)."""

    seat: int
    """Who laid it."""
    size: int
    """How many cards it has; the top one lies open."""


class View(NamedTuple):
    """A position through the eyes of one seat; seat -1 is a spectator."""

    seat: int
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    """How many cards every seat holds."""
    pile: tuple[Card | None, ...]
    """Bottom to top; ``None`` for a card that somebody else laid covered."""
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
    covered: tuple[tuple[int, int], ...] = ()
    """Places in the pile that were laid covered, and who laid each (§17)."""
    claim: SeenClaim | None = None
    """The covered group that may still be checked, by whoever is on turn but its owner."""

    @property
    def claimer(self) -> int:
        """Who laid the covered group that the player on turn may check; -1 if there is none."""
        return -1 if self.claim is None or self.claim.seat == self.turn else self.claim.seat

    @property
    def top(self) -> Card:
        """The top card of the pile, which is never covered."""
        top = self.pile[-1]
        assert top is not None  # noqa: S101 - see above
        return top

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}, {self.moves_made} moves made>"

    def __str__(self) -> str:
        """The table drawn as text; cards that the seat does not know are counted."""
        return Picture.of(self).text()

    def _repr_html_(self) -> str:
        """The table drawn with the deck, in a notebook."""
        from faraon.game.picture_html import html

        return html(Picture.of(self))
