"""The words of ``faraon rules explain`` and ``faraon rules cover``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from faraon.cli.arguments import read_players
from faraon.engines.errors import GameError
from faraon.engines.explain.stepper import cite
from faraon.engines.explain.verdicts import clause_by_clause
from faraon.game.move import Move
from faraon.lang import ir
from faraon.lang.print_ir import print_expr
from faraon.play.cover import PRIMITIVES, conditionals, cover, live
from faraon.play.game import Game, load
from faraon.play.state import State
from faraon.words import why_sk


def read_position(argument: str) -> dict[str, Any]:
    """A position given as JSON, as a file, or on standard input."""
    if argument == "-":
        text = sys.stdin.read()
    elif argument.lstrip().startswith("{"):
        text = argument
    else:
        try:
            text = Path(argument).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise GameError(
                "bad-position",
                f"cannot read the position {argument}: {error}",
                f"situácia {argument} sa nedá prečítať: {why_sk(error)}",
            ) from None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GameError(
            "bad-position", f"the position is not JSON: {error}", "situácia nie je JSON"
        ) from None
    if not isinstance(data, dict) or not isinstance(data.get("hands"), list):
        raise GameError(
            "bad-position", "a position is a JSON object with 'hands'", "situácia je objekt JSON s 'hands'"
        )
    return data


def explain_move(state: State, move: str, language: str) -> Iterator[str]:
    """The verdict, the reasons, and every rule of this kind of move condition by condition."""
    verdict = state.judge(move)
    sk = language == "sk"
    if verdict:
        yield f"{verdict.move}: {'platný ťah' if sk else 'legal'}"
        yield f"  {'dovoľuje ho pravidlo' if sk else 'allowed by'} {verdict.rule}: {verdict.text(language)}"
        if len(verdict.reasons) > 1:
            yield "  potom:" if sk else "  then:"
        for reason in verdict.reasons[1:]:
            yield f"    {reason.rule}: {reason.text(language)}"
    else:
        yield f"{verdict.move}: {'neplatný ťah' if sk else 'not legal'}"
        for reason in verdict.reasons:
            yield f"  {reason.rule}: {reason.text(language)}"
        if verdict.foul is not None:
            yield f"  {'napriek tomu' if sk else 'laid all the same'}: {verdict.foul.text(language)}"
    yield ""
    for rule, clauses in _clauses(state, verdict.move):
        yield f"  {rule.name} ({cite(rule.paragraphs)})"
        for clause, holds in clauses:
            named = f"{'not ' * clause.negated}{clause.name}: " if clause.name else ""
            yield f"    {'✓' if holds else '✗'} {named}{print_expr(clause.expr)}"


def _clauses(state: State, move: Move) -> list[tuple[ir.Implication, list[tuple[ir.Clause, bool]]]]:
    engine = state.game.engine
    return clause_by_clause(engine.bound, state.position, move, engine.possible)


def tables_of(name: str, players: str, options: dict[str, Any]) -> list[Game]:
    """A table for each number of players, as ``2-5`` or ``3``."""
    low, high = read_players(players)
    least = load(name, low, **options)
    most = min(high, least.book.players[1])
    return [least, *(load(name, number, **options) for number in range(low + 1, most + 1))]


def tell_coverage(tables: Sequence[Game], games: int, seed: int) -> Iterator[str]:
    """A table of everything that could fire, with how often it did."""
    coverage = cover(tables, games, seed)
    yield f"{tables[0].name}: {coverage.games} games, {coverage.moves} moves, seed {seed}"
    never = 0
    for kind in ("start", "rule", "mechanic", "end"):
        names = {one.name: one for table in tables for one in live(table.bound)[kind]}
        if names:
            yield f"\n{kind}"
        for name, one in names.items():
            count = coverage.fired[kind, name]
            never += not count
            yield _line(count, f"{name} {cite(one.paragraphs)}")
    branches = {print_expr(expr): expr for table in tables for expr in conditionals(table.bound)}
    if branches:
        yield "\nbranch"
    for text, expr in branches.items():
        for holds in (True, False):
            count = coverage.branches[text, holds]
            never += not count
            yield _line(count, f"{print_expr(expr.args[1 if holds else 2])}    in: {text}")
    yield "\nprimitive"
    returning = any(table.bound.returning for table in tables)
    for name in PRIMITIVES:
        if returning or "return" not in name:
            never += not coverage.primitives[name]
            yield _line(coverage.primitives[name], name)
    yield f"\n{never} never fired" if never else "\neverything fired"


def _line(count: int, text: str) -> str:
    return f"  {count or 'never':>8}  {text}".rstrip()
