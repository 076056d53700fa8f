"""What a rulebook shows: the roles of its state variables and definitions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from faraon.lang import ir, nodes
from faraon.lang.bounds import bounds, never_holds
from faraon.lang.errors import Diagnostic, Report, did_you_mean, nearest
from faraon.lang.names import HOUSE_ROLE, ROLES, SAYS, SHOWS, describe
from faraon.lang.read import HIDDEN, Reader
from faraon.lang.scope import WRONG, Scope
from faraon.lang.texts import read_texts

OWN_ROLE = 'a role of your own has texts: en "…" sk "…"'

NEAR_MISS = 0.75
"""How much a name may be like a known role before it is taken for a slip of the pen (``dept``)."""


def read_roles(
    statements: Iterable[nodes.State | nodes.Let], scope: Scope, report: Report
) -> tuple[ir.Shown, ...]:
    """What is shown, in the order of these statements."""
    shown: list[ir.Shown] = []
    first: dict[str, nodes.State | nodes.Let] = {}
    for node in statements:
        role = node.shows
        if role is None:
            if isinstance(node, nodes.Let) and node.texts:
                hint = "write 'yes' or 'no' before them, or 'shows ROLE' after the name"
                report(Diagnostic("E213", node.texts[0].span, "nobody is ever told this", hint))
            continue
        if isinstance(node, nodes.State):
            expr, rest, texts = _variable(node, role, scope, report)
        else:
            expr, rest, texts = _definition(node, role, scope, report)
        _known(role, texts, report)
        known = first.setdefault(role.name, node)
        if known is not node:
            message = f"'{node.name}' shows '{role.name}', which '{known.name}' shows already ({known.span})"
            hint = f"remove 'shows {role.name}' from one of them"
            report(Diagnostic("E205", role.span, message, hint))
        shown.append(ir.Shown(role.name, expr, rest, texts))
    return tuple(shown)


def check_told(
    file: str,
    shows: Iterable[ir.Shown],
    lets: Sequence[nodes.Let],
    implications: Sequence[tuple[nodes.Implication, ir.Implication]],
    scope: Scope,
    report: Report,
) -> None:
    """Warns if this file adds a way into a debt or a stop: the sentences that it includes name another."""
    for shown in shows:
        var = shown.expr
        if shown.role not in ("debt", "stop") or not isinstance(var, ir.Var):
            continue
        ways = [node for node, one in implications if _begins(one, var, scope)]
        added = [node for node in ways if node.span.file == file and not node.override]
        reads = {name for name, one in scope.definitions.items() if var in ir.variables(one.expr)}
        about = [let for let in lets if let.sentences and let.name in reads]
        included = [let for let in about if let.span.file != file]
        overridden = any(let.override for let in about if let.span.file == file)
        remarks = any(sentence.span.file == file for let in included for sentence in let.sentences)
        if len(added) == len(ways) or not included or overridden or remarks:
            continue
        for node in added:
            names = ", ".join(let.name for let in included)
            message = f"this {node.kind} sets '{var.name}', and no sentence about it ({names}) says so"
            hint = f'say what waits, as: says {included[0].name} yes if … en "…" sk "…"'
            report(Diagnostic("W307", node.span, message, hint))


def _begins(one: ir.Implication, var: ir.Var, scope: Scope) -> bool:
    """Whether an implication can make something of nothing."""
    lowest = scope.ranges[var][0]
    nothing = {var: ir.Const(var.type, lowest)}
    return not never_holds(ir.substitute(one.guard, nothing), scope.ranges) and any(
        isinstance(effect, ir.Assign)
        and effect.target == var
        and bounds(ir.substitute(effect.value, nothing), scope.ranges)[1] > lowest
        for effect in one.effects
    )


Found = tuple[ir.Expr, int, ir.Texts]
"""The expression, the value at which nothing is shown, and the texts."""


def _variable(node: nodes.State, role: nodes.RoleName, scope: Scope, report: Report) -> Found:
    variable = scope.lists[node.name][0] if node.each else scope.state[node.name]
    if node.each:
        hint = f"a definition can show one of them: let … shows {role.name} = {node.name}[i]"
        message = f"every player has their own '{node.name}', which cannot be shown as one"
        report(Diagnostic("E215", role.span, message, hint))
    elif variable.hidden:
        report(Diagnostic("E215", role.span, f"'{node.name}' cannot be shown", HIDDEN))
    expr = _of_role([Reader(scope, SHOWS, report).variable(variable.name)], node.name, role, report)
    return expr, variable.range[0] if expr.type == "int" else 0, variable.texts


def _definition(node: nodes.Let, role: nodes.RoleName, scope: Scope, report: Report) -> Found:
    scope.used_lets.add(node.name)
    texts = read_texts(node.texts, Reader(scope, SAYS, report), report)
    broken = node.name in scope.broken_lets
    readings: list[ir.Expr] = [WRONG] if broken else Reader(scope, SHOWS, report).readings(node.value)
    return _of_role(readings, node.name, role, report), 0, texts


def _known(role: nodes.RoleName, texts: ir.Texts, report: Report) -> None:
    """Reports a role that is neither known nor one of the rulebook's own, which has texts."""
    if role.name in ROLES:
        return
    told = texts.en and texts.sk
    close = nearest(role.name, ROLES, NEAR_MISS)
    if told and not close:
        return
    hint = "a role of your own needs a name less like it" if told else OWN_ROLE
    message = f"unknown role '{role.name}'"
    report(Diagnostic("E214", role.span, message, f"{did_you_mean(role.name, ROLES)} ({hint})"))


def _of_role(readings: list[ir.Expr], name: str, role: nodes.RoleName, report: Report) -> ir.Expr:
    """The reading whose type the role can show."""
    if WRONG in readings:
        return WRONG
    types = ROLES.get(role.name, HOUSE_ROLE).types
    fitting = list(dict.fromkeys(found for found in readings if found.type in types))
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        report(Diagnostic("E203", role.span, f"'{name}' may be {_either(fitting)}", "rename what it reads"))
    else:
        shown = " or ".join(map(describe, types))
        message = f"the role '{role.name}' shows {shown}, but '{name}' is {_either(readings)}"
        report(Diagnostic("E202", role.span, message))
    return WRONG


def _either(readings: list[ir.Expr]) -> str:
    kinds = list(dict.fromkeys(describe(found.type) for found in readings))
    return " or ".join(kinds) if len(kinds) > 1 or len(readings) == 1 else f"{kinds[0]} in two ways"
