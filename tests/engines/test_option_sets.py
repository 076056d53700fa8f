"""Forty option sets in which every pair of settings meets: games end, cards stay, some move is legal."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from faraon.lang.covering import uncovered
from faraon.play.cover import keen_move
from tests.bots.tables import CLASSIC, SETS, table
from tests.scale import scaled

GAMES = scaled(4, 100)

pytestmark = pytest.mark.soak


def test_there_are_forty_sets_that_cover_all_pairs() -> None:
    assert len(SETS) >= 40
    met = {pair for options in SETS for pair in combinations(options.items(), 2)}
    for one, other in combinations(uncovered(CLASSIC).options, 2):
        for x in one.values:
            for y in other.values:
                assert ((one.name, x), (other.name, y)) in met


@pytest.mark.parametrize("number", range(len(SETS)))
def test_random_games_end_and_lose_no_card(number: int) -> None:
    rng = random.Random(f"option set {number}")
    for _ in range(GAMES):
        game = table(SETS[number], rng.choice((2, 3, 4, 5, 7)))
        state = game.deal(rng.getrandbits(64))
        cards = all_cards(state.position)
        while not state.over:
            moves = list(state.moves())
            assert moves
            state = state.play(keen_move(moves, rng))
            assert all_cards(state.position) == cards
        assert not state.moves()


def all_cards(position: object) -> Counter[object]:
    hands, stock, pile = (getattr(position, name) for name in ("hands", "stock", "pile"))
    return Counter([*stock, *pile, *(card for hand in hands for card in hand)])
