"""A bound rulebook as Python source: compiled once, then run for every move.

The generated module has these functions; positions and tables have the same attributes, so either may be
given where it says ``p``.

``legal(p)``                    all legal moves, in the frozen order
``lay_rule(p, cards, c, j)``    which rule allows this lay, or -1
``word_rule(p, word)``          which rule allows this word, or -1
``foul_rule(p)``                which foul punishes an invalid lay, or -1
``start(t)``                    the start card
``play(t, rule, cards, c, j)``  the consequent of a rule, then the mechanics; then whether the game is over
``settle(t)``                   whether a given position is over
``shown(p, stock_size)``        what the rulebook shows, in a position or in a view
"""

from __future__ import annotations

from collections.abc import Sequence

from faraon.engines.order import Primitive, conclude, deeds, end, follow
from faraon.engines.rules import Bound
from faraon.lang import ir
from faraon.lang.operations import OPERATIONS

READINGS: dict[ir.Var, str] = {
    ir.GROUP: "cards",
    ir.TOP: "t.pile[-1]",
    ir.ON_TURN: "t.turn",
    ir.HAND: "len(t.hands[t.turn])",
    ir.ACTIVE: "t.active",
    ir.DRAWABLE: "t.drawable",
    ir.MOVES_MADE: "t.moves_made",
    ir.LAST_DRAWN: "t.last_drawn",
    ir.RETURNING: "(j >= 0)",
    ir.ANYONE_SAFE: "t.anyone_safe",
    ir.LOWEST: "t.lowest",
    ir.CLAIMER: "t.claimer",
}
"""What the engine knows about a board."""


class _Names:
    """How variables and readings are spelled in one function: of a position ``p``, or of a board ``t``."""

    def __init__(self, board: bool, possible: str, cards: str = "cards") -> None:
        self.at = "t" if board else "p"
        self.possible = possible
        self.readings = (
            READINGS if board else {ir.HAND: "hand_size", ir.GROUP: cards, ir.CLAIMER: "p.claimer"}
        )

    def variable(self, var: ir.Var) -> str:
        return f"{var.kind}_{var.name}" if var.declared else self.readings.get(var, var.name)


ON_BOARD = _Names(True, "call")


def expression(expr: ir.Expr, names: _Names) -> str:
    """One expression as Python."""
    if isinstance(expr, ir.Const):
        return repr(int(expr.value) if isinstance(expr.value, bool) else expr.value)
    if isinstance(expr, ir.Var):
        return names.variable(expr)
    if expr.name == "possible":
        rule = expr.args[0]
        assert isinstance(rule, ir.Const)  # noqa: S101 - the checker names a rule here
        return f"possible_{rule.value}" + ("" if names.possible == "flag" else f"({names.at})")
    return OPERATIONS[expr.name].in_python([expression(arg, names) for arg in expr.args], names.at)


