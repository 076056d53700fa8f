"""Every sentence of every refusal is true in its position."""

from __future__ import annotations

import random

import pytest

from faraon.lang.library import book_from_text, source
from faraon.play.game import Game
from tests.scale import scaled
from tests.truth.refusals import Templates, problems, refusals, tables

BATCHES = range(4)
REFUSALS = scaled(12_000, 1_000_000) // len(BATCHES)


def falsehoods(games: list[Game], seed: str, enough: int) -> dict[str, str]:
    """What was wrong in so many refusals, each with an example."""
    rng, found, seen = random.Random(seed), dict[str, str](), 0
    templates = {game.book: Templates(game.book) for game in games}
    while seen < enough:
        game = rng.choice(games)
        for case, reasons in refusals(game, rng):
            seen += 1
            assert reasons
            for problem in problems(case, reasons, templates[game.book]):
                example = f"{game.name} {dict(game.options)}: {case.move} in {case.state.to_json()}"
                found.setdefault(problem, example)
    return found


@pytest.mark.soak
@pytest.mark.parametrize("batch", BATCHES)
def test_every_sentence_of_a_refusal_is_true(batch: int) -> None:
    assert falsehoods(tables(), f"truth {batch}", REFUSALS) == {}


MUTANTS = {
    "an ace that may be answered": ("yes if ace_answer == off\n", "yes if ace_answer == on\n"),
    "the sentence of those who play for those who have finished": (
        "no if playing(j)",
        "no if not playing(j)",
    ),
    "a debt for those who have none": ("yes if owed > 0\n", "yes if owed == 0\n"),
    "nothing to draw where there is": ("no if drawable > 0\n", "no if drawable == 0\n"),
}
"""Sentences attached to a wrong condition, as edits of the text of ``classic``."""


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_sentence_at_a_wrong_condition_is_found(mutant: str) -> None:
    _, text = source("classic")
    old, new = MUTANTS[mutant]
    assert text.count(old) == 1
    book = book_from_text(text.replace(old, new))
    games = [Game(book, players, {}) for players in (2, 3, 4)]
    assert falsehoods(games, mutant, 2_000)
