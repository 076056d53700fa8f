"""The machines of the bots: Numba grows the same trees and finds the same proofs from the same texts."""

from __future__ import annotations

import math
import random
import statistics
import threading

import numpy as np
import pytest

from faraon.bots.api import Budget
from faraon.bots.belief.trust import Trust
from faraon.bots.search import ismcts
from faraon.bots.search.ismcts import Ismcts
from faraon.bots.search.searcher import Searcher, Tree
from faraon.bots.search.style import Style
from faraon.bots.solve.proof import ProofSearch
from faraon.bots.solve.values import solve
from faraon.engines.kernels.llvm.program import Source
from faraon.engines.kernels.llvm.store import load_code
from faraon.engines.kernels.text import joined
from faraon.lang.library import read_book
from faraon.play.fast import native_engine, numba_engine
from faraon.play.game import Game, load
from faraon.play.state import State
from faraon.testing.options import pairwise
from tests.bots.retrograde import small_position
from tests.conformance.tables import one_pack
from tests.scale import SOAK, scaled

SETS = pairwise(read_book("classic"))


def some_state(game: Game, rng: random.Random) -> State:
    """Some moves into a game that is not over."""
    while True:
        state = game.deal(rng.getrandbits(32))
        for _ in range(rng.randrange(40)):
            if not state.over and state.moves():
                state = state.play(rng.choice(state.moves()))
        if not state.over and len(state.moves()) > 1:
            return state


@pytest.mark.soak
@pytest.mark.parametrize("players", range(2, 7))
def test_numba_grows_the_same_trees(players: int) -> None:
    rng, sizes = random.Random(f"trees {players}"), []
    for _ in range(scaled(2, 20)):
        game = one_pack("classic", players, rng.choice(SETS))
        engines = native_engine(game), numba_engine(game)
        searchers = [Searcher(game, Style(), Trust(), engine=engine) for engine in engines]
        for _ in range(scaled(2, 5)):
            state, seed = some_state(game, rng), rng.getrandbits(32)
            view = state.view(state.turn)
            one, two = (Tree(searcher, searcher.belief.worlds(view, seed), seed) for searcher in searchers)
            for simulations in (scaled(500, 2000), 100):
                one.grow(simulations)
                two.grow(simulations)
            assert one.used == two.used
            sizes.append(one.used)
            assert np.array_equal(one.nodes[: one.used], two.nodes[: two.used])
            assert np.array_equal(one.values[: one.used], two.values[: two.used])
            assert np.array_equal(one.worlds.energy, two.worlds.energy)
            dreams = [tree.searcher.belief.dream(tree.worlds, seed, 20) for tree in (one, two)]
            assert np.array_equal(dreams[0], dreams[1])
    assert min(sizes) > 1
    assert statistics.median(sizes) > 50  # before the last moves of a game there is not so much to look at


@pytest.mark.soak
@pytest.mark.parametrize("players", range(2, 7)[: scaled(2, 5)])
def test_with_the_options_folded_in_the_same_trees_grow(players: int) -> None:
    rng = random.Random(f"folded {players}")
    for _ in range(scaled(1, 20)):
        game = one_pack("classic", players, rng.choice(SETS))
        engines = native_engine(game), native_engine(game, specialised=True)
        searchers = [Searcher(game, Style(), Trust(), engine=engine) for engine in engines]
        for _ in range(scaled(4, 5)):
            state, seed = some_state(game, rng), rng.getrandbits(32)
            found = [one.candidates(state.view(state.turn), seed, Budget(500)) for one in searchers]
            assert found[0] == found[1]


def test_a_search_that_goes_on_for_long_gets_code_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ismcts, "FOLD_AFTER", 1_000)
    game = load("classic", 2)
    player = Ismcts(game, Budget(600))
    state = some_state(game, random.Random("long"))
    view = state.view(state.turn)
    used, found = [], []
    for _ in range(4):
        assert isinstance(player.search, ismcts.Lasting)
        used.append(player.search.search.engine)
        found.append(player.candidates(view, 7))
        for thread in threading.enumerate():
            if thread.name == "folding":
                thread.join()
    assert used == [native_engine(game)] * 2 + [native_engine(game, specialised=True)] * 2
    assert all(one == found[0] for one in found)


if SOAK:  # Numba compiles the solver for ten seconds

    @pytest.mark.soak
    def test_numba_finds_the_same_proofs() -> None:
        rng = random.Random("proofs")
        game = load("classic", 2)
        searches = [ProofSearch(engine, bits=16) for engine in (native_engine(game), numba_engine(game))]
        for _ in range(300):
            position = small_position(game, rng).position
            one, two = (solve(search, position, Budget(simulations=500)) for search in searches)
            assert one == two


def test_logarithms_and_powers() -> None:
    """Near those of the C library; their last bits are our own, the same on every machine."""
    kernel = Source("kernel", "from numba import njit, int64\ninlined = njit(forceinline=True)\n")
    text = (
        joined("faraon.bots.search.machine.elementary", kernel="kernel")
        + """
from kernel import njit
@njit("float64(int64)")
def log(number):
    return logarithm(number)
@njit("float64(float64)")
def fall(height):
    return falling(height)
@njit("boolean(float64, float64)")
def lucky(chance, height):
    return is_luck(chance, height)
"""
    )
    code = load_code([kernel, Source("machine", text)], "a test", lambda _: None)
    for number in [*range(1, 5000), *(10**power + 7 for power in range(4, 16))]:
        assert math.isclose(code.log(number), math.log(number), rel_tol=3e-16, abs_tol=0)
    for step in range(1, 20_000):
        height = step / 1000
        limit = code.fall(height)
        assert math.isclose(limit, math.exp(-height), rel_tol=6e-16, abs_tol=0)
        for chance in (0.0, limit / 2, limit * (1 - 1e-12), limit, limit * (1 + 1e-12), limit * 2, 1.0):
            assert code.lucky(chance, height) == (chance < limit)
