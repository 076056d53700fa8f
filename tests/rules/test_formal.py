"""The formal document taken literally, and beside it the repaired model and the rulebook."""

import pytest

from tests.referee import PACK, Deal, RefereeTable, SetUp, every_suit


@pytest.fixture
def formal(table: SetUp) -> SetUp:
    """Sets up a position of the literal model: ``formal(hands=["b7", "a7"], pile="b8", cnt=3)``."""
    return lambda **position: table(rulebook="formal", **position)


@pytest.fixture
def repaired(table: SetUp) -> SetUp:
    return lambda **position: table(rulebook="formal-repaired", **position)


def reason(t: RefereeTable, move: str, language: str = "en") -> tuple[str, str]:
    """The first reason for the verdict on a move, with its citation."""
    first = t.judge(move)["reasons"][0]
    return first[language], first["paragraph"]


# ------------------------------------------------------------------------------------------------ the deal


@pytest.mark.parametrize(("players", "hand"), [(2, 5), (5, 5), (6, 4), (9, 3), (15, 1)])
def test_everybody_gets_five_cards_at_most_and_five_are_left(deal: Deal, players: int, hand: int) -> None:
    t = deal(rulebook="formal", players=players)
    assert t.sizes == [hand] * players
    assert len(t.stock.split()) + 1 >= 5
    assert t.cards == sorted(PACK)


def test_a_game_begins_with_everything_at_its_first_value(deal: Deal) -> None:
    t = deal(rulebook="formal", players=3)
    assert (t.ace, t.cnt, t.mc, t.turn, t.LP_MC) == (0, 1, 0, 0, [-1, -1, -1])
    assert t.suit + t.val == t.pile


@pytest.mark.parametrize("start", ["b7", "bA", "bO"])
def test_no_start_card_is_in_force(deal: Deal, start: str) -> None:
    spare = [card for card in PACK if card != start]
    t = deal(rulebook="formal", players=2, deck=[*spare[:10], start, *spare[10:]])
    assert (t.ace, t.cnt, t.suit) == (0, 1, "b")


# ------------------------------------------------------------------------------------------ laying, drawing


def test_r1_r2_r3_suit_value_and_over(formal: SetUp) -> None:
    t = formal(hands=["b9 l8 lO aK", "h9"], pile="b8")
    assert t.moves == {"b9", "l8", "draw"} | every_suit("lO")
    assert reason(t, "b9") == ("Follow the suit.", "R1")
    assert reason(t, "l8", "sk") == ("Priznaj znak.", "R2")
    assert reason(t, "aK") == ("The king of acorns does not follow the suit (bells).", "R1")


def test_r4_anything_goes_onto_the_pharaoh(formal: SetUp) -> None:
    t = formal(hands=["b9 h8 aK", "h9"], pile="lU")
    assert t.moves == {"b9", "h8", "aK", "draw"}


def test_r6_the_pharaoh_goes_onto_anything_with_unders_above_it(formal: SetUp) -> None:
    t = formal(hands=["lU bU h9", "hX"], pile="aK")
    assert t.moves == {"lU", "lU bU", "draw"}
    assert t.play("lU bU").suit == "b"


def test_r7_drawing_is_legal_also_when_there_is_nothing_to_draw(formal: SetUp) -> None:
    t = formal(hands=["b9", "h9"], pile="b8", stock="")
    assert t.moves == {"b9", "draw"}
    assert (t.play("draw").turn, t.sizes) == (1, [1, 1])


def test_m5_m6_the_suit_asked_for_or_the_top_cards_is_valid(formal: SetUp) -> None:
    t = formal(hands=["aO b8 h8", "h9"], pile="bK")
    assert (t.play("b8 h8").suit, t.val) == ("h", "8")
    t = formal(hands=["aO b8 h8", "h9"], pile="bK")
    assert (t.play("aO=l").suit, t.val) == ("l", "O")


# ----------------------------------------------------------------------------------------------- sevens


