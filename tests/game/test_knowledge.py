"""What a seat knows, against all worlds that agree with what it saw.

The memory reasons with pools of cards; here every world is written out: every way to spread the unseen cards
over the other hands and the stock, every order after a shuffle. What happens throws worlds away, and what is
the same in all that remain is known. Only the movement of cards counts, so a world is not thrown away because
of a move that its player would not have been allowed. Few cards keep the worlds few.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations, permutations
from typing import Any

import pytest

from faraon.cards import CARDS, Card, Value
from faraon.engines.errors import GameError
from faraon.game.knowledge import Known, Memory
from faraon.game.log import Entry, SeenEntry, SeenEvent
from faraon.play.game import Game, load
from faraon.play.state import State
from faraon.testing.positions import random_position
from tests.scale import scaled

pytestmark = pytest.mark.soak

Cards = tuple[Card, ...]
World = tuple[tuple[Cards, ...], Cards]
"""The hands and the stock."""

SPECTATOR = -1
MOST_WORLDS = scaled(4_000, 20_000)
MOST_MOVES = 30


# ------------------------------------------------------------------------------------------- writing it out


def less(hand: Cards, cards: Iterable[Card]) -> Cards | None:
    """A hand without some cards; ``None`` if they are not in it."""
    rest = list(hand)
    for card in cards:
        if card not in rest:
            return None
        rest.remove(card)
    return tuple(rest)


def with_hand(world: World, seat: int, hand: Cards, stock: Cards) -> World:
    hands = world[0]
    return (*hands[:seat], tuple(sorted(hand)), *hands[seat + 1 :]), stock


def spread(cards: Cards, sizes: list[int]) -> Iterator[World]:
    """Every way to deal cards into hands; the rest, in every order, is the stock."""
    if not sizes:
        for order in set(permutations(cards)):
            yield (), order
        return
    for hand in set(combinations(cards, sizes[0])):
        rest = less(cards, hand)
        assert rest is not None
        for hands, stock in spread(rest, sizes[1:]):
            yield (hand, *hands), stock


@dataclass
class Worlds:
    """All worlds that agree with what a seat has seen."""

    seat: int
    pile: list[Card]
    worlds: set[World]

    @classmethod
    def begin(cls, seat: int, state: State) -> Worlds:
        origin, pack = state.origin, Counter(state.deck or ())
        assert pack is not None
        own = origin.hands[seat] if seat >= 0 else ()
        unseen = tuple(sorted((pack - Counter(origin.pile) - Counter(own)).elements()))
        others = [len(hand) for number, hand in enumerate(origin.hands) if number != seat]
        worlds = {
            ((*hands[:seat], own, *hands[seat:]) if seat >= 0 else hands, stock)
            for hands, stock in spread(unseen, others)
        }
        return cls(seat, list(origin.pile), worlds)

    def keep(self, change: Callable[[World], World | None]) -> None:
        self.worlds = {after for world in self.worlds if (after := change(world)) is not None}

    def follow(self, entry: SeenEntry) -> None:
        foul = any(event.kind == "foul" for event in entry.events)
        if entry.move is not None and entry.move.cards and not foul:
            laid = entry.move.cards
            self.keep(lambda world: self._lay(world, entry.seat, laid))
            self.pile += laid
        for event in entry.events:
            self._event(event)

    @staticmethod
    def _lay(world: World, seat: int, cards: Cards) -> World | None:
        hand = less(world[0][seat], cards)
        return None if hand is None else with_hand(world, seat, hand, world[1])

    def _event(self, event: SeenEvent) -> None:
        cards, count = event.cards, event.count
        match event.kind:
            case "draw":
                assert (cards is None) == (event.seat != self.seat)
                self.keep(lambda world: self._draw(world, event))
            case "turn":
                assert cards == tuple(self.pile[:-1])
                self._refill([cards])
            case "shuffle":
                assert cards is None
                assert count == len(self.pile) - 1
                self._refill(set(permutations(self.pile[:-1])))
            case "show":
                self.keep(lambda world: world if world[1][-count:] == cards else None)
            case "foul":
                assert cards is not None
                self.keep(lambda world: world if less(world[0][event.seat], cards) is not None else None)
            case kind:
                raise AssertionError(kind)

    @staticmethod
    def _draw(world: World, event: SeenEvent) -> World | None:
        hands, stock = world
        drawn, rest = stock[: event.count], stock[event.count :]
        if event.cards is not None and event.cards != drawn:
            return None
        return with_hand(world, event.seat, hands[event.seat] + drawn, rest)

    def _refill(self, orders: Iterable[Cards]) -> None:
        assert all(not stock for _, stock in self.worlds)
        orders = list(orders)
        self.worlds = {(hands, order) for hands, _ in self.worlds for order in orders}
        del self.pile[:-1]

    def known(self) -> Known:
        """What all worlds have in common."""
        hands: dict[int, Cards] = {}
        for seat in range(len(next(iter(self.worlds))[0])):
            if seat != self.seat:
                held = [Counter(hand) for hand in {hands[seat] for hands, _ in self.worlds}]
                hands[seat] = tuple(sorted(reduce(Counter.__and__, held).elements()))
        places = [set(place) for place in zip(*{stock for _, stock in self.worlds}, strict=True)]
        return Known(hands, tuple(next(iter(place)) if len(place) == 1 else None for place in places))


# --------------------------------------------------------------------------------------------- small games


@dataclass
class Case:
    """A kind of small game, and what must have happened when its games are over."""

    name: str
    players: tuple[int, ...]
    cards: tuple[int, int]
    copies: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    must_see: tuple[str, ...] = ()


PENALTY: dict[str, Any] = {"pajchel": "penalty"}
SHUFFLE: dict[str, Any] = {"recycle": "shuffle"}
TWICE: dict[str, Any] = {"packs": 2}

EXACT = [
    Case("two", (2,), (6, 8), must_see=("turn", "show", "turned in mid-draw")),
    Case("three", (3,), (7, 9), must_see=("turn", "show", "returned", "turned in mid-draw")),
    Case("four", (4,), (7, 7), must_see=("turn", "returned")),
    Case("drawn", (2, 3), (6, 8), options={"play_drawn": "on"}, must_see=("turn",)),
    Case("fouls", (2, 3), (7, 9), options=PENALTY, must_see=("turn", "foul", "turned in mid-draw")),
    Case("shuffle", (2, 3), (6, 8), options=SHUFFLE, must_see=("shuffled again", "turned in mid-draw")),
    Case("shuffle fouls", (2, 3), (6, 8), options=SHUFFLE | PENALTY, must_see=("shuffle", "foul")),
    Case("twice", (2, 3), (7, 10), 2, TWICE, ("turn", "show", "turned in mid-draw")),
    Case("twice fouls", (2, 3), (7, 10), 2, TWICE | PENALTY, ("turn", "foul", "turned in mid-draw")),
]
SOUND = [
    Case("twice shuffle", (2, 3), (6, 9), 2, TWICE | SHUFFLE, ("shuffled again", "turned in mid-draw")),
    Case("twice shuffle fouls", (2, 3), (6, 9), 2, TWICE | SHUFFLE | PENALTY, ("shuffle", "foul")),
]

GAMES = scaled(25, 1_500)


def small_pack(case: Case, rng: random.Random, players: int) -> list[Card]:
    """A few cards, those with powers more often than not."""
    powers = [card for card in CARDS if card.val in (Value.VII, Value.ace, Value.over)]
    size = max(rng.randint(*case.cards), players + 3)
    kinds: list[Card] = [Card.h7, *rng.sample(powers, 3), *rng.sample(CARDS, len(CARDS))]
    cards = list(dict.fromkeys(kinds))[: -(-size // case.copies)] * case.copies
    rng.shuffle(cards)
    return cards[:size]


def begin(game: Game, cards: list[Card], rng: random.Random) -> State:
    """A game with a small pack, dealt and with its start card in force."""
    rest = list(cards)
    most = (len(rest) - 2) // game.players
    hands = [[rest.pop().name for _ in range(rng.randint(1, most))] for _ in range(game.players)]
    start = rest.pop().name
    data = {"hands": hands, "pile": [start], "stock": [card.name for card in rest], "turn": 0}
    if game.bound.shuffled:
        data["chance"] = rng.getrandbits(32)
    position, events = game.engine.begin(game.position(data).position)
    log = (Entry(0, None, tuple(events)),) if events else ()
    return State(game, position, position, log, tuple(cards))


def play(state: State, rng: random.Random, draws: float) -> State:
    """Any legal move, or sometimes an invalid lay where that is punished."""
    hand = state.position.hands[state.turn]
    if state.game.options["pajchel"] == "penalty" and rng.random() < 0.3:
        cards = rng.sample(hand, min(len(hand), rng.choice((1, 1, 2, 3))))
        try:
            return state.play(" ".join(map(str, cards)) + rng.choice(("", "=h")))
        except GameError:
            pass
    moves = state.moves()
    words = [move for move in moves if not move.cards]
    returns = [move for move in moves if move.seat is not None]
    if returns and rng.random() < 0.7:
        return state.play(rng.choice(returns))
    return state.play(rng.choice(words if words and rng.random() < draws else moves))


def happened(entry: Entry) -> Iterator[str]:
    kinds = [kind for kind, _, _ in entry.events]
    yield from kinds
    if entry.move is not None and entry.move.seat is not None and not entry.foul:
        yield "returned"
    if any(kinds[k : k + 3] in (["draw", "turn", "draw"], ["draw", "shuffle", "draw"]) for k in range(3)):
        yield "turned in mid-draw"


def watch(
    case: Case, rng: random.Random, compare: Callable[[Known, Known, State, int], None]
) -> Counter[str]:
    """Plays one small game and compares what everybody knows after every move; counts what happened."""
    game = load("classic", rng.choice(case.players), **case.options)
    state = begin(game, small_pack(case, rng, game.players), rng)
    draws = rng.choice((0.1, 0.3, 0.6))
    seen = Counter(kind for entry in state.log for kind in happened(entry))
    watching = {seat: Worlds.begin(seat, state) for seat in range(SPECTATOR, game.players)}
    told = 0
    for _ in range(MOST_MOVES):
        for seat, worlds in list(watching.items()):
            view = state.view(seat)
            for entry in view.log[told:]:
                worlds.follow(entry)
            assert (state.position.hands, state.position.stock) in worlds.worlds
            compare(view.known, worlds.known(), state, seat)
            if len(worlds.worlds) > MOST_WORLDS:
                del watching[seat]
        told = len(state.log)
        if state.over or not watching:
            break
        state = play(state, rng, draws)
        seen.update(happened(state.log[-1]))
    if seen["shuffle"] > 1:
        seen["shuffled again"] += 1
    return seen


def exact(known: Known, truth: Known, state: State, seat: int) -> None:
    assert known == truth, (seat, state.origin, state.log)


@pytest.mark.parametrize("case", EXACT, ids=lambda case: case.name)
def test_a_seat_knows_what_all_worlds_have_in_common(case: Case) -> None:
    rng = random.Random(f"exact {case.name}")
    seen: Counter[str] = Counter()
    for _ in range(GAMES):
        seen += watch(case, rng, exact)
    assert all(seen[kind] for kind in case.must_see), seen


@pytest.mark.parametrize("case", SOUND, ids=lambda case: case.name)
def test_with_several_shuffled_packs_it_knows_nothing_that_is_not_so(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a card may have come from two pools, they become one: some of the knowledge is given up."""
    merged: list[int] = []
    merge = Memory._merge

    def noted(memory: Memory, pool: int, other: int) -> None:
        merged.append(other)
        merge(memory, pool, other)

    monkeypatch.setattr(Memory, "_merge", noted)
    found: Counter[str] = Counter()

    def sound(known: Known, truth: Known, state: State, seat: int) -> None:
        merged.clear()
        assert Memory(seat, state.origin, state.deck).after(state.log).known() == known
        if not merged:
            exact(known, truth, state, seat)
        assert all(Counter(known.hands[other]) <= Counter(truth.hands[other]) for other in truth.hands)
        assert len(known.stock) == len(truth.stock)
        assert all(card in (None, sure) for card, sure in zip(known.stock, truth.stock, strict=True))
        found["after a merge" if merged else "exact"] += 1

    rng = random.Random(f"sound {case.name}")
    seen: Counter[str] = Counter()
    for _ in range(2 * GAMES):
        merged.clear()
        seen += watch(case, rng, sound)
    assert all(seen[kind] for kind in case.must_see), seen
    assert found["after a merge"]
    assert found["exact"] > found["after a merge"]


