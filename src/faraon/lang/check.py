"""Statements to a checked :class:`~faraon.lang.ir.Book`; everything that is wrong is reported at once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace

from faraon.lang import ir, nodes
from faraon.lang.assemble import Assembly
from faraon.lang.bounds import bounds, never_holds, within
from faraon.lang.errors import Diagnostic, Span
from faraon.lang.names import BUILTINS, DEAL, FORBID, INITIAL, MECHANIC, RULE, SAYS, describe
from faraon.lang.read import SIZE, WRONG, Reader, Scope
from faraon.lang.texts import read_texts

TYPE_RANGES = {
    "bool": (0, 1),
    "suit": (0, 3),
    "value": (0, 7),
    "card": (ir.NOBODY, 31),
    "seat": (ir.NOBODY, 14),
}

ALLOWED: dict[str, tuple[type, ...]] = {
    "rule": (nodes.Put, nodes.Draw, nodes.GiveBack, nodes.Word, nodes.Assign),
    "foul": (nodes.Draw, nodes.Word, nodes.Assign),
    "mechanic": (nodes.Draw, nodes.Leave, nodes.Next, nodes.Skip, nodes.Assign),
    "start": (nodes.Show, nodes.Assign),
    "end": (nodes.Assign,),
}
"""Which effects may stand behind the arrow of which statement."""


class Checker:
    """Turns one assembled rulebook into its intermediate form."""

    def __init__(self, assembly: Assembly) -> None:
        self.assembly = assembly
        self.found: list[Diagnostic] = list(assembly.found)
        self.scope = Scope()
        self.definitions: dict[str, ir.Definition] = {}
        self.by_expr: dict[ir.Expr, tuple[ir.Definition, bool]] = {}
        self.ranges: dict[str, tuple[int, int]] = {
            builtin.var.name: builtin.range for builtin in BUILTINS.values()
        }
        self.chosen_when: ir.Expr = ir.FALSE

    def report(self, found: Diagnostic) -> None:
        if found not in self.found:
            self.found.append(found)

    def error(self, code: str, span: Span, message: str, hint: str = "") -> None:
        self.report(Diagnostic(code, span, message, hint))

    def reader(self, context: str) -> Reader:
        return Reader(self.scope, context, self.report)

    # ------------------------------------------------------------------------------------------- the book
    def book(self) -> ir.Book:
        """The rulebook; to be used only if nothing in ``found`` is an error."""
        assembly = self.assembly
        for option in assembly.options:
            self._option(option)
        for rule in assembly.implications["rule"]:
            lays = any(isinstance(effect, nodes.Put) for effect in rule.effects)
            (self.scope.laying_rules if lays else self.scope.other_rules).add(rule.name)
        state = tuple(self._variable(node, "state", self.scope.state) for node in assembly.state)
        notes = tuple(self._variable(node, "note", self.scope.notes) for node in assembly.notes)
        self.scope.lets = {let.name: let for let in assembly.lets}
        for let in assembly.lets:
            self._definition(let)
        hand, packs = self._deal()
        shuffled = self._setting("turning", "shuffled", "bool") or ir.FALSE
        kinds = {kind: tuple(map(self._implication, found)) for kind, found in assembly.implications.items()}
        forbids = tuple(map(self._forbid, assembly.forbids))
        says = tuple(map(self._says, assembly.says))
        self._unused()
        book = ir.Book(
            name=assembly.name,
            texts=self._texts(assembly.texts, SAYS),
            hash="",
            sources=assembly.sources,
            players=assembly.players,
            options=tuple(self.scope.options.values()),
            forbids=forbids,
            state=state,
            notes=notes,
            definitions=tuple(self.definitions.values()),
            starts=kinds["start"],
            rules=kinds["rule"],
            fouls=kinds["foul"],
            mechanics=kinds["mechanic"],
            ends=kinds["end"],
            says=says,
            hand=hand,
            packs=packs,
            shuffled=shuffled,
            chosen_when=self.chosen_when,
        )
        return replace(book, hash=fingerprint(book))

    def _texts(self, texts: Iterable[nodes.Text], context: str) -> ir.Texts:
        return read_texts(tuple(texts), self.reader(context), self.report)

    # ---------------------------------------------------------------------------------------- declarations
    def _option(self, node: nodes.Option) -> None:
        default = self.assembly.defaults.get(node.name, node.values[0])
        texts = self._texts(node.texts, SAYS)
        value_texts = []
        for value, value_text in node.value_texts:
            if value not in node.values:
                self.error("E206", node.span, f"the option '{node.name}' has no setting '{value}'")
            value_texts.append((value, self._texts(value_text, SAYS)))
        if len(set(node.values)) != len(node.values):
            self.error("E205", node.span, f"the option '{node.name}' has the same setting twice")
        option = ir.Option(
            node.name, node.values, default, node.range, node.paragraphs, texts, tuple(value_texts)
        )
        if node.range is not None and (option.type != "int" or node.range[0] > node.range[1]):
            self.error("E209", node.span, "a range of settings needs numbers, the least first")
        self.scope.options[node.name] = option
        if option.type == "int":
            numbers = [value for value in (*node.values, *(node.range or ())) if isinstance(value, int)]
            self.ranges[f"option.{node.name}"] = (min(numbers), max(numbers))

    def _variable(
        self, node: nodes.State | nodes.Note, prefix: str, known: dict[str, ir.Variable]
    ) -> ir.Variable:
        type_, limits = node.type.name, node.type.range
        if type_ not in ("int", *TYPE_RANGES):
            self.error(
                "E201", node.type.span, f"unknown type '{type_}'", f"one of: 0..9, {', '.join(TYPE_RANGES)}"
            )
            type_ = "bool"
        if type_ == "int" and limits is None:
            self.error("E213", node.type.span, "a number needs its range", "0..99")
        limits = limits or TYPE_RANGES.get(type_, (0, 1))
        if limits[0] > limits[1]:
            self.error("E209", node.type.span, "the range is empty", "the least number comes first")
        initial = self.reader(INITIAL).want(node.initial, type_)
        low, high = bounds(initial, self.ranges)
        if initial != WRONG and type_ == "int" and not limits[0] <= low <= high <= limits[1]:
            span = node.initial.span
            self.error(
                "E209", span, f"the first value of '{node.name}' may lie outside {limits[0]}..{limits[1]}"
            )
        paragraphs = node.paragraphs if isinstance(node, nodes.State) else ()
        variable = ir.Variable(
            node.name, type_, limits, node.type.hidden, initial, paragraphs, self._texts(node.texts, SAYS)
        )
        known[node.name] = variable
        for kind in (prefix, "old"):
            self.ranges[f"{kind}.{node.name}"] = limits
        return variable

    def _definition(self, let: nodes.Let) -> None:
        # A definition may be read in several contexts; each use checks it again in its own.
        quiet = Reader(self.scope, RULE, lambda found: None)
        expr = quiet.readings(let.value)[0]
        sentences: dict[bool, list[ir.Sentence]] = {True: [], False: []}
        for sentence in let.sentences:
            reader = self.reader(RULE)
            condition = ir.TRUE if sentence.condition is None else reader.condition(sentence.condition)
            texts = read_texts(sentence.texts, reader, self.report)
            sentences[sentence.holds].append(ir.Sentence(condition, texts))
        definition = ir.Definition(
            let.name, let.paragraphs, expr, tuple(sentences[True]), tuple(sentences[False])
        )
        self.definitions[let.name] = definition
        if let.sentences and expr.type == "bool":
            self.by_expr.setdefault(expr, (definition, True))
            self.by_expr.setdefault(ir.negate(expr), (definition, False))

    def _unused(self) -> None:
        used = self.scope.used_lets
        for let in self.assembly.lets:
            if let.name not in used:
                self.report(Diagnostic("W304", let.span, f"nothing uses the definition '{let.name}'"))

    # ------------------------------------------------------------------------------------------- settings
    def _setting(self, kind: str, key: str, type_: str) -> ir.Expr | None:
        for setting in self.assembly.settings:
            for name, value in setting.pairs:
                if setting.kind == kind and name == key:
                    return self.reader(DEAL).want(value, type_)
        return None

    def _deal(self) -> tuple[ir.Expr, ir.Expr]:
        known = {"deal": ("hand", "packs"), "turning": ("shuffled",)}
        for setting in self.assembly.settings:
            for name, _ in setting.pairs:
                if name not in known[setting.kind]:
                    message = f"'{setting.kind}' has no '{name}'"
                    self.error("E201", setting.span, message, f"one of: {', '.join(known[setting.kind])}")
        hand = self._setting("deal", "hand", "int")
        packs: ir.Expr = ir.Const("int", 1)
        for setting in self.assembly.settings:
            for name, value in setting.pairs:
                if setting.kind == "deal" and name == "packs":
                    readings = self.reader(DEAL).readings(value)
                    fitting = [
                        found for found in readings if found.type == "int" or found.type == "option:packs"
                    ]
                    if not fitting and WRONG not in readings:
                        self.error(
                            "E202", value.span, "the packs are a number, or an option with the setting auto"
                        )
                    packs = fitting[0] if fitting else packs
        if hand is None:
            self.error("E213", self.assembly.span, "the rulebook does not say how to deal", "deal: hand = 5")
        return hand or ir.Const("int", 5), packs

    def _forbid(self, node: nodes.Forbid) -> ir.Forbid:
        reader = self.reader(FORBID)
        condition = reader.condition(node.condition)
        of_state = any(name.startswith("state.") for name in ir.variables(condition))
        texts = read_texts(node.texts, reader, self.report)
        if not texts:
            self.error("E213", node.span, "what is forbidden needs a sentence that says why", 'en "…" sk "…"')
        return ir.Forbid(node.name, node.paragraphs, condition, texts, of_state)

    def _says(self, node: nodes.Says) -> ir.Statement:
        reader = self.reader(SAYS)
        condition = ir.TRUE if node.condition is None else reader.condition(node.condition)
        return ir.Statement(node.number, condition, read_texts(node.texts, reader, self.report))

    # --------------------------------------------------------------------------------------- implications
    def _implication(self, node: nodes.Implication) -> ir.Implication:
        reader = self.reader(node.kind)
        clauses = self._clauses(node.antecedent, reader, node.paragraphs)
        effects = tuple(found for effect in node.effects for found in self._effect(effect, node.kind, reader))
        guard = ir.op("and", "bool", *(clause.expr for clause in clauses))
        if node.kind == "mechanic":
            if reader.chosen:
                self._choice(node, guard)
            if reader.reads_cards:
                guard = ir.op("and", "bool", ir.op(">", "bool", SIZE, ir.Const("int", 0)), guard)
        texts = read_texts(node.texts, reader, self.report)
        found = ir.Implication(
            node.kind, node.name, node.paragraphs, clauses, guard, effects, texts, node.span
        )
        self._check_implication(node, found, reader)
        return found

    def _check_implication(self, node: nodes.Implication, found: ir.Implication, reader: Reader) -> None:
        wrong = any(clause.expr == WRONG for clause in found.clauses)
        if not wrong and never_holds(found.guard, self.ranges):
            self.report(Diagnostic("W301", node.span, f"the {node.kind} '{node.name}' can never apply"))
        if node.kind == "rule":
            if not any(isinstance(effect, ir.Put | ir.Draw | ir.Word) for effect in found.effects):
                self.error("E212", node.span, "a rule must lay cards, draw, or say stand, pass or concede")
            if not found.lays and reader.reads_cards:
                self.error("E210", node.span, "a rule that lays no cards cannot read 'Cn'")
            if found.lays and any(
                isinstance(p, ir.Op) and p.name == "possible" for p in ir.walk(found.guard)
            ):
                self.error("E210", node.span, "a rule that lays cards cannot ask what is possible")
            reads_j = "j" in ir.variables(found.guard)
            if found.returns and not (found.lays and reads_j):
                self.error(
                    "E213", node.span, "a rule that returns a player lays cards and asks returnable(j)"
                )
            if reads_j and not found.returns:
                self.error("E210", node.span, "'j' is the player who is returned: this rule returns nobody")
            for clause in found.clauses:
                if not clause.failing and clause.expr not in (ir.TRUE, WRONG):
                    hint = "give it a name with 'let' and sentences with 'yes' and 'no'"
                    message = "a player whose move fails here gets no sentence"
                    self.report(Diagnostic("W303", clause.span, message, hint))

    def _clauses(
        self, node: nodes.Expr, reader: Reader, paragraphs: tuple[str, ...]
    ) -> tuple[ir.Clause, ...]:
        """The conditions that stand side by side, definitions without sentences taken apart."""
        if isinstance(node, nodes.AllOf):
            return tuple(c for part in node.parts for c in self._clauses(part, reader, paragraphs))
        let = self.scope.lets.get(node.text) if isinstance(node, nodes.Name) else None
        if let is not None and not let.sentences and isinstance(let.value, nodes.AllOf):
            self.scope.used_lets.add(let.name)
            return self._clauses(let.value, reader, let.paragraphs or paragraphs)
        expr = reader.condition(node)
        holds = True
        named: nodes.Expr = node
        if isinstance(node, nodes.Not):
            holds, named = False, node.inner
        definition = self.definitions.get(named.text) if isinstance(named, nodes.Name) else None
        if definition is None and expr in self.by_expr:
            definition, holds = self.by_expr[expr]
            self.scope.used_lets.add(definition.name)
        if definition is None:
            return (ir.Clause(expr, "", paragraphs, (), node.span),)
        failing = definition.no if holds else definition.yes
        where = definition.paragraphs or paragraphs
        return (ir.Clause(expr, definition.name, where, failing, node.span),)

    def _choice(self, node: nodes.Implication, guard: ir.Expr) -> None:
        extra = {
            name
            for name in ir.variables(guard)
            if name not in ("n", "bottom", "last") and not name.startswith("option.")
        }
        if extra:
            hint = "only the cards of the move and options can decide that"
            self.error("E210", node.span, "whether a suit is chosen must be known before the move", hint)
        self.chosen_when = ir.op("or", "bool", self.chosen_when, guard)

    # -------------------------------------------------------------------------------------------- effects
    def _effect(self, node: nodes.Effect, kind: str, reader: Reader) -> tuple[ir.Effect, ...]:
        if not isinstance(node, ALLOWED[kind]):
            self.error("E207", node.span, f"this effect cannot stand in a {kind}")
            return ()
        match node:
            case nodes.Put():
                return (ir.Put(),)
            case nodes.Draw(_, amount, who):
                if who not in (None, "i", "j"):
                    self.error("E201", node.span, f"unknown player '{who}'", "cards are drawn for i or for j")
                return (ir.Draw(reader.want(amount, "int"), who or "i"),)
            case nodes.GiveBack(_, who):
                if who != "j":
                    self.error(
                        "E201", node.span, f"unknown player '{who}'", "the returned player is called j"
                    )
                return (ir.GiveBack(),)
            case nodes.Show(_, card):
                return (ir.Show(reader.want(card, "card")),)
            case nodes.Word(_, word):
                return (ir.Word(word),)
            case nodes.Leave():
                return (ir.Leave(),)
            case nodes.Next():
                return (ir.Next(),)
            case nodes.Skip():
                return (ir.Skip(),)
            case nodes.Assign():
                return self._assign(node, kind, reader)

    def _assign(self, node: nodes.Assign, kind: str, reader: Reader) -> tuple[ir.Effect, ...]:
        name = node.target[3:-1] if node.target.startswith("SP[") else node.target
        if kind == "end":
            if name != "loser" or node.operator != "=":
                self.error("E204", node.span, "an ending says who loses", "loser = i, or loser = nobody")
                return ()
            return (ir.Assign("loser", reader.want(node.value, "seat")),)
        if name == "i" and kind == MECHANIC:
            return (ir.Assign("i", reader.want(node.value, "seat")),)
        if name in self.scope.state:
            variable, target = self.scope.state[name], f"state.{name}"
        elif name in self.scope.notes and kind == MECHANIC:
            variable, target = self.scope.notes[name], f"note.{name}"
        else:
            known = [*self.scope.state, *self.scope.notes]
            self.error("E204", node.span, f"'{name}' cannot be assigned here", f"one of: {', '.join(known)}")
            return ()
        value = self._assigned(node, variable, target, reader)
        return (ir.Assign(target, value),) if value != WRONG else ()

    def _assigned(self, node: nodes.Assign, variable: ir.Variable, target: str, reader: Reader) -> ir.Expr:
        readings = reader.readings(node.value)
        fitting = [found for found in readings if found.type in (variable.type, "wrong")]
        if not fitting and variable.type in ("int", "seat"):
            fitting = [found for found in readings if found.type in ("int", "seat")]
        if not fitting:
            what = describe(readings[0].type)
            self.error(
                "E202",
                node.span,
                f"{what} is stored in '{variable.name}', which is {describe(variable.type)}",
            )
            return WRONG
        value = fitting[0]
        if node.operator != "=" and value != WRONG:
            if variable.type != "int":
                self.error("E202", node.span, f"'{variable.name}' is no number")
            value = ir.op(node.operator[0], "int", ir.Var(variable.type, target), value)
        if variable.type != "int" or value == WRONG:
            return value
        low, high = bounds(value, self.ranges)
        if high < variable.range[0] or low > variable.range[1]:
            limits = f"{variable.range[0]}..{variable.range[1]}"
            self.error(
                "E209", node.span, f"this always lies outside the range of '{variable.name}', {limits}"
            )
        return within(value, variable.range, self.ranges)


def fingerprint(book: ir.Book) -> str:
    """A hash of everything that decides the game; texts and places in the file do not count."""
    parts = (
        book.players, book.options, book.forbids, book.state, book.notes, book.starts, book.rules, book.fouls,
        book.mechanics, book.ends, book.hand, book.packs, book.shuffled, book.chosen_when,
    )  # fmt: skip
    return hashlib.sha256(_canonical(parts).encode()).hexdigest()


def _canonical(value: object) -> str:
    if isinstance(value, ir.Texts | Span | ir.Clause):
        return ""
    if isinstance(value, ir.Option):
        return f"Option({value.name},{value.values!r},{value.default!r},{value.range!r})"
    if is_dataclass(value):
        inner = ",".join(_canonical(getattr(value, part.name)) for part in fields(value))
        return f"{type(value).__name__}({inner})"
    if isinstance(value, tuple):
        return "(" + ",".join(map(_canonical, value)) + ")"
    return repr(value)
