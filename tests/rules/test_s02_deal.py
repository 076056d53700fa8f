"""§2: five cards each, the next one is turned up, play goes clockwise."""

import pytest

from tests.referee import Deal, SetUp

from .conftest import DealRefused

# The whole pack; the start card after two hands is a ten, after three a king.
IN_ORDER = "h8 l8 a8 b8 h9 l9 a9 b9 h7 l7 lX a7 b7 hU lU aK bU hO lO aO bO hK lK aU bK hA lA aA bA hX aX bX"
DECK = IN_ORDER.split()


@pytest.mark.says("2.1", "2.2")
def test_s02_everybody_is_dealt_five_cards_one_at_a_time_from_seat_0(deal: Deal) -> None:
    t = deal(players=3, deck=DECK)
    assert t.hand(0) == {"h8", "b8", "a9", "l7", "b7"}
    assert t.hand(1) == {"l8", "h9", "b9", "lX", "hU"}
    assert t.hand(2) == {"a8", "l9", "h7", "a7", "lU"}


@pytest.mark.says("2.3")
def test_s02_the_next_card_is_the_start_card_and_the_rest_the_stock(deal: Deal) -> None:
    t = deal(players=3, deck=DECK)
    assert t.pile == "aK"
    assert t.stock == " ".join(DECK[16:])


def test_s02_the_first_player_follows_the_start_card(deal: Deal) -> None:
    t = deal(players=3, deck=DECK)
    assert (t.turn, t.suit, t.owed, t.ace, t.burn, t.free) == (0, "a", 0, 0, False, False)
    assert t.moves == {"a9", "draw"}


def test_s02_a_new_game_has_no_finished_player_and_no_move_made(deal: Deal) -> None:
    t = deal(players=3, deck=DECK)
    assert (t.over, t.loser, t.places, t.moves_made) == (False, None, [], 0)
    assert [t.out(seat) for seat in range(3)] == ["in", "in", "in"]


@pytest.mark.says("2.2")
def test_s02_the_seat_that_starts_gets_the_first_card(deal: Deal) -> None:
    t = deal(players=3, deck=DECK, first=2)
    assert t.turn == 2
    assert t.hand(2) == {"h8", "b8", "a9", "l7", "b7"}
    assert t.hand(0) == {"l8", "h9", "b9", "lX", "hU"}
    assert t.hand(1) == {"a8", "l9", "h7", "a7", "lU"}


def test_s02_two_players_are_dealt_in_turn_too(deal: Deal) -> None:
    t = deal(players=2, deck=DECK)
    assert t.hand(0) == {"h8", "a8", "h9", "a9", "h7"}
    assert t.hand(1) == {"l8", "b8", "l9", "b9", "l7"}
    assert t.pile == "lX"


def test_s02_dealing_skips_a_seat_that_has_its_number(deal: Deal) -> None:
    t = deal(players=3, deck=DECK, hand_sizes=[4, 2, 3])
    assert t.hand(0) == {"h8", "b8", "a9", "h7"}
    assert t.hand(1) == {"l8", "h9"}
    assert t.hand(2) == {"a8", "l9", "b9"}
    assert t.pile == "l7"
    assert t.stock == " ".join(DECK[10:])


def test_s02_a_deck_must_be_the_whole_pack(deal_refused: DealRefused) -> None:
    assert deal_refused(players=2, deck=DECK[:-1])
    assert deal_refused(players=2, deck=[*DECK[:-1], DECK[0]])


@pytest.mark.says("2.4")
def test_s02_play_goes_clockwise(table: SetUp) -> None:
    t = table(hands=["b9 h8", "bX h9", "bK hX"], pile="b8", stock="l8 l9")
    assert t.play("b9").turn == 1
    assert t.play("bX").turn == 2
    assert t.play("bK").turn == 0
