"""Statements to a checked :class:`~faraon.lang.ir.Book`; everything that is wrong is reported at once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace

from faraon.lang import ir, nodes
from faraon.lang.assemble import Assembly
from faraon.lang.bounds import bounds, never_holds, within
from faraon.lang.errors import Diagnostic, Span, did_you_mean
from faraon.lang.names import (
    BUILTINS,
    CONSTANTS,
    DEAL,
    END,
    FORBID,
    INITIAL,
    MECHANIC,
    RESERVED,
    RULE,
    SAYS,
    START,
    describe,
)
from faraon.lang.read import WRONG, Reader, Scope, as_seat
from faraon.lang.roles import read_roles
from faraon.lang.texts import read_texts
from faraon.limits import MAX_NESTING, MAX_NUMBER, MOST_ERRORS, MOST_PACKS, MOST_PLAYERS

TYPE_RANGES = {
    "bool": (0, 1),
    "suit": (0, 3),
    "value": (0, 7),
    "card": (ir.NOBODY, 31),
    "seat": (ir.NOBODY, MOST_PLAYERS - 1),
}

ALLOWED: dict[str, tuple[type, ...]] = {
    "rule": (nodes.Put, nodes.Draw, nodes.GiveBack, nodes.Word, nodes.Assign),
    "foul": (nodes.Draw, nodes.Word, nodes.Assign),
    "mechanic": (nodes.Draw, nodes.Leave, nodes.Next, nodes.Skip, nodes.Assign),
    "start": (nodes.Show, nodes.Assign),
    "end": (nodes.Assign,),
}
"""Which effects are allowed after the arrow of which statement."""

EFFECTS: dict[type, str] = {
    nodes.Put: "put Cn",
    nodes.Draw: "draw",
    nodes.GiveBack: "return j",
    nodes.Show: "show",
    nodes.Word: "stand, pass, concede",
    nodes.Leave: "leave",
    nodes.Next: "next",
    nodes.Skip: "skip",
    nodes.Assign: "=, +=, -=",
}
"""How the effects are written."""


class TooManyErrorsError(Exception):
    """The checker has given up."""


class Checker:
    """Turns one assembled rulebook into its intermediate form."""

    def __init__(self, assembly: Assembly) -> None:
        self.assembly = assembly
        self.found: list[Diagnostic] = list(assembly.found)
        self._reported: set[Diagnostic] = set(assembly.found)
        self._errors = 0
        self.scope = Scope()
        self.definitions: dict[str, ir.Definition] = {}
        self.by_expr: dict[ir.Expr, tuple[ir.Definition, bool]] = {}
        self.ranges: dict[ir.Var, tuple[int, int]] = {
            builtin.var: builtin.range for builtin in BUILTINS.values()
        }
        self.chosen_when: ir.Expr = ir.FALSE

    def report(self, found: Diagnostic) -> None:
        if found not in self._reported:
            self._reported.add(found)
            self.found.append(found)
            self._errors += found.is_error
            if self._errors >= MOST_ERRORS:
                raise TooManyErrorsError

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
        state = tuple(variable for node in assembly.state for variable in self._state(node))
        notes = tuple(self._variable(node, "note", self.scope.notes) for node in assembly.notes)
        self.scope.lets = {let.name: let for let in assembly.lets}
        depths: dict[str, int] = {}
        for let in assembly.lets:
            if let.name not in depths:
                self._unwind(let, (), depths)
        for let in assembly.lets:
            self._definition(let)
        shows = read_roles((*assembly.state, *assembly.lets), self.scope, self.report)
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
            shows=shows,
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
    def _name(self, node: nodes.Option | nodes.State | nodes.Note | nodes.Let) -> None:
        if node.name in RESERVED:
            message = f"'{node.name}' is a word of the language"
            self.error("E203", node.span, message, "choose another name")

    def _option(self, node: nodes.Option) -> None:
        self._name(node)
        default = self.assembly.defaults.get(node.name, node.values[0])
        texts = self._texts(node.texts, SAYS)
        value_texts: list[tuple[ir.Scalar, ir.Texts]] = []
        for value, value_text in node.value_texts:
            span = value_text[0].span if value_text else node.span
            if value not in node.values:
                hint = did_you_mean(str(value), map(str, node.values))
                self.error("E206", span, f"the option '{node.name}' has no setting '{value}'", hint)
            if any(value == known for known, _ in value_texts):
                self.error("E205", span, f"the setting '{value}' has its texts twice")
            value_texts.append((value, self._texts(value_text, SAYS)))
        if len(set(node.values)) != len(node.values):
            self.error("E205", node.span, f"the option '{node.name}' has the same setting twice")
        option = ir.Option(
            node.name, node.values, default, node.range, node.paragraphs, texts, tuple(value_texts)
        )
        if node.range is not None and (option.type != "int" or node.range[0] > node.range[1]):
            self.error("E209", node.span, "a range of settings needs numbers, the least first")
        elif node.range is not None and not all(
            node.range[0] <= int(v) <= node.range[1] for v in node.values
        ):
            limits = f"{node.range[0]}..{node.range[1]}"
            self.error("E209", node.span, f"a setting of '{node.name}' lies outside {limits}")
        self.scope.options[node.name] = option
        if option.type == "int":
            numbers = [value for value in (*node.values, *(node.range or ())) if isinstance(value, int)]
            self.ranges[option.var] = (min(numbers), max(numbers))

    def _state(self, node: nodes.State) -> tuple[ir.Variable, ...]:
        """One variable, or one per seat."""
        if not node.each:
            return (self._variable(node, "state", self.scope.state),)
        own = tuple(
            replace(
                self._variable(replace(node, name=f"{node.name}_{seat}"), "state", self.scope.state),
                each=node.name,
                seat=seat,
            )
            for seat in range(self.assembly.players[1])
        )
        self.scope.lists[node.name] = own
        return own

    def _variable(
        self, node: nodes.State | nodes.Note, kind: ir.Kind, known: dict[str, ir.Variable]
    ) -> ir.Variable:
        self._name(node)
        type_, limits = node.type.name, node.type.range
        if type_ not in ("int", *TYPE_RANGES):
            self.error(
                "E201", node.type.span, f"unknown type '{type_}'", f"one of: 0..9, {', '.join(TYPE_RANGES)}"
            )
            type_ = WRONG.type
        if type_ == "int" and limits is None:
            self.error("E213", node.type.span, "a number needs its range", "0..99")
        limits = limits or TYPE_RANGES.get(type_, (0, MAX_NUMBER))
        if limits[0] > limits[1]:
            self.error("E209", node.type.span, "the range is empty", "the least number comes first")
            limits = (limits[1], limits[0])
        initial = self.reader(INITIAL).want(node.initial, type_) if type_ != WRONG.type else WRONG
        if isinstance(node, nodes.Note) and ir.variables(initial):
            hint = "a mechanic can give it another value"
            self.error("E210", node.initial.span, "a note begins with a fixed value", hint)
        low, high = bounds(initial, self.ranges)
        if initial != WRONG and type_ == "int" and not limits[0] <= low <= high <= limits[1]:
            may = "lies" if low == high else "may lie"
            message = f"the first value of '{node.name}' {may} outside {limits[0]}..{limits[1]}"
            self.error("E209", node.initial.span, message)
        paragraphs = node.paragraphs if isinstance(node, nodes.State) else ()
        variable = ir.Variable(
            node.name, type_, limits, node.type.hidden, initial, paragraphs, self._texts(node.texts, SAYS)
        )
        known[node.name] = variable
        self.ranges[variable.var(kind)] = self.ranges[variable.var("old")] = limits
        return variable

    def _unwind(self, let: nodes.Let, outer: tuple[str, ...], depths: dict[str, int]) -> None:
        """Finds definitions that use themselves, or are nested too deep; ``depths`` has the good ones."""
        path, broken, depth = (*outer, let.name), self.scope.broken_lets, 0
        for part in nodes.walk(let.value):
            name = part.text if isinstance(part, nodes.Name) else ""
            if name not in self.scope.lets or self._means_more(name):
                continue
            if name in path:
                circle = path[path.index(name) :]
                hint = f"{' uses '.join((*circle, name))}" if len(circle) > 1 else ""
                self.error("E210", part.span, f"the definition '{name}' uses itself", hint)
                broken.update(circle)
            elif name not in depths and name not in broken and len(path) <= MAX_NESTING:
                self._unwind(self.scope.lets[name], path, depths)
            depth = max(depth, depths.get(name, MAX_NESTING if name not in broken else 0) + 1)
        if depth > MAX_NESTING and let.name not in broken:
            self.error("E101", let.span, f"definitions are nested more than {MAX_NESTING} deep")
            broken.add(let.name)
        if let.name not in broken:
            depths[let.name] = depth

    def _means_more(self, name: str) -> bool:
        """Whether a name has a meaning besides its definition; inside the definition that meaning counts."""
        scope = self.scope
        settings = (value for option in scope.options.values() for value in option.values)
        return name in {*scope.options, *scope.state, *scope.notes, *BUILTINS, *CONSTANTS, *settings}

    def _definition(self, let: nodes.Let) -> None:
        self._name(let)
        # A definition may be read in several contexts; each use checks it again in its own.
        quiet = Reader(self.scope, RULE, lambda found: None)
        expr = quiet.readings(let.value)[0]
        if quiet.too_large:
            self.error("E101", let.span, "with its definitions written out, this is too large")
            self.scope.broken_lets.add(let.name)
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
        read = self.scope.used_lets | self.scope.broken_lets
        for let in self.assembly.lets:
            if let.name not in read and let.span.file == self.assembly.file:
                self.report(Diagnostic("W304", let.span, f"nothing uses the definition '{let.name}'"))
                self._read_unused(let)

    def _read_unused(self, let: nodes.Let) -> None:
        """Reports what is wrong with a definition wherever it may be read."""
        attempts: list[list[Diagnostic]] = []
        for context in (RULE, MECHANIC, END, START, FORBID):
            found: list[Diagnostic] = []
            Reader(self.scope, context, found.append).readings(let.value)
            attempts.append(found)
        for one in min(attempts, key=len):
            self.report(one)

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
            names = [name for name, _ in setting.pairs]
            for name in dict.fromkeys(names):
                if name not in known[setting.kind]:
                    message = f"'{setting.kind}' has no '{name}'"
                    self.error("E201", setting.span, message, f"one of: {', '.join(known[setting.kind])}")
                if names.count(name) > 1:
                    self.error("E205", setting.span, f"'{setting.kind}' says '{name}' twice")
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
                            "E202", value.span, "packs is a number, or an option with the setting auto"
                        )
                    packs = fitting[0] if fitting else packs
                    self._some_packs(packs, value.span)
        if hand is None:
            self.error("E213", self.assembly.span, "the rulebook does not say how to deal", "deal: hand = 5")
        elif hand != WRONG and bounds(hand, self.ranges)[1] < 1:
            span = next(
                value.span for one in self.assembly.settings for name, value in one.pairs if name == "hand"
            )
            self.error("E209", span, "everyone must be dealt at least one card")
        return hand or ir.Const("int", 5), packs

    def _some_packs(self, packs: ir.Expr, span: Span) -> None:
        low, high = bounds(packs, self.ranges)
        if packs.type != "int" and isinstance(packs, ir.Var):
            values = [value for value in self.scope.options[packs.name].values if isinstance(value, int)]
            low, high = min(values, default=1), max(values, default=1)
        if low < 1 or high > MOST_PACKS:
            self.error("E209", span, f"a game has 1 to {MOST_PACKS} packs")

    def _forbid(self, node: nodes.Forbid) -> ir.Forbid:
        reader = self.reader(FORBID)
        condition = reader.condition(node.condition)
        read = ir.variables(condition)
        of_state = any(var.kind == "state" for var in read)
        if of_state and read & {ir.PACKS, ir.LEFT}:
            hint = "what is dealt is known before there is a state"
            self.error("E210", node.span, "the state and the deal cannot be forbidden together", hint)
        texts = read_texts(node.texts, reader, self.report)
        if any(isinstance(part, ir.Slot) for part in (*texts.en, *texts.sk)):
            self.error("E208", node.span, "the sentence of a 'forbid' cannot have places to fill in")
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
            exprs = (guard, *(expr for effect in effects for expr in ir.effect_exprs(effect)))
            if reader.chosen and any(rule.returns for rule in self.assembly.implications["rule"]):
                # A rule that returns a player asks for no suit.
                asked = ir.op(">=", "bool", ir.ASKED, ir.Const("int", 0))
                guard = ir.op("and", "bool", guard, asked)
            if (
                reader.reads_cards
                or reader.chosen
                or any({ir.BOTTOM, ir.LAST} & ir.variables(expr) for expr in exprs)
            ):
                guard = ir.op("and", "bool", ir.op(">", "bool", ir.LAID, ir.Const("int", 0)), guard)
        texts = read_texts(node.texts, reader, self.report, both=not node.quoted)
        found = ir.Implication(
            node.kind, node.name, node.paragraphs, clauses, guard, effects, texts, node.span
        )
        self._check_implication(node, found, reader)
        return found

    def _check_implication(self, node: nodes.Implication, found: ir.Implication, reader: Reader) -> None:
        wrong = any(clause.expr == WRONG for clause in found.clauses)
        if not wrong and never_holds(found.guard, self.ranges):
            message = f"the {node.kind} '{node.name}' can never apply"
            hint = "its conditions contradict each other, or the ranges of what they read"
            self.report(Diagnostic("W301", node.span, message, hint))
        behind = {
            var for effect in found.effects for expr in ir.effect_exprs(effect) for var in ir.variables(expr)
        }
        if ir.ASKED in behind and not reader.chosen:
            hint = "a mechanic can, if it says 'c is chosen'"
            self.error("E210", node.span, "'c' cannot be read after this arrow", hint)
        for twice in (nodes.Put, nodes.GiveBack, nodes.Word):
            same = [effect for effect in node.effects if isinstance(effect, twice)]
            if len(same) > 1 and twice in ALLOWED[node.kind]:
                self.error("E207", same[1].span, "only one such effect is allowed here")
        if node.kind == "rule":
            self._check_rule(node, found, reader)
            return
        returning = ir.RETURNING in ir.conjuncts(found.guard)
        for effect in node.effects:
            if isinstance(effect, nodes.Draw) and effect.who == "j" and not returning:
                hint = (
                    "a foul returns nobody"
                    if node.kind == "foul"
                    else "ask first whether the move is returning"
                )
                self.error("E210", effect.span, "'j' cannot draw here", hint)

    def _check_rule(self, node: nodes.Implication, found: ir.Implication, reader: Reader) -> None:
        if not any(isinstance(effect, nodes.Put | nodes.Draw | nodes.Word) for effect in node.effects):
            self.error("E212", node.span, "a rule must lay cards, draw, or say stand, pass or concede")
        asked = {part for clause in found.clauses for part in ir.walk(clause.expr)}
        read = {part for part in asked if isinstance(part, ir.Var)}
        for effect in found.effects:
            read_behind = {var for expr in ir.effect_exprs(effect) for var in ir.variables(expr)}
            read |= read_behind - {ir.LAST_DRAWN}
            if isinstance(effect, ir.Draw) and effect.who == "j":
                read.add(ir.RETURNED)
        if not found.lays:
            if read & {ir.BOTTOM, ir.LAST, ir.LAID}:
                self.error("E210", node.span, "a rule that lays no cards cannot read 'Cn' and 'n'")
            if ir.ASKED in read:
                self.error("E210", node.span, "a rule that lays no cards cannot read 'c'")
        if found.lays and any(isinstance(part, ir.Op) and part.name == "possible" for part in asked):
            self.error("E210", node.span, "a rule that lays cards cannot ask what is possible")
        if ir.LAST_DRAWN in read:
            message = "'DRAWN' can be read only after the arrow: before it nothing has been drawn"
            self.error("E210", node.span, message)
        if found.returns:
            if not (found.lays and ir.RETURNED in ir.variables(found.guard)):
                message = "a rule that returns a player lays cards and asks returnable(j)"
                self.error("E213", node.span, message)
            if ir.ASKED in read:
                self.error(
                    "E210",
                    node.span,
                    "'c' cannot be read here: a rule that returns a player asks for no suit",
                )
        elif ir.RETURNED in read:
            self.error("E210", node.span, "'j' is the player who is returned: this rule returns nobody")
        for clause in found.clauses:
            if not clause.failing and clause.expr not in (ir.TRUE, WRONG):
                hint = "give it a name with 'let' and sentences with 'yes' and 'no'"
                message = "a player whose move fails here gets no sentence"
                self.report(Diagnostic("W303", clause.span, message, hint))

    def _clauses(
        self, node: nodes.Expr, reader: Reader, paragraphs: tuple[str, ...]
    ) -> tuple[ir.Clause, ...]:
        """The conditions side by side, definitions without sentences taken apart."""
        if isinstance(node, nodes.AllOf):
            return tuple(c for part in node.parts for c in self._clauses(part, reader, paragraphs))
        let = self.scope.lets.get(node.text) if isinstance(node, nodes.Name) else None
        plain = let is not None and not let.sentences and let.name not in self.scope.broken_lets
        if let is not None and plain and isinstance(let.value, nodes.AllOf):
            with reader.using(let.name, node.span):
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
            return (ir.Clause(expr, "", paragraphs, (), not holds, node.span),)
        failing = definition.no if holds else definition.yes
        where = definition.paragraphs or paragraphs
        return (ir.Clause(expr, definition.name, where, failing, not holds, node.span),)

    def _choice(self, node: nodes.Implication, guard: ir.Expr) -> None:
        cards = {ir.LAID, ir.BOTTOM, ir.LAST}
        if any(var.kind != "option" for var in ir.variables(guard) - cards):
            hint = "only the cards of the move and options can decide that"
            self.error("E210", node.span, "whether a suit is chosen must be known before the move", hint)
        self.chosen_when = ir.op("or", "bool", self.chosen_when, guard)

    # -------------------------------------------------------------------------------------------- effects
    def _effect(self, node: nodes.Effect, kind: str, reader: Reader) -> tuple[ir.Effect, ...]:
        if not isinstance(node, ALLOWED[kind]):
            written = node.word if isinstance(node, nodes.Word) else EFFECTS[type(node)]
            kinds = [kind for kind, allowed in ALLOWED.items() if isinstance(node, allowed)]
            message = f"'{written}' cannot stand in {'an' if kind == 'end' else 'a'} {kind}"
            self.error("E207", node.span, message, f"it is allowed in: {', '.join(kinds)}")
            return ()
        match node:
            case nodes.Put():
                return (ir.Put(),)
            case nodes.Draw(_, amount, who):
                if who not in (None, "i", "j"):
                    self.error("E201", node.span, f"unknown player '{who}'", "cards are drawn for i or for j")
                count = reader.want(amount, "int")
                # A negative number of cards cannot be drawn.
                count = count if count == WRONG else within(count, (0, MAX_NUMBER), self.ranges)
                return (ir.Draw(count, who or "i"),)
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
            return (ir.Assign(ir.LOSER, reader.want(node.value, "seat")),)
        if name == "i" and kind == MECHANIC:
            return (ir.Assign(ir.ON_TURN, reader.want(node.value, "seat")),)
        base, _, key = name.rstrip("]").partition("[")
        if key and base in self.scope.lists:
            return self._assign_own(node, self.scope.lists[base], key, reader)
        if name in self.scope.state:
            variable = self.scope.state[name]
            target = variable.var("state")
        elif name in self.scope.notes and kind == MECHANIC:
            variable = self.scope.notes[name]
            target = variable.var("note")
        else:
            self.error("E204", node.span, f"'{name}' cannot be assigned here", self._why_fixed(name, kind))
            return ()
        value = self._assigned(node, variable, target, reader)
        return (ir.Assign(target, value),) if value != WRONG else ()

    def _why_fixed(self, name: str, kind: str) -> str:
        """What to say about a name that is not a variable, or not one that this statement can change."""
        if name in self.scope.notes:
            return "notes are changed by mechanics"
        if name in self.scope.options:
            return "an option does not change during a game"
        if name in BUILTINS or name == "Cn":
            return "the engine keeps it"
        known = [*self.scope.state, *(self.scope.notes if kind == MECHANIC else ())]
        return did_you_mean(name, known) if known else "declare it with 'state'"

    def _assign_own(
        self, node: nodes.Assign, own: tuple[ir.Variable, ...], key: str, reader: Reader
    ) -> tuple[ir.Effect, ...]:
        """``LP_MC[i] = mc``: every seat keeps its own value, except the one that is meant."""
        seat = reader.want(nodes.Name(node.span, key), "seat")
        effects = []
        for number, variable in enumerate(own):
            target = variable.var("state")
            value = self._assigned(node, variable, target, reader)
            if WRONG in (seat, value):
                return ()
            here = ir.op("==", "bool", seat, ir.Const("seat", number))
            effects.append(ir.Assign(target, ir.op("if", variable.type, here, value, target)))
        return tuple(effects)

    def _assigned(self, node: nodes.Assign, variable: ir.Variable, target: ir.Var, reader: Reader) -> ir.Expr:
        readings = reader.readings(node.value)
        if variable.type == WRONG.type:
            return WRONG
        if node.operator != "=" and variable.type != "int":
            self.error("E202", node.span, f"'{variable.name}' is not a number")
            return WRONG
        fitting = [found for found in readings if found.type in (variable.type, "wrong")]
        if not fitting and variable.type == "int":
            fitting = [found for found in readings if found.type == "seat"]
        if not fitting and variable.type == "seat":
            fitting = [as_seat(found) for found in readings if found.type == "int"]
        if len(set(fitting)) > 1 and WRONG not in fitting:
            message = f"this may be {describe(variable.type)} in two ways"
            self.error("E203", node.value.span, message, "rename one of them")
            return WRONG
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
            value = ir.op(node.operator[0], "int", target, value)
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
    if isinstance(value, ir.Var):
        return f"Var({value.type!r},{_written(value)!r})"
    if isinstance(value, ir.Assign):
        return f"Assign({_written(value.target)!r},{_canonical(value.value)})"
    if isinstance(value, ir.Option):
        return f"Option({value.name},{value.values!r},{value.default!r},{value.range!r})"
    if is_dataclass(value):
        counted = (part.name for part in fields(value) if part.name not in ("each", "seat", "paragraphs"))
        inner = ",".join(_canonical(getattr(value, name)) for name in counted)
        return f"{type(value).__name__}({inner})"
    if isinstance(value, tuple):
        return "(" + ",".join(map(_canonical, value)) + ")"
    return repr(value)


def _written(var: ir.Var) -> str:
    """A variable in the text that is hashed. Records name rulebooks by this hash: it must stay."""
    return f"{var.kind}.{var.name}" if var.declared else var.name
