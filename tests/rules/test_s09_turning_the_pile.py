"""§9: when the stock is used up the pile is turned, not shuffled, and play goes on on its top card."""

import pytest

from tests.referee import SetUp


@pytest.mark.says("9.1")
def test_s09_the_pile_is_turned_and_its_top_card_stays(table: SetUp) -> None:
    t = table(hands=["h9", "b9 bX"], pile="l8 l9 lX aK", stock="").play("draw")
    assert t.pile == "aK"
    assert t.suit == "a"


@pytest.mark.says("9.2")
def test_s09_the_card_laid_first_is_drawn_first(table: SetUp) -> None:
    t = table(hands=["h9", "b9 bX"], pile="l8 l9 lX aK", stock="").play("draw")
    assert t.hand(0) == {"h9", "l8"}
    assert t.stock == "l9 lX"


@pytest.mark.says("9.3")
def test_s09_the_pile_is_turned_only_when_a_card_is_needed(table: SetUp) -> None:
    t = table(hands=["h9", "b9 bX"], pile="l8 l9 aK", stock="a8").play("draw")
    assert t.stock == ""
    assert t.pile == "l8 l9 aK"


@pytest.mark.says("9.3")
def test_s09_the_pile_is_turned_in_the_middle_of_a_draw(table: SetUp) -> None:
    t = table(hands=["h9", "b9 bX"], pile="l8 l9 lX b7", stock="a8", owed=3).play("draw")
    assert t.hand(0) == {"h9", "a8", "l8", "l9"}
    assert (t.stock, t.pile) == ("lX", "b7")


def test_s09_the_pile_is_turned_for_a_returned_player(table: SetUp) -> None:
    t = table(hands=["", "h7 lK"], pile="b8 b9 bX aK", stock="a8", turn=1, out={0: "returnable"})
    t.play("h7^0")
    assert t.hand(0) == {"a8", "b8", "b9"}
    assert (t.stock, t.pile) == ("bX aK", "h7")


@pytest.mark.says("9.5")
def test_s09_cards_that_are_not_there_are_forgiven(table: SetUp) -> None:
    t = table(hands=["h9", "b9 bX"], pile="l8 a7 b7", stock="a8", owed=6).play("draw")
    assert t.hand(0) == {"h9", "a8", "l8", "a7"}
    assert (t.stock, t.pile, t.owed, t.turn) == ("", "b7", 0, 1)


@pytest.mark.says("9.5")
def test_s09_a_debt_is_cleared_when_there_is_nothing_to_draw(table: SetUp) -> None:
    t = table(hands=["h9", "b9 bX"], pile="b7", stock="", owed=3)
    assert t.moves == {"draw"}
    t.play("draw")
    assert (t.sizes, t.owed, t.turn) == ([1, 2], 0, 1)


@pytest.mark.says("9.6")
def test_s09_who_can_lay_must_when_nothing_can_be_drawn(table: SetUp) -> None:
    t = table(hands=["b9 hK", "a9 bX"], pile="b8", stock="")
    assert t.moves == {"b9"}
    assert t.refuses("draw")
    assert t.refuses("pass")


@pytest.mark.says("9.6")
@pytest.mark.says("13.10")
def test_s09_who_could_only_return_may_also_pass_when_nothing_can_be_drawn(table: SetUp) -> None:
    t = table(hands=["", "h7 lK", "a9 a8"], pile="b8", stock="", turn=1, out={0: "returnable"})
    assert t.moves == {"h7^0", "pass"}
    t.play("pass")
    assert (t.turn, t.sizes, t.pile) == (2, [0, 2, 2], "b8")


@pytest.mark.says("9.6")
def test_s09_who_can_lay_must_though_they_could_return(table: SetUp) -> None:
    t = table(hands=["", "h7 bK", "a9 a8"], pile="b8", stock="", turn=1, out={0: "returnable"})
    assert t.moves == {"bK", "h7^0"}
    assert t.refuses("pass")


@pytest.mark.says("9.6")
def test_s09_who_cannot_lay_passes_when_nothing_can_be_drawn(table: SetUp) -> None:
    t = table(hands=["hK", "a9 bX"], pile="b8", stock="")
    assert t.moves == {"pass"}
    t.play("pass")
    assert (t.turn, t.sizes, t.pile) == (1, [1, 2], "b8")
    assert t.moves == {"bX"}


@pytest.mark.parametrize(("pile", "stock"), [("b8", "l8"), ("l8 b8", "")])
def test_s09_nobody_passes_while_one_card_can_be_drawn(table: SetUp, pile: str, stock: str) -> None:
    t = table(hands=["hK", "a9 bX"], pile=pile, stock=stock)
    assert t.moves == {"draw"}
    assert t.refuses("pass")


def test_s09_a_free_player_who_can_do_nothing_passes(table: SetUp) -> None:
    t = table(hands=["h9", "b9 bX"], pile="lA", stock="", free=True)
    assert t.moves == {"pass"}
    t.play("pass")
    assert (t.turn, t.free) == (1, False)


def test_s09_a_stopped_player_stands_when_nothing_can_be_drawn(table: SetUp) -> None:
    assert table(hands=["h9", "b9 bX"], pile="lA", stock="", ace=1).moves == {"stand"}


@pytest.mark.says("9.4")
def test_s09_the_declared_suit_outlives_the_turning(table: SetUp) -> None:
    t = table(hands=["h9", "b9 aX hX"], pile="l8 l9 hO", suit="b", stock="").play("draw")
    assert (t.pile, t.suit) == ("hO", "b")
    assert t.moves == {"b9", "draw"}


@pytest.mark.says("11.2")
def test_s09_the_freedom_of_the_pharaoh_outlives_the_turning(table: SetUp) -> None:
    t = table(hands=["h9 aK", "b8 hX"], pile="l8 l9 lU", stock="").play("draw")
    assert t.pile == "lU"
    assert t.moves == {"b8", "hX", "draw"}


def test_s09_laid_cards_come_back_in_the_order_they_were_laid(table: SetUp) -> None:
    t = table(hands=["b8 h8 hK", "h9 aK"], pile="bX", stock="").play("b8 h8", "h9", "draw")
    assert t.hand(0) == {"hK", "bX"}
    assert t.stock == "b8 h8"
