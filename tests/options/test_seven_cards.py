"""`seven_cards`: what one seven costs (§14)."""

import pytest

from tests.referee import SetUp

from .conftest import Options, deck

COSTS = [({}, 3), ({"seven_cards": 3}, 3), ({"seven_cards": 2}, 2)]


@pytest.mark.parametrize(("chosen", "cost"), COSTS)
def test_the_next_player_draws_seven_cards_for_a_seven(table: SetUp, chosen: Options, cost: int) -> None:
    t = table(hands=["b7 lK", "h9 hX"], pile="b9", **chosen).play("b7")
    assert t.owed == cost
    t.play("draw")
    assert (t.owed, t.sizes) == (0, [1, 2 + cost])


@pytest.mark.parametrize(("chosen", "cost"), COSTS)
def test_every_seven_of_a_group_and_of_an_answer_costs_as_much(
    table: SetUp, chosen: Options, cost: int
) -> None:
    t = table(hands=["b7 h7 lK", "a7 hX"], pile="b9", **chosen).play("b7 h7")
    assert t.owed == 2 * cost
    assert t.play("a7").owed == 3 * cost


@pytest.mark.says("13.3")
@pytest.mark.parametrize(("chosen", "cost"), COSTS)
def test_a_returned_player_draws_the_debt_and_seven_cards_more(
    table: SetUp, chosen: Options, cost: int
) -> None:
    t = table(hands=["h7 b9", "", "lK lX"], pile="b7", owed=4, out={1: "returnable"}, **chosen).play("h7^1")
    assert (t.owed, t.sizes) == (0, [1, 4 + cost, 2])


@pytest.mark.parametrize(("chosen", "cost"), COSTS)
def test_a_start_seven_in_force_costs_as_much(deal: SetUp, chosen: Options, cost: int) -> None:
    assert deal(players=2, deck=deck(start="b7", bottom="l7"), **chosen).owed == cost
