"""The action table: every move of a rulebook has a number, and the numbers never change.

Actions stand in the order of legal moves: lays by value, then by the ordered tuple of suits, then by the suit
that is asked for; then returns, by group and by the seat counted from the player on turn; then the words in
the order of their rules. The table is the same for every number of players and for all options, so that a
network trained at one table can be read at another.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from faraon.cards import CARDS, Suit
from faraon.game.move import Move
from faraon.lang import ir
from faraon.lang.covering import uncovered
from faraon.lang.library import kept_of

MOST_SEATS = 6
"""Compiled engines seat up to six players."""

TUPLES: tuple[tuple[int, ...], ...] = tuple(
    order for size in (1, 2, 3, 4) for order in permutations(range(4), size)
)
"""The 64 ordered tuples of suits, bottom first: by size, then in the order of the suits."""

LAY, RETURN, WORD = range(3)


class Action(NamedTuple):
    """One row of the table."""

    kind: int
    """:data:`LAY`, :data:`RETURN` or :data:`WORD`."""
    value: int
    tuple: int
    """Which of :data:`TUPLES`; for a word -1."""
    choice: int
    """The suit that is asked for, or -1; how many seats behind the player on turn the returned one sits;
    or the number of the word."""


class ActionTable:
    """All moves that a rulebook can ever allow, numbered.

    >>> from faraon.lang.library import read_book
    >>> table = ActionTable(read_book("classic"))
    >>> len(table), table.number(Move.parse("h7"), turn=0, players=2)
    (713, 0)
    >>> table.move(704, turn=1, players=3)
    Move('h7^2')
    """

    def __init__(self, book: ir.Book) -> None:
        book = uncovered(book)  # moves of covered games have no numbers
        self.words = tuple(dict.fromkeys(rule.word for rule in book.rules if not rule.lays))
        rows = kept_of(book, "actions", lambda: [tuple(row) for row in (*_lays(book), *_returns(book))])
        self.rows: tuple[Action, ...] = (*(Action(*row) for row in rows), *self._word_rows())
        self._numbers = {row: number for number, row in enumerate(self.rows)}

    def _word_rows(self) -> Iterator[Action]:
        for number in range(len(self.words)):
            yield Action(WORD, 0, -1, number)

    def __len__(self) -> int:
        return len(self.rows)

    def within(self, number: int, players: int) -> bool:
        """Whether a number means a move at a table of so many: nobody returns a player who does not sit
        there."""
        if not 0 <= number < len(self.rows):
            return False
        row = self.rows[number]
        return row.kind != RETURN or row.choice < players

    def move(self, number: int, turn: int, players: int) -> Move:
        """The move that a number means for the player on turn."""
        row = self.rows[number]
        if row.kind == WORD:
            return Move(word=self.words[row.choice])
        cards = tuple(CARDS[4 * row.value + suit] for suit in TUPLES[row.tuple])
        if row.kind == RETURN:
            return Move(cards, None, (turn + row.choice) % players)
        return Move(cards, None if row.choice < 0 else Suit(row.choice))

    def number(self, move: Move, turn: int, players: int) -> int:
        """The number of a move; :class:`KeyError` if this rulebook can never allow it."""
        if move.word:
            if move.word not in self.words:
                raise KeyError(f"no rule says '{move.word}'")
            return self._numbers[Action(WORD, 0, -1, self.words.index(move.word))]
        suits = tuple(int(card.suit) for card in move.cards)
        values = {int(card.val) for card in move.cards}
        if suits not in TUPLES or len(values) != 1:
            raise KeyError(f"'{move}' is not a group of one pack")
        group = values.pop(), TUPLES.index(suits)
        if move.seat is not None:
            row = Action(RETURN, *group, (move.seat - turn) % players)
        else:
            row = Action(LAY, *group, -1 if move.suit is None else int(move.suit))
        if row not in self._numbers:
            raise KeyError(f"no rule allows '{move}' at any table")
        return self._numbers[row]


@lru_cache(maxsize=64)
def action_table(book: ir.Book) -> ActionTable:
    """The table of a rulebook, made once."""
    return ActionTable(book)


def _groups() -> Iterator[tuple[int, int, dict[ir.Var, ir.Expr]]]:
    """Every group as value and tuple, with what the cards are in an expression."""
    for value in range(8):
        for number, suits in enumerate(TUPLES):
            cards: dict[ir.Var, ir.Expr] = {
                ir.BOTTOM: ir.Const("card", 4 * value + suits[0]),
                ir.LAST: ir.Const("card", 4 * value + suits[-1]),
                ir.LAID: ir.Const("int", len(suits)),
                ir.GROUP: ir.Const("group", sum(1 << 4 * value + suit for suit in suits)),
            }
            yield value, number, cards


def _lays(book: ir.Book) -> Iterator[Action]:
    rules = [rule for rule in book.rules if rule.lays and not rule.returns]
    for value, number, cards in _groups():
        if all(ir.substitute(rule.guard, cards) == ir.FALSE for rule in rules):
            continue
        asks = ir.substitute(book.chosen_when, cards)
        if asks != ir.TRUE:
            yield Action(LAY, value, number, -1)
        if asks != ir.FALSE:
            for suit in range(4):
                yield Action(LAY, value, number, suit)


def _returns(book: ir.Book) -> Iterator[Action]:
    rules = [rule for rule in book.rules if rule.returns]
    for value, number, cards in _groups():
        if any(ir.substitute(rule.guard, cards) != ir.FALSE for rule in rules):
            for behind in range(1, MOST_SEATS):
                yield Action(RETURN, value, number, behind)
