"""Reviews a recorded game for one seat, move by move, by what that seat could know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from faraon.bots.api import Budget
from faraon.coach.calibration import UNMEASURED, calibration_of
from faraon.coach.judging import Judge, Turn
from faraon.coach.shapes import Note, Review, Summary, Weighed
from faraon.coach.summing import summarise
from faraon.coach.weighing import Weigher, weigher_of
from faraon.engines.errors import GameError
from faraon.game.move import Move
from faraon.game.record import Record
from faraon.play.fast import without_kernel
from faraon.play.game import Game
from faraon.play.replay import Replay, replay
from faraon.play.state import State

USUAL = Budget(simulations=6000)
"""Simulations of the tree for every decision;"""
SHARED, LEAST = 12, 1500
"""a game of more turns than this has no more in all, down to so many for each."""

UNLUCKY = 0.15
"""So much of the chance is gone after a right move: bad luck."""


class Analysis:
    """The reviews of one seat's turns, made while one iterates; the same seed gives the same reviews."""

    def __init__(self, played: Replay, seat: int, budget: Budget, open_cards: bool, seed: int) -> None:
        self.played, self.seat, self.open = played, seat, open_cards
        self.game: Game = played.last.game
        if not 0 <= seat < self.game.players:
            raise GameError(
                "bad-seat",
                f"seats are 0 to {self.game.players - 1}, not {seat}",
                f"miesta sú 0 až {self.game.players - 1}, nie {seat}",
            )
        if budget.simulations is None:
            raise GameError(
                "bad-request",
                "a review has a number of simulations, so that it can be repeated: not milliseconds",
                "rozbor má počet simulácií, aby sa dal zopakovať: nie milisekundy",
            )
        self.simulations, self.seed = budget.simulations, seed
        self.turns = [number for number, state in enumerate(played.states[:-1]) if state.turn == seat]
        """The states in which the seat was on turn; whoever wants fewer reviews may leave some out."""
        shared = self.simulations * SHARED // max(1, len(self.turns))
        self.each = min(self.simulations, max(LEAST, shared))
        """Simulations for each turn."""
        self._without = _why_not(self.game)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What is to be said about the review as a whole."""
        return tuple(self._notes())

    def __len__(self) -> int:
        """How many reviews there will be."""
        return len(self.turns)

    def __iter__(self) -> Iterator[Review]:
        weigher = None if self._without else weigher_of(self.game)
        before: Review | None = None
        for number in self.turns:
            review = self._unweighed(number) if weigher is None else self._review(weigher, number)
            if before is not None:
                yield self._with_luck(before, review.chance.value if review.chance else None)
            if self._may_be_unlucky(review):
                before = review
            else:
                before = None
                yield review
        if before is not None:
            yield self._with_luck(before, 0.0 if self.result == "lost" else None)

    def summary(self, reviews: list[Review]) -> Summary:
        return summarise(self.seat, self.result, reviews)

    @property
    def result(self) -> str:
        last = self.played.last
        if not last.over:
            return "unfinished"
        worth = last.returns()[self.seat]
        return "won" if worth > 0 else "lost" if worth < 0 else "drawn"

    # ---------------------------------------------------------------------------------------------- notes
    def _notes(self) -> Iterator[Note]:
        if self._without:
            yield self._without
        elif calibration_of(self.game) is UNMEASURED:
            yield Note(
                "uncalibrated",
                "Chances were not calibrated for this table: they may be off by some points.",
                "Šance nie sú pre tento stôl kalibrované: môžu sa o pár bodov líšiť.",
            )
        if self.played.changed:
            yield Note(
                "changed",
                "The rulebook has changed since: the game is reviewed by today's rules.",
                "Pravidlá sa odvtedy zmenili: hra sa posudzuje podľa dnešných.",
            )
        if self.result == "unfinished":
            yield Note(
                "unfinished",
                "The game was not finished: it is reviewed as far as it went.",
                "Hra sa nedohrala: rozbor siaha, pokiaľ sa hralo.",
            )
        if self.result == "drawn":
            yield Note("drawn", "The game was drawn.", "Hra sa skončila nerozhodne.")
        if self.open:
            yield Note(
                "open",
                "All cards are open: judged by what nobody could know.",
                "Všetky karty sú odkryté: posudzuje sa podľa toho, čo nikto nemohol vedieť.",
            )
        if not self.turns:
            yield Note("empty", "This seat made no move.", "Toto miesto neurobilo ani jeden ťah.")

    # --------------------------------------------------------------------------------------------- one turn
    def _turn(self, number: int) -> tuple[State, Move]:
        states = self.played.states
        move = states[number + 1].log[-1].move
        assert move is not None  # noqa: S101 - every state but the first came about by a move
        return states[number], move

    def _unweighed(self, number: int) -> Review:
        state, move = self._turn(number)
        moves = state.moves()
        same = Weighed(move, 0.5, 0.5)
        return Review(number + 1, None, same, same, choices=len(moves), foul=move not in moves)

    def _review(self, weigher: Weigher, number: int) -> Review:
        state, move = self._turn(number)
        truth = state.position if self.open else None
        asked = Turn(number + 1, state.view(self.seat), move, truth)
        return Judge(weigher, self.each, self.seed).review(asked)

    def _may_be_unlucky(self, review: Review) -> bool:
        weighed = review.chance is not None and review.choices >= 2
        right = review.mark is None and not review.doubtful
        return weighed and right and self.result == "lost"

    def _with_luck(self, review: Review, after: float | None) -> Review:
        """Whether a right move was followed by bad luck, now that the next chance is known."""
        if after is None:
            return review
        return replace(review, bad_luck=review.played.value - after >= UNLUCKY)


def _why_not(game: Game) -> Note | None:
    """Why the moves of a table cannot be weighed."""
    if game.bound.covered:
        return Note(
            "covered",
            "Groups are laid covered here: nobody can search such games, and the moves are not weighed.",
            "Vykladá sa zakryto: takéto hry sa nedajú prehľadávať a ťahy sa nehodnotia.",
        )
    if without_kernel(game) is not None:
        return Note(
            "no_kernel",
            "The moves of this table are not weighed: only games with one pack, up to six players and rules "
            "that become machine code can be searched.",
            "Ťahy pri tomto stole sa nehodnotia: prehľadávať sa dajú iba hry s jedným balíčkom, s najviac "
            "šiestimi hráčmi a s pravidlami, z ktorých sa dá vyrobiť strojový kód.",
        )
    return None


def analyse(
    record: Record,
    seat: int,
    budget: Budget = USUAL,
    open: bool = False,  # noqa: A002 - what a player calls it
    seed: int = 1,
    game: Game | None = None,
) -> Analysis:
    """Reviews the turns of one seat, as they are iterated over.

    With ``open`` the moves are judged with all cards known. Without a game the record names the rulebook, a
    shipped one. :class:`RecordError` for a record that does not replay.
    """
    return Analysis(replay(record, game), seat, budget, open, seed)
