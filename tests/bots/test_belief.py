"""What a seat believes: the truth is always among its worlds, and evidence moves them the right way."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter, defaultdict

import numpy as np
import pytest

from faraon.bots.belief.history import MOST_SPOTS, STOCK, Spot, history_of
from faraon.bots.belief.worlds import Belief, _first_world, _may_lie
from faraon.bots.registry import make_bot
from faraon.bots.search.ismcts import Ismcts, Lasting
from faraon.cards import CARDS, Card
from faraon.play.game import Game, load
from faraon.play.state import State
from tests.bots.tables import SETS, table
from tests.scale import SOAK, scaled

Key = tuple[int, int, int]
"""Spots that cannot be told apart: their owner, when they were drawn, and with which shuffle."""


def lives(state: State, me: int) -> dict[tuple[Card, int | None], Key]:
    """Where every card really lay hidden, for each time that it was laid (``None``: it lies there still)."""
    where: dict[Card, Key] = {}
    found: dict[tuple[Card, int | None], Key] = {}
    shuffles = 0
    for seat, hand in enumerate(state.origin.hands):
        where.update({card: (seat, -1, 0) for card in hand if seat != me})
    where.update(dict.fromkeys(state.origin.stock, (STOCK, -1, 0)))
    for number, entry in enumerate(state.log):
        if entry.move is not None and not entry.foul:
            for card in entry.move.cards:
                if card in where:
                    found[card, number] = where.pop(card)
        for kind, seat, cards in entry.events:
            if kind == "draw":
                for card in cards:
                    if card in where and seat == me:
                        where.pop(card)
                    elif card in where:
                        where[card] = (seat, number, where[card][2])
            elif kind == "show":
                for card in cards:
                    where.pop(card, None)
            elif kind == "shuffle":
                shuffles += 1
                where.update(dict.fromkeys(cards, (STOCK, -1, shuffles)))
    found.update({(card, None): key for card, key in where.items()})
    return found


def random_games(number: int, seed: str) -> list[tuple[Game, State]]:
    """Games of one pack by careless players at tables of all kinds, broken off somewhere."""
    rng = random.Random(seed)
    made: list[tuple[Game, State]] = []
    while len(made) < number:
        game = table({**rng.choice(SETS), "packs": "auto"}, rng.choice((2, 2, 3, 4)))
        if game.packs() > 1:
            continue
        bot, state = make_bot("greedy,slips=40", game), game.deal(rng.getrandbits(32))
        for _ in range(rng.randrange(1, 120)):
            if state.over:
                break
            hand = state.position.hands[state.turn]
            if game.options["pajchel"] == "penalty" and rng.random() < 0.1:
                foul = rng.choice(hand).name
                if not state.judge(foul) and foul[1] != "O":
                    state = state.play(foul)
                    continue
            state = state.play(bot.choose(state.view(state.turn), rng.getrandbits(32)))
        if not state.over:
            made.append((game, state))
    return made


@pytest.mark.soak
def test_the_truth_is_always_possible() -> None:
    seen: Counter[str] = Counter()
    for _, state in random_games(scaled(80, 5_000), "truth"):
        me = state.turn
        history, truth = history_of(state.view(me), CARDS), lives(state, me)
        if len(truth) > MOST_SPOTS:  # after many shuffles the past is forgotten
            continue
        assert len(history.tokens) == len(history.spots)
        room: dict[Key, list[Spot]] = defaultdict(list)
        for spot in history.spots:
            room[spot.owner, spot.acquired, spot.shuffle].append(spot)
        assert Counter(truth.values()) == Counter({key: len(spots) for key, spots in room.items()})
        for token in history.tokens:
            spots = room[truth[token.card, token.laid]]
            assert any(_may_lie(token, spot) for spot in spots), (token, spots)
        seen.update(event[0] for entry in state.log for event in entry.events)
    assert {"turn", "shuffle", "foul", "show"} <= set(seen) or not SOAK


def believing(game: Game, belief: str) -> Belief:
    bot = make_bot(f"ismcts:10,belief={belief}", game)
    assert isinstance(bot, Ismcts)
    assert isinstance(bot.search, Lasting)
    return bot.search.search.belief


def test_worlds_come_up_in_proportion_to_their_likelihood() -> None:
    """Against the exact distribution over all worlds, for random energies with impossible spots."""
    rng = random.Random("metropolis")
    belief = believing(load("classic", 2), "on")
    view = load("classic", 2).deal(1).view(0)
    for _ in range(5):
        size = 5
        energy = np.array([[rng.choice((0.0, 0.0, 1.0, 2.5, 1e6)) for _ in range(size)] for _ in range(size)])
        energy[range(size), range(size)] = 0.0  # the first world is possible
        worlds = belief.worlds(view, 1)
        small = type(worlds)(
            worlds.root,
            np.array([0, 1, 2, 3, 4], np.int64),  # each spot is a seat, to see where everything lies
            np.arange(size, dtype=np.int64),
            np.arange(size, dtype=np.int64),
            energy,
        )
        hands = belief.dream(small, rng.getrandbits(32), 60_000)[1_000:, :size]
        found = Counter(tuple(int(card).bit_length() - 1 for card in row) for row in hands)
        exact = {
            order: math.exp(-sum(energy[spot, card] for spot, card in enumerate(order)))
            for order in itertools.permutations(range(size))
        }
        total = sum(exact.values())
        for order, weight in exact.items():
            assert found[order] / 59_000 == pytest.approx(weight / total, abs=0.012), order


def chance_to_hold(belief: Belief, state: State, seat: int, cards: str) -> float:
    """How many of these cards the seat holds in an average world."""
    hands = belief.dream(belief.worlds(state.view(state.turn), 1), 7, 4_000)[200:, seat]
    wanted = sum(1 << Card.parse(card) for card in cards.split())
    return float(np.mean([bin(int(hand) & wanted).count("1") for hand in hands]))


def dealt(hands: list[str], top: str, stock: str, game: Game) -> State:
    """A game that begins with these hands, this start card, and these cards first in the stock."""
    split = [hand.split() for hand in hands]
    order = [hand[number] for number in range(len(split[0])) for hand in split] + [top, *stock.split()]
    rest = [card.name for card in Card if card.name not in order]
    return game.deal(deck=order + rest)


ME, HIM = "h8 h9 hX aK bK", "aX lX l9 a9 b9"


def test_who_drew_probably_has_nothing_that_fitted() -> None:
    game = load("classic", 2)
    state = dealt([ME, HIM], "h7", "b8 b7 bA", game).play("h8").play("draw")
    hearts = "hU hK hA"
    on, off = (chance_to_hold(believing(game, belief), state, 1, hearts) for belief in ("on", "off"))
    assert on < 0.7 * off  # not nothing: one may have been drawn just now


def test_who_laid_one_of_a_value_has_no_other() -> None:
    game = load("classic", 2)
    state = dealt([ME, "hK aX lX l9 a9"], "h7", "b8 b7 bA", game).play("h8").play("hK")
    on, off = (chance_to_hold(believing(game, belief), state, 1, "lK") for belief in ("groups", "off"))
    assert on < 0.5 * off


def test_who_asks_for_a_suit_has_it() -> None:
    game = load("classic", 2)
    state = dealt([ME, "lO aX lX l9 a9"], "h7", "b8 b7 bA", game).play("h8").play("lO=l")
    leaves = "l7 l8 l9 lX lU lK lA"
    on, off = (chance_to_hold(believing(game, belief), state, 1, leaves) for belief in ("asked", "off"))
    assert on > 1.1 * off


def test_where_cards_are_laid_one_by_one_a_single_card_says_nothing() -> None:
    game = load("classic", 2, groups="off")
    state = dealt([ME, "hK aX lX l9 a9"], "h7", "b8 b7 bA", game).play("h8").play("hK")
    on, off = (chance_to_hold(believing(game, belief), state, 1, "lK") for belief in ("groups", "off"))
    assert on == pytest.approx(off, abs=0.05)


def test_who_draws_and_passes_has_drawn_nothing_that_fitted() -> None:
    game = load("classic", 2, play_drawn="on")
    state = dealt([ME, HIM], "h7", "b8 b7 bA", game).play("h8").play("draw").play("pass")
    hearts = "hU hK hA"
    on, off = (chance_to_hold(believing(game, belief), state, 1, hearts) for belief in ("on", "off"))
    assert on < 0.4 * off  # neither in the hand nor drawn


def test_who_must_lay_and_draws_has_nothing() -> None:
    """The moves of a log are played again though another world would not allow them."""
    game = load("classic", 2, voluntary_draw="off")
    state = dealt([ME, "aX lX l9 b9 bU"], "h7", "b8 b7 bA", game)
    state = state.play("hX").play("aX").play("aK").play("draw")
    on, off = (chance_to_hold(believing(game, belief), state, 1, "a8 a9 aA") for belief in ("on", "off"))
    assert on < 0.7 * off


@pytest.mark.soak
def test_every_game_can_be_played_again() -> None:
    """Evidence is never lost because the kernel could not follow the log."""
    for game, state in random_games(scaled(60, 2_000), "again"):
        belief, view = believing(game, "on"), state.view(state.turn)
        history = history_of(view, CARDS)
        holds = _first_world(history, random.Random(1))
        assert holds is not None
        if history.begun is not None:
            assert belief._alternatives(view, history, holds) is not None


def test_a_given_position_has_no_past() -> None:
    """Its log says nothing, and cards may lack: the worlds are then the hidden spots of now."""
    game = load("classic", 2)
    state = game.position(
        {"hands": [["h8", "aK"], ["l9", "b9"]], "pile": ["hX"], "stock": ["aX", "bK"], "turn": 0}
    )
    belief = believing(game, "on")
    hands = belief.dream(belief.worlds(state.view(0), 1), 3, 500)
    assert {bin(int(hand)).count("1") for hand in hands[:, 1]} == {2}
    assert not any(int(hand) & (1 << Card.h8 | 1 << Card.aK | 1 << Card.hX) for hand in hands[:, 1])
