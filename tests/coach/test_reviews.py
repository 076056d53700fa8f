"""Reviews: judged by what the seat could know, marked where a duel is sure, the same for the same seed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from faraon.bots.api import Budget
from faraon.coach import Mark, Review, analyse, to_json, whole_json
from faraon.coach.judging import LOST
from faraon.coach.shapes import Chance, Weighed
from faraon.coach.summing import accuracy_of, accuracy_of_last, summarise
from faraon.engines.errors import GameError
from faraon.game.move import Move
from faraon.game.record import RecordError
from faraon.play.game import load
from faraon.play.replay import record_of
from tests.coach.games import QUICK, after, played, position

CLASSIC = load("classic", 2)


def reviews(*arguments: object, **named: object) -> list[Review]:
    return list(analyse(*arguments, **named))  # type: ignore[arg-type]  # as analyse takes them


def test_the_same_seed_gives_the_same_review() -> None:
    record = played()
    one, two = (reviews(record, 0, QUICK, seed=7) for _ in range(2))
    assert one == two
    assert len(one) == sum(turn.seat == 0 for turn in record.turns)


def test_another_seed_gives_other_numbers() -> None:
    """So the test above can fail."""
    assert reviews(played(), 0, QUICK, seed=7) != reviews(played(), 0, QUICK, seed=8)


def test_every_turn_of_the_seat_is_reviewed_with_its_move() -> None:
    record = played()
    turns = [(number, turn.move) for number, turn in enumerate(record.turns, 1) if turn.seat == 0]
    found = reviews(record, 0, QUICK)
    assert [(review.number, review.played.move) for review in found] == turns
    for review in found:
        assert review.loss >= 0
        contested = any(reason.kind == "contested" for reason in review.reasons)
        certain = review.settled or (review.played.value <= LOST and not contested)
        assert review.mark is (Mark.of(review.loss, review.error) if certain else None)
        assert bool(review.reasons) == (review.mark is not None or review.doubtful)
        assert review.chance is not None
        assert 0 <= review.chance.low <= review.chance.value <= review.chance.high <= 1
        assert not review.forced or (review.loss == 0 and review.best == review.played)


def test_not_laying_the_last_card_is_a_blunder() -> None:
    start = position(
        CLASSIC, hands=[["bA"], ["h9", "l8", "aK"]], pile=["bX"], stock=["l9", "lX", "a8", "a9", "hK", "bK"]
    )
    (review,) = reviews(after(start, "draw"), 0, QUICK)
    assert (str(review.best.move), str(review.played.move)) == ("bA", "draw")
    assert review.mark is Mark.blunder
    assert review.reasons[0].kind in ("out", "wins", "proven_win")
    assert any(reason.kind == "wins" for reason in review.reasons)


def test_a_right_move_has_no_mark() -> None:
    start = position(CLASSIC, hands=[["bA"], ["h9", "l8"]], pile=["bX"], stock=["l9", "lX", "a8", "a9"])
    (review,) = reviews(after(start, "bA"), 0, QUICK)
    assert review.mark is None
    assert review.best == review.played


def test_a_review_does_not_depend_on_hidden_cards() -> None:
    """The same view, other cards behind it: to the last digit the same."""
    state = CLASSIC.deal(5)
    deck = list(state.deck or ())
    theirs, stock = deck.index(state.position.hands[1][0]), deck.index(state.position.stock[0])
    deck[theirs], deck[stock] = deck[stock], deck[theirs]
    other = CLASSIC.deal(deck=deck)
    assert other.view(0) == state.view(0)
    assert other != state
    found = [reviews(record_of(one.play("draw")), 0, QUICK) for one in (state, other)]
    assert found[0] == found[1]
    seen = [reviews(record_of(one.play("draw")), 0, QUICK, open=True) for one in (state, other)]
    assert seen[0] != seen[1]


def test_where_nothing_is_hidden_the_solver_speaks() -> None:
    """Two cards of one suit, and the second one is an ace: the proof is plain."""
    start = position(CLASSIC, hands=[["bA", "b9"], ["h8"]], pile=["bX"], stock=["l9"])
    (review,) = reviews(after(start, "draw"), 0, QUICK, open=True)
    assert review.best.proven == "win"
    assert review.best.error == 0
    assert review.chance == Chance(1.0, 1.0, 1.0)


def test_bad_luck_is_a_right_move_of_a_lost_game_after_which_the_chance_fell() -> None:
    for seed in range(1, 9):
        analysis = analyse(played("greedy", seed), 0, QUICK)
        found = list(analysis)
        for review, following in zip(found, [*found[1:], None], strict=True):
            if review.bad_luck:
                assert analysis.result == "lost"
                assert review.mark is None
                after_it = 0.0 if following is None or following.chance is None else following.chance.value
                assert review.played.value - after_it >= 0.15


def test_a_move_within_a_group_differs_from_no_other_by_the_order_in_its_middle() -> None:
    start = position(
        CLASSIC,
        hands=[["h8", "l8", "a8", "b8", "h9"], ["l9", "aK", "bK"]],
        pile=["hX"],
        stock=["a9", "lK", "lX"],
    )
    first, second = (reviews(after(start, move), 0, QUICK)[0] for move in ("h8 l8 a8 b8", "h8 a8 l8 b8"))
    assert first.choices == second.choices
    assert first.loss == second.loss


# ------------------------------------------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("loss", "mark"), [(0.06, None), (0.08, Mark.inaccuracy), (0.13, Mark.mistake), (0.3, Mark.blunder)]
)
def test_a_mark_is_what_was_lost_less_one_standard_error(loss: float, mark: Mark | None) -> None:
    assert Mark.of(loss, 0.02) is mark


def test_accuracy_is_the_mean_over_decisions_in_which_something_is_at_stake() -> None:
    move = Weighed(Move(word="draw"), 0.5, 0.01)
    chance = Chance(0.5, 0.4, 0.6)
    forced = Review(1, chance, move, move)
    idle = replace(forced, choices=3, stake=0.01)
    unsettled = replace(idle, stake=0.3, settled=False)
    right = replace(idle, stake=0.1)
    wrong = replace(idle, loss=0.2, error=0.01, mark=Mark.blunder)
    found = summarise(0, "lost", [forced, idle, unsettled, right, wrong])
    assert found.decisions == 2
    assert found.accuracy == pytest.approx((100 + accuracy_of(0.2)) / 2, abs=0.01)
    assert (found.blunders, found.unlucky) == (1, False)
    assert summarise(0, "lost", [forced, right]).unlucky
    assert not summarise(0, "lost", [right, replace(unsettled, loss=0.4, error=0.1)]).unlucky
    assert summarise(0, "won", [forced, idle, unsettled]).accuracy is None


def test_only_the_last_twenty_games_count() -> None:
    games = [replace(summarise(0, "won", []), accuracy=float(number)) for number in range(30)]
    assert accuracy_of_last(games) == sum(range(10, 30)) / 20
    assert accuracy_of_last([]) is None


def test_json_has_the_fields_of_the_reference() -> None:
    analysis = analyse(played(), 0, QUICK)
    found = list(analysis)
    told = whole_json(analysis.notes, found, analysis.summary(found))
    assert told["format"] == "faraon review 1"
    assert len(told["turns"]) == len(analysis)
    marked = next(review for review in found if review.mark)
    turn = to_json(marked)
    assert turn["mark"] in ("inaccuracy", "mistake", "blunder")
    assert all({"kind", "en", "sk"} <= reason.keys() for reason in turn["reasons"])
    assert turn["loss"] == pytest.approx(marked.loss, abs=1e-4)


# ------------------------------------------------------------------------------------ what cannot be weighed


def kinds(*arguments: object, **named: object) -> set[str]:
    return {note.kind for note in analyse(*arguments, **named).notes}  # type: ignore[arg-type]


def test_an_unfinished_game_is_reviewed_as_far_as_it_went() -> None:
    record = record_of(CLASSIC.deal(3).play("draw"))
    assert "unfinished" in kinds(record, 0, QUICK)
    assert len(reviews(record, 0, QUICK)) == 1
    assert "empty" in kinds(record, 1, QUICK)


def test_a_changed_rulebook_is_said() -> None:
    assert "changed" in kinds(replace(played(), hash="0" * 64), 0, QUICK)
    assert "changed" not in kinds(played(), 0, QUICK)


def test_a_drawn_game_is_said() -> None:
    game = load("classic", 2, move_limit=4)
    state = game.deal(3)
    while not state.over:
        state = state.play("draw")
    found = analyse(record_of(state), 0, QUICK)
    assert {note.kind for note in found.notes} >= {"drawn", "uncalibrated"}
    assert len(list(found)) == 2


def test_another_rulebook_is_reviewed_and_said_to_be_uncalibrated() -> None:
    game = load("prsi", 3)
    state = game.deal(2)
    while not state.over:
        state = state.play(state.moves()[0])
    found = analyse(record_of(state), 1, QUICK)
    assert "uncalibrated" in {note.kind for note in found.notes}
    assert all(review.chance is not None for review in found)


@pytest.mark.parametrize(
    ("players", "options", "kind"),
    [(8, {}, "no_kernel"), (2, {"camouflage": "on"}, "covered"), (2, {"packs": 2}, "no_kernel")],
)
def test_a_table_that_cannot_be_searched_is_shown_without_marks(
    players: int, options: dict[str, object], kind: str
) -> None:
    state = load("classic", players, **options).deal(4)
    for _ in range(10):
        state = state.play(state.moves()[-1])
    analysis = analyse(record_of(state), 0, QUICK)
    found = list(analysis)
    (note,) = [note for note in analysis.notes if note.kind == kind]
    assert "engine" not in note.en  # it is for who plays, not for who programs
    assert found
    assert all(review.chance is None and review.mark is None for review in found)
    assert analysis.summary(found).accuracy is None


def test_a_foul_is_weighed_like_a_move_and_named() -> None:
    game = load("classic", 2, pajchel="penalty")
    start = position(
        game,
        hands=[["b9", "h9", "h8"], ["l9", "lK", "aK", "aU", "bK"]],
        pile=["bX"],
        stock=["l8", "a8", "hK", "hX"],
    )
    (review,) = reviews(after(start, "h8"), 0, QUICK)
    assert review.foul
    assert not review.forced
    assert review.mark is not None
    assert str(review.best.move) != "h8"


def test_bad_requests_are_refused_in_both_languages() -> None:
    for seat, budget in ((2, QUICK), (0, Budget(milliseconds=50))):
        with pytest.raises(GameError) as refused:
            analyse(played(), seat, budget)
        assert refused.value.sk
    with pytest.raises(RecordError):
        analyse(replace(played(), result="drawn"), 0, QUICK)


def test_four_players() -> None:
    analysis = analyse(played("uniform", 2, 4), 0, Budget(simulations=200))
    found = list(analysis)
    assert len(found) == len(analysis) > 0
    assert all(review.chance is not None for review in found)
