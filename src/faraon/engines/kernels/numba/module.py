"""A plan as the source of a Numba module.

Its functions, all on a state of 32 words (see the primitives) and a table (players, deal and options):

``deal(state, table, seed, first)``               a new game; gives the counter for random moves
``legal(state, table, buffer)``                   lists the legal actions in order, gives how many
``advance(state, table, action, counter, most)``  makes one move, or random ones
``play``, ``punish``, ``playout``                 the same by its uses
``batch(…)``                                      plays many games to the end, a row of results each
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import resources

from faraon.engines.actions import LAY, RETURN, Action
from faraon.engines.kernels.expressions import setting_name
from faraon.engines.kernels.numba.games import WHOLE_GAMES
from faraon.engines.kernels.numba.moves import Moves
from faraon.engines.kernels.numba.questions import TABLE_HEAD
from faraon.engines.kernels.plan import Plan, cards_named
from faraon.engines.kernels.plan import plan as make_plan
from faraon.engines.kernels.text import Text
from faraon.engines.rules import Bound
from faraon.lang import ir

EMITTER = 1
"""Counts the changes of what is generated; it stands in the text, so that no older kernel is taken for a
new one."""


def kernel_plan(bound: Bound, specialised: bool = False) -> Plan:
    """The plan of a rulebook's kernel: with its options open, or with those of one table folded in."""
    if not specialised:
        return make_plan(bound.book)
    head = (bound.players, bound.hand_size, int(bound.returning), int(bound.shuffled))
    return make_plan(bound.book, bound.values, dict(zip(TABLE_HEAD, head, strict=True)))


def numba_source(plan: Plan) -> str:
    """The whole module."""
    return _Module(plan).text()


@lru_cache(maxsize=64)
def _open_kernel(book: ir.Book) -> tuple[Plan, str]:
    plan = make_plan(book)
    return plan, numba_source(plan)


def kernel_of(bound: Bound, specialised: bool = False) -> tuple[Plan, str]:
    """A table's plan and its module. Tables of one rulebook share them: they take some tenths of a second."""
    if not specialised:
        return _open_kernel(bound.book)
    plan = kernel_plan(bound, specialised)
    return plan, numba_source(plan)


def primitives(name: str) -> str:
    """The text of a file of primitives."""
    return resources.files("faraon.engines.kernels").joinpath(name).read_text(encoding="utf-8")


def constants(text: Text, plan: Plan) -> None:
    """Settings and cards by name, and the action table."""
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


class _Module(Moves):
    def text(self) -> str:
        self.add(
            f"# Generated from a rulebook (emitter {EMITTER}). The rules stand below the primitives.", ""
        )
        self.lines += primitives("numba/primitives.py").splitlines()
        constants(self, self.plan)
        self.add("ACTIONS, FIRST, LAYS, RETURNS = numbered(PLAIN, ASKING, RETURNING, WORDS)")
        self.write_lay_rule()
        for name in self.plan.asked:
            self.write_possible(name)
        self.write_save()
        self.write_legal()
        self.write_advance()
        self.write_deal()
        self.lines += WHOLE_GAMES.splitlines()
        return str(self)
