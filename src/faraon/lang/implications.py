"""Implications to the intermediate form: what comes before the arrow, and what comes after it."""

from __future__ import annotations

from dataclasses import replace

from faraon.lang import ir, nodes
from faraon.lang.bounds import bounds, never_holds, within
from faraon.lang.errors import Diagnostic, Report, Span, did_you_mean
from faraon.lang.names import BUILTINS, MECHANIC, RULE, describe
from faraon.lang.print_ir import print_expr
from faraon.lang.read import Reader
from faraon.lang.scope import WRONG, Scope
from faraon.lang.texts import read_sentence, read_texts
from faraon.limits import MAX_NUMBER

ALLOWED: dict[str, tuple[type, ...]] = {
    "rule": (nodes.Put, nodes.Draw, nodes.DrawUntil, nodes.GiveBack, nodes.Word, nodes.Assign),
    "foul": (nodes.Draw, nodes.DrawUntil, nodes.Word, nodes.Assign),
    "mechanic": (nodes.Draw, nodes.DrawUntil, nodes.Leave, nodes.Next, nodes.Skip, nodes.Assign),
    "start": (nodes.Show, nodes.Assign),
    "end": (nodes.Assign,),
}
"""Which effects are allowed after the arrow of which statement."""

EFFECTS: dict[type, str] = {
    nodes.Put: "put Cn",
    nodes.Draw: "draw",
    nodes.DrawUntil: "draw until",
    nodes.GiveBack: "return j",
    nodes.Show: "show",
    nodes.Word: "stand, pass, concede, check",
    nodes.Leave: "leave",
    nodes.Next: "next",
    nodes.Skip: "skip",
    nodes.Assign: "=, +=, -=",
}
"""How the effects are written."""


CHANGED_BY_DRAWING = {"hand", "holds", "possible"}
"""What cannot be asked while cards are drawn one by one: all engines would have to ask after each."""


