"""Games of a match played to a known end: who is to win lays whenever he can, the others only draw."""

import random
from collections.abc import Iterable

from faraon.lang.library import read_book
from faraon.match import Match

WORDS = ("draw", "stand", "pass", "concede")


def begin(players: int = 2, kind: str = "single", games: int = 1, **options: object) -> Match:
    return Match.begin(read_book("classic"), players, options, kind, games)


def olympic(players: int = 2, **options: object) -> Match:
    return begin(players, "olympic", **options)


def series(players: int, games: int, **options: object) -> Match:
    return begin(players, "series", games, **options)


def playing(match: Match, lay: Iterable[int]) -> Match:
    """The match after its current game, in which these seats lay and the others do not."""
    laying = set(lay)
    while match.current is not None:
        moves = [str(move) for move in match.current.moves()]
        quiet = [move for move in moves if move in WORDS]
        lays = [move for move in moves if move not in WORDS and "^" not in move]
        wants_to_lay = match.table[match.current.turn] in laying
        match = match.play(((lays or quiet) if wants_to_lay else (quiet or lays))[0])
    return match


def lost_by(match: Match, *losers: int, seed: int = 1) -> Match:
    """The match after games that these seats lose, one after another."""
    for seat in losers:
        before = match.losses
        match = match.deal(seed + len(match.played))
        match = playing(match, (other for other in match.table if other != seat))
        assert [one - other for one, other in zip(match.losses, before, strict=True)] == [
            int(other == seat) for other in range(match.players)
        ]
    return match


def drawn(match: Match, seed: int = 1) -> Match:
    """The match after a game in which nobody lays anything until the moves are used up."""
    match = playing(match.deal(seed), ())
    assert match.played[-1].losers == ()
    return match


def at_random(match: Match, chance: random.Random) -> Match:
    """The match after its next game, played by chance but for a liking to lay."""
    match = match.deal(chance.getrandbits(32))
    while match.current is not None:
        moves = [str(move) for move in match.current.moves()]
        lays = [move for move in moves if move not in WORDS]
        match = match.play(chance.choice(lays if lays and chance.random() < 0.9 else moves))
    return match
