"""Other worlds that a seat could be in: the cards that it cannot place lie differently."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from faraon.cards import Card
from faraon.engines.kernels.arrays import write_state
from faraon.engines.kernels.layout import STATE_WORDS
from faraon.env.table import Table
from faraon.play.state import State


def elsewhere(state: State, table: Table, seat: int, rng: random.Random) -> Table:
    """The same game, but the cards whose place the seat does not know are dealt out anew among these places.

    What it knows is taken from the interpreter's view.
    """
    known, position = state.view(seat).known, state.position
    hands = [[*hand] for hand in position.hands]
    stock = [*position.stock]
    places: list[tuple[list[Card], int]] = []
    for other, hand in enumerate(hands):
        if other != seat:
            places += [(hand, at) for at, card in enumerate(hand) if card not in known.hands[other]]
    places += [(stock, at) for at, card in enumerate(known.stock) if card is None]
    cards = [cards[at] for cards, at in places]
    rng.shuffle(cards)
    for (into, at), card in zip(places, cards, strict=True):
        into[at] = card
    moved = replace(position, hands=tuple(tuple(sorted(hand)) for hand in hands), stock=tuple(stock))
    other_table = table.clone()
    words = np.zeros(STATE_WORDS, np.int32)
    write_state(table.game.bound, moved, words)
    other_table._state[:STATE_WORDS] = words
    other_table._list()
    return other_table