def test_a_seven_cannot_answer_a_seven(formal: SetUp, repaired: SetUp, table: SetUp) -> None:
    hands, pile = ["b7 h9 lK", "a7 hX b9"], "b8"
    t = formal(hands=hands, pile=pile).play("b7")
    assert (t.cnt, t.moves) == (3, {"draw"})
    sentence = "Čakajú sedmy: prebi faraónom, alebo ber 3 karty."
    assert reason(t, "a7", "sk") == (sentence, "R6")
    t = repaired(hands=hands, pile=pile).play("b7")
    assert t.moves == {"a7", "draw"}
    assert t.play("a7").cnt == 6
    t = table(hands=hands, pile=pile).play("b7", "a7")
    assert t.owed == 6


def test_the_pharaoh_kills_sevens(formal: SetUp) -> None:
    t = formal(hands=["lU bU h9", "hX"], pile="b7", cnt=6)
    assert t.moves == {"lU", "lU bU", "draw"}
    assert t.play("lU").cnt == 1


def test_sevens_are_drawn_once(formal: SetUp) -> None:
    t = formal(hands=["h9", "b9"], pile="b7", cnt=6).play("draw")
    assert (t.sizes, t.cnt, t.turn) == ([7, 1], 1, 1)


def test_four_sevens_hit_their_owner(formal: SetUp, repaired: SetUp, table: SetUp) -> None:
    hands, four = ["a7 b7 l7 h7 h9 bK", "lU b9"], "a7 b7 l7 h7"
    t = formal(hands=hands, pile="aK").play(four)
    assert (t.turn, t.cnt, t.moves) == (0, 12, {"draw"})
    assert t.play("draw").sizes == [14, 2]
    assert (t.turn, t.cnt) == (1, 1)
    t = repaired(hands=hands, pile="aK").play(four)
    assert (t.turn, t.cnt, t.due, t.moves) == (0, 1, 12, {"h9", "draw"})
    assert (t.play("h9").cnt, t.due, t.moves) == (12, 0, {"lU", "draw"})
    t = table(hands=hands, pile="aK").play(four)
    assert (t.turn, t.owed, t.moves) == (0, 12, {"h9", "draw"})
    assert (t.play("h9").owed, t.moves) == (12, {"lU", "draw"})


def test_only_the_pharaoh_saves_the_owner_of_four_sevens(formal: SetUp) -> None:
    t = formal(hands=["a7 b7 l7 h7 lU bK", "b9"], pile="aK").play("a7 b7 l7 h7")
    assert t.moves == {"lU", "draw"}
    assert (t.play("lU").cnt, t.turn) == (1, 1)


# ------------------------------------------------------------------------------------------------- aces


def test_a_stopped_player_draws(formal: SetUp, repaired: SetUp, table: SetUp) -> None:
    hands = ["bA h9 lK", "hX b9", "h8 aX"]
    t = formal(hands=hands, pile="b8").play("bA")
    assert (t.turn, t.ace, t.moves) == (1, 1, {"draw"})
    assert reason(t, "b9")[0] == "An ace stops you: answer with an ace, or draw 1 card."
    assert t.play("draw").sizes == [2, 3, 2]
    assert (t.turn, t.ace) == (2, 0)
    for t in (repaired(hands=hands, pile="b8"), table(hands=hands, pile="b8")):
        assert t.play("bA").moves == {"stand"}
        assert (t.play("stand").sizes, t.turn, t.ace) == ([2, 2, 2], 2, 0)


def test_an_answer_adds_to_the_aces_that_lie(formal: SetUp, repaired: SetUp, table: SetUp) -> None:
    hands = ["bA lA h9", "hA aA b9", "h8 aX", "hX bX"]
    t = formal(hands=hands, pile="b8").play("bA lA", "hA aA")
    assert (t.turn, t.ace) == (2, 4)
    for t in (repaired(hands=hands, pile="b8"), table(hands=hands, pile="b8")):
        assert t.play("bA lA", "hA aA").ace == 3


