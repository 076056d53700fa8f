"""Solving a position in which everything is known."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from faraon.bots.api import Budget
from faraon.bots.solve.machine.answers import AGAIN, CHECKED, HELD, LOST, OPEN, WANTING, WON
from faraon.bots.solve.proof import ProofSearch
from faraon.engines.kernels.arrays import is_over, turn_of
from faraon.engines.kernels.engine import KernelEngine, Words
from faraon.engines.kernels.layout import MOVES
from faraon.game.position import Position

SLICE = 4_000
"""So many nodes are searched between two looks at the clock. Node budgets go by the same slices, so that they
give the same results."""

QUICK = 5 * SLICE
"""What may be spent on a shorter proof, or on one that was lost."""

NODES = 100
"""As many nodes cost about as much as one simulation of a searching bot."""

NO_LIMIT = -(1 << 30)
"""Moves made when solving begins: the move limit is out of reach, and endless play is a draw."""


class Value(Enum):
    """What a position is worth for the player on turn, or a move for the one who makes it."""

    win = "win"
    draw = "draw"
    loss = "loss"
    unknown = "unknown"


@dataclass(frozen=True, slots=True)
class Worth:
    """What is proven of a move."""

    value: Value
    distance: int | None = None
    """After how many moves, this one included, the game is over at the latest, if the winner follows the
    proof."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What was found out about a position."""

    value: Value
    action: int | None
    """The best move, if the value is known: the quickest win, a draw, or the longest resistance."""
    line: tuple[int, ...]
    """How a proven win may go on: the winner's proof, and the longest resistance that it allows."""
    distance: int | None
    nodes: int
    moves: dict[int, Worth] = field(default_factory=dict)
    """What is known of every move."""


class Allowance:
    """Nodes and time that are left."""

    def __init__(self, budget: Budget, clock: Callable[[], float] = time.perf_counter) -> None:
        self.clock = clock
        self.nodes = None if budget.simulations is None else NODES * budget.simulations
        self.until = None if budget.milliseconds is None else clock() + budget.milliseconds / 1000
        self.spent = 0

    @property
    def slice(self) -> int:
        """How many nodes may be searched now."""
        if self.until is not None and self.clock() >= self.until:
            return 0
        return self._at_most(SLICE)

    @property
    def some_slices(self) -> int:
        """How many nodes may be spent on something that is worth a few slices."""
        return self._at_most(QUICK) if self.slice else 0

    def _at_most(self, nodes: int) -> int:
        return nodes if self.nodes is None else max(0, min(nodes, self.nodes - self.spent))


def solve(
    search: ProofSearch | KernelEngine,
    origin: Position | Words,
    budget: Budget | Allowance,
    keep: bool = False,
) -> Solution:
    """Solves a position of two players as far as the budget goes.

    A :class:`ProofSearch` can be used again. What it knew is forgotten first, so that the same number of
    simulations always gives the same solution, unless it shall keep it: then whoever asks again after every
    move follows one proof, each of whose moves brings the end nearer.
    """
    if isinstance(search, KernelEngine):
        search = ProofSearch(search)
    words = search.engine.state(origin) if isinstance(origin, Position) else origin.copy()
    words[MOVES] = NO_LIMIT
    if not keep:
        search.forget()
    allowance = Allowance(budget) if isinstance(budget, Budget) else budget
    return _Solving(search, allowance).solution(words)


