"""``deck``: a rulebook plays with some of the 32 cards, and nobody asks for what is not there."""

from __future__ import annotations

import pytest

from faraon.cards import CARDS, Suit, parse_cards
from faraon.engines.errors import GameError
from faraon.lang.format import format_text
from faraon.lang.ir import Book
from faraon.lang.library import book_from_text, check, read_book
from faraon.play.game import Game, load

HEAD = 'rulebook house\n    en "House"\n    sk "Dom"\n\ninclude classic\n\n'


def house(*lines: str) -> Book:
    return book_from_text(HEAD + "\n".join(lines) + "\n", "house.far")


THREE_SUITS = house("deck §1: suits = hearts | leaves | acorns")


def test_a_deck_has_the_named_suits_with_the_named_values() -> None:
    assert read_book("classic").deck == tuple(CARDS)
    assert read_book("mini-6").deck == tuple(sorted(parse_cards("h7 l7 h8 l8 hU lU")))
    assert read_book("mini-8").deck == tuple(sorted(parse_cards("h7 l7 h8 l8 hU lU hA lA")))
    assert len(THREE_SUITS.deck) == 24
    assert len(house("deck: values = VII | VIII | IX | X | under | over").deck) == 24


def test_the_whole_pack_may_be_said_and_changes_nothing() -> None:
    suits, values = "hearts | leaves | acorns | bells", "VII | VIII | IX | X | under | over | king | ace"
    assert (
        house(f"deck: suits = {suits}, values = {values}").hash == house().hash == read_book("classic").hash
    )


def test_another_deck_is_another_game() -> None:
    assert THREE_SUITS.hash != read_book("classic").hash
    assert len({read_book(name).hash for name in ("classic", "mini-6", "mini-8")}) == 3


def test_the_order_of_the_names_does_not_matter() -> None:
    one, other = house("deck: suits = hearts | bells"), house("deck: suits = bells | hearts")
    assert one.hash == other.hash


def test_a_deck_is_formatted() -> None:
    text = HEAD + "deck §1:suits=hearts|leaves ,\n values =VII| ace\n"
    assert format_text(text) == HEAD + "deck §1: suits = hearts | leaves, values = VII | ace\n"


def test_what_is_included_may_name_other_cards() -> None:
    """There a card that nobody has does no harm; in the rulebook's own file it is a mistake."""
    assert check("house.far", HEAD + "deck: suits = hearts | acorns | bells\n")[1] == []
    own = "mechanic pharaohs before turn: Cn[0] == (leaves, under) -> owed = 0\n"
    found = check("house.far", HEAD + "deck: suits = hearts | acorns | bells\n" + own)[1]
    assert "E216" in [one.code for one in found]


# --------------------------------------------------------------------------------------------------- dealing


def test_only_these_cards_are_dealt() -> None:
    game = load("mini-6")
    state = game.deal(seed=3)
    hands, stock, pile = state.position.hands, state.position.stock, state.position.pile
    assert [len(hand) for hand in hands] == [2, 2]
    assert sorted([*hands[0], *hands[1], *stock, *pile]) == list(game.bound.deck)


def test_a_given_deck_must_be_this_one() -> None:
    with pytest.raises(GameError) as caught:
        load("mini-6").deal(deck=parse_cards("h7 l7 h8 l8 hU bU"))
    assert caught.value.code == "bad-deck"
    assert "missing lU; too many bU" in str(caught.value)


def test_a_position_has_no_other_cards() -> None:
    with pytest.raises(GameError, match="bU is not in the deck of mini-6: h7 l7 h8 l8 hU lU") as caught:
        load("mini-6").position({"hands": [["h7"], ["bU"]], "pile": ["h8"], "stock": [], "turn": 0})
    assert caught.value.code == "bad-position"


def test_only_two_play_with_six_cards() -> None:
    with pytest.raises(GameError, match="mini-6 is played by 2 players, not 3") as caught:
        load("mini-6", 3)
    assert caught.value.code == "bad-players"


def test_more_players_than_the_deck_has_cards_for() -> None:
    game = Game(THREE_SUITS, 5, {"packs": 1})
    with pytest.raises(GameError, match="Too few cards") as caught:
        game.deal(seed=1)
    assert caught.value.code == "too-few-cards"
    assert Game(THREE_SUITS, 5, {}).packs() == 2
    assert len(Game(THREE_SUITS, 5, {}).deal(seed=1).deck or ()) == 48


# ---------------------------------------------------------------------------------------- asking for suits


def test_s15_overs_ask_only_for_suits_in_the_deck() -> None:
    state = Game(THREE_SUITS, 2, {}).position(
        {"hands": [["aO", "lO", "h9"], ["h8", "a7"]], "pile": ["aK"], "stock": ["l8", "l9"], "turn": 0}
    )
    suits = {str(move).partition("=")[2] for move in state.moves() if "=" in str(move)}
    assert suits == {"h", "l", "a"}
    verdict = state.judge("aO=b")
    assert not verdict
    assert verdict.text("en") == "There are no bells in this deck (§3, §4)."
    assert verdict.text("sk") == "V týchto kartách nie je guľa (§3, §4)."
    assert state.play("aO=h").situation.suit == Suit.hearts


def test_a_whole_deck_asks_for_every_suit() -> None:
    state = load("classic").position(
        {"hands": [["aO", "h9"], ["h8", "a7"]], "pile": ["aK"], "stock": ["l8", "l9"], "turn": 0}
    )
    assert sum("=" in str(move) for move in state.moves()) == 4


# -------------------------------------------------------------------------------------- what is told of it


@pytest.mark.parametrize(
    ("pharaoh", "told"),
    [
        ("on", "follow the suit (leaves) or the value (eight), or lay the Pharaoh"),
        ("off", "follow the suit (leaves) or the value (eight)"),
    ],
)
def test_nobody_is_told_to_lay_an_over_that_is_not_there(pharaoh: str, told: str) -> None:
    state = load("mini-6", pharaoh=pharaoh).position(
        {"hands": [["h7", "hU"], ["l7"]], "pile": ["l8"], "stock": ["h8"], "turn": 0}
    )
    assert f"does not fit: {told} (§3, §11, §15)." in state.judge("hU").text("en")
