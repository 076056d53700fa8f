"""The games of a table, and the one that is dealt next: how their cards come about."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count

from faraon.cards import Card
from faraon.game.move import Move
from faraon.play.state import State
from faraon.server.table.fair import Label, Starter, fair_shuffle
from faraon.server.wire import SeatKind

MOST_EARLIER = 4
"""How many of a seat's moves can be taken back without playing the game again."""


@dataclass(slots=True)
class NextDeal:
    """What the server has promised for a deal, and what the players add to it. Seats of the table."""

    label: Label
    secret: str
    seals: dict[int, str] = field(default_factory=dict)
    salts: dict[int, str] = field(default_factory=dict)
    """Those that are open."""
    asked: int | None = None
    """The seat that wants to begin: since then the seals are being opened."""
    since: float = 0.0
    kinds: tuple[SeatKind, ...] = ()
    """Who sat where when the opening began."""

    @property
    def opening(self) -> bool:
        return self.asked is not None

    @property
    def unopened(self) -> list[int]:
        """The seats whose salt is still sealed."""
        return [seat for seat in self.seals if seat not in self.salts]

    def forget(self, seat: int) -> None:
        """Somebody else has the seat now. What is being opened stays, or a player could still choose."""
        if not self.opening:
            self.seals.pop(seat, None)


@dataclass(slots=True)
class Deal:
    """A game of the table: how its cards came about, and what happened to it."""

    game: int
    state: State
    players: tuple[int, ...]
    """The seats of the table that play, by seat of the game."""
    names: tuple[str, ...]
    date: float
    label: Label | None = None
    """``None`` if nothing was dealt: a lesson begins with a position."""
    secret: str = ""
    seals: tuple[str, ...] = ()
    salts: tuple[str, ...] = ()
    """By seat of the table; empty where there was none, or where it was not opened in time."""
    kinds: tuple[SeatKind, ...] = ()
    """Who sat where, by seat of the table."""
    starter: Starter = "first"
    undone: list[str] = field(default_factory=list)
    """Moves that were taken back: ``7 b8 h8``."""
    earlier: dict[int, deque[State]] = field(default_factory=dict, compare=False)
    """By seat of the game: the states before its last few moves, so that nobody has to play them again."""

    def play(self, state: State, move: Move | str) -> State:
        """A move of this game; what is shuffled in it follows from the deal."""
        if self.label is None or self.label.scheme == 1:
            return state.play(move)  # by the position's own chance
        label, numbers = self.label, count(1 + len(state.shuffles))

        def shuffle(turned: tuple[Card, ...]) -> tuple[Card, ...]:
            return fair_shuffle(self.secret, label, self.salts, next(numbers), turned)

        return state.play(move, shuffle)

    def before(self, seat: int, moves: int) -> State:
        """The game after so many moves, the next of which is the seat's."""
        kept = self.earlier.setdefault(seat, deque(maxlen=MOST_EARLIER))
        found = next((one for one in kept if len(moves_of(one)) == moves), None)
        if found is None:
            kept.append(found := rewound(self, moves))
        return found

    def remember(self, seat: int) -> None:
        """The present state, before a move of the seat."""
        self.earlier.setdefault(seat, deque(maxlen=MOST_EARLIER)).append(self.state)

    def forget_after(self, moves: int) -> None:
        for kept in self.earlier.values():
            while kept and len(moves_of(kept[-1])) >= moves:
                kept.pop()


def moves_of(state: State) -> list[Move]:
    return [entry.move for entry in state.log if entry.move is not None]


def rewound(deal: Deal, moves: int) -> State:
    """The game after that many moves, which are played again."""
    return replayed(deal, moves_of(deal.state)[:moves])


def replayed(deal: Deal, moves: Iterable[Move]) -> State:
    """The deal, and these moves."""
    state = deal.state
    first = tuple(entry for entry in state.log if entry.move is None)
    again = State(state.game, state.origin, state.origin, first, state.deck)
    for move in moves:
        again = deal.play(again, move)
    return again
