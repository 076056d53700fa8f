"""A plan as the source of a Numba module.

Its functions, all on a state of 32 words (see the primitives) and a table (players, deal and options):

``deal(state, table, seed, first)``           a new game; gives the counter for random moves
``legal(state, table, buffer)``               lists the legal actions in order, gives how many
``play(state, table, action)``                makes a move that is legal
``punish(state, table)``                      punishes an invalid lay, where the table does
``playout(state, table, counter, most)``      random moves to the end, or so many; gives the counter
``games(table, seed, start, results)``        deals and plays to the end, a row of results a game
``playouts(state, table, seed, start, results)``  plays one state to the end again and again
"""

from __future__ import annotations

from importlib import resources

from faraon.engines.actions import LAY, RETURN
from faraon.engines.kernels.expressions import Scalars, constant, setting_name, variable
from faraon.engines.kernels.numba_games import WHOLE_GAMES
from faraon.engines.kernels.plan import (
    LayLanes,
    Plan,
    after,
    lanes_that_ask,
    lay_lanes,
    same_effects,
)
from faraon.engines.kernels.text import Text, cited, names_in
from faraon.lang import ir
from faraon.lang.print_ir import print_expr

EMITTER = 1
"""Counts the changes of what is generated; it stands in the text, so that no older kernel is taken for a new one."""

TABLE_HEAD = ("players", "hand_size", "returning_players", "shuffled")
"""The first entries of a table; the options follow."""

SIZES = (1, 2, 3, 4)


def numba_source(plan: Plan) -> str:
    """The whole module."""
    return _NumbaText(plan).module()


def primitives(name: str) -> str:
    """The text of a file of primitives, without its docstring's neighbours."""
    return resources.files("faraon.engines.kernels").joinpath(name).read_text(encoding="utf-8")


def table_names(plan: Plan) -> list[str]:
    """What stands in a table, in order."""
    return [*TABLE_HEAD, *(f"option_{option.name}" for option in plan.options)]


