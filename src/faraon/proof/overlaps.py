"""Rules of one kind that allow the same move, and whether it matters which of them does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from faraon.lang import ir
from faraon.proof.moves import Mover, Step, same_kind
from faraon.proof.proving import Proving
from faraon.proof.terms import TRUE, Term, some
from faraon.proof.witness import Shown


@dataclass
class Overlap:
    """Two rules that allow one move."""

    first: ir.Implication
    """The one that counts."""
    second: ir.Implication
    shown: Shown
    differs: bool
    """The second one would do something else."""


def overlaps(proving: Proving) -> Iterator[Overlap]:
    """Every two rules that overlap in a declared position, with the smallest one that shows it."""
    rules = [(number, rule) for number, rule in enumerate(proving.table.rules) if rule.guard != ir.FALSE]
    for (number, first), (_, second) in combinations(rules, 2):
        if not same_kind(first, second):
            continue
        step = proving.mover.try_move(first, number, proving.before)
        guards = [proving.encoder.value(rule.guard, step.after) for rule in (first, second)]
        asker = proving.asker(step.holds, guards)
        if asker.model() is None:
            continue
        other = _otherwise(proving.mover, step, first, second)
        model = asker.model(other) if other is not None else None
        wanted = [other] if model is not None else []
        yield Overlap(first, second, proving.shown(proving.smallest(asker, wanted), step), model is not None)


def _otherwise(mover: Mover, step: Step, first: ir.Implication, second: ir.Implication) -> Term | None:
    """That two rules do different things with the same move; ``None`` if they say the same."""
    if first.effects == second.effects:
        return None
    done = [mover.effects(rule, step) for rule in (first, second)]
    (one, one_draws), (two, two_draws) = done
    if len(one_draws) != len(two_draws):
        return TRUE
    differences = [a != b for a, b in zip(one_draws, two_draws, strict=True)]
    differences += [
        one[var] != two[var] for var in one.values if var.kind in ("state", "engine") and var in two.values
    ]
    return some(*differences) if differences else None
