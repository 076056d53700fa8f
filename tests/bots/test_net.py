"""Bots that play by networks: what they read, what they are refused, and how they choose."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import replace

import numpy as np
import pytest

from faraon.bots.belief.worlds import Belief
from faraon.bots.net.evidence import MOMENTS, NEVER, Evidence, seen_by_all
from faraon.bots.net.sight import Sight
from faraon.bots.search.searcher import Searcher
from faraon.bots.search.style import Style
from faraon.cards import CARDS
from faraon.env.table import Table
from faraon.lang.library import read_book
from faraon.play.game import Game, load
from faraon.play.numbers import action_features
from faraon.play.state import State
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


# ------------------------------------------------------------------------------------------------- evidence
def could_lay(state: State, laid: tuple[int, ...]) -> tuple[set[int], set[int]]:
    """With every card in hand: which the player on turn could lay alone, and which with those they lay."""
    position, alone, along = state.position, set(), set()
    hands = [*position.hands]
    hands[state.turn] = CARDS
    for move in state.game.engine.legal(replace(position, hands=tuple(hands))):
        if move.seat is None and move.cards:
            cards = {int(card) for card in move.cards}
            alone |= cards if len(cards) == 1 else set()
            more = cards - set(laid)
            along |= more if laid and cards > set(laid) and len(more) == 1 else set()
    return alone, along


class Told:
    """What a game tells everybody but its cards, followed from the truth, for networks of so many seats."""

    def __init__(self, state: State, seats: int) -> None:
        self.state, self.seats = state, seats
        players = state.game.players
        self.seen = {int(state.position.pile[-1])}
        for _, _, cards in (event for entry in state.log for event in entry.events):
            self.seen.update(map(int, cards))
        self.declined = [[NEVER] * 32 for _ in range(players)]
        self.left = [[NEVER] * 32 for _ in range(players)]
        self.moments: deque[tuple[int, int, int]] = deque(maxlen=MOMENTS)

    def play(self, action: int) -> None:
        before, game = self.state, self.state.game
        move = game.actions.move(action, before.turn, game.players)
        laid = tuple(map(int, move.cards)) if move.seat is None else ()
        alone, along = could_lay(before, laid)
        self.seen.update(map(int, move.cards))
        for card in alone if move.word else ():
            self.declined[before.turn][card] = 0
        for card in along:
            self.left[before.turn][card] = 0
        self.state = before.play(action)
        drawn = 0
        for kind, seat, cards in self.state.log[-1].events:
            if kind == "draw":
                drawn += len(cards)
                for since in (self.declined[seat], self.left[seat]):
                    for card in range(32):
                        hidden = sum(int(one) not in self.seen for one in cards)
                        since[card] = min(since[card] + hidden, NEVER)
        self.moments.appendleft((action, before.turn, drawn))

    def row(self, seat: int) -> list[float]:
        """What is expected of :class:`Evidence` for a seat."""
        players, hands, features = (
            self.state.game.players,
            self.state.position.hands,
            action_features(self.state.game),
        )
        view, row = self.state.view(seat), []
        known = {
            *view.hand,
            *view.pile,
            *view.known.stock,
            *(card for cards in view.known.hands.values() for card in cards),
        }
        for since in (self.declined, self.left):
            for step in range(1, self.seats):
                other = (seat + step) % players
                hidden = sum(int(card) not in self.seen for card in hands[other])
                for card in CARDS:
                    e = since[other][card]
                    share = 1.0 if e == NEVER else min(e, hidden) / max(hidden, 1)
                    row.append(share if step < players and card not in known else 0.0)
        for action, mover, drawn in self.moments:
            place = [float((mover - seat) % players == one) for one in range(self.seats)]
            row += [*features[action].tolist(), *place, min(drawn / 4, 1.0)]
        width = features.shape[1] + self.seats + 1
        return row + [0.0] * (width * (MOMENTS - len(self.moments)))


@pytest.mark.parametrize("players", [2, 4])
def test_the_evidence_is_what_was_declined_and_left_out(players: int) -> None:
    """Against the truth, followed by the interpreter."""
    game, rng, told_something = load("classic", players), random.Random(players), 0
    seats = 2 if players == 2 else 5
    base, evidence, sight = (
        Searcher(game, Style(), None),
        Evidence(game, seats, action_features(game)),
        Sight(game),
    )
    belief: Belief = base.belief
    for _ in range(scaled(2, 200)):
        state = game.deal(rng.getrandbits(64), first=rng.randrange(players))
        told = Told(state, seats)
        while not told.state.over and told.state.position.moves_made < 150:
            view = told.state.view(told.state.turn)
            seen = sum(1 << card for card in told.seen)
            assert seen_by_all(view) == seen
            past = belief.past(view, 1)
            assert past is not None or not view.log
            found = evidence(view, sight(view), past)
            expected = np.array(told.row(view.seat), np.float32)
            assert np.array_equal(found, expected), np.flatnonzero(found != expected)
            told_something += bool((found[: 32 * (seats - 1)] % 1).any())
            words = [at for at in told.state.legal_actions() if game.actions.rows[at].kind == 2]
            told.play(rng.choice(words if words and rng.random() < 0.4 else told.state.legal_actions()))
    assert told_something > 20
