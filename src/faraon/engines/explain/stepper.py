"""Evaluates a rulebook step by step, clause by clause: slow, and able to say what it did.

The functions that :mod:`faraon.engines.python.emitter` writes play; this walks the same intermediate form to
explain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from faraon.engines.explain.evaluation import evaluation
from faraon.engines.order import SKIPPED, Primitive, conclude, deeds, end, follow
from faraon.engines.python.board import Board
from faraon.engines.python.engine import PythonEngine
from faraon.engines.rules import Bound
from faraon.game.log import Event
from faraon.game.move import Move
from faraon.game.position import Position
from faraon.lang import ir
from faraon.words import card_name, counted, seat_name, suit_name, value_name

NAMES: dict[str, Callable[[int, str, bool], str]] = {
    "suit": suit_name,
    "value": value_name,
    "card": card_name,
    "seat": seat_name,
}

MOVING_ON = ("next", "next_way", "jump")
"""What passes the turn on."""


@dataclass(eq=False, slots=True)
class Step:
    """An implication that fired, with its sentence in both languages as it was true then."""

    implication: ir.Implication
    en: str = ""
    sk: str = ""

    @property
    def assigns(self) -> frozenset[ir.Var]:
        """The variables to which it gives a value."""
        effects = self.implication.effects
        return frozenset(effect.target for effect in effects if isinstance(effect, ir.Assign))

    @property
    def paragraph(self) -> str:
        return cite(self.implication.paragraphs)


def cite(paragraphs: tuple[str, ...]) -> str:
    """Paragraphs as they are cited.

    >>> cite(("§3", "§4"))
    '§3, §4'
    """
    return ", ".join(paragraphs)


class Stepper:
    """One move in one position, walked through."""

    def __init__(
        self,
        bound: Bound,
        position: Position,
        move: Move,
        possible: Callable[[str, Position], bool],
        seen: Callable[[ir.Op, bool], None] | None = None,
    ) -> None:
        self.bound = bound
        self.before = position
        self.board = Board(position, bound)
        self.move = move
        self.possible = possible
        self.seen = seen
        """Told of every branch of a conditional expression that is taken."""
        self.values: dict[ir.Var, int] = {}
        for (now, before), value in zip(bound.variables, position.vars, strict=True):
            self.values[now] = self.values[before] = value
        for note in bound.book.notes:
            self.values[note.var("note")] = self.value(bound.fold(note.initial))
        self._lay(move.cards)
        self.values[ir.ASKED] = -1 if move.suit is None else int(move.suit)
        self.values[ir.RETURNED] = -1 if move.seat is None else move.seat
        self.values |= dict.fromkeys((ir.RETURNING, ir.STOOD, ir.CONCEDED, ir.CHECKED, SKIPPED), False)
        self.steps: list[Step] = []
        self.written: dict[ir.Var, Step] = {}
        """Which step gave a variable its last value."""
        self.did: dict[str, Step] = {}
        """Which step last did something on the board."""
        self.turns: list[tuple[int, Step]] = []
        """Every seat to which the turn went, and by which step; whoever is skipped is not the last."""
        self.draws: list[tuple[int, int, int, Step]] = []
        """A seat, how many cards it should have drawn and did draw, and by which step."""
        self.over = False
        self.loser = ir.NOBODY
        self.events: tuple[Event, ...] = ()
        """What happened with cards before anything fired."""

    def _lay(self, cards: tuple[int, ...]) -> None:
        self.values[ir.GROUP] = sum(1 << card for card in set(cards))
        self.values[ir.LAID] = len(cards)
        self.values[ir.BOTTOM] = int(cards[0]) if cards else -1
        self.values[ir.LAST] = int(cards[-1]) if cards else -1

    # ------------------------------------------------------------------------------------------ evaluation
    def value(self, expr: ir.Expr) -> int:
        """What an expression is worth now."""
        return evaluation(expr)(self)

    def is_possible(self, rule: str) -> bool:
        """Whether the player on turn can make a move by a rule, as things stand now."""
        return self.possible(rule, self._now())

    def _now(self) -> Position:
        self.board.vars = tuple(int(self.values[now]) for now, _ in self.bound.variables)
        return self.board.position(False, None)

    @cached_property
    def after(self) -> Position:
        """The position when everything is done."""
        loser = None if self.loser == ir.NOBODY else self.loser
        now = self._now()
        return replace(now, over=self.over, loser=loser, claim=None if self.over else now.claim)

    # ---------------------------------------------------------------------------------------------- effects
    def begin(self) -> list[Step]:
        """Puts the start card in force; says what fired."""
        for start in self.bound.starts:
            if self.value(start.guard):
                self.fire(start)
        return self.steps

    def settle(self) -> None:
        """Ends the game if it is over as it stands."""
        end(self, self.bound.ends)

    def run(self, rule: ir.Implication) -> list[Step]:
        """Plays the move by a rule; says what fired."""
        if not rule.lays:
            self._lay(())
        self.values[ir.RETURNING] = rule.returns
        self.fire(rule)
        follow(self, self.bound.mechanics)
        conclude(self, self.bound.ends)
        return self.steps

    def mechanic(self, guard: ir.Expr, mechanic: ir.Implication) -> None:
        if self.value(guard):
            self.fire(mechanic)

    def count(self) -> None:
        self.board.moves_made += 1

    def ending(self, number: int, ending: ir.Implication) -> None:
        if not self.over and self.value(ending.guard):
            self.over = True
            self.loser = self.value(ending.loser)
            self.fire(ending)

    def fire(self, implication: ir.Implication) -> None:
        """Applies the effects of one implication."""
        step = Step(implication)
        for deed in deeds(implication):
            match deed:
                case Primitive("put"):
                    self.board.put(self.move.cards)
                case Primitive("draw", args):
                    self._draw(self.value(args[0]), self.value(args[1]), step)
                case Primitive("draw_until", (seat, fits)):
                    self._draw_until(self.value(seat), fits, step)
                case Primitive(name, args):
                    getattr(self.board, name)(*map(self.value, args))
                    self.did[name] = step
                    if name in MOVING_ON:
                        self.turns.append((self.board.turn, step))
                case ir.Assign(target, value):
                    self.values[target] = int(self.value(value))
                    self.written[target] = step
        step.en, step.sk = self.text(implication.texts.en, "en"), self.text(implication.texts.sk, "sk")
        self.steps.append(step)

    def _draw(self, seat: int, count: int, step: Step) -> None:
        held = len(self.board.hands[seat])
        self.board.draw(seat, count)
        self.draws.append((seat, count, len(self.board.hands[seat]) - held, step))

    def _draw_until(self, seat: int, fits: ir.Expr, step: Step) -> None:
        held = len(self.board.hands[seat])
        self.board.draw_until(seat, lambda: bool(self.value(fits)))
        drawn = len(self.board.hands[seat]) - held
        self.draws.append((seat, drawn, drawn, step))

    # ------------------------------------------------------------------------------------------------ texts
    def text(self, template: ir.Template, language: str) -> str:
        """A text with its places filled in, beginning with a capital letter."""
        filled = "".join(part if isinstance(part, str) else self._slot(part, language) for part in template)
        return filled[:1].upper() + filled[1:]

    def _slot(self, slot: ir.Slot, language: str) -> str:
        return show_value(slot, int(self.value(self.bound.fold(slot.expr))), language)


def walk_through(engine: PythonEngine, position: Position, move: Move) -> Stepper:
    """A move that is legal, or punished, walked through to its end."""
    course = engine.course(position, move)
    walk = Stepper(engine.bound, course.position, course.move, engine.possible)
    if course.covered:
        walk.board.lay_covered(course.covered, course.position)
    walk.run((*engine.bound.rules, *engine.bound.fouls)[course.rule])
    walk.before = position  # a caught lie begins earlier
    walk.events = course.events
    return walk


def show_value(slot: ir.Slot, value: int, language: str) -> str:
    """What stands in a place of a text when its expression has this value."""
    if slot.expr.type == "int":
        return counted(value, slot.forms) if slot.forms else str(value)
    if value < 0:
        return "–"
    return NAMES[slot.expr.type](value, language, slot.forms == ("acc",))
