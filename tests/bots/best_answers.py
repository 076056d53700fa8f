"""The best answer to a strategy, a second time: on states of the Python engine, deck by deck.

It shares nothing with ``faraon.bots.equilibrium``: every order of the deck is dealt, and what a seat cannot
tell apart is what its log tells it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any

from faraon.game.log import SeenEvent
from faraon.play.game import Game
from faraon.play.state import State

Policy = Callable[[State], Mapping[str, float]]
"""How likely each move of the player on turn is; it may look at what that player knows only."""

Moments = list[tuple[float, State]]
"""States that a seat cannot tell apart, with how likely chance and the other seat make each."""


def decks(game: Game) -> Moments:
    """Every deal: of decks that differ only in the order of a hand's cards, one is enough."""
    found, size = [], 2 * game.bound.hand_size
    for deck in permutations(game.bound.deck):
        if all(tuple(sorted(deck[seat:size:2])) == deck[seat:size:2] for seat in range(2)):
            found.append(deck)
    return [(1 / len(found), game.deal(deck=deck)) for deck in found]


def seen_by(state: State, seat: int) -> tuple[Any, ...]:
    """What a seat saw of the game."""
    return seat, state.origin.hands[seat], state.origin.pile, state.view(seat).log


def as_written(state: State) -> str:
    """The same as an equilibrium's file tells it, for the player on turn."""
    seat = state.turn
    log = list(state.view(seat).log)
    deal = log.pop(0).events if log and log[0].move is None else ()
    told = [(entry.seat, str(entry.move), _drawn(entry.events, seat)) for entry in log]
    hand = [str(card) for card in state.origin.hands[seat]]
    shown = [str(card) for event in deal for card in event.cards or ()]
    return repr((seat, hand, str(state.origin.pile[-1]), shown, told))


def _drawn(events: tuple[SeenEvent, ...], seat: int) -> list[str]:
    own = (event for event in events if event.kind == "draw" and event.seat == seat)
    return [str(card) for event in own for card in event.cards or ()]


def policy_of(strategy: list[dict[str, Any]]) -> Policy:
    """The policy that a file tells; where it tells nothing, all moves are equally likely."""
    known = {}
    for one in strategy:
        told = [(entry["seat"], entry["move"], entry["drawn"]) for entry in one["log"]]
        known[repr((one["seat"], one["hand"], one["start"], one["shown"], told))] = one["play"]
    assert len(known) == len(strategy)
    return lambda state: known.get(as_written(state)) or uniform(state)


def uniform(state: State) -> dict[str, float]:
    moves = state.moves()
    return {str(move): 1 / len(moves) for move in moves}


def best_answer(seat: int, moments: Moments, other: Policy) -> float:
    """What the best answer to a policy gets, from states of which the seat knows only that it is in one."""
    worth, groups = 0.0, defaultdict(list)
    waiting = list(moments)
    while waiting:
        weight, state = waiting.pop()
        if state.over:
            worth += weight * state.returns()[seat]
        elif state.turn == seat:
            groups[seen_by(state, seat)].append((weight, state))
        else:
            shares = other(state).items()
            waiting += [(weight * share, state.play(move)) for move, share in shares if share > 0]
    for alike in groups.values():
        moves = alike[0][1].moves()
        assert all(state.moves() == moves for _, state in alike), "a seat would see the difference"
        answers = ([(weight, state.play(move)) for weight, state in alike] for move in moves)
        worth += max(best_answer(seat, after, other) for after in answers)
    return worth


def information_sets(game: Game) -> int:
    """How many moments with a move to make the seats can tell apart."""
    found, waiting = set(), [state for _, state in decks(game)]
    while waiting:
        state = waiting.pop()
        if not state.over:
            found.add(seen_by(state, state.turn))
            waiting += [state.play(move) for move in state.moves()]
    return len(found)
