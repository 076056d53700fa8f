"""What the last move of a state did, and how a game ended: the move is walked through again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from faraon.engines.explain.facts import facts
from faraon.engines.explain.stepper import Stepper, walk_through
from faraon.game.facts import Fact, Reason
from faraon.game.move import Move
from faraon.game.position import Position
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
    return _counts_moves(walk_of(state).steps[-1].implication)


def _counts_moves(end: ir.Implication) -> bool:
    return ir.MOVES_MADE in ir.variables(end.guard)


def facts_of(state: State) -> tuple[Fact, ...]:
    """What the last move changed, or the deal."""
    return facts(walk_of(state), state.game.engine.shown)


def why_over(state: State) -> tuple[Reason, ...]:
    """The end that has come and why it came; empty while the game goes on."""
    if not state.over:
        return ()
    ends = (fact.said for fact in facts_of(state) if fact.kind in ("over", "why"))
    return tuple(said for said in ends if said is not None)


def walk_of(state: State) -> Stepper:
    """The last move walked through; the deal where none was made."""
    engine, bound = state.game.engine, state.game.bound
    last = state.log[-1].move if state.log else None
    if last is not None:
        return walk_through(engine, _before(state), last)
    if state.deck is not None:
        walk = Stepper(bound, state.game.as_dealt(state.origin), Move(), engine.possible)
        walk.begin()
        return walk
    walk = Stepper(bound, replace(state.position, over=False, loser=None), Move(), engine.possible)
    walk.settle()
    return walk


def _before(state: State) -> Position:
    """The position before the last move; a state from elsewhere is played through to it."""
    if state.before is not None:
        return state.before
    position = state.origin
    for entry in state.log[:-1]:
        if entry.move is not None:
            position, _ = state.game.engine.play(position, entry.move)
    return position
