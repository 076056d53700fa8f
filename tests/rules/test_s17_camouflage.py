"""§17: camouflage. Groups are laid covered, the cards below the top one may differ from what is declared,
and the next player may check.
"""

from typing import Any

import pytest

from tests.referee import SetUp


def covered(table: SetUp, **keys: Any) -> Any:
    return table(**{"camouflage": "on", **keys})


# --------------------------------------------------------------------------------------- at most tables


@pytest.mark.says("17.1", "17.2")
@pytest.mark.parametrize("lay", ["lK b8", "h9 lK b8", "b8 lK b9"])
def test_s17_without_camouflage_wrong_cards_under_a_right_one_are_refused(table: SetUp, lay: str) -> None:
    t = table(hands=["b8 h9 lK b9", "a9"], pile="bX", stock="l8")
    assert t.refuses(lay)
    assert "one value" in t.judge(lay)["reasons"][0]["en"]


@pytest.mark.says("17.2")
def test_s17_without_camouflage_everybody_sees_every_card_of_a_group(table: SetUp) -> None:
    t = table(hands=["b8 h8 a8 lK", "a9 hX", "b9 bK"], pile="bX", stock="l8").play("b8 a8 h8")
    for seat in (-1, 0, 1, 2):
        assert t.view(seat)["pile"] == ["bX", "b8", "a8", "h8"]
    assert "covered" not in t.state
    assert "claim" not in t.view(1)


def test_s17_without_camouflage_there_is_nothing_to_check(table: SetUp) -> None:
    t = table(hands=["b8 h8 lK", "a9 hX"], pile="bX", stock="l8").play("b8 h8")
    t.refuses("check")
    assert "laid open" in t.judge("check")["reasons"][0]["en"]


# --------------------------------------------------------------------------------------------- the lay


@pytest.mark.says("17.3")
def test_s17_the_others_see_the_top_card_and_how_many_they_are(table: SetUp) -> None:
    t = covered(table, hands=["b8 h8 a8 lK", "a9 hX", "b9 bK"], pile="bX", stock="l8 l9").play("b8 a8 h8")
    assert t.view(0)["pile"] == ["bX", "b8", "a8", "h8"]
    for seat in (-1, 1, 2):
        assert t.view(seat)["pile"] == ["bX", None, None, "h8"]
        assert t.view(seat)["log"][-1]["move"] == "?? ?? h8"
        assert t.view(seat)["claim"] == {"seat": 0, "n": 3}
    assert t.view(0)["log"][-1]["move"] == "b8 a8 h8"
    assert t.state["covered"] == [[1, 0], [2, 0]]
    assert t.state["claim"]["seat"] == 0
    assert t.state["claim"]["n"] == 3
    assert t.state["claim"]["before"]["hands"][0] == ["h8", "a8", "b8", "lK"]


@pytest.mark.says("17.3")
def test_s17_a_single_card_is_not_covered(table: SetUp) -> None:
    t = covered(table, hands=["b8 h8 lK", "a9 hX"], pile="bX", stock="l8").play("b8")
    assert t.view(1)["pile"] == ["bX", "b8"]
    assert (t.state["covered"], t.state["claim"]) == ([], None)
    t.refuses("check")


@pytest.mark.says("17.4")
@pytest.mark.parametrize("lay", ["b8 h8", "hX h8", "a9 h8", "lK a9 h8", "hX lK a9 h8"])
def test_s17_the_cards_below_may_be_any_of_ones_own(table: SetUp, lay: str) -> None:
    t = covered(table, hands=["b8 h8 hX lK a9", "h9 aX"], pile="bX", stock="l8 l9 lX a7")
    assert t.judge(lay)["legal"]
    t.play(lay)
    assert t.pile == "bX " + lay
    assert t.suit == "h"
    assert t.view(1)["log"][-1]["move"] == "?? " * (len(lay.split()) - 1) + "h8"


