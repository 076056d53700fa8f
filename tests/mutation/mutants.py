"""Mutated rulebooks: a condition dropped or negated, a constant changed, an effect or a statement gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from faraon.lang import nodes
from faraon.lang.assemble import Assembly
from faraon.lang.check import Checker
from faraon.lang.format import write_expression
from faraon.lang.ir import Book
from faraon.lang.library import assembled, source


@dataclass(frozen=True)
class Mutant:
    """One change to one statement."""

    statement: str
    change: str
    mutate: Callable[[Assembly], None]

    @property
    def name(self) -> str:
        return f"{self.statement}: {self.change}"

    def book(self, rulebook: str = "classic") -> Book | None:
        """The mutated rulebook, or ``None`` if the checker already refuses it."""
        assembly = assembled(*source(rulebook))
        self.mutate(assembly)
        checker = Checker(assembly)
        book = checker.book()
        return None if any(found.is_error for found in checker.found) else book


def mutants(rulebook: str = "classic") -> list[Mutant]:
    """All mutants of a rulebook, in the order of its text."""
    assembly = assembled(*source(rulebook))
    found: list[Mutant] = []
    for number, let in enumerate(assembly.lets):
        for change, value in _conditions(let.value):
            found.append(Mutant(f"let {let.name}", change, _set_let(number, value)))
    for kind, group in assembly.implications.items():
        for number, node in enumerate(group):
            label = f"{kind} {node.name}"
            found.append(Mutant(label, "removed", _remove(kind, number)))
            for change, value in _conditions(_guard(node)):
                changed = replace(node, occasion=None, antecedent=value)
                found.append(Mutant(label, change, _set_implication(kind, number, changed)))
            for change, effects in _effects(node.effects):
                changed = replace(node, effects=effects)
                found.append(Mutant(label, change, _set_implication(kind, number, changed)))
    seen: Counter[str] = Counter()
    for at, mutant in enumerate(found):
        seen[mutant.name] += 1
        if seen[mutant.name] > 1:
            found[at] = replace(mutant, change=f"{mutant.change} ({seen[mutant.name]})")
    return found


def _set_let(number: int, value: nodes.Expr) -> Callable[[Assembly], None]:
    def change(assembly: Assembly) -> None:
        assembly.lets[number] = replace(assembly.lets[number], value=value)

    return change


def _set_implication(kind: str, number: int, node: nodes.Implication) -> Callable[[Assembly], None]:
    def change(assembly: Assembly) -> None:
        assembly.implications[kind][number] = node

    return change


def _remove(kind: str, number: int) -> Callable[[Assembly], None]:
    def change(assembly: Assembly) -> None:
        del assembly.implications[kind][number]

    return change


# -------------------------------------------------------------------------------------------- conditions


def _guard(node: nodes.Implication) -> nodes.Expr:
    """The occasion and the conditions of an implication, side by side."""
    parts = [
        part
        for expr in (node.occasion, node.antecedent)
        if expr is not None
        for part in (expr.parts if isinstance(expr, nodes.AllOf) else (expr,))
    ]
    if node.occasion is not None:
        parts = [part for part in parts if not isinstance(part, nodes.Always)]
    return parts[0] if len(parts) == 1 else nodes.AllOf(node.span, tuple(parts))


def _conditions(expr: nodes.Expr) -> Iterator[tuple[str, nodes.Expr]]:
    """Every way to spoil a condition in one place."""
    if isinstance(expr, nodes.AllOf | nodes.AnyOf):
        for at, part in enumerate(expr.parts):
            rest = expr.parts[:at] + expr.parts[at + 1 :]
            yield (
                f"without '{write_expression(part)}'",
                rest[0] if len(rest) == 1 else replace(expr, parts=rest),
            )
            for change, value in _conditions(part):
                yield change, replace(expr, parts=(*expr.parts[:at], value, *expr.parts[at + 1 :]))
        return
    if isinstance(expr, nodes.Not):
        yield f"'{write_expression(expr)}' negated", expr.inner
        return
    if not isinstance(expr, nodes.Chosen | nodes.Always):
        yield f"'{write_expression(expr)}' negated", nodes.Not(expr.span, expr)
    yield from _constants(expr)


def _constants(node: Any) -> Iterator[tuple[str, Any]]:
    """Every number in an expression changed by one."""
    if isinstance(node, nodes.Int):
        yield f"{node.value} + 1", replace(node, value=node.value + 1)
        if node.value > 0:
            yield f"{node.value} - 1", replace(node, value=node.value - 1)
        return
    if isinstance(node, nodes.Indexed) and isinstance(node.key, int):
        yield f"Cn[{node.key}] as Cn[{-1 - node.key}]", replace(node, key=-1 - node.key)
    if not is_dataclass(node) or isinstance(node, type):
        return
    for one in fields(node):
        value = getattr(node, one.name)
        if isinstance(value, nodes.Node):
            for change, inner in _constants(value):
                yield change, replace(node, **{one.name: inner})
        elif isinstance(value, tuple):
            for at, item in enumerate(value):
                for change, inner in _constants(item):
                    yield change, replace(node, **{one.name: (*value[:at], inner, *value[at + 1 :])})


def _effects(effects: tuple[nodes.Effect, ...]) -> Iterator[tuple[str, tuple[nodes.Effect, ...]]]:
    for at, effect in enumerate(effects):
        if len(effects) > 1:
            yield f"without effect {at + 1}", effects[:at] + effects[at + 1 :]
        for change, changed in _constants(effect):
            yield f"effect {at + 1}: {change}", (*effects[:at], changed, *effects[at + 1 :])
