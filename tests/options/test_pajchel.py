"""`pajchel`: whether an invalid lay is refused or punished (§18)."""

import pytest

from tests.referee import SetUp

from .conftest import Options, default

ORDINARY = {"hands": ["lK l8 h7 aO b8 h8", "h9 hX", "a9 aX"], "pile": "b9"}
STOPPED = {"hands": ["lK b8", "h9 hX", "a9 aX"], "pile": "bA", "ace": 2}


@pytest.mark.says("18.1", "18.2")
@default(pajchel="refuse")
def test_with_pajchel_refuse_an_invalid_lay_is_refused(table: SetUp, chosen: Options) -> None:
    table(**ORDINARY, **chosen).refuses("lK", "b8 lK", "h7^1")


@pytest.mark.says("18.3")
def test_with_pajchel_penalty_the_cards_go_back_and_three_are_drawn(table: SetUp) -> None:
    t = table(hands=["lK l8", "h9 hX"], pile="b9", stock="aX a8 a9 aU", pajchel="penalty").play("lK")
    assert t.hand(0) == {"lK", "l8", "aX", "a8", "a9"}
    assert (t.pile, t.suit, t.stock) == ("b9", "b", "aU")
    assert (t.turn, t.owed) == (1, 0)


@pytest.mark.says("18.1", "18.3")
@pytest.mark.parametrize("lay", ["lK", "l8 b8", "b8 lK", "b8 h8 lK h7", "b8 aO=h", "h7", "h7^1", "h7^0"])
def test_with_pajchel_penalty_any_lay_of_own_cards_that_no_rule_allows_is_punished(
    table: SetUp, lay: str
) -> None:
    t = table(**ORDINARY, pajchel="penalty").play(lay)
    assert (t.turn, t.sizes, t.pile) == (1, [9, 2, 2], "b9")


def test_with_pajchel_penalty_only_what_the_rules_allow_is_listed_and_judged_legal(table: SetUp) -> None:
    t = table(hands=["lK b8 h8", "h9 hX"], pile="b9", pajchel="penalty")
    assert t.moves == {"b8", "b8 h8", "draw"}
    assert t.judge("lK")["legal"] is False
    assert t.play("b8 h8").sizes == [1, 2]


@pytest.mark.says("18.4")
@pytest.mark.parametrize("lay", ["b9", "bO=l", "b9 l9"])
@pytest.mark.parametrize(("owed", "seven_cards"), [(3, 3), (6, 3), (4, 2)])
def test_with_pajchel_penalty_who_owes_draws_the_debt_and_three_whatever_a_seven_costs(
    table: SetUp, lay: str, owed: int, seven_cards: int
) -> None:
    owing = {"hands": ["b9 l9 bO", "h9 hX"], "pile": "b7", "owed": owed, "seven_cards": seven_cards}
    t = table(**owing, pajchel="penalty").play(lay)
    assert (t.turn, t.owed, t.suit, t.sizes) == (1, 0, "b", [3 + owed + 3, 2])


@pytest.mark.says("18.5")
def test_with_pajchel_penalty_a_stopped_player_draws_three_and_it_counts_as_stand(table: SetUp) -> None:
    t = table(**STOPPED, pajchel="penalty").play("b8")
    assert (t.turn, t.ace, t.sizes) == (1, 1, [5, 2, 2])


def test_with_pajchel_penalty_an_invalid_answer_declines_the_ace(table: SetUp) -> None:
    t = table(hands=["lA aA a9", "hA h8 b8"], pile="lK", pajchel="penalty").play("lA", "h8")
    assert (t.turn, t.ace, t.free, t.sizes) == (0, 0, True, [2, 6])


@pytest.mark.says("18.5")
def test_with_pajchel_penalty_a_stopped_player_takes_a_debt_too(table: SetUp) -> None:
    t = table(hands=["lA l8", "h9 hX"], pile="a7 b7 l7 h7 hA", ace=1, owed=12, pajchel="penalty").play("lA")
    assert (t.turn, t.ace, t.owed, t.sizes) == (1, 0, 0, [17, 2])


@pytest.mark.says("18.6")
def test_with_pajchel_penalty_the_debt_of_a_burned_four_stays_for_the_next_player(table: SetUp) -> None:
    t = table(hands=["bK lK", "l9 lX"], pile="a7 b7 l7 h7", burn=True, owed=12, pajchel="penalty").play("bK")
    assert (t.turn, t.burn, t.owed, t.sizes) == (1, False, 12, [5, 2])


@pytest.mark.says("18.6")
def test_with_pajchel_penalty_a_free_player_draws_three_and_the_turn_passes(table: SetUp) -> None:
    t = table(hands=["hU bK", "h8 b8"], pile="lK lA", free=True, pajchel="penalty").play("hU")
    assert (t.turn, t.free, t.ace, t.sizes) == (1, False, 0, [5, 2])


@pytest.mark.says("18.7")
def test_with_pajchel_penalty_the_last_chance_is_lost_by_an_invalid_lay(table: SetUp) -> None:
    t = table(hands=["", "h7 lK"], pile="b9", turn=1, out={0: "returnable"}, pajchel="penalty")
    assert t.moves == {"h7^0", "concede"}
    t.play("lK")
    assert (t.over, t.loser) == (True, 1)


@pytest.mark.says("18.8")
@pytest.mark.parametrize(
    "move",
    ["h9", "lK bK", "lK lK", "lK l8 h7 b8 h8", "aO", "lK=h", "b8=h", "aO b8=h", "stand", "pass", "concede"],
)
def test_with_pajchel_penalty_what_is_no_lay_of_his_own_cards_is_refused(table: SetUp, move: str) -> None:
    table(**ORDINARY, pajchel="penalty").refuses(move)


@pytest.mark.says("18.8")
def test_with_pajchel_penalty_a_stopped_player_is_refused_a_draw(table: SetUp) -> None:
    table(**STOPPED, pajchel="penalty").refuses("draw", "pass")