@pytest.mark.says("17.4")
def test_s17_moves_lists_what_is_honest(table: SetUp) -> None:
    t = covered(table, hands=["b8 h8 lK", "h9 aX"], pile="bX", stock="l8 l9 lX")
    assert t.moves == {"b8", "b8 h8", "draw"}


@pytest.mark.says("17.5")
def test_s17_the_claim_must_be_possible_with_this_top_card(table: SetUp) -> None:
    t = covered(table, hands=["b8 h8 hX lK a9 lU", "h9 aX"], pile="bX", stock="l8 l9 lX")
    # The only eight that fits on the bells ten is the one on top; a king of bells would fit below lK.
    t.refuses("hX b8", "h8 b8").play("hX lK")
    assert t.turn == 1


@pytest.mark.says("17.5")
@pytest.mark.parametrize("lay", ["b8 hX b9 lK h8", "b9 l8", "b8 b8", "b9 h9^1", "hX h8=l"])
def test_s17_own_cards_at_most_four_and_no_suit_without_an_over(table: SetUp, lay: str) -> None:
    covered(table, hands=["b8 h8 hX lK b9", "h9 aX"], pile="bX", stock="l9 lX").refuses(lay)


@pytest.mark.says("17.5")
def test_s17_effects_follow_the_claim_sevens(table: SetUp) -> None:
    t = covered(table, hands=["a9 hK h7 lK", "h9 aX"], pile="b7", stock="l8 l9 lX").play("a9 hK h7")
    assert (t.owed, t.turn, t.suit) == (9, 1, "h")


@pytest.mark.says("17.5")
def test_s17_effects_follow_the_claim_aces(table: SetUp) -> None:
    t = covered(table, hands=["a9 hK hA lK", "h9 aX", "a8 bX", "lX h8"], pile="bX").play("a9 hK hA")
    assert (t.ace, t.turn, t.ace_by) == (3, 1, 0)


@pytest.mark.says("17.5")
def test_s17_effects_follow_the_claim_a_burned_four(table: SetUp) -> None:
    t = covered(table, hands=["a9 hK lX h8 h9 l9", "b9 aX"], pile="bX").play("a9 hK lX h8")
    assert (t.turn, t.burn) == (0, True)


@pytest.mark.says("17.5")
def test_s17_effects_follow_the_claim_the_suit_asked_for(table: SetUp) -> None:
    t = covered(table, hands=["a9 lO hK", "b9 aX"], pile="bX").play("a9 lO=h")
    assert (t.suit, t.turn) == ("h", 1)
    assert t.view(1)["log"][-1]["move"] == "?? lO=h"


@pytest.mark.says("17.5")
def test_s17_in_debt_only_sevens_can_be_claimed(table: SetUp) -> None:
    t = covered(table, hands=["h9 a9 a7 lK", "b9 aX"], pile="b7", owed=3)
    t.refuses("h9 lK", "a7 a9").play("h9 a7")
    assert t.owed == 9


@pytest.mark.says("17.5")
def test_s17_while_asking_two_aces_cannot_be_claimed(table: SetUp) -> None:
    covered(table, hands=["a9 hA lK", "b9 aX"], pile="bX").refuses("a9 hA")
    covered(table, hands=["a9 hA lK", "b9 aX"], pile="bX", ace_two="free").play("a9 hA")


@pytest.mark.says("17.6")
def test_s17_in_a_covered_group_the_pharaoh_does_not_fit_on_everything(table: SetUp) -> None:
    t = covered(table, hands=["lU hU aK lK", "b9 aX"], pile="bX")
    assert t.moves == {"lU", "draw"}
    t.play("lU hU")  # legal as a claim: the under of bells would fit. But it is a lie
    assert t.play("check").hand(0) >= {"lU", "hU"}


