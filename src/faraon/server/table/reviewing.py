"""A record reviewed by the coach, in messages: each is made when the one before it was taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from faraon.engines.errors import GameError
from faraon.lang.ir import Book
from faraon.play.fast import without_kernel
from faraon.play.game import Game
from faraon.play.replay import Replay
from faraon.server import wire as msg
from faraon.server.table.asking import question
from faraon.server.table.replaying import names_of, played_record
from faraon.server.wire.refusals import RefusalError, from_game_error

if TYPE_CHECKING:
    from faraon.coach import Review, Weighed

MOST_TURNS = 200
"""A longer game is reviewed up to there."""
DIGITS = 4


def prepare_reviews(game: Game) -> None:
    """Loads what the first review of a table needs, before anybody waits for it."""
    if without_kernel(game) is None:
        from faraon.coach.weighing import weigher_of

        weigher_of(game)


class Reviewing:
    """One review; everything in it may take long."""

    def __init__(self, asked: msg.AskReview, offered: Mapping[str, Book]) -> None:
        """A refusal for what is not a record, or not a seat of it."""
        self.asked = asked
        self.played: Replay = played_record(asked.record, offered)
        record = self.played.record
        if asked.seat >= record.players:
            raise RefusalError("bad-request", "There is no such seat.", "Také miesto pri stole nie je.")
        self.names = [*names_of(record)]
        states = self.played.states[:-1]
        self.turns = [number for number, state in enumerate(states) if state.turn == asked.seat]

    @property
    def cost(self) -> int:
        """Simulations, about."""
        return self.asked.simulations * min(MOST_TURNS, max(1, len(self.turns)))

    def parts(self) -> Iterator[msg.ReviewPart]:
        """The review, turn by turn."""
        # Not before somebody wants it: it needs all of the search.
        from faraon.bots.api import Budget
        from faraon.coach import Analysis

        try:
            budget = Budget(simulations=self.asked.simulations)
            analysis = Analysis(self.played, self.asked.seat, budget, self.asked.open, seed=1)
            notes = [msg.Text(note.en, note.sk) for note in analysis.notes]
        except GameError as error:
            raise from_game_error(error, "bad-record") from None
        if len(self.turns) > MOST_TURNS:
            analysis.turns = self.turns[:MOST_TURNS]
            notes.append(TOO_LONG)
        yield msg.ReviewBegun(len(analysis), notes)
        reviews = []
        for review in analysis:
            reviews.append(review)
            yield self._turn(review)
        summary = analysis.summary(reviews)
        accuracy = summary.accuracy
        yield msg.ReviewDone(
            result=summary.result,  # type: ignore[arg-type] # one of these
            weighed=summary.weighed,
            decisions=summary.decisions,
            accuracy=None if accuracy is None else round(accuracy, 1),
            inaccuracies=summary.inaccuracies,
            mistakes=summary.mistakes,
            blunders=summary.blunders,
            unlucky=summary.unlucky,
        )

    def _turn(self, review: Review) -> msg.ReviewedTurn:
        chance, mark = review.chance, review.mark
        shown = None if chance is None else msg.Chance(*map(_round, (chance.value, chance.low, chance.high)))
        return msg.ReviewedTurn(
            turn=review.number,
            chance=shown,
            played=_weighed(review.played),
            best=_weighed(review.best),
            equals=[str(move) for move in review.equals],
            choices=review.choices,
            loss=_round(review.loss),
            mark=None if mark is None else mark.name,  # type: ignore[arg-type] # one of these
            bad_luck=review.bad_luck,
            foul=review.foul,
            reasons=[msg.Why(msg.Text(one.en, one.sk), one.best, one.other) for one in review.reasons],
            retry=None if mark is None else self._retry(review),
        )

    def _retry(self, review: Review) -> msg.Retry:
        state = self.played.states[review.number - 1]
        right = (review.best.move, *review.equals)
        accepted = [str(move) for move in state.moves() if any(move.alike(one) for one in right)]
        return msg.Retry(question(state, self.names), accepted)


def _weighed(weighed: Weighed) -> msg.WeighedMove:
    value, error = _round(weighed.value), _round(weighed.error)
    return msg.WeighedMove(str(weighed.move), value, error, weighed.proven)  # type: ignore[arg-type]


def _round(number: float) -> float:
    return round(float(number), DIGITS)


TOO_LONG = msg.Text(
    f"The game is very long: the first {MOST_TURNS} turns of this seat are reviewed.",
    f"Hra je veľmi dlhá: rozobratých je prvých {MOST_TURNS} ťahov tohto miesta.",
)
