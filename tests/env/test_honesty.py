"""An observation never changes when the cards that the seat cannot place lie differently."""

from __future__ import annotations

import random

import numpy as np
import pytest

from faraon.env.table import Table
from faraon.play.game import load
from tests.env.hidden import elsewhere
from tests.scale import scaled

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_hidden_cards_are_not_in_an_observation(players: int) -> None:
    game, rng, moved = load("classic", players), random.Random(players), 0
    tables = [Table(game)]
    if scaled(players == 3, True):  # each is a compilation
        tables.append(Table(game, memory=False))
    for _ in range(scaled(3, 300)):
        seed = rng.randrange(2**64)
        state = game.deal(seed)
        for table in tables:
            table.reset(seed)
        while not state.over:
            seat = rng.randrange(players)
            for table in tables:
                other = elsewhere(state, table, seat, rng)
                assert np.array_equal(table.observe(seat), other.observe(seat))
                if seat == table.turn:
                    assert table.legal == other.legal
                moved += other.to_bytes() != table.to_bytes()
            action = rng.choice(tables[0].legal)
            state = state.play(action)
            for table in tables:
                table.step(action)
    assert moved > 20


def test_memory_changes_when_a_known_card_lies_differently() -> None:
    """So that the test above does not pass because nothing is ever seen."""
    game, rng, told = load("classic", 3), random.Random(1), 0
    table = Table(game)
    for seed in range(scaled(4, 100)):
        table.reset(seed)
        while not table.over:
            table.step(rng.choice(table.legal))
            seen = table.observe(0)
            told += any(
                seen[field.start : field.end].any() for field in table.fields if "known" in field.name
            )
    assert told > 20
