"""A second solver, slow and simple: all positions that can be reached, judged backwards from the ends."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import replace
from typing import Any

from faraon.cards import Card, Suit, Value, pack
from faraon.engines.errors import GameError
from faraon.game.position import Position
from faraon.play.game import Game
from faraon.play.state import State

MOST_POSITIONS = 1_500


def retrograde(game: Game, origin: Position) -> dict[Position, int | None] | None:
    """Who wins every position that can be reached (``None``: nobody); ``None`` if there are too many."""
    first = bare(origin)
    after: dict[Position, list[Position]] = {}
    waiting = [first]
    while waiting:
        position = waiting.pop()
        if position in after:
            continue
        if len(after) >= MOST_POSITIONS:
            return None
        moves = () if position.over else game.engine.legal(position)
        after[position] = [bare(game.engine.play(position, move)[0]) for move in moves]
        waiting += after[position]
    return _backwards(after)


def _backwards(after: dict[Position, list[Position]]) -> dict[Position, int | None]:
    before: dict[Position, list[Position]] = {position: [] for position in after}
    for position, children in after.items():
        for child in children:
            before[child].append(position)
    left = {position: len(children) for position, children in after.items()}
    winner: dict[Position, int | None] = {
        position: 1 - position.loser for position in after if position.over and position.loser is not None
    }
    ready = deque(winner)
    while ready:
        position = ready.popleft()
        for parent in before[position]:
            if parent in winner:
                continue
            left[parent] -= 1
            if winner[position] == parent.turn or left[parent] == 0:
                winner[parent] = winner[position]
                ready.append(parent)
    return {position: winner.get(position) for position in after}


def bare(position: Position) -> Position:
    """Without what has no influence: how the position came about."""
    return replace(position, moves_made=0, places=())


def small_position(game: Game, rng: random.Random) -> State:
    """A position with few cards, many of them with powers, that the rulebook accepts."""
    while True:
        try:
            state = game.position(_draw(rng))
        except GameError:
            continue
        if not state.over:
            return state


def _draw(rng: random.Random) -> dict[str, Any]:
    cards = pack(1)
    rng.shuffle(cards)
    powers = {Card.h7, Card.lU}
    strong = {Value.VII, Value.ace, Value.over}
    cards.sort(key=lambda card: rng.random() - 0.4 * (card in powers) - 0.3 * (card.val in strong))
    sizes = [rng.choice((1, 1, 2, 2, 3)) for _ in range(2)]
    hands = [[cards.pop(0) for _ in range(size)] for size in sizes]
    rest = cards[: rng.randint(1, 4)]
    split = rng.randint(1, len(rest))
    pile, stock = rest[:split], rest[split:]
    turn, out = rng.randrange(2), {}
    if rng.random() < 0.1:  # the last chance
        hands[1 - turn], out = [], {str(1 - turn): "returnable"}
    data: dict[str, Any] = {"pile": _names(pile), "stock": _names(stock), "turn": turn, "out": out}
    top = pile[-1]
    if top.val == Value.over:
        data["suit"] = rng.choice(list(Suit)).letter
    if top.val == Value.VII and rng.random() < 0.6:
        data["owed"] = rng.choice((3, 6))
    if top.val == Value.ace and rng.random() < 0.6:
        data |= {"ace": 1, "ace_by": 1 - turn}
    return {"hands": [_names(hand) for hand in hands], **data}


def _names(cards: list[Card]) -> list[str]:
    return [card.name for card in cards]
