"""Every game of a small table, as what each seat can decide and what each pair of sequences is worth.

The whole deal is one chance event: hands, start card and the order of the stock. Two moments are the same for
a seat if it saw the same: its hand, the start card, what was shown, every move, and the cards that it drew.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

from faraon.bots.equilibrium.sequences import Numbers, Places, Sequences
from faraon.cards import Card
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.engines.kernels.engine import Words
from faraon.engines.kernels.layout import PLACES, SEATS
from faraon.engines.kernels.observation import counts_moves
from faraon.game.log import Entry, SeenEntry
from faraon.lang import ir
from faraon.play.dead_ends import deadlock
from faraon.play.fast import native_engine
from faraon.play.game import Game
from faraon.play.state import State

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

MACHINE = ("faraon.bots.equilibrium.machine",)

MOST_CARDS = 16
"""In the deck: a drawn card is told by four bits."""
MOST_DEALS = 100_000
MOST_DECISIONS = 5_000_000
SEATED = 2


def check_small(game: Game) -> None:
    """:class:`GameError` for a table that cannot be looked at as a whole; it says how large that is."""
    name, bound = game.name, game.bound
    if game.players != SEATED:
        raise GameError(
            "bad-players",
            f"tables of two players are solved, not of {game.players}",
            f"vyriešiť sa dá stôl pre dvoch hráčov, nie pre {game.players}",
        )
    if bound.shuffled:
        raise GameError(
            "bad-option",
            f"{name} shuffles the pile here: only the deal may be left to chance",
            f"{name} tu hraciu kopu mieša: na náhode smie závisieť iba rozdanie",
        )
    if any(foul.guard != ir.FALSE for foul in bound.fouls) and not bound.covered:
        raise GameError(
            "bad-option",
            f"{name} punishes invalid moves here: only games in which they are refused are solved",
            f"{name} tu neplatné ťahy trestá: vyriešiť sa dá iba hra, ktorá ich nepripustí",
        )
    cards, deals = len(bound.deck) * game.packs(), deals_of(game)
    if cards > MOST_CARDS or deals > MOST_DEALS:
        number = f"{deals:,}" if cards <= MOST_CARDS else f"{deals:.1e}"
        raise GameError(
            "bad-option",
            f"{name} has {cards} cards and {number} deals: at most {MOST_CARDS} cards and {MOST_DEALS:,} "
            "deals are looked at; take mini-6, or a deck of your own",
            f"{name} má {cards} kariet a {number} rozdaní: prejsť sa dá najviac {MOST_CARDS} kariet "
            f"a {MOST_DEALS:,} rozdaní; vezmi mini-6 alebo vlastné karty (deck)",
        )


def deals_of(game: Game) -> int:
    """In how many ways hands, start card and stock can be dealt."""
    cards, hand = len(game.bound.deck) * game.packs(), game.bound.hand_size
    ways: int = math.perm(cards) // math.factorial(hand) ** game.players
    return ways


class Moments(NamedTuple):
    """All moments of one depth, an entry each."""

    seat: Places
    """Who is on turn, or -1 if the game is over,"""
    number: Places
    """which of that seat's information sets it is,"""
    worth: Numbers
    """or what the end is worth to the first seat."""


class Step(NamedTuple):
    """All moves of one depth, an entry each."""

    parent: Places
    """Which moment of the depth before it was made in,"""
    seat: Places
    """by whom,"""
    action: Places
    gained: NDArray[np.int64]
    """and what each seat drew, as the machine tells it."""


@dataclass(frozen=True)
class Dealt:
    """One deal."""

    hands: tuple[tuple[Card, ...], ...]
    top: Card
    stock: tuple[Card, ...]
    seen: tuple[tuple[SeenEntry, ...], ...]
    """The deal as each seat saw it."""

    def shown(self, seat: int) -> list[Card]:
        """The cards that a seat was shown with the start card."""
        events = (event for entry in self.seen[seat] for event in entry.events)
        return [card for event in events for card in event.cards or ()]


