"""A table as a person would draw it: what is on it, and as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from faraon.cards import Card, write_cards
from faraon.game.move import HIDDEN
from faraon.game.position import Out
from faraon.game.situation import Situation
from faraon.words import counted, suit_name

if TYPE_CHECKING:
    from faraon.game.view import View

PILE_DRAWN = 6
"""How many cards of the pile are drawn, the top one last."""
CARD_FORMS = ("card", "cards")
MOVE_FORMS = ("move", "moves")


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn of a table."""

    title: str
    hands: tuple[tuple[Card, ...], ...]
    """The cards that are seen in every hand."""
    sizes: tuple[int, ...]
    """How many cards every hand has."""
    pile: tuple[Card | None, ...]
    stock_size: int
    turn: int
    out: tuple[int, ...]
    """An :class:`Out` for every seat."""
    places: tuple[int, ...]
    over: bool
    loser: int | None
    drawn: bool
    """The game is over, and nobody has won it."""
    situation: Situation

    @classmethod
    def of(cls, view: View) -> Picture:
        """The table as a seat sees it: its own hand, and what it knows of the others."""
        seen = {**view.known.hands, view.seat: view.hand}
        who = f"seat {view.seat}" if view.seat >= 0 else "a spectator"
        return cls(
            title=f"{who}, {counted(view.moves_made, MOVE_FORMS)}",
            hands=tuple(seen[seat] for seat in range(len(view.sizes))),
            sizes=view.sizes,
            pile=view.pile,
            stock_size=view.stock_size,
            turn=view.turn,
            out=view.out,
            places=view.places,
            over=view.over,
            loser=view.loser,
            drawn=view.over and view.loser is None and not view.places,
            situation=view.situation,
        )

    @property
    def lying(self) -> tuple[Card | None, ...]:
        """The cards of the pile that are drawn."""
        return self.pile[-PILE_DRAWN:]

    @property
    def suit(self) -> str:
        """The valid suit, if the rulebook knows one."""
        suit = self.situation.suit
        return "" if suit is None else suit_name(suit, "en") + ", asked for" * self.situation.declared

    @property
    def told(self) -> Iterator[str]:
        """What else counts."""
        now = self.situation
        if now.any_card:
            yield "any card fits"
        if now.again is not None:
            yield now.again.en
        if now.debt and not now.owed:
            yield f"a debt of {counted(now.debt, CARD_FORMS)} waits"
        yield from (note.en for note in now.notes)

    @property
    def result(self) -> str:
        """How the game ended; nothing while it goes on."""
        if not self.over:
            return ""
        if self.loser is not None:
            return f"seat {self.loser} has lost"
        return "drawn" if self.drawn else f"seat {self.places[0]} was out first"

    def notes(self, seat: int) -> Iterator[str]:
        """What is to be said of a player."""
        if seat in self.places:
            yield f"place {self.places.index(seat) + 1}"
        if self.out[seat] == Out.returnable and not self.over:
            yield "can be returned"
        if seat == self.turn and not self.over:
            now = self.situation
            if now.owed:
                yield f"owes {counted(now.owed, CARD_FORMS)}"
            if now.stop:
                yield "stopped"

    def text(self) -> str:
        """The table as lines of text; ``>`` marks the player on turn.

        >>> from faraon import load
        >>> print(load("classic").deal(seed=3))
        classic, 2 players, 0 moves
          stock 21   pile a9   suit acorns
        > 0  h7 bO hK lK aK
          1  l8 h9 hU lA aA
        """
        return "\n".join([self.title, self._middle(), *map(self._seat, range(len(self.sizes)))])

    def _middle(self) -> str:
        lying = " ".join(HIDDEN if card is None else card.name for card in self.lying)
        earlier = "… " * (len(self.pile) > PILE_DRAWN)
        words = [f"stock {self.stock_size}", f"pile {earlier}{lying}"]
        if self.over:
            words.append(self.result)
        else:
            words += [*([f"suit {self.suit}"] if self.suit else []), *self.told]
        return "  " + "   ".join(words)

    def _seat(self, seat: int) -> str:
        mark = ">" if seat == self.turn and not self.over else " "
        seen, size = self.hands[seat], self.sizes[seat]
        hidden = counted(size - len(seen), CARD_FORMS) if size > len(seen) else ""
        cards = " + ".join(part for part in (write_cards(seen), hidden) if part)
        notes = ", ".join(self.notes(seat))
        return f"{mark} {seat}  {cards}   {notes}".rstrip() if cards else f"{mark} {seat}  {notes}".rstrip()
