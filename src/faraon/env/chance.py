"""Games whose chance is in the open: every card is dealt and drawn by an event of its own.

The stock has no order until somebody draws from it, so two games between which nobody could tell a difference
are one. Whatever is known is never drawn by chance: cards that were shown, and a pile that was turned over
without being shuffled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from faraon.cards import Card
from faraon.engines.errors import GameError, NoRuleError
from faraon.env.spec import not_legal
from faraon.game.log import Entry, Event
from faraon.game.move import Move
from faraon.game.position import Position
from faraon.play.game import Game
from faraon.play.given import GivenOrder
from faraon.play.state import State

Draws = tuple[tuple[int, tuple[Card, ...]], ...]
"""Who drew which cards."""


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made."""

    seat: int
    action: int
    move: Move
    draws: Draws

    def drawn_by(self, seat: int) -> tuple[Card, ...]:
        return tuple(card for drawer, cards in self.draws if drawer == seat for card in cards)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Cards that chance has to draw for a move."""

    action: int
    stages: tuple[tuple[tuple[Card, ...], int], ...]
    """Out of which cards, and how many: first the stock, then the shuffled pile."""
    drawn: tuple[Card, ...] = ()

    @property
    def left(self) -> list[Card]:
        """What can be drawn next; nothing if that was all."""
        seen = 0
        for cards, count in self.stages:
            if len(self.drawn) < seen + count:
                return [card for card in cards if card not in self.drawn[seen:]]
            seen += count
        return []


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of such a game. Immutable."""

    dealt: tuple[Card, ...] = ()
    """The hands card by card, and the start card."""
    bottom: tuple[Card, ...] = ()
    """What was looked at below the stock, the lowest card first (§7)."""
    hands: tuple[tuple[Card, ...], ...] = ()
    """As they were dealt."""
    position: Position | None = None
    """``None`` while cards are dealt; the hidden cards of its stock stand in no order."""
    known: int = 0
    """How many cards at the end of the stock lie where they lie."""
    wanted: Wanted | None = None
    seen: int = 0
    """The cards that everybody has seen, a bit each."""
    log: tuple[Made, ...] = ()
    returns: tuple[float, ...] = ()
    """Once the game is over."""

    @property
    def chance(self) -> bool:
        """Whether chance is to move."""
        return self.position is None or self.wanted is not None

    def __copy__(self) -> Moment:
        return self

    def __deepcopy__(self, memo: object) -> Moment:
        return self


