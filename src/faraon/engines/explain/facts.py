"""From a move that was walked through to what it changed, and which sentence of the rulebook says so.

An implication speaks only for what is still so when the move is over: a mechanic whose effect a later one
undid has nothing to say, and neither has one that sets what was already set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from faraon.engines.explain.stepper import Step, Stepper
from faraon.game.facts import Fact, Reason
from faraon.game.position import Out, Position
from faraon.lang import ir

Showing = Callable[[Position, int], tuple[int, ...]]
"""The values of what the rulebook shows, of a position with a stock of this size."""


def facts(walk: Stepper, shown: Showing) -> tuple[Fact, ...]:
    """What a move changed, in the order in which it is told."""
    return (*_checked(walk), *_cards(walk), *(_end(walk) if walk.over else _going_on(walk, shown)))


def _checked(walk: Stepper) -> Iterator[Fact]:
    """What a check of covered cards has found."""
    for kind, seat, cards in walk.events:
        if kind in ("true", "lie"):
            yield Fact(kind, seat, new=len(cards))


def _cards(walk: Stepper) -> Iterator[Fact]:
    """Who drew, came back and finished."""
    before, after = walk.before, walk.after
    seats = [*enumerate(zip(before.out, after.out, strict=True))]
    for seat, (was, now) in seats:
        if was != Out.playing and now == Out.playing:
            yield Fact("return", seat, said=_said(walk.did.get("give_back")))
    for seat, wanted, got, step in walk.draws:
        if wanted:
            yield Fact("draw", seat, wanted, got, _said(step))
    for seat, (was, now) in seats:
        if was == Out.playing and now != Out.playing:
            place = after.places.index(seat) + 1 if seat in after.places else 0
            yield Fact("out", seat, new=place, said=_said(walk.did.get("leave")))


def _going_on(walk: Stepper, shown: Showing) -> Iterator[Fact]:
    yield from _roles(walk, shown)
    yield from _others(walk)
    yield from _turn(walk)


def _roles(walk: Stepper, shown: Showing) -> Iterator[Fact]:
    """What everybody is shown, as far as it has changed."""
    roles, before, after = walk.bound.shows, walk.before, walk.after
    values = shown(before, len(before.stock)), shown(after, len(after.stock))
    changes = {role.role: (role, old, new) for role, old, new in zip(roles, *values, strict=True)}
    free = "any_card" in changes and changes["any_card"][2]
    extra = "again" in changes and changes["again"][2]
    faces = -1 if extra or after.out.count(Out.playing) == 1 else after.turn
    for role, old, new in changes.values():
        said = _said(_last_word(walk, role.expr))
        match role.role:
            case "suit":
                # Of the same suit it is told that it stays; where any card fits, it says nothing.
                if not free and (old != new or said is not None):
                    yield Fact("suit", old=old, new=new, said=said)
            case "any_card":
                # Who has something to answer, or a last chance, may not lay just any card.
                if _open(walk, after, values[1]) and not _open(walk, before, values[0]):
                    yield Fact("any_card", new=1, said=said)
            case "again":
                if new and not old:
                    yield Fact("again", after.turn, new=1, said=said or _shown(walk, role))
            case "debt" | "stop":
                was, now = (value if value > role.rest else 0 for value in (old, new))
                if was != now or (now and before.turn != after.turn):  # somebody else faces it now
                    step = _last_word(walk, role.expr)
                    # The last player may still check covered cards: whoever is stopped can return nobody.
                    seat = after.turn if role.role == "stop" and after.claimer >= 0 else faces
                    yield Fact(role.role, seat, was, now, _said(step) if step is not walk.steps[0] else None)
            case _:
                if new > role.rest and new != old:
                    # Where it came with the turn, what moved the turn on says nothing of it.
                    own = said is None or _last_word(walk, role.expr) in [step for _, step in walk.turns]
                    yield Fact("note", old=old, new=new, said=_shown(walk, role) if own else said)
                elif new != old and said is not None and _only_that(walk, role.expr):
                    yield Fact("note", old=old, new=new, said=said)


def _only_that(walk: Stepper, expr: ir.Expr) -> bool:
    """Whether the step that decided an expression changed nothing else: then it speaks of it."""
    step = _last_word(walk, expr)
    return step is not None and step.assigns <= ir.variables(expr)


def _open(walk: Stepper, position: Position, values: tuple[int, ...]) -> bool:
    """Whether any card may be laid now: it fits, and nothing stands in the way."""
    now = {role.role: value > role.rest for role, value in zip(walk.bound.shows, values, strict=True)}
    waits = now.get("debt", False) and not now.get("again", False)
    alone = position.out.count(Out.playing) == 1
    return now["any_card"] and not waits and not now.get("stop", False) and not alone


def _shown(walk: Stepper, role: ir.Shown) -> Reason:
    """What people are told while something is shown."""
    texts = role.texts
    en, sk = texts.en_long or texts.en, texts.sk_long or texts.sk
    return Reason(role.role, "", walk.text(en or sk, "en"), walk.text(sk or en, "sk"))


def _others(walk: Stepper) -> Iterator[Fact]:
    """Variables that nobody is shown, with a sentence that speaks of nothing else."""
    seen = {var for role in walk.bound.shows for var in ir.variables(role.expr)}
    for number, variable in enumerate(walk.bound.book.state):
        var, old, new = variable.var("state"), walk.before.vars[number], walk.after.vars[number]
        if old == new or variable.hidden or var in seen or var not in walk.written:
            continue
        step = walk.written[var]
        said = _said(step)
        if said is not None and not seen & step.assigns:
            yield Fact("state", old=old, new=new, said=said)


def _turn(walk: Stepper) -> Iterator[Fact]:
    before, after, returned = walk.before.turn, walk.after.turn, walk.board.returned
    seats, way = len(walk.after.out), walk.board.way
    behind = way * (returned - before) % seats
    if 0 <= returned != after and 0 < behind < (way * (after - before) % seats or seats):
        yield Fact("passed", returned)
    for (seat, _), (_, by) in pairwise(walk.turns):
        if seat not in (before, after):
            yield Fact("passed", seat, said=_said(by))
    step = walk.turns[-1][1] if walk.turns else None
    if before == after:
        step = _kept_turn(walk)
    yield Fact("turn", after, before, after, _said(step))


def _kept_turn(walk: Stepper) -> Step | None:
    """What kept the turn where it is: a note that what moves it on asks for."""
    notes = [
        walk.written[var]
        for mechanic in walk.bound.mechanics
        if any(isinstance(effect, ir.Next) for effect in mechanic.effects)
        for var in ir.variables(mechanic.guard)
        if var.kind == "note" and var in walk.written
    ]
    return notes[-1] if notes and not walk.turns else None


def _end(walk: Stepper) -> Iterator[Fact]:
    step = walk.steps[-1]
    loser = walk.loser
    yield Fact("over", loser, said=_said(step))
    for sentence in step.implication.why:
        if walk.value(walk.bound.fold(sentence.condition)):
            en, sk = walk.text(sentence.texts.en, "en"), walk.text(sentence.texts.sk, "sk")
            yield Fact("why", loser, said=Reason(step.implication.name, step.paragraph, en, sk))
            return


def _last_word(walk: Stepper, expr: ir.Expr) -> Step | None:
    """Which step decided what an expression is worth now."""
    steps = [walk.written[var] for var in ir.variables(expr) if var in walk.written]
    return max(steps, key=walk.steps.index, default=None)


def _said(step: Step | None) -> Reason | None:
    if step is None or not step.en:
        return None
    return Reason(step.implication.name, step.paragraph, step.en, step.sk)