@pytest.mark.says("17.6")
def test_s17_in_a_covered_group_the_pharaoh_does_not_kill(table: SetUp) -> None:
    t = covered(table, hands=["lU hU aK lK", "b9 aX"], pile="b7", owed=3)
    assert t.moves == {"lU", "draw"}
    t.refuses("lU hU").play("lU")
    assert t.owed == 0


@pytest.mark.says("17.6")
def test_s17_on_top_of_a_covered_group_anything_follows_the_pharaoh(table: SetUp) -> None:
    t = covered(table, hands=["bU lU aK", "h9 a8"], pile="bX").play("bU lU")
    assert {"h9", "a8"} <= t.moves


@pytest.mark.says("17.5")
def test_s17_who_can_lay_honestly_must_where_drawing_is_not_free(table: SetUp) -> None:
    position = {"hands": ["h8 lK a9", "b9 aX"], "pile": "bX", "stock": "l8 l9"}
    assert "draw" in covered(table, **position, voluntary_draw="off").moves
    t = covered(table, **{**position, "stock": ""})
    assert t.moves == {"pass"}  # a lie would be possible, but nobody must lie
    t.play("lK h8")


# --------------------------------------------------------------------------------------------- checking


@pytest.mark.says("17.7")
def test_s17_only_the_next_player_may_check_and_before_anything_else(table: SetUp) -> None:
    t = covered(table, hands=["b8 h8 lK", "h9 aX", "a9 a8"], pile="bX", stock="l8 l9 lX aK").play("b8 h8")
    assert "check" in t.moves
    t.play("draw").refuses("check")
    assert t.state["claim"] is None


@pytest.mark.says("17.8")
def test_s17_what_nobody_checked_counts_for_good_and_stays_unknown(table: SetUp) -> None:
    t = covered(table, hands=["a9 h8 lK", "h9 aX", "a7 a8"], pile="bX", stock="l8 l9 lX aK")
    t.play("a9 h8", "h9")
    assert t.view(0)["pile"] == ["bX", "a9", "h8", "h9"]
    for seat in (-1, 1, 2):
        assert t.view(seat)["pile"] == ["bX", None, "h8", "h9"]


@pytest.mark.says("17.8")
def test_s17_unknown_cards_stay_unknown_in_the_turned_pile(table: SetUp) -> None:
    t = covered(table, hands=["a9 h8 lK", "h9 aX", "a7 a8"], pile="bX", stock="")
    t.play("a9 h8", "h9", "draw")
    assert (t.stock, t.pile) == ("a9 h8", "h9")
    assert t.state["covered"] == []
    assert t.view(0)["known"]["stock"] == ["a9", "h8"]
    for seat in (-1, 1, 2):
        assert t.view(seat)["known"]["stock"] == [None, "h8"]
    t.play("draw")  # seat 0 takes its own card again; nobody else knows which
    assert t.view(1)["known"]["hands"]["0"] == []


@pytest.mark.says("17.9")
def test_s17_a_lie_is_undone_and_costs_three_and_the_turn(table: SetUp) -> None:
    t = covered(table, hands=["b8 hX lK h8", "h9 aX"], pile="bX", stock="l8 l9 lX a7 a8", moves_made=4)
    t.play("hX h8", "check")
    assert t.hand(0) == {"b8", "hX", "lK", "h8", "l8", "l9", "lX"}
    assert (t.pile, t.suit, t.stock) == ("bX", "b", "a7 a8")
    assert (t.turn, t.moves_made) == (1, 6)
    assert (t.state["covered"], t.state["claim"]) == ([], None)
    assert t.view(1)["known"]["hands"]["0"] == ["h8", "hX"]
    assert {"kind": "lie", "seat": 0, "count": 2, "cards": ["hX", "h8"]} in t.view(1)["log"][-1]["events"]
    t.refuses("check")


