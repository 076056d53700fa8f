"""Files to one rulebook: includes, overrides, drops, order, and changed defaults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeVar

from faraon.lang import nodes
from faraon.lang.errors import Diagnostic, RulebookError, Span, did_you_mean
from faraon.lang.parse import normal, parse
from faraon.limits import MOST_PLAYERS

Named = TypeVar("Named", nodes.Let, nodes.Forbid, nodes.State, nodes.Implication)

OpenInclude = Callable[[str, str], "tuple[str, str] | str"]
"""From the name of a rulebook and the file that includes it: its file and its text, or what is wrong."""

PRELUDES = {
    "Rules": "_formal",
    "Game mechanics": "_formal",
    "Pravidlá": "_draft",
    "Herné mechaniky": "_draft",
}
"""By the beginning of a block's heading: the file with all that the blocks of its document leave unsaid."""

parse_included = lru_cache(maxsize=4)(parse)
"""Nearly all rulebooks include the same few files, and reading them takes the most time."""


@dataclass
class Assembly:
    """The statements of a rulebook by kind, in the order in which they count."""

    name: str = ""
    file: str = ""
    span: Span = field(default_factory=lambda: Span("", 1, 1, 1, 1))
    texts: tuple[nodes.Text, ...] = ()
    players: tuple[int, int] = (2, 5)
    deck: nodes.Deck | None = None
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
    whole: bool = True
    """All files could be read: what is not declared does not exist."""


def assemble(file: str, text: str, open_include: OpenInclude) -> Assembly:
    """One rulebook from a file and what it includes."""
    assembly = Assembly(file=file, span=Span(file, 1, 1, 1, 2))
    assembler = _Assembler(assembly, open_include)
    assembler.add(file, text, ())
    assembler.outdated()
    if not assembly.name and assembly.whole:
        span = Span(file, 1, 1, 1, 2)
        found = Diagnostic("E104", span, "the rulebook does not name itself", "begin with: rulebook NAME")
        assembly.found.append(found)
    return assembly


