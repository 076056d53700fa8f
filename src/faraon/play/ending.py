"""How a game ended: of several ends that a rulebook knows, only one has fired."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from faraon.engines.explain.stepper import Stepper
from faraon.game.move import Move
from faraon.lang import ir

if TYPE_CHECKING:
    from faraon.play.state import State


def returns(state: State) -> list[float]:
    """What a game was worth to every seat: between -1 and 1, and 0 in all."""
    players = state.game.players
    if not state.over or drawn(state):
        return [0.0] * players
    if state.loser is not None:
        seat, own = state.loser, -1.0
    else:
        seat, own = state.places[0], 1.0
    found = [-own / (players - 1)] * players
    found[seat] = own
    return found


def drawn(state: State) -> bool:
    """Whether a game is over without anyone winning it: the end that fired counts the moves (§10).

    Where the first one out wins, there is no single loser either; then :attr:`State.places` tells who won.
    """
    if not state.over or state.loser is not None:
        return False
    if not state.places:
        return True
    game = state.game
    now = Stepper(game.bound, replace(state.position, over=False), Move(), game.engine.possible)
    if not any(_counts_moves(end) and now.value(end.guard) for end in game.bound.ends):
        return False
    return _counts_moves(_ending(state))


def _counts_moves(end: ir.Implication) -> bool:
    return ir.MOVES_MADE in ir.variables(end.guard)


def _ending(state: State) -> ir.Implication:
    """The end that fired: the last move is walked through again."""
    engine, bound = state.game.engine, state.game.bound
    moves = [entry.move for entry in state.log if entry.move is not None]
    position = state.origin
    for move in moves[:-1]:
        position, _ = engine.play(position, move)
    if not moves:  # a given position that was already over
        walk = Stepper(bound, replace(position, over=False), Move(), engine.possible)
        return next(end for end in bound.ends if walk.value(end.guard))
    move = moves[-1]
    rule = engine.rule_of(position, move)
    if rule < 0:
        rule, move = engine.foul_of(position, move), Move()
    steps = Stepper(bound, position, move, engine.possible).run((*bound.rules, *bound.fouls)[rule])
    return steps[-1].implication