class Tree:
    """All games of a table.

    >>> from faraon import load
    >>> tree = Tree(load("mini-6", hand_size=1, move_limit=4))
    >>> tree.deals, tree.decisions, tree.ends
    (720, 1313, 1027)
    """

    def __init__(self, game: Game, tell: Tell = tell_on_stderr) -> None:
        check_small(game)
        self.game = game
        self.dealt = list(_deals(game))
        self.seats = tuple(Sequences() for _ in range(SEATED))
        self.moments: list[Moments] = []
        self.steps: list[Step] = []
        self.where: tuple[list[tuple[int, int]], ...] = tuple([] for _ in range(SEATED))
        """Of every seat's information sets: the depth, and the first moment there that is part of it."""
        self.decisions = self.ends = 0
        self._last: list[Places] = []
        self._winners = any(map(_names_nobody, game.bound.ends))
        self._engine = native_engine(game, tell=tell)
        self._code = self._engine.machine(MACHINE, f"the tree of {game.name}", tell)
        self._buffer = np.zeros(len(self._engine.actions), np.int32)
        self._grow()
        self.sequences: tuple[Places, ...] = tuple(np.concatenate(self._last).T.copy())
        """Of every end: the last sequence of each seat,"""
        worth = np.concatenate([level.worth[level.seat < 0] for level in self.moments])
        self.worth: Numbers = worth / len(self.dealt)
        """and what it is worth for the first one, by how likely the deal is."""

    @property
    def deals(self) -> int:
        return len(self.dealt)

    @property
    def sets(self) -> int:
        """How many information sets both seats have."""
        return sum(len(seat.first) for seat in self.seats)

    def gains(self, seat: int, reaches: Numbers) -> Numbers:
        """What the ends after each sequence of a seat are worth to it, if the other one plays like this."""
        other = reaches[self.sequences[1 - seat]]
        sign = 1.0 if seat == 0 else -1.0
        gained = np.bincount(self.sequences[seat], sign * self.worth * other, self.seats[seat].size)
        return gained.astype(np.float64, copy=False)

    def path(self, seat: int, own: int) -> tuple[Dealt, list[tuple[int, int, int]]]:
        """How a game may come to an information set: the deal, and every move as who made it, its action and
        what the set's own seat drew."""
        return self._path(seat, *self.where[seat][own])

    def _path(self, seat: int, depth: int, place: int) -> tuple[Dealt, list[tuple[int, int, int]]]:
        moves = []
        for step in reversed(self.steps[:depth]):
            moves.append((int(step.seat[place]), int(step.action[place]), int(step.gained[place, seat])))
            place = int(step.parent[place])
        return self.dealt[place], moves[::-1]

    def legal(self, seat: int, own: int) -> list[int]:
        """The actions of an information set, in the order of its sequences."""
        depth, place = self.where[seat][own]
        begin = np.searchsorted(self.steps[depth].parent, place)
        found: list[int] = self.steps[depth].action[begin : begin + self.seats[seat].width[own]].tolist()
        return found

    def state(self, seat: int, own: int) -> State:
        """A state in which a seat faces an information set."""
        return self._state(*self.where[seat][own])

    def _state(self, depth: int, place: int) -> State:
        dealt, moves = self._path(0, depth, place)
        deck = [card for pair in zip(*dealt.hands, strict=True) for card in pair]
        state = self.game.deal(deck=[*deck, dealt.top, *dealt.stock])
        for _, action, _ in moves:
            state = state.play(action)
        return state

    # ------------------------------------------------------------------------------------------------ growing
    def _grow(self) -> None:
        begin = (self.game.begin(one.hands, one.stock, one.top, 0)[0] for one in self.dealt)
        states: Words = np.stack([self._engine.state(position) for position in begin])
        seen = np.array([_alike(self.dealt, seat) for seat in range(SEATED)], np.int64).T
        last = np.zeros((len(states), SEATED), np.int64)
        while len(states):
            moments = self._end(states, last)
            self.moments.append(moments)
            alive = moments.seat >= 0
            if not alive.any():
                return
            states, seen, last = self._move(
                np.ascontiguousarray(states[alive]), seen[alive], last[alive], np.flatnonzero(alive)
            )

    def _end(self, states: Words, last: Places) -> Moments:
        """Counts the games that are over."""
        words = states[:, SEATS].astype(np.int64)
        over = (words >> 24 & 1).astype(bool)
        loser = (words >> 25) - 1
        worth = np.where(over, np.where(loser == 0, -1.0, np.where(loser == 1, 1.0, 0.0)), 0.0)
        if self._winners:
            for place in np.flatnonzero(over & (loser < 0) & (states[:, PLACES] > 0)):
                worth[place] = self._state(len(self.steps), int(place)).returns()[0]
        self._last.append(last[over])
        self.ends += int(over.sum())
        return Moments(np.where(over, -1, words & 255), np.full(len(states), -1, np.int64), worth)

    def _move(
        self, states: Words, seen: Places, last: Places, places: Places
    ) -> tuple[Words, Places, Places]:
        """All moments after one more move."""
        self._room(len(states))
        turn = (states[:, SEATS] & 255).astype(np.int64)
        counts = np.empty(len(states), np.int64)
        total = self._code.count_moves(states, self._engine.table, self._buffer, counts)
        if (counts == 0).any():
            raise deadlock(self._engine.position(states[np.argmin(counts)]))
        first = self._decide(turn, seen, last, counts, places)
        children = np.empty((total, states.shape[1]), np.int32)
        edges = np.empty((total, 4), np.int64)
        self._code.grow(states, self._engine.table, self._buffer, children, edges)
        parent, action = edges[:, 0], edges[:, 1]
        mover = turn[parent]
        self.steps.append(Step(places[parent], mover, action, edges[:, 2:]))
        after = last[parent]
        place = np.arange(total) - (np.cumsum(counts) - counts)[parent]
        after[np.arange(total), mover] = first[parent] + place
        columns = [
            _numbered(seen[parent, seat], edges[:, 2 + seat], action * SEATED + mover)
            for seat in range(SEATED)
        ]
        return children, np.stack(columns, axis=1), after

    def _decide(self, turn: Places, seen: Places, last: Places, counts: Places, places: Places) -> Places:
        """A level of information sets for both seats; gives the first sequence at every moment."""
        first = np.zeros(len(turn), np.int64)
        for seat, sequences in enumerate(self.seats):
            mine = np.flatnonzero(turn == seat)
            if not len(mine):
                continue
            _, example, number = np.unique(seen[mine, seat], return_index=True, return_inverse=True)
            own = mine[example]
            begins = sequences.add(last[own, seat], counts[own])
            first[mine] = begins[number]
            self.moments[-1].number[places[mine]] = number + len(self.where[seat])
            self.where[seat].extend((len(self.steps), int(place)) for place in places[own])
        return first

    def _room(self, more: int) -> None:
        self.decisions += more
        if self.decisions > MOST_DECISIONS:
            raise GameError(
                "bad-option",
                f"{self.game.name} has {self.decisions:,} decisions in its first {len(self.steps) + 1} moves "
                f"and goes on: at most {MOST_DECISIONS:,} are looked at; a lower move_limit leaves fewer",
                f"{self.game.name} má v prvých {len(self.steps) + 1} ťahoch {self.decisions:,} rozhodnutí "
                f"a pokračuje: prejsť sa dá najviac {MOST_DECISIONS:,}; nižší move_limit ich nechá menej",
            )


