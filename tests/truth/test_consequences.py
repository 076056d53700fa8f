"""What is told of a move is what it changed."""

from __future__ import annotations

import random
import re

import pytest

import tests.truth.family_consequences  # noqa: F401 - it adds its sentences to those of consequences
from faraon.game.facts import Fact
from faraon.game.log import SeenEntry
from faraon.game.telling import tell
from faraon.lang.library import book_from_text, source
from faraon.play.game import Game
from faraon.server.table.judging import judge
from faraon.server.table.showing import situation
from faraon.server.wire import Judge
from tests.scale import scaled
from tests.truth.consequences import missing, moves, truth
from tests.truth.refusals import Templates, tables

LOSES = re.compile(r"prehráva|loses?\b")
BATCHES = range(4)
MOVES = scaled(12_000, 1_000_000) // len(BATCHES)


def falsehoods(games: list[Game], seed: str, enough: int, first: bool = False) -> dict[str, str]:
    """What was wrong in so many explanations of legal moves, each with an example; or only the first."""
    rng, found, seen = random.Random(seed), dict[str, str](), 0
    templates = {game.book: Templates(game.book) for game in games}
    while seen < enough and not (first and found):
        game = rng.choice(games)
        for turn, verdict in moves(game, rng):
            seen += 1
            wrong = list(missing(turn, verdict.facts))
            for reason in verdict.reasons:
                if not templates[game.book].belong_together(reason):
                    wrong.append(f"the two languages differ: {reason.en} | {reason.sk}")
                match truth(turn, reason.en):
                    case None:
                        wrong.append(f"nobody knows what this claims: {reason.en}")
                    case False:
                        wrong.append(f"false: {reason.en}")
            for problem in wrong:
                example = f"{game.name} {dict(game.options)}: {turn.move} in {turn.before.to_json()}"
                found.setdefault(problem, example)
    return found


@pytest.mark.soak
@pytest.mark.parametrize("batch", BATCHES)
def test_every_sentence_about_a_move_is_true(batch: int) -> None:
    assert falsehoods(tables(), f"consequences {batch}", MOVES) == {}


LOST = """mechanic lost §14: Cn[val] == VII -> owed = 1
    en "Sevens: the debt grows to 2 cards." sk "Sedmy: dlh narástol na 2 karty."

"""

MUTANTS = {
    "a debt that is another": ("mechanic burned §16:", LOST + "mechanic burned §16:"),
    "an end by the wrong card": ("yes if ended & TOP[val] == ace", "yes if ended & TOP[val] != ace"),
    "a chance that nobody had": ("yes if conceded\n", "yes if not conceded\n"),
    "a suit that is not valid": (
        'en "An over: the valid suit is {suit}."',
        'en "An over: the valid suit is {Cn[-1][suit]}."',
    ),
    "a stop for the wrong number": ('en "Players stopped: {ace}."', 'en "Players stopped: {n}."'),
}
"""Sentences that say something else than what is so, as edits of the text of ``classic``."""


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_wrong_sentence_is_found(mutant: str) -> None:
    _, text = source("classic")
    old, new = MUTANTS[mutant]
    assert old in text
    book = book_from_text(text.replace(old, new, 1))
    games = [Game(book, players, {}) for players in (2, 3, 4)]
    assert falsehoods(games, mutant, 6_000, first=True)


def test_explanation_facts_preview_and_log_agree() -> None:
    """What is foretold is what happens, for everybody and in both languages."""
    rng = random.Random("one source")
    for game in tables()[::5]:
        names = [f"N{seat}" for seat in range(game.players)]
        for turn, verdict in moves(game, rng):
            facts = turn.after.facts()
            assert verdict.facts == facts
            preview = judge(turn.before, Judge("1", 1, str(turn.move)), names)
            foretold = turn.move.cards and not turn.after.over
            assert preview.situation == (situation(turn.after.situation) if foretold else None)
            entry = turn.after.log[-1]
            for viewer in range(-1, game.players):
                for language in ("en", "sk"):
                    line = tell(SeenEntry.of(viewer, entry), facts, names, language, viewer)
                    assert [word for fact in facts for word in told(fact, language) if word not in line] == []
                    assert (LOSES.search(line) is not None) == (turn.after.loser is not None)


def told(fact: Fact, language: str) -> list[str]:
    """What a line of the log must contain of a fact."""
    match fact.kind:
        case "debt" | "out" if fact.new:
            return [str(fact.new)]
        case "why" if fact.said is not None:
            return [(fact.said.sk if language == "sk" else fact.said.en)[1:-1]]
    return []
