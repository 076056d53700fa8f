"""`packs`: how many packs are shuffled together (§1)."""

import pytest

from tests.referee import RefereeTable, SetUp, deal_request

from .conftest import Options, default


@pytest.mark.says("1.4")
@default(packs="auto")
@pytest.mark.parametrize(
    ("players", "hand_size", "packs"),
    [
        (2, 5, 1),
        (5, 5, 1),
        (6, 5, 2),
        (10, 5, 2),
        (11, 5, 3),
        (15, 5, 3),
        (3, 7, 1),
        (4, 7, 2),
        (5, 6, 2),
        (10, 6, 3),
        (13, 7, 3),
    ],
)
def test_with_packs_auto_at_most_five_players_share_a_pack_and_five_cards_are_left(
    deal: SetUp, chosen: Options, players: int, hand_size: int, packs: int
) -> None:
    t = deal(players=players, seed=1, hand_size=hand_size, **chosen)
    assert t.sizes == [hand_size] * players
    assert len(t.cards) == 32 * packs


@pytest.mark.says("1.7")
@pytest.mark.parametrize("packs", [1, 2, 3])
def test_two_players_get_as_many_packs_as_they_ask_for(deal: SetUp, packs: int) -> None:
    assert len(deal(players=2, seed=1, packs=packs).cards) == 32 * packs


@pytest.mark.says("1.7")
@pytest.mark.parametrize(
    ("players", "hand_size", "packs"),
    [(6, 5, 1), (4, 7, 1), (11, 5, 2), (10, 6, 2), (16, 5, 3), (14, 7, 3), (16, 5, "auto"), (14, 7, "auto")],
)
def test_a_deal_with_too_few_cards_is_refused(players: int, hand_size: int, packs: int | str) -> None:
    answer = RefereeTable().answer(**deal_request(players=players, seed=1, hand_size=hand_size, packs=packs))
    assert not answer["ok"]
    assert answer["error"]["code"]


def test_both_pharaohs_of_two_packs_kill_sevens(table: SetUp) -> None:
    t = table(hands=["lU lK", "lU b9"], pile="b7 l7", owed=6, packs=2)
    assert t.play("lU").owed == 0
    t = table(hands=["lU lU lK", "b9 bX"], pile="b7 l7", owed=6, packs=2)
    assert t.moves == {"lU", "lU lU", "draw"}


def test_both_red_sevens_of_two_packs_return_a_player(table: SetUp) -> None:
    finished = {2: "returnable", 3: "returnable"}
    t = table(hands=["h7 b9", "h7 lK lX", "", ""], pile="bK", out=finished, packs=2)
    assert t.play("h7^2").turn == 1
    assert t.moves == {"h7", "h7^3", "draw"}
    assert t.play("h7^3").sizes == [1, 2, 3, 3]


def test_with_two_packs_a_group_is_still_at_most_four_cards(table: SetUp) -> None:
    t = table(hands=["l8 l8 a8 a8 b8 lK", "h9 hX"], pile="b9", packs=2)
    assert max(len(move.split()) for move in t.moves) == 4
    t.refuses("b8 l8 l8 a8 a8")
