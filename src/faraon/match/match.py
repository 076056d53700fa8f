"""A match: several games, who starts them, and who wins in the end. Immutable, like a state.

Seats of a match stay the same from the first game to the last. In an Olympic match of three or more players
those who are out leave the table; then the seats of a game are numbered anew, and :attr:`Match.table` tells
which is which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from faraon.cards import Card
from faraon.engines.errors import GameError
from faraon.engines.rules import choose
from faraon.game.chance import drawn_by_lot
from faraon.lang.ir import Book
from faraon.limits import whole_number
from faraon.play.game import Game
from faraon.play.history import drawn
from faraon.play.state import State

KINDS = ("single", "series", "olympic")
MOST_GAMES = 999


class MatchError(GameError):
    """Something that the match does not allow now; nothing has changed."""

    def __init__(self, message: str) -> None:
        super().__init__("bad-match", message)


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game of a match, in seats of the match."""

    state: State | None
    """``None`` if only the result was kept; then the match has no record."""
    table: tuple[int, ...]
    starter: int
    losers: tuple[int, ...]
    """Who lost: one, several (first out wins, three or more players), or nobody (a drawn game)."""
    first_out: int | None
    """Who finished first."""

    @classmethod
    def of(cls, state: State, table: tuple[int, ...]) -> Played:
        """A finished game between the seats at the table."""
        places = [table[seat] for seat in state.places]
        if drawn(state):
            losers: tuple[int, ...] = ()
        elif state.loser is not None:
            losers = (table[state.loser],)
        else:  # the first one out has won
            losers = tuple(seat for seat in table if seat != places[0])
        return cls(state, table, table[state.origin.turn], losers, places[0] if places else None)

    def next_starter(self, how: object) -> int | None:
        """From which seat on the next starter is looked for (§2); ``None`` if the lot decides."""
        if not self.losers:  # a drawn game: the same seat starts again
            return self.starter
        if how == "random":
            return None
        if how == "winner" and self.first_out is not None:
            return self.first_out
        return self.losers[0] if how == "loser" and len(self.losers) == 1 else self.starter + 1


