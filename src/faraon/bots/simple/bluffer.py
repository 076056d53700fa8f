"""Plays where groups are laid covered (§17): honestly by the greedy player's tactics, now and then with a
lie, and with an eye on what the others declare.

It reads its own view alone. A claim is *impossible* if the cards it needs are seen elsewhere: in the own
hand, open in the pile, known in another hand or in the stock. Otherwise it is as likely as that many cards of
the value are among those that the other could hold.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import comb
from operator import index

from faraon.bots.api import Advice, Budget
from faraon.bots.legal import imagined_table
from faraon.bots.simple.greedy import Greedy, worth
from faraon.cards import Card, Suit, Value
from faraon.game.move import CHECK, Move
from faraon.game.view import View
from faraon.limits import LARGEST_GROUP
from faraon.play.game import Game

DOUBT = 0.02
"""A claim that is less likely is checked;"""
DOUBT_LAST = 0.2
"""or this, if it was the last of a hand."""
TREASURES = (Card.lU, Card.h7)
"""Cards that are too good to be hidden."""

SEES_THE_REST = (
    "They cannot hold what they declare: you see those cards elsewhere.",
    "Ohlásené karty mať nemôže: vidíš ich inde.",
)
UNLIKELY = ("It is unlikely that they hold what they declare.", "Je nepravdepodobné, že má, čo ohlasuje.")
NOTHING_TO_LOSE = ("Otherwise you lose.", "Inak prehráš.")


@dataclass(frozen=True, slots=True)
class Claimed:
    """What another player declares, against what is seen."""

    needed: int
    """Cards of the value below the top one."""
    left: int
    """How many of them could still be in that hand."""
    likely: float
    """How likely so many are there, if all that is not seen lay there by chance."""
    last: bool
    """The hand is empty now."""

    @property
    def impossible(self) -> bool:
        return self.left < self.needed


def claimed(game: Game, view: View) -> Claimed | None:
    """What the player on turn may check; ``None`` if there is nothing."""
    claim = view.claim
    if claim is None or view.claimer < 0 or view.seat != view.turn:
        return None
    top = _declared(view)
    if top is None:
        return None
    others = chain(*(cards for seat, cards in view.known.hands.items() if seat != claim.seat))
    stock = [card for card in view.known.stock if card is not None]
    lying = [card for card in view.pile if card is not None]
    seen = [*view.hand, *lying, *others, *stock]
    pack = [*game.bound.deck] * game.packs()
    total = sum(card.val == top.val for card in pack)
    left = max(0, total - sum(card.val == top.val for card in seen))
    unseen = max(0, len(pack) - len(seen))
    held = view.sizes[claim.seat] + claim.size - 1
    return Claimed(
        claim.size - 1, left, _at_least(claim.size - 1, left, unseen, held), not view.sizes[claim.seat]
    )


def _declared(view: View) -> Card | None:
    """The top card of the group that can be checked: its owner may have moved on since."""
    for entry in reversed(view.log):
        if entry.seat == view.claimer and entry.move is not None and entry.move.hidden:
            return entry.move.cards[-1]
    return view.top if view.claim is not None else None


@lru_cache(maxsize=4096)
def _at_least(needed: int, left: int, unseen: int, held: int) -> float:
    """The chance that so many of ``left`` cards are among ``held`` of the unseen ones."""
    held = min(held, unseen)
    if needed > min(left, held):
        return 0.0
    ways = sum(comb(left, k) * comb(unseen - left, held - k) for k in range(needed, min(left, held) + 1))
    return ways / comb(unseen, held)


class Bluffer:
    """Lies in ``lies`` of a hundred turns in which a lie looks better than the truth."""

    def __init__(self, game: Game, lies: int = 10, slips: int = 0, checks: bool = True) -> None:
        said = [f"lies={lies}", *([f"slips={slips}"] if slips else []), *([] if checks else ["checks=off"])]
        self.name = ",".join(["bluffer", *said])
        self.game, self.lies, self.slips, self.checks = game, lies, slips, checks
        self._honest = Greedy(slips, game)

    def choose(self, view: View, seed: int, budget: Budget | None = None) -> Move:
        rng = random.Random(index(seed))  # noqa: S311 - a game, not a secret
        if self._doubts(view) is not None:
            return Move(word=CHECK)
        honest = self._honest.choose(view, seed)
        if self.lies and rng.randrange(100) < self.lies:
            lie = self._lie(view, rng)
            if lie is not None and worth(view, lie) > worth(view, honest):
                return lie
        return honest

    def advise(self, view: View, seed: int, budget: Budget | None = None) -> Advice:
        """Advice is honest: it never tells anybody to lie."""
        doubt = self._doubts(view)
        if doubt is not None:
            return Advice(Move(word=CHECK), *doubt)
        return self._honest.advise(view, seed)

    def _doubts(self, view: View) -> tuple[str, str] | None:
        """Why the covered cards should be checked."""
        found = claimed(self.game, view) if self.checks else None
        words = {move.word for move in view.moves}
        if words == {CHECK, "concede"}:
            return NOTHING_TO_LOSE
        if found is None or CHECK not in words:
            return None
        if found.impossible:
            return SEES_THE_REST
        return UNLIKELY if found.likely < (DOUBT_LAST if found.last else DOUBT) else None

    # ------------------------------------------------------------------------------------------------ lying
    def _lie(self, view: View, rng: random.Random) -> Move | None:
        """The best claim that nobody can see through at a glance; ``None`` if there is none."""
        position = imagined_table(self.game, view)
        found = [move for move in self._claims(view) if self.game.engine.rule_of(position, move) >= 0]
        false = [move for move in found if self.game.engine.lies(position, move)]
        return max(false, key=lambda move: (worth(view, move), rng.random()), default=None)

    def _claims(self, view: View) -> list[Move]:
        """Under each card those of its value, and one that is not."""
        gone = Counter(card.val for card in view.pile if card is not None)
        total = Counter(card.val for card in self.game.bound.deck)
        packs, moves = self.game.packs(), []
        for top in dict.fromkeys(view.hand):
            rest = list(view.hand)
            rest.remove(top)
            alike = [card for card in rest if card.val == top.val]
            below = [*alike, *(card for card in rest if card.val != top.val and card not in TREASURES)]
            most = min(LARGEST_GROUP, len(alike) + 2, total[top.val] * packs - gone[top.val])
            for size in range(2, most + 1):
                if len(below) >= size - 1:
                    moves.append(self._claim(view, (*below[: size - 1], top)))
        return moves

    def _claim(self, view: View, cards: tuple[Card, ...]) -> Move:
        if cards[-1].val != Value.over:
            return Move(cards)
        rest = Counter(card.suit for card in (Counter(view.hand) - Counter(cards)).elements())
        return Move(cards, max(Suit, key=lambda suit: rest[suit]))
