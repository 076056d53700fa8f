"""What a seat knows with perfect memory: where every card went that could be followed.

Cards that nobody has shown lie in *pools*: a pool is a multiset of cards spread over as many hidden places
in hands, in the stock and, where groups are laid covered (§17), in the pile. At the deal there is one; every
shuffle of the turned pile makes another. A hidden place is known when its pool leaves no choice. Only the
movement of cards counts, not what a player might have laid. Of a hand from which cards were laid covered,
nobody else can tell which are still there: what they knew of it joins the pool of its other cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from faraon.cards import CARDS, Card
from faraon.game.log import Entry, Event, SeenEntry
from faraon.game.position import Position
from faraon.limits import MOST_PACKS

NOBODY = -1
UNKNOWN = -1
"""A pool of which nobody knows what is in it (after a given position): all its bits are set, so any card may
be there."""


def _pool(cards: Iterable[Card]) -> int:
    """A multiset of cards in one number: two bits for each card."""
    return sum(1 << 2 * card for card in cards)


@lru_cache(maxsize=4096)
def _cards(pool: int) -> tuple[tuple[Card, int], ...]:
    """The cards of a pool, and how often each is there."""
    return tuple((card, copies) for card in CARDS if (copies := pool >> 2 * card & 3))


class Known(NamedTuple):
    """What is known of the other hands, and of the stock (``None`` where it is not)."""

    hands: dict[int, tuple[Card, ...]]
    stock: tuple[Card | None, ...]


@dataclass(slots=True)
class Since:
    """What has happened since a covered group was laid that can still be checked."""

    laid: tuple[Card, ...] = ()
    """Cards that its owner has laid openly,"""
    drawn: list[tuple[int, tuple[Card, ...]]] = field(default_factory=list)
    """who drew which cards,"""
    turned: bool = False
    """and whether the pile was turned."""

    def copy(self) -> Since:
        return Since(self.laid, [*self.drawn], self.turned)


class Memory:
    """One seat's memory of one game, up to some entry of its log; a spectator is seat -1.

    A memory that was given out never changes: following the log further makes another. All its parts are
    numbers and tuples, so that little has to be copied.
    """

    __slots__ = (
        "before",
        "claimer",
        "copies",
        "covered",
        "followed",
        "hidden",
        "pile",
        "pools",
        "seat",
        "seen",
        "shown",
        "since",
        "sizes",
        "stock",
        "stock_pools",
    )

    def __init__(self, seat: int, origin: Position, cards: Sequence[Card] | None) -> None:
        """The first position as the seat sees it.

        ``cards`` are those of the game in any order; ``None`` if nobody said what is in it.
        """
        self.seat = seat
        self.followed = 0
        """How many entries of the log it has followed."""
        self.seen: tuple[SeenEntry, ...] = ()
        """Those entries as the seat saw them."""
        self.copies = MOST_PACKS if cards is None else max(Counter(cards).values())
        """How often a card can be there."""
        own = origin.hands[seat] if seat >= 0 else ()
        held = [0 if other == seat else len(hand) for other, hand in enumerate(origin.hands)]
        self.pile: tuple[Card | None, ...] = origin.seen_by(seat)
        """The pile as the seat knows it."""
        lying = [card for card in self.pile if card is not None]
        self.pools = [UNKNOWN if cards is None else _pool(cards) - _pool(lying) - _pool(own)]
        self.sizes = [len(origin.stock) + sum(held) + len(origin.pile) - len(lying)]
        """How many hidden places every pool has."""
        self.stock: tuple[Card | None, ...] = (None,) * len(origin.stock)
        """The known cards of the stock, where they lie,"""
        self.stock_pools = (0,) * len(origin.stock)
        """and the pool of each of the others."""
        self.shown: list[tuple[Card, ...]] = [()] * len(held)
        """Known cards in every hand, sorted; the seat's own hand is left out."""
        self.hidden: list[dict[int, int]] = [{0: count} if count else {} for count in held]
        """How many unknown cards of which pool are in every hand."""
        self.covered = {place: 0 for place, owner in origin.covered if owner != seat}
        """The pool of every card of the pile that somebody else laid covered."""
        self.claimer, self.since = NOBODY, Since()
        self.before: Memory | None = None
        """What was known before the covered group was laid that can still be checked."""
        if origin.claim is not None:
            self._claimed(origin.claim.seat, Memory(seat, origin.claim.before, cards))

    def _claimed(self, seat: int, before: Memory) -> None:
        """A covered group lies there; if it turns out to be a lie, what was known before counts again."""
        self.claimer, self.before, self.since = seat, before, Since()

    def after(self, log: Sequence[Entry]) -> Memory:
        """The memory after a longer log that begins with what it has followed."""
        if len(log) == self.followed:
            return self
        new = Memory.__new__(Memory)
        new.seat, new.copies = self.seat, self.copies
        new._recall(self)
        new.claimer, new.before, new.since = self.claimer, self.before, self.since.copy()
        new.followed = len(log)
        entries = log[self.followed :]
        for entry in entries:
            new._follow(entry)
        new.seen = self.seen + tuple([SeenEntry.of(self.seat, entry) for entry in entries])
        return new

    def _recall(self, other: Memory) -> None:
        """Knows of the cards what another memory knows."""
        self.pools = other.pools.copy()
        self.sizes = other.sizes.copy()
        self.stock = other.stock
        self.stock_pools = other.stock_pools
        self.shown = other.shown.copy()
        self.hidden = other.hidden.copy()
        self.pile = other.pile
        self.covered = other.covered.copy()

    # ------------------------------------------------------------------------------------------- following
    def _follow(self, entry: Entry) -> None:
        move, seat = entry.move, entry.seat
        if move is not None and move.cards and not entry.foul:
            if entry.covered:
                before = Memory.__new__(Memory)
                before._recall(self)
                self._claimed(seat, before)
                if seat != self.seat:
                    self._covers(seat, move.cards)
            elif seat != self.seat:
                for card in move.cards:
                    self._leaves_hand(seat, card)
            if not entry.covered:
                self.since.laid += move.cards
            hidden = len(move.cards) - 1 if entry.covered and seat != self.seat else 0
            self.pile += (None,) * hidden + move.cards[hidden:]
        for event in entry.events:
            self._event(event)
        if seat != self.claimer:
            self.claimer, self.before = NOBODY, None

    def _covers(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Another seat lays cards of which only the top one is seen: any others of its hand lie below."""
        self._leaves_hand(seat, cards[-1])
        known, pools = self.shown[seat], [*self.hidden[seat]]
        if known:
            pools.append(len(self.pools))
            self.pools.append(_pool(known))
            self.sizes.append(len(known))
            self.shown[seat] = ()
            self._hide(seat, pools[-1], len(known))
        for other in pools[1:]:
            self._merge(pools[0], other)
        below = len(cards) - 1
        self._hide(seat, pools[0], -below)
        self.covered |= dict.fromkeys(range(len(self.pile), len(self.pile) + below), pools[0])

    def _event(self, event: Event) -> None:
        kind, seat, cards = event
        count = len(cards)
        if kind == "draw":
            for place, card in enumerate(cards):
                self._drawn(seat, card, self.stock[place], self.stock_pools[place])
            self.stock, self.stock_pools = self.stock[count:], self.stock_pools[count:]
            self.since.drawn.append((seat, cards))
        elif kind in ("turn", "hidden"):
            self.stock = self.pile[:-1]
            self.stock_pools = tuple([self.covered.get(place, 0) for place in range(count)])
            self._turned()
        elif kind == "shuffle":
            number, hidden = len(self.pools), set(self.covered.values())
            known = [card for card in self.pile[:-1] if card is not None]
            self.stock, self.stock_pools = (None,) * count, (number,) * count
            self.pools.append(_pool(known))
            self.sizes.append(len(known))
            for other in hidden:
                self._merge(number, other)
            self._turned()
        elif kind == "show":
            for place in range(-count, 0):
                if self.stock[place] is None:
                    self._take(self.stock_pools[place], cards[place])
            self.stock = self.stock[:-count] + cards
        elif kind == "foul" and seat != self.seat:
            self._holds(seat, cards)
        elif kind == "true" and seat != self.seat:
            self._uncovered(cards)
        elif kind == "lie" and self.before is not None:
            self._recall(self.before)
            self._took_back(seat, cards)

    def _turned(self) -> None:
        self.pile, self.covered, self.since.turned = self.pile[-1:], {}, True

    def _uncovered(self, cards: tuple[Card, ...]) -> None:
        """The latest covered group is shown; if the pile was turned since, its places are not known."""
        if self.since.turned or self.before is None:
            return
        place = len(self.before.pile)
        for card in cards[:-1]:
            self._take(self.covered.pop(place), card)
            self.pile = (*self.pile[:place], card, *self.pile[place + 1 :])
            place += 1

    def _took_back(self, seat: int, cards: tuple[Card, ...]) -> None:
        """A lie was caught: its cards are in the hand again, and what was drawn since in the stock."""
        if seat != self.seat:
            self._holds(seat, cards if self.since.drawn else cards + self.since.laid)
        if self.since.turned:
            return
        place = 0
        for drawer, drawn in self.since.drawn:
            for card in drawn:
                if drawer == self.seat and self.stock[place] is None:
                    self._take(self.stock_pools[place], card)
                    self.stock = (*self.stock[:place], card, *self.stock[place + 1 :])
                place += 1

    def _holds(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Another seat has shown that it holds these cards."""
        for card in set(cards):
            for _ in range(cards.count(card) - self.shown[seat].count(card)):
                self._from_pool(seat, card)
                self._show(seat, card)

    def _drawn(self, seat: int, card: Card, known: Card | None, pool: int) -> None:
        if seat == self.seat:
            if known is None:
                self._take(pool, card)
        elif known is None:
            self._hide(seat, pool, 1)
        else:
            self._show(seat, known)

    def _show(self, seat: int, card: Card) -> None:
        self.shown[seat] = tuple(sorted((*self.shown[seat], card)))

    def _hide(self, seat: int, pool: int, more: int) -> None:
        """A hand has more hidden cards of a pool, or fewer."""
        mine = self.hidden[seat]
        count = mine.get(pool, 0) + more
        if count:
            self.hidden[seat] = {**mine, pool: count}
        else:
            self.hidden[seat] = {other: size for other, size in mine.items() if other != pool}

    def _take(self, number: int, card: Card) -> None:
        """A hidden card is seen: it leaves its pool, and its place is hidden no more."""
        self.sizes[number] -= 1
        if self.pools[number] != UNKNOWN:
            self.pools[number] -= 1 << 2 * card

    def _leaves_hand(self, seat: int, card: Card) -> None:
        shown = self.shown[seat]
        if card in shown:
            # Copies of one card cannot be told apart, so it may as well be the known one.
            at = shown.index(card)
            self.shown[seat] = shown[:at] + shown[at + 1 :]
        else:
            self._from_pool(seat, card)

    def _from_pool(self, seat: int, card: Card) -> None:
        """A hidden card of a hand is seen."""
        mine = self.hidden[seat]
        first, *others = mine if len(mine) == 1 else [pool for pool in mine if self._may_hold(pool, card)]
        for other in others:  # with several packs: nobody can tell which pool it was
            self._merge(first, other)
        self._hide(seat, first, -1)
        self._take(first, card)

    def _may_hold(self, pool: int, card: Card) -> bool:
        return bool(self.pools[pool] >> 2 * card & 3)

    def _merge(self, number: int, other: int) -> None:
        one, two = self.pools[number], self.pools[other]
        self.pools[number] = UNKNOWN if UNKNOWN in (one, two) else one + two
        self.sizes[number] += self.sizes[other]
        self.pools[other] = self.sizes[other] = 0
        for seat, counts in enumerate(self.hidden):
            if other in counts:
                moved = counts[other]
                self._hide(seat, other, -moved)
                self._hide(seat, number, moved)
        self.stock_pools = tuple(number if pool == other else pool for pool in self.stock_pools)
        self.covered = {place: number if pool == other else pool for place, pool in self.covered.items()}

    # --------------------------------------------------------------------------------------------- knowing
    def known(self) -> Known:
        """What follows by elimination."""
        hands = {}
        for seat, cards in enumerate(self.shown):
            if seat != self.seat:
                hidden = self.hidden[seat]
                hands[seat] = self._with_certain(cards, hidden) if hidden else cards
        stock = self.stock
        for size in self.sizes:
            if 0 < size <= self.copies:  # more places hold more than one kind of card
                places = zip(stock, self.stock_pools, strict=True)
                stock = tuple(self._only(pool) if card is None else card for card, pool in places)
                break
        return Known(hands, stock)

    def _with_certain(self, cards: tuple[Card, ...], hidden: dict[int, int]) -> tuple[Card, ...]:
        """The known cards of a hand, with those that must be there because the other places of their pool are
        too few for them."""
        for number, count in hidden.items():
            elsewhere = self.sizes[number] - count
            if elsewhere < self.copies and self.pools[number] != UNKNOWN:
                for card, copies in _cards(self.pools[number]):
                    cards += (card,) * (copies - elsewhere)
                cards = tuple(sorted(cards))
        return cards

    def _only(self, number: int) -> Card | None:
        """The card of a pool that has only one kind."""
        kinds = _cards(self.pools[number]) if self.pools[number] != UNKNOWN else ()
        return kinds[0][0] if len(kinds) == 1 else None
