"""What a move leads to, as far as the seat that makes it can know.

Nothing here guesses what a rulebook means: the engine plays the move. It does so in two worlds, the extremes
of what the others may hold: nothing that is still unseen, and all of it. What is the same in both is certain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import TypeVar

from faraon.cards import Card
from faraon.engines.imagine import imagine
from faraon.game.move import Move
from faraon.game.position import Out, Position
from faraon.game.view import View
from faraon.lang import ir
from faraon.play.game import Game
from faraon.play.state import State

Fact = TypeVar("Fact")


class Prospect:
    """A move of the player on turn, seen from the hand that makes it."""

    def __init__(self, game: Game, view: View, move: Move) -> None:
        self.game, self.view, self.move = game, view, move
        self.seat = view.seat
        self.rest = [*(Counter(view.hand) - Counter(move.cards)).elements()]
        """What stays in the hand."""

    @cached_property
    def worlds(self) -> tuple[State, State]:
        """The state with the least and with the most in the other hands."""
        view = self.view
        known = [view.known.hands.get(seat, ()) for seat in range(self.game.players)]
        lying = [card for card in view.known.stock if card is not None]
        pile = [card for card in view.pile if card is not None]
        seen = [*view.hand, *pile, *lying, *chain(*known)]
        unseen = Counter([*self.game.bound.deck] * self.game.packs()) - Counter(seen)
        filler = next((card for card in seen if card not in unseen), view.top)  # nobody else can hold it
        stock = [filler if card is None else card for card in view.known.stock]
        hidden = [size - len(cards) for size, cards in zip(view.sizes, known, strict=True)]
        filled = [(*cards, *[filler] * more) for cards, more in zip(known, hidden, strict=True)]
        least = imagine(self.game.bound, view, filled, stock, covered=[filler] * (len(view.pile) - len(pile)))
        hands = [
            tuple(sorted([*known[seat], *unseen.elements()])) if hidden[seat] and seat != self.seat else hand
            for seat, hand in enumerate(least.hands)
        ]
        most = replace(least, hands=tuple(hands))
        return State(self.game, least, least), State(self.game, most, most)

    @cached_property
    def after(self) -> tuple[State, State]:
        """Both worlds when the move has been made."""
        least, most = self.worlds
        return least.play(self.move), most.play(self.move)

    @property
    def hands_are_known(self) -> bool:
        """Nothing is hidden in any hand."""
        sizes = enumerate(self.view.sizes)
        return all(
            len(self.view.known.hands.get(seat, ())) == size for seat, size in sizes if seat != self.seat
        )

    def sure(self, fact: Callable[[State], Fact]) -> Fact | None:
        """What is so after the move, whatever the others hold; ``None`` if that decides."""
        least, most = map(fact, self.after)
        return least if least == most else None

    # ------------------------------------------------------------------------------------------- the moment
    @property
    def owing(self) -> int:
        """The debt that has to be answered."""
        return self.view.situation.owed

    @property
    def facing(self) -> bool:
        """A stop or a debt has to be answered."""
        return self.view.situation.stop > 0 or self.owing > 0

    @property
    def groups(self) -> list[tuple[Card, ...]]:
        """All that can be laid now."""
        return [move.cards for move in self.view.moves if move.cards]

    @property
    def opponents(self) -> int:
        """How many others hold cards."""
        return sum(1 for seat, size in enumerate(self.view.sizes) if size and seat != self.seat)

    # ---------------------------------------------------------------------------------------- what follows
    @cached_property
    def follower(self) -> int | None:
        """The other seat that is on turn afterwards, if the game surely goes on."""
        turn = self.sure(lambda state: -1 if state.over else state.turn)
        return None if turn in (None, -1, self.seat) else turn

    @property
    def wins(self) -> bool:
        return bool(self.sure(lambda state: state.returns()[self.seat] > 0))

    @property
    def loses(self) -> bool:
        return bool(self.sure(lambda state: state.returns()[self.seat] < 0))

    @property
    def goes_on(self) -> bool:
        """The same player moves again, and nothing has to be answered first."""

        def free(state: State) -> bool:
            now = state.situation
            mine = state.turn == self.seat and not state.over
            return mine and not now.stop and not now.owed

        return bool(self.sure(free))

    @property
    def taken(self) -> int | None:
        """How many cards come into the hand; where cards are drawn until one fits, the stock decides."""
        if self._draws_until:
            return None
        held = self.sure(lambda state: len(state.position.hands[self.seat]))
        return None if held is None else held - len(self.rest)

    @property
    def _draws_until(self) -> bool:
        bound, position = self.game.bound, self.worlds[0].position
        rule = bound.rules[self.game.engine.rule_of(position, self.move)]
        effects = (effect for one in (rule, *bound.mechanics) for effect in one.effects)
        return any(isinstance(effect, ir.DrawUntil) for effect in effects)

    @property
    def debt(self) -> int:
        """What is surely owed afterwards, all of it."""
        return self.sure(lambda state: state.situation.debt) or 0

    @property
    def stop(self) -> int:
        """How many stops are surely in force afterwards."""
        return self.sure(lambda state: state.situation.stop) or 0

    @property
    def calm(self) -> bool:
        """Nobody owes or stands afterwards."""
        return bool(self.sure(lambda state: not state.situation.debt and not state.situation.stop))

    # -------------------------------------------------------------------------------- what the rulebook has
    def fits(self, card: Card, seat: int) -> bool:
        """Whether a card would fit on what then lies, if that seat held it and had nothing to answer."""
        after = replace(self.after[0].position, turn=seat, over=False)
        position = self._eased(_holding(after, seat, self.rest if seat == self.seat else [card]))
        return position is not None and self._goes(position, card)

    def wipes_out_debts(self, card: Card) -> bool:
        """Whether a card of the hand, laid alone, is an answer to a debt and leaves none."""
        position = self._eased(self.worlds[0].position, debt=3)
        if position is None or not self._goes(position, card):
            return False
        after, _ = self.game.engine.play(position, self._alone(card))
        return not self.game.situation(after, ()).debt

    def returns_players(self, card: Card) -> bool:
        """Whether a card of the hand, laid alone, would bring another player back who had just finished."""
        position = self._eased(self.worlds[0].position)
        other = next((seat for seat, size in enumerate(self.view.sizes) if size and seat != self.seat), None)
        if position is None or other is None:
            return False
        out = [*position.out]
        out[other] = Out.returnable
        position = replace(_holding(position, other, ()), out=tuple(out))
        return self.game.engine.rule_of(position, Move((card,), seat=other)) >= 0

    def wins_as_the_last(self, card: Card) -> bool:
        """Whether a card of the hand would win the game if it were the only one."""

        def won(state: State) -> bool:
            position = _holding(state.position, self.seat, [card])
            if not self._goes(position, card):
                return False
            after = State(self.game, position, position).play(self._alone(card))
            return after.returns()[self.seat] > 0

        return all(map(won, self.worlds))

    def moves_to_go_out(self, most: int) -> int | None:
        """With how many own moves the rest can go if nobody changes anything in between; ``None`` if these
        are not enough."""
        start = self.after[0].position
        for count in range(most + 1):
            if self._goes_out(start, count, set()):
                return count
        return None

    def _goes_out(self, position: Position, count: int, tried: set[object]) -> bool:
        if not position.hands[self.seat]:
            return True
        eased = self._eased(replace(position, turn=self.seat, over=False))
        key = (position.hands[self.seat], position.pile[-1], position.vars, count)
        if not count or eased is None or key in tried:
            return False
        tried.add(key)
        for move in self.game.engine.legal(eased):
            if move.cards and move.seat is None:
                after, _ = self.game.engine.play(eased, move)
                if self._goes_out(after, count - 1, tried):
                    return True
        return False

    def _alone(self, card: Card) -> Move:
        return Move((card,), card.suit if self.game.bound.asks_for_suit((card,)) else None)

    def _goes(self, position: Position, card: Card) -> bool:
        return self.game.engine.rule_of(position, self._alone(card)) >= 0

    def _eased(self, position: Position, debt: int = 0) -> Position | None:
        """The position with this debt and no stop; ``None`` where the rulebook has no variables for them."""
        bound, values = self.game.bound, [*position.vars]
        places = {variable.var("state"): number for number, variable in enumerate(bound.book.state)}
        wanted = {"debt": debt, "stop": 0}
        for shown in bound.shows:
            if shown.role in wanted:
                place = places.get(shown.expr) if isinstance(shown.expr, ir.Var) else None
                if place is None:
                    return None
                values[place] = shown.rest + wanted.pop(shown.role)
        return replace(position, vars=tuple(values)) if not wanted.get("debt") else None


def _holding(position: Position, seat: int, cards: Sequence[Card]) -> Position:
    hands = [*position.hands]
    hands[seat] = tuple(sorted(cards))
    return replace(position, hands=tuple(hands))
