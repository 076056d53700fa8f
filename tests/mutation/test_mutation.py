"""Every mutated rulebook must be told from the true one by the comparison from random positions and deals.

The true engine agrees with the second model (``tests/conformance``), so whatever differs from it in these
positions fails there too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from faraon.cards import Card, Value, pack
from faraon.cli import referee
from faraon.engines.errors import GameError
from faraon.lang.ir import Book
from faraon.lang.library import read_book
from faraon.play.game import Game
from faraon.play.state import State
from faraon.testing.positions import random_position
from tests.model import OPTIONS
from tests.mutation import covered
from tests.mutation.covered import only_covered
from tests.mutation.equivalent import ELSEWHERE, EQUIVALENT
from tests.mutation.mutants import Mutant, mutants
from tests.referee import SetUp, table
from tests.scale import SOAK
from tests.views import written_view

__all__ = ["table"]

ALL = mutants()
OPEN = [mutant for mutant in ALL if not only_covered(mutant)]
COVERED = [mutant for mutant in ALL if only_covered(mutant)]
SAMPLE = slice(None) if SOAK else slice(15, None, 40)
"""One in forty in the suite; some of the others need thousands of positions until they are told."""
LEFT_OUT = {*ELSEWHERE} if SOAK else {*ELSEWHERE, *EQUIVALENT}
"""That a mutant is equivalent takes all tries to see: in the soak."""
CHOSEN = [mutant for mutant in (*OPEN[SAMPLE], *COVERED[SAMPLE]) if mutant.name not in LEFT_OUT]
COVERED_GAMES = 3_000
"""So many beginnings with covered groups,"""
TRIES = 6_000
"""or so many positions and deals a mutant may survive before it counts as a survivor."""

pytestmark = pytest.mark.soak


def outcome(game: Game, data: dict[str, Any], moves: list[str]) -> list[Any]:
    """Everything that a position and some moves show."""
    try:
        state = game.position(data)
    except GameError as error:
        return [error.code]
    return [state.to_json(), sorted(map(str, state.moves())), *(after(state, move) for move in moves)]


def after(state: State, move: str) -> Any:
    try:
        played = state.play(move)
    except GameError as error:
        return error.code
    return played.to_json(), sorted(map(str, played.moves()))


def tables(rng: random.Random, true: Book, mutant: Book) -> Iterator[tuple[Game, Game]]:
    """The same table by both rulebooks, again and again with other options."""
    while True:
        options = {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.25}
        if rng.random() < 0.1:
            options["move_limit"] = rng.randint(1, 3)
        players = rng.choice((2, 2, 3, 4, 5))
        try:
            games = Game(true, players, options), Game(mutant, players, options)
            games[0].packs()
        except GameError:
            continue
        yield games


def differs(rng: random.Random, true: Game, mutant: Game) -> bool:
    if rng.random() < 0.1:
        deck = special_deck(rng, true)
        return bool(dealt(true, deck) != dealt(mutant, deck))
    state = random_position(true, rng)
    moves = [str(move) for move in rng.sample(state.moves(), min(4, len(state.moves())))]
    moves.append(str(rng.choice(state.position.hands[state.turn])))  # refused or punished, as often as legal
    data = state.to_json()
    return outcome(true, data, moves) != outcome(mutant, data, moves)


def special_deck(rng: random.Random, game: Game) -> list[Card]:
    """Sevens, overs or aces at the bottom, and often one of them as the start card."""
    deck = pack(game.packs())
    rng.shuffle(deck)
    special = rng.choice((Value.VII, Value.over, Value.ace))
    deck.sort(key=lambda card: card.val == special)
    if rng.random() < 0.7:
        start = rng.choice([card for card in deck if card.val in (Value.VII, Value.over, Value.ace)])
        deck.remove(start)
        deck.insert(game.players * game.bound.hand_size, start)
    return deck


def dealt(game: Game, deck: list[Card]) -> Any:
    state = game.deal(deck=deck)
    return state.to_json(), written_view(state, 0)["known"]


def survives(mutant: Mutant) -> bool:
    true, changed = read_book("classic"), mutant.book()
    if changed is None:
        return False
    rng = random.Random(mutant.name)
    if only_covered(mutant):
        return not any(covered.differs(true, changed, rng) for _ in range(COVERED_GAMES))
    for number, games in enumerate(tables(rng, true, changed)):
        if any(differs(rng, *games) for _ in range(5)):
            return False
        if number * 5 >= TRIES:
            return True
    return True


@pytest.mark.parametrize("mutant", CHOSEN, ids=lambda mutant: mutant.name)
def test_a_mutant_is_told_from_the_rulebook(mutant: Mutant) -> None:
    if mutant.name in EQUIVALENT:
        assert survives(mutant), "it is listed as equivalent, but it can be told"
    else:
        assert not survives(mutant)


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_mutant_that_is_told_elsewhere_is(name: str, table: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    ELSEWHERE[name](table)
    changed = next(mutant for mutant in ALL if mutant.name == name).book()
    monkeypatch.setattr(referee, "read_book", lambda _: changed)
    with pytest.raises(AssertionError):
        ELSEWHERE[name](table)


def test_what_is_listed_as_equivalent_exists() -> None:
    assert {*EQUIVALENT, *ELSEWHERE} <= {mutant.name for mutant in ALL}