class _NumbaText(Text):
    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan
        self.state = [f"state_{one.name}" for one in plan.state]
        self.scalars = Scalars({}, lazy=True)
        self.lays = [lay_lanes(plan.lays, size, self.scalars) for size in SIZES]
        self.asking = lanes_that_ask(plan, self.scalars)
        self.swift = self.asking is not None and len({one.fits for one in self.lays[1:]}) == 1
        """Single cards and groups of any size are all that the lanes tell apart: the bytes of a word weigh them."""
        self.known = [
            *self.state,
            *(f"option_{option.name}" for option in plan.options),
            *("players", "hands", "i", "act", "back", "top", "head", "tail", "moves_made"),
        ]

    # ---------------------------------------------------------------------------------------------- module
    def module(self) -> str:
        self.add(f"# Generated from a rulebook (emitter {EMITTER}). What the rules say stands below the primitives.", "")
        self.lines += primitives("numba_primitives.py").splitlines()
        self._constants()
        self._lay_rule()
        for name in self.plan.asked:
            self._possible(name)
        self._legal()
        self._advance()
        self._deal()
        self.lines += WHOLE_GAMES.splitlines()
        return str(self)

    def _constants(self) -> None:
        plan = self.plan
        self.add("", "", "# ------------------------------------------------------------------------- the rulebook")
        for option in plan.book.options:
            if option.type != "int":
                names = ", ".join(setting_name(option.name, value) for value in option.values)
                self.add(f"{names} = range({len(option.values)})")
        texts = [constant(part) for expr in _exprs(plan) for part in ir.walk(expr) if _is_card(part)]
        for name in sorted(set(texts)):
            part = next(p for e in _exprs(plan) for p in ir.walk(e) if _is_card(p) and constant(p) == name)
            self.add(f"{name} = {part.value}")
        sets = {
            "PLAIN": lambda row: row.kind == LAY and row.choice < 0,
            "ASKING": lambda row: row.kind == LAY and row.choice >= 0,
            "RETURNING": lambda row: row.kind == RETURN,
        }
        for name, test in sets.items():
            words = [0] * 8
            for row in plan.actions.rows:
                if test(row):
                    words[row.value] |= 1 << row.tuple
            self.add(f"{name} = [{', '.join(map(hex, words))}]")
        self.add(f"ACTIONS, FIRST, LAYS, RETURNS = numbered(PLAIN, ASKING, RETURNING, {len(plan.actions.words)})")

    # ------------------------------------------------------------------------------------------- questions
    def _function(self, head: str, texts: list[str], *extra: str) -> tuple[str, str]:
        """The first line of a function that reads what its texts use, and a call of it."""
        names = [*names_in(texts, self.known), *extra]
        return f"def {head}({', '.join(names)}):", f"{head}({', '.join(names)})"

    def _lay_rule(self) -> None:
        guards = [self.scalars(rule.guard) for rule in self.plan.lays]
        head, self.lay_rule = self._function("lay_rule", guards, "value", "bottom_suit", "last_suit", "n", "c")
        self.add("", "", "@njit")
        with self.block(head):
            self.add('"""The number of the rule that allows these cards, or -1."""', "bottom = 4 * value + bottom_suit")
            for number, (rule, guard) in enumerate(zip(self.plan.lays, guards, strict=True)):
                with self.block(f"if {guard}:{cited(rule)}"):
                    self.add(f"return {number}")
            self.add("return -1")

    def _fitting(self, lays: list[LayLanes]) -> bool:
        """Which bottom cards fit, for each size; tells whether some are unsure."""
        same: dict[str, str] = {}
        for size, one in zip(SIZES, lays, strict=True):
            for name, text in ((f"fits_{size}", f"cards & {one.fits}"), (f"unsure_{size}", one.unsure)):
                self.add(f"{name} = {same.get(text, text)}")
                same.setdefault(text, name)
        return any(one.unsure != "0" for one in lays)

    def _each_group(self) -> None:
        """Begins a loop over the groups that fit, in order; what follows stands inside."""
        self.add("left = fits_1 | fits_2 | fits_3 | fits_4", "while left != 0:")
        self.depth += 1
        self.add("shift = first_bit(left) & 28", "left &= ~(15 << shift)", "suits = ((cards >> shift) & 15) << 4")
        parts = (f"SETS[{size - 1}, suits | ((fits_{size} >> shift) & 15)]" for size in SIZES)
        self.add(f"found = {' | '.join(parts)}", "while found != 0:")
        self.depth += 1
        self.add("number = first_bit(found)", "found &= found - 1", "group = GROUP[number]", "value = shift >> 2")
        self.add("n, bottom_suit, last_suit = group & 7, (group >> 7) & 3, (group >> 9) & 3")
        self.add("bottom = 4 * value + bottom_suit", "last = 4 * value + last_suit")

    def _unsure(self) -> str:
        chosen = "where(n == 1, unsure_1, where(n == 2, unsure_2, where(n == 3, unsure_3, unsure_4)))"
        return f"(({chosen} >> bottom) & 1) != 0"

    def _possible(self, name: str) -> None:
        rule = self.plan.rule(name)
        if rule is None:
            self.scalars.possible = {**self.scalars.possible, name: "False"}
            return
        lays = [lay_lanes((rule,), size, self.scalars) for size in SIZES]
        guard, chosen = self.scalars(rule.guard), self.scalars(self.plan.chosen_when)
        texts = [guard, chosen, "players", "hands", "i", *(one.fits + one.unsure for one in lays)]
        head, call = self._function(f"possible_{name}", texts)
        self.scalars.possible = {**self.scalars.possible, name: call}
        self.add("", "", "@njit")
        with self.block(head):
            self.add("cards = held(hands, i)")
            unsure = self._fitting(lays)
            depth = self.depth
            self._each_group()
            if unsure:
                with self.block(f"if not {self._unsure()}:"):
                    self.add("return True")
                with self.block(f"for c in range(0, 4) if {chosen} else range(-1, 0):"):
                    with self.block("for j in range(players):" if rule.returns else "for j in range(-1, 0):"):
                        with self.block(f"if {guard}:"):
                            self.add("return True")
            else:
                self.add("return True")
            self.depth = depth
            self.add("return False")

    def _load(self) -> None:
        """The state and the table as names."""
        for number, name in enumerate(table_names(self.plan)):
            self.add(f"{name} = {self.plan.fixed.get(name, f'table[{number}]')}")
        self.add("shuffles = shuffled != 0", "hands = state")
        self.add("seats, sizes = int64(state[SEATS]), int64(state[SIZES])")
        self.add("i, act, back = seats & 255, (seats >> 8) & 255, (seats >> 16) & 255")
        self.add("moves_made, places, chance = int64(state[MOVES]), int64(state[PLACES]), int64(state[CHANCE]) & 0xFFFFFFFF")
        for number, one in enumerate(self.plan.state):
            slot = f"state[VARIABLES + {number}]"
            self.add(f"state_{one.name} = {slot} != 0" if one.type == "bool" else f"state_{one.name} = int64({slot})")

    def _load_queue(self) -> None:
        self.add("queue = carray(stack_bytes(), ROOM + 64)")
        for k in range(4):
            self.add(f"store8(queue, {8 * k}, load8(state, QUEUE + {2 * k}))")
        self.add("head, tail, stock = 0, sizes >> 8, sizes & 255", "top = int64(queue[tail - 1])")

    def _store(self) -> None:
        for k in range(4):
            self.add(f"store8(state, QUEUE + {2 * k}, load8(queue, head + {8 * k}))")
        self.add("state[SIZES] = stock | ((tail - head) << 8)")
        self.add("state[SEATS] = i | (act << 8) | (back << 16) | (int64(over) << 24) | ((loser + 1) << 25)")
        self.add("state[MOVES], state[PLACES], state[CHANCE] = moves_made, places, chance")
        for number, one in enumerate(self.plan.state):
            value = f"int64(state_{one.name})" if one.type == "bool" else f"state_{one.name}"
            self.add(f"state[VARIABLES + {number}] = {value}")

    def _words(self) -> None:
        """For each word the number of the rule that allows it, or -1."""
        for word in self.plan.actions.words:
            text = "-1"
            for number, rule in reversed([*enumerate(self.plan.words)]):
                if rule.word == word:
                    text = f"where({self.scalars(rule.guard)}, {number}, {text})"
            self.add(f"may_{word} = {text}")
        for rule in self.plan.words:
            self.add(f"#{cited(rule)[3:]}: {print_expr(rule.guard)}")

    def _return_guard(self) -> str:
        return self.scalars(ir.op("or", "bool", *(rule.guard for rule in self.plan.returns)))

    def _return_gate(self) -> str:
        """What the position decides of all returns; somebody must be there to be returned."""
        gates = []
        for rule in self.plan.returns:
            parts = ir.conjuncts(rule.guard)
            fixed = [part for part in parts if not ir.variables(part) & {"n", "bottom", "last", "j"}]
            returnable = ir.Op("returnable", "bool", (ir.Var("seat", "j"),))
            text = self.scalars(ir.op("and", "bool", *fixed))
            gates.append(f"(back != 0) & {text}" if returnable in parts else text)
        return " | ".join(f"({gate})" for gate in gates)

    def _each_return(self) -> None:
        """Begins a loop over the returns, in order."""
        with_group = "for entry in range(RETURNS.shape[0]):"
        self.add(with_group)
        self.depth += 1
        self.add("value, number = RETURNS[entry, 0], RETURNS[entry, 1]", "group = GROUP[number]")
        self.add("n, bottom_suit, last_suit = group & 7, (group >> 7) & 3, (group >> 9) & 3")
        self.add("bottom = 4 * value + bottom_suit", "last = 4 * value + last_suit")
        self.add("if (((group >> 3) & 15) << (4 * value)) & ~cards != 0:", "    continue", "for j in range(players):")
        self.depth += 1
        self.add(f"if (j != i) & {self._return_guard()}:")
        self.depth += 1

    def _legal(self) -> None:
        signature = "int64(int32[::1], int64[::1], int32[::1])"
        self.add("", "", f'@njit("{signature}", cache=True, nogil=True)')
        with self.block("def legal(state, table, buffer):"):
            self.add('"""Lists the legal actions in order; gives how many there are."""')
            self._load()
            self.add("if seats & (1 << 24) != 0:", "    return 0")
            self._load_queue()
            self.add("cards, many = held(hands, i), 0")
            unsure = self._fitting(self.lays)
            depth = self.depth
            self._each_group()
            self.add(f"asks = {self.scalars(self.plan.chosen_when)}")
            if unsure:
                with self.block(f"if {self._unsure()}:"):
                    with self.block("for c in range(0, 4) if asks else range(-1, 0):"):
                        with self.block(f"if {self.lay_rule} >= 0:"):
                            self.add("buffer[many] = FIRST[1, 64 * value + number] + c if asks else FIRST[0, 64 * value + number]")
                            self.add("many += 1")
                    self.add("continue")
            with self.block("if asks:"):
                with self.block("for c in range(4):"):
                    self.add("buffer[many] = FIRST[1, 64 * value + number] + c", "many += 1")
            with self.block("else:"):
                self.add("buffer[many] = FIRST[0, 64 * value + number]", "many += 1")
            self.depth = depth
            if self.plan.returns:
                with self.block(f"if {self._return_gate()}:"):
                    self._each_return()
                    self.add("buffer[many] = LAYS + 5 * entry + (j - i if j > i else j - i + players) - 1", "many += 1")
                self.depth = depth
            self._words()
            for number, word in enumerate(self.plan.actions.words):
                with self.block(f"if may_{word} >= 0:"):
                    self.add(f"buffer[many] = LAYS + 5 * RETURNS.shape[0] + {number}", "many += 1")
            self.add("return many")

    # ----------------------------------------------------------------------------------------------- moves
    def _advance(self) -> None:
        signature = "uint64(int32[::1], int64[::1], int64, uint64, int64)"
        self.add("", "", f'@njit("{signature}", cache=True, nogil=True)')
        with self.block("def advance(state, table, action, counter, most):"):
            self.add('"""Makes one move (RANDOM: random ones, at most so many; FOUL: punishes an invalid lay)."""')
            self._load()
            self._load_queue()
            self.add("over, loser = seats & (1 << 24) != 0, (seats >> 25) - 1")
            with self.block("while most > 0 and not over:"):
                self._choose()
                self._move()
                self._ends()
                self.add("most -= 1")
                with self.block("if tail > ROOM:"):
                    self.add("for k in range(tail - head):", "    queue[k] = queue[head + k]", "tail -= head", "head = 0")
            self._store()
            self.add("return counter")

    def _choose(self) -> None:
        """What is played: the kind, and the value, tuple and choice of the cards, or the word's rule."""
        self.add("cards, value, number, choice, rule, kind, row = held(hands, i), 0, 0, -1, -1, 0, CHOSEN")
        self._words()
        with self.block("if action == RANDOM:"):
            if self.swift:
                self._choose_swiftly()
            else:
                self.add("row = LISTED")
            with self.block("if row == LISTED:"):
                self._store()
                self.add("buffer = np.empty(ACTIONS.shape[0], np.int32)", "many = legal(state, table, buffer)")
                self.add("if many == 0:", "    break")
                self._random("many")
                self.add("row = ACTIONS[buffer[pick]]")
        with self.block("elif action == FOUL:"):
            self.add("kind = 2")
            for number, one in reversed([*enumerate(self.plan.fouls, len(self.plan.words))]):
                self.add(f"rule = where({self.scalars(one.guard)}, {number}, rule){cited(one)}")
        with self.block("else:"):
            self.add("row = ACTIONS[action]")
        with self.block("if row >= 0:"):
            self.add("kind, value, number, choice = row & 3, (row >> 2) & 7, (row >> 5) & 63, (row >> 11) - 1")
            with self.block("if kind == 2:"):
                for number, word in enumerate(self.plan.actions.words):
                    self.add(f"rule = where(choice == {number}, may_{word}, rule)")
            with self.block("elif kind == 1:"):
                self.add("choice = where(i + choice >= players, i + choice - players, i + choice)")

    def _random(self, total: str) -> None:
        self.add("counter += STRIDE", f"pick = int64(high_product(mixed(counter), uint64({total})))")

    def _choose_swiftly(self) -> None:
        """Lays are weighed without listing them; with many, or unsure ones, they are listed after all."""
        same = self.lays[0].fits == self.lays[1].fits
        self.add(f"single = cards & {self.lays[0].fits}")
        self.add("grouped = single" if same else f"grouped = cards & {self.lays[1].fits}")
        self.add(f"asking = {self.asking}")
        self.add("ways, total = weigh(cards, single, grouped, asking)", "returns = 0")
        depth = self.depth
        if self.plan.returns:
            with self.block(f"if {self._return_gate()}:"):
                self._each_return()
                self.add("returns += 1")
                self.depth = depth + 1
        words = [f"may_{word}" for word in self.plan.actions.words]
        self.add(f"many = total + returns + {' + '.join(f'int64({word} >= 0)' for word in words) or '0'}")
        unsure = sorted({one.unsure for one in self.lays} - {"0"})
        doubt = f" or (single | grouped) & ({' | '.join(unsure)}) != 0" if unsure else ""
        with self.block(f"if total > FEW{doubt}:"):
            self.add("row = LISTED")
        with self.block("elif many == 0:"):
            self.add("break")
        with self.block("else:"):
            self._random("many")
            with self.block("if pick < total:"):
                self.add("value, number, choice = picked(ways, cards, single, grouped, asking, pick)")
            with self.block("elif pick >= total + returns:"):
                self.add("kind, pick = 2, pick - total - returns")
                for word in words:
                    self.add(f"rule = where(({word} >= 0) & (pick == 0), {word}, rule)")
                    if word != words[-1]:
                        self.add(f"pick -= int64({word} >= 0)")
            if self.plan.returns:
                with self.block("else:"):
                    self.add("pick -= total")
                    self._each_return()
                    self.add("if pick == 0:", "    kind, row = 1, 64 * value + number", "    choice = j", "pick -= 1")
                    self.depth = depth + 2
                    self.add("value, number, row = row >> 6, row & 63, CHOSEN")

    def _move(self) -> None:
        plan = self.plan
        read = {name for expr in _exprs(plan) for name in ir.variables(expr)}
        for name in sorted(name for name in read if name.startswith("old.")):
            self.add(f"{variable(name)} = state_{name[4:]}")
        for note in plan.notes:
            self.add(f"note_{note.name} = {self.scalars(note.initial)}")
        self.add("stood, conceded, returning, skipped, returned, last_drawn = False, False, False, False, -1, -1")
        with self.block("if kind == 2:"):
            for number, rule in enumerate((*plan.words, *plan.fouls)):
                with self.block(f"{'elif' if number else 'if'} rule == {number}:{cited(rule)}"):
                    for effect in rule.effects:
                        self._effect(effect)
            self._mechanics(after(plan, lays=False, returns=False))
        with self.block("elif kind == 0:" if plan.returns else "else:"):
            self.add("c = choice")
            self._lay(plan.lays)
            self._mechanics(after(plan, lays=True, returns=False))
        if plan.returns:
            with self.block("else:"):
                self.add("j, returning = choice, True")
                self._lay(plan.returns)
                self._mechanics(after(plan, lays=True, returns=True))
        self.add("moves_made += 1")

    def _lay(self, rules: tuple[ir.Implication, ...]) -> None:
        self.add("group = GROUP[number]")
        self.add("n, bottom_suit, last_suit = group & 7, (group >> 7) & 3, (group >> 9) & 3")
        self.add("bottom = 4 * value + bottom_suit", "last = 4 * value + last_suit")
        if same_effects(rules):
            self.add(*(f"#{cited(rule)[3:]}" for rule in rules))
            for effect in rules[0].effects if rules else ():
                self._effect(effect)
            return
        for number, rule in enumerate(rules):
            self.add(f"rule = where({self.scalars(rule.guard)} & (rule < 0), {number}, rule){cited(rule)}")
        for number, rule in enumerate(rules):
            with self.block(f"{'elif' if number else 'if'} rule == {number}:{cited(rule)}"):
                for effect in rule.effects:
                    self._effect(effect)

    def _mechanics(self, mechanics: tuple[ir.Implication, ...]) -> None:
        skips = any(isinstance(effect, ir.Skip) for one in mechanics for effect in one.effects)
        for one in mechanics:
            guard = self.scalars(one.guard)
            if skips:
                guard = f"(opposite(skipped) & {guard})"
            if guard == "True":
                self.add(f"#{cited(one)[3:]}")
                for effect in one.effects:
                    self._effect(effect)
            elif all(isinstance(effect, ir.Assign) and effect.target != "i" for effect in one.effects):
                self.add(f"now = {guard}{cited(one)}")
                for effect in one.effects:
                    if isinstance(effect, ir.Assign):
                        target = variable(effect.target)
                        self.add(f"{target} = where(now, {self.scalars(effect.value)}, {target})")
            else:
                with self.block(f"if {guard}:{cited(one)}"):
                    for effect in one.effects:
                        self._effect(effect)

    def _effect(self, effect: ir.Effect) -> None:
        match effect:
            case ir.Put():
                self.add("hands[i] = cards & ~(((group >> 3) & 15) << (4 * value))")
                self.add("store4(queue, tail, (group >> 16) + value * 0x04040404)", "tail, top = tail + n, last")
            case ir.Draw(amount, who):
                seat = "i" if who == "i" else "j"
                results = "head, stock, chance, last_drawn"
                self.add(f"{results} = draw(hands, queue, {seat}, {self.scalars(amount)}, head, tail, stock, chance, shuffles)")
            case ir.GiveBack():
                self.add("act, back, returned = act | (1 << j), back & ~(1 << j), j", "places = lose_place(places, j)")
            case ir.Word("stand"):
                self.add("stood = True")
            case ir.Word("concede"):
                self.add("conceded = True")
            case ir.Leave():
                self.add("act, back = act & ~(1 << i), back | (returning_players << i)", "places = take_place(places, i)")
            case ir.Next():
                self.add("i, back = next_seat(i, act, back, returned, players)")
            case ir.Skip():
                self.add("skipped = True")
            case ir.Assign("i", value):
                self.add(f"i = jump_seat(i, {self.scalars(value)}, act, players)")
            case ir.Assign(target, value):
                self.add(f"{variable(target)} = {self.scalars(value)}")

    def _ends(self) -> None:
        for number, one in enumerate(self.plan.ends):
            loser = next((e.value for e in one.effects if isinstance(e, ir.Assign)), ir.Const("seat", ir.NOBODY))
            with self.block(f"{'elif' if number else 'if'} {self.scalars(one.guard)}:{cited(one)}"):
                self.add(f"over, loser = True, {self.scalars(loser)}")

    # ---------------------------------------------------------------------------------------------- dealing
    def _deal(self) -> None:
        signature = "uint64(int32[::1], int64[::1], uint64, int64)"
        self.add("", "", f'@njit("{signature}", cache=True, nogil=True)')
        with self.block("def deal(state, table, seed, first):"):
            self.add('"""Shuffles and deals, one card at a time from the seat that starts; gives the counter."""')
            self._load()
            self.add("queue = carray(stack_bytes(), ROOM + 64)", "counter, head, tail = shuffled_deck(queue, seed), 0, 33")
            with self.block("for k in range(6):"):
                self.add("hands[k] = 0")
            with self.block("for _ in range(hand_size):"):
                with self.block("for k in range(players):"):
                    self.add("i = first + k", "i = where(i >= players, i - players, i)")
                    self.add("hands[i] = int64(hands[i]) | (1 << int64(queue[head]))", "head += 1")
            self.add("top = int64(queue[head])", "queue[32] = top", "head += 1", "stock, i = 32 - head, first")
            self.add("lowest = where(stock > 0, int64(queue[31]), top)")
            self.add("act, back, moves_made, places, over, loser = (1 << players) - 1, 0, 0, 0, False, -1")
            self.add("counter += STRIDE", "chance = where(shuffles, int64(mixed(counter) >> uint64(32)), 0)")
            for one in self.plan.state:
                self.add(f"state_{one.name} = {self.scalars(one.initial)}")
            for one in self.plan.starts:
                with self.block(f"if {self.scalars(one.guard)}:{cited(one)}"):
                    for effect in one.effects:
                        if isinstance(effect, ir.Assign):
                            self._effect(effect)
            self._store()
            self.add("return counter")


def _exprs(plan: Plan) -> list[ir.Expr]:
    found: list[ir.Expr] = [one.initial for one in (*plan.state, *plan.notes)]
    for one in (*plan.rules, *plan.mechanics, *plan.ends, *plan.starts):
        found += [one.guard, *(expr for effect in one.effects for expr in ir.effect_exprs(effect))]
    return [*found, plan.chosen_when]


def _is_card(part: ir.Expr) -> bool:
    return isinstance(part, ir.Const) and part.type == "card" and isinstance(part.value, int) and part.value >= 0
