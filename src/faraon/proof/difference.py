"""Two tables in one move, as terms: every position in which they part, or a proof that there is none.

What the first table's games can reach is described by its invariants. If no move of such a position parts the
tables and no deal does, then every game is the same at both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from faraon.lang import ir
from faraon.proof.answers import Clock
from faraon.proof.asking import Asker, size_of
from faraon.proof.moves import Mover, Step, same_kind
from faraon.proof.played import Played, play
from faraon.proof.proving import Proving
from faraon.proof.table import Table, open_table
from faraon.proof.terms import Term, every, some, z3
from faraon.proof.witness import Shown
from faraon.proof.world import Encoder, World

GAMES = 60


@dataclass
class Compared:
    """What the solver found."""

    shown: Shown | None = None
    """A position in which they part; ``None`` if there is none."""
    deal: bool = False
    """They part before the first move."""


def comparable(first: Table, second: Table) -> bool:
    """Whether the solver can compare two tables: the same state, options and deal."""
    alike = [
        (table.book.deck, table.hand, table.shuffled, table.chosen_when,
         [(v.name, v.type, v.range, v.hidden, v.each, table.fold(v.initial)) for v in table.book.state],
         [(option.name, option.values, option.range) for option in table.options],
         [forbid.condition for forbid in table.forbids])
        for table in (first, second)
    ]  # fmt: skip
    return alike[0] == alike[1]


class Comparison:
    """Two tables and what their moves have in common."""

    def __init__(self, proving: Proving, second: Table) -> None:
        self.clock = proving.clock
        self.proving = proving
        self.other = Encoder(second, tag="other.")
        self.movers = proving.mover, Mover(self.other)
        self.before, holds = self.other.position()
        self.declared = [*proving.declared, *holds]

    def compare(self) -> Compared:
        """The smallest position that parts them, or nothing."""
        if self._deals_differ():
            return Compared(deal=True)
        for step, parts in self._partings():
            known = [*self.declared, *self.proving.reachable, *step.holds]
            asker = Asker(self.clock, known)
            if asker.model(parts) is not None:
                model = asker.smallest([parts], size_of(self.proving.encoder, self.proving.before))
                return Compared(self.proving.shown(model, step))
        return Compared()

    def _deals_differ(self) -> bool:
        ours, theirs = (mover.deal() for mover in self.movers)
        differ = _state_differs(self.proving.encoder, ours.after, theirs.after)
        return Asker(self.clock, [*ours.holds, *theirs.holds]).model(differ) is not None

    def _partings(self) -> Iterator[tuple[Step, Term]]:
        """Every kind of move, with what would part the tables."""
        ours, theirs = self.movers
        same_rest = self._same(ours.table.mechanics, theirs.table.mechanics) and self._same(
            ours.table.ends, theirs.table.ends
        )
        kinds: list[ir.Implication] = []
        for rule in (*ours.table.rules, *theirs.table.rules):
            if rule.guard != ir.FALSE and not any(same_kind(rule, known) for known in kinds):
                kinds.append(rule)
        for kind in kinds:
            step = ours.try_move(kind, -1, self.proving.before)
            world = theirs.try_again(step, kind, -1, self.before).after
            legal = [
                some(*(encoder.value(rule.guard, at) for rule in mover.table.rules if same_kind(rule, kind)))
                for mover, encoder, at in (
                    (ours, self.proving.encoder, step.after), (theirs, self.other, world)
                )
            ]  # fmt: skip
            yield step, legal[0] != legal[1]
        fouls = [
            some(*(encoder.value(foul.guard, at) for foul in mover.table.fouls))
            for mover, encoder, at in (
                (ours, self.proving.encoder, self.proving.before), (theirs, self.other, self.before)
            )
        ]  # fmt: skip
        if ours.table.fouls or theirs.table.fouls:
            step = Step(_PUNISHED, -1, self.proving.before.copy(), [])
            yield step, fouls[0] != fouls[1]
        for one, rule in enumerate(ours.every_rule):
            for two, other in enumerate(theirs.every_rule):
                if rule.kind != other.kind or not (same_kind(rule, other) or rule.kind == "foul"):
                    continue
                if rule.guard == ir.FALSE or other.guard == ir.FALSE:
                    continue
                if same_rest and rule.effects == other.effects:
                    continue
                yield self._effects(one, two)

    @staticmethod
    def _same(ours: tuple[ir.Implication, ...], theirs: tuple[ir.Implication, ...]) -> bool:
        return [(one.guard, one.effects) for one in ours] == [(one.guard, one.effects) for one in theirs]

    def _effects(self, one: int, two: int) -> tuple[Step, Term]:
        """A move by a rule of each: the same cards are drawn, if equally many are."""
        step = self.movers[0].step(one, self.proving.before)
        other = self.movers[1].step(two, self.before, like=step)
        holds = [*step.holds, *other.holds]
        differs = [_state_differs(self.proving.encoder, step.after, other.after)]
        if len(step.draws) == len(other.draws):
            for ours, theirs in zip(step.draws, other.draws, strict=True):
                same = every(ours.cards == theirs.cards, ours.last == theirs.last)
                holds.append(z3.Implies(ours.amount == theirs.amount, same))
        differs += [step.after.over != other.after.over, step.loser != other.loser]
        step.holds = holds
        return step, some(*differs)


def _state_differs(encoder: Encoder, ours: World, theirs: World) -> Term:
    """That two worlds are not the same position."""
    differs = [a != b for a, b in zip((*ours.hands, *ours.out), (*theirs.hands, *theirs.out), strict=True)]
    read = [ir.ON_TURN, ir.TOP, ir.DRAWABLE, *(variable.var("state") for variable in encoder.state)]
    return some(*differs, *(ours[var] != theirs[var] for var in read))


_PUNISHED = ir.Implication("foul", "foul", (), (), ir.TRUE, (), ir.NO_TEXTS, None)  # type: ignore[arg-type]
"""An invalid lay, whichever foul punishes it."""


def proving_of(table: Table, book: ir.Book, clock: Clock) -> Proving:
    """A table with games that were played at it, from which its invariants are found."""
    played = Played()
    play(table, book, GAMES, clock, played)
    return Proving(table, book, clock, played)


def compare(
    first: ir.Book, second: ir.Book, players: int, settings: dict[str, object], clock: Clock
) -> Compared | None:
    """Two rulebooks at every setting that is not given; ``None`` if the solver cannot compare them."""
    tables = open_table(first, players, settings), open_table(second, players, settings)
    if not comparable(*tables):
        return None
    return Comparison(proving_of(tables[0], first, clock), tables[1]).compare()
