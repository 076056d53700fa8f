"""The presets: a rulebook loaded by its name is `classic` with some options chosen."""

import pytest

from tests.referee import RefereeTable, SetUp

from .conftest import Options, deck

CLASSIC: Options = {
    "hand_size": 5,
    "packs": "auto",
    "start_special": "compare",
    "groups": "on",
    "voluntary_draw": "on",
    "play_drawn": "off",
    "seven_cards": 3,
    "seven_answer": "on",
    "ace_two": "ask",
    "ace_answer": "on",
    "pharaoh": "on",
    "finish_over": "choose",
    "red_seven_return": "on",
    "burned": "on",
    "recycle": "turn",
    "play_on": "loser",
    "pajchel": "refuse",
    "move_limit": 2000,
}
PRSI: Options = CLASSIC | {
    "hand_size": 4,
    "groups": "off",
    "seven_cards": 2,
    "pharaoh": "off",
    "burned": "off",
    "red_seven_return": "off",
    "recycle": "shuffle",
    "start_special": "always",
    "play_on": "first_out",
}
FAMILY: Options = CLASSIC | {"ace_two": "free", "recycle": "shuffle"}


def same_games(one: RefereeTable, other: RefereeTable, moves: int = 80) -> bool:
    """Both tables show the same states and moves all along one game, which picks from all over its moves."""
    for count in range(moves):
        if one.state != other.state:
            return False
        if one.over:
            break
        choices = sorted(one.moves)
        if other.moves != set(choices):
            return False
        move = choices[count * 7 % len(choices)]
        one.play(move)
        other.play(move)
    return one.state == other.state


@pytest.mark.parametrize(("rulebook", "options"), [("classic", CLASSIC), ("prsi", PRSI), ("family", FAMILY)])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("start", ["b7", "lU", "hO", "aA"])
def test_a_preset_is_classic_with_its_options_spelled_out(
    deal: SetUp, rulebook: str, options: Options, players: int, start: str
) -> None:
    cards = deck(start=start, bottom="l9", dealt=players * options["hand_size"])
    preset = deal(rulebook=rulebook, players=players, deck=cards)
    assert same_games(preset, deal(rulebook="classic", players=players, deck=cards, **options))


def test_prsi_deals_four_cards_and_a_start_seven_or_ace_is_in_force(deal: SetUp) -> None:
    t = deal(rulebook="prsi", players=2, deck=deck(start="b7", bottom="l8", dealt=8))
    assert (t.sizes, t.owed) == ([4, 4], 2)
    t = deal(rulebook="prsi", players=2, deck=deck(start="bA", bottom="l8", dealt=8))
    assert (t.sizes, t.ace) == ([4, 4], 1)


def test_prsi_has_no_groups_and_no_pharaoh(table: SetUp) -> None:
    assert table(rulebook="prsi", hands=["b8 h8 lU", "h9 hX"], pile="b9").moves == {"b8", "draw"}


def test_prsi_has_no_burned_four_even_when_groups_are_chosen(table: SetUp) -> None:
    t = table(rulebook="prsi", hands=["b8 h8 a8 l8 lK", "h9 hX"], pile="b9", groups="on").play("b8 h8 a8 l8")
    assert (t.turn, t.burn) == (1, False)


def test_prsi_is_won_by_the_first_out_and_nobody_is_returned(table: SetUp) -> None:
    t = table(rulebook="prsi", hands=["b9", "h7 lK", "a9 aX"], pile="bK").play("b9")
    assert (t.over, t.loser, t.places) == (True, None, [0])


@pytest.mark.parametrize("rulebook", ["prsi", "family"])
def test_prsi_and_family_shuffle_the_turned_pile(table: SetUp, rulebook: str) -> None:
    t = table(rulebook=rulebook, hands=["lK", "h9 hX"], pile="l8 l9 lX b8 b9", stock="", chance=1)
    t.play("draw")
    assert t.hand(0) == {"lK", "lX"}
    assert t.stock == "b8 l8 l9"


def test_family_lays_any_number_of_aces(table: SetUp) -> None:
    t = table(rulebook="family", hands=["lA aA a9", "hA h8 b8"], pile="lK")
    assert t.moves == {"lA", "lA aA", "draw"}
    assert t.play("lA aA", "stand").free is False
