"""The encoding says of random positions and moves what the interpreter says."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from faraon.engines.errors import GameError
from faraon.engines.order import deeds
from faraon.game.position import Position
from faraon.lang.ir import DRAWABLE, MOVES_MADE, TOP, Assign, Const, Scalar, Var, op
from faraon.lang.library import read_book
from faraon.play.game import Game
from faraon.proof.table import open_table
from faraon.proof.terms import CARDS, Term, z3
from faraon.proof.world import Encoder, World
from faraon.testing.positions import random_position
from tests.proof.sampling import Sampler
from tests.scale import SOAK, scaled

EVERY = (
    "classic",
    "prsi",
    "family",
    "formal",
    "formal-repaired",
    "draft",
    "mau",
    "crazy",
    "mini-6",
    "mini-8",
)
BOOKS = EVERY if SOAK else ("formal-repaired", "crazy")
"""In the suite two that are cheap; between them they draw in both ways and go both ways round."""

SEATS = (2, 3, 4) if SOAK else (3,)
MODELS = scaled(12, 1_000)
"""So many moves of the solver are held against the interpreter, for every rulebook."""

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("name", BOOKS)
def test_moves_of_the_solver_are_moves_of_the_interpreter(name: str) -> None:
    book, taken = read_book(name), 0
    tables = sorted({min(players, book.players[1]) for players in SEATS})
    for players in tables:
        sampler = Sampler(open_table(book, players), book, seed=players)
        each = -(-MODELS // (len(tables) * sampler.alive)) + 1
        for sampled in sampler.samples(each):
            assert not sampled.differs, (sampled.rule, sampled.told, sampled.differs)
            taken += 1
    assert taken >= MODELS
    print(f"{name}: {taken} models")


@pytest.mark.parametrize("name", BOOKS)
def test_positions_of_the_interpreter_are_positions_of_the_solver(name: str) -> None:
    book, rng = read_book(name), random.Random(name)
    players = min(3, book.players[1])
    table = open_table(book, players)
    encoder = Encoder(table)
    world, holds = encoder.position()
    moves = encoder.some_move(world)
    some = {rule.name: encoder.possible(rule.name, world) for rule in table.rules if rule.lays}
    for _ in range(scaled(4, 150)):
        settings = {option.name: rng.choice(option.values) for option in table.options}
        try:
            game = Game(book, players, settings)
            position = random_position(game, rng).position
        except GameError:  # such a table cannot be dealt
            continue
        if position.over or position.turn:  # the solver's player on turn is seat 0
            continue
        at = known(encoder, world, position, settings)
        assert all(z3.is_true(z3.simplify(z3.substitute(term, *at))) for term in holds), position
        legal = game.engine.legal(position)
        assert z3.is_true(z3.simplify(z3.substitute(moves, *at))) == bool(legal), (settings, position)
        fired = {game.bound.rules[game.engine.rule_of(position, move)].name for move in legal}
        for rule, term in some.items():
            # a rule that stands behind another of its kind is possible and yet never the one that allows
            if rule in fired:
                assert z3.is_true(z3.simplify(z3.substitute(term, *at))), (rule, settings, position)


def known(
    encoder: Encoder, world: World, position: Position, settings: dict[str, Scalar]
) -> list[tuple[Term, Term]]:
    """What the terms of a world are in a position."""
    number = encoder.number
    pairs = [(hand, z3.BitVecVal(sum(1 << card for card in held), CARDS))
             for hand, held in zip(world.hands, position.hands, strict=True)]  # fmt: skip
    pairs += [(out, number(int(is_out))) for out, is_out in zip(world.out, position.out, strict=True)]
    pairs += [(world[TOP], number(int(position.pile[-1]))), (world[MOVES_MADE], number(position.moves_made))]
    pairs.append((world[DRAWABLE], number(len(position.stock) + len(position.pile) - 1)))
    for variable, value in zip(encoder.table.book.state, position.vars, strict=True):
        if variable in encoder.state:
            is_bool = variable.type == "bool"
            pairs.append(
                (world[variable.var("state")], z3.BoolVal(bool(value)) if is_bool else number(value))
            )
    for option in encoder.table.options:
        setting = encoder.value(Const(option.type, settings[option.name]), world)
        pairs.append((encoder.options[option.var], setting))
    return pairs


def test_what_was_written_stays_with_its_rulebook() -> None:
    """``max(0, ace - 1)`` and an ``ace - 1`` kept in its range do the same; only one is asked about."""
    ace = Var("state", "ace", "int")
    less = op("-", "int", ace, Const("int", 1))
    kept = op("max", "int", Const("int", 0), less)
    for meant in (None, less, None):
        implication = replace(read_book("classic").mechanics[0], effects=(Assign(ace, kept, meant),))
        assert [deed.meant for deed in deeds(implication) if isinstance(deed, Assign)] == [meant]
