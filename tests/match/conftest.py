"""Games of a match with a known end: played by chance, with a liking to lay or to draw, until they end so."""

import random
from collections.abc import Callable
from itertools import count
from typing import Any

from faraon.lang.library import read_book
from faraon.match import Match
from faraon.match.match import Played

WORDS = ("draw", "stand", "pass", "concede")


def begin(players: int = 2, kind: str = "single", games: int = 1, **options: Any) -> Match:
    return Match.begin(read_book("classic"), players, options, kind, games)


def olympic(players: int = 2, **options: Any) -> Match:
    return begin(players, "olympic", **options)


def series(players: int, games: int, **options: Any) -> Match:
    return begin(players, "series", games, **options)


def play_out(match: Match, chance: random.Random, lays: Callable[[int], float]) -> Match:
    """The match after its current game; ``lays`` is how gladly a seat lays."""
    while match.current is not None:
        moves = [str(move) for move in match.current.moves()]
        quiet = [move for move in moves if move in WORDS]
        laying = [move for move in moves if move not in WORDS]
        likes = chance.random() < lays(match.table[match.current.turn])
        match = match.play(chance.choice((laying or quiet) if likes else (quiet or laying)))
    return match


def at_random(match: Match, chance: random.Random) -> Match:
    """The match after its next game."""
    return play_out(match.deal(chance.getrandbits(32)), chance, lambda seat: 0.9)


def until(match: Match, lays: Callable[[int], float], end: Callable[[Played], bool]) -> Match:
    """The match after a next game that ends as it should."""
    for seed in count():
        after = play_out(match.deal(seed), random.Random(seed), lays)
        if end(after.played[-1]):
            return after
    raise AssertionError


def lost_by(match: Match, *losers: int) -> Match:
    """The match after games that these seats lose, one after another."""
    for loser in losers:
        match = _lost_by(match, loser)
    return match


def _lost_by(match: Match, loser: int) -> Match:
    return until(match, lambda seat: seat != loser, lambda game: game.losers == (loser,))


def won_by(match: Match, winner: int) -> Match:
    """The match after a game that this seat wins by being out first."""
    return until(
        match, lambda seat: seat == winner, lambda game: game.first_out == winner and bool(game.losers)
    )


def drawn(match: Match) -> Match:
    """The match after a game in which nobody likes to lay, until the moves are used up."""
    return until(match, lambda seat: 0, lambda game: not game.losers)
