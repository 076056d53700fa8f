"""§2: who starts the games of a match."""

import random

import pytest

from faraon.match import Match, MatchError, write_match

from .conftest import drawn, lost_by, play_out, series, won_by

LIMIT = {"move_limit": 150}


def started(match: Match) -> list[int]:
    """Who started the games that were played."""
    return [one.starter for one in match.played]


@pytest.mark.says("2.5")
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("how", ["loser", "after_dealer", "winner", "random"])
def test_s02_the_first_seat_starts_the_first_game(players: int, how: str) -> None:
    match = series(players, 3, starter=how)
    assert match.starter == 0
    game = match.deal(1).current
    assert game is not None
    assert game.turn == 0


@pytest.mark.says("2.6")
def test_s02_the_loser_starts_the_next_game() -> None:
    match = lost_by(series(4, 5), 2, 2, 0, 3)
    assert match.starter == 3
    assert started(match) == [0, 2, 2, 0]


@pytest.mark.says("2.6")
def test_s02_of_two_the_loser_starts_the_next_game() -> None:
    assert started(lost_by(series(2, 5), 1, 0, 1)) == [0, 1, 0]


@pytest.mark.says("2.2", "2.6")
def test_s02_the_player_before_the_starter_deals_and_gets_his_card_last() -> None:
    match = lost_by(series(3, 5), 1)
    deck = [suit + value for value in "89XU7OKA" for suit in "hlab"]
    state = match.deal(deck=deck).current
    assert state is not None
    hands = [set(map(str, state.view(seat).hand)) for seat in range(3)]
    assert [seat for card in deck[:15] for seat in range(3) if card in hands[seat]] == [1, 2, 0] * 5


@pytest.mark.says("2.10")
@pytest.mark.parametrize("winner", [0, 1, 2])
def test_s02_without_a_single_loser_the_seat_after_the_last_starter_starts(winner: int) -> None:
    match = won_by(series(3, 4, play_on="first_out"), winner)
    assert len(match.played[0].losers) == 2
    assert match.starter == 1
    assert won_by(match, winner).starter == 2


@pytest.mark.says("2.7")
@pytest.mark.parametrize("how", ["loser", "after_dealer", "winner", "random"])
def test_s02_after_a_drawn_game_the_same_seat_starts_again(how: str) -> None:
    match = drawn(series(3, 4, starter=how, **LIMIT))
    assert match.starter == 0
    match = lost_by(series(3, 4, **LIMIT), 2)
    assert drawn(match).starter == 2


@pytest.mark.says("2.7")
def test_s02_a_game_at_its_limit_is_drawn_unless_the_first_one_out_is_safe() -> None:
    """Where the first one out wins, they have not won while they can be returned."""

    def game(**limit: int) -> Match:
        match = series(3, 2, play_on="first_out", **limit).deal(4)
        return play_out(match, random.Random(4), lambda seat: seat == 1)

    free = game().played[0]
    assert free.state is not None
    moves = free.state.position.moves_made
    assert (free.first_out, free.losers) == (1, (0, 2))
    won = game(move_limit=moves)
    assert won.played[0].losers == (0, 2)
    assert '[Result "winner 1"]' in write_match(won)
    drawn_game = game(move_limit=moves - 1)
    assert (drawn_game.played[0].first_out, drawn_game.played[0].losers) == (1, ())
    assert drawn_game.starter == 0
    assert '[Result "drawn"]' in write_match(drawn_game)


@pytest.mark.says("2.11")
def test_s02_after_the_dealer_the_start_moves_on_by_one_seat() -> None:
    match = lost_by(series(3, 6, starter="after_dealer"), 0, 2, 2, 1)
    assert started(match) == [0, 1, 2, 0]
    assert match.starter == 1


@pytest.mark.says("2.12")
def test_s02_the_first_to_finish_starts_the_next_game() -> None:
    match = lost_by(series(4, 5, starter="winner"), 2, 0, 3)
    first_out = [one.state.places[0] for one in match.played if one.state is not None]
    assert [*started(match), match.starter] == [0, *first_out]


@pytest.mark.says("2.13")
def test_s02_the_lot_decides_who_starts() -> None:
    match = lost_by(series(4, 5, starter="random"), 2)
    assert match.starter is None
    turns = []
    for lot in range(400):
        game = match.deal(1, lot=lot).current
        assert game is not None
        turns.append(game.turn)
    assert {seat: turns.count(seat) > 60 for seat in range(4)} == dict.fromkeys(range(4), True)


@pytest.mark.says("2.13")
def test_s02_the_lot_comes_from_the_seed_unless_it_is_given() -> None:
    match = lost_by(series(4, 5, starter="random"), 2)
    rng = random.Random(5)
    for seed in (rng.getrandbits(64) for _ in range(20)):
        one, other = match.deal(seed).current, match.deal(seed).current
        assert one is not None
        assert other is not None
        assert one.position == other.position
    deck = [suit + value for value in "89XU7OKA" for suit in "hlab"]
    with pytest.raises(MatchError, match="by lot"):
        match.deal(deck=deck)
    assert match.deal(deck=deck, lot=7).current is not None
