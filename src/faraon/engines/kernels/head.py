"""What every generated module begins with: the prelude of its engine, and what the rulebook names."""

from __future__ import annotations

from collections.abc import Callable

from faraon.engines.actions import LAY, RETURN, Action
from faraon.engines.kernels.expressions import setting_name
from faraon.engines.kernels.plan import Plan, cards_named
from faraon.engines.kernels.text import Text, joined

EMITTER = 5
"""Counts the changes of what is generated; it stands in the text, so that no older kernel is taken for a
new one."""


def write_head(text: Text, plan: Plan, *preludes: str) -> None:
    """The prelude, joined from modules; settings and cards by name; the action table as sets of tuples."""
    text.add(f"# Generated from a rulebook (emitter {EMITTER}). The rules stand below the primitives.", "")
    text.lines += joined(*preludes).splitlines()
    text.add(
        "", "", "# ------------------------------------------------------------------------- the rulebook"
    )
    for option in plan.book.options:
        if option.type != "int":
            names = ", ".join(setting_name(option.name, value) for value in option.values)
            text.add(f"{names} = range({len(option.values)})")
    text.add(*(f"{name} = {number}" for name, number in cards_named(plan).items()))
    sets: dict[str, Callable[[Action], bool]] = {
        "PLAIN": lambda row: row.kind == LAY and row.choice < 0,
        "ASKING": lambda row: row.kind == LAY and row.choice >= 0,
        "RETURNING": lambda row: row.kind == RETURN,
    }
    for name, test in sets.items():
        words = [0] * 8
        for row in filter(test, plan.actions.rows):
            words[row.value] |= 1 << row.tuple
        text.add(f"{name} = ({', '.join(map(hex, words))})")
    text.add(f"WORDS = {len(plan.actions.words)}")