@pytest.mark.says("17.9")
def test_s17_the_wrong_order_is_a_lie_too(table: SetUp) -> None:
    t = covered(table, hands=["b8 h8 a8 lK", "h9 aX"], pile="bX", stock="l8 l9 lX").play("a8 h8", "check")
    assert (t.turn, t.sizes) == (1, [7, 2])


@pytest.mark.says("17.9")
def test_s17_a_liar_in_debt_pays_the_debt_as_well(table: SetUp) -> None:
    t = covered(table, hands=["h9 a7 lK", "b9 aX", "lX l8"], pile="b7", owed=3).play("h9 a7", "check")
    assert (t.turn, t.owed, t.sizes) == (1, 0, [3 + 6, 2, 2])


@pytest.mark.says("17.9")
def test_s17_a_liar_who_was_stopped_has_served_the_stop(table: SetUp) -> None:
    t = covered(table, hands=["h9 aA lK", "b9 aX", "lX l8"], pile="bA", ace=2).play("h9 aA", "check")
    assert (t.turn, t.ace, t.sizes) == (1, 1, [6, 2, 2])


@pytest.mark.says("17.9")
def test_s17_a_caught_lie_declines_the_ace(table: SetUp) -> None:
    t = covered(table, hands=["h9 aA lK h8", "b9 aX lA"], pile="lK bA", ace=1, ace_by=1, ace_two="free")
    t.play("h9 aA", "check")
    assert (t.turn, t.ace, t.free) == (1, 0, False)


@pytest.mark.says("17.9")
def test_s17_an_extra_move_is_undone_with_the_lie(table: SetUp) -> None:
    t = covered(table, hands=["a9 hK lX h8 h9 l9", "b9 aX"], pile="bX", stock="l8 l7 a7 a8 aK")
    t.play("a9 hK lX h8", "h9")
    assert (t.turn, t.sizes) == (1, [1, 2])
    t.play("check")
    assert t.hand(0) == {"a9", "hK", "lX", "h8", "h9", "l9", "l8", "l7", "a7"}
    assert (t.turn, t.burn, t.pile) == (1, False, "bX")


@pytest.mark.says("17.9")
def test_s17_cards_drawn_since_go_back_to_the_stock(table: SetUp) -> None:
    t = covered(table, hands=["a9 hK lX h8 l9", "b9 aX"], pile="bX", stock="l8 l7 a7 a8 aK")
    t.play("a9 hK lX h8", "draw")
    assert t.hand(0) == {"l9", "l8"}
    t.play("check")
    assert t.hand(0) == {"a9", "hK", "lX", "h8", "l9", "l8", "l7", "a7"}
    assert t.stock == "a8 aK"


@pytest.mark.says("17.7")
def test_s17_only_the_latest_group_of_a_turn_is_checked(table: SetUp) -> None:
    t = covered(table, hands=["a9 hK lX h8 l9 aX hX", "b9 a8"], pile="bX", stock="l8 l7 a7 aK bK")
    t.play("a9 hK lX h8", "hX aX", "check")  # four "eights", which are a lie, and two honest tens
    assert t.hand(1) == {"b9", "a8", "l8", "l7", "a7"}
    assert t.turn == 1
    assert t.view(1)["pile"] == ["bX", None, None, None, "h8", "hX", "aX"]


@pytest.mark.says("17.10")
def test_s17_a_check_in_vain_costs_three_and_the_player_stays_on_turn(table: SetUp) -> None:
    t = covered(table, hands=["b8 h8 lK", "h9 aX", "a9 a8"], pile="bX", stock="l8 l9 lX aK", play_drawn="on")
    t.play("b8 h8", "check")
    assert t.hand(1) == {"h9", "aX", "l8", "l9", "lX"}
    assert (t.turn, t.suit, t.drawn, t.moves_made) == (1, "h", None, 2)
    assert t.moves == {"h9", "h9 l9", "l8", "draw"}  # there is nothing to check any more
    for seat in (-1, 0, 1, 2):
        assert t.view(seat)["pile"] == ["bX", "b8", "h8"]
    assert {"kind": "true", "seat": 0, "count": 2, "cards": ["b8", "h8"]} in t.view(2)["log"][-1]["events"]


