"""§1: the aim, the pack of thirty-two, two to five players, more packs for more."""

import pytest

from tests.referee import PACK, Deal, SetUp

from .conftest import DealRefused

TWO_PACKS = {"packs": 2}


@pytest.mark.says("1.1")
def test_s01_who_gets_rid_of_his_cards_first_wins(table: SetUp) -> None:
    t = table(hands=["b9", "lK hX"], pile="bK", stock="aX lX").play("b9")
    assert t.over
    assert t.places == [0]
    assert t.loser == 1


@pytest.mark.says("1.2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_s01_two_to_five_players_use_one_pack_of_thirty_two(deal: Deal, players: int) -> None:
    t = deal(players=players)
    assert t.sizes == [5] * players
    assert t.cards == sorted(PACK)


@pytest.mark.says("1.4")
@pytest.mark.parametrize("players", [6, 10])
def test_s01_six_to_ten_players_use_two_packs(deal: Deal, players: int) -> None:
    t = deal(players=players)
    assert t.sizes == [5] * players
    assert t.cards == sorted(PACK * 2)


@pytest.mark.says("1.3")
def test_s01_there_are_at_most_five_players_a_pack(deal: Deal) -> None:
    assert deal(players=11).cards == sorted(PACK * 3)


@pytest.mark.says("1.3")
def test_s01_at_least_five_cards_are_left_after_dealing(deal: Deal) -> None:
    """Four hands of seven would leave four cards of one pack."""
    assert deal(players=4, options={"hand_size": 7}).cards == sorted(PACK * 2)


def test_s01_two_players_may_ask_for_more_packs(deal: Deal) -> None:
    assert deal(players=2, options=TWO_PACKS).cards == sorted(PACK * 2)
    assert deal(players=2, options={"packs": 3}).cards == sorted(PACK * 3)


@pytest.mark.says("1.3")
def test_s01_nobody_plays_alone(deal_refused: DealRefused) -> None:
    assert deal_refused(players=1)


@pytest.mark.says("1.3", "1.7")
@pytest.mark.parametrize(("players", "packs"), [(6, 1), (11, 2)])
def test_s01_too_few_packs_for_the_players_are_refused(
    deal_refused: DealRefused, players: int, packs: int
) -> None:
    assert deal_refused(players=players, options={"packs": packs})


@pytest.mark.says("1.3", "1.7")
def test_s01_too_few_cards_for_the_deal_are_refused(deal_refused: DealRefused) -> None:
    assert deal_refused(players=4, options={"hand_size": 7, "packs": 1})


@pytest.mark.says("1.5")
def test_s01_every_copy_of_the_pharaoh_keeps_its_power(table: SetUp) -> None:
    t = table(hands=["lU lU b9", "a7 hK"], pile="b7", stock="l8 l9", owed=3, options=TWO_PACKS)
    assert t.moves == {"lU", "lU lU", "draw"}
    assert t.play("lU").owed == 0
    assert t.play("a7", "lU").owed == 0


@pytest.mark.says("1.5")
def test_s01_every_copy_of_the_red_seven_keeps_its_power(table: SetUp) -> None:
    t = table(
        hands=["", "", "h7 aK", "h7 lK"],
        pile="b8",
        stock="l8 l9 lX a8 a9 aX",
        turn=2,
        out={0: "returnable", 1: "returnable"},
        options=TWO_PACKS,
    )
    t.play("h7^0", "h7^1")
    assert t.sizes == [3, 3, 1, 1]
    assert t.turn == 0


@pytest.mark.says("4.3")
def test_s01_a_group_of_two_packs_is_still_at_most_four_cards(table: SetUp) -> None:
    t = table(hands=["b8 b8 h8 a8 l8 hK", "a9"], pile="b9", stock="l9", options=TWO_PACKS)
    assert "b8 b8 h8 a8" in t.moves
    assert max(len(move.split()) for move in t.moves) == 4


def test_s01_two_copies_of_a_card_are_a_group(table: SetUp) -> None:
    t = table(hands=["b8 b8 hK", "a9"], pile="b9", stock="l9", options=TWO_PACKS)
    assert t.moves == {"b8", "b8 b8", "draw"}
