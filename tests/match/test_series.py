"""Single games and series: best of n for two, the fewest losses for more; and their records."""

import random

import pytest

from faraon.game.record import RecordError
from faraon.match import Match, MatchError, read_match, write_match

from .conftest import at_random, begin, drawn, lost_by, series, won_by

LIMIT = {"move_limit": 150}


def test_a_single_game_is_a_whole_match() -> None:
    match = begin(3)
    assert not match.over
    match = lost_by(match, 1)
    assert (match.over, match.winners, match.losses) == (True, (0, 2), (0, 1, 0))


def test_a_match_that_is_over_deals_no_more() -> None:
    with pytest.raises(MatchError, match="over"):
        lost_by(begin(2), 0).deal(1)


def test_one_game_is_played_at_a_time() -> None:
    match = begin(2).deal(1)
    with pytest.raises(MatchError, match="being played"):
        match.deal(2)
    with pytest.raises(MatchError, match="deal first"):
        begin(2).play("draw")


@pytest.mark.says("2.8")
@pytest.mark.parametrize(
    ("games", "losers", "winner"),
    [(1, [0], 1), (3, [0, 0], 1), (3, [1, 0, 1], 0), (5, [0, 1, 0, 0], 1), (4, [1, 1, 0, 1], 0)],
)
def test_two_play_best_of_n(games: int, losers: list[int], winner: int) -> None:
    match = series(2, games)
    for loser in losers:
        assert not match.over
        assert match.winners == ()
        match = lost_by(match, loser)
    assert (match.over, match.winners) == (True, (winner,))


@pytest.mark.says("2.8")
def test_two_who_lost_as_often_share_an_even_series() -> None:
    match = lost_by(series(2, 4), 0, 1, 1, 0)
    assert (match.over, match.winners) == (True, (0, 1))


@pytest.mark.says("2.8")
def test_a_drawn_game_of_two_counts_as_played_and_nobody_lost_it() -> None:
    match = drawn(series(2, 3, **LIMIT))
    assert (match.over, match.losses) == (False, (0, 0))
    match = drawn(lost_by(match, 1))
    assert (match.over, match.winners, match.losses) == (True, (0,), (0, 1))


@pytest.mark.says("2.9")
def test_with_more_players_all_games_are_played_and_the_fewest_losses_win() -> None:
    match = lost_by(series(4, 4), 0, 0, 0)
    assert not match.over
    match = lost_by(match, 2)
    assert (match.over, match.losses, match.winners) == (True, (3, 0, 1, 0), (1, 3))
    assert [line["seat"] for line in match.standings()] == [1, 3, 2, 0]


@pytest.mark.says("2.9")
def test_with_more_players_ties_are_shared() -> None:
    match = lost_by(series(3, 3), 0, 1, 2)
    assert match.winners == (0, 1, 2)
    assert lost_by(series(3, 2), 1, 1).winners == (0, 2)


@pytest.mark.says("2.9")
def test_where_the_first_one_out_wins_all_others_have_lost() -> None:
    match = won_by(series(3, 2, play_on="first_out"), 2)
    assert (match.losses, match.over) == ((1, 1, 0), False)
    match = won_by(match, 2)
    assert match.winners == (2,)


@pytest.mark.parametrize(
    ("kind", "games"), [("marathon", 1), ("series", 0), ("series", 1000), ("series", True)]
)
def test_what_is_no_match_is_refused(kind: str, games: int) -> None:
    with pytest.raises(MatchError):
        begin(2, kind, games)


# -------------------------------------------------------------------------------------------------- records


def same(one: Match, other: Match) -> bool:
    """Two matches stand alike, and every game of theirs went alike."""
    games, others = (
        [state.to_json() for state in (*(played.state for played in match.played), match.current) if state]
        for match in (one, other)
    )
    return one.to_json() == other.to_json() and games == others


OPTIONS: list[dict[str, object]] = [
    {},
    {"recycle": "shuffle", "starter": "random"},
    {"play_on": "first_out", "starter": "winner", "hand_size": 4},
    {"pajchel": "penalty", "starter": "after_dealer", "move_limit": 40},
]


@pytest.mark.parametrize("options", OPTIONS, ids=["classic", "shuffle", "first_out", "limit"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_series_is_replayed_from_its_record_to_the_same_standings(
    players: int, options: dict[str, object]
) -> None:
    chance = random.Random(players)
    match = series(players, 5, **options)
    while not match.over:
        assert same(read_match(write_match(match)), match)
        match = at_random(match, chance)
    record = write_match(match, date="2024-05-01")
    again = read_match(record)
    assert same(again, match)
    assert again.winners == match.winners
    assert write_match(again, date="2024-05-01") == record


def test_a_match_is_recorded_in_the_middle_of_a_game() -> None:
    match = lost_by(series(2, 3), 0).deal(9)
    for _ in range(4):
        assert match.current is not None
        match = match.play(str(match.current.moves()[-1]))
        assert same(read_match(write_match(match)), match)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[Format "faraon match 1"]', '[Format "faraon match 9"]'),
        ('[Match "series"]', '[Match "marathon"]'),
        ('[Games "3"]', '[Games "many"]'),
        ('[Games "3"]', '[Games "1"]'),
        ('[Players "2"]', '[Players "3"]'),
        ('[Rulebook "classic"]', '[Rulebook "klasik"]'),
        ('[Rulebook "classic"]', '[Rulebook "prsi"]'),
        ('[Options ""]', '[Options "ace_two=free"]'),
        ('[Games "3"]', ""),
        ('[First "1"]', '[First "0"]'),
        ('[First "1"]', '[First "7"]'),
        ('[Games "3"]', f'[Games "{"3" * 5000}"]'),
        ('[Options ""]', f'[Options "move_limit={"3" * 5000}"]'),
        ('[First "1"]', '[First "1"]\n[HandSizes "5 4"]'),
    ],
)
def test_a_record_that_does_not_fit_is_refused(old: str, new: str) -> None:
    record = write_match(lost_by(series(2, 3), 1, 1))
    assert old in record
    with pytest.raises(RecordError):
        read_match(record.replace(old, new, 1))
