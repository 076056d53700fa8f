"""Every game of a small pack, state by state: no solver, only the interpreter.

States that differ in nothing but seats, counters and what no rule reads are one. Where the turned pile is
shuffled, every order is tried.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations

from faraon.cards import Card
from faraon.engines.errors import GameError
from faraon.game.move import Move
from faraon.game.position import Position
from faraon.lang import ir
from faraon.play.game import Game
from faraon.proof.answers import Clock
from faraon.proof.table import Table, open_table

MOST_STATES = 400_000


class Alike:
    """One position for all that can go on in the same way."""

    def __init__(self, game: Game) -> None:
        table = open_table(game.book, game.players, game.options)
        self.players = game.players
        self.turns = table.turns_alike
        self.kinds = [(variable.type, variable.var("state") in table.read) for variable in game.book.state]
        self.counts = counts_moves(table)

    def __call__(self, position: Position) -> Position:
        by = position.turn if self.turns else 0

        def turned(seats: tuple[object, ...]) -> tuple[object, ...]:
            return seats[by:] + seats[:by]

        values = tuple(
            0 if not read else (value - by) % self.players if kind == "seat" and value >= 0 else value
            for (kind, read), value in zip(self.kinds, position.vars, strict=True)
        )
        return replace(
            position,
            hands=turned(position.hands),  # type: ignore[arg-type]  # the same seats in another order
            out=turned(position.out),  # type: ignore[arg-type]
            turn=(position.turn - by) % self.players,
            vars=values,
            places=(),
            moves_made=position.moves_made if self.counts else 0,
            loser=None if position.loser is None else (position.loser - by) % self.players,
            chance=0,
        )


def counts_moves(table: Table) -> bool:
    """Whether more than the longest game depends on how many moves were made."""
    guards = [one.guard for one in table.implications]
    exprs = [expr for one in table.implications for effect in one.effects for expr in ir.effect_exprs(effect)]
    reading = [expr for expr in (*guards, *exprs) if ir.MOVES_MADE in ir.variables(expr)]
    return any(not _is_limit(expr) for expr in reading)


def _is_limit(expr: ir.Expr) -> bool:
    match expr:
        case ir.Op(">=", _, (ir.MOVES_MADE, ir.Const() | ir.Var("option"))):
            return True
        case _:
            return False


def longest(book: ir.Book) -> dict[str, ir.Scalar]:
    """The longest game that a rulebook's option allows, so that no game ends for its length alone."""
    limits = (
        part.args[1]
        for end in book.ends
        for part in ir.walk(end.guard)
        if isinstance(part, ir.Op) and _is_limit(part)
    )
    found: dict[str, ir.Scalar] = {}
    for limit in limits:
        for option in book.options:
            if option.var == limit and option.range is not None:
                found[option.name] = option.range[1]
    return found


def deals(
    cards: Sequence[Card], players: int, hand: int
) -> Iterator[tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...], Card]]:
    """Every deal: hands as sets, the stock and the start card in order."""

    def hands(
        rest: tuple[Card, ...], seats: int
    ) -> Iterator[tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]]:
        if not seats:
            yield (), rest
            return
        for held in combinations(rest, hand):
            for others, left in hands(tuple(card for card in rest if card not in held), seats - 1):
                yield (held, *others), left

    for dealt, left in hands(tuple(cards), players):
        for order in permutations(left):
            yield dealt, order[1:], order[0]


class _NeedsOrderError(Exception):
    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards


def successors(game: Game, position: Position, move: Move) -> list[Position]:
    """The positions after a move: one for every order in which the turned pile may be shuffled."""
    if not game.bound.shuffled:
        return [game.engine.play(position, move)[0]]
    found, waiting = [], [[]]  # type: list[Position], list[list[tuple[Card, ...]]]
    while waiting:
        orders = waiting.pop()
        given = iter(orders)

        def shuffle(cards: tuple[Card, ...], given: Iterator[tuple[Card, ...]] = given) -> tuple[Card, ...]:
            order = next(given, None)
            if order is None:
                raise _NeedsOrderError(cards)
            return order

        try:
            found.append(game.engine.play(position, move, shuffle)[0])
        except _NeedsOrderError as needed:
            waiting += [[*orders, order] for order in permutations(needed.cards)]
    return found


