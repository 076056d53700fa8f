"""A view tells a seat what it may know and nothing else: what is hidden may be changed behind its back."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pytest

from faraon.cards import Card, Value, pack
from faraon.engines.errors import GameError
from faraon.engines.python import board as table
from faraon.game.chance import shuffle_by_chance
from faraon.game.log import Entry
from faraon.play.game import Game, load
from faraon.play.state import State
from faraon.testing.positions import random_position
from tests.scale import scaled
from tests.views import written_view

SPECTATOR = -1
GAMES = scaled(40, 120)
VARIABLES = ["suit", "owed", "ace", "ace_by", "free", "burn", "drawn"]
KEYS = [
    *("seat", "hand", "sizes", "pile", "stock_size", "turn", *VARIABLES, "out", "over", "loser", "places"),
    *("moves_made", "known", "log", "moves"),
]
OPTIONS: dict[str, tuple[Any, ...]] = {
    "packs": (1, "auto", 2),
    "recycle": ("turn", "shuffle"),
    "pajchel": ("refuse", "penalty"),
    "play_drawn": ("off", "on"),
    "voluntary_draw": ("on", "on", "on", "off"),
    "start_special": ("compare", "compare", "always"),
    "ace_two": ("ask", "free"),
}


def written(state: State, seat: int) -> str:
    return json.dumps(written_view(state, seat))


@lru_cache
def game_number(number: int) -> Game:
    rng = random.Random(f"game {number}")
    options = {key: rng.choice(values) for key, values in OPTIONS.items()}
    return load("classic", 2 + number % 4, **options)


def random_game(rng: random.Random) -> Game:
    """One of a few games with random options: a new one takes longer than what is tested with it."""
    return game_number(rng.randrange(GAMES))


def random_move(state: State, rng: random.Random) -> str:
    hand = state.position.hands[state.turn]
    if state.game.options["pajchel"] == "penalty" and rng.random() < 0.15:
        return " ".join(map(str, rng.sample(hand, min(len(hand), rng.choice((1, 2))))))
    moves = state.moves()
    lays = [move for move in moves if move.cards]
    return str(rng.choice(lays if lays and rng.random() < 0.5 else moves))


# --------------------------------------------------------------------------------- another game, seen alike


@dataclass
class Course:
    """How chance went in a game: the deck, and the order after every shuffle of the pile."""

    deck: list[Card]
    orders: list[list[Card]] = field(default_factory=list)

    @property
    def shuffles(self) -> list[list[Card]]:
        return [self.deck, *self.orders]


Slot = tuple[int, int]
"""A place in the deck or in a shuffled order: which, and where."""


class Slots:
    """Follows the places of all cards, and notes which of them a seat has seen."""

    def __init__(self, seat: int, course: Course, sizes: Sequence[int]) -> None:
        self.seat = seat
        self.course = course
        self.shuffled = 0
        slots = [(0, k) for k in range(len(course.deck))]
        self.hands: list[list[Slot]] = [[] for _ in sizes]
        for _ in range(max(sizes)):
            for other, hand in enumerate(self.hands):
                if len(hand) < sizes[other]:
                    hand.append(slots.pop(0))
        self.pile = [slots.pop(0)]
        self.stock = slots
        self.seen = {*self.pile, *(self.hands[seat] if seat >= 0 else ())}

    def card(self, slot: Slot) -> Card:
        return self.course.shuffles[slot[0]][slot[1]]

    def follow(self, entry: Entry) -> None:
        if entry.move is not None and not entry.foul:
            laid = self._find(entry.seat, entry.move.cards)
            self.hands[entry.seat] = [slot for slot in self.hands[entry.seat] if slot not in laid]
            self.pile += laid
        for kind, seat, cards in entry.events:
            if kind == "draw":
                drawn, self.stock = self.stock[: len(cards)], self.stock[len(cards) :]
                self.hands[seat] += drawn
                self.seen.update(drawn if seat == self.seat else ())
            elif kind == "turn":
                self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            elif kind == "shuffle":
                self.shuffled += 1
                self.stock, self.pile = [(self.shuffled, k) for k in range(len(cards))], self.pile[-1:]
            elif kind == "show":
                self.seen.update(self.stock[-len(cards) :])
            else:
                self._find(seat, cards)

    def _find(self, seat: int, cards: Sequence[Card]) -> list[Slot]:
        """The places that cards of a hand came from, now seen."""
        found: list[Slot] = []
        for card in cards:
            slots = [slot for slot in self.hands[seat] if slot not in found and self.card(slot) == card]
            found.append(slots[0])
        self.seen.update(found)
        return found

    def another_course(self, rng: random.Random) -> Course:
        """Chance as the seat may as well imagine it: the cards that it has not seen change places."""
        orders = [list(order) for order in self.course.shuffles]
        for number, order in enumerate(orders):
            hidden = [k for k in range(len(order)) if (number, k) not in self.seen]
            cards = [order[k] for k in hidden]
            rng.shuffle(cards)
            for k, card in zip(hidden, cards, strict=True):
                order[k] = card
        return Course(orders[0], orders[1:])


class Shuffler:
    """Stands in for chance during a game: gives the orders it was told, then random ones; notes them all."""

    def __init__(self) -> None:
        self.told: list[list[Card]] = []
        self.given: list[list[Card]] = []

    def begin(self, told: list[list[Card]]) -> None:
        self.told, self.given = list(told), []

    def __call__(self, cards: Sequence[Card], chance: int) -> tuple[list[Card], int]:
        order, after = shuffle_by_chance(cards, chance)
        if self.told:
            order = self.told.pop(0)
            assert Counter(order) == Counter(cards)
        self.given.append(order)
        return order, after


@pytest.fixture
def shuffler(monkeypatch: pytest.MonkeyPatch) -> Shuffler:
    shuffler = Shuffler()
    monkeypatch.setattr(table, "shuffle_by_chance", shuffler)
    return shuffler


def replay(state: State, game: State) -> State | None:
    """The same moves in another game, unless they cannot be made there or somebody can tell the difference.

    Whether a player may pass, may lay one of two like cards after drawing, or may still hope for the red
    seven when alone, depends on cards that others do not see; then the two games go different ways.
    """
    for entry in game.log:
        if entry.move is None:
            continue
        if state.over:
            return None
        try:
            state = state.play(entry.move)
        except GameError:
            return None
        if state.log[-1].foul != entry.foul:
            return None
    return None if (state.over, state.turn) != (game.over, game.turn) else state


@pytest.mark.soak
def test_another_game_that_a_seat_saw_alike_gives_it_the_same_view(shuffler: Shuffler) -> None:
    rng = random.Random("seen alike")
    found: Counter[str] = Counter()
    for _ in range(scaled(200, 10_000)):
        game = random_game(rng)
        sizes = [rng.randint(1, 5) for _ in range(game.players)]
        course = Course(pack(game.packs(sizes)))
        rng.shuffle(course.deck)
        shuffler.begin([])
        state = game.deal(deck=course.deck, hand_sizes=sizes)
        for _ in range(rng.choice((0, 5, 20, 80, 160))):
            if state.over:
                break
            try:
                state = state.play(random_move(state, rng))
            except GameError:
                continue
        course.orders = shuffler.given
        for seat in range(SPECTATOR, game.players):
            slots = Slots(seat, course, sizes)
            for entry in state.log:
                slots.follow(entry)
            another = slots.another_course(rng)
            shuffler.begin(another.orders)
            other = replay(game.deal(deck=another.deck, hand_sizes=sizes), state)
            if other is None:
                found["another way"] += 1
                continue
            found["hidden cards changed" if other.position != state.position else "nothing hidden"] += 1
            found["after a shuffle"] += bool(course.orders)
            assert written(other, seat) == written(state, seat)
    assert found["hidden cards changed"] > 5 * found["another way"]
    assert found["after a shuffle"] > found["hidden cards changed"] / 20


@pytest.mark.soak
def test_in_a_given_position_other_hands_and_the_stock_do_not_change_a_view() -> None:
    rng = random.Random("given")
    found: Counter[bool] = Counter()
    for _ in range(scaled(1_000, 50_000)):
        state = random_position(random_game(rng), rng)
        seat = rng.randint(SPECTATOR, state.game.players - 1)
        other = state.game.position(changed(state.to_json(), seat, rng))
        if other.over == state.over:  # alone, the player may hope for the red seven or not
            assert written(other, seat) == written(state, seat)
        found[other.over == state.over and other.position != state.position] += 1
    assert found[True] > 5 * found[False]


def changed(data: dict[str, Any], seat: int, rng: random.Random) -> dict[str, Any]:
    """A position in which everything that the seat does not see is different."""
    hidden = [*data["stock"], *(card for k, hand in enumerate(data["hands"]) if k != seat for card in hand)]
    rng.shuffle(hidden)
    hands = [
        hand if k == seat else [hidden.pop() for _ in range(len(hand))]
        for k, hand in enumerate(data["hands"])
    ]
    after = {**data, "hands": hands, "stock": hidden}
    if "chance" in data:
        after["chance"] = rng.getrandbits(32)
    if data["drawn"] is not None and data["turn"] != seat:
        after["drawn"] = rng.choice(hands[data["turn"]])
    return after


# ---------------------------------------------------------------------------------------- what stands in it


def test_a_view_has_the_keys_of_the_protocol() -> None:
    for options in ({}, {"recycle": "shuffle"}, {"play_drawn": "on", "packs": 2}):
        state = load("classic", 3, **options).deal(1)
        for seat in range(SPECTATOR, 3):
            assert list(written_view(state, seat)) == KEYS


def test_a_view_repeats_what_lies_open() -> None:
    rng = random.Random("open")
    for _ in range(scaled(100, 2_000)):
        state = random_position(random_game(rng), rng)
        whole = state.to_json()
        for seat in range(SPECTATOR, state.game.players):
            view = written_view(state, seat)
            assert view["hand"] == (whole["hands"][seat] if seat >= 0 else [])
            assert view["sizes"] == [len(hand) for hand in whole["hands"]]
            assert view["stock_size"] == len(whole["stock"])
            same = set(KEYS) & set(whole) - {"drawn"}
            assert {key: view[key] for key in same} == {key: whole[key] for key in same}


def test_moves_are_listed_for_the_seat_on_turn_only() -> None:
    rng = random.Random("moves")
    for _ in range(scaled(50, 1_000)):
        state = random_position(random_game(rng), rng)
        for seat in range(SPECTATOR, state.game.players):
            assert state.view(seat).moves == (state.moves() if seat == state.turn else ())


def test_the_drawn_card_is_shown_to_its_owner_only() -> None:
    data = {"hands": [["lK", "lO"], ["h9"], ["hX"]], "pile": ["b9"], "stock": ["aX", "a8"], "turn": 0}
    state = load("classic", 3, play_drawn="on").position(data)
    assert [written_view(state, seat)["drawn"] for seat in range(SPECTATOR, 3)] == [None] * 4
    state = state.play("draw")
    assert [written_view(state, seat)["drawn"] for seat in range(SPECTATOR, 3)] == [None, "aX", None, None]
    for seat in (SPECTATOR, 1, 2):
        assert "aX" not in written(state, seat)
    state = state.play("pass")
    assert [written_view(state, seat)["drawn"] for seat in range(SPECTATOR, 3)] == [None] * 4


@pytest.mark.parametrize("options", [{}, {"recycle": "shuffle"}])
def test_chance_is_in_no_view(options: dict[str, str]) -> None:
    data = {"hands": [["lK", "lO"], ["h9"]], "pile": ["aX", "a8", "b9"], "stock": [], "turn": 0}
    state = load("classic", 2, **options).position(data | ({"chance": 3_141_592_653} if options else {}))
    assert ("chance" in state.to_json()) == bool(options)
    for later in (state, state.play("draw")):
        for seat in range(SPECTATOR, 2):
            assert "chance" not in written(later, seat)
            assert str(later.position.chance or "chance") not in written(later, seat)


def test_a_log_shows_drawn_cards_to_who_drew_them() -> None:
    data = {"hands": [["lK", "lO"], ["h9", "hX"]], "pile": ["a8", "b8", "b7"], "stock": ["aX"], "turn": 0}
    state = load("classic", 2, recycle="shuffle").position(data | {"owed": 3}).play("draw")
    _, _, drawn = (cards for _, _, cards in state.log[0].events)
    first, shuffled = {"kind": "draw", "seat": 0, "count": 1}, {"kind": "shuffle", "count": 2}
    second = {"kind": "draw", "seat": 0, "count": 2}
    assert written_view(state, 1)["log"] == [{"seat": 0, "move": "draw", "events": [first, shuffled, second]}]
    own = [first | {"cards": ["aX"]}, shuffled, second | {"cards": [card.name for card in drawn]}]
    assert written_view(state, 0)["log"] == [{"seat": 0, "move": "draw", "events": own}]


def test_a_log_shows_everybody_what_lay_open() -> None:
    data = {"hands": [["lK", "h8"], ["h9"]], "pile": ["a8", "b8", "b9"], "stock": [], "turn": 0}
    state = load("classic", 2, pajchel="penalty").position(data).play("lK")
    foul = {"kind": "foul", "seat": 0, "count": 1, "cards": ["lK"]}
    turned = {"kind": "turn", "count": 2, "cards": ["a8", "b8"]}
    for seat in (SPECTATOR, 1):
        log = written_view(state, seat)["log"]
        assert log == [
            {"seat": 0, "move": "lK", "events": [foul, turned, {"kind": "draw", "seat": 0, "count": 2}]}
        ]


def test_a_log_begins_with_the_cards_shown_at_the_deal() -> None:
    """A start over takes its suit from the stock: everybody sees how far it was looked at (§7)."""
    deck = [card for card in pack() if card.val != Value.over]
    deck.insert(10, Card.hO)
    state = load("classic", 2).deal(deck=[*deck, Card.lO, Card.aO, Card.bO])
    shown = {"kind": "show", "count": 4, "cards": ["bA", "lO", "aO", "bO"]}
    for seat in range(SPECTATOR, 2):
        view = state.view(seat)
        assert state.game.write_view(view)["log"] == [{"seat": 0, "move": None, "events": [shown]}]
        assert view.known.stock[-5:] == (None, Card.bA, Card.lO, Card.aO, Card.bO)


@pytest.mark.parametrize("seat", [-2, 3, 100, True, None, "0", 1.0])
def test_there_is_no_view_from_a_seat_that_does_not_exist(seat: Any) -> None:
    with pytest.raises(GameError, match="seats are 0 to 2") as caught:
        load("classic", 3).deal(1).view(seat)
    assert caught.value.code == "bad-seat"