@pytest.mark.says("17.10")
def test_s17_after_a_check_in_vain_a_debt_or_a_stop_is_still_there(table: SetUp) -> None:
    t = covered(table, hands=["b7 a7 lK", "h9 h7", "a9 a8"], pile="bX").play("b7 a7", "check")
    assert (t.turn, t.owed, len(t.hand(1))) == (1, 6, 5)
    assert {"h7", "draw"} <= t.moves
    t = covered(table, hands=["bA aA lK", "h9 hA", "a9 a8"], pile="bX").play("bA aA", "check")
    assert (t.turn, t.ace, len(t.hand(1))) == (1, 2, 5)
    assert {"hA", "stand"} <= t.moves


@pytest.mark.says("17.10")
def test_s17_a_short_stock_gives_what_there_is(table: SetUp) -> None:
    t = covered(table, hands=["b8 h8 lK", "h9 aX"], pile="bX", stock="l8").play("b8 h8", "check")
    assert t.hand(1) == {"h9", "aX", "l8", "bX", "b8"}


@pytest.mark.says("17.10")
def test_s17_a_true_group_is_open_also_below_a_card_that_its_owner_laid_since(table: SetUp) -> None:
    """A burned four and an extra move: all have seen the four, and so what the pile becomes when turned."""
    t = covered(table, hands=["b8 h8 a8 l8 lA hK", "bK h9"], pile="bX", stock="a9").play("b8 h8 a8 l8", "lA")
    t.play("check")
    turned = {"kind": "turn", "count": 5, "cards": ["bX", "b8", "h8", "a8", "l8"]}
    for seat in (-1, 0, 1):
        assert turned in t.view(seat)["log"][-1]["events"]
        assert t.view(seat)["known"]["stock"] == ["h8", "a8", "l8"]


# ------------------------------------------------------------------------------------------- last cards


@pytest.mark.says("17.11")
def test_s17_last_cards_can_be_checked(table: SetUp) -> None:
    t = covered(table, hands=["a9 h8", "h9 aX"], pile="bX", stock="l8 l9 lX aK").play("a9 h8")
    assert (t.over, t.turn, t.out(0)) == (False, 1, "returnable")
    assert t.moves == {"check", "concede"}
    t.play("check")
    assert (t.over, t.turn, t.out(0), t.sizes) == (False, 1, "in", [5, 2])
    assert t.state["places"] == []


@pytest.mark.says("17.11")
def test_s17_whoever_does_not_check_the_last_cards_has_lost(table: SetUp) -> None:
    t = covered(table, hands=["a9 h8", "h9 aX"], pile="bX", stock="l8 l9 lX aK").play("a9 h8", "concede")
    assert (t.over, t.loser) == (True, 1)


@pytest.mark.says("17.11")
def test_s17_after_a_check_in_vain_without_a_return_the_game_is_over(table: SetUp) -> None:
    t = covered(table, hands=["b8 h8", "h9 aX"], pile="bX", stock="l8 l9 lX aK").play("b8 h8", "check")
    assert (t.over, t.loser, t.sizes) == (True, 1, [0, 5])


@pytest.mark.says("17.11")
def test_s17_after_a_check_in_vain_the_red_seven_can_still_return(table: SetUp) -> None:
    t = covered(table, hands=["b8 h8", "h7 aX"], pile="bX", stock="l8 l9 lX aK aU l7").play("b8 h8")
    assert t.moves == {"h7^0", "check", "concede"}
    assert t.play("check").moves == {"h7^0", "concede"}
    assert t.play("h7^0").sizes == [3, 4]


