"""`recycle`: whether the turned pile is shuffled (§9)."""

import pytest

from tests.referee import SetUp

from .conftest import Options, deck, default

WORD = 2**32
GOLDEN_STEP = 0x9E3779B9
LAID = "l8 l9 lX b8 bX a8 aX"
EMPTY_STOCK = {"hands": ["h9 lK bU", "aO a9"], "pile": f"{LAID} hO", "suit": "b", "stock": "", "turn": 1}


def shuffled(cards: list[str], chance: int) -> tuple[list[str], int]:
    """Fisher-Yates with the documented mixing function: the new order and the word afterwards."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chance = (chance + GOLDEN_STEP) % WORD
        mixed = chance
        mixed = (mixed ^ mixed >> 16) * 0x21F0AAAD % WORD
        mixed = (mixed ^ mixed >> 15) * 0x735A2D97 % WORD
        mixed ^= mixed >> 15
        other = (mixed >> 16) * (last + 1) >> 16
        order[last], order[other] = order[other], order[last]
    return order, chance


@default(recycle="turn")
def test_with_recycle_turn_the_card_laid_first_is_drawn_first(table: SetUp, chosen: Options) -> None:
    t = table(**EMPTY_STOCK, **chosen).play("draw")
    assert t.hand(1) == {"aO", "a9", "l8"}
    assert (t.stock, t.pile) == ("l9 lX b8 bX a8 aX", "hO")
    assert "chance" not in t.state


@pytest.mark.says("9.7")
def test_with_recycle_shuffle_the_turned_pile_is_shuffled_and_the_declared_suit_stays(table: SetUp) -> None:
    t = table(**EMPTY_STOCK, recycle="shuffle", chance=1).play("draw")
    assert t.hand(1) == {"aO", "a9", "b8"}
    assert (t.stock, t.pile) == ("l9 a8 aX bX l8 lX", "hO")
    assert (t.suit, t.moves) == ("b", {"bU", "draw"})


def test_with_recycle_shuffle_chance_is_0_by_default_in_a_given_position(table: SetUp) -> None:
    t = table(**EMPTY_STOCK, recycle="shuffle")
    assert t.chance == 0
    assert t.play("draw").stock == "bX aX l9 b8 a8 lX"


@pytest.mark.parametrize("chance", [0, 1, 12345, 0x7FFFFFFF, 0x80000000, WORD - 1])
def test_with_recycle_shuffle_chance_alone_decides_the_order_and_is_advanced(
    table: SetUp, chance: int
) -> None:
    t = table(**EMPTY_STOCK, recycle="shuffle", chance=chance).play("draw")
    order, afterwards = shuffled(LAID.split(), chance)
    assert t.hand(1) == {"aO", "a9", order[0]}
    assert (t.state["stock"], t.chance) == (order[1:], afterwards)


def test_with_recycle_shuffle_chance_is_left_alone_until_the_pile_is_turned(table: SetUp) -> None:
    t = table(hands=["lK", "h9 hX"], pile="l8 l9 lX b9", stock="aX", recycle="shuffle", chance=5).play("draw")
    assert (t.stock, t.pile, t.chance) == ("", "l8 l9 lX b9", 5)


def test_with_recycle_shuffle_the_pile_may_be_turned_in_the_middle_of_a_draw(table: SetUp) -> None:
    owing = {"hands": ["lK", "h9 hX"], "pile": f"{LAID} b7", "stock": "aK", "owed": 3}
    t = table(**owing, recycle="shuffle", chance=7).play("draw")
    order, afterwards = shuffled(LAID.split(), 7)
    assert t.hand(0) == {"lK", "aK", *order[:2]}
    assert (t.state["stock"], t.chance) == (order[2:], afterwards)


def test_with_recycle_shuffle_chance_is_given_with_the_deal(deal: SetUp) -> None:
    words = [deal(players=2, seed=seed, recycle="shuffle").chance for seed in range(8)]
    assert words == [deal(players=2, seed=seed, recycle="shuffle").chance for seed in range(8)]
    assert all(0 <= word < WORD for word in words)
    assert len(set(words)) > 1
    assert deal(players=2, deck=deck(start="b9", bottom="l8"), recycle="shuffle").chance == 0


def test_with_recycle_shuffle_no_view_shows_chance(table: SetUp) -> None:
    t = table(**EMPTY_STOCK, recycle="shuffle", chance=1)
    assert "chance" not in t.view(1)
    assert "chance" not in t.play("draw").view(0)


# ------------------------------------------------------------------------------------ a given order (R5)
ORDER = ["aX", "b8", "l8", "bX", "lX", "a8", "l9"]


def test_a_play_may_be_given_the_new_order_which_replaces_chance(table: SetUp) -> None:
    t = table(**EMPTY_STOCK, recycle="shuffle", chance=1)
    t.ask(do="play", move="draw", order=ORDER)
    assert t.hand(1) == {"aO", "a9", "aX"}
    assert t.state["stock"] == ORDER[1:]
    assert t.chance == 1, "chance is not used, so it is not advanced"


def test_an_order_is_given_in_the_middle_of_a_draw(table: SetUp) -> None:
    owing = {"hands": ["lK", "h9 hX"], "pile": f"{LAID} b7", "stock": "aK", "owed": 3}
    t = table(**owing, recycle="shuffle")
    t.ask(do="play", move="draw", order=ORDER)
    assert t.hand(0) == {"lK", "aK", *ORDER[:2]}
    assert t.state["stock"] == ORDER[2:]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (ORDER[1:], "bad-deck"),
        ([*ORDER, "h7"], "bad-deck"),
        ([*ORDER[1:], "hO"], "bad-deck"),
        ([*ORDER[1:], ORDER[1]], "bad-deck"),
        ([*ORDER[1:], "zz"], "bad-deck"),
        ([*ORDER[1:], 7], "bad-deck"),
        ([], "bad-deck"),
        ("aX b8", "bad-request"),
        (7, "bad-request"),
    ],
)
def test_an_order_is_exactly_the_turned_pile(table: SetUp, order: object, code: str) -> None:
    t = table(**EMPTY_STOCK, recycle="shuffle", chance=1)
    before = t.state
    answer = t.answer(do="play", move="draw", order=order)
    assert answer["error"]["code"] == code, answer
    assert t.ask(do="state")["state"] == before


def test_an_order_is_refused_where_nothing_is_shuffled(table: SetUp) -> None:
    for options, move in (({"recycle": "turn"}, "draw"), ({"recycle": "shuffle"}, "aO=b")):
        t = table(**EMPTY_STOCK, options=options)
        assert t.answer(do="play", move=move, order=ORDER)["error"]["code"] == "bad-request"
        assert t.ask(do="state")["state"]["moves_made"] == 0
