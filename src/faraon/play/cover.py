"""Which rule, which mechanic and which branch ever fires: games are played and counted."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from faraon.cards import Card
from faraon.engines.explain.stepper import Stepper
from faraon.engines.python.board import Board
from faraon.engines.rules import Bound
from faraon.game.move import Move
from faraon.game.position import Out, Position
from faraon.lang import ir
from faraon.lang.print_ir import print_expr
from faraon.play.dead_ends import deadlock
from faraon.play.game import Game

PRIMITIVES = (
    "put",
    "draw: from the stock",
    "draw: the pile is turned",
    "draw: the pile is turned in the middle",
    "draw: fewer cards than wanted",
    "return",
    "leave",
    "next: to the next seat",
    "next: past a finished seat, which becomes safe",
    "next: past the returned player",
    "next: back to the same player",
)


class WatchedBoard(Board):
    """A board that says which branch of a primitive it takes."""

    __slots__ = ("seen",)

    def __init__(self, position: Position, rules: Bound, seen: Counter[str]) -> None:
        super().__init__(position, rules)
        self.seen = seen

    def put(self, cards: tuple[Card, ...]) -> None:
        self.seen["put"] += 1
        super().put(cards)

    def draw(self, seat: int, count: int) -> None:
        if count > self.drawable:
            self.seen["draw: fewer cards than wanted"] += 1
        if 0 < count <= len(self.stock):
            self.seen["draw: from the stock"] += 1
        elif count and len(self.pile) > 1:
            middle = " in the middle" if self.stock else ""
            self.seen["draw: the pile is turned" + middle] += 1
        super().draw(seat, count)

    def give_back(self, seat: int) -> None:
        self.seen["return"] += 1
        super().give_back(seat)

    def leave(self) -> None:
        self.seen["leave"] += 1
        super().leave()

    def next(self) -> None:
        before, finished = self.turn, self.out.count(Out.returnable)
        super().next()
        if self.out.count(Out.returnable) < finished:
            self.seen["next: past a finished seat, which becomes safe"] += 1
        if self.returned >= 0 and self._passed(before, self.returned):
            self.seen["next: past the returned player"] += 1
        where = "back to the same player" if self.turn == before else "to the next seat"
        self.seen[f"next: {where}"] += 1

    def _passed(self, before: int, seat: int) -> bool:
        seats = len(self.out)
        return 0 < (seat - before) % seats < ((self.turn - before) % seats or seats)


@dataclass
class Coverage:
    """What fired, how often."""

    games: int = 0
    moves: int = 0
    fired: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By kind and name of the implication."""
    branches: Counter[tuple[str, bool]] = field(default_factory=Counter)
    """By the text of a conditional expression, and whether its condition held."""
    primitives: Counter[str] = field(default_factory=Counter)


KEENNESS = 0.95
"""How often a player lays when possible; now and then they do something else, or nobody would concede."""


def keen_move(moves: list[Move], rng: random.Random) -> Move:
    """A player who lays (nearly) whenever possible."""
    lays = [move for move in moves if move.cards]
    return rng.choice(lays if lays and rng.random() < KEENNESS else moves)


def count_start(game: Game, position: Position, coverage: Coverage) -> None:
    """Counts what a dealt game begins with."""
    coverage.games += 1
    for one in game.bound.starts:
        walk = Stepper(game.bound, position, Move(), game.engine.possible)
        coverage.fired["start", one.name] += bool(walk.value(one.guard))


def count_move(game: Game, position: Position, move: Move, coverage: Coverage) -> None:
    """Counts what fires with a legal move, walking through it step by step."""

    def branch(expr: ir.Op, holds: bool) -> None:
        coverage.branches[print_expr(expr), holds] += 1

    engine, bound = game.engine, game.bound
    rule = bound.rules[engine.rule_of(position, move)]
    walk = Stepper(bound, position, move, engine.possible, branch)
    walk.board = WatchedBoard(position, bound, coverage.primitives)
    for step in walk.run(rule):
        coverage.fired[step.implication.kind, step.implication.name] += 1
    coverage.moves += 1


def play_and_count(game: Game, rng: random.Random, coverage: Coverage) -> None:
    """One game, walked through step by step."""
    position = game.deal(rng.getrandbits(64)).position
    count_start(game, position, coverage)
    while not position.over:
        moves = game.engine.legal(position)
        if not moves:
            raise deadlock(position)
        move = keen_move(moves, rng)
        count_move(game, position, move, coverage)
        position, _ = game.engine.play(position, move)


def cover(tables: Sequence[Game], games: int, seed: int) -> Coverage:
    """Plays games of keen players at these tables in turn, and counts."""
    coverage = Coverage()
    for number in range(games):
        rng = random.Random(f"{seed} {number}")  # noqa: S311 - a game, not a secret
        play_and_count(tables[number % len(tables)], rng, coverage)
    return coverage


def live(bound: Bound) -> dict[str, tuple[ir.Implication, ...]]:
    """The implications that these options leave possible, by kind.

    A variable that can never change under them is as good as a constant.
    """
    groups = {"start": bound.starts, "rule": bound.rules, "mechanic": bound.mechanics, "end": bound.ends}
    fixed = _fixed(bound, [one for group in groups.values() for one in group if one.guard != ir.FALSE])
    return {
        kind: tuple(one for one in group if ir.substitute(one.guard, fixed) != ir.FALSE)
        for kind, group in groups.items()
    }


def _fixed(bound: Bound, possible: list[ir.Implication]) -> dict[ir.Var, ir.Expr]:
    values: dict[ir.Var, set[ir.Expr]] = {
        variable.var("state"): {bound.fold(variable.initial)} for variable in bound.book.state
    }
    for one in possible:
        for effect in one.effects:
            if isinstance(effect, ir.Assign) and effect.target in values:
                values[effect.target].add(effect.value)
    fixed: dict[ir.Var, ir.Expr] = {}
    for var, assigned in values.items():
        only = next(iter(assigned))
        if len(assigned) == 1 and isinstance(only, ir.Const):
            fixed[var] = fixed[replace(var, kind="old")] = only
    return fixed


def conditionals(bound: Bound) -> list[ir.Op]:
    """Every conditional expression in the effects of rules and mechanics.

    In lists with a variable for every seat the condition only tells whose it is.
    """
    found: dict[str, ir.Op] = {}
    lists = {variable.var("state") for variable in bound.book.state if variable.each}
    for one in (*bound.rules, *bound.mechanics):
        for effect in one.effects:
            if isinstance(effect, ir.Assign) and effect.target in lists:
                continue
            for expr in ir.effect_exprs(effect):
                for part in ir.walk(expr):
                    if isinstance(part, ir.Op) and part.name == "if":
                        found.setdefault(print_expr(part), part)
    return list(found.values())
