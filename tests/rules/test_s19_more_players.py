"""§19: with more than two players aces and sevens go round, and only a player of this round is returned."""

import pytest

from tests.referee import RefereeTable, SetUp


def four_players(table: SetUp, *hands: str) -> RefereeTable:
    return table(hands=hands, pile="lK", stock="a8 a9 aX aU")


@pytest.mark.says("19.1")
def test_s19_three_aces_stop_three_players_and_the_first_goes_on(table: SetUp) -> None:
    t = four_players(table, "lA aA bA b8", "h9 b9", "hX bX", "h8 hK").play("lA aA bA")
    assert (t.turn, t.ace) == (1, 3)
    t.play("stand", "stand", "stand")
    assert (t.turn, t.ace) == (0, 0)
    assert t.moves == {"b8", "draw"}


@pytest.mark.says("19.2", "19.3")
def test_s19_one_ace_of_the_second_player_stops_all_the_others(table: SetUp) -> None:
    """Three aces, one answered by whoever: the second player goes on."""
    t = four_players(table, "lA aA bA h8", "hA b9", "hX bX", "b8 bK").play("lA aA bA", "hA")
    assert (t.turn, t.ace, t.ace_by) == (2, 3, 1)
    t.play("stand", "stand", "stand")
    assert (t.turn, t.ace) == (1, 0)


@pytest.mark.says("19.2", "19.3")
def test_s19_one_ace_of_the_third_player_lets_the_second_go_on(table: SetUp) -> None:
    t = four_players(table, "lA aA bA h8", "h9 b9", "hA bX", "b8 bK").play("lA aA bA", "stand", "hA")
    assert (t.turn, t.ace) == (3, 2)
    t.play("stand", "stand")
    assert (t.turn, t.ace) == (1, 0)


@pytest.mark.says("19.2", "19.3")
def test_s19_one_ace_of_the_fourth_player_lets_the_second_go_on(table: SetUp) -> None:
    t = four_players(table, "lA aA bA h8", "h9 b9", "hX bX", "hA b8").play("lA aA bA", "stand", "stand", "hA")
    assert (t.turn, t.ace) == (0, 1)
    t.play("stand")
    assert (t.turn, t.ace) == (1, 0)


@pytest.mark.says("19.2")
def test_s19_several_aces_may_answer_among_three(table: SetUp) -> None:
    t = table(hands=["lA h8", "hA aA b9", "hX bX"], pile="lK", stock="a8").play("lA")
    assert t.moves == {"hA", "aA", "hA aA", "aA hA", "stand"}
    t.play("hA aA")
    assert (t.turn, t.ace, t.ace_by) == (2, 2, 1)
    t.play("stand", "stand")
    assert (t.turn, t.ace) == (1, 0)


def test_s19_finished_players_are_not_counted_for_aces(table: SetUp) -> None:
    t = table(hands=["lA aA bA h8", "", "hX bX", "h9 b9"], pile="lK", stock="a8").play("lA aA bA")
    assert (t.turn, t.ace) == (2, 2)


def test_s19_who_finishes_with_aces_stops_all_who_hold_cards(table: SetUp) -> None:
    t = table(hands=["lA aA bA", "h8 b8", "hX bX"], pile="lK", stock="a8").play("lA aA bA")
    assert (t.turn, t.ace) == (1, 2)


def test_s19_after_a_finishers_two_aces_the_second_player_goes_on(table: SetUp) -> None:
    t = table(hands=["lA aA", "h8 a8", "hX bX"], pile="lK", stock="a9").play("lA aA", "stand", "stand")
    assert (t.turn, t.ace, t.free, t.out(0)) == (1, 0, False, "safe")


@pytest.mark.says("19.4")
def test_s19_sevens_go_on_to_the_next_player(table: SetUp) -> None:
    """Two sevens and one seven: the third player takes nine, and the fourth follows."""
    t = table(
        hands=["b7 a7 h8", "l7 b9", "hX bX", "h9 bK"],
        pile="b8",
        stock="l8 l9 lX lK a8 a9 aX aU aK hU",
    ).play("b7 a7")
    assert (t.turn, t.owed) == (1, 6)
    t.play("l7")
    assert (t.turn, t.owed) == (2, 9)
    t.play("draw")
    assert (t.turn, t.owed, t.sizes) == (3, 0, [1, 1, 11, 2])


@pytest.mark.says("19.5")
def test_s19_a_finished_seat_is_skipped(table: SetUp) -> None:
    t = table(hands=["b9 h9", "", "bX hX"], pile="b8", stock="l8")
    assert t.play("b9").turn == 2
    assert t.play("bX").turn == 0


