"""`hand_size`: how many cards a player is dealt (§2)."""

import pytest

from tests.referee import SetUp

from .conftest import Options


@pytest.mark.says("2.1")
@pytest.mark.parametrize(
    ("chosen", "size"),
    [({}, 5), ({"hand_size": 5}, 5), ({"hand_size": 4}, 4), ({"hand_size": 6}, 6), ({"hand_size": 7}, 7)],
)
def test_every_player_is_dealt_hand_size_cards(deal: SetUp, chosen: Options, size: int) -> None:
    t = deal(players=3, seed=1, **chosen)
    assert t.sizes == [size] * 3
    assert len(t.state["pile"]) == 1
    assert len(t.state["stock"]) == 32 - 3 * size - 1
