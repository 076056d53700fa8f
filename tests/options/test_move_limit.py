"""`move_limit`: after how many moves a game is drawn."""

import pytest

from tests.referee import SetUp

from .conftest import Options, default

NOBODY_FINISHES = {"hands": ["lK l8", "h9 hX"], "pile": "b9"}


@default(move_limit=2000)
def test_the_limit_is_2000_moves(table: SetUp, chosen: Options) -> None:
    t = table(**NOBODY_FINISHES, moves_made=1998, **chosen).play("draw")
    assert (t.over, t.moves_made) == (False, 1999)
    t.play("draw")
    assert (t.over, t.loser, t.moves_made) == (True, None, 2000)


@pytest.mark.says("10.5")
@pytest.mark.parametrize("limit", [1, 2, 17, 100_000])
def test_the_limit_may_be_any_number_from_1_to_100000(table: SetUp, limit: int) -> None:
    t = table(**NOBODY_FINISHES, move_limit=limit, moves_made=limit - 1)
    assert not t.over
    t.play("draw")
    assert (t.over, t.loser, t.places) == (True, None, [])


@pytest.mark.says("10.6")
def test_a_move_that_ends_the_game_counts_before_the_limit(table: SetUp) -> None:
    t = table(hands=["b8", "h9 hX"], pile="b9", move_limit=1).play("b8")
    assert (t.over, t.loser, t.places) == (True, 1, [0])
