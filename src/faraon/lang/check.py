"""Statements to a checked :class:`~faraon.lang.ir.Book`; everything that is wrong is reported at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from faraon.lang import ir, nodes
from faraon.lang.assemble import Assembly
from faraon.lang.bounds import bounds
from faraon.lang.covering import at_default, uncovered
from faraon.lang.deck import check_deal, only_its_suits, read_deck
from faraon.lang.errors import Diagnostic, Span, did_you_mean
from faraon.lang.fingerprint import fingerprint
from faraon.lang.implications import Implications
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
)
from faraon.lang.read import Reader
from faraon.lang.roles import check_told, read_roles
from faraon.lang.scope import WRONG, Scope
from faraon.lang.texts import read_sentence, read_texts
from faraon.limits import MAX_NESTING, MAX_NUMBER, MOST_ERRORS, MOST_PACKS, MOST_PLAYERS

TYPE_RANGES = {
    "bool": (0, 1),
    "suit": (0, 3),
    "value": (0, 7),
    "card": (ir.NOBODY, 31),
    "seat": (ir.NOBODY, MOST_PLAYERS - 1),
}


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
        self.scope.deck = read_deck(assembly.deck, assembly.file, self.report)
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
        covered = self._setting("covering", "covered", "bool") or ir.FALSE
        returning = any(rule.returns for rule in assembly.implications["rule"])
        implications = Implications(self.scope, self.report, returning)
        kinds = {kind: tuple(map(implications.read, found)) for kind, found in assembly.implications.items()}
        written = [node for kind in kinds for node in assembly.implications[kind]]
        read = [one for kind in kinds for one in kinds[kind]]
        pairs = [*zip(written, read, strict=True)]
        check_told(assembly.file, shows, assembly.lets, pairs, self.scope, self.report)
        rules = only_its_suits(kinds["rule"], implications.chosen_when, self.scope.deck, assembly.span)
        forbids = tuple(map(self._forbid, assembly.forbids))
        says = tuple(map(self._says, assembly.says))
        self._unused()
        book = ir.Book(
            name=assembly.name,
            texts=self._texts(assembly.texts, SAYS),
            hash="",
            sources=assembly.sources,
            players=assembly.players,
            deck=self.scope.deck.cards,
            options=tuple(self.scope.options.values()),
            forbids=forbids,
            state=state,
            notes=notes,
            definitions=tuple(self.scope.definitions.values()),
            shows=shows,
            starts=kinds["start"],
            rules=rules,
            fouls=kinds["foul"],
            mechanics=kinds["mechanic"],
            ends=kinds["end"],
            says=says,
            hand=hand,
            packs=packs,
            shuffled=shuffled,
            covered=covered,
            chosen_when=implications.chosen_when,
        )
        if assembly.deck is not None and not self._errors:
            check_deal(book, assembly.deck.span, self.report)
        self._open_by_default(book)
        covered_hash = "" if covered == ir.FALSE else fingerprint(book)
        return replace(book, hash=fingerprint(uncovered(book)), covered_hash=covered_hash)

    def _open_by_default(self, book: ir.Book) -> None:
        """Covered cards are an option: kernels, records and numbers know the rulebook without it."""
        if ir.substitute(book.covered, at_default(book)) != ir.FALSE:
            span = next(one.span for one in self.assembly.settings if one.kind == "covering")
            hint = "let an option decide that is off by default: covered = (camouflage == on)"
            self.error("E210", span, "cards are laid open unless an option says otherwise", hint)

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
            self.scope.ranges[option.var] = (min(numbers), max(numbers))

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
        low, high = bounds(initial, self.scope.ranges)
        if initial != WRONG and type_ == "int" and not limits[0] <= low <= high <= limits[1]:
            may = "lies" if low == high else "may lie"
            message = f"the first value of '{node.name}' {may} outside {limits[0]}..{limits[1]}"
            self.error("E209", node.initial.span, message)
        paragraphs = node.paragraphs if isinstance(node, nodes.State) else ()
        variable = ir.Variable(
            node.name, type_, limits, node.type.hidden, initial, paragraphs, self._texts(node.texts, SAYS)
        )
        known[node.name] = variable
        self.scope.ranges[variable.var(kind)] = self.scope.ranges[variable.var("old")] = limits
        return variable

    def _unwind(self, let: nodes.Let, outer: tuple[str, ...], depths: dict[str, int]) -> None:
        """Finds definitions that use themselves, or each other too deep; ``depths`` has the good ones."""
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
        """Whether a name has a meaning besides its definition, which inside it is the one that counts."""
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
            told = read_sentence(sentence, self.reader(RULE), self.report)
            sentences[sentence.holds].append(told)
        definition = ir.Definition(
            let.name, let.paragraphs, expr, tuple(sentences[True]), tuple(sentences[False])
        )
        self.scope.definitions[let.name] = definition
        if let.sentences and expr.type == "bool":
            self.scope.told.setdefault(expr, (definition, True))
            self.scope.told.setdefault(ir.negate(expr), (definition, False))

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
        known = {"deal": ("hand", "packs"), "turning": ("shuffled",), "covering": ("covered",)}
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
        elif hand != WRONG and bounds(hand, self.scope.ranges)[1] < 1:
            span = next(
                value.span for one in self.assembly.settings for name, value in one.pairs if name == "hand"
            )
            self.error("E209", span, "everyone must be dealt at least one card")
        return hand or ir.Const("int", 5), packs

    def _some_packs(self, packs: ir.Expr, span: Span) -> None:
        low, high = bounds(packs, self.scope.ranges)
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
