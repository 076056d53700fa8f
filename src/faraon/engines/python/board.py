"""The engine's own primitives: all that a rulebook cannot say by itself.

============  ========================================================================================
put           the cards of the move go from the hand of the player on turn onto the pile; a covered group
              stays a claim, with the position before it, until somebody else moves
draw          a player takes cards from the stock; an empty stock is replaced by the pile without its top
              card, the card laid first on top (§9), shuffled if the rulebook says so; what is not there
              is forgiven
return        a finished player is in the game again and loses their place
leave         the player on turn has finished, and can be returned if some rule of this table returns
              players; else they are safe
draw until    the same as draw, card by card until the last one fits, or until there are none
next          the turn passes to the next player with cards; finished seats that it passes become safe; a
              player who was returned in this move is passed over once (the draw was their turn); play may
              go the other way round
i = …         the turn jumps to a seat, or to the next one after it that has cards
show          cards at the bottom of the stock are shown to everybody
============  ========================================================================================

A move that does not say ``next`` leaves the same player on turn. The last chance and the end of the game
are ordinary statements of the rulebook.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from dataclasses import replace

from faraon.cards import Card
from faraon.engines.rules import Bound
from faraon.game.chance import shuffle_by_chance
from faraon.game.log import Event
from faraon.game.position import Claim, Out, Position

Shuffle = Callable[[tuple[Card, ...]], tuple[Card, ...]]
"""The turned pile, bottom to top, in the order that somebody gives it."""


class Board:
    """A position that is being changed by one move."""

    __slots__ = (
        "chance",
        "claim",
        "covered",
        "events",
        "hands",
        "last_drawn",
        "laying",
        "moves_made",
        "out",
        "over",
        "pile",
        "places",
        "returned",
        "rules",
        "shuffle",
        "stock",
        "turn",
        "vars",
        "way",
    )

    def __init__(self, position: Position, rules: Bound, shuffle: Shuffle | None = None) -> None:
        self.hands = list(position.hands)
        self.stock = position.stock
        self.pile = position.pile
        self.turn = position.turn
        self.out = list(position.out)
        self.vars = position.vars
        self.places = list(position.places)
        self.moves_made = position.moves_made
        self.chance = position.chance
        self.over = position.over
        self.covered = position.covered
        self.claim = position.claim
        self.laying: tuple[Card, ...] = ()
        self.rules = rules
        self.shuffle = shuffle
        self.last_drawn = -1
        self.returned = -1
        self.way = 1
        """Of the last ``next``: 1 clockwise, -1 the other way round."""
        self.events: list[Event] = []

    def position(self, over: bool, loser: int | None) -> Position:
        """The position after the move."""
        return Position(
            tuple(self.hands),
            self.stock,
            self.pile,
            self.turn,
            tuple(self.out),
            self.vars,
            tuple(self.places),
            self.moves_made,
            over,
            loser,
            self.chance,
            self.covered,
            None if over else self.claim,
        )

    # ------------------------------------------------------------------------------------------- readings
    @property
    def active(self) -> int:
        return self.out.count(Out.playing)

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(map(len, self.hands))

    @property
    def drawable(self) -> int:
        return len(self.stock) + len(self.pile) - 1

    @property
    def lowest(self) -> Card:
        """The bottom card of the stock; the top of the pile if there is no stock."""
        return self.stock[-1] if self.stock else self.pile[-1]

    @property
    def anyone_safe(self) -> bool:
        return Out.safe in self.out

    @property
    def claimer(self) -> int:
        return -1 if self.claim is None or self.claim.seat == self.turn else self.claim.seat

    # ----------------------------------------------------------------------------------------- primitives
    def lay_covered(self, cards: tuple[Card, ...], before: Position) -> None:
        """The cards that ``put`` will really lay, whatever is declared, and the position before that."""
        self.laying = cards
        self.claim = Claim(self.turn, cards, replace(before, claim=None))

    def put(self, cards: tuple[Card, ...]) -> None:
        if self.laying:
            cards = self.laying
            places = range(len(self.pile), len(self.pile) + len(cards) - 1)
            self.covered += tuple((place, self.turn) for place in places)
        hand = list(self.hands[self.turn])
        for card in cards:
            hand.remove(card)
        self.hands[self.turn] = tuple(hand)
        self.pile += cards

    def draw(self, seat: int, count: int) -> None:
        drawn: list[Card] = []
        while count > len(self.stock) and len(self.pile) > 1:
            drawn += self.stock
            count -= len(self.stock)
            if drawn:
                self._took(seat, tuple(drawn))
                drawn = []
            self._turn_pile()
        drawn += self.stock[:count]
        self.stock = self.stock[count:]
        if drawn:
            self._took(seat, tuple(drawn))

    def draw_until(self, seat: int, fits: Callable[[], bool]) -> None:
        told = len(self.events)
        while self.drawable:
            self.draw(seat, 1)
            if fits():
                break
        self.events[told:] = _joined(self.events[told:])

    def _took(self, seat: int, cards: tuple[Card, ...]) -> None:
        hand = list(self.hands[seat])
        for card in cards:
            insort(hand, card)
        self.hands[seat] = tuple(hand)
        self.last_drawn = cards[-1]
        self.events.append(("draw", seat, cards))

    def _turn_pile(self) -> None:
        stock, self.pile = self.pile[:-1], self.pile[-1:]
        turned, self.covered = "hidden" if self.covered else "turn", ()
        if self.rules.shuffled and self.shuffle is not None:
            stock = self.shuffle(stock)
        elif self.rules.shuffled:
            order, self.chance = shuffle_by_chance(stock, self.chance)
            stock = tuple(order)
        self.stock = stock
        self.events.append(("shuffle" if self.rules.shuffled else turned, -1, stock))

    def give_back(self, seat: int) -> None:
        self.out[seat] = Out.playing
        if seat in self.places:  # a given position need not tell the order of finishing
            self.places.remove(seat)
        self.returned = seat

    def leave(self) -> None:
        self.out[self.turn] = Out.returnable if self.rules.returning else Out.safe
        self.places.append(self.turn)

    def next(self) -> None:
        self._pass_on(1)

    def next_way(self, back: bool) -> None:
        self._pass_on(-1 if back else 1)

    def _pass_on(self, way: int) -> None:
        self.way = way
        seats = len(self.out)
        others = [s for s in range(seats) if self.out[s] == Out.playing and s != self.returned]
        if not others and self.returned < 0:
            return
        seat = self.turn
        while True:
            seat = (seat + way) % seats
            if self.out[seat] == Out.returnable:
                self.out[seat] = Out.safe
            elif self.out[seat] == Out.playing and (seat != self.returned or not others):
                break
        self.turn = seat

    def show(self, card: int) -> None:
        """Shows the stock from the bottom up to the lowest card of this kind."""
        at = len(self.stock) - 1
        while at > 0 and self.stock[at] != card:
            at -= 1
        self.events.append(("show", -1, self.stock[at:]))

    def bottom_except(self, value: int) -> int:
        """The lowest card of the stock that is not of this value; the top of the pile if there is none."""
        return next((card for card in reversed(self.stock) if card >> 2 != value), self.pile[-1])

    def jump(self, seat: int) -> None:
        seats = len(self.out)
        for step in range(seats):
            if self.out[(seat + step) % seats] == Out.playing:
                self.turn = (seat + step) % seats
                return


def _joined(events: list[Event]) -> list[Event]:
    """Cards drawn one after another, as one event."""
    found: list[Event] = []
    for kind, seat, cards in events:
        before = found.pop()[2] if found and kind == found[-1][0] == "draw" else ()
        found.append((kind, seat, (*before, *cards)))
    return found