def _names_nobody(end: ir.Implication) -> bool:
    """Whether a game may end without a loser, but not because it is long: then the first one out has won."""
    nobody = end.loser == ir.Const("seat", ir.NOBODY)
    return nobody and end.guard != ir.FALSE and not counts_moves(end)


def _deals(game: Game) -> Iterator[Dealt]:
    """All of them, equally likely."""
    size = game.bound.hand_size
    for own in combinations(game.bound.deck, size):
        left = [card for card in game.bound.deck if card not in own]
        for other in combinations(left, size):
            for top, *stock in permutations(card for card in left if card not in other):
                events = game.begin((own, other), stock, top, 0)[1]
                entry = Entry(0, None, tuple(events))
                seen = tuple((SeenEntry.of(seat, entry),) for seat in range(SEATED))
                yield Dealt((own, other), top, tuple(stock), seen)


def _alike(dealt: list[Dealt], seat: int) -> list[int]:
    """A number for every deal, the same for those between which a seat sees no difference."""
    known: dict[object, int] = {}
    return [known.setdefault((one.hands[seat], one.top, one.seen[seat]), len(known)) for one in dealt]


def _numbered(before: Places, gained: Places, move: Places) -> Places:
    """A number for every moment, the same where a seat saw the same before, drew the same cards and saw the
    same move."""
    cards = np.unique(gained, return_inverse=True)[1]
    key = (before * (cards.max() + 1) + cards) * (move.max() + 1) + move
    return np.unique(key, return_inverse=True)[1].astype(np.int64)
