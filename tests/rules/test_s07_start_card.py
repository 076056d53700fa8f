"""§7: a start seven or ace is compared with the bottom card of the stock, a start over takes its suit."""

import pytest

from tests.referee import Deal

from .conftest import deck_with

LEAVES = "l7 l8 l9 lX lK"
HEARTS = "h8 h9 hX hU hK"


@pytest.mark.says("7.1")
def test_s07_a_start_seven_is_in_force_if_the_bottom_card_is_a_seven(deal: Deal) -> None:
    t = deal(players=2, deck=deck_with([LEAVES, HEARTS], start="b7", bottom="a7"))
    assert (t.turn, t.owed) == (0, 3)
    assert t.moves == {"l7", "draw"}


@pytest.mark.says("7.2")
def test_s07_a_start_seven_makes_the_first_player_draw_three(deal: Deal) -> None:
    t = deal(players=2, deck=deck_with([LEAVES, HEARTS], start="b7", stock_top="bU bX bK", bottom="a7"))
    t.play("draw")
    assert t.hand(0) == {*LEAVES.split(), "bU", "bX", "bK"}
    assert (t.turn, t.owed) == (1, 0)


@pytest.mark.says("7.2")
def test_s07_a_start_seven_is_answered_with_a_seven(deal: Deal) -> None:
    t = deal(players=2, deck=deck_with([LEAVES, HEARTS], start="b7", bottom="a7")).play("l7")
    assert (t.turn, t.owed) == (1, 6)


@pytest.mark.says("7.2")
def test_s07_a_start_seven_is_killed_by_the_pharaoh(deal: Deal) -> None:
    t = deal(players=2, deck=deck_with(["lU l8 l9 lX lK", HEARTS], start="b7", bottom="a7"))
    assert t.moves == {"lU", "draw"}
    assert t.play("lU").owed == 0


def test_s07_a_start_seven_hits_the_seat_that_starts(deal: Deal) -> None:
    t = deal(players=3, deck=deck_with(["", "", ""], start="b7", bottom="a7", first=2), first=2)
    assert (t.turn, t.owed) == (2, 3)


@pytest.mark.says("7.1")
@pytest.mark.parametrize("bottom", ["bK", "b8", "aA"])
def test_s07_a_start_seven_on_another_bottom_card_is_ordinary(deal: Deal, bottom: str) -> None:
    t = deal(players=2, deck=deck_with(["l7 bU l9 lX lK", HEARTS], start="b7", bottom=bottom))
    assert t.owed == 0
    assert t.moves == {"l7", "bU", "draw"}


def test_s07_a_seven_elsewhere_in_the_stock_does_not_count(deal: Deal) -> None:
    t = deal(players=2, deck=deck_with([LEAVES, HEARTS], start="b7", stock_top="a7", bottom="h7 bK"))
    assert t.owed == 0


@pytest.mark.says("7.1", "7.3")
def test_s07_a_start_ace_is_in_force_if_the_bottom_card_is_an_ace(deal: Deal) -> None:
    t = deal(players=2, deck=deck_with(["lA l8 l9 lX lK", HEARTS], start="hA", bottom="bA"))
    assert (t.turn, t.ace, t.ace_by) == (0, 1, None)
    assert t.moves == {"lA", "stand"}


@pytest.mark.says("7.1")
@pytest.mark.parametrize("bottom", ["hK", "h9", "a7"])
def test_s07_a_start_ace_on_another_bottom_card_is_ordinary(deal: Deal, bottom: str) -> None:
    t = deal(players=2, deck=deck_with(["h8 l8 l9 lX lK", ""], start="hA", bottom=bottom))
    assert t.ace == 0
    assert t.moves == {"h8", "h8 l8", "draw"}


@pytest.mark.says("7.4")
def test_s07_standing_on_a_start_ace_frees_nobody(deal: Deal) -> None:
    """A start ace has no owner."""
    t = deal(players=2, deck=deck_with([LEAVES, "aA lA h8 h9 hX"], start="hA", bottom="bA"))
    t.play("stand")
    assert (t.turn, t.ace, t.free) == (1, 0, False)
    assert t.moves == {"aA", "lA", "h8", "h9", "hX", "draw"}


