"""From the solver's models back to positions and moves, which the interpreter then judges and plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from faraon.cards import CARDS as EVERY_CARD
from faraon.cards import Card, Suit, Value
from faraon.engines.python.board import Shuffle
from faraon.game.move import Move
from faraon.game.position import Out, Position
from faraon.lang import ir
from faraon.play.game import Game
from faraon.play.state import State
from faraon.proof.moves import Step
from faraon.proof.terms import Term, cards_in, z3
from faraon.proof.world import Encoder, World


@dataclass(frozen=True)
class Shown:
    """A position that answers a question, as the interpreter takes it."""

    settings: dict[str, ir.Scalar]
    """Of all options."""
    position: dict[str, Any]
    state: State
    move: Move | None = None
    shuffle: Shuffle | None = None


class Reading:
    """What a model says of an encoder's terms."""

    def __init__(self, encoder: Encoder, model: Any) -> None:
        self.encoder = encoder
        self.model = model

    def number(self, term: Term) -> int:
        return int(self.model.eval(term, model_completion=True).as_signed_long())

    def cards(self, term: Term) -> list[int]:
        return cards_in(self.model.eval(term, model_completion=True).as_long())

    def holds(self, term: Term) -> bool:
        return bool(z3.is_true(self.model.eval(term, model_completion=True)))

    def settings(self) -> dict[str, ir.Scalar]:
        """The settings of all options, open and given."""
        found: dict[str, ir.Scalar] = dict(self.encoder.table.settings)
        for option in self.encoder.table.options:
            number = self.number(self.encoder.options[option.var])
            words = {code: value for value, code in self.encoder.codes.get(option.type, {}).items()}
            found[option.name] = words.get(number, number)
        return found

    def position(self, world: World, draws: list[int], in_pile: bool = False) -> dict[str, Any]:
        """The position of a world in the referee's format, with these cards first in the stock."""
        hands = [self.cards(hand) for hand in world.hands]
        top, drawable = self.number(world[ir.TOP]), self.number(world[ir.DRAWABLE])
        used = {top, *(card for hand in hands for card in hand)}
        first = [card for card in draws if card not in used]
        rest = [card for card in self.encoder.table.book.deck if card not in used and card not in first]
        below = (first + rest)[:drawable]
        data: dict[str, Any] = {
            "hands": [[EVERY_CARD[card].name for card in hand] for hand in hands],
            "pile": [EVERY_CARD[card].name for card in ([*below, top] if in_pile else [top])],
            "stock": [] if in_pile else [EVERY_CARD[card].name for card in below],
            "turn": self.number(world[ir.ON_TURN]),
            "out": {str(seat): Out(out).name for seat, out in enumerate(map(self.number, world.out)) if out},
            "moves_made": self.number(world[ir.MOVES_MADE]),
        }  # fmt: skip
        for variable in self.encoder.state:
            written = self._written(variable, world[variable.var("state")])
            if variable.each:
                data.setdefault(variable.each, []).append(written)
            else:
                data[variable.name] = written
        return data

    def _written(self, variable: ir.Variable, term: Term) -> Any:
        if variable.type == "bool":
            return self.holds(term)
        number = self.number(term)
        match variable.type:
            case "suit":
                return Suit(number).letter
            case "value":
                return Value(number).letter
            case "card":
                return None if number < 0 else Card(number).name
            case "seat":
                return None if number < 0 else number
            case _:
                return number

    def move(self, step: Step) -> Move:
        """The move of a step; of a foul, nothing yet."""
        if not step.rule.lays:
            return Move(word=step.rule.word) if step.rule.kind == "rule" else Move()
        world = step.after
        bottom, last = self.number(world[ir.BOTTOM]), self.number(world[ir.LAST])
        first = 4 * (bottom >> 2)
        between = [
            first + suit
            for suit, there in enumerate(step.suits)
            if self.holds(there) and first + suit not in (bottom, last)
        ]
        cards = [bottom, *between, *([last] if last != bottom else [])]
        asked, seat = self.number(world[ir.ASKED]), self.number(world[ir.RETURNED])
        return Move(
            tuple(EVERY_CARD[card] for card in cards),
            Suit(asked) if asked >= 0 else None,
            seat if seat >= 0 else None,
        )

    def shown(self, book: ir.Book, before: World, step: Step | None = None) -> Shown:
        """The position before a move, and the move, at a table of their own."""
        drawn: list[int] = []
        for draw in step.draws if step is not None else ():
            cards, last = self.cards(draw.cards), self.number(draw.last)
            drawn += [card for card in cards if card != last] + [last] * bool(cards)
        game = Game(book, self.encoder.table.players, self.settings())
        hands = {card for hand in before.hands for card in self.cards(hand)}
        laid = {self.number(before[ir.TOP])} | hands
        shuffles = game.bound.shuffled and any(card in laid for card in drawn)
        data = self.position(before, drawn, in_pile=shuffles)
        state = game.position(data)
        move = self.move(step) if step is not None else None
        if move == Move():
            move = _invalid(game, state.position)
        return Shown(self.settings(), data, state, move, _in_order(drawn) if game.bound.shuffled else None)


def _in_order(drawn: list[int]) -> Shuffle:
    """A shuffle that brings the drawn cards up in this order."""

    def shuffle(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        place = {card: at for at, card in enumerate(drawn)}
        return tuple(sorted(cards, key=lambda card: place.get(int(card), len(drawn))))

    return shuffle


def _invalid(game: Game, position: Position) -> Move | None:
    """A lay that is punished, if the player on turn has one."""
    for card in position.hands[position.turn]:
        for suit in (None, *Suit):
            move = Move((card,), suit)
            if game.engine.rule_of(position, move) < 0 and game.engine.foul_of(position, move) >= 0:
                return move
    return None