class ChanceGame:
    """A table with its chance in the open.

    >>> from faraon import load
    >>> table = ChanceGame(load("mini-6"))
    >>> moment = Moment()
    >>> while moment.chance:
    ...     moment = table.draw(moment, table.cards(moment)[0])
    >>> [str(table.actions.move(action, turn=0, players=2)) for action in table.legal(moment)]
    ['h7', 'h8']
    """

    def __init__(self, game: Game) -> None:
        self.game, self.actions = game, game.actions
        self.size = game.bound.hand_size
        self._numbers: dict[tuple[Move, int], int] = {}

    # ------------------------------------------------------------------------------------------------- chance
    def cards(self, moment: Moment) -> list[Card]:
        """The cards that chance may draw now, all equally likely, in their order."""
        if moment.wanted is not None:
            return sorted(moment.wanted.left)
        gone = {*moment.dealt, *moment.bottom}
        return [card for card in self.game.bound.deck if card not in gone]

    def draw(self, moment: Moment, card: Card) -> Moment:
        """Chance draws a card."""
        if moment.wanted is not None:
            return self._go_on(moment, replace(moment.wanted, drawn=(*moment.wanted.drawn, card)))
        if len(moment.dealt) <= self.size * self.game.players:
            moment = replace(moment, dealt=(*moment.dealt, card))
        else:
            moment = replace(moment, bottom=(*moment.bottom, card))
        return self._begin(moment) if len(moment.dealt) > self.size * self.game.players else moment

    def _begin(self, moment: Moment) -> Moment:
        """The first position, once chance has decided all that the start card asks about."""
        players = self.game.players
        *cards, top = moment.dealt
        hands = tuple(tuple(sorted(cards[seat::players])) for seat in range(players))
        stock = (*self.cards(moment), *reversed(moment.bottom))
        position, events = self.game.begin(hands, stock, top, 0)
        shown = max((len(cards) for kind, _, cards in events if kind == "show"), default=0)
        if shown > len(moment.bottom):
            return moment
        seen = _bits((top, *moment.bottom))
        return replace(moment, hands=hands, position=position, known=_settled(stock, shown), seen=seen)

    # -------------------------------------------------------------------------------------------------- moves
    def legal(self, moment: Moment) -> list[int]:
        """The actions of the player on turn, in order."""
        assert moment.position is not None  # noqa: S101 - somebody is on turn
        turn, numbers = moment.position.turn, []
        for move in self.game.engine.legal(moment.position):
            number = self._numbers.get((move, turn))
            if number is None:  # there are as many as actions and seats
                number = self._numbers[move, turn] = self.actions.number(move, turn, self.game.players)
            numbers.append(number)
        return numbers

    def play(self, moment: Moment, action: int) -> Moment:
        """The player on turn moves; chance may have to draw cards for it. :class:`GameError` names the legal
        actions if this is none."""
        position = moment.position
        assert position is not None  # noqa: S101 - somebody is on turn
        if position.over:
            raise GameError("illegal-move", f"action {action} is not legal: the game is over")
        if not self.actions.within(action, self.game.players):
            raise self._illegal(moment, action, position.turn)
        move = self.actions.move(action, position.turn, self.game.players)
        try:
            after, events = self.game.engine.play(position, move, GivenOrder(lambda turned: turned))
        except NoRuleError:
            raise self._illegal(moment, action, position.turn) from None
        hidden = position.stock[: len(position.stock) - moment.known]
        wanted = Wanted(action, _stages(events, hidden))
        if any(count for _, count in wanted.stages):
            return self._go_on(moment, wanted)
        return self._done(moment, action, move, after, events)

    def _illegal(self, moment: Moment, action: int, turn: int) -> GameError:
        return GameError("illegal-move", not_legal(self.game, action, self.legal(moment), turn))

    def _go_on(self, moment: Moment, wanted: Wanted) -> Moment:
        """As far as there is nothing to choose."""
        while len(left := wanted.left) == 1:
            wanted = replace(wanted, drawn=(*wanted.drawn, left[0]))
        if left:
            return replace(moment, wanted=wanted)
        position = moment.position
        assert position is not None  # noqa: S101 - a move is being made
        (hidden, count), *shuffled = wanted.stages
        drawn = wanted.drawn[:count]
        rest = tuple(card for card in hidden if card not in drawn)
        stock = (*drawn, *rest, *position.stock[len(hidden) :])
        order = GivenOrder(_first(wanted.drawn[count:]) if shuffled else lambda turned: turned)
        position = replace(position, stock=stock)
        move = self.actions.move(wanted.action, position.turn, self.game.players)
        after, events = self.game.engine.play(position, move, order)
        return self._done(replace(moment, position=position), wanted.action, move, after, events)

    def _done(
        self, moment: Moment, action: int, move: Move, after: Position, events: Sequence[Event]
    ) -> Moment:
        before = moment.position
        assert before is not None  # noqa: S101 - a move was made
        draws = tuple((seat, cards) for kind, seat, cards in events if kind == "draw")
        kinds = {kind for kind, _, _ in events}
        known = 0 if "shuffle" in kinds else len(after.stock) if "turn" in kinds else moment.known
        returns: tuple[float, ...] = ()
        if after.over:
            log = (Entry(before.turn, move, tuple(events)),)
            returns = tuple(State(self.game, after, before, log, None, before).returns())
        return replace(
            moment,
            position=after,
            known=_settled(after.stock, min(known, len(after.stock))),
            wanted=None,
            seen=moment.seen | _bits(move.cards),
            log=(*moment.log, Made(before.turn, action, move, draws)),
            returns=returns,
        )

    # ------------------------------------------------------------------------------------------------- worlds
    def unseen(self, moment: Moment, seat: int) -> list[Card]:
        """Cards that a seat has never seen; :class:`GameError` where the pile is shuffled."""
        if self.game.bound.shuffled:
            message = f"{self.game.name} shuffles the pile: other worlds are imagined only where it is turned"
            raise GameError("bad-option", message)
        own = {card for place, card in enumerate(moment.dealt) if place % self.game.players == seat}
        own |= {card for made in moment.log for card in made.drawn_by(seat)}
        laid = {card for made in moment.log for card in made.move.cards}
        seen = own | laid | {*moment.bottom, *moment.dealt[self.size * self.game.players :]}
        return [card for card in self.game.bound.deck if card not in seen]

    def another(
        self, moment: Moment, history: Iterable[tuple[bool, int]], swap: Callable[[int], int]
    ) -> Moment | None:
        """The moment that the same moves lead to with other hidden cards.

        ``None`` if some move of it would be illegal, or if the game were over in one and not in the other:
        the last player with cards, for one, has a chance only if they hold the red seven (§10).
        """
        world = self._replayed(history, swap)
        return world if world is not None and _phase(world) == _phase(moment) else None

    def _replayed(self, history: Iterable[tuple[bool, int]], swap: Callable[[int], int]) -> Moment | None:
        moment = Moment()
        for chance, action in history:
            if chance:
                card = Card(swap(action))
                if card not in self.cards(moment):
                    return None
                moment = self.draw(moment, card)
            else:
                if moment.chance or moment.position is None:
                    return None
                move = self.actions.move(action, moment.position.turn, self.game.players)
                if self.game.engine.rule_of(moment.position, move) < 0:
                    return None
                moment = self.play(moment, action)
        return moment


def _stages(events: Sequence[Event], hidden: tuple[Card, ...]) -> tuple[tuple[tuple[Card, ...], int], ...]:
    """What chance has to draw, if this happens with the cards."""
    before = after = 0
    turned: tuple[Card, ...] | None = None
    for kind, _, cards in events:
        if kind in ("turn", "shuffle"):
            turned = cards if kind == "shuffle" else ()
        elif kind == "draw" and turned is None:
            before += len(cards)
        elif kind == "draw":
            after += len(cards)
    first = hidden, min(before, len(hidden))
    return (first, (turned, after)) if turned else (first,)


def _first(drawn: tuple[Card, ...]) -> Callable[[tuple[Card, ...]], tuple[Card, ...]]:
    """Puts drawn cards on top of the shuffled pile."""
    return lambda turned: (*drawn, *(card for card in turned if card not in drawn))


def _phase(moment: Moment) -> tuple[object, ...]:
    """What everybody sees of the game's course."""
    position = moment.position
    return moment.chance, position is None or (position.over, position.turn)


def _bits(cards: Iterable[Card]) -> int:
    return sum(1 << card for card in cards)


def _settled(stock: Sequence[Card], known: int) -> int:
    """How many cards of the stock lie where they lie: a single hidden one does as well."""
    return len(stock) if len(stock) - known == 1 else known
