"""What a seat has seen, card by card: which hidden spots there are, and which cards must lie in them.

A *spot* is where a card lay unseen: dealt to another player, or in the stock, from where somebody may have
drawn it since. A *token* is a card that lay in one of these spots: it lies there still, or it has been laid.
A world is a way to put every token into a spot of its own. Which spot a laid card came from is open too:
that is what lets the past weigh the present.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from faraon.cards import Card
from faraon.game.log import SeenEvent
from faraon.game.view import View

STOCK = -1
"""The owner of a spot in the stock."""

NOWHERE = -2
"""The owner of spots for cards that may lack from a given position."""

ANY = -1
"""The shuffle that a token comes from is not known."""


@dataclass(eq=False, slots=True)
class Spot:
    """Where a hidden card lies or lay."""

    owner: int
    """A seat, or the stock."""
    acquired: int
    """At which entry of the log it came to its owner; -1 at the deal."""
    shuffle: int
    """The card came with this shuffle of the pile; 0 at the deal."""
    card: Card | None = None
    """What turned out to lie there; then it is no hidden spot any more."""


@dataclass(slots=True)
class Token:
    """A card that lies or lay hidden."""

    card: Card
    shuffle: int = ANY
    """With which shuffle of the pile it was hidden, if anybody can know."""
    seat: int | None = None
    """Who is known to have held it,"""
    before: int = 0
    """when they got it: before this entry of the log,"""
    laid: int | None = None
    """and when they laid it; ``None`` if it still lies hidden."""
    spot: Spot | None = None
    """Where exactly it was, if that is known."""


@dataclass
class History:
    """All spots and tokens, as many of each."""

    spots: list[Spot]
    tokens: list[Token]
    stock: list[Spot | Card]
    """The stock as it lies now."""
    shown: list[list[Card]]
    """Known cards in every hand."""
    begun: Beginning | None
    """How the game was dealt, as far as the seat knows; ``None`` if that cannot be told."""


@dataclass
class Beginning:
    """The deal: who started, the start card, the hidden and open spots."""

    first: int
    top: Card
    hands: list[list[Spot | Card]]
    stock: list[Spot | Card]


class UntoldError(Exception):
    """The log does not explain the view: a given position, or a log that was cut."""


@dataclass
class _Follower:
    view: View
    cards: Sequence[Card]
    """All that the game is played with."""
    stock: list[Spot | Card] = field(default_factory=list)
    hands: list[list[Spot]] = field(default_factory=list)
    shown: list[list[Card]] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
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
        return History(self.spots, [*self.tokens, *self._hidden()], self.stock, self.shown, beginning)

    def _hide(self, owner: int, acquired: int = -1) -> Spot:
        spot = Spot(owner, acquired, self.shuffles)
        self.spots.append(spot)
        return spot

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
        hands: list[list[Spot | Card]] = []
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
            token.spot = self.hands[seat][-1]
        self.tokens.append(token)

    def _has_just_drawn(self, number: int, seat: int) -> bool:
        """Only the card just drawn may be laid by a player who moves again after drawing."""
        before = self.view.log[number - 1] if number else None
        drew = before is not None and before.move is not None and before.move.word == "draw"
        return drew and before is not None and before.seat == seat

    def _event(self, number: int, event: SeenEvent) -> None:
        match event.kind:
            case "draw":
                cards = event.cards if event.cards is not None else (None,) * event.count
                for card in cards:
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
                for from_below, card in enumerate(reversed(event.cards or ()), 1):
                    self._found(len(self.stock) - from_below, card)
            case "foul" if event.seat != self.view.seat:
                for card in event.cards or ():
                    if card not in self.shown[event.seat]:
                        self.shown[event.seat].append(card)
                        self.tokens.append(
                            Token(card, self.shuffle_of.pop(card, ANY), event.seat, number, None)
                        )

    def _found(self, at: int, card: Card) -> None:
        """A spot of the stock turns out to hold this card."""
        if not 0 <= at < len(self.stock):
            raise UntoldError
        spot = self.stock[at]
        if isinstance(spot, Spot):
            self.spots.remove(spot)
            spot.card = card
            self.shuffle_of.pop(card, None)
            self.stock[at] = card

    def _draw(self, number: int, seat: int, card: Card | None) -> None:
        if not self.stock:
            raise UntoldError
        if card is not None:
            self._found(0, card)
        spot = self.stock.pop(0)
        if isinstance(spot, Spot):
            spot.owner, spot.acquired = seat, number
            self.hands[seat].append(spot)
        elif seat != self.view.seat:
            self.shown[seat].append(spot)

    # ------------------------------------------------------------------------------------------------ now
    def _hidden(self) -> Iterable[Token]:
        """What nobody has shown: the rest of the pack."""
        unseen = _unseen(self.view, self.shown, self.stock, self.cards)
        for _ in range(len(self.tokens) + len(unseen) - len(self.spots)):
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
        if len(self.stock) != view.stock_size or len(self.tokens) > len(self.spots):
            raise UntoldError


MOST_SPOTS = 64
"""Many shuffles make many spots; then the past is forgotten."""


def history_of(view: View, cards: Sequence[Card]) -> History:
    """What the seat has seen; if the log does not explain the view, only what it shows now."""
    try:
        found = _Follower(view, cards).follow()
    except UntoldError:
        return present_of(view, cards)
    return found if len(found.spots) <= MOST_SPOTS else present_of(view, cards)


def present_of(view: View, cards: Sequence[Card]) -> History:
    """Only what the view shows now."""
    spots: list[Spot] = []

    def hide(owner: int) -> Spot:
        spots.append(Spot(owner, -1, 0))
        return spots[-1]

    shown = [list(view.known.hands.get(seat, ())) for seat in range(len(view.sizes))]
    for seat, size in enumerate(view.sizes):
        if seat != view.seat:
            for _ in range(size - len(shown[seat])):
                hide(seat)
    stock: list[Spot | Card] = [hide(STOCK) if card is None else card for card in view.known.stock]
    tokens = [Token(card) for card in _unseen(view, shown, stock, cards)]
    for _ in range(len(tokens) - len(spots)):
        hide(NOWHERE)
    return History(spots, tokens, stock, shown, None)


def _unseen(
    view: View, shown: list[list[Card]], stock: list[Spot | Card], cards: Sequence[Card]
) -> list[Card]:
    """The cards that nobody has shown."""
    lying = Counter(card for card in view.pile if card is not None)
    seen = Counter(view.hand) + lying + Counter(card for hand in shown for card in hand)
    seen += Counter(card for card in stock if isinstance(card, Card))
    return sorted((Counter(cards) - seen).elements())
