"""`pharaoh`: the power of the leaves under (§11)."""

import pytest

from tests.referee import SetUp

from .conftest import Options, deck, default


@default(pharaoh="on")
def test_with_pharaoh_on_it_kills_sevens_and_fits_on_anything(table: SetUp, chosen: Options) -> None:
    t = table(hands=["lU lK", "h9 hX"], pile="b7", owed=3, **chosen)
    assert t.moves == {"lU", "draw"}
    assert t.play("lU").owed == 0
    assert table(hands=["lU h9", "hX hK"], pile="b8", **chosen).moves == {"lU", "draw"}


@pytest.mark.says("11.8")
def test_with_pharaoh_off_it_is_no_defence(table: SetUp) -> None:
    t = table(hands=["lU lK", "h9 hX"], pile="l7", owed=3, pharaoh="off")
    assert t.moves == {"draw"}
    t.refuses("lU")


@pytest.mark.says("11.8")
@pytest.mark.parametrize(("top", "moves"), [("b8", {"draw"}), ("l8", {"lU", "draw"}), ("bU", {"lU", "draw"})])
def test_with_pharaoh_off_it_must_fit_like_any_under(table: SetUp, top: str, moves: set[str]) -> None:
    assert table(hands=["lU h9", "hX hK"], pile=top, pharaoh="off").moves == moves


@pytest.mark.parametrize(
    ("pharaoh", "moves"),
    [("on", {"h9", "l9", "h9 l9", "l9 h9", "bU", "draw"}), ("off", {"l9", "l9 h9", "bU", "draw"})],
)
def test_only_on_a_pharaoh_in_power_anything_is_laid(table: SetUp, pharaoh: str, moves: set[str]) -> None:
    assert table(hands=["h9 l9 bU", "hX hK"], pile="lU", pharaoh=pharaoh).moves == moves


def test_with_pharaoh_off_it_is_an_ordinary_start_card(deal: SetUp) -> None:
    t = deal(players=2, deck=deck(start="lU", bottom="b8"), pharaoh="off")
    assert t.hand(0) == {"h7", "h9", "hU", "hK", "l7"}
    assert t.moves == {"hU", "l7", "l7 h7", "draw"}


@pytest.mark.parametrize(("pharaoh", "owed"), [("on", 0), ("off", 12)])
def test_only_a_pharaoh_in_power_kills_four_burned_sevens(table: SetUp, pharaoh: str, owed: int) -> None:
    burned = {"pile": "a7 b7 h7 l7", "burn": True, "owed": 12}
    t = table(hands=["lU bK", "h9 hX"], **burned, pharaoh=pharaoh).play("lU")
    assert (t.turn, t.owed) == (1, owed)