class _Assembler:
    def __init__(self, assembly: Assembly, open_include: OpenInclude) -> None:
        self.assembly = assembly
        self.open_include = open_include
        self.once: set[tuple[str, str]] = set()
        """What may be said once per file, with the file."""
        self.changed: list[tuple[str, Span, nodes.Let | nodes.Forbid | nodes.State | nodes.Implication]] = []
        """What was overridden or dropped: how it is called, where that was said, and what it was."""
        self.remarks = Counter[tuple[str, str]]()
        """How many sentences a file has added to a definition."""

    def error(self, code: str, span: Span, message: str, hint: str = "") -> None:
        self.assembly.found.append(Diagnostic(code, span, message, hint))

    def add(self, file: str, text: str, outer: tuple[str, ...]) -> None:
        self.assembly.sources[file] = normal(text)
        try:
            source = parse_included(text, file) if outer else parse(text, file)
        except RulebookError as error:
            self.assembly.found.extend(error.diagnostics)
            self.assembly.whole = False
            return
        if not outer:
            self.bare_document(source)
        named = False
        for number, statement in enumerate(source.statements):
            if isinstance(statement, nodes.Rulebook):
                if named:
                    self.error("E104", statement.span, "a rulebook names itself once")
                elif number > 0:
                    self.error("E104", statement.span, "a rulebook names itself in its first statement")
                named = True
                self.assembly.name, self.assembly.texts = statement.name, statement.texts
                self.assembly.span = statement.span
            elif isinstance(statement, nodes.Include):
                self.include(statement, file, (*outer, file))
            else:
                self.statement(statement)

    def bare_document(self, source: nodes.Source) -> None:
        """A file with nothing but blocks of a document is read with that document's prelude."""
        blocks = [statement for statement in source.statements if isinstance(statement, nodes.Block)]
        if blocks and len(blocks) == len(source.statements):
            heading = blocks[0].heading
            prelude = next(name for start, name in PRELUDES.items() if heading.startswith(start))
            self.include(nodes.Include(blocks[0].span, prelude), source.file, (source.file,))
            self.assembly.name, self.assembly.span = prelude.lstrip("_"), blocks[0].span

    def include(self, node: nodes.Include, file: str, outer: tuple[str, ...]) -> None:
        name, texts, span = self.assembly.name, self.assembly.texts, self.assembly.span
        opened = self.open_include(node.name, file)
        if isinstance(opened, str):
            self.error("E103", node.span, f"there is no rulebook '{node.name}' to include", opened)
            self.assembly.whole = False
        elif opened[0] in outer:
            self.error("E103", node.span, f"the rulebook '{node.name}' includes itself")
        elif opened[0] in self.assembly.sources:
            self.error("E103", node.span, f"the rulebook '{node.name}' is included twice")
        else:
            self.add(*opened, outer)
        self.assembly.name, self.assembly.texts, self.assembly.span = name, texts, span

    def statement(self, node: nodes.Statement) -> None:
        assembly = self.assembly
        match node:
            case nodes.SetOption():
                self.set_option(node)
            case nodes.Players(_, _, least, most):
                if not 2 <= least <= most <= MOST_PLAYERS:
                    message = f"players are between 2 and {MOST_PLAYERS}, the least first"
                    self.error("E209", node.span, message)
                self.only_once("players", node.span)
                assembly.players = (least, most)
            case nodes.Deck():
                self.only_once("deck", node.span)
                assembly.deck = node
            case nodes.Setting():
                self.only_once(node.kind, node.span)
                assembly.settings = [old for old in assembly.settings if old.kind != node.kind]
                assembly.settings.append(node)
            case nodes.Option():
                self.option(node)
            case nodes.Note():
                self.fresh(node.name, {"note": assembly.notes, "state": assembly.state}, node.span)
                assembly.notes.append(node)
            case nodes.State():
                self.fresh(node.name, {"note": assembly.notes}, node.span)
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
            case nodes.Title():
                self.title(node)
            case nodes.Says():
                self.only_once(f"says {node.number}", node.span)
                assembly.says = [old for old in assembly.says if old.number != node.number]
                assembly.says.append(node)
            case nodes.Remark():
                self.remark(node)
            case nodes.Rulebook() | nodes.Include():  # handled by `add`
                pass

    def only_once(self, what: str, span: Span) -> None:
        """An included rulebook may say it too: the last word counts."""
        if (span.file, what) in self.once:
            self.error("E205", span, f"'{what}' appears twice in this file")
        self.once.add((span.file, what))

    def fresh(
        self, name: str, known: Mapping[str, Sequence[nodes.Option | nodes.Note | nodes.State]], span: Span
    ) -> None:
        for kind, others in known.items():
            if any(old.name == name for old in others):
                self.error("E205", span, f"there is already {_an(kind)} '{name}'")

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
            self.changed.append((f"{kind} {node.name}", node.span, known[at]))
            self._without_occasion(node, known[at])
            node = known[at] = _inherit(node, known[at])
            if beside is None:
                return
            known.pop(at)
            names.pop(at)
        elif node.name in names:
            hint = f"write 'override {kind} {node.name}' to replace it"
            self.error("E205", node.span, f"there is already {_an(kind)} '{node.name}'", hint)
            return
        if beside is None:
            known.append(node)
        elif beside[1] not in names:
            hint = did_you_mean(beside[1], names) if names else ""
            self.error("E206", node.span, f"there is no {kind} '{beside[1]}'", hint)
        else:
            known.insert(names.index(beside[1]) + (beside[0] == "after"), node)

    def _without_occasion(self, node: Named, old: Named) -> None:
        """Sentences that rely on an occasion would be told in every situation."""
        if not isinstance(node, nodes.Implication) or not isinstance(old, nodes.Implication):
            return
        if old.occasion is not None and node.occasion is None:
            message = f"the rule '{node.name}' speaks on an occasion, and this one always does"
            self.error("W308", node.span, message, "say 'when' again, in front of the colon")

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
            self.changed.append((f"{node.kind} {node.name}", node.span, known.pop(names.index(node.name))))
        else:
            hint = did_you_mean(node.name, names) if names else ""
            self.error("E206", node.span, f"there is no {node.kind} '{node.name}' to drop", hint)

    def outdated(self) -> None:
        """Warns of the rules in words that still tell of something which another file has changed."""
        for what, span, old in self.changed:
            if isinstance(old, nodes.State | nodes.Forbid):
                continue
            numbers = [f"{paragraph.lstrip('§')}." for paragraph in old.paragraphs]
            said = [one for one in self.assembly.says if one.number.startswith(tuple(numbers))]
            told = [one for one in said if not one.number.endswith(".0")]
            if told and span.file != old.span.file and all(one.span.file != span.file for one in told):
                cited = ", ".join(dict.fromkeys(f"§{one.number.partition('.')[0]}" for one in told))
                message = f"the rules in words ({cited}) still tell of the {what} as it was"
                hint = f'say anew what has changed, as: says {told[0].number} en "…" sk "…"'
                self.assembly.found.append(Diagnostic("W306", span, message, hint))

    def remark(self, node: nodes.Remark) -> None:
        """A sentence of a definition, said before those that other files have given it."""
        lets = self.assembly.lets
        names = [let.name for let in lets]
        if node.name not in names:
            hint = did_you_mean(node.name, names) if names else ""
            self.error("E206", node.span, f"there is no let '{node.name}' that could say this", hint)
            return
        at = names.index(node.name)
        known, key = lets[at].sentences, (node.span.file, node.name)
        first = self.remarks[key]
        self.remarks[key] += 1
        lets[at] = replace(lets[at], sentences=(*known[:first], node.sentence, *known[first:]))

    def title(self, node: nodes.Title) -> None:
        known = self.assembly.implications.get(node.kind, [])
        names = [old.name for old in known]
        if node.name in names:
            at = names.index(node.name)
            known[at] = replace(known[at], texts=node.texts, quoted=False)
        else:
            hint = did_you_mean(node.name, names) if names else ""
            self.error("E206", node.span, f"there is no {node.kind} '{node.name}' to give a title to", hint)

    def option(self, node: nodes.Option) -> None:
        """A new option, or other settings for one; settings that stay keep their texts."""
        options = self.assembly.options
        if not node.override:
            self.fresh(node.name, {"option": options}, node.span)
            options.append(node)
            return
        names = [old.name for old in options]
        if node.name not in names:
            hint = did_you_mean(node.name, names) if names else ""
            self.error("E206", node.span, f"there is no option '{node.name}' to override", hint)
            return
        at = names.index(node.name)
        old, said = options[at], {value for value, _ in node.value_texts}
        kept = tuple((v, texts) for v, texts in old.value_texts if v in node.values and v not in said)
        options[at] = replace(
            node,
            paragraphs=node.paragraphs or old.paragraphs,
            texts=node.texts or old.texts,
            value_texts=(*kept, *node.value_texts),
        )
        self.assembly.defaults.pop(node.name, None)

    def set_option(self, node: nodes.SetOption) -> None:
        option = next((old for old in self.assembly.options if old.name == node.name), None)
        if option is None:
            names = [old.name for old in self.assembly.options]
            hint = did_you_mean(node.name, names) if names else "options are declared before they are set"
            self.error("E206", node.span, f"there is no option '{node.name}' to set", hint)
            return
        low, high = option.range or (0, -1)
        in_range = isinstance(node.value, int) and low <= node.value <= high
        if node.value not in option.values and not in_range:
            hint = did_you_mean(str(node.value), map(str, option.values))
            if option.range is not None:
                hint = f"a number from {low} to {high}"
            self.error("E209", node.span, f"the option '{node.name}' has no setting '{node.value}'", hint)
            return
        self.assembly.defaults[node.name] = node.value


def _an(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _inherit(node: Named, old: Named) -> Named:
    """An implication that cites no paragraph, or has no texts, keeps those of the one it overrides."""
    if isinstance(node, nodes.Implication) and isinstance(old, nodes.Implication):
        if not node.texts:
            node = replace(node, texts=old.texts, sentences=node.sentences or old.sentences)
        return replace(node, paragraphs=node.paragraphs or old.paragraphs)
    return node
