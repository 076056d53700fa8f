"""What is said of refused moves: whether it is ever said, and whether what it takes for granted is so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from faraon.engines.explain.stepper import Stepper
from faraon.engines.explain.verdicts import told_clauses
from faraon.lang import ir
from faraon.proof.asking import Asker
from faraon.proof.moves import Step, same_kind
from faraon.proof.proving import Proving
from faraon.proof.terms import TRUE, Term, every, some, z3
from faraon.proof.witness import Shown
from faraon.proof.world import World


@dataclass
class Place:
    """A sentence at a condition of a rule; no sentence, where the condition has none of its own."""

    rule: ir.Implication
    clause: ir.Clause
    sentence: ir.Sentence | None
    step: Step
    """A move of the rule's kind."""
    told: Term
    """When it may be told. It is told less often: only the nearest rules speak."""

    @property
    def text(self) -> str:
        """The sentence as it was written."""
        return template(self.sentence.texts.en) if self.sentence is not None else ""


def template(parts: ir.Template) -> str:
    """A text with its places."""
    return "".join(part if isinstance(part, str) else "{…}" for part in parts)


def places(proving: Proving) -> Iterator[Place]:
    """Every sentence where it may be told."""
    encoder, table = proving.encoder, proving.table
    for rule in table.rules:
        step = proving.mover.try_move(rule, 0, proving.before)
        world = step.after
        near = _Nearness(proving, rule, world)
        for clause in rule.clauses:
            fails = near.fails(clause)
            earlier: list[Term] = []
            for sentence in clause.failing:
                says = encoder.value(table.fold(sentence.condition), world)
                told = every(fails, says, *(z3.Not(one) for one in earlier))
                yield Place(rule, clause, sentence, step, told)
                earlier.append(says)
            yield Place(rule, clause, None, step, every(fails, *(z3.Not(one) for one in earlier)))


class _Nearness:
    """When a condition of a rule may be told, beside the other rules of its kind."""

    def __init__(self, proving: Proving, rule: ir.Implication, world: World) -> None:
        self.rule = rule
        self.world = world
        self.encoder = proving.encoder
        self.others = [other for other in proving.table.rules if same_kind(rule, other) and other is not rule]
        self.on = {other.name: self.encoder.is_on(other) for other in (rule, *self.others)}
        asked = next(one for one in proving.book.rules if one.name == rule.name)
        written = {clause.span: clause.expr for clause in asked.clauses}
        only_options = [
            TRUE if all(var.kind == "option" for var in ir.variables(written[clause.span]))
            else self._holds(clause)
            for clause in rule.clauses
        ]  # fmt: skip
        nobody = every(*(z3.Not(self.on[other.name]) for other in self.others))
        self.asked = some(self.on[rule.name], every(*only_options), nobody)
        """A rule that is switched off is asked if only options are against the move, or there is no other."""

    def fails(self, clause: ir.Clause) -> Term:
        """That it fails and that nothing nearer is told."""
        fails = z3.Not(self._holds(clause))
        if not clause.occasion:
            nearer = [
                every(self._speaks(other), self._failing(other, False) < self._failing(self.rule, False))
                for other in self.others
            ]
            speaks = every(self.asked, self._speaks(self.rule))
            return every(fails, speaks, *(z3.Not(one) for one in nearer))
        before = [one for one in self.rule.clauses if one.occasion]
        before = before[: before.index(clause)]
        nearer = [self._failing(other, True) < self._failing(self.rule, True) for other in self.others]
        return every(
            fails,
            self.asked,
            *(self._holds(one) for one in before),
            *(z3.Not(self._speaks(other)) for other in self.others),
            *(
                z3.Not(every(self.on[other.name], one))
                for other, one in zip(self.others, nearer, strict=True)
            ),
            *(z3.Not(self._goes_before(other)) for other in self.others if not clause.negated),
        )

    def _goes_before(self, other: ir.Implication) -> Term:
        """That another rule lacks as little, and what it lacks stands in the way."""
        lacking: list[Term] = []
        before: list[Term] = []
        for clause in other.clauses:
            if clause.occasion:
                holds = self._holds(clause)
                if clause.negated:
                    lacking.append(every(z3.Not(holds), *before))
                before.append(holds)
        as_near = self._failing(other, True) == self._failing(self.rule, True)
        return every(self.on[other.name], as_near, some(*lacking))

    def _holds(self, clause: ir.Clause) -> Term:
        return self.encoder.value(clause.expr, self.world)

    def _speaks(self, rule: ir.Implication) -> Term:
        occasion = every(*(self._holds(clause) for clause in rule.clauses if clause.occasion))
        return occasion if rule is self.rule else every(self.on[rule.name], occasion)

    def _failing(self, rule: ir.Implication, occasion: bool) -> Term:
        """How many of its conditions fail, in its occasion or behind it."""
        clauses = [clause for clause in rule.clauses if clause.occasion == occasion]
        zero = self.encoder.number(0)
        return (
            self.encoder.number.how_many([z3.Not(self._holds(one)) for one in clauses]) if clauses else zero
        )


def presupposed(place: Place, proving: Proving) -> Term | None:
    """That a number with a noun is none, or that a card or a player named is nobody's."""
    wrong = []
    if place.sentence is not None:
        for slot in (*place.sentence.texts.en, *place.sentence.texts.sk):
            if isinstance(slot, ir.Slot):
                value = proving.encoder.value(proving.table.fold(slot.expr), place.step.after)
                least = 1 if slot.expr.type == "int" and slot.forms else 0
                if slot.expr.type != "int" or slot.forms:
                    wrong.append(value < least)
    return some(*wrong) if wrong else None


def asker_for(place: Place, proving: Proving, reachable: bool) -> Asker:
    return proving.asker(place.step.holds, proving.reachable if reachable else [])


def confirmed(place: Place, shown: Shown, false: bool) -> bool:
    """Whether the interpreter says the sentence there and, if that is asked, something false with it."""
    assert shown.move is not None  # noqa: S101 - there is a move in every place
    game, position = shown.state.game, shown.state.position
    if position.over or game.engine.rule_of(position, shown.move) >= 0:
        return False
    told = told_clauses(game.bound, position, shown.move, game.engine.possible)
    spans = [sentence.span if sentence is not None else None for _, _, sentence in told]
    wanted = place.sentence.span if place.sentence is not None else None
    if wanted not in spans:
        return False
    return not false or _says_nothing(place, shown)


def _says_nothing(place: Place, shown: Shown) -> bool:
    """Whether a place of the text has nothing to name."""
    assert place.sentence is not None  # noqa: S101 - only of sentences is it asked
    assert shown.move is not None  # noqa: S101 - as above
    game = shown.state.game
    walk = Stepper(game.bound, shown.state.position, shown.move, game.engine.possible)
    for slot in (*place.sentence.texts.en, *place.sentence.texts.sk):
        if isinstance(slot, ir.Slot) and (slot.expr.type != "int" or slot.forms):
            value = walk.value(game.bound.fold(slot.expr))
            if value < (1 if slot.expr.type == "int" else 0):
                return True
    return False
