"""Plays by the advice at the end of the rulebook, one tactic after another, without looking ahead.

Finish with an ace, keep the Pharaoh and the red seven for need, ask for the suit that you hold most of, burn
four if you can go on, and make the others draw. Each tactic is worth some points for a move; the sum decides.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from operator import index

from faraon.bots import points
from faraon.bots.api import Advice, Budget
from faraon.bots.hints.reasons import reason_for
from faraon.cards import Card, Suit, Value
from faraon.game.move import CHECK, Move
from faraon.game.view import View
from faraon.play.game import Game


@dataclass(frozen=True, slots=True)
class Outlook:
    """A move seen from the hand that makes it."""

    view: View
    move: Move
    rest: tuple[Card, ...]
    """What stays in the hand."""
    next_size: int
    """How many cards the next player holds."""
    opponents: int
    """How many others hold cards."""

    @property
    def value(self) -> Value | None:
        return self.move.cards[-1].val if self.move.cards else None

    @property
    def suit(self) -> Suit | None:
        """The suit that counts afterwards."""
        if not self.move.cards:
            return None
        return self.move.suit if self.move.suit is not None else self.move.cards[-1].suit

    @property
    def in_need(self) -> bool:
        """A debt waits for an answer."""
        return self.view.situation.owed > 0


def get_rid_of_cards(look: Outlook) -> float:
    return points.CARD * len(look.move.cards)


def finish(look: Outlook) -> float:
    return points.FINISH if look.move.cards and not look.rest else 0.0


def finish_with_an_ace(look: Outlook) -> float:
    """Finishing with an ace against one opponent ends the game; so one ace is kept for the end."""
    if look.value != Value.ace:
        return 0.0
    if not look.rest:
        return points.LAST_ACE
    others = [card for card in look.rest if card.val == Value.ace]
    return 0.0 if others or look.opponents > 1 else points.KEPT_ACE


def keep_the_pharaoh(look: Outlook) -> float:
    if Card.lU not in look.move.cards or not look.rest or look.in_need:
        return 0.0
    return points.PHARAOH


def keep_the_red_seven(look: Outlook) -> float:
    if look.move.cards != (Card.h7,) or look.move.seat is not None or not look.rest or look.in_need:
        return 0.0
    late = min(size for size in look.view.sizes if size) <= 4
    return points.RED_SEVEN_LATE if late else points.RED_SEVEN


def bring_them_back(look: Outlook) -> float:
    return points.RETURN if look.move.seat is not None else 0.0


def make_them_draw(look: Outlook) -> float:
    """Sevens hurt most when the next player is nearly out."""
    if look.value != Value.VII or look.move.seat is not None:
        return 0.0
    return len(look.move.cards) * (points.SEVEN_NOW if look.next_size <= 2 else points.SEVEN)


def stop_them(look: Outlook) -> float:
    """A stopped player draws nothing and lays nothing."""
    if look.value != Value.ace or not look.rest:
        return 0.0
    return points.STOP_NOW if look.next_size <= 2 else points.STOP


def burn_if_you_can_go_on(look: Outlook) -> float:
    if len(look.move.cards) != 4 or not look.rest:
        return 0.0
    return points.BURNED if _followers(look) else points.BURNED_STUCK


def ask_for_your_suit(look: Outlook) -> float:
    if look.move.suit is None:
        return 0.0
    held = Counter(card.suit for card in look.rest)[look.move.suit]
    return points.OWN_SUIT * held + points.ASKING * bool(look.rest)


def leave_a_way_on(look: Outlook) -> float:
    return points.FOLLOWER * _followers(look) if look.move.cards else 0.0


def hide_from_known_hands(look: Outlook) -> float:
    """Nothing for those whose cards are known to fit."""
    if look.suit is None:
        return 0.0
    known = [card for cards in look.view.known.hands.values() for card in cards]
    return points.KNOWN_ANSWER * sum(card.suit == look.suit or card.val == look.value for card in known)


def _followers(look: Outlook) -> int:
    """How many cards of the rest would fit on what is laid."""
    return sum(
        card.suit == look.suit or card.val == look.value or card.val == Value.over or card == Card.lU
        for card in look.rest
    )


TACTICS: tuple[Callable[[Outlook], float], ...] = (
    finish,
    finish_with_an_ace,
    bring_them_back,
    burn_if_you_can_go_on,
    make_them_draw,
    stop_them,
    ask_for_your_suit,
    keep_the_pharaoh,
    keep_the_red_seven,
    hide_from_known_hands,
    leave_a_way_on,
    get_rid_of_cards,
)
"""What each is worth for a move."""


class Greedy:
    """The best move by the sum of its tactics; chance decides between equals.

    ``slips`` is how many moves of a hundred are made without thinking. Only a player who knows the ``game``
    can say why: the tactics look at the cards alone.
    """

    def __init__(self, slips: int = 0, game: Game | None = None) -> None:
        self.name = f"greedy,slips={slips}" if slips else "greedy"
        self.slips = slips
        self.game = game

    def choose(self, view: View, seed: int, budget: Budget | None = None) -> Move:
        rng = random.Random(index(seed))  # noqa: S311 - a game, not a secret
        if self.slips and rng.randrange(100) < self.slips:
            return rng.choice(believing(view.moves))
        looks = (_outlook(view, move) for move in believing(view.moves))
        return min(looks, key=lambda look: (-_score(look), rng.random())).move

    def advise(self, view: View, seed: int, budget: Budget | None = None) -> Advice:
        """The move, with a reason that is true at this table."""
        move = self.choose(view, seed)
        return Advice(move) if self.game is None else reason_for(self.game, view, move)


def believing(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves of a player who believes what others declare (§17), unless there is nothing to lose."""
    others = tuple(move for move in moves if move.word != CHECK)
    if all(move.word == "concede" for move in others):
        return tuple(move for move in moves if move.word == CHECK) or others
    return others


def worth(view: View, move: Move) -> float:
    """What the tactics say of a move, in points."""
    return _score(_outlook(view, move))


def _score(look: Outlook) -> float:
    return sum(tactic(look) for tactic in TACTICS)


def _outlook(view: View, move: Move) -> Outlook:
    rest = list(view.hand)
    for card in move.cards:
        rest.remove(card)
    others = [size for seat, size in enumerate(view.sizes) if size and seat != view.seat]
    seats = len(view.sizes)
    after = (view.sizes[(view.seat + step) % seats] for step in range(1, seats))
    next_size = next((size for size in after if size), 0)
    return Outlook(view, move, tuple(rest), next_size, len(others))
