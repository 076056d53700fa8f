"""What a seat has seen, card by card: which hidden places there are, and which cards must lie in them.

A *place* is where a card lay unseen: dealt to another player, or in the stock, from where somebody may have
drawn it since. A *token* is a card that lay in one of these places: it lies there still, or it has been laid.
A world is a way to put every token into a place of its own. Which place a laid card came from is open too:
that is what lets the past weigh the present.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from faraon.cards import Card, pack
from faraon.game.log import SeenEvent
from faraon.game.view import View

STOCK = -1
"""The owner of a place in the stock."""

NOWHERE = -2
"""The owner of places for cards that may lack from a given position."""

ANY = -1
"""The shuffle that a token comes from is not known."""


@dataclass(eq=False, slots=True)
class Place:
    """Where a hidden card lies or lay."""

    owner: int
    """A seat, or the stock."""
    acquired: int
    """At which entry of the log it came to its owner; -1 at the deal."""
    shuffle: int
    """The card came with this shuffle of the pile; 0 at the deal."""
    card: Card | None = None
    """What turned out to lie there; then it is no hidden place any more."""


@dataclass(slots=True)
class Token:
    """A card that lies or lay hidden."""

    card: Card
    shuffle: int = ANY
    """With which shuffle of the pile it was hidden, if anybody can know."""
    seat: int | None = None
    """Who is known to have held it,"""
    before: int = 0
    """when he got it: before this entry of the log,"""
    laid: int | None = None
    """and when he laid it; ``None`` if it still lies hidden."""
    place: Place | None = None
    """Where exactly it was, if that is known."""


@dataclass
class History:
    """All places and tokens, as many of each."""

    places: list[Place]
    tokens: list[Token]
    stock: list[Place | Card]
    """The stock as it lies now."""
    shown: list[list[Card]]
    """Known cards in every hand."""
    begun: Beginning | None
    """How the game was dealt, as far as the seat knows; ``None`` if that cannot be told."""


@dataclass
class Beginning:
    """The deal: who started, the start card, the hidden and open places."""

    first: int
    top: Card
    hands: list[list[Place | Card]]
    stock: list[Place | Card]


class UntoldError(Exception):
    """The log does not explain the view: a given position, or a log that was cut."""


@dataclass
class _Follower:
    view: View
    stock: list[Place | Card] = field(default_factory=list)
    hands: list[list[Place]] = field(default_factory=list)
    shown: list[list[Card]] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    pile: list[Card | None] = field(default_factory=list)
    shuffle_of: dict[Card, int] = field(default_factory=dict)
    """With which shuffle a card that was seen in the pile was hidden again."""
    shuffles: int = 0

    def follow(self) -> History:
        beginning = self._begin()
        for number, entry in enumerate(self.view.log):
            foul = any(event.kind == "foul" for event in entry.events)
            if entry.move is not None and not foul:
                for card in entry.move.cards:
                    self._lay(number, entry.seat, card)
                    self.pile.append(card)
            for event in entry.events:
                self._event(number, event)
        self._check()
        return History(self.places, [*self.tokens, *self._hidden()], self.stock, self.shown, beginning)

    def _hide(self, owner: int, acquired: int = -1) -> Place:
        place = Place(owner, acquired, self.shuffles)
        self.places.append(place)
        return place

    # --------------------------------------------------------------------------------------- the beginning
    def _begin(self) -> Beginning | None:
        """The deal, from the sizes of now and what has moved since."""
        view = self.view
        sizes, own = list(view.sizes), Counter(view.hand)
        laid = 0
        turned: list[Card | None] | None = None
        shuffled = False
        for entry in view.log:
            foul = any(event.kind == "foul" for event in entry.events)
            if entry.move is not None and not foul:
                sizes[entry.seat] += len(entry.move.cards)
                laid += len(entry.move.cards) if turned is None and not shuffled else 0
                if entry.seat == view.seat:
                    own.update(entry.move.cards)
            for event in entry.events:
                if event.kind == "draw":
                    sizes[event.seat] -= event.count
                    if event.seat == view.seat:
                        own.subtract(event.cards or ())
                elif event.kind == "turn" and turned is None and not shuffled:
                    turned = [*(event.cards or ()), None]  # the top card stayed
                shuffled = shuffled or event.kind == "shuffle"
        return self._laid_out(sizes, list(own.elements()), laid, turned, shuffled)

    def _laid_out(
        self, sizes: list[int], own: list[Card], laid: int, turned: list[Card | None] | None, shuffled: bool
    ) -> Beginning | None:
        view = self.view
        if min(sizes, default=0) < 0:
            raise UntoldError
        start: list[Card | None] = [*view.pile]
        if turned is not None:
            start = turned
        if shuffled and turned is None:
            start = [None] * (1 + laid)
        if len(start) <= laid:
            raise UntoldError
        self.pile = start[: len(start) - laid]
        total = sum(view.sizes) + len(view.pile) + view.stock_size
        left = total - sum(sizes) - len(self.pile)
        if left < 0:
            raise UntoldError
        hands: list[list[Place | Card]] = []
        for seat, size in enumerate(sizes):
            self.shown.append([])
            self.hands.append([] if seat == view.seat else [self._hide(seat) for _ in range(size)])
            hands.append([*own] if seat == view.seat else [*self.hands[seat]])
        self.stock = [self._hide(STOCK) for _ in range(left)]
        moves = [entry for entry in view.log if entry.move is not None]
        top = self.pile[-1]
        if len(self.pile) != 1 or top is None or len(moves) != view.moves_made or min(sizes) < 1:
            return None
        first = view.log[0].seat if view.log else view.turn
        return Beginning(first, top, hands, list(self.stock))

    # ---------------------------------------------------------------------------------------------- moves
    def _lay(self, number: int, seat: int, card: Card) -> None:
        if seat == self.view.seat:
            return
        if card in self.shown[seat]:
            self.shown[seat].remove(card)
            for token in self.tokens:
                if token.card == card and token.laid is None:
                    token.laid = number
            return
        token = Token(card, self.shuffle_of.pop(card, ANY), seat, number, number)
        if self.hands[seat] and self._has_just_drawn(number, seat):
            token.place = self.hands[seat][-1]
        self.tokens.append(token)

    def _has_just_drawn(self, number: int, seat: int) -> bool:
        """Only the card just drawn may be laid by a player who moves again after drawing."""
        before = self.view.log[number - 1] if number else None
        drew = before is not None and before.move is not None and before.move.word == "draw"
        return drew and before is not None and before.seat == seat

    def _event(self, number: int, event: SeenEvent) -> None:
        match event.kind:
            case "draw":
                for place in range(event.count):
                    card = event.cards[place] if event.cards is not None else None
                    self._draw(number, event.seat, card)
            case "turn":
                self.stock, self.pile = [*(event.cards or ())], self.pile[-1:]
            case "shuffle":
                self.shuffles += 1
                for card in self.pile[:-1]:
                    if card is not None:
                        self.shuffle_of[card] = self.shuffles
                self.pile = self.pile[-1:]
                self.stock = [self._hide(STOCK) for _ in range(event.count)]
            case "show":
                for place, card in enumerate(reversed(event.cards or ()), 1):
                    self._found(len(self.stock) - place, card)
            case "foul" if event.seat != self.view.seat:
                for card in event.cards or ():
                    if card not in self.shown[event.seat]:
                        self.shown[event.seat].append(card)
                        self.tokens.append(
                            Token(card, self.shuffle_of.pop(card, ANY), event.seat, number, None)
                        )

    def _found(self, at: int, card: Card) -> None:
        """A place of the stock turns out to hold this card."""
        if not 0 <= at < len(self.stock):
            raise UntoldError
        place = self.stock[at]
        if isinstance(place, Place):
            self.places.remove(place)
            place.card = card
            self.shuffle_of.pop(card, None)
            self.stock[at] = card

    def _draw(self, number: int, seat: int, card: Card | None) -> None:
        if not self.stock:
            raise UntoldError
        if card is not None:
            self._found(0, card)
        place = self.stock.pop(0)
        if isinstance(place, Place):
            place.owner, place.acquired = seat, number
            self.hands[seat].append(place)
        elif seat != self.view.seat:
            self.shown[seat].append(place)

    # ------------------------------------------------------------------------------------------------ now
    def _hidden(self) -> Iterable[Token]:
        """What nobody has shown: the rest of the pack."""
        unseen = _unseen(self.view, self.shown, self.stock)
        for _ in range(len(self.tokens) + len(unseen) - len(self.places)):
            self._hide(NOWHERE)
        return [Token(card, self.shuffle_of.get(card, ANY)) for card in unseen]

    def _check(self) -> None:
        """The log must lead to what the view shows."""
        view = self.view
        for seat, size in enumerate(view.sizes):
            held = len(self.shown[seat]) + len(self.hands[seat])
            laid = sum(token.seat == seat and token.laid is not None for token in self.tokens)
            shown = sum(token.seat == seat and token.laid is None for token in self.tokens)
            if seat != view.seat and held - laid - shown != size:
                raise UntoldError
        if len(self.stock) != view.stock_size or len(self.tokens) > len(self.places):
            raise UntoldError


MOST_PLACES = 64
"""Many shuffles make many places; then the past is forgotten."""


def history_of(view: View) -> History:
    """What the seat has seen; if the log does not explain the view, only what it shows now."""
    try:
        found = _Follower(view).follow()
    except UntoldError:
        return present_of(view)
    return found if len(found.places) <= MOST_PLACES else present_of(view)


def present_of(view: View, packs: int = 1) -> History:
    """Only what the view shows now."""
    places: list[Place] = []

    def hide(owner: int) -> Place:
        places.append(Place(owner, -1, 0))
        return places[-1]

    shown = [list(view.known.hands.get(seat, ())) for seat in range(len(view.sizes))]
    for seat, size in enumerate(view.sizes):
        if seat != view.seat:
            for _ in range(size - len(shown[seat])):
                hide(seat)
    stock: list[Place | Card] = [hide(STOCK) if card is None else card for card in view.known.stock]
    tokens = [Token(card) for card in _unseen(view, shown, stock, packs)]
    for _ in range(len(tokens) - len(places)):
        hide(NOWHERE)
    return History(places, tokens, stock, shown, None)


def _unseen(view: View, shown: list[list[Card]], stock: list[Place | Card], packs: int = 1) -> list[Card]:
    """The cards that nobody has shown."""
    seen = Counter(view.hand) + Counter(view.pile) + Counter(card for hand in shown for card in hand)
    seen += Counter(card for card in stock if isinstance(card, Card))
    return sorted((Counter(pack(packs)) - seen).elements())
