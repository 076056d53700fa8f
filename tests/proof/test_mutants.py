"""Every mutant of ``classic.far`` is told apart: in lock-step, or by the solver; or nothing can tell it."""

from __future__ import annotations

import random
from functools import cache

import pytest

from faraon.engines.errors import GameError
from faraon.lang.library import read_book
from faraon.play.game import Game
from faraon.proof.answers import Clock
from faraon.proof.difference import Comparison, comparable, proving_of
from faraon.proof.lockstep import Pair
from faraon.proof.proving import Proving
from faraon.proof.table import open_table
from tests.model import OPTIONS
from tests.mutation.covered import only_covered
from tests.mutation.equivalent import ELSEWHERE, EQUIVALENT
from tests.mutation.mutants import Mutant, mutants
from tests.scale import SOAK

WHOLE_PACK = {"rule pass: without 'not alone'"}
"""Equivalent with a whole pack; where cards are missing, so that nothing can be drawn, playing tells them."""

CHOSEN = [mutant for mutant in mutants() if not only_covered(mutant) and mutant.name not in ELSEWHERE]
SAMPLE = CHOSEN if SOAK else [mutant for mutant in CHOSEN[20::120] if mutant.name not in EQUIVALENT][:1]
"""Covered groups are not compared here; tests/mutation tells those mutants, and the rarest of the others."""

NEEDS_COVERED = {
    "let pharaoh_below: without 'camouflage == off | n == 1'",
    "let pharaoh_below: without 'n == 1'",
    "let pharaoh_below: 'n == 1' negated",
    "let pharaoh_below: 1 + 1",
    "let pharaoh_below: 1 - 1",
    "let no_return: without 'TOP[val] == ace'",
    "let no_return: 'TOP[val] == ace' negated",
}
"""Mutants of what is asked of covered groups alone: with open ones the solver proves them equal."""

EQUAL = NEEDS_COVERED | EQUIVALENT.keys()

TABLES, POSITIONS = 1200, 12
"""So many tables, and positions at each, before the solver is asked."""

pytestmark = pytest.mark.soak


def parted_by_playing(mutant: Mutant, tables: int) -> bool:
    true, changed = read_book("classic"), mutant.book()
    if changed is None:
        return True
    rng = random.Random(mutant.name)
    for number in range(tables):
        options = {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.25}
        if rng.random() < 0.1:
            options["move_limit"] = rng.randint(1, 3)
        players = rng.choice((2, 2, 3, 4))
        try:
            pair = Pair(Game(true, players, options), Game(changed, players, options))
            found, _ = pair.random_positions(POSITIONS, number, Clock(600))
        except GameError:  # forbidden together, or covered
            continue
        if found is not None:
            return True
        if number % 4 == 0 and pair.random_games(1, number, Clock(600))[0] is not None:
            return True
    return False


@cache
def proving(players: int) -> Proving:
    book = read_book("classic")
    return proving_of(open_table(book, players), book, Clock(3600))


def parted_by_the_solver(mutant: Mutant) -> bool:
    changed = mutant.book()
    assert changed is not None
    for players in (2, 3):
        true, table = proving(players), open_table(changed, players)
        if not comparable(true.table, table):
            return True
        found = Comparison(true, table).compare()
        if found.deal or found.shown is not None:
            return True
    return False


@pytest.mark.parametrize("mutant", SAMPLE, ids=lambda mutant: mutant.name)
def test_a_mutant_is_parted_from_the_rulebook_or_equivalent(mutant: Mutant) -> None:
    if mutant.name in WHOLE_PACK:
        assert parted_by_playing(mutant, TABLES)
        return
    if mutant.name not in EQUAL and parted_by_playing(mutant, TABLES):
        return
    assert parted_by_the_solver(mutant) == (mutant.name not in EQUAL)
