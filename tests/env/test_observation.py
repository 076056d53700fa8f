"""An observation says what the view says, number by number, in machine code and on JAX."""

from __future__ import annotations

import random

import numpy as np
import pytest

from faraon.engines.errors import GameError
from faraon.env.spec import observation_spec
from faraon.env.table import Table
from faraon.lang.ir import Scalar
from faraon.lang.library import read_book
from faraon.play.game import Game, load
from faraon.testing.options import pairwise
from tests.conformance.tables import one_pack
from tests.env.reference import observed
from tests.scale import scaled

pytestmark = pytest.mark.soak

REMEMBERING: dict[str, Scalar] = {"recycle": "turn", "pajchel": "refuse"}
SETS = [{**options, **REMEMBERING} for options in pairwise(read_book("classic"))]
GAMES = scaled(12, 10_000)
BOOKS = ("prsi", "mini-6", "formal", "family", "mau", "crazy", "mini-8", "formal-repaired", "draft")


def compare(game: Game, memory: bool, games: int, seed: int) -> int:
    """Random games at one table; gives how many observations were the same."""
    table, rng, count = Table(game, memory), random.Random(seed), 0
    for _ in range(games):
        own, first = rng.randrange(2**64), rng.randrange(game.players)
        table.reset(own, first)
        state = game.deal(own, first=first)
        while True:
            for seat in range(game.players):
                expected, found = observed(game, state.view(seat), table.fields), table.observe(seat)
                assert np.array_equal(expected, found), difference(table, expected, found, seat)
                count += 1
            assert table.over == state.over
            assert table.returns() == state.returns()
            if state.over:
                break
            assert table.legal == state.legal_actions()
            for _ in range(rng.choice((1, 1, 1, 5))):  # what was seen must also last unobserved
                action = rng.choice(table.legal)
                table.step(action)
                state = state.play(action)
                if state.over:
                    break
    return count


def difference(table: Table, expected: object, found: object, seat: int) -> str:
    wrong = np.flatnonzero(np.asarray(expected) != np.asarray(found))
    names = {field.name for field in table.fields for at in wrong if field.start <= at < field.end}
    return f"{table.game}, {dict(table.game.options)}, seat {seat}: {sorted(names)}"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_memory_is_what_the_view_knows(players: int) -> None:
    assert compare(load("classic", players), True, GAMES // 4, players) > GAMES


@pytest.mark.parametrize("number", range(scaled(6, len(SETS))))
def test_memory_with_every_pair_of_options(number: int) -> None:
    game = one_pack("classic", 2 + number % 4, SETS[number])
    assert compare(game, True, scaled(1, 100), number) > 10


@pytest.mark.parametrize("name", BOOKS[: scaled(2, len(BOOKS))])
def test_other_rulebooks_are_observed(name: str) -> None:
    names = {option.name for option in read_book(name).options}
    options = {option: setting for option, setting in REMEMBERING.items() if option in names}
    game = load(name, 2 if name.startswith("mini") else 3, **options)
    memory = not game.bound.shuffled  # some always shuffle
    assert compare(game, memory, scaled(2, 200), 5) > 10


def test_no_memory_is_needed_where_the_pile_is_shuffled() -> None:
    assert compare(load("classic", 3, recycle="shuffle", pajchel="penalty"), False, scaled(2, 200), 6) > 10


@pytest.mark.parametrize(("name", "setting"), [("recycle", "shuffle"), ("pajchel", "penalty")])
def test_memory_is_refused_by_name(name: str, setting: str) -> None:
    with pytest.raises(GameError, match=f"with {name} = {setting} .*: .* memory=False"):
        observation_spec(load("classic", 3, **{name: setting}))


def test_games_that_are_cut_off_are_drawn_and_others_won() -> None:
    """Where the first one out wins, and the last move allowed is theirs, they have won."""
    for limit in (8, 12, 16, 20):
        for play_on in ("first_out", "loser"):
            game = load("classic", 3, play_on=play_on, move_limit=limit, voluntary_draw="off")
            assert compare(game, True, scaled(6, 300), limit) > 10