@pytest.mark.says("7.3")
def test_s07_a_start_ace_is_answered_with_an_ace(deal: Deal) -> None:
    t = deal(players=2, deck=deck_with(["lA l8 l9 lX lK", HEARTS], start="hA", bottom="bA"))
    t.play("lA")
    assert (t.turn, t.ace, t.ace_by) == (1, 1, 0)
    t.play("stand")
    assert (t.turn, t.ace, t.free) == (0, 0, True)


def test_s07_a_start_ace_stops_one_of_three_players(deal: Deal) -> None:
    t = deal(players=3, deck=deck_with([LEAVES, HEARTS, ""], start="hA", bottom="bA")).play("stand")
    assert (t.turn, t.ace, t.sizes) == (1, 0, [5, 5, 5])
    assert "draw" in t.moves


@pytest.mark.parametrize("value", "89XUK")
def test_s07_other_values_are_ordinary_whatever_lies_at_the_bottom(deal: Deal, value: str) -> None:
    t = deal(players=2, deck=deck_with(["", ""], start=f"b{value}", bottom=f"a{value}"))
    assert (t.owed, t.ace, t.suit) == (0, 0, "b")


@pytest.mark.says("7.5")
@pytest.mark.parametrize("bottom", ["bK", "b7", "bA"])
def test_s07_a_start_over_takes_the_suit_of_the_bottom_card(deal: Deal, bottom: str) -> None:
    t = deal(players=2, deck=deck_with(["b8 h8 l9 lX lK", ""], start="hO", bottom=bottom))
    assert (t.suit, t.owed, t.ace) == ("b", 0, 0)
    assert t.moves == {"b8", "b8 h8", "draw"}


@pytest.mark.says("7.6")
def test_s07_under_a_start_over_an_over_at_the_bottom_gives_way_to_the_card_above(deal: Deal) -> None:
    t = deal(players=2, deck=deck_with(["", ""], start="hO", bottom="b9 lX aO"))
    assert t.suit == "l"


@pytest.mark.says("7.6")
def test_s07_under_a_start_over_every_over_at_the_bottom_is_skipped(deal: Deal) -> None:
    t = deal(players=2, deck=deck_with(["", ""], start="hO", bottom="b9 lX aO lO bO"))
    assert t.suit == "l"


@pytest.mark.says("7.7")
def test_s07_on_a_start_pharaoh_anything_may_be_laid(deal: Deal) -> None:
    t = deal(players=2, deck=deck_with(["h7 b8 aK lA hX", ""], start="lU", bottom="aU"))
    assert t.moves == {"h7", "b8", "aK", "lA", "hX", "draw"}


@pytest.mark.says("7.8")
def test_s07_a_start_red_seven_returns_nobody(deal: Deal) -> None:
    t = deal(players=2, deck=deck_with([LEAVES, ""], start="h7", bottom="a7"))
    assert (t.owed, t.sizes) == (3, [5, 5])
    assert t.moves == {"l7", "draw"}


@pytest.mark.says("7.9")
@pytest.mark.parametrize(("start", "bottom"), [("b7", "a7"), ("b7", "bK"), ("hA", "bA"), ("hO", "bK aO")])
def test_s07_the_cards_looked_at_stay_where_they_are(deal: Deal, start: str, bottom: str) -> None:
    t = deal(players=2, deck=deck_with([LEAVES, HEARTS], start=start, bottom=bottom))
    assert t.pile == start
    assert t.stock.endswith(bottom)
    assert len(t.stock.split()) == 21


@pytest.mark.says("7.9")
@pytest.mark.parametrize("start", ["b7", "bA", "bO"])
def test_s07_the_card_looked_at_is_public(deal: Deal, start: str) -> None:
    t = deal(players=2, deck=deck_with(["", ""], start=start, bottom="aK"))
    assert t.view(0)["known"]["stock"] == t.view(1)["known"]["stock"] == [None] * 20 + ["aK"]


@pytest.mark.says("7.9")
def test_s07_every_card_looked_at_for_a_suit_is_public(deal: Deal) -> None:
    t = deal(players=2, deck=deck_with(["", ""], start="hO", bottom="l9 aO"))
    assert t.view(1)["known"]["stock"] == [None] * 19 + ["l9", "aO"]


def test_s07_nothing_is_looked_at_for_an_ordinary_start_card(deal: Deal) -> None:
    t = deal(players=2, deck=deck_with(["", ""], start="b8", bottom="a8"))
    assert t.view(0)["known"]["stock"] == [None] * 21
