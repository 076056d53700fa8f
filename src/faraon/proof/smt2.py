"""The question about dead ends as a text in SMT-LIB 2, for any solver and without this package."""

from __future__ import annotations

from collections.abc import Iterator

from faraon.cards import CARDS, write_cards
from faraon.lang import ir
from faraon.proof.table import Table
from faraon.proof.terms import z3
from faraon.proof.world import Encoder


def deadlock_query(table: Table) -> str:
    """A script that is satisfiable if some position of the declared ranges has no legal move."""
    encoder = Encoder(table)
    world, declared = encoder.position()
    solver = z3.SolverFor("QF_BV")
    solver.add(*declared, z3.Not(encoder.some_move(world)))
    head = "\n".join(f"; {line}".rstrip() for line in _head(table, encoder))
    return f"{head}\n(set-logic QF_BV)\n{solver.sexpr()}\n(check-sat)\n"


def _head(table: Table, encoder: Encoder) -> Iterator[str]:
    book = table.book
    yield f"{book.name}, {table.players} players: is there a position without a legal move, not over yet?"
    yield "unsat: there is none. sat: the model is one (add (get-model))."
    yield f"rulebook {book.hash}"
    yield ""
    yield f"Numbers are signed, {encoder.number.width} bits. One pack, groups laid open, seat 0 on turn."
    yield f"at.handK   the cards of seat K, a bit each, from the lowest: {write_cards(CARDS)}"
    yield "at.outK    0 seat K holds cards, 1 has finished and can be returned, 2 has finished for good"
    yield "at.top     the top card of the pile, by its number; value = card / 4, suit = card % 4"
    yield "at.drawable, at.moves_made   cards that can be drawn, moves made so far"
    for variable in encoder.state:
        said = "".join(part for part in variable.texts.en if isinstance(part, str))
        shown = variable.type if variable.type != "int" else f"{variable.range[0]}..{variable.range[1]}"
        yield f"at.{variable.name}   {shown}{': ' + said if said else ''}"
    for option in table.options:
        yield f"option.{option.name}   {_values(option)}"
    for name, value in table.settings.items():
        yield f"{name} = {value}"


def _values(option: ir.Option) -> str:
    if option.range is not None:
        return f"{option.range[0]}..{option.range[1]}"
    if option.type == "int":
        return ", ".join(map(str, option.values))
    return ", ".join(f"{code} {value}" for code, value in enumerate(option.values))
