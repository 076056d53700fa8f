"""Nobody is blamed for a move that a stronger player would make."""

from __future__ import annotations

import pytest

from faraon.bots import make_bot
from faraon.coach import USUAL, Mark, Review, analyse
from faraon.coach.opinion import Opinion
from faraon.engines.kernels.cache import tell_on_stderr
from faraon.game.chance import game_seed
from faraon.game.record import Record
from faraon.play.game import load
from faraon.play.replay import record_of, replay
from tests.coach.games import QUICK, played
from tests.scale import SOAK

CLASSIC = load("classic", 2)
BLUNDERED = played("uniform", 14)
"""Draws where an ace would have left the other one helpless."""


def worst() -> Review:
    return max(analyse(BLUNDERED, 0, QUICK), key=lambda review: review.loss)


def strong(seed: int) -> Record:
    """A network against a search that it beats."""
    state, bots = (
        CLASSIC.deal(game_seed(7, seed)),
        [make_bot("net", CLASSIC), make_bot("ismcts:100", CLASSIC)],
    )
    while not state.over:
        view = state.view(state.turn)
        state = state.play(bots[state.turn].choose(view, view.moves_made))
    return record_of(state)


def kinds(review: Review) -> list[str]:
    return [reason.kind for reason in review.reasons]


@pytest.mark.soak
def test_a_strong_player_hardly_blunders() -> None:
    seeds, budget = (range(20), USUAL) if SOAK else ((0, 4), QUICK)
    found = [review for seed in seeds for review in analyse(strong(seed), 0, budget)]
    assert sum(review.mark is Mark.blunder for review in found) <= 0.2 * len(seeds)
    assert any(kinds(review) == ["contested"] for review in found)  # the search alone would blame it


def test_what_no_network_bears_out_has_no_mark_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    before = worst()
    assert before.mark is Mark.blunder
    monkeypatch.setattr(Opinion, "blames", lambda *_: False)
    now = next(review for review in analyse(BLUNDERED, 0, QUICK) if review.number == before.number)
    assert (now.mark, kinds(now), now.settled, now.doubtful) == (None, ["contested"], False, True)
    assert (now.loss, now.played, now.best) == (before.loss, before.played, before.best)


def test_a_plain_loss_is_found_with_any_luck() -> None:
    blunder, opinion = worst(), Opinion(CLASSIC, tell_on_stderr)
    view = replay(BLUNDERED).states[blunder.number - 1].view(0)
    pair = blunder.best.move, blunder.played.move
    assert [opinion.blames(view, *pair, seed, None) for seed in range(4)] == [True] * 4
    assert [opinion.blames(view, *pair[::-1], seed, None) for seed in range(4)] == [False] * 4


def test_where_no_network_knows_the_rules_the_search_decides() -> None:
    prsi = load("prsi", 2)
    view = prsi.deal(3).view(prsi.deal(3).turn)
    assert Opinion(prsi, tell_on_stderr).blames(view, view.moves[0], view.moves[0], 1, None)


@pytest.mark.parametrize("open_cards", [False, True])
def test_the_network_is_told_the_truth_only_where_cards_are_open(
    monkeypatch: pytest.MonkeyPatch, open_cards: bool
) -> None:
    told: list[object] = []

    def blames(_: Opinion, *asked: object) -> bool:
        told.append(asked[-1])
        return True

    monkeypatch.setattr(Opinion, "blames", blames)
    assert [*analyse(BLUNDERED, 0, QUICK, open=open_cards)]
    assert told
    assert all((truth is not None) is open_cards for truth in told)
