"""Whole random games, by their results: machine code plays what the Python engine plays, and in the soak what
Numba's code plays."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
import pytest

from faraon.lang.ir import Scalar
from faraon.lang.library import read_book, shipped
from faraon.play.fast import SlowEngine, native_engine, numba_engine
from faraon.play.game import load
from faraon.testing.options import pairwise
from tests.conformance.tables import one_pack
from tests.scale import SOAK, scaled

SETS = pairwise(read_book("classic"))

pytestmark = pytest.mark.soak


def whole_games(name: str, players: int, options: Mapping[str, Scalar], count: int) -> None:
    """Dealt and played at random, each by its loser, who finished first, and its moves."""
    game = one_pack(name, players, options) if name == "classic" else load(name, players)
    engine, seed = native_engine(game), random.Random(f"{name} {players} {options}").getrandbits(64)
    assert engine.games(count, seed) == SlowEngine(game).games(count, seed)
    if SOAK:
        assert np.array_equal(engine.batch(count, seed), numba_engine(game).batch(count, seed))


@pytest.mark.parametrize("number", range(len(SETS)))
def test_whole_games_of_all_option_sets(number: int) -> None:
    """In the soak 160,000; with those of the other rulebooks 200,000."""
    for players in (2, 3, 4, 5, 6):
        whole_games("classic", players, SETS[number], scaled(2, 800))


@pytest.mark.parametrize("name", [name for name in shipped() if name != "classic"])
def test_whole_games_of_all_rulebooks(name: str) -> None:
    least, most = read_book(name).players
    tables = [players for players in range(least, min(6, most) + 1) if load(name, players).packs() == 1]
    for players in tables:
        whole_games(name, players, {}, scaled(2, 4800 // len(tables)))
