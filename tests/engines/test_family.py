"""What games of the family are made of: the direction of play, what a group contains, the others' hands, and
drawing until a card fits."""

from __future__ import annotations

from typing import Any

import pytest

from faraon.engines.errors import GameError
from faraon.game.position import Out
from faraon.lang.library import book_from_text
from faraon.play.game import Game, load
from faraon.play.state import State

HEAD = """rulebook house
include classic
state reversed: bool = false  shows reversed
    en "the other way round" "Play goes the other way round." sk "opačne" "Hrá sa opačným smerom."
mechanic nines before turn: Cn[val] == IX -> reversed = (not reversed)
    en "A nine turns the play round." sk "Deviatka obráti smer hry."
override mechanic turn:
    not again & not conceded -> next back if reversed, burn = false, free = false, drawn = none
"""


def house(text: str, players: int = 2, **options: Any) -> Game:
    return Game(book_from_text(text + "\n", "house.far"), players, options)


def table(game: Game, hands: list[str], pile: str = "b8", stock: str = "l8 lX", **more: Any) -> State:
    given = [hand.split() for hand in hands]
    return game.position({"hands": given, "pile": pile.split(), "stock": stock.split(), "turn": 0, **more})


# ------------------------------------------------------------------------------------------- the direction


def test_a_card_turns_the_play_round() -> None:
    state = table(house(HEAD, 4), ["b9 bK", "hX h7", "aX a7", "bX b7"])
    state = state.play("b9")
    assert state.turn == 3
    assert [note.en for note in state.situation.notes] == ["Play goes the other way round."]
    assert state.play("bX").turn == 2


def test_a_second_one_turns_it_back_and_both_are_told() -> None:
    state = table(house(HEAD, 3), ["b9 bK", "hX h7", "a9 a7"]).play("b9")
    assert "A nine turns the play round." in [fact.said.en for fact in state.facts() if fact.said]
    back = state.play("a9")
    assert back.turn == 0
    assert not back.situation.notes
    assert "A nine turns the play round." in [fact.said.en for fact in back.facts() if fact.said]


def test_the_direction_is_part_of_the_position() -> None:
    state = table(house(HEAD, 3), ["bK hK", "hX h7", "a9 a7"], reversed=True)
    assert state.to_json()["reversed"] is True
    assert state.play("bK").turn == 2


def test_finished_seats_are_safe_when_the_turn_passes_them_that_way() -> None:
    state = table(house(HEAD, 4), ["bK hK", "hX h7", "aX", ""], reversed=True, out={"3": "returnable"})
    after = state.play("bK")
    assert after.turn == 2
    assert after.position.out[3] == Out.safe
    clockwise = table(house(HEAD, 4), ["bK hK", "hX h7", "aX", ""], out={"3": "returnable"}).play("bK")
    assert clockwise.position.out[3] == Out.returnable


def test_a_returned_player_is_passed_over_that_way_too() -> None:
    hands = ["h7 bK", "hX aX", "", ""]
    state = table(house(HEAD, 4), hands, reversed=True, out={"3": "returnable", "2": "safe"})
    after = state.play("h7^3")
    assert after.turn == 1
    assert [fact.seat for fact in after.facts() if fact.kind == "passed"] == [3]


# -------------------------------------------------------------------------------- groups, and others' hands


def test_a_group_contains_a_card_at_any_place() -> None:
    text = """rulebook house
include classic
override let pharaoh_below §11 = pharaoh == on & contains((leaves, under))
    no en "Only the Pharaoh kills sevens." sk "Sedmy zabíja iba faraón."
says 11.3 en "Wherever he is." sk "Kdekoľvek je."
"""
    state = table(house(text), ["bU lU hU", "hX"], pile="l7", owed=3)
    assert {"lU", "bU lU", "bU lU hU", "bU hU lU", "lU bU"} <= set(map(str, state.moves()))
    assert not {"bU", "bU hU"} & set(map(str, state.moves()))
    assert "Only the Pharaoh kills sevens." in [reason.en for reason in state.judge("bU hU").reasons]
    assert state.play("bU lU hU").situation.debt == 0


def test_the_others_hands_can_be_counted() -> None:
    text = """rulebook house
include classic
let nearly_out shows nearly_out = hand(i + 1) == 1
    en "the next seat has one card left" "One card left!" sk "poslednej karte" "Posledná karta!"
mechanic eights before turn: Cn[val] == VIII & hand(i + 1) < 3 -> owed += 1
    en "An eight costs a card." sk "Osma stojí kartu."
"""
    game = house(text, 3)
    state = table(game, ["b8 bK", "hX h9", "aX"], pile="b9")
    assert state.play("b8").situation.debt == 1
    assert table(game, ["b8 bK", "hX h9 hO", "aX"], pile="b9").play("b8").situation.debt == 0
    assert not state.situation.notes
    seen = state.play("bK")
    assert [note.en for note in seen.situation.notes] == ["One card left!"]
    assert all(seen.view(seat).situation == seen.situation for seat in (-1, 0, 1, 2))


