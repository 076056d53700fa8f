"""Games for the coach's measurements: a player of some kind against strong ones, as records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from faraon import load
from faraon.bots import Bot, make_bot
from faraon.game.chance import game_seed
from faraon.play.game import Game
from faraon.play.state import State

KINDS = ("uniform", "greedy", "ismcts:300")
STRONG = "ismcts:300"
MOST_MOVES = 600


@dataclass(frozen=True)
class Played:
    """A game, and whose turns are looked at."""

    kind: str
    seat: int
    state: State


def play_on(state: State, bots: list[Bot], seed: int) -> State:
    """To the end, or so long that it counts as drawn."""
    for number in range(MOST_MOVES):
        if state.over:
            break
        view = state.view(state.turn)
        if not view.moves:
            break
        state = state.play(bots[state.turn].choose(view, game_seed(seed, number)))
    return state


def worth(state: State, seat: int) -> float:
    """1 for who has not lost, 0.5 for a game without an end."""
    return 0.5 if state.loser is None else float(state.loser != seat)


def games(count: int, seed: int, players: int = 2, kinds: tuple[str, ...] = KINDS) -> Iterator[Played]:
    """So many games of every kind, on the same deals."""
    game: Game = load("classic", players)
    made = {kind: make_bot(kind, game) for kind in {*kinds, STRONG}}
    for number in range(count):
        for kind in kinds:
            seat = number % players
            bots = [made[STRONG]] * players
            bots[seat] = made[kind]
            own = game_seed(seed, number)
            dealt = game.deal(own, first=(number // players) % players)
            yield Played(kind, seat, play_on(dealt, bots, own + 5))