def test_two_players_who_answer_aces_stop_themselves(formal: SetUp, repaired: SetUp, table: SetUp) -> None:
    hands = ["bA h9 lK", "hA b9 b8"]
    t = formal(hands=hands, pile="bX").play("bA", "hA")
    assert (t.turn, t.ace) == (0, 2)
    assert (t.play("draw").turn, t.ace, t.moves) == (1, 1, {"draw"})
    assert (t.play("draw").turn, t.ace, t.sizes) == (0, 0, [3, 3])
    for t in (repaired(hands=hands, pile="bX"), table(hands=hands, pile="bX")):
        assert (t.play("bA", "hA").turn, t.ace) == (0, 1)
        assert (t.play("stand").turn, t.ace) == (1, 0)


def test_four_aces_stop_their_owner(formal: SetUp, repaired: SetUp) -> None:
    hands, four = ["bA lA aA hA h9 lK", "b9 b8"], "bA lA aA hA"
    t = formal(hands=hands, pile="bX").play(four)
    assert (t.turn, t.ace, t.moves) == (0, 4, {"draw"})
    t = repaired(hands=hands, pile="bX").play(four)
    assert (t.turn, t.ace, t.moves) == (0, 0, {"h9", "draw"})


# ------------------------------------------------------------------------- four of a value, and the end


def test_four_of_a_value_keep_the_turn(formal: SetUp) -> None:
    t = formal(hands=["bK hK aK lK l9", "b9"], pile="bX").play("bK hK aK lK")
    assert (t.turn, t.moves) == (0, {"l9", "draw"})


def test_four_cards_that_empty_the_hand_pass_the_turn(formal: SetUp) -> None:
    t = formal(hands=["bK hK aK lK", "b9 l8", "h9"], pile="bX", mc=7).play("bK hK aK lK")
    assert (t.turn, t.over, t.out(0)) == (1, False, "safe")
    assert (t.LP_MC, t.mc) == ([7, -1, -1], 8)


def test_players_without_cards_are_skipped_and_their_move_is_kept(formal: SetUp) -> None:
    t = formal(hands=["b9 l8", "b8", "h9 hX"], pile="bX")
    t.play("b9", "b8")
    assert (t.turn, t.LP_MC, t.mc, t.places) == (2, [-1, 1, -1], 2, [1])
    assert t.play("draw", "draw").turn == 2


def test_the_game_ends_as_soon_as_one_player_has_cards(formal: SetUp, table: SetUp) -> None:
    """The red seven returns nobody: there is no last chance."""
    hands = ["b9", "h7 lK a9"]
    t = formal(hands=hands, pile="bK").play("b9")
    assert (t.over, t.loser, t.moves) == (True, 1, set())
    assert not table(hands=hands, pile="bK").play("b9").over


def test_two_finish_with_sevens_and_the_third_loses(formal: SetUp) -> None:
    t = formal(hands=["b9", "h9", "hX aX"], pile="bK").play("b9", "h9")
    assert (t.over, t.loser, t.places) == (True, 2, [0, 1])


# ------------------------------------------------------------------------------ the repaired model besides


def test_repaired_a_debt_and_a_stop_together_leave_only_standing(repaired: SetUp, table: SetUp) -> None:
    """Four sevens, then an ace: who is stopped by it takes the twelve cards."""
    hands = ["a7 b7 l7 h7 hA bK", "aA b9", "h9 hK"]
    for t in (repaired(hands=hands, pile="aK"), table(hands=hands, pile="aK")):
        t.play("a7 b7 l7 h7", "hA")
        assert (t.turn, t.ace, t.moves) == (1, 1, {"stand"})
        assert (t.play("stand").sizes, t.turn, t.ace) == ([1, 14, 2], 2, 0)


def test_repaired_a_debt_does_not_go_away_under_a_pharaoh_on_top(repaired: SetUp) -> None:
    t = repaired(hands=["a7 b7 l7 h7 hU lU bK", "aA b9"], pile="aK")
    t.play("a7 b7 l7 h7", "hU lU")
    assert (t.turn, t.cnt, t.moves) == (1, 12, {"draw"})


def test_repaired_nobody_is_stopped_twice_when_the_last_cards_are_aces(repaired: SetUp, table: SetUp) -> None:
    hands = ["bA lA aA hA", "b9", "h9"]
    for t in (repaired(hands=hands, pile="bX"), table(hands=hands, pile="bX")):
        assert (t.play("bA lA aA hA").turn, t.ace, t.moves) == (1, 2, {"stand"})