def split(guard: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
    """A guard as the part that the position decides and the part that the move decides."""
    parts = ir.conjuncts(guard)
    fixed = [part for part in parts if not ir.reads_move(part)]
    return ir.op("and", "bool", *fixed), ir.op("and", "bool", *(part for part in parts if part not in fixed))


def _cited(implication: ir.Implication) -> str:
    """Its name and paragraphs, as a comment."""
    return f"  # {' '.join((implication.name, *implication.paragraphs))}"


class Source:
    """Writes the module for one bound rulebook."""

    def __init__(self, bound: Bound) -> None:
        self.bound = bound
        self.lines: list[str] = []
        self.state = [variable.name for variable in bound.book.state]
        rules = list(enumerate(bound.rules))
        self.lays = [
            (k, rule) for k, rule in rules if rule.lays and not rule.returns and rule.guard != ir.FALSE
        ]
        self.returns = [(k, rule) for k, rule in rules if rule.returns and rule.guard != ir.FALSE]
        self.words = [(k, rule) for k, rule in rules if not rule.lays and rule.guard != ir.FALSE]
        guards = [rule.guard for rule in (*bound.rules, *bound.ends)]
        self.asked = {
            str(part.args[0].value)
            for guard in guards
            for part in ir.walk(guard)
            if isinstance(part, ir.Op) and part.name == "possible" and isinstance(part.args[0], ir.Const)
        }

    def text(self) -> str:
        self._legal()
        self._lay_rule()
        for name in sorted(self.asked):
            self._possible(name)
        self._word_rule()
        self._foul_rule()
        self._start()
        self._play()
        self._settle()
        self._shown()
        return "\n".join(self.lines) + "\n"

    def add(self, indent: int, *lines: str) -> None:
        self.lines.extend("    " * indent + line for line in lines)

    # ------------------------------------------------------------------------------------------ positions
    def _read_position(self) -> None:
        self.add(1, "i = p.turn", "hand = p.hands[i]", "hand_size = len(hand)", "top = p.pile[-1]")
        self.add(1, "active = p.out.count(0)", "drawable = len(p.stock) + len(p.pile) - 1")
        self.add(1, "moves_made = p.moves_made")
        self._unpack("p")

    def _unpack(self, at: str) -> None:
        if self.state:
            self.add(1, f"{', '.join('state_' + name for name in self.state)}, = {at}.vars")

    def _guarded(
        self, rules: Sequence[tuple[int, ir.Implication]], names: _Names
    ) -> list[tuple[int, str, str]]:
        """For each rule its number, a name for the part that the position decides, and the rest."""
        found = []
        for k, rule in rules:
            fixed, rest = split(rule.guard)
            self.add(1, f"now_{k} = {expression(fixed, names)}{_cited(rule)}")
            found.append((k, f"now_{k}", expression(rest, names)))
        return found

    def _legal(self) -> None:
        names = _Names(False, "flag", "group.cards")
        self.add(0, "", "", "def legal(p):")
        self.add(1, "if p.over:", "    return []")
        self._read_position()
        self.add(1, "moves = []", "returns = []")
        for name in sorted(self.asked):
            self.add(1, f"possible_{name} = False")
        lays = self._guarded(self.lays, names)
        returns = self._guarded(self.returns, names)
        gates = [now for _, now, _ in (*lays, *returns)]
        if gates:
            self.add(1, f"if {' or '.join(gates)}:")
            self.add(2, "for group in groups_of(hand):")
            self.add(3, "bottom = group.bottom", "last = group.last", "n = group.n")
            self._legal_lays(lays, names)
            self._legal_returns(names)
            self.add(2, "moves += returns")
        for word in dict.fromkeys(rule.word for _, rule in self.words):
            guards = [expression(rule.guard, names) for _, rule in self.words if rule.word == word]
            self.add(1, f"if {' or '.join(guards)}:", f"    moves.append(WORDS[{word!r}])")
        self.add(1, "return moves")

    def _legal_lays(self, lays: list[tuple[int, str, str]], names: _Names) -> None:
        if not lays:
            return
        chosen = expression(self.bound.chosen_when, names)
        by_suit = any(ir.ASKED in ir.variables(rule.guard) for _, rule in self.lays)
        if by_suit:
            self.add(3, f"for c in ((0, 1, 2, 3) if {chosen} else (-1,)):")
            self._test_lays(4, lays)
            self.add(4, "if ok:", "    moves.append(group.asking[c] if c >= 0 else group.plain)")
        else:
            self._test_lays(3, lays)
            self.add(3, "if ok:", f"    if {chosen}:", "        moves += group.asking")
            self.add(3, "    else:", "        moves.append(group.plain)")

    def _test_lays(self, indent: int, lays: list[tuple[int, str, str]]) -> None:
        asked = [(k, now, rest) for k, now, rest in lays if self.bound.rules[k].name in self.asked]
        others = [(k, now, rest) for k, now, rest in lays if (k, now, rest) not in asked]
        tests = " or ".join(f"({now} and {rest})" for _, now, rest in others)
        self.add(indent, f"ok = {tests or 'False'}")
        for k, now, rest in asked:
            flag = f"possible_{self.bound.rules[k].name}"
            self.add(indent, f"if {now} and {rest}:", f"    ok = {flag} = True")

    def _legal_returns(self, names: _Names) -> None:
        """The seats are tried only with cards that return anybody."""
        for k, rule in self.returns:
            parts = ir.conjuncts(split(rule.guard)[1])
            seats = [part for part in parts if ir.RETURNED in ir.variables(part)]
            cards = [part for part in parts if part not in seats]
            self.add(3, f"if now_{k} and {expression(ir.op('and', 'bool', *cards), names)}:")
            self.add(4, f"for j in range({self.bound.players}):")
            self.add(5, f"if {expression(ir.op('and', 'bool', *seats), names)}:")
            self.add(6, "returns.append(Move(group.cards, None, j))")
            if rule.name in self.asked:
                self.add(6, f"possible_{rule.name} = True")

    def _lay_rule(self) -> None:
        names = _Names(False, "call")
        self.add(0, "", "", "def lay_rule(p, cards, c, j):")
        self._read_position()
        self.add(1, "bottom = cards[0]", "last = cards[-1]", "n = len(cards)")
        self.add(1, "if j < 0:")
        self.add(2, f"if ({expression(self.bound.chosen_when, names)}) != (c >= 0):", "    return -1")
        for k, rule in self.lays:
            self.add(2, f"if {expression(rule.guard, names)}:", f"    return {k}")
        self.add(1, "elif c < 0:", "    pass")
        for k, rule in self.returns:
            self.add(2, f"if {expression(rule.guard, names)}:", f"    return {k}")
        self.add(1, "return -1")

    def _possible(self, name: str) -> None:
        """Whether some instance of a rule is legal in a position."""
        names = _Names(False, "call", "group.cards")
        self.add(0, "", "", f"def possible_{name}(p):")
        rule = next((rule for rule in self.bound.rules if rule.name == name), None)
        if rule is None or rule.guard == ir.FALSE:
            self.add(1, "return False")
            return
        self._read_position()
        fixed, rest = split(rule.guard)
        self.add(1, f"if not {expression(fixed, names)}:", "    return False")
        self.add(1, "for group in groups_of(hand):")
        self.add(2, "bottom = group.bottom", "last = group.last", "n = group.n")
        chosen = expression(self.bound.chosen_when, names)
        seats = f"range({self.bound.players})" if rule.returns else "(-1,)"
        self.add(2, f"for c in ((0, 1, 2, 3) if {chosen} else (-1,)):", f"    for j in {seats}:")
        self.add(4, f"if {expression(rest, names)}:", "    return True")
        self.add(1, "return False")

    def _word_rule(self) -> None:
        names = _Names(False, "call")
        self.add(0, "", "", "def word_rule(p, word):")
        self._read_position()
        for k, rule in self.words:
            self.add(1, f"if word == {rule.word!r} and {expression(rule.guard, names)}:", f"    return {k}")
        self.add(1, "return -1")

    def _foul_rule(self) -> None:
        names = _Names(False, "call")
        self.add(0, "", "", "def foul_rule(p):")
        self._read_position()
        for k, rule in enumerate(self.bound.fouls, len(self.bound.rules)):
            if rule.guard != ir.FALSE:
                self.add(1, f"if {expression(rule.guard, names)}:", f"    return {k}")
        self.add(1, "return -1")

    # --------------------------------------------------------------------------------------------- boards
    def _pack(self) -> None:
        if self.state:
            self.add(1, f"t.vars = ({', '.join(f'int(state_{name})' for name in self.state)},)")

    def _start(self) -> None:
        self.add(0, "", "", "def start(t):")
        self._unpack("t")
        for rule in self.bound.starts:
            if rule.guard == ir.FALSE:
                continue
            self.add(1, f"if {expression(rule.guard, ON_BOARD)}:{_cited(rule)}")
            self._effects(rule)
        self._pack()

    def _effects(self, implication: ir.Implication) -> None:
        for deed in deeds(implication):
            match deed:
                case Primitive("put"):
                    self.add(2, "t.put(cards)")
                case Primitive("draw_until", (seat, fits)):
                    given = f"{expression(seat, ON_BOARD)}, lambda: {expression(fits, ON_BOARD)}"
                    self.add(2, f"t.draw_until({given})")
                case Primitive(name, args):
                    self.add(2, f"t.{name}({', '.join(expression(arg, ON_BOARD) for arg in args)})")
                case ir.Assign(target, value):
                    self.add(2, f"{ON_BOARD.variable(target)} = {expression(value, ON_BOARD)}")
        if not deeds(implication):
            self.add(2, "pass")

    def _remember(self) -> None:
        """The state before the move, as far as anybody asks for it, and the notes."""
        read = {
            var
            for implication in (*self.bound.mechanics, *self.bound.ends)
            for expr in implication.exprs
            for var in ir.variables(expr)
        }
        for name in sorted(var.name for var in read if var.kind == "old"):
            self.add(1, f"old_{name} = state_{name}")
        for note in self.bound.book.notes:
            self.add(1, f"note_{note.name} = {expression(note.initial, ON_BOARD)}")

    def _said(self) -> str:
        """What a move can say, each with its own name."""
        return "stood = conceded = checked" if self.bound.covered else "stood = conceded"

    def _play(self) -> None:
        bound = self.bound
        self.add(0, "", "", "def play(t, rule, cards, c, j):")
        self._unpack("t")
        self._remember()
        self.add(1, f"{self._said()} = skipped = False", "n = 0", "bottom = last = -1")
        for k, rule in enumerate((*bound.rules, *bound.fouls)):
            if rule.guard == ir.FALSE:
                continue
            self.add(1, f"if rule == {k}:{_cited(rule)}")
            if rule.lays:
                self.add(2, "n = len(cards)", "bottom = cards[0]", "last = cards[-1]")
            self._effects(rule)
        follow(self, bound.mechanics)
        conclude(self, bound.ends)
        self.add(1, "return False, -1")

    def mechanic(self, guard: ir.Expr, mechanic: ir.Implication) -> None:
        self.add(1, f"if {expression(guard, ON_BOARD)}:{_cited(mechanic)}")
        self._effects(mechanic)

    def count(self) -> None:
        self.add(1, "t.moves_made += 1")
        self._pack()

    def ending(self, number: int, ending: ir.Implication) -> None:
        self.add(1, f"if {expression(ending.guard, ON_BOARD)}:{_cited(ending)}")
        self.add(2, f"return True, {expression(ending.loser, ON_BOARD)}")

    def _settle(self) -> None:
        self.add(0, "", "", "def settle(t):")
        self._unpack("t")
        self._remember()
        self.add(1, f"{self._said()} = False", "j = -1")
        end(self, self.bound.ends)
        self.add(1, "return False, -1")

    def _shown(self) -> None:
        names = _Names(False, "none")
        self.add(0, "", "", "def shown(p, stock_size):")
        self.add(1, "i = p.turn", "top = p.pile[-1]", "active = p.out.count(0)")
        self.add(1, "drawable = stock_size + len(p.pile) - 1", "moves_made = p.moves_made")
        self._unpack("p")
        values = (expression(shown.expr, names) for shown in self.bound.shows)
        self.add(1, f"return ({''.join(f'{value}, ' for value in values)})")
