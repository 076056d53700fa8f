"""§10: a player who is rid of all cards wins, unless returned; the last player with cards loses."""

import pytest

from tests.referee import SetUp


@pytest.mark.says("10.4")
def test_s10_the_game_is_over_when_the_opponent_cannot_return_the_finisher(table: SetUp) -> None:
    t = table(hands=["b9", "lK hX"], pile="bK", stock="aX lX").play("b9")
    assert (t.over, t.loser, t.places) == (True, 1, [0])
    assert t.moves == set()


@pytest.mark.says("10.3")
def test_s10_the_last_player_with_the_red_seven_has_a_last_chance(table: SetUp) -> None:
    t = table(hands=["b9", "h7 lK"], pile="bK", stock="aX lX l9").play("b9")
    assert (t.over, t.loser, t.turn) == (False, None, 1)
    assert t.moves == {"h7^0", "concede"}


@pytest.mark.says("10.3")
def test_s10_in_the_last_chance_nothing_else_is_legal(table: SetUp) -> None:
    t = table(hands=["h9", "h7 h8"], pile="hK", stock="aX lX l9").play("h9")
    assert t.moves == {"h7^0", "concede"}
    assert t.refuses("h8")
    assert t.refuses("h7")
    assert t.refuses("draw")
    assert t.refuses("pass")


@pytest.mark.says("10.3")
def test_s10_who_concedes_loses(table: SetUp) -> None:
    t = table(hands=["b9", "h7 lK"], pile="bK", stock="aX lX l9").play("b9", "concede")
    assert (t.over, t.loser, t.places) == (True, 1, [0])
    assert t.moves == set()


def test_s10_conceding_changes_nothing_but_the_result(table: SetUp) -> None:
    t = table(hands=["b9", "h7 lK"], pile="bK", stock="aX lX l9").play("b9")
    result = {"over": True, "loser": 1, "moves_made": t.moves_made + 1}
    expected = {**t.state, **result}
    assert t.play("concede").state == expected


def test_s10_nobody_concedes_before_the_last_chance(table: SetUp) -> None:
    assert table(hands=["b9 h9", "h7 lK"], pile="bK", stock="aX lX l9").refuses("concede")


def test_s10_after_a_return_the_game_goes_on(table: SetUp) -> None:
    t = table(hands=["b9", "h7 lK"], pile="bK", stock="hX lX l9 a8").play("b9", "h7^0")
    assert not t.over
    assert t.play("draw", "hX").turn == 1


def test_s10_the_returned_player_may_lose(table: SetUp) -> None:
    t = table(hands=["b9", "h7 h8"], pile="bK", stock="aX lX l9").play("b9", "h7^0", "h8")
    assert (t.over, t.loser, t.places) == (True, 0, [1])


@pytest.mark.says("10.1")
def test_s10_the_first_of_three_to_finish_does_not_end_the_game(table: SetUp) -> None:
    t = table(hands=["b9", "b8 a8", "lK hX"], pile="bK", stock="aX lX").play("b9")
    assert (t.over, t.places, t.turn) == (False, [0], 1)


@pytest.mark.says("10.2")
def test_s10_the_last_of_three_with_cards_loses(table: SetUp) -> None:
    t = table(hands=["b9", "b8", "lK hX"], pile="bK", stock="aX lX").play("b9", "b8")
    assert (t.over, t.loser) == (True, 2)


@pytest.mark.says("10.1")
def test_s10_places_keep_the_order_of_finishing(table: SetUp) -> None:
    t = table(hands=["b9", "b8", "lK hX"], pile="bK", stock="aX lX", turn=1).play("b8", "draw", "b9")
    assert (t.over, t.loser, t.places) == (True, 2, [1, 0])


def test_s10_the_last_chance_chooses_among_all_returnable_players(table: SetUp) -> None:
    t = table(hands=["b9", "b8", "h7 lK"], pile="bK", stock="aX lX l9").play("b9", "b8")
    assert t.moves == {"h7^0", "h7^1", "concede"}


@pytest.mark.says("10.4")
@pytest.mark.parametrize(
    ("hand", "fields"),
    [
        ("lK hX", {"out": {0: "returnable"}}),
        ("h7 hX", {"out": {0: "safe"}}),
        ("h7 hX", {}),
        ("h7 hX", {"out": {0: "returnable"}, "ace": 1}),
    ],
    ids=["no red seven", "nobody returnable", "finished long ago", "stopped"],
)
def test_s10_a_last_player_without_a_possible_return_has_lost_at_once(
    table: SetUp, hand: str, fields: dict[str, object]
) -> None:
    t = table(hands=["", hand], pile="lA", stock="aX lX l9", turn=1, **fields)
    assert (t.over, t.loser) == (True, 1)
    assert t.moves == set()


def test_s10_every_move_is_counted(table: SetUp) -> None:
    t = table(hands=["lA h9", "h8 b8"], pile="lK", stock="l8 l9")
    assert t.moves_made == 0
    assert t.play("lA").moves_made == 1
    assert t.play("stand").moves_made == 2
    assert t.play("draw").moves_made == 3


@pytest.mark.says("10.5")
def test_s10_after_two_thousand_moves_nobody_loses(table: SetUp) -> None:
    t = table(hands=["b9 h9", "lK hX"], pile="bK", stock="aX lX l9", moves_made=1998).play("draw")
    assert not t.over
    t.play("draw")
    assert (t.over, t.loser, t.moves_made) == (True, None, 2000)
    assert t.moves == set()


@pytest.mark.says("10.6")
def test_s10_a_move_that_ends_the_game_counts_before_the_limit(table: SetUp) -> None:
    t = table(hands=["b9", "lK hX"], pile="bK", stock="aX lX", moves_made=1999).play("b9")
    assert (t.over, t.loser, t.places) == (True, 1, [0])
