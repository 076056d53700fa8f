"""Groups that are laid covered (§17): what is declared, and whether it was true.

The claim is "so many cards of this value, with this one on top". Rules and mechanics see a group of such
cards, the first that is legal, and never the cards that really lie there: what they decide gives nothing
away. The position before the claim, which a rulebook cannot name, is kept in the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from faraon.cards import Card
from faraon.engines.errors import GameError
from faraon.engines.rules import Bound, packs_needed
from faraon.game.log import Event
from faraon.game.move import Move
from faraon.game.position import Claim, Position

LayRule = Callable[[Position, tuple[int, ...], int, int], int]
"""Which rule allows a lay of these cards, with a suit and a seat, or -1."""


class Course(NamedTuple):
    """How a move is made: by which rule, from which position, and as what."""

    rule: int
    position: Position
    move: Move
    """As the rules see it."""
    covered: tuple[Card, ...] = ()
    """The cards that are really laid, if they are covered."""
    events: tuple[Event, ...] = ()
    """What happens before its rule takes effect."""


@lru_cache(maxsize=4096)
def groups_with(top: Card, size: int, deck: tuple[Card, ...], packs: int) -> tuple[tuple[Card, ...], ...]:
    """Every group of this size that the top card can lie on, of one value, bottom to top."""
    others = [card for card in deck if card >> 2 == top >> 2 for _ in range(packs)]
    if top in others:
        others.remove(top)
    return tuple((*below, top) for below in sorted(set(permutations(others, size - 1))))


def candidates(bound: Bound, position: Position, move: Move) -> tuple[tuple[Card, ...], ...]:
    """What a covered group may be declared to be: so many packs are played with."""
    try:
        packs = packs_needed(bound, bound.players * bound.hand_size)
    except GameError:
        packs = 1
    cards = sum(map(len, position.hands)) + len(position.stock) + len(position.pile)
    packs = max(packs, -(-cards // len(bound.deck)))  # more hands than usual may need more
    return groups_with(move.cards[-1], len(move.cards), bound.deck, packs)


class Claims:
    """The covered groups of one table."""

    def __init__(self, bound: Bound, lay_rule: LayRule) -> None:
        self.bound = bound
        self._lay_rule = lay_rule

    def declared(self, position: Position, move: Move) -> Iterator[tuple[int, tuple[Card, ...]]]:
        """The rules that allow the claim of a move, each with the group that it allows."""
        suit = -1 if move.suit is None else move.suit
        for group in candidates(self.bound, position, move):
            rule = self._lay_rule(position, group, suit, -1)
            if rule >= 0:
                yield rule, group

    def honest(self, before: Position, cards: tuple[Card, ...]) -> bool:
        """Whether these cards, laid open there, would have been legal."""
        if any(card >> 2 != cards[0] >> 2 for card in cards):
            return False
        return any(self._lay_rule(before, cards, suit, -1) >= 0 for suit in range(-1, 4))

    def lay(self, position: Position, move: Move) -> Course:
        """A covered lay, whose claim is legal."""
        rule, group = next(self.declared(position, move))
        hidden: Event = ("cover", position.turn, move.cards[:-1])
        return Course(rule, accepted(position), move._replace(cards=group), move.cards, (hidden,))

    def found_true(self, position: Position, claim: Claim, rule: int, move: Move) -> Course:
        """A check of cards that are as declared: they are open from now on."""
        shown: Event = ("true", claim.seat, claim.cards)
        start, end = len(claim.before.pile), len(claim.before.pile) + len(claim.cards)
        ours = claim.cards == position.pile[start:end]  # unless the pile was turned since
        covered = tuple(
            (place, seat) for place, seat in position.covered if not (ours and start <= place < end)
        )
        return Course(rule, replace(position, claim=None, covered=covered), move, events=(shown,))


def caught(position: Position, claim: Claim) -> tuple[Position, Event]:
    """Where a lie leaves everybody: before it was laid, though the moves since are counted."""
    return replace(claim.before, moves_made=position.moves_made), ("lie", claim.seat, claim.cards)


def accepted(position: Position) -> Position:
    """The position after somebody else than the owner of a claim has decided not to check it."""
    return position if position.claimer < 0 else replace(position, claim=None)
