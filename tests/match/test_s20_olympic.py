"""§20: Olympic Faraón: every lost game costs a card, and at none the beggar's card may be asked for, once."""

import random
from typing import Any

import pytest

from faraon.game.record import RecordError
from faraon.match import Match, MatchError, read_match, write_match

from .conftest import at_random, drawn, lost_by, olympic, won_by
from .test_series import same

LIMIT = {"move_limit": 150}


def without_cards(seat: int, players: int = 2, **options: Any) -> Match:
    """A match in which one seat has lost all its cards and is asked about the beggar's card."""
    match = lost_by(olympic(players, hand_size=4, **options), *[seat] * 4)
    assert match.asked == (seat,)
    return match


@pytest.mark.says("20.1")
@pytest.mark.parametrize("size", [4, 5, 7])
def test_s20_everybody_begins_with_the_cards_that_are_dealt(size: int) -> None:
    match = olympic(3, hand_size=size)
    assert match.hand_sizes == (size,) * 3
    state = match.deal(1).current
    assert state is not None
    assert state.view(-1).sizes == (size,) * 3


@pytest.mark.says("20.2")
def test_s20_every_lost_game_costs_a_card() -> None:
    match = lost_by(olympic(3), 1)
    assert match.hand_sizes == (5, 4, 5)
    assert lost_by(match, 1, 0).hand_sizes == (4, 3, 5)


@pytest.mark.says("20.2")
def test_s20_dealing_passes_over_a_seat_that_has_its_number() -> None:
    match = lost_by(olympic(3), 1, 1, 0)
    deck = [suit + value for value in "89XU7OKA" for suit in "hlab"]
    state = match.deal(deck=deck).current
    assert state is not None
    assert (state.turn, match.hand_sizes) == (0, (4, 3, 5))
    hands = [sorted(map(str, state.view(seat).hand)) for seat in range(3)]
    rounds = [
        (0, "h8"),
        (1, "l8"),
        (2, "a8"),
        (0, "b8"),
        (1, "h9"),
        (2, "l9"),
        (0, "a9"),
        (1, "b9"),
        (2, "hX"),
    ]
    rest = [(0, "lX"), (2, "aX"), (2, "bX")]
    assert hands == [sorted(card for seat, card in rounds + rest if seat == own) for own in range(3)]
    assert str(state.top) == "hU"


@pytest.mark.says("20.3")
@pytest.mark.parametrize("players", [2, 4])
def test_s20_a_drawn_game_costs_nobody(players: int) -> None:
    match = lost_by(olympic(players, **LIMIT), 1)
    before = match.hand_sizes
    match = drawn(match)
    assert match.hand_sizes == before
    assert match.losses == tuple(int(seat == 1) for seat in range(players))


@pytest.mark.says("20.2")
def test_s20_where_the_first_one_out_wins_all_others_lose_a_card() -> None:
    match = won_by(olympic(3, play_on="first_out"), 1)
    assert match.hand_sizes == (4, 5, 4)


# ------------------------------------------------------------------------------------------ the beggar's card


@pytest.mark.says("20.4")
def test_s20_without_cards_a_player_is_asked_about_the_beggars_card_before_the_next_deal() -> None:
    match = without_cards(1)
    assert (match.over, match.winners) == (False, ())
    with pytest.raises(MatchError, match="beggar"):
        match.deal(1)
    assert match.to_json()["asked"] == 1


@pytest.mark.says("20.4")
def test_s20_nobody_else_is_asked() -> None:
    with pytest.raises(MatchError, match="not asked"):
        without_cards(1).beggar(0, True)
    with pytest.raises(MatchError, match="not asked"):
        lost_by(olympic(2), 1).beggar(1, True)


@pytest.mark.says("20.4", "20.5")
def test_s20_the_beggars_card_is_offered_exactly_once() -> None:
    match = without_cards(1).beggar(1, True)
    with pytest.raises(MatchError, match="not asked"):
        match.beggar(1, True)
    match = lost_by(match, 1)
    assert (match.asked, match.out) == ((), (1,))
    with pytest.raises(MatchError, match="not asked"):
        match.beggar(1, True)


@pytest.mark.says("20.5")
def test_s20_the_beggar_plays_with_one_card_until_he_loses() -> None:
    match = without_cards(1).beggar(1, True)
    assert match.hand_sizes == (4, 1)
    for left in (3, 2, 1):
        match = lost_by(match, 0)
        assert (match.hand_sizes, match.asked) == ((left, 1), ())
    assert lost_by(match, 1).winners == (0,)


@pytest.mark.says("20.5")
def test_s20_a_drawn_game_leaves_the_beggar_his_card() -> None:
    match = drawn(without_cards(1, **LIMIT).beggar(1, True))
    assert (match.hand_sizes, match.out) == ((4, 1), ())


@pytest.mark.says("20.5", "20.7")
def test_s20_the_beggar_may_win_the_match() -> None:
    match = lost_by(without_cards(1).beggar(1, True), *[0] * 4)
    assert (match.asked, match.over) == ((0,), False)
    match = match.beggar(0, False)
    assert (match.over, match.winners) == (True, (1,))