@pytest.mark.says("19.6")
def test_s19_a_finisher_stays_returnable_until_the_turn_passes_him(table: SetUp) -> None:
    t = table(hands=["b9", "lK aK", "lX aX"], pile="b8", stock="l8 l9 a8 a9").play("b9")
    assert t.out(0) == "returnable"
    assert t.play("draw").out(0) == "returnable"
    assert t.play("draw").out(0) == "safe"
    assert t.turn == 1


@pytest.mark.says("19.6")
def test_s19_a_player_out_of_the_round_is_not_returned(table: SetUp) -> None:
    t = table(hands=["b9", "h7 aK", "lX aX"], pile="b8", stock="l8 l9 a8 a9").play("b9", "draw", "draw")
    assert t.turn == 1
    assert t.refuses("h7^0")


def test_s19_every_finisher_has_a_round_of_his_own(table: SetUp) -> None:
    """Seat 2 finishes later than seat 0 and stays returnable for longer."""
    t = table(hands=["b9", "h7 aK", "b8", "lX aX"], pile="bK", stock="a9 l9 a8 l8")
    t.play("b9", "draw", "b8", "draw")
    assert (t.turn, t.out(0), t.out(2)) == (1, "safe", "returnable")
    assert t.moves == {"h7^2", "draw"}


def test_s19_the_turn_makes_every_finished_seat_safe_that_it_passes(table: SetUp) -> None:
    t = table(hands=["b9", "b8", "lK aK", "h7 aX"], pile="bK", stock="l8 l9 a8 a9 lX").play(
        "b9", "b8", "draw"
    )
    assert t.moves == {"h7^0", "h7^1", "draw"}
    t.play("draw")
    assert (t.turn, t.out(0), t.out(1)) == (2, "safe", "safe")


def test_s19_a_seat_is_made_safe_only_when_it_is_passed(table: SetUp) -> None:
    t = table(hands=["lK aK", "b9", "lX aX", "b8 h8"], pile="bK", stock="l8 l9 a8 a9", turn=1)
    t.play("b9", "draw", "b8")
    assert (t.turn, t.out(1)) == (0, "returnable")
    t.play("draw")
    assert (t.turn, t.out(1)) == (2, "safe")


@pytest.mark.says("19.7")
@pytest.mark.parametrize(("returned", "other"), [(0, 1), (1, 0)])
def test_s19_the_returner_chooses_among_those_who_finished_in_the_round(
    table: SetUp, returned: int, other: int
) -> None:
    t = table(hands=["b9", "b8", "h7 lK", "hX l8"], pile="bK", stock="a9 aX lX l9 hK").play("b9", "b8")
    assert t.moves == {"h7^0", "h7^1", "draw"}
    t.play(f"h7^{returned}")
    assert (t.turn, t.out(returned), t.out(other)) == (3, "in", "returnable")
    assert (t.sizes[returned], t.sizes[other]) == (3, 0)
    assert t.places == [other]


def test_s19_seats_passed_on_the_way_over_the_returned_player_become_safe(table: SetUp) -> None:
    """Seat 3 returns seat 0, who is next; the turn moves on from there past seat 1 to seat 2."""
    t = table(
        hands=["", "", "lK aK", "h7 aX"],
        pile="b8",
        stock="l8 l9 a8 a9",
        turn=3,
        out={0: "returnable", 1: "returnable"},
    ).play("h7^0")
    assert (t.turn, t.out(0), t.out(1)) == (2, "in", "safe")


def test_s19_seats_passed_on_the_way_to_the_returned_player_become_safe(table: SetUp) -> None:
    """Seat 3 returns seat 1 over seat 0; the turn moves on from seat 1 to seat 2."""
    t = table(
        hands=["", "", "lK aK", "h7 aX"],
        pile="b8",
        stock="l8 l9 a8 a9",
        turn=3,
        out={0: "returnable", 1: "returnable"},
    ).play("h7^1")
    assert (t.turn, t.out(0), t.out(1)) == (2, "safe", "in")


def test_s19_the_last_player_of_three_may_return_either(table: SetUp) -> None:
    t = table(hands=["b9", "b8", "h7 lK"], pile="bK", stock="a9 aX lX").play("b9", "b8", "h7^1")
    assert (t.over, t.turn, t.out(0), t.out(1)) == (False, 2, "safe", "in")
    assert t.places == [0]


@pytest.mark.says("10.2", "19.8")
def test_s19_the_last_of_the_pair_loses_and_all_others_win(table: SetUp) -> None:
    t = table(hands=["b9", "b8", "lK aK", "bX"], pile="bK", stock="l8 l9 lX").play("b9", "b8", "draw", "bX")
    assert (t.over, t.loser, t.places) == (True, 2, [0, 1, 3])
