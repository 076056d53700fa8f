"""Bots that play by networks: what they read, what they are refused, and how they choose."""

from __future__ import annotations

import random

import numpy as np
import pytest

from faraon.bots.net.sight import Sight
from faraon.env.table import Table
from faraon.lang.library import read_book
from faraon.play.game import Game, load
from tests.bots.tables import SETS
from tests.conformance.tables import one_pack
from tests.scale import scaled

REMEMBERING = {"recycle": "turn", "pajchel": "refuse"}
BOOKS = ("prsi", "family", "mau", "mini-6", "crazy", "mini-8")


def compare(game: Game, games: int, seed: int) -> int:
    """Random games at one table, seen by every seat; gives how many rows were the same."""
    table, sight, rng, count = Table(game), Sight(game), random.Random(seed), 0
    for _ in range(games):
        own, first = rng.randrange(2**64), rng.randrange(game.players)
        table.reset(own, first)
        state = game.deal(own, first=first)
        while not state.over:
            seat = rng.randrange(game.players)
            assert np.array_equal(sight(state.view(seat)), table.observe(seat))
            count += 1
            action = rng.choice(table.legal)
            table.step(action)
            state = state.play(action)
    return count


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_view_is_seen_as_machine_code_sees_the_game(players: int) -> None:
    assert compare(load("classic", players), scaled(2, 300), players) > 50


@pytest.mark.soak
@pytest.mark.parametrize("number", range(0, len(SETS), scaled(20, 1)))
def test_under_every_option(number: int) -> None:
    game = one_pack("classic", 2 + number % 4, {**SETS[number], **REMEMBERING})
    assert compare(game, scaled(1, 30), number) > 10


@pytest.mark.soak
@pytest.mark.parametrize("name", BOOKS[: scaled(1, len(BOOKS))])
def test_under_other_rulebooks(name: str) -> None:
    names = {option.name for option in read_book(name).options}
    options = {option: setting for option, setting in REMEMBERING.items() if option in names}
    game = load(name, 2 if name.startswith("mini") else 3, **options)
    assert compare(game, scaled(1, 30), 1) > 10
