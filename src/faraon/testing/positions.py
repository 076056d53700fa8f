"""Random positions. Random games almost never reach the rare states; these begin in them."""

from __future__ import annotations

import random
from typing import Any

from faraon.cards import Card, Suit, Value
from faraon.engines.errors import GameError
from faraon.lang import ir
from faraon.limits import MOST_MOVES
from faraon.play.game import Game
from faraon.play.state import State


def random_position(game: Game, rng: random.Random) -> State:
    """A state that the rulebook accepts, with debts, stops, finished players and extra moves thrown in."""
    game.packs()  # a table that cannot even be dealt has no positions: it says why
    while True:
        try:
            return game.position(_draw(game, rng))
        except GameError:
            continue


def _draw(game: Game, rng: random.Random) -> dict[str, Any]:
    cards = [*game.bound.deck] * game.packs()
    rng.shuffle(cards)
    if rng.random() < 0.4:  # four of a value together are rare, and several rules need them
        value = rng.choice(list(Value))
        cards.sort(key=lambda card: card.val != value)
    if rng.random() < 0.3:  # the cards with powers, at the front
        cards.sort(key=lambda card: card not in (Card.h7, Card.lU) and card.val != Value.ace)
    cards = cards[: rng.choice((len(cards), len(cards), rng.randint(game.players + 2, len(cards))))]
    turn = rng.randrange(game.players)
    seats = [turn, *(seat for seat in range(game.players) if seat != turn)]
    hands: list[list[Card]] = [[] for _ in seats]
    out: dict[str, str] = {}
    for seat in seats:
        if seat != turn and rng.random() < 0.3:
            if rng.random() < 0.7:
                out[str(seat)] = rng.choice(("returnable", "returnable", "safe"))
            continue
        size = min(rng.choice((1, 1, 2, 3, 4, 5, 6, 9)), max(1, (len(cards) - 1) // 2))
        hands[seat] = [cards.pop(0) for _ in range(min(size, len(cards) - 1))]
    rng.shuffle(cards)
    if rng.random() < 0.1:  # nothing left to draw
        cards = cards[:1]
    split = rng.choice((1, len(cards), rng.randint(1, len(cards))))
    pile = cards[:split]
    data: dict[str, Any] = {
        "hands": [[card.name for card in hand] for hand in hands],
        "pile": [card.name for card in pile],
        "stock": [card.name for card in cards[split:]],
        "turn": turn,
        "out": out,
        "moves_made": rng.choice((0, 0, 7, rng.randrange(1990))) % _longest(game),
    }
    if game.bound.shuffled:
        data["chance"] = rng.getrandbits(32)
    for variable in game.book.state:
        if not variable.each and rng.random() < 0.4:
            data[variable.name] = _value(variable, game, hands[turn], pile[-1], rng)
    return data


def _longest(game: Game) -> int:
    """How many moves a game may have, where the rulebook has classic's option for it."""
    limit = game.options.get("move_limit")
    return limit if isinstance(limit, int) else MOST_MOVES


def _value(variable: ir.Variable, game: Game, hand: list[Card], top: Card, rng: random.Random) -> Any:
    match variable.type:
        case "bool":
            return rng.random() < 0.5
        case "suit":
            asked = sorted({Suit(card.suit) for card in game.bound.deck})
            return rng.choice(asked).letter if top.val == Value.over else top.suit.letter
        case "value":
            return top.val.letter
        case "card":
            return rng.choice([None, None, rng.choice(hand).name if hand else None])
        case "seat":
            return rng.choice([None, rng.randrange(game.players)])
        case _:
            low, high = variable.range
            return min(high, max(low, rng.choice((0, 1, 2, 3, 3, 6, 9, 12))))
