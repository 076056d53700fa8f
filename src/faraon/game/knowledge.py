"""What a seat knows with perfect memory: where every card went that anybody could follow.

Cards that nobody has shown lie in *pools*: a pool is a multiset of cards spread over as many hidden places
in hands and in the stock. At the deal there is one; every shuffle of the turned pile makes another. A hidden
place is known when its pool leaves no choice. Only the movement of cards counts, not what a player might
have laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from faraon.cards import Card
from faraon.game.log import Entry, Event
from faraon.game.position import Position


@dataclass(eq=False)
class Pool:
    """Hidden cards; ``cards`` is ``None`` where not even their sum is known (after a given position)."""

    cards: Counter[Card] | None

    def take(self, card: Card) -> None:
        if self.cards is not None:
            self.cards[card] -= 1
            if self.cards[card] <= 0:
                del self.cards[card]

    def may_hold(self, card: Card) -> bool:
        return self.cards is None or self.cards[card] > 0


Place = Card | Pool
"""A place in the stock: a known card, or one of a pool."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the other hands, and of the stock (``None`` where it is not)."""

    hands: dict[int, tuple[Card, ...]]
    stock: tuple[Card | None, ...]


@dataclass
class Memory:
    """One seat's memory of one game; a spectator is seat -1."""

    seat: int
    shown: list[Counter[Card]] = field(default_factory=list)
    """Known cards in every hand; the own hand is left out."""
    hidden: list[Counter[Pool]] = field(default_factory=list)
    """How many unknown cards of which pool are in every hand."""
    stock: list[Place] = field(default_factory=list)
    pile: list[Card] = field(default_factory=list)

    @classmethod
    def begin(cls, seat: int, origin: Position, whole_pack: Counter[Card] | None) -> Memory:
        """The first position as the seat sees it; ``whole_pack`` is ``None`` if nobody said what is in it."""
        pool = Pool(None)
        if whole_pack is not None:
            seen = Counter(origin.pile)
            if seat >= 0:
                seen += Counter(origin.hands[seat])
            pool = Pool(whole_pack - seen)
        memory = cls(seat, pile=list(origin.pile), stock=[pool] * len(origin.stock))
        for other, hand in enumerate(origin.hands):
            memory.shown.append(Counter())
            memory.hidden.append(Counter() if other == seat else Counter({pool: len(hand)}))
        return memory

    # ------------------------------------------------------------------------------------------- following
    def follow(self, entry: Entry) -> None:
        """Remembers one entry of the log."""
        if entry.move is not None and entry.move.cards and not entry.foul:
            for card in entry.move.cards:
                self._leaves_hand(entry.seat, card)
            self.pile.extend(entry.move.cards)
        for event in entry.events:
            self._event(event)

    def _event(self, event: Event) -> None:
        kind, seat, cards = event
        if kind == "draw":
            for card in cards:
                self._drawn(seat, card)
        elif kind == "turn":
            self.stock, self.pile = list(cards), self.pile[-1:]
        elif kind == "shuffle":
            pool = Pool(Counter(cards))
            self.stock, self.pile = [pool] * len(cards), self.pile[-1:]
        elif kind == "show":
            for place in range(1, len(cards) + 1):
                self._reveal(place, cards[-place])
        elif kind == "foul" and seat != self.seat:
            for card, count in Counter(cards).items():
                for _ in range(count - self.shown[seat][card]):
                    self._from_pool(seat, card)
                    self.shown[seat][card] += 1

    def _reveal(self, place: int, card: Card) -> None:
        found = self.stock[-place]
        if isinstance(found, Pool):
            found.take(card)
            self.stock[-place] = card

    def _drawn(self, seat: int, card: Card) -> None:
        place = self.stock.pop(0)
        if isinstance(place, Pool):
            if seat == self.seat:
                place.take(card)
            else:
                self.hidden[seat][place] += 1
        elif seat != self.seat:
            self.shown[seat][place] += 1

    def _leaves_hand(self, seat: int, card: Card) -> None:
        if seat == self.seat:
            return
        if self.shown[seat][card] > 0:
            # Copies of one card cannot be told apart, so it may as well be the known one.
            self.shown[seat][card] -= 1
        else:
            self._from_pool(seat, card)

    def _from_pool(self, seat: int, card: Card) -> None:
        """A hidden card of a hand is seen: it leaves its pool."""
        mine = self.hidden[seat]
        pools = [pool for pool, count in mine.items() if count > 0 and pool.may_hold(card)]
        pool = pools[0]
        for other in pools[1:]:  # with several packs: nobody can tell which pool it was
            self._merge(pool, other)
        mine[pool] -= 1
        pool.take(card)

    def _merge(self, pool: Pool, other: Pool) -> None:
        both = pool.cards is not None and other.cards is not None
        pool.cards = pool.cards + other.cards if both and pool.cards and other.cards else None
        for hand in self.hidden:
            hand[pool] += hand.pop(other, 0)
        self.stock = [pool if place is other else place for place in self.stock]

    # --------------------------------------------------------------------------------------------- knowing
    def known(self) -> Known:
        """What follows by elimination."""
        sizes: Counter[Pool] = Counter(place for place in self.stock if isinstance(place, Pool))
        for hand in self.hidden:
            sizes.update({pool: count for pool, count in hand.items() if count > 0})
        hands = {
            seat: tuple(sorted((self.shown[seat] + _certain(self.hidden[seat], sizes)).elements()))
            for seat in range(len(self.shown))
            if seat != self.seat
        }
        stock = tuple(_only(place) if isinstance(place, Pool) else place for place in self.stock)
        return Known(hands, stock)


def _certain(hidden: Counter[Pool], sizes: Counter[Pool]) -> Counter[Card]:
    """Cards that must be in a hand, because the other places of their pool are too few for them."""
    found: Counter[Card] = Counter()
    for pool, count in hidden.items():
        for card, copies in (pool.cards or {}).items():
            found[card] += max(0, copies - (sizes[pool] - count))
    return +found


def _only(pool: Pool) -> Card | None:
    """The card of a pool that has but one kind."""
    return next(iter(pool.cards)) if pool.cards is not None and len(pool.cards) == 1 else None


def remember(seat: int, origin: Position, log: Sequence[Entry], cards: Sequence[Card] | None) -> Known:
    """What a seat knows after all entries of a log; ``cards`` are those of the game, in any order."""
    memory = Memory.begin(seat, origin, None if cards is None else Counter(cards))
    for entry in log:
        memory.follow(entry)
    return memory.known()
