"""The oracle among the engines. It plays any rulebook with any number of packs.

The rulebook becomes Python source once (:mod:`faraon.engines.python.emitter`). What it decides is explained
by walking the same rules step by step (:mod:`faraon.engines.explain`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from faraon.cards import Suit
from faraon.engines.errors import NoRuleError
from faraon.engines.python.board import Board, Shuffle
from faraon.engines.python.claims import Claims, Course, accepted, caught
from faraon.engines.python.emitter import Source
from faraon.engines.python.groups import groups_of
from faraon.engines.rules import Bound
from faraon.game.log import Event
from faraon.game.move import CHECK, WORDS, Move
from faraon.game.position import Claim, Position
from faraon.game.view import View
from faraon.lang import ir
from faraon.lang.operations import quotient, remainder
from faraon.limits import LARGEST_GROUP


class PythonEngine:
    """One table's rules, compiled."""

    def __init__(self, bound: Bound) -> None:
        self.bound = bound
        self.source = Source(bound).text()
        names: dict[str, Any] = {
            "groups_of": groups_of,
            "quotient": quotient,
            "remainder": remainder,
            "Move": Move,
            "WORDS": {word: Move(word=word) for word in WORDS},
        }
        # The text is generated from checked rules: names are prefixed, and constants are numbers only.
        exec(compile(self.source, f"<{bound.book.name}>", "exec"), names)  # noqa: S102
        self._legal: Callable[[Position], list[Move]] = names["legal"]
        self._lay_rule: Callable[[Position, tuple[int, ...], int, int], int] = names["lay_rule"]
        self._word_rule: Callable[[Position, str], int] = names["word_rule"]
        self._foul_rule: Callable[[Position], int] = names["foul_rule"]
        self._start: Callable[[Board], None] = names["start"]
        self._play: Callable[[Board, int, tuple[int, ...], int, int], tuple[bool, int]] = names["play"]
        self._settle: Callable[[Board], tuple[bool, int]] = names["settle"]
        self._shown: Callable[[Position | View, int], tuple[int, ...]] = names["shown"]
        self._names = names
        self.claims = Claims(bound, self._lay_rule) if bound.covered else None

    # -------------------------------------------------------------------------------------------- questions
    def legal(self, position: Position) -> list[Move]:
        """All legal moves, in the frozen order."""
        return self._legal(position)

    def possible(self, rule: str, position: Position) -> bool:
        """Whether some instance of a rule is legal."""
        ask: Callable[[Position], bool] = self._names[f"possible_{rule}"]
        return ask(position)

    def rule_of(self, position: Position, move: Move) -> int:
        """The number of the rule that allows a move, or -1."""
        if position.over:
            return -1
        if move.word:
            return self._word_rule(position, move.word)
        if self._covers(move):
            return self._claim_rule(position, move)
        if not self._can_be_laid(position, move):
            return -1
        suit = -1 if move.suit is None else move.suit
        seat = -1 if move.seat is None else move.seat
        return self._lay_rule(position, move.cards, suit, seat)

    def _covers(self, move: Move) -> bool:
        """Whether the cards are laid covered (§17)."""
        return self.claims is not None and len(move.cards) > 1 and move.seat is None

    def _claim_rule(self, position: Position, move: Move) -> int:
        """The rule that allows what a covered lay of own cards declares, or -1."""
        assert self.claims is not None  # noqa: S101 - it covers cards
        if len(move.cards) > LARGEST_GROUP or not self._holds(position, move.cards):
            return -1
        return next((rule for rule, _ in self.claims.declared(position, move)), -1)

    def could_claim(self, claim: Claim) -> bool:
        """Whether some rule allowed a claim that was made."""
        suits = (None, *Suit)
        return any(self._claim_rule(claim.before, Move(claim.cards, suit)) >= 0 for suit in suits)

    def lies(self, position: Position, move: Move) -> bool:
        """Whether a covered lay, whose claim is legal, is something else than it declares."""
        return self._covers(move) and not (self.claims and self.claims.honest(position, move.cards))

    def foul_for_lie(self, position: Position) -> ir.Implication:
        """What a lie costs that is laid in this position and caught."""
        return self.bound.fouls[self._foul_rule(accepted(position)) - len(self.bound.rules)]

    def _can_be_laid(self, position: Position, move: Move) -> bool:
        """One to four cards of one value from the own hand, and a seat that exists."""
        cards = move.cards
        if not 1 <= len(cards) <= LARGEST_GROUP or not self._holds(position, cards):
            return False
        if move.seat is not None and not 0 <= move.seat < self.bound.players:
            return False
        return all(card >> 2 == cards[0] >> 2 for card in cards)

    @staticmethod
    def _holds(position: Position, cards: tuple[int, ...]) -> bool:
        hand = position.hands[position.turn]
        if len(cards) == 1:
            return cards[0] in hand
        return all(cards.count(card) <= hand.count(card) for card in cards)

    def foul_of(self, position: Position, move: Move) -> int:
        """The number of the foul that punishes an invalid lay of own cards, or -1 if it is only refused."""
        cards = move.cards
        if self.claims is not None:  # there, fouls are what a lie costs
            return -1
        if position.over or not 1 <= len(cards) <= LARGEST_GROUP or not self._holds(position, cards):
            return -1
        if move.seat is not None:
            if not 0 <= move.seat < self.bound.players or move.suit is not None:
                return -1
        elif self.bound.asks_for_suit(move.cards) != (move.suit is not None):
            return -1
        return self._foul_rule(position)

    def shown(self, seen: Position | View, stock_size: int) -> tuple[int, ...]:
        """The values of what the rulebook shows, in its order."""
        return self._shown(seen, stock_size)

    # ---------------------------------------------------------------------------------------------- changes
    def play(
        self, position: Position, move: Move, shuffle: Shuffle | None = None
    ) -> tuple[Position, list[Event]]:
        """The position after a move, and what happened with cards; :class:`NoRuleError` if none allows it.

        Where the turned pile is shuffled, ``shuffle`` replaces the position's chance.
        """
        course = self.course(position, move)
        board = Board(course.position, self.bound, shuffle)
        board.events.extend(course.events)
        move = course.move
        if course.covered:
            board.lay_covered(course.covered, course.position)
        rule = course.rule
        suit = -1 if move.suit is None else move.suit
        seat = -1 if move.seat is None else move.seat
        over, loser = self._play(board, rule, move.cards, suit, seat)
        return board.position(over, None if loser < 0 else loser), board.events

    def course(self, position: Position, move: Move) -> Course:
        """How a move is made; :class:`NoRuleError` if no rule allows it."""
        rule = self.rule_of(position, move)
        if rule < 0:
            rule = self.foul_of(position, move)
            if rule < 0:
                raise NoRuleError(str(move))
            return Course(rule, position, Move(), events=(("foul", position.turn, move.cards),))
        if self.claims is None:
            return Course(rule, position, move)
        claim = position.claim
        if move.word == CHECK and claim is not None:
            if self.claims.honest(claim.before, claim.cards):
                return self.claims.found_true(position, claim, rule, move)
            before, shown = caught(position, claim)
            return Course(self._foul_rule(before), before, Move(), events=(shown,))
        if self._covers(move):
            return self.claims.lay(position, move)
        return Course(rule, accepted(position), move)

    def begin(self, position: Position) -> tuple[Position, list[Event]]:
        """A dealt position with its start card in force (§7)."""
        board = Board(position, self.bound)
        self._start(board)
        return board.position(False, None), board.events

    def settle(self, position: Position) -> Position:
        """A given position, over if the rulebook says that it is."""
        board = Board(position, self.bound)
        over, loser = self._settle(board)
        return board.position(over, None if loser < 0 else loser) if over else position