@pytest.mark.says("17.11")
@pytest.mark.parametrize("free", [False, True])
def test_s17_after_last_aces_nobody_is_returned(table: SetUp, free: bool) -> None:
    how = {"free": True} if free else {"ace_two": "free"}
    t = covered(table, hands=["bA hA", "h7 aX"], pile="bX", stock="l8 l9 lX aK", **how).play("bA hA")
    assert (t.over, t.turn) == (False, 1)
    assert t.moves == {"check", "concede"}
    t.refuses("h7^0").play("check")
    assert (t.over, t.loser) == (True, 1)


@pytest.mark.says("17.11")
def test_s17_only_a_check_lets_last_aces_end_the_game_afterwards(table: SetUp) -> None:
    """Where none was made, an ace on top does not say that it was a last card: there is still a return."""
    t = covered(table, hands=["", "h7 aX"], pile="bX bA", stock="l8 l9 lX aK", turn=1, out={0: "returnable"})
    assert (t.over, t.moves) == (False, {"h7^0", "concede"})
    assert t.play("h7^0").sizes == [3, 1]


@pytest.mark.says("17.11")
def test_s17_false_last_aces_are_caught(table: SetUp) -> None:
    t = covered(table, hands=["l9 hA", "h7 aX"], pile="bX", stock="l8 lX aK aU", ace_two="free")
    t.play("l9 hA", "check")
    assert (t.over, t.turn, t.sizes) == (False, 1, [5, 2])


@pytest.mark.says("17.11")
def test_s17_the_move_limit_ends_the_game_before_any_check(table: SetUp) -> None:
    t = covered(table, hands=["a9 h8", "h9 aX"], pile="bX", stock="l8 l9", move_limit=7, moves_made=6)
    t.play("a9 h8")
    assert (t.over, t.loser, t.state["claim"]) == (True, None, None)


@pytest.mark.says("17.11")
def test_s17_the_first_one_out_has_not_won_before_the_next_could_check(table: SetUp) -> None:
    position = {"hands": ["a9 h8", "h9 aX", "a7 b7"], "pile": "bX", "stock": "l8 l9 lX aK"}
    rules = {"play_on": "first_out", "red_seven_return": "off"}
    t = covered(table, **position, **rules).play("a9 h8")
    assert (t.over, t.moves) == (False, {"check", "concede"})
    assert t.play("concede").over
    t = covered(table, **position, **rules).play("a9 h8", "check")
    assert (t.over, t.turn, t.sizes) == (False, 1, [5, 2, 2])


# ----------------------------------------------------------------------------------- given positions


def test_s17_a_position_with_a_claim_can_be_given_back(table: SetUp) -> None:
    t = covered(table, hands=["a9 h8 lK", "h9 aX"], pile="bX", stock="l8 l9 lX aK").play("a9 h8")
    state = dict(t.state)
    t.ask(do="set", rulebook="classic", options={"camouflage": "on"}, position=state)
    assert t.state == state
    assert t.view(1)["pile"] == ["bX", None, "h8"]
    assert t.play("check").sizes == [6, 2]


def test_s17_camouflage_and_punished_invalid_moves_do_not_go_together(table: SetUp) -> None:
    t = covered(table, hands=["b8", "h9"], pile="bX")
    answer = t.answer(
        do="new", rulebook="classic", players=2, seed=1, options={"camouflage": "on", "pajchel": "penalty"}
    )
    assert answer["error"]["code"] == "bad-option"
    assert "Camouflage" in answer["error"]["message"]


def test_s17_with_more_cards_dealt_than_usual_twins_are_a_group_as_well(table: SetUp) -> None:
    t = covered(table, hands=["b8", "h9"], pile="bX")
    t.ask(do="new", rulebook="classic", players=4, options={"camouflage": "on"}, seed=1, hand_sizes=[8] * 4)
    while not t.over and t.state["moves_made"] < 60:
        for move in sorted(t.moves)[:40]:
            assert t.judge(move)["legal"], move
        t.play(sorted(t.moves)[0])