@pytest.mark.says("20.4")
def test_s20_two_beggars_play_for_the_match() -> None:
    match = lost_by(without_cards(1).beggar(1, True), *[0] * 4).beggar(0, True)
    assert match.hand_sizes == (1, 1)
    assert lost_by(match, 0).winners == (1,)


@pytest.mark.says("20.6", "20.7")
def test_s20_who_declines_the_beggars_card_is_out() -> None:
    match = without_cards(0).beggar(0, False)
    assert (match.out, match.over, match.winners) == ((0,), True, (1,))
    assert match.starter is None
    with pytest.raises(MatchError, match="over"):
        match.deal(1)


@pytest.mark.says("20.7")
def test_s20_two_players_are_done_when_one_is_out() -> None:
    match = lost_by(without_cards(1).beggar(1, True), 1)
    assert (match.over, match.winners, match.table) == (True, (0,), (0,))


# ---------------------------------------------------------------------------------- three and more players


@pytest.mark.says("20.8")
def test_s20_those_who_are_out_leave_the_table_and_the_others_play_on() -> None:
    match = without_cards(1, players=4).beggar(1, False)
    assert (match.over, match.table, match.hand_sizes) == (False, (0, 2, 3), (4, 4, 4))
    state = match.deal(7).current
    assert state is not None
    assert state.game.players == 3
    match = lost_by(match, 2)
    assert (match.losses, match.hand_sizes) == ((0, 4, 1, 0), (4, 3, 4))


@pytest.mark.says("20.8")
def test_s20_a_beggar_among_four_stays_until_he_loses() -> None:
    match = without_cards(1, players=4).beggar(1, True)
    match = lost_by(match, 3)
    assert (match.table, match.hand_sizes) == ((0, 1, 2, 3), (4, 1, 4, 3))
    match = lost_by(match, 1)
    assert (match.table, match.hand_sizes) == ((0, 2, 3), (4, 4, 3))


@pytest.mark.says("20.9")
@pytest.mark.parametrize(("out", "starts"), [(0, 1), (1, 2), (3, 0)])
def test_s20_if_the_starter_is_out_the_next_seat_starts(out: int, starts: int) -> None:
    match = without_cards(out, players=4)
    assert match.starter == out
    match = match.beggar(out, False)
    assert match.starter == starts
    state = match.deal(1).current
    assert state is not None
    assert match.table[state.turn] == starts


@pytest.mark.says("20.10")
def test_s20_the_last_one_at_the_table_wins() -> None:
    match = without_cards(1, players=3).beggar(1, False)
    assert not match.over
    match = lost_by(match, *[0] * 4).beggar(0, True)
    assert (match.over, match.hand_sizes) == (False, (1, 4))
    match = lost_by(match, 0)
    assert (match.over, match.winners, match.out) == (True, (2,), (1, 0))
    assert [line["seat"] for line in match.standings()] == [2, 0, 1]


@pytest.mark.says("20.4", "20.6")
def test_s20_where_the_first_one_out_wins_several_may_be_asked_one_after_another() -> None:
    match = olympic(3, hand_size=4, play_on="first_out")
    for _ in range(4):
        match = won_by(match, 2)
    assert match.asked == (0, 1)
    with pytest.raises(MatchError, match="not asked"):
        match.beggar(1, True)
    match = match.beggar(0, True)
    assert match.asked == (1,)
    match = match.beggar(1, False)
    assert (match.over, match.table, match.hand_sizes) == (False, (0, 2), (1, 4))


# -------------------------------------------------------------------------------------------------- records


def answered(match: Match, chance: random.Random) -> Match:
    """The match with all questions about the beggar's card answered, by chance."""
    while match.asked:
        match = match.beggar(match.asked[0], chance.random() < 0.7)
    return match


@pytest.mark.parametrize(
    "options", [{}, {"recycle": "shuffle", "starter": "random"}, {"play_on": "first_out"}]
)
@pytest.mark.parametrize("players", [2, 4])
def test_s20_a_match_is_replayed_from_its_record_to_the_same_standings(
    players: int, options: dict[str, object]
) -> None:
    chance = random.Random(20 + players)
    match = olympic(players, hand_size=4, **options)
    while not match.over:
        match = at_random(match, chance)
        assert same(read_match(write_match(match)), match)
        match = answered(match, chance)
    record = write_match(match)
    again = read_match(record)
    assert same(again, match)
    assert (again.winners, again.begged, again.out) == (match.winners, match.begged, match.out)
    assert write_match(again) == record
    assert len(match.winners) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("beggar 1 yes", "beggar 0 yes"),
        ("beggar 1 yes", "beggar 1 yes\nbeggar 1 yes"),
        ("beggar 1 yes", "beggar 1 no"),
        ("beggar 1 yes", ""),
        ('[HandSizes "4 1"]', ""),
    ],
)
def test_s20_a_record_that_does_not_fit_is_refused(old: str, new: str) -> None:
    record = write_match(lost_by(without_cards(1).beggar(1, True), 0))
    assert old in record
    with pytest.raises(RecordError):
        read_match(record.replace(old, new, 1))


def test_s20_nobody_is_asked_in_the_middle_of_a_game() -> None:
    record = write_match(lost_by(olympic(2), 1).deal(3))
    with pytest.raises(RecordError):
        read_match(record + "beggar 1 yes\n")
