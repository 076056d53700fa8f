"""Dealing, and positions given from outside: the same seed the same game, and every mistake named."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from faraon.cards import CARDS, Card, pack, parse_cards, write_cards
from faraon.engines.errors import GameError
from faraon.game.chance import MOST_SEED, shuffle_by_seed
from faraon.play.game import Game, load
from faraon.play.state import State
from faraon.testing.positions import random_position
from tests.model import OPTIONS
from tests.scale import scaled

PACK = [card.name for card in pack()]
OTHERS = PACK[1:-1]


def cards_of(state: State) -> list[Card]:
    """All cards in the order in which they were dealt to two players."""
    position = state.position
    return [*(card for hand in position.hands for card in hand), *position.pile, *position.stock]


def refusal(code: str, deal: Any, *args: Any, **keys: Any) -> str:
    """What is said to something that must be refused."""
    with pytest.raises(GameError) as caught:
        deal(*args, **keys)
    assert caught.value.code == code, str(caught.value)
    return str(caught.value)


# --------------------------------------------------------------------------------------------------- seeds


def test_a_seed_always_gives_this_deal() -> None:
    """Frozen: a seed that somebody wrote down must give the same game for ever."""
    position = load("classic", 3).deal(7).position
    assert [write_cards(hand) for hand in position.hands] == [
        "l8 b9 bU bO aK",
        "l7 b8 lU lO hK",
        "h8 a9 lX lK aA",
    ]
    assert write_cards(position.pile) == "aX"
    assert write_cards(position.stock) == "aO bX hA aU hO a7 l9 b7 h9 lA a8 bA hU bK h7 hX"
    shuffled = load("classic", 2, recycle="shuffle").deal(2026)
    assert write_cards(shuffled.position.hands[0]) == "l7 a9 lX hU aA"
    assert shuffled.position.chance == 1976995748


def documented(seed: int) -> tuple[list[Card], int]:
    """SplitMix64 and Fisher-Yates as they are described, once more."""
    order, state = list(CARDS), seed

    def word() -> int:
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
        return mixed ^ mixed >> 31

    for last in range(31, 0, -1):
        other = word() * (last + 1) // 2**64
        order[last], order[other] = order[other], order[last]
    return order, word() // 2**32


@pytest.mark.parametrize("seed", [0, 1, 7, 2**32, 2**63, MOST_SEED])
def test_a_seed_shuffles_as_documented(seed: int) -> None:
    deck, chance = documented(seed)
    game = load("family", 3)
    dealt = game.deal(seed)
    assert dealt == game.deal(seed)
    assert dealt.position == replace(game.deal(deck=deck).position, chance=chance)


def test_different_seeds_give_different_deals_of_the_same_cards() -> None:
    game = load("classic", 4)
    deals = [game.deal(seed) for seed in range(300)]
    assert len({deal.position for deal in deals}) == len(deals)
    assert all(sorted(cards_of(deal)) == sorted(CARDS) for deal in deals)
    assert all(Counter(deal.deck or ()) == Counter(CARDS) for deal in deals)


def test_every_card_comes_to_every_place() -> None:
    places: Counter[tuple[int, Card]] = Counter()
    for seed in range(2_000):
        places.update(enumerate(shuffle_by_seed(CARDS, seed)[0]))
    assert len(places) == 32 * 32
    assert min(places.values()) > 25
    assert max(places.values()) < 125


@pytest.mark.parametrize(("players", "packs"), [(2, 1), (5, 1), (6, 2), (10, 2), (11, 3), (15, 3)])
def test_a_deal_has_whole_packs(players: int, packs: int) -> None:
    game = load("classic", players)
    assert game.packs() == packs
    state = game.deal(1)
    assert Counter(cards_of(state)) == Counter(pack(packs))
    assert [len(hand) for hand in state.position.hands] == [5] * players


def test_a_deck_may_be_cards_or_their_names() -> None:
    game, deck = load("classic", 2), shuffle_by_seed(CARDS, 5)[0]
    assert game.deal(deck=deck) == game.deal(deck=[card.name for card in deck]) == game.deal(deck=iter(deck))


# ------------------------------------------------------------------------------------------------ bad deals


@pytest.mark.parametrize("players", [-1, 0, 1, 16, 1_000, True, None, "2", 2.0, [2]])
def test_bad_players(players: Any) -> None:
    message = refusal("bad-players", load, "classic", players)
    assert message == f"classic is played by 2 to 15 players, not {players!r}"


@pytest.mark.parametrize("seed", [-1, 2**64, True, False, "7", 1.5, [1], b"7"])
def test_bad_seeds(seed: Any) -> None:
    message = refusal("bad-request", load("classic", 2).deal, seed)
    assert message == f"a seed is a number from 0 to {2**64 - 1}, not {seed!r}"


def test_a_deal_needs_a_seed_or_a_deck() -> None:
    game = load("classic", 2)
    assert "either a seed or a deck" in refusal("bad-request", game.deal)
    assert "either a seed or a deck" in refusal("bad-request", game.deal, 1, deck=PACK)


@pytest.mark.parametrize("first", [-1, 3, 99, True, None, "0", 1.0, [0]])
def test_bad_first_seats(first: Any) -> None:
    message = refusal("bad-seat", load("classic", 3).deal, 1, first=first)
    assert message == f"seats are 0 to 2, not {first!r}"


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        (PACK[:-1], "the deck must be 32 cards: missing bA"),
        (PACK[3:], "the deck must be 32 cards: missing h7, l7, a7"),
        ([], "the deck must be 32 cards: missing h7, l7, .*, bA"),
        ([*PACK, "lU"], "the deck must be 32 cards: too many lU"),
        (PACK * 2, "the deck must be 32 cards: too many h7, l7, .*, bA"),
        ([*OTHERS, "h7", "h8"], "the deck must be 32 cards: missing bA; too many h8"),
        ([*OTHERS, "h7", "b1"], "the deck: 'b1' is not a card: a suit .* and a value"),
        ([*OTHERS, "h7", "ba"], "the deck: 'ba' is not a card"),
        ([*OTHERS, "h7", ""], "the deck: '' is not a card"),
        ([*OTHERS, "h7", None], "the deck: None is not a card"),
        ([*OTHERS, "h7", 31], "the deck: 31 is not a card"),
        ([*OTHERS, "h7", ["bA"]], "the deck: .*'bA'.* is not a card"),
        ("h7 l7", "the deck: 'h' is not a card"),
        (7, "the deck: .*not iterable"),
    ],
)
def test_bad_decks(deck: Any, says: str) -> None:
    with pytest.raises(GameError, match=f"^{says}") as caught:
        load("classic", 2).deal(deck=deck)
    assert caught.value.code == "bad-deck"


def test_a_deck_must_have_as_many_packs_as_the_table_needs() -> None:
    game = load("classic", 6)
    assert game.deal(deck=PACK * 2).position.turn == 0
    assert "must be 64 cards: missing h7" in refusal("bad-deck", game.deal, deck=PACK)


@pytest.mark.parametrize(
    ("sizes", "says"),
    [
        ([], "'hand_sizes' needs 3 numbers, it has 0"),
        ([5, 5], "'hand_sizes' needs 3 numbers, it has 2"),
        ([5, 5, 5, 5], "'hand_sizes' needs 3 numbers, it has 4"),
        ([5, 0, 5], "a hand has 1 to 96 cards, not 0"),
        ([5, -1, 5], "a hand has 1 to 96 cards, not -1"),
        ([5, 97, 5], "a hand has 1 to 96 cards, not 97"),
        ([5, True, 5], "a hand has 1 to 96 cards, not True"),
        ([5, "5", 5], "a hand has 1 to 96 cards, not '5'"),
        ([5, 5.0, 5], "a hand has 1 to 96 cards, not 5.0"),
        ([5, None, 5], "a hand has 1 to 96 cards, not None"),
    ],
)
def test_bad_hand_sizes(sizes: Any, says: str) -> None:
    assert refusal("bad-request", load("classic", 3).deal, 1, hand_sizes=sizes) == says


@pytest.mark.parametrize(
    ("players", "options", "sizes"),
    [
        (6, {"packs": 1}, None),
        (11, {"packs": 2}, None),
        (5, {"packs": 1, "hand_size": 6}, None),
        (15, {"hand_size": 7}, None),
        (2, {"packs": 1}, [14, 14]),
        (2, {}, [46, 46]),
    ],
)
def test_too_few_cards(players: int, options: dict[str, Any], sizes: list[int] | None) -> None:
    message = refusal("too-few-cards", load("classic", players, **options).deal, 1, hand_sizes=sizes)
    assert "at most five players a pack, and at least five cards must be left" in message
    assert f"({players} players," in message


def test_hand_sizes_may_take_all_but_five_cards() -> None:
    position = load("classic", 2, packs=1).deal(1, hand_sizes=[26, 1]).position
    assert ([len(hand) for hand in position.hands], len(position.stock)) == ([26, 1], 4)


# -------------------------------------------------------------------------------------------- bad positions

GOOD: dict[str, Any] = {
    "hands": [["b7", "h9"], ["a7"], []],
    "pile": ["b8", "l8"],
    "stock": ["aX", "lX"],
    "turn": 0,
    "out": {"2": "returnable"},
}
SEATS = "must be a seat from 0 to 2"
BOOL = "must be true or false"
SUITS = "must be one of h l a b"
NO_CARD = r"is not a card: a suit \(h l a b\) and a value \(7 8 9 X U O K A\)"

BAD_POSITIONS: list[tuple[dict[str, Any], str]] = [
    # hands
    ({"hands": None}, "'hands' must be a list"),
    ({"hands": "b7"}, "'hands' must be a list"),
    ({"hands": {"0": ["b7"]}}, "'hands' must be a list"),
    ({"hands": [["b7"], ["a7"]]}, "2 hands for 3 players"),
    ({"hands": [["b7"], ["a7"], [], ["hK"]]}, "4 hands for 3 players"),
    ({"hands": [["b7"], "a7", []]}, r"'hands\[1\]' must be a list of cards"),
    ({"hands": [["b7"], None, []]}, r"'hands\[1\]' must be a list of cards"),
    ({"hands": [["b7"], ["q7"], []]}, rf"'hands\[1\]': 'q7' {NO_CARD}"),
    ({"hands": [["b7", 7], ["a7"], []]}, rf"'hands\[0\]': 7 {NO_CARD}"),
    ({"hands": [["b7"], [["a7"]], []]}, rf"'hands\[1\]': .* {NO_CARD}"),
    ({"hands": [["b7", "b7"], ["a7"], []]}, "b7 is there 2 times, with 1 pack at most 1"),
    ({"hands": [["b7"], ["b8"], []]}, "b8 is there 2 times"),
    ({"hands": [[], [], []]}, "nobody holds cards"),
    # pile and stock
    ({"pile": []}, "'pile' needs at least one card"),
    ({"pile": None}, "'pile' must be a list"),
    ({"pile": "b8"}, "'pile' must be a list"),
    ({"pile": ["b8", "bZ"]}, f"'pile': 'bZ' {NO_CARD}"),
    ({"pile": ["8b"]}, f"'pile': '8b' {NO_CARD}"),
    ({"pile": ["b8", "b8"]}, "b8 is there 2 times"),
    ({"pile": ["b8"] * 97}, "'pile' must be a list of cards"),
    ({"stock": None}, "'stock' must be a list"),
    ({"stock": "aX"}, "'stock' must be a list"),
    ({"stock": ["aX", ""]}, f"'stock': '' {NO_CARD}"),
    ({"stock": [True]}, f"'stock': True {NO_CARD}"),
    ({"stock": ["b7"]}, "b7 is there 2 times"),
    # turn
    ({"turn": -1}, f"'turn' {SEATS}"),
    ({"turn": 3}, f"'turn' {SEATS}"),
    ({"turn": "0"}, f"'turn' {SEATS}"),
    ({"turn": None}, f"'turn' {SEATS}"),
    ({"turn": 1.0}, f"'turn' {SEATS}"),
    ({"turn": True}, f"'turn' {SEATS}"),
    ({"turn": 2}, "'turn' is seat 2, which holds no cards"),
    # who has finished
    ({"out": None}, "'out' must be an object"),
    ({"out": ["returnable"]}, "'out' must be an object"),
    ({"out": {"3": "safe"}}, "'out' names the seat '3', seats are 0 to 2"),
    ({"out": {"-1": "safe"}}, "'out' names the seat '-1', seats are 0 to 2"),
    ({"out": {"second": "safe"}}, "'out' names the seat 'second', seats are 0 to 2"),
    ({"out": {"²": "safe"}}, "'out' names the seat '²', seats are 0 to 2"),
    ({"out": {"2": "gone"}}, "'out' of seat 2 must be in, returnable or safe"),
    ({"out": {"2": None}}, "'out' of seat 2 must be in, returnable or safe"),
    ({"out": {"2": ["safe"]}}, "'out' of seat 2 must be in, returnable or safe"),
    ({"out": {"2": "in"}}, "seat 2 holds no cards, but 'out' says in"),
    ({"out": {"0": "safe"}}, "seat 0 holds cards, but 'out' says safe"),
    # the end
    ({"over": None}, f"'over' {BOOL}"),
    ({"over": 1}, f"'over' {BOOL}"),
    ({"over": "false"}, f"'over' {BOOL}"),
    ({"loser": 0}, "'loser' is named, but the game is not over"),
    ({"over": True, "loser": 3}, f"'loser' {SEATS}"),
    ({"over": True, "loser": "0"}, f"'loser' {SEATS}"),
    ({"over": True, "loser": False}, f"'loser' {SEATS}"),
    ({"places": None}, "'places' must be a list of seats"),
    ({"places": {"2": 1}}, "'places' must be a list of seats"),
    ({"places": [0]}, "'places' lists the seats that have finished, each once"),
    ({"places": [2, 2]}, "'places' lists the seats that have finished, each once"),
    ({"places": [3]}, f"'places' {SEATS}"),
    ({"places": ["2"]}, f"'places' {SEATS}"),
    ({"moves_made": -1}, "'moves_made' must be a number from 0 to 1000000"),
    ({"moves_made": None}, "'moves_made' must be a number"),
    ({"moves_made": 1.5}, "'moves_made' must be a number"),
    ({"moves_made": 10**6 + 1}, "'moves_made' must be a number"),
    # the rulebook's own variables
    ({"suit": None}, f"'suit' {SUITS}"),
    ({"suit": "x"}, f"'suit' {SUITS}"),
    ({"suit": "hearts"}, f"'suit' {SUITS}"),
    ({"suit": 0}, f"'suit' {SUITS}"),
    ({"owed": -1}, "'owed' must be a number from 0 to 999"),
    ({"owed": 1_000}, "'owed' must be a number from 0 to 999"),
    ({"owed": "3"}, "'owed' must be a number"),
    ({"owed": None}, "'owed' must be a number"),
    ({"owed": True}, "'owed' must be a number"),
    ({"owed": 3.0}, "'owed' must be a number"),
    ({"ace": -1}, "'ace' must be a number from 0 to 15"),
    ({"ace": 16}, "'ace' must be a number from 0 to 15"),
    ({"ace_by": 3}, f"'ace_by' {SEATS}"),
    ({"ace_by": -1}, f"'ace_by' {SEATS}"),
    ({"ace_by": "0"}, f"'ace_by' {SEATS}"),
    ({"free": 1}, f"'free' {BOOL}"),
    ({"free": None}, f"'free' {BOOL}"),
    ({"burn": "true"}, f"'burn' {BOOL}"),
    ({"burn": True, "free": True}, "burn_and_free: A burned four ends the freedom"),
    ({"drawn": "a7"}, "'drawn' is a7, which the player on turn does not hold"),
    ({"drawn": "zz"}, f"'drawn': 'zz' {NO_CARD}"),
    ({"drawn": 7}, f"'drawn': 7 {NO_CARD}"),
    ({"drawn": "b7", "ace": 1}, "drawn_and_debt: Only a player who is neither stopped nor in debt"),
    ({"drawn": "b7", "owed": 3}, "drawn_and_debt: Only a player who is neither stopped nor in debt"),
    # keys
    ({"hand": []}, "classic has no 'hand' in a position: did you mean 'hands'"),
    ({"owned": 3}, "classic has no 'owned' in a position: did you mean 'owed'"),
    ({"sevens": 3}, "classic has no 'sevens' in a position: one of: hands, pile, stock"),
    ({"chance": 1}, "classic has no 'chance' in a position"),
]


def test_the_position_that_is_broken_in_many_ways_is_good_itself() -> None:
    assert len(BAD_POSITIONS) >= 40
    assert load("classic", 3).position(GOOD).to_json().items() >= GOOD.items()


@pytest.mark.parametrize(("broken", "says"), BAD_POSITIONS, ids=lambda part: str(part)[:40])
def test_bad_positions(broken: dict[str, Any], says: str) -> None:
    with pytest.raises(GameError, match=says) as caught:
        load("classic", 3).position(GOOD | broken)
    assert caught.value.code == "bad-position"


@pytest.mark.parametrize("key", ["hands", "pile", "stock", "turn"])
def test_positions_that_lack_something(key: str) -> None:
    data = {name: value for name, value in GOOD.items() if name != key}
    assert refusal("bad-position", load("classic", 3).position, data) == f"'{key}' is missing"


@pytest.mark.parametrize("chance", [-1, 2**32, "1", None, True, 0.5])
def test_bad_words_of_chance(chance: Any) -> None:
    game = load("classic", 3, recycle="shuffle")
    message = refusal("bad-position", game.position, GOOD | {"chance": chance})
    assert message == f"'chance' must be a number from 0 to {2**32 - 1}"


def test_with_several_packs_a_card_may_be_there_as_often() -> None:
    game = load("classic", 3, packs=2)
    assert game.position(GOOD | {"stock": ["b7"]})
    assert "b7 is there 3 times" in refusal("bad-position", game.position, GOOD | {"stock": ["b7", "b7"]})


def test_what_a_position_leaves_out_has_its_first_value() -> None:
    data = {key: value for key, value in GOOD.items() if key != "out"}
    state = load("classic", 3).position(data | {"pile": ["l8", "hO"]}).to_json()
    assert state == data | {"pile": ["l8", "hO"]} | {
        "suit": "h",
        "owed": 0,
        "ace": 0,
        "ace_by": None,
        "free": False,
        "burn": False,
        "drawn": None,
        "out": {"2": "safe"},
        "over": False,
        "loser": None,
        "places": [],
        "moves_made": 0,
    }


def test_hands_may_come_in_any_order() -> None:
    state = load("classic", 3).position(GOOD | {"hands": [["hA", "b7", "h9", "h7"], ["a7"], []]})
    assert state.position.hands[0] == parse_cards("h7 b7 h9 hA")


# ----------------------------------------------------------------------------------------------- round trip


def assert_round_trip(game: Game, state: State) -> None:
    data = state.to_json()
    again = game.position(data)
    assert again.to_json() == data
    chance = state.position.chance if game.bound.shuffled else 0  # written only where it can matter
    assert again.position == replace(state.position, chance=chance)
    assert again.moves() == state.moves()


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(4))
def test_positions_come_back_as_they_were_written(batch: int) -> None:
    """From the middle of games and from their ends; whether one is over is written too."""
    rng = random.Random(f"round trip {batch}")
    finished = 0
    for _ in range(scaled(15, 100)):
        options = {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.3}
        game = load("classic", rng.choice((2, 2, 3, 4, 5)), **options)
        try:
            game.packs()
        except GameError:  # too few cards for these options
            continue
        for _ in range(scaled(10, 100)):
            dealt = rng.random() < 0.2
            state = game.deal(rng.getrandbits(64)) if dealt else random_position(game, rng)
            assert_round_trip(game, state)
            for _ in range(rng.choice((3, 30))):
                if state.over:
                    break
                lays = [move for move in state.moves() if move.cards]
                state = state.play(rng.choice(lays or state.moves()))
                assert_round_trip(game, state)
            finished += state.over
    assert finished


@pytest.mark.parametrize("chance", [-1, 2**32, True, "1", None])
def test_chance_is_a_word_of_32_bits(chance: Any) -> None:
    with pytest.raises(GameError, match="chance is a number from 0") as refused:
        load("family", 2).deal(deck=CARDS, chance=chance)
    assert refused.value.code == "bad-request"


@pytest.mark.parametrize("data", [None, 5, "hands", []])
def test_what_is_no_position_is_refused(data: Any) -> None:
    with pytest.raises(GameError, match="a position is an object") as refused:
        load("classic", 2).position(data)
    assert refused.value.code == "bad-position"
