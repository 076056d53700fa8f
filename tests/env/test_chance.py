"""Games whose chance is in the open are the games that everybody else plays."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from faraon.cards import Card
from faraon.env.chance import ChanceGame, Moment
from faraon.env.openspiel_tensors import has_memory, observation_tensor
from faraon.env.spec import observation_spec
from faraon.play.game import Game, load
from faraon.play.state import State
from tests.env.reference import observed
from tests.scale import SOAK, scaled

TABLES = [
    load("classic"),
    load("classic", 4, voluntary_draw="off", play_drawn="on"),
    load("mini-6"),
    load("mini-8", voluntary_draw="on"),
    load("prsi", 3),
    load("family", 2, start_special="always"),
    load("crazy", 2),
    load("formal", 3),
]


def started(table: ChanceGame, rng: random.Random) -> Moment:
    moment = Moment()
    while moment.chance:
        moment = table.draw(moment, rng.choice(table.cards(moment)))
    return moment


@pytest.mark.parametrize("game", TABLES, ids=lambda game: f"{game.name}-{game.players}")
def test_every_game_is_one_that_the_engine_plays_from_some_deck(game: Game) -> None:
    """The cards in the order in which chance drew them are the deck."""
    table = ChanceGame(game)
    for seed in range(scaled(3, 200)):
        rng = random.Random(seed)
        moment = started(table, rng)
        while not (moment.position is not None and moment.position.over) and len(moment.log) < 150:
            if moment.chance:
                moment = table.draw(moment, rng.choice(table.cards(moment)))
            else:
                moment = table.play(moment, rng.choice(table.legal(moment)))
        state = dealt(table, moment)
        for number, made in enumerate(moment.log):
            later = [card for one in moment.log[number:] for _, cards in one.draws for card in cards]
            order = partial(on_top, later) if game.bound.shuffled else None
            before, state = state, state.play(made.action, order)
            assert made.seat == before.turn
            assert [cards for _, cards in made.draws] == [
                cards for kind, _, cards in state.log[-1].events if kind == "draw"
            ]
        position = moment.position
        assert position is not None
        assert (state.position.hands, state.position.pile) == (position.hands, position.pile)
        assert state.position.vars == position.vars
        assert sorted(state.position.stock) == sorted(position.stock)
        assert state.over == position.over
        if has_memory(game) and (SOAK or game.name == "classic"):  # every other one is compiled for itself
            tensor = observation_tensor(table)
            for seat in range(game.players):
                tensor.write(moment, seat)
                view = state.view(seat)
                told = observed(game, view, observation_spec(game))
                assert np.array_equal(tensor.numbers[game.players :], told)
        assert list(moment.returns or (0.0,) * game.players) == state.returns()


def dealt(table: ChanceGame, moment: Moment) -> State:
    """The state whose stock lies in the order in which its cards were drawn."""
    drawn = [card for made in moment.log for _, cards in made.draws for card in cards]
    first = list(dict.fromkeys(card for card in drawn if card not in (*moment.dealt, *moment.bottom)))
    left = [card for card in table.game.bound.deck if card not in (*moment.dealt, *first, *moment.bottom)]
    return table.game.deal(deck=[*moment.dealt, *first, *left, *reversed(moment.bottom)])


def on_top(later: list[Card], turned: tuple[Card, ...]) -> list[Card]:
    """A shuffled pile whose cards lie in the order in which they will be drawn."""
    drawn = list(dict.fromkeys(card for card in later if card in turned))
    return [*drawn, *(card for card in turned if card not in drawn)]


def test_chance_deals_every_hand_as_often_as_a_shuffled_deck() -> None:
    """Six cards in two hands and a start card: each of the 180 deals is as likely as any other."""
    table = ChanceGame(load("mini-6"))
    found: dict[object, Fraction] = defaultdict(Fraction)
    waiting = [(Fraction(1), Moment())]
    while waiting:
        weight, moment = waiting.pop()
        if moment.chance:
            cards = table.cards(moment)
            waiting += [(weight / len(cards), table.draw(moment, card)) for card in cards]
        else:
            assert moment.position is not None
            found[moment.hands, moment.position.pile] += weight
    assert len(found) == 180
    assert set(found.values()) == {Fraction(1, 180)}


def swapped(other: dict[Card, Card], card: int) -> int:
    return int(other.get(Card(card), card))


@pytest.mark.parametrize("game", [load("classic", 3), load("mini-8")], ids=lambda game: game.name)
def test_other_worlds_look_the_same_to_the_seat(game: Game) -> None:
    table, rng = ChanceGame(game), random.Random(5)
    changed = 0
    for _ in range(scaled(5, 100)):
        moment, history = Moment(), []
        for _ in range(rng.randrange(15, 60)):
            if moment.position is not None and moment.position.over:
                break
            chance = moment.chance
            action = int(rng.choice(table.cards(moment) if chance else table.legal(moment)))
            history.append((chance, action))
            moment = table.draw(moment, Card(action)) if chance else table.play(moment, action)
        for seat in range(game.players):
            hidden = table.unseen(moment, seat)
            other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
            world = table.another(moment, history, partial(swapped, other))
            if world is None or world.position is None or moment.position is None:
                continue
            changed += world.position.hands != moment.position.hands
            assert world.position.hands[seat] == moment.position.hands[seat]
            assert world.position.pile == moment.position.pile
            assert world.position.vars == moment.position.vars or seat != moment.position.turn
            assert [made.move for made in world.log] == [made.move for made in moment.log]
            assert [made.drawn_by(seat) for made in world.log] == [made.drawn_by(seat) for made in moment.log]
    assert changed


def test_s10_whoever_is_not_asked_for_the_last_chance_would_tell_their_hand() -> None:
    """Seat 0 is out and the game goes on: seat 1 holds the red seven, and in no other world anything else."""
    game = load("mini-8", hand_size=1)
    table = ChanceGame(game)
    history = [(True, int(Card.parse(card))) for card in ("h8", "h7", "hU")]
    moment = Moment()
    for _, card in history:
        moment = table.draw(moment, Card(card))
    action = table.legal(moment)[0]
    history.append((False, action))
    moment = table.play(moment, action)
    assert moment.position is not None
    assert (moment.position.sizes, moment.position.over, moment.position.turn) == ((0, 1), False, 1)
    for other in table.unseen(moment, 0):
        swap = {Card.parse("h7"): other, other: Card.parse("h7")}
        world = table.another(moment, history, partial(swapped, swap))
        assert (world is not None) == (other == Card.parse("h7"))