# -------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("recycle", ["turn", "shuffle"])
def test_in_whole_games_what_is_known_is_so(recycle: str, packs: int) -> None:
    """Dealt or given, with all cards: too many worlds to write out, but one of them is the true one."""
    rng = random.Random(f"whole {recycle} {packs}")
    for _ in range(scaled(12, 1_000)):
        players = rng.choice((2, 3, 4, 5))
        game = load(
            "classic", players, recycle=recycle, packs=packs, pajchel=rng.choice(("refuse", "penalty"))
        )
        dealt = rng.random() < 0.5
        state = game.deal(rng.getrandbits(64)) if dealt else random_position(game, rng)
        for _ in range(60):
            if state.over:
                break
            state = play(state, rng, draws=0.3)
            seat = rng.randint(SPECTATOR, players - 1)
            known, position = state.view(seat).known, state.position
            assert sorted(known.hands) == [other for other in range(players) if other != seat]
            for other, cards in known.hands.items():
                assert Counter(cards) <= Counter(position.hands[other])
            assert all(card in (None, real) for card, real in zip(known.stock, position.stock, strict=True))


def test_who_draws_from_a_turned_pile_is_seen_by_all() -> None:
    """Stock and pile are one queue that everybody has seen (§9), in a given position too."""
    data = {"hands": [["lK", "lO"], ["h9", "hX"]], "pile": ["a8", "b8", "aX", "b9"], "stock": [], "turn": 0}
    state = load("classic", 2).position(data).play("draw")
    assert state.view(1).known == Known({0: (Card.a8,)}, (Card.b8, Card.aX))
    assert state.view(SPECTATOR).known == Known({0: (Card.a8,), 1: ()}, (Card.b8, Card.aX))


def test_the_last_unseen_cards_are_known_by_elimination() -> None:
    """Two players: when the stock is empty for the first time, each knows the other's hand."""
    state = load("classic", 2).deal(3)
    while state.position.stock:
        state = state.play("draw" if "draw" in map(str, state.moves()) else state.moves()[-1])
    for seat in (0, 1):
        assert state.view(seat).known.hands == {1 - seat: state.position.hands[1 - seat]}
    assert state.view(SPECTATOR).known.hands == {0: (), 1: ()}


def test_in_a_given_position_nothing_follows_from_the_cards_that_are_missing() -> None:
    data = {"hands": [["lK"], ["h9"]], "pile": ["b9"], "stock": ["aX"], "turn": 0}
    state = load("classic", 2).position(data)
    assert state.view(0).known == Known({1: ()}, (None,))
