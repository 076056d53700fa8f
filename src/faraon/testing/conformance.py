"""The battery that every engine must pass: the same moves, the same states as the Python engine.

An engine under test numbers moves by the action table and plays positions (:class:`Engine`). Random games
almost never reach the rare states, so half of the comparison begins in random positions.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Protocol

from faraon.engines.actions import action_table
from faraon.game.position import Position
from faraon.game.record import Record
from faraon.play.cover import KEENNESS
from faraon.play.game import Game
from faraon.play.replay import replay
from faraon.play.state import State
from faraon.testing.positions import random_position


class Engine(Protocol):
    """What an engine must be able to do to be compared."""

    name: str

    def legal(self, position: Position) -> list[int]: ...

    def play(self, position: Position, action: int) -> Position: ...


@dataclass
class Compared:
    """How much was compared."""

    games: int = 0
    moves: int = 0

    def __iadd__(self, other: Compared) -> Compared:
        self.games += other.games
        self.moves += other.moves
        return self


class DifferenceError(AssertionError):
    """Two engines disagree; the message has all that is needed to see it again."""


def compare_from(state: State, engine: Engine, rng: random.Random, most: int = 400) -> Compared:
    """Plays on, on the engine and on the Python engine, and compares every list of moves and every state."""
    game, position = state.game, state.position
    actions, oracle, players = action_table(game.book), game.engine, game.players
    done = Compared(1)
    while True:
        moves = oracle.legal(position)
        numbers = engine.legal(position)
        listed = [actions.move(number, position.turn, players) for number in numbers]
        if listed != moves:
            raise DifferenceError(f"{_place(state, engine)}: {position}: {listed} instead of {moves}")
        if not moves or done.moves == most:
            return done
        chosen = _choose([bool(move.cards) for move in moves], rng)
        if actions.number(moves[chosen], position.turn, players) != numbers[chosen]:
            raise DifferenceError(f"{_place(state, engine)}: {moves[chosen]} has another number")
        expected, _ = oracle.play(position, moves[chosen])
        found = engine.play(position, numbers[chosen])
        if found != expected:
            place = f"{_place(state, engine)}: {moves[chosen]} in {position}"
            raise DifferenceError(f"{place} gives {found} instead of {expected}")
        position = expected
        done.moves += 1


def _place(state: State, engine: Engine) -> str:
    game = state.game
    return f"{engine.name}, {game.name}, {game.players} players, {dict(game.options)}"


def _choose(lays: list[bool], rng: random.Random) -> int:
    """A keen player lays nearly whenever possible."""
    able = [number for number, lay in enumerate(lays) if lay]
    return rng.choice(able) if able and rng.random() < KEENNESS * 0.6 else rng.randrange(len(lays))


def compare_games(game: Game, engine: Engine, rng: random.Random, games: int) -> Compared:
    """Deals and random positions, in turn, played on."""
    done = Compared()
    for number in range(games):
        if number % 2:
            done += compare_from(random_position(game, rng), engine, rng, most=rng.choice((2, 5, 40)))
        else:
            dealt = game.deal(rng.getrandbits(64), first=rng.randrange(game.players))
            done += compare_from(dealt, engine, rng)
    return done


# -------------------------------------------------------------------------------------------- playthroughs


def playthroughs() -> Iterator[tuple[str, tuple[State, ...]]]:
    """The shipped games that every engine must replay: their names and their states."""
    folder = resources.files("faraon.testing").joinpath("playthroughs")
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".fgn"):
            yield entry.name, replay(Record.read(entry.read_text(encoding="utf-8"))).states


def replay_on(states: tuple[State, ...], engine: Engine) -> int:
    """Replays a game on an engine, every state compared; gives the number of moves."""
    actions = action_table(states[0].game.book)
    for before, behind in itertools.pairwise(states):
        move = behind.log[-1].move
        assert move is not None  # noqa: S101 - the log of a played move names it
        number = actions.number(move, before.turn, before.game.players)
        if number not in engine.legal(before.position):
            raise DifferenceError(f"{engine.name}: {move} is not legal in {before.position}")
        if engine.play(before.position, number) != behind.position:
            raise DifferenceError(f"{engine.name}: {move} gives another state in {before.position}")
    return len(states) - 1
