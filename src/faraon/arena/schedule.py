"""Who plays whom, on which deals.

Two players: every pair. Three or more: every combination of as many bots as there are seats; of fewer bots,
everybody sits at every table, and the list of bots is gone round, beginning with each of them in turn, until
the seats are taken. Two bots alone play one against all the others, and the reverse.

A deal is played once for every rotation of the seats, so that everybody holds every hand once, and the same
seat always starts. The same deals go to all tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from faraon.engines.errors import GameError
from faraon.game.chance import game_seed
from faraon.lang.ir import Book, Scalar
from faraon.lang.library import book_from_sources, read_book, shipped
from faraon.play.game import Game

MOST_GAMES = 10_000_000


@dataclass(frozen=True)
class Rules:
    """A rulebook that any machine can read: a shipped one by name, any other with all its texts."""

    name: str
    hash: str
    sources: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, book: Book) -> Rules:
        known = book.name in shipped() and read_book(book.name).hash == book.hash
        return cls(book.name, book.hash, () if known else tuple(book.sources.items()))

    def book(self) -> Book:
        book = book_from_sources(dict(self.sources)) if self.sources else read_book(self.name)
        if book.hash != self.hash:
            raise GameError("bad-rulebook", f"the rulebook {self.name} is different on this machine")
        return book


@dataclass(frozen=True)
class Setting:
    """Everything that decides how games go, but for the deal: the rules and the bots."""

    rules: Rules
    players: int
    options: tuple[tuple[str, Scalar], ...]
    bots: tuple[str, ...]
    seed: int
    seconds: float = 30.0
    """How long an external program may take for a move."""

    @classmethod
    def of(cls, game: Game, bots: tuple[str, ...], seed: int, seconds: float = 30.0) -> Setting:
        return cls(Rules.of(game.book), game.players, tuple(game.options.items()), bots, seed, seconds)

    def game(self) -> Game:
        return Game(self.rules.book(), self.players, dict(self.options))


@dataclass(frozen=True)
class Deal:
    """One piece of work: one deal at one table, in all rotations or only as dealt."""

    table: tuple[int, ...]
    """The bot in every seat, by number, before any rotation."""
    number: int
    rotations: int

    def seats(self, rotation: int) -> tuple[int, ...]:
        """Who sits where.

        >>> Deal((0, 1, 2), 0, 3).seats(1)
        (2, 0, 1)
        """
        size = len(self.table)
        return tuple(self.table[(seat - rotation) % size] for seat in range(size))

    def seed(self, seed: int) -> int:
        """The seed of the deal: the same for every table."""
        return game_seed(seed, self.number)


def tables(bots: int, players: int) -> list[tuple[int, ...]]:
    """The tables of a round robin.

    >>> tables(3, 2)
    [(0, 1), (0, 2), (1, 2)]
    >>> tables(2, 3)
    [(0, 1, 1), (1, 0, 0)]
    >>> tables(3, 4)
    [(0, 1, 2, 0), (1, 2, 0, 1), (2, 0, 1, 2)]
    """
    if bots >= players:
        return list(combinations(range(bots), players))
    if bots == 2:
        return [(0,) + (1,) * (players - 1), (1,) + (0,) * (players - 1)]
    return [tuple((first + seat) % bots for seat in range(players)) for first in range(bots)]


def deals_for(games: int, players: int) -> int:
    """How many deals make at least so many games, in whole sets of rotations; one deal alone has no interval.

    >>> deals_for(10, 3), deals_for(1, 3)
    (4, 2)
    """
    return max(2, -(-games // players))


def schedule(bots: int, players: int, deals: int) -> Iterator[Deal]:
    """All deals at all tables; the tables take turns, so that an interrupted run has something of each."""
    places = tables(bots, players)
    for number in range(deals):
        for table in places:
            yield Deal(table, number, players)