@dataclass
class Explored:
    """What every game of a pack showed."""

    game: Game
    cards: tuple[Card, ...]
    hand: int
    deals: int = 0
    states: list[Position] = field(default_factory=list)
    moves: int = 0
    complete: bool = False
    over: list[int] = field(default_factory=list)
    stuck: list[int] = field(default_factory=list)
    """Positions without a move that are not over."""
    lost: list[tuple[int, Move]] = field(default_factory=list)
    """Moves after which a card is missing or there twice."""
    hopeless: list[int] = field(default_factory=list)
    """States from which no end can be reached."""
    cycles: list[list[int]] = field(default_factory=list)
    """States in which everybody has one move only, and which come back."""


def explore(game: Game, cards: Sequence[Card], hand: int, clock: Clock, most: int = MOST_STATES) -> Explored:
    """Every state that games with these cards can reach."""
    alike, whole = Alike(game), sorted(cards)
    found = Explored(game, tuple(cards), hand)
    numbers: dict[Position, int] = {}
    first, following = array("l", [0]), array("l")

    def number(position: Position) -> int:
        state = alike(position)
        if state not in numbers:
            numbers[state] = len(found.states)
            found.states.append(state)
        return numbers[state]

    for hands, stock, top in deals(cards, game.players, hand):
        number(game.begin(hands, stock, top, 0)[0])
    found.deals = len(found.states)
    at = 0
    while at < len(found.states) and len(found.states) < most and (at % 256 or clock.left > 0):
        position = found.states[at]
        if position.over:
            found.over.append(at)
        else:
            moves = game.engine.legal(position)
            if not moves:
                found.stuck.append(at)
            for move in moves:
                for after in successors(game, position, move):
                    if (
                        sorted([*after.stock, *after.pile, *(c for held in after.hands for c in held)])
                        != whole
                    ):
                        found.lost.append((at, move))
                    following.append(number(after))
        at += 1
        first.append(len(following))
    found.moves = len(following)
    found.complete = at == len(found.states)
    if found.complete:
        found.hopeless = _hopeless(len(found.states), first, following, found.over)
        found.cycles = _forced_cycles(len(found.states), first, following)
    return found


def _hopeless(states: int, first: array[int], following: array[int], over: list[int]) -> list[int]:
    before: list[list[int]] = [[] for _ in range(states)]
    for state in range(states):
        for edge in range(first[state], first[state + 1]):
            before[following[edge]].append(state)
    ends, todo = bytearray(states), list(over)
    for state in over:
        ends[state] = 1
    while todo:
        for state in before[todo.pop()]:
            if not ends[state]:
                ends[state] = 1
                todo.append(state)
    return [state for state in range(states) if not ends[state]]


def _forced_cycles(states: int, first: array[int], following: array[int]) -> list[list[int]]:
    """Cycles of states that have one successor each."""
    looked, found = bytearray(states), []
    for begin in range(states):
        path: dict[int, int] = {}
        state = begin
        while not looked[state] and first[state + 1] - first[state] == 1:
            looked[state] = 1
            path[state] = len(path)
            state = following[first[state]]
        if state in path:
            found.append([one for one, place in path.items() if place >= path[state]])
        looked[begin] = 1
    return found


def small_pack(
    book: ir.Book, settings: dict[str, ir.Scalar], cards: Sequence[Card]
) -> tuple[Game, tuple[Card, ...], int]:
    """A table of two (or of the fewest players), a pack of these cards and how many are dealt."""
    players = book.players[0]
    game = Game(book, players, {**longest(book), **settings})
    deck = game.bound.deck
    missing = [card for card in cards if card not in deck]
    if missing:
        raise GameError(
            "bad-deck",
            f"{missing[0]} is not in the deck of {book.name}",
            f"{missing[0]} nie je v balíčku pravidiel {book.name}",
        )
    own = len(deck) <= MOST_OWN
    chosen = tuple(cards) or (deck if own else tuple(card for card in SMALL if card in deck))
    hand = min(game.bound.hand_size, 2, (len(chosen) - 1) // players)
    if hand < 1 or len(set(chosen)) != len(chosen):
        raise GameError(
            "bad-deck",
            f"a small pack needs at least {players + 1} different cards",
            f"malý balíček potrebuje aspoň {players + 1} rôzne karty",
        )
    return game, chosen, hand


MOST_OWN = 8
"""A deck of so many cards is looked at as it is."""

SMALL = (Card.h7, Card.l7, Card.lU, Card.hA, Card.lA, Card.hO, Card.b8)
"""The pack that is looked at unless another is named: something of every kind."""