@dataclass(frozen=True)
class Match:
    """What is played, what has been played, and what comes next.

    >>> from faraon.lang.library import read_book
    >>> match = Match.begin(read_book("classic"), players=2, kind="olympic")
    >>> match.table, match.hand_sizes, match.starter
    ((0, 1), (5, 5), 0)
    """

    book: Book
    players: int
    options: Mapping[str, object]
    kind: str
    games: int
    """How many games a series has at most."""
    played: tuple[Played, ...] = ()
    current: State | None = field(default=None, compare=False)
    """The game that is being played."""
    cards: tuple[int, ...] = ()
    """Olympic: how many cards each seat gets; a beggar gets one, though their number is none."""
    begged: tuple[int, ...] = ()
    """Olympic: the seats that asked for the beggar's card."""
    asked: tuple[int, ...] = ()
    """Olympic: the seats that still have to say whether they ask for it, the first one now."""
    out: tuple[int, ...] = ()
    """Olympic: the seats that are out, in order."""

    @classmethod
    def begin(
        cls,
        book: Book,
        players: int = 2,
        options: Mapping[str, object] | None = None,
        kind: str = "single",
        games: int = 1,
    ) -> Match:
        """A match before its first game."""
        if kind not in KINDS:
            raise MatchError(f"a match is one of {', '.join(KINDS)}, not {kind!r}")
        number = whole_number(games)
        if number is None or not 1 <= number <= MOST_GAMES:
            raise MatchError(f"a series has 1 to {MOST_GAMES} games, not {games!r}")
        game = Game(book, players, options or {})
        chosen = {name: game.options[name] for name in options or {}}
        cards = (game.bound.hand_size,) * game.players if kind == "olympic" else ()
        return cls(book, game.players, chosen, kind, number if kind == "series" else 1, cards=cards)

    # --------------------------------------------------------------------------------------- the next game
    @property
    def table(self) -> tuple[int, ...]:
        """The seats of the match that sit at the table, clockwise."""
        return tuple(seat for seat in range(self.players) if seat not in self.out)

    @property
    def hand_sizes(self) -> tuple[int, ...] | None:
        """Olympic: how many cards each seat at the table is dealt; otherwise the rulebook decides."""
        if self.kind != "olympic":
            return None
        return tuple(1 if seat in self.begged else self.cards[seat] for seat in self.table)

    @property
    def game(self) -> Game:
        """The rules of the next game."""
        return Game(self.book, len(self.table), self.options)

    @property
    def starter(self) -> int | None:
        """The seat that starts the next game; ``None`` if the lot decides, or if there is none (§2)."""
        if not self.played:
            return 0
        if self.over:
            return None
        seat = self.played[-1].next_starter(choose(self.book, self.options).get("starter", "loser"))
        return None if seat is None else self._seated(seat)

    def _seated(self, seat: int) -> int:
        """The seat, or the next one that is still at the table."""
        for step in range(self.players):
            if (seat + step) % self.players in self.table:
                return (seat + step) % self.players
        raise MatchError("nobody sits at the table")

    def deal(
        self,
        seed: int | None = None,
        *,
        deck: Iterable[Card | str] | None = None,
        lot: int | None = None,
        chance: int = 0,
    ) -> Match:
        """The match with its next game dealt; ``lot`` decides a starter by lot, by default from the seed.

        ``chance`` goes with a deck where the rulebook shuffles the pile.
        """
        if self.over:
            raise MatchError("the match is over")
        if self.asked:
            raise MatchError(f"first seat {self.asked[0]} must say whether it asks for the beggar's card")
        if self.current is not None:
            raise MatchError("a game is being played")
        starter = self.starter
        if starter is None:
            drawn_lot = lot if lot is not None else seed
            if drawn_lot is None:
                raise MatchError("the starter is drawn by lot: a number is needed for it")
            starter = self.table[drawn_by_lot(drawn_lot, len(self.table))]
        first = self.table.index(starter)
        state = self.game.deal(seed, deck=deck, first=first, hand_sizes=self.hand_sizes, chance=chance)
        return replace(self, current=state)

    # ---------------------------------------------------------------------------------------------- playing
    def play(self, move: str) -> Match:
        """The match after a move of the current game; a finished game is counted at once."""
        if self.current is None:
            raise MatchError("no game is being played: deal first")
        state = self.current.play(move)
        return self.finish(state) if state.over else replace(self, current=state)

    def finish(self, state: State) -> Match:
        """The match after a finished game."""
        if not state.over:
            raise MatchError("the game is not over")
        played = Played.of(state, self.table)
        match = replace(self, played=(*self.played, played), current=None)
        return match._olympic_losses(played.losers) if self.kind == "olympic" else match

    def _olympic_losses(self, losers: tuple[int, ...]) -> Match:
        cards, asked, out = list(self.cards), list(self.asked), list(self.out)
        for seat in losers:
            if seat in self.begged:
                out.append(seat)
                continue
            cards[seat] -= 1
            if cards[seat] == 0:
                asked.append(seat)
        return replace(self, cards=tuple(cards), asked=tuple(asked), out=tuple(out))

    def beggar(self, seat: int, asks: bool) -> Match:
        """The answer of a seat without cards: it asks for the beggar's card, or it is out (§20)."""
        if not self.asked or seat != self.asked[0]:
            raise MatchError(f"seat {seat} is not asked about the beggar's card")
        rest = self.asked[1:]
        if asks:
            return replace(self, asked=rest, begged=(*self.begged, seat))
        return replace(self, asked=rest, out=(*self.out, seat))

    # ---------------------------------------------------------------------------------------------- the end
    @property
    def losses(self) -> tuple[int, ...]:
        """How many games each seat has lost."""
        return tuple(sum(seat in one.losers for one in self.played) for seat in range(self.players))

    @property
    def over(self) -> bool:
        if self.current is not None or self.asked:
            return False
        if self.kind == "olympic":
            return len(self.table) == 1
        done = len(self.played)
        if self.kind == "series" and self.players == 2 and max(self.losses) > self.games // 2:
            return True
        return done >= self.games

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won: one seat, or several that share it; nobody while the match is open."""
        if not self.over:
            return ()
        if self.kind == "olympic":
            return self.table
        fewest = min(self.losses)
        return tuple(seat for seat in range(self.players) if self.losses[seat] == fewest)

    def standings(self) -> list[dict[str, Any]]:
        """One line a seat, the best first."""
        lines = [
            {
                "seat": seat,
                "losses": self.losses[seat],
                **({"cards": self.cards[seat], "beggar": seat in self.begged} if self.cards else {}),
                "out": seat in self.out,
                "won": seat in self.winners,
            }
            for seat in range(self.players)
        ]

        def rank(line: dict[str, Any]) -> tuple[int, int, int]:
            seat = line["seat"]
            left_at = self.out.index(seat) if seat in self.out else len(self.out)
            return -left_at, line["losses"], seat

        return sorted(lines, key=rank)

    def to_json(self) -> dict[str, Any]:
        """The match as the referee tells it."""
        return {
            "kind": self.kind,
            "games": self.games,
            "players": self.players,
            "game": len(self.played) + (self.current is not None),
            "table": list(self.table),
            "hand_sizes": None if self.hand_sizes is None else list(self.hand_sizes),
            "starter": self.starter,
            "asked": self.asked[0] if self.asked else None,
            "standings": self.standings(),
            "over": self.over,
            "winners": list(self.winners),
        }
