"""§17: camouflage is not played yet: everyone sees every card that is laid."""

import pytest

from tests.referee import SetUp


@pytest.mark.says("17.1")
@pytest.mark.parametrize("lay", ["lK b8", "h9 lK b8", "b8 lK b9"])
def test_s17_wrong_cards_under_a_right_one_are_refused(table: SetUp, lay: str) -> None:
    t = table(hands=["b8 h9 lK b9", "a9"], pile="bX", stock="l8")
    assert t.refuses(lay)
    assert "one value" in t.judge(lay)["reasons"][0]["en"]


@pytest.mark.says("17.2")
def test_s17_everybody_sees_every_card_of_a_group(table: SetUp) -> None:
    t = table(hands=["b8 h8 a8 lK", "a9 hX", "b9 bK"], pile="bX", stock="l8").play("b8 a8 h8")
    for seat in (-1, 0, 1, 2):
        assert t.view(seat)["pile"] == ["bX", "b8", "a8", "h8"]