def test_nobody_holds_no_cards() -> None:
    text = """rulebook house
include classic
mechanic count before turn: Cn[val] == VIII -> owed += hand(ace_by)
    en "So many." sk "Toľko."
"""
    state = table(house(text), ["b8 bK", "hX h9"], pile="b9")
    assert state.play("b8").situation.debt == 0
    assert table(house(text), ["b8 bK", "hX h9"], pile="b9", ace_by=1).play("b8").situation.debt == 2


# ------------------------------------------------------------------------------------------- drawing until

UNTIL = """rulebook house
include classic
override rule draw when not alone & not stopped & not owing & not has_drawn:
    something_to_draw & may_draw -> draw until fits, drawn = DRAWN if play_drawn == on else none
    en "Draw until a card fits." sk "Ťahaj, kým sa karta nehodí."
says 4.1 en "You draw until a card fits." sk "Ťaháš, kým sa karta nehodí."
"""


def test_cards_are_drawn_until_one_fits() -> None:
    state = table(house(UNTIL), ["hX", "hK h9"], pile="a7 b8", stock="lX a9 bK b9").play("draw")
    assert state.position.sizes == (4, 2)
    assert [card.name for card in state.position.stock] == ["b9"]
    drawn = [card.name for _, _, cards in state.log[-1].events for card in cards]
    assert (len(state.log[-1].events), drawn) == (1, ["lX", "a9", "bK"])
    assert state.turn == 1


def test_one_is_drawn_if_it_fits() -> None:
    state = table(house(UNTIL), ["hX", "hK h9"], stock="b9 lX").play("draw")
    assert state.position.sizes == (2, 2)


def test_the_pile_is_turned_on_the_way() -> None:
    state = table(house(UNTIL), ["hX", "hK h9"], pile="a7 b7 lK b8", stock="lX").play("draw")
    assert [event[0] for event in state.log[-1].events] == ["draw", "turn", "draw"]
    assert [card.name for card in state.position.hands[0]] == ["a7", "b7", "hX", "lX"]
    assert [card.name for card in state.position.stock] == ["lK"]


def test_without_a_fitting_card_all_are_drawn() -> None:
    state = table(house(UNTIL), ["hX", "hK h9"], pile="a7 lK b8", stock="lX").play("draw")
    assert state.position.sizes == (4, 2)
    assert (state.position.stock, len(state.position.pile)) == ((), 1)
    assert [fact.new for fact in state.facts() if fact.kind == "draw"] == [3]


def test_the_last_one_may_be_laid_at_once() -> None:
    state = table(house(UNTIL, play_drawn="on"), ["hX", "hK h9"], stock="lX bK").play("draw")
    assert list(map(str, state.moves())) == ["bK", "pass"]


def test_what_was_drawn_is_hidden_and_how_many_is_not() -> None:
    state = table(house(UNTIL), ["hX", "hK h9"], stock="lX a9 bK").play("draw")
    event = state.view(1).log[-1].events[0]
    assert (event.count, event.cards) == (3, None)


# ------------------------------------------------------------------------------------------ what refuses it


def test_jax_refuses_by_name_what_it_cannot_draw() -> None:
    pytest.importorskip("jax")
    from faraon.engines.kernels.jax.module import jax_plan

    odd = UNTIL.replace("draw until fits", "draw until 1 > (0 if Cn[val] == king else 2)")
    with pytest.raises(
        GameError, match=r"house: the JAX kernel cannot 'draw until 1 > .*' \(rule draw\)"
    ) as no:
        jax_plan(house(odd).bound)
    assert no.value.code == "bad-request"
    assert jax_plan(house(UNTIL).bound)


@pytest.mark.parametrize(("rulebook", "card"), [("mau", "b8"), ("crazy", "bO")])
def test_whoever_is_skipped_is_told_so(rulebook: str, card: str) -> None:
    hands = [[card, "b9"], ["hX", "h9"], ["hK", "h8"]]
    for players, then in ((3, "The player in seat 2 is next."), (2, "You move again.")):
        at = {"hands": hands[:players], "pile": ["bK"], "stock": ["l8", "l9"], "turn": 0}
        said = load(rulebook, players).position(at).judge(card).reasons
        assert [reason.en for reason in said[-2:]] == ["The player in seat 1 does not move this time.", then]
        assert said[-2].sk == "Hráč na mieste 1 tentoraz na ťah nejde."
        assert said[-2].paragraph == "§3"
