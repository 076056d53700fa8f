"""Files to one rulebook: includes, overrides, drops, order, and changed defaults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from faraon.lang import nodes
from faraon.lang.errors import Diagnostic, RulebookError, Span, did_you_mean
from faraon.lang.parse import parse

Named = TypeVar("Named", nodes.Let, nodes.Forbid, nodes.State, nodes.Implication)
MOST_INCLUDES = 20


@dataclass
class Assembly:
    """The statements of a rulebook by kind, in the order in which they count."""

    name: str = ""
    span: Span = field(default_factory=lambda: Span("", 1, 1, 1, 1))
    texts: tuple[nodes.Text, ...] = ()
    players: tuple[int, int] = (2, 5)
    settings: list[nodes.Setting] = field(default_factory=list)
    options: list[nodes.Option] = field(default_factory=list)
    defaults: dict[str, str | int] = field(default_factory=dict)
    state: list[nodes.State] = field(default_factory=list)
    notes: list[nodes.Note] = field(default_factory=list)
    lets: list[nodes.Let] = field(default_factory=list)
    forbids: list[nodes.Forbid] = field(default_factory=list)
    says: list[nodes.Says] = field(default_factory=list)
    implications: dict[str, list[nodes.Implication]] = field(
        default_factory=lambda: {kind: [] for kind in ("start", "rule", "foul", "mechanic", "end")}
    )
    sources: dict[str, str] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)


def assemble(file: str, text: str, open_include: Callable[[str, str], tuple[str, str] | None]) -> Assembly:
    """One rulebook from a file and what it includes.

    ``open_include(name, from_file)`` gives the file and the text of an included rulebook, or ``None``.
    """
    assembly = Assembly()
    _Assembler(assembly, open_include).add(file, text, ())
    if not assembly.name and not assembly.found:
        span = Span(file, 1, 1, 1, 2)
        found = Diagnostic("E104", span, "the rulebook does not name itself", "begin with: rulebook NAME")
        assembly.found.append(found)
    return assembly


class _Assembler:
    def __init__(
        self, assembly: Assembly, open_include: Callable[[str, str], tuple[str, str] | None]
    ) -> None:
        self.assembly = assembly
        self.open_include = open_include

    def error(self, code: str, span: Span, message: str, hint: str = "") -> None:
        self.assembly.found.append(Diagnostic(code, span, message, hint))

    def add(self, file: str, text: str, outer: tuple[str, ...]) -> None:
        self.assembly.sources[file] = text
        try:
            source = parse(text, file)
        except RulebookError as error:
            self.assembly.found.extend(error.diagnostics)
            return
        named = False
        for statement in source.statements:
            if isinstance(statement, nodes.Rulebook):
                if named:
                    self.error("E104", statement.span, "a rulebook names itself once")
                named = True
                self.assembly.name, self.assembly.texts = statement.name, statement.texts
                self.assembly.span = statement.span
            elif isinstance(statement, nodes.Include):
                self.include(statement, file, (*outer, file))
            else:
                self.statement(statement)

    def include(self, node: nodes.Include, file: str, outer: tuple[str, ...]) -> None:
        name, texts, span = self.assembly.name, self.assembly.texts, self.assembly.span
        opened = self.open_include(node.name, file)
        if opened is None:
            self.error("E103", node.span, f"there is no rulebook '{node.name}' to include")
        elif opened[0] in outer or len(outer) > MOST_INCLUDES:
            self.error("E103", node.span, f"the rulebook '{node.name}' includes itself")
        else:
            self.add(*opened, outer)
        self.assembly.name, self.assembly.texts, self.assembly.span = name, texts, span

    def statement(self, node: nodes.Statement) -> None:
        assembly = self.assembly
        match node:
            case nodes.SetOption():
                self.set_option(node)
            case nodes.Players(_, _, least, most):
                if not 2 <= least <= most <= 15:
                    self.error("E209", node.span, "players are between 2 and 15, the least first")
                assembly.players = (least, most)
            case nodes.Setting():
                assembly.settings = [old for old in assembly.settings if old.kind != node.kind]
                assembly.settings.append(node)
            case nodes.Option():
                self.fresh(node.name, assembly.options, node.span, "option")
                assembly.options.append(node)
            case nodes.Note():
                self.fresh(node.name, assembly.notes, node.span, "note")
                assembly.notes.append(node)
            case nodes.State():
                self.place(node, assembly.state, "state")
            case nodes.Let():
                self.place(node, assembly.lets, "let")
            case nodes.Forbid():
                self.place(node, assembly.forbids, "forbid")
            case nodes.Implication():
                self.place(node, assembly.implications[node.kind], node.kind)
            case nodes.Block():
                for implication in node.implications:
                    self.place(implication, assembly.implications[node.kind], node.kind)
            case nodes.Drop():
                self.drop(node)
            case nodes.Says():
                assembly.says = [old for old in assembly.says if old.number != node.number]
                assembly.says.append(node)
            case nodes.Rulebook() | nodes.Include():  # handled by `add`
                pass

    def fresh(self, name: str, known: Sequence[nodes.Option | nodes.Note], span: Span, kind: str) -> None:
        if any(old.name == name for old in known):
            self.error("E205", span, f"there is already a {kind} '{name}'")

    def place(self, node: Named, known: list[Named], kind: str) -> None:
        """Puts a statement at its place: instead of the one it overrides, beside another, or last."""
        names = [old.name for old in known]
        beside = node.place if isinstance(node, nodes.Implication) else None
        if node.override:
            if node.name not in names:
                hint = did_you_mean(node.name, names) if names else ""
                self.error("E206", node.span, f"there is no {kind} '{node.name}' to override", hint)
                return
            at = names.index(node.name)
            known[at] = node
            if beside is None:
                return
            known.pop(at)
            names.pop(at)
        elif node.name in names:
            hint = f"write 'override {kind} {node.name}' to replace it"
            self.error("E205", node.span, f"there is already a {kind} '{node.name}'", hint)
            return
        if beside is None:
            known.append(node)
        elif beside[1] not in names:
            hint = did_you_mean(beside[1], names) if names else ""
            self.error("E206", node.span, f"there is no {kind} '{beside[1]}'", hint)
        else:
            known.insert(names.index(beside[1]) + (beside[0] == "after"), node)

    def drop(self, node: nodes.Drop) -> None:
        assembly = self.assembly
        known: list[nodes.Let] | list[nodes.Forbid] | list[nodes.Implication]
        if node.kind == "let":
            known = assembly.lets
        elif node.kind == "forbid":
            known = assembly.forbids
        else:
            known = assembly.implications[node.kind]
        names = [old.name for old in known]
        if node.name in names:
            known.pop(names.index(node.name))
        else:
            hint = did_you_mean(node.name, names) if names else ""
            self.error("E206", node.span, f"there is no {node.kind} '{node.name}' to drop", hint)

    def set_option(self, node: nodes.SetOption) -> None:
        option = next((old for old in self.assembly.options if old.name == node.name), None)
        if option is None:
            names = [old.name for old in self.assembly.options]
            hint = did_you_mean(node.name, names) if names else ""
            self.error("E206", node.span, f"there is no option '{node.name}' to set", hint)
            return
        low, high = option.range or (0, -1)
        in_range = isinstance(node.value, int) and low <= node.value <= high
        if node.value not in option.values and not in_range:
            hint = did_you_mean(str(node.value), map(str, option.values))
            self.error("E209", node.span, f"the option '{node.name}' has no setting '{node.value}'", hint)
            return
        self.assembly.defaults[node.name] = node.value