class Implications:
    """Reads the implications of one rulebook."""

    def __init__(self, scope: Scope, report: Report, returning: bool) -> None:
        self.scope = scope
        self.report = report
        self.returning = returning
        """Some rule returns players."""
        self.chosen_when: ir.Expr = ir.FALSE
        """The condition on a lay under which the player names a suit, as far as mechanics were read."""

    def error(self, code: str, span: Span, message: str, hint: str = "") -> None:
        self.report(Diagnostic(code, span, message, hint))

    def read(self, node: nodes.Implication) -> ir.Implication:
        reader = Reader(self.scope, node.kind, self.report)
        clauses = self._implied_by(node, reader)
        effects = tuple(found for effect in node.effects for found in self._effect(effect, node.kind, reader))
        guard = ir.op("and", "bool", *(clause.expr for clause in clauses))
        if node.kind == "mechanic":
            if reader.chosen:
                self._choice(node, guard)
            exprs = (guard, *(expr for effect in effects for expr in ir.effect_exprs(effect)))
            if reader.chosen and self.returning:
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
        for sentence in node.sentences:
            if not sentence.holds:
                hint = "an end is told when it has come: 'yes if …' says why"
                self.error("E207", sentence.span, "an end says nothing with 'no'", hint)
        why = tuple(read_sentence(sentence, reader, self.report) for sentence in node.sentences)
        found = ir.Implication(
            node.kind, node.name, node.paragraphs, clauses, guard, effects, texts, node.span, why
        )
        self._check_implication(node, found, reader)
        return found

    def _implied_by(self, node: nodes.Implication, reader: Reader) -> tuple[ir.Clause, ...]:
        """What stands before the arrow: the occasion, then the conditions that a move can fail."""
        if node.occasion is None:
            clauses = self._clauses(node.antecedent, reader, node.paragraphs)
            if node.kind != "rule":
                return clauses
            return tuple(replace(clause, occasion=not ir.reads_move(clause.expr)) for clause in clauses)
        occasion = self._occasion(node.occasion, reader, node.paragraphs)
        if isinstance(node.antecedent, nodes.Always):
            return occasion
        conditions = self._clauses(node.antecedent, reader, node.paragraphs)
        return *occasion, *(self._as_the_occasion_says(clause, occasion) for clause in conditions)

    def _as_the_occasion_says(self, clause: ir.Clause, occasion: tuple[ir.Clause, ...]) -> ir.Clause:
        """A condition without sentences of its own: what it fails is the last thing the occasion says."""
        if clause.failing:
            return clause
        for other in reversed(occasion):
            definition = self.scope.definitions.get(other.name)
            if definition is not None and definition.yes and not other.negated:
                return replace(clause, paragraphs=definition.paragraphs, failing=definition.yes)
        return clause

    def _check_implication(self, node: nodes.Implication, found: ir.Implication, reader: Reader) -> None:
        wrong = any(clause.expr == WRONG for clause in found.clauses)
        if not wrong and never_holds(found.guard, self.scope.ranges):
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
            if isinstance(effect, nodes.Draw | nodes.DrawUntil) and effect.who == "j" and not returning:
                hint = (
                    "a foul returns nobody"
                    if node.kind == "foul"
                    else "ask first whether the move is returning"
                )
                self.error("E210", effect.span, "'j' cannot draw here", hint)

    def _check_rule(self, node: nodes.Implication, found: ir.Implication, reader: Reader) -> None:
        something = nodes.Put | nodes.Draw | nodes.DrawUntil | nodes.Word
        if not any(isinstance(effect, something) for effect in node.effects):
            self.error("E212", node.span, "a rule must lay cards, draw, or say stand, pass, concede or check")
        asked = {part for clause in found.clauses for part in ir.walk(clause.expr)}
        read = {part for part in asked if isinstance(part, ir.Var)}
        for effect in found.effects:
            read_behind = {var for expr in ir.effect_exprs(effect) for var in ir.variables(expr)}
            read |= read_behind - {ir.LAST_DRAWN}
            if isinstance(effect, ir.Draw | ir.DrawUntil) and effect.who == "j":
                read.add(ir.RETURNED)
        if not found.lays:
            if read & {ir.BOTTOM, ir.LAST, ir.LAID, ir.GROUP}:
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
            self._check_numbers(found, clause)

    def _check_numbers(self, rule: ir.Implication, clause: ir.Clause) -> None:
        """Warns of "draw 0 cards": a counted number that may be 0 when the failing clause is told."""
        said = [ir.negate(clause.expr)]
        if not clause.occasion:
            said += [other.expr for other in rule.clauses if other.occasion]
        for sentence in clause.failing:
            counted = {slot.expr: slot for text in (sentence.texts.en, sentence.texts.sk) for slot in text
                       if isinstance(slot, ir.Slot) and slot.expr.type == "int" and slot.forms}  # fmt: skip
            for expr in counted:
                none = ir.op("<=", "bool", expr, ir.Const("int", 0))
                if not never_holds(ir.op("and", "bool", *said, sentence.condition, none), self.scope.ranges):
                    message = f"'{print_expr(expr)}' may be 0 when the rule '{rule.name}' says this"
                    hint = "say it 'if' there is something to count, or name the occasion with 'when'"
                    self.report(Diagnostic("W305", sentence.span, message, hint))
            said.append(ir.negate(sentence.condition))

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
        definition = self.scope.definitions.get(named.text) if isinstance(named, nodes.Name) else None
        if definition is None and expr in self.scope.told:
            definition, holds = self.scope.told[expr]
            self.scope.used_lets.add(definition.name)
        if definition is None:
            return (ir.Clause(expr, "", paragraphs, (), not holds, False, node.span),)
        failing = definition.no if holds else definition.yes
        where = definition.paragraphs or paragraphs
        return (ir.Clause(expr, definition.name, where, failing, not holds, False, node.span),)

    def _occasion(
        self, node: nodes.Expr, reader: Reader, paragraphs: tuple[str, ...]
    ) -> tuple[ir.Clause, ...]:
        """The clauses of an occasion, which must be known before anybody thinks of a move."""
        clauses = self._clauses(node, reader, paragraphs)
        for clause in clauses:
            if ir.reads_move(clause.expr):
                hint = "what the cards must be comes after the colon"
                self.error("E210", clause.span, "an occasion reads nothing of the move", hint)
        return tuple(replace(clause, occasion=True) for clause in clauses)

    def _choice(self, node: nodes.Implication, guard: ir.Expr) -> None:
        cards = {ir.LAID, ir.BOTTOM, ir.LAST, ir.GROUP}
        if any(var.kind != "option" for var in ir.variables(guard) - cards):
            hint = "only the cards of the move and options can decide that"
            self.error("E210", node.span, "whether a suit is chosen must be known before the move", hint)
        self.chosen_when = ir.op("or", "bool", self.chosen_when, guard)

    # -------------------------------------------------------------------------------------------- effects
    def _effect(self, node: nodes.Effect, kind: str, reader: Reader) -> tuple[ir.Effect, ...]:
        if not isinstance(node, ALLOWED[kind]):
            written = node.word if isinstance(node, nodes.Word) else EFFECTS[type(node)]
            kinds = [kind for kind, allowed in ALLOWED.items() if isinstance(node, allowed)]
            message = f"'{written}' is not allowed in {'an' if kind == 'end' else 'a'} {kind}"
            self.error("E207", node.span, message, f"it is allowed in: {', '.join(kinds)}")
            return ()
        match node:
            case nodes.Put():
                return (ir.Put(),)
            case nodes.DrawUntil(_, condition, who):
                self._drawer(node.span, who)
                return (ir.DrawUntil(self._fitting(condition), who or "i"),)
            case nodes.Draw(_, amount, who):
                self._drawer(node.span, who)
                count = reader.want(amount, "int")
                # A negative number of cards cannot be drawn.
                count = count if count == WRONG else within(count, (0, MAX_NUMBER), self.scope.ranges)
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
            case nodes.Next(_, back):
                return (ir.Next() if back is None else ir.Next(reader.condition(back)),)
            case nodes.Skip():
                return (ir.Skip(),)
            case nodes.Assign():
                return self._assign(node, kind, reader)

    def _drawer(self, span: Span, who: str | None) -> None:
        if who not in (None, "i", "j"):
            self.error("E201", span, f"unknown player '{who}'", "cards are drawn for i or for j")

    def _fitting(self, node: nodes.Expr) -> ir.Expr:
        """The condition of ``draw until``: ``Cn`` is the card just drawn, as if it were laid alone."""
        found = ir.of_one_card(Reader(self.scope, RULE, self.report).condition(node))
        asked = {part.name for part in ir.walk(found) if isinstance(part, ir.Op)} & CHANGED_BY_DRAWING
        read = {var for var in ir.variables(found) if var in (ir.ASKED, ir.RETURNED, ir.HAND, ir.DRAWABLE)}
        for name in sorted(asked | {var.name for var in read}):
            hint = "only the card just drawn, which is Cn here, and what drawing does not change"
            self.error("E210", node.span, f"'{name}' cannot be read behind 'until'", hint)
        return ir.substitute(found, {ir.BOTTOM: ir.LAST_DRAWN})

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
        if value == WRONG:
            return ()
        kept = self._kept(variable, value)
        return (ir.Assign(target, kept, None if kept == value else value),)

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
            kept = self._kept(variable, value)
            effects.append(ir.Assign(target, ir.op("if", variable.type, here, kept, target)))
        return tuple(effects)

    def _assigned(self, node: nodes.Assign, variable: ir.Variable, target: ir.Var, reader: Reader) -> ir.Expr:
        readings = reader.readings(node.value)
        if variable.type == WRONG.type:
            return WRONG
        if node.operator != "=" and variable.type != "int":
            self.error("E202", node.span, f"'{variable.name}' is not a number")
            return WRONG
        value = reader.pick(readings, variable.type, node.value.span)
        if value is None:
            stored, kept = describe(readings[0].type), describe(variable.type)
            self.error("E202", node.span, f"{stored} is stored in '{variable.name}', which is {kept}")
            return WRONG
        if node.operator != "=" and value != WRONG:
            value = ir.op(node.operator[0], "int", target, value)
        if variable.type != "int" or value == WRONG:
            return value
        low, high = bounds(value, self.scope.ranges)
        if high < variable.range[0] or low > variable.range[1]:
            limits = f"{variable.range[0]}..{variable.range[1]}"
            self.error(
                "E209", node.span, f"this always lies outside the range of '{variable.name}', {limits}"
            )
        return value

    def _kept(self, variable: ir.Variable, value: ir.Expr) -> ir.Expr:
        """The value within the range of its variable."""
        return within(value, variable.range, self.scope.ranges) if variable.type == "int" else value
