"""A plan as the source of a Numba module.

Its functions, all on a state of 32 words (see the primitives) and a table (players, deal and options):

``deal(state, table, seed, first)``               a new game; gives the counter for random moves
``legal(state, table, buffer)``                   lists the legal actions in order, gives how many
``step(state, table, action)``                    makes one move
``wander(state, table, counter, most)``           makes random moves
``advance(state, table, action, counter, most)``  either, for Python
``play``, ``punish``, ``playout``                 the same by its uses
``batch(…)``                                      plays many games to the end, a row of results each
"""

from __future__ import annotations

from functools import lru_cache

from faraon.engines.kernels.arrays import check_table
from faraon.engines.kernels.head import write_head
from faraon.engines.kernels.numba.moves import Moves
from faraon.engines.kernels.plan import Plan, table_plan
from faraon.engines.kernels.plan import plan as make_plan
from faraon.engines.kernels.text import joined
from faraon.engines.rules import Bound
from faraon.lang import ir
from faraon.lang.library import kept_of

PRELUDE = (
    "faraon.engines.kernels.layout",
    "faraon.engines.kernels.preludes.numba",
    "faraon.engines.kernels.preludes.common",
    "faraon.engines.kernels.preludes.numba_cards",
)


def kernel_plan(bound: Bound, specialised: bool = False) -> Plan:
    """The plan of a rulebook's kernel: with its options open, or with those of one table folded in."""
    return table_plan(bound) if specialised else make_plan(bound.book)


def numba_source(plan: Plan, quiet: bool = False) -> str:
    """The whole module. ``quiet`` makes random games a fifth faster, but Numba takes twice as long for it."""
    return _Module(plan, quiet).text()


@lru_cache(maxsize=64)
def _open_kernel(book: ir.Book, quiet: bool) -> tuple[tuple[ir.Option, ...], str]:
    def make() -> tuple[list[str], str]:
        plan = make_plan(book)
        return [option.name for option in plan.options], numba_source(plan, quiet)

    names, text = kept_of(book, "kernel" if quiet else "plain kernel", make)
    return tuple(option for option in book.options if option.name in names), text


def kernel_of(
    bound: Bound, specialised: bool = False, quiet: bool = True
) -> tuple[tuple[ir.Option, ...], str]:
    """The options that a table's kernel leaves open, and its module, which tables of one rulebook share.

    :class:`GameError` for a table that no compiled engine has room for.
    """
    check_table(bound)
    if not specialised:
        return _open_kernel(bound.book, quiet)
    plan = kernel_plan(bound, specialised)
    return plan.options, numba_source(plan, quiet)


class _Module(Moves):
    def text(self) -> str:
        write_head(self, self.plan, *PRELUDE)
        self.add(f"VARIABLES_USED = {len(self.plan.state)}")
        self.add("ACTIONS, FIRST, LAYS, RETURNS = action_arrays(numbered(PLAIN, ASKING, RETURNING, WORDS))")
        self.write_lay_rule()
        for name in self.plan.asked:
            self.write_possible(name)
        self.write_save()
        self.write_legal()
        self.write_wander()
        self.write_step()
        self.write_advance()
        self.write_deal()
        self.add("", "")
        self.lines += joined("faraon.engines.kernels.numba.games").splitlines()
        return str(self)
