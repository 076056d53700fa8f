"""Plays one deal of one variant, and notes what happened: the piece of work of the laboratory.

The strong bot plays itself once, and then, for some of the deals, sits in every seat once among weak ones.
All variants get the same deals and the same chance, so that they can be compared deal by deal.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from faraon.arena.games import Played, Seated, bot_for, play_game
from faraon.arena.schedule import Deal, Rules
from faraon.arena.summary import credit
from faraon.engines.errors import GameError
from faraon.game.move import Move
from faraon.lab.variants import Variant
from faraon.lang.ir import Book
from faraon.play.cover import Coverage, count_move, count_start
from faraon.play.game import Game
from faraon.play.state import State

CLEARLY_MORE = 2
"""Winning with this many cards more than somebody else halfway through the game is a comeback."""


@dataclass(frozen=True)
class Conditions:
    """What all variants share."""

    rules: Rules
    players: int
    strong: str
    weak: str
    seed: int
    seconds: float = 30.0


@dataclass(frozen=True)
class Piece:
    """One deal of one variant."""

    number: int
    """Of the variant."""
    variant: Variant
    deal: int
    against_weak: bool


@lru_cache(maxsize=2)
def _book(rules: Rules) -> Book:
    return rules.book()


@lru_cache(maxsize=4)
def _seated(conditions: Conditions, variant: Variant) -> Seated:
    game = Game(_book(conditions.rules), conditions.players, variant.options)
    names = (conditions.strong, conditions.weak)
    return Seated(game, tuple(bot_for(name, game, conditions.seconds) for name in names))


class Watcher:
    """Follows a game: what fires, who holds how many cards, and which moves are made."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.coverage = Coverage()
        self.sizes: list[list[int]] = []
        self.print = 0
        """A fingerprint of the moves: games that differ in a move have different ones."""

    def moves_only(self, state: State, move: Move) -> None:
        self.print = zlib.crc32(f"{state.turn} {move}\n".encode(), self.print)

    def __call__(self, state: State, move: Move) -> None:
        if not self.sizes:
            count_start(self.game, state.origin, self.coverage)
        self.moves_only(state, move)
        self.sizes.append([len(hand) for hand in state.position.hands])
        count_move(self.game, state.position, move, self.coverage)

    def came_back(self, played: Played) -> bool:
        """Halfway through the game, the only winner held clearly more cards than somebody else."""
        if played.ranks.count(0) != 1 or not self.sizes:
            return False
        half = list(self.sizes[len(self.sizes) // 2])
        mine = half.pop(played.ranks.index(0))
        return mine >= min(half) + CLEARLY_MORE


def _checked(conditions: Conditions, deal: Deal, rotation: int, played: Played) -> Played:
    """A game that a program has forfeited measures nothing: :class:`GameError` names it."""
    if played.forfeit is not None:
        seat, why = played.forfeit
        name = (conditions.strong, conditions.weak)[deal.seats(rotation)[seat]]
        raise GameError(
            "bad-request",
            f"'{name}' has forfeited a game ({why}): what the laboratory measures would mean nothing",
        )
    return played


def measure(conditions: Conditions, piece: Piece) -> dict[str, Any]:
    """What one deal of one variant was like."""
    table = _seated(conditions, piece.variant)
    watcher = Watcher(table.game)
    players = conditions.players
    itself = Deal((0,) * players, piece.deal, 1)
    alone = _checked(conditions, itself, 0, play_game(table, itself, 0, conditions.seed, watcher))
    found: dict[str, Any] = {
        "variant": piece.number,
        "deal": piece.deal,
        "moves": alone.moves,
        "starter": credit(alone.ranks, 0, 0),
        "comeback": int(watcher.came_back(alone)),
        "drawn": int(max(alone.ranks) == 0),
        "fired": {f"{kind} {name}": count for (kind, name), count in watcher.coverage.fired.items() if count},
    }
    if piece.against_weak:
        deal = Deal((0,) + (1,) * (players - 1), piece.deal, players)
        wins = 0.0
        for rotation in range(players):
            game = play_game(table, deal, rotation, conditions.seed, watcher.moves_only)
            played = _checked(conditions, deal, rotation, game)
            wins += credit(played.ranks, deal.seats(rotation).index(0), 0)
        found["gain"] = round(wins / players - 1 / players, 9)
    return {**found, "print": watcher.print}