class _Solving:
    def __init__(self, search: ProofSearch, allowance: Allowance) -> None:
        self.search, self.allowance = search, allowance

    def solution(self, words: Words) -> Solution:
        search = self.search
        player = turn_of(words)
        actions = search.legal(words)
        if not actions:
            return Solution(Value.unknown, None, (), None, 0)
        value, within = self.value(words, player), None
        if value in (Value.win, Value.loss):
            winner = player if value is Value.win else 1 - player
            within = search.kind(words, winner)[1]
            self.quicken(words, winner)
            kind, distance = search.kind(words, winner)
            within = min(within, distance) if kind == WON else within  # it may have fallen out of the table
            self.recover(words, actions, winner, within - 1)
        moves = {}
        for action in actions:
            child = search.child(words, action)
            # Of a win or a loss the table knows what counts; draws must be told apart.
            found = self.value(child, player) if value is Value.draw else self.known(child, player)
            kind, distance = search.kind(child, player)
            if kind in (WON, LOST):
                moves[action] = Worth(found, distance + 1)
            elif value is Value.loss or len(actions) == 1:  # whatever the table has forgotten
                moves[action] = Worth(value, within)
            else:
                moves[action] = Worth(found)
        best = _best(value, moves)
        nodes = self.allowance.spent
        if value not in (Value.win, Value.loss) or best is None:
            return Solution(value, best, (), None, nodes, moves)
        return Solution(value, best, self.line(words, best), moves[best].distance, nodes, moves)

    def known(self, words: Words, player: int) -> Value:
        """What the table says for a player."""
        kind, _ = self.search.kind(words, player)
        if kind == HELD and is_over(words):
            return Value.draw
        return {WON: Value.win, LOST: Value.loss}.get(kind, Value.unknown)

    def value(self, words: Words, player: int) -> Value:
        """What a position is worth for a player, as far as the budget goes."""
        found = self.known(words, player)
        for attacker in (player, 1 - player):
            if found is Value.unknown:
                self.pursue(words, attacker)
                found = self.known(words, player)
        if found is Value.unknown and all(self.cannot_win(words, seat) for seat in (player, 1 - player)):
            return Value.draw
        return self.known(words, player) if found is Value.unknown else found

    def pursue(self, words: Words, attacker: int) -> None:
        """Searches until something is known for the attacker, or nothing is left to spend."""
        while self.search.kind(words, attacker)[0] == OPEN and (nodes := self.allowance.slice):
            self.allowance.spent += self.search.run(words, attacker, nodes)

    def cannot_win(self, words: Words, attacker: int) -> bool:
        """Whether it is proven that the attacker does not win, even if play never ends."""
        while self.search.kind(words, attacker)[0] == HELD and self.allowance.slice:
            found, wanted = self.search.check(words, attacker)
            self.allowance.spent += 1
            if found == WANTING:
                self.pursue(wanted, attacker)
            elif found != AGAIN:
                return found == CHECKED
        return False

    def quicken(self, words: Words, winner: int) -> None:
        """A proof is seldom the shortest; some slices more, and it often is."""
        if nodes := self.allowance.some_slices:
            self.allowance.spent += self.search.quicken(words, winner, nodes)

    def recover(self, words: Words, actions: list[int], winner: int, moves: int) -> None:
        """The table has no room for everything: what has fallen out of it is proven again. After one of these
        actions, or after all of them if the other one is on turn, the winner needs so many moves at most."""
        search, one_is_enough = self.search, turn_of(words) == winner

        def proven(child: Words) -> bool:
            kind, distance = search.kind(child, winner)
            return kind == WON and distance <= moves

        children = [search.child(words, action) for action in actions]
        if one_is_enough and any(proven(child) for child in children):
            return
        for child in children:
            if not proven(child) and (nodes := self.allowance.some_slices):
                self.allowance.spent += search.prove(child, winner, moves, nodes)
            if one_is_enough and proven(child):
                return

    def line(self, words: Words, action: int) -> tuple[int, ...]:
        """The winner takes the quickest proven move, the loser the slowest, as long as the table knows."""
        search, line = self.search, [action]
        words = search.child(words, action)
        while not is_over(words) and len(line) < len(search.states):
            turn = turn_of(words)
            moves = {}
            for one in search.legal(words):
                kind, distance = search.kind(search.child(words, one), turn)
                value = {WON: Value.win, LOST: Value.loss}.get(kind, Value.unknown)
                moves[one] = Worth(value, distance + 1)
            wins = any(worth.value is Value.win for worth in moves.values())
            best = _best(Value.win if wins else Value.loss, moves)
            if best is None:
                break
            line.append(best)
            words = search.child(words, best)
        return tuple(line)


def _best(value: Value, moves: dict[int, Worth]) -> int | None:
    """The quickest win, any draw, the slowest loss; among equals the first."""
    good = {action: worth.distance or 0 for action, worth in moves.items() if worth.value is value}
    if value is Value.unknown or not good:
        return None
    order = 1 if value is Value.win else -1 if value is Value.loss else 0
    return min(good, key=lambda action: order * good[action])
