"""What the generated Numba module answers: which rule allows a lay, what is possible, what is legal."""

from __future__ import annotations

from faraon.engines.kernels.arrays import TABLE_HEAD
from faraon.engines.kernels.expressions import Scalars
from faraon.engines.kernels.plan import LayLanes, Plan, lay_lanes
from faraon.engines.kernels.text import cited
from faraon.engines.kernels.writer import GROUP_SIZES, Writer
from faraon.lang import ir
from faraon.lang.print_ir import print_expr


def table_names(plan: Plan) -> list[str]:
    """What stands in a table, in order."""
    return [*TABLE_HEAD, *(f"option_{option.name}" for option in plan.options)]


def needs_returnable(rule: ir.Implication) -> bool:
    """Whether it returns only players who have finished and can be returned."""
    return ir.Op("returnable", "bool", (ir.RETURNED,)) in ir.conjuncts(rule.guard)


class Questions(Writer):
    """Writes the functions that change nothing, and those that read and write states."""

    def __init__(self, plan: Plan, quiet: bool) -> None:
        """``quiet``: random moves are written twice (:meth:`Moves._random_moves_in_quiet`)."""
        super().__init__(plan, (*(f"option_{option.name}" for option in plan.options), "players"), lazy=True)
        self.swift = self.asking is not None and len({lay.fits for lay in self.lays[1:]}) == 1
        """Single cards and groups of any size are all that the lanes tell apart: the bytes of a word weigh
        them."""
        self.quiet = quiet and self.swift and all(map(needs_returnable, plan.returns))

    # ------------------------------------------------------------------------------------------- questions
    def write_lay_rule(self) -> None:
        guards = [self.scalars(rule.guard) for rule in self.plan.lays]
        head, self.lay_rule = self.function("lay_rule", guards, *self.of_the_move(guards))
        self.add("", "", "@inner")
        with self.block(head):
            self.add(
                '"""The number of the rule that allows these cards, or -1."""',
                "bottom, last = 4 * value + bottom_suit, 4 * value + last_suit",
            )
            for number, (rule, guard) in enumerate(zip(self.plan.lays, guards, strict=True)):
                with self.block(f"if {guard}:{cited(rule)}"):
                    self.add(f"return {number}")
            self.add("return -1")

    def _fitting(self, lays: list[LayLanes]) -> bool:
        """Which bottom cards fit, for each size; tells whether some are unsure."""
        same: dict[str, str] = {}
        for size, lay in zip(GROUP_SIZES, lays, strict=True):
            for name, text in ((f"fits_{size}", f"cards & {lay.fits}"), (f"unsure_{size}", lay.unsure)):
                self.add(f"{name} = {same.get(text, text)}")
                same.setdefault(text, name)
        return any(lay.unsure != "0" for lay in lays)

    def _each_group(self) -> None:
        """Begins a loop over the groups that fit, in order; what follows stands inside."""
        self.add("left = fits_1 | fits_2 | fits_3 | fits_4", "while left != 0:")
        self.depth += 1
        self.add(
            "shift = first_bit(left) & 28", "left &= ~(15 << shift)", "suits = ((cards >> shift) & 15) << 4"
        )
        parts = (f"SETS[{size - 1}, suits | ((fits_{size} >> shift) & 15)]" for size in GROUP_SIZES)
        self.add(f"found = {' | '.join(parts)}", "while found != 0:")
        self.depth += 1
        self.add(
            "number = first_bit(found)", "found &= found - 1", "group = GROUP[number]", "value = shift >> 2"
        )
        self.add("n, bottom_suit, last_suit = group & 7, (group >> 7) & 3, (group >> 9) & 3")
        self.add("bottom = 4 * value + bottom_suit", "last = 4 * value + last_suit")

    def _unsure(self) -> str:
        chosen = "where(n == 1, unsure_1, where(n == 2, unsure_2, where(n == 3, unsure_3, unsure_4)))"
        return f"(({chosen} >> bottom) & 1) != 0"

    def write_possible(self, name: str) -> None:
        rule = self.plan.rule(name)
        if rule is None:
            self.scalars.possible = {**self.scalars.possible, name: "False"}
            return
        lays = [lay_lanes((rule,), size, self.scalars) for size in GROUP_SIZES]
        guard, chosen = self.scalars(rule.guard), self.scalars(self.plan.chosen_when)
        texts = [guard, chosen, "players", "hands", "i", *(lay.fits + lay.unsure for lay in lays)]
        head, call = self.function(f"possible_{name}", texts)
        self.scalars.possible = {**self.scalars.possible, name: call}
        self.add("", "", "@inner")
        with self.block(head):
            self.add("cards = held(hands, i)")
            unsure = self._fitting(lays)
            depth = self.depth
            self._each_group()
            if unsure:
                with self.block(f"if not {self._unsure()}:"):
                    self.add("return True")
                seats = "range(players)" if rule.returns else "range(-1, 0)"
                self.add(f"for c in range(0, 4) if {chosen} else range(-1, 0):", f"    for j in {seats}:")
                self.depth += 2
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
        self.add(
            "i, act, back = seats & 255, (seats >> 8) & 255, (seats >> 16) & 255", "active = popcount(act)"
        )
        self.add("moves_made, places = int64(state[MOVES]), int64(state[PLACES])")
        self.add("chance = int64(state[CHANCE]) & 0xFFFFFFFF")
        for number, variable in enumerate(self.plan.state):
            slot = f"state[VARIABLES + {number}]"
            self.add(
                f"state_{variable.name} = {slot} != 0"
                if variable.type == "bool"
                else f"state_{variable.name} = int64({slot})"
            )

    def _load_sizes(self) -> None:
        self.add("head, tail, stock = 0, sizes >> 8, sizes & 255")
        self.add("top = (int64(state[QUEUE + ((tail - 1) >> 2)]) >> (8 * ((tail - 1) & 3))) & 255")

    def _load_queue(self) -> None:
        self.add("queue = carray(stack_bytes(), ROOM + 64)")
        for k in range(4):
            self.add(f"store8(queue, {8 * k}, load8(state, QUEUE + {2 * k}))")
        self._load_sizes()

    def write_save(self) -> None:
        names = ["state", "queue", "head", "tail", "stock", "i", "act", "back", "over", "loser"]
        names += ["moves_made", "places", "chance", *self.state]
        self.store = f"save({', '.join(names)})"
        self.add("", "", "@inner")
        with self.block(f"def {self.store}:"):
            self.add('"""Everything back into the state."""')
            for k in range(4):
                self.add(f"store8(state, QUEUE + {2 * k}, load8(queue, head + {8 * k}))")
            self.add("state[SIZES] = stock | ((tail - head) << 8)")
            self.add(
                "state[SEATS] = i | (act << 8) | (back << 16) | (int64(over) << 24) | ((loser + 1) << 25)"
            )
            self.add("state[MOVES], state[PLACES], state[CHANCE] = moves_made, places, chance")
            for number, variable in enumerate(self.plan.state):
                name = f"state_{variable.name}"
                value = f"int64({name})" if variable.type == "bool" else name
                self.add(f"state[VARIABLES + {number}] = {value}")

    def _words(self, sure: bool = False) -> None:
        """For each word the number of the rule that allows it, or -1. Where no card of the hand is unsure,
        what is possible is seen at once."""
        scalars = Scalars({**self.scalars.possible, **self._seen()}, lazy=True) if sure else self.scalars
        for word in self.plan.actions.words:
            text = "-1"
            for number, rule in reversed([*enumerate(self.plan.words)]):
                if rule.word == word:
                    text = f"where({scalars(rule.guard)}, {number}, {text})"
            self.add(f"may_{word} = {text}")
        for rule in self.plan.words:
            self.add(f"#{cited(rule)[3:]}: {print_expr(rule.guard)}")

    def _seen(self) -> dict[str, str]:
        """Rules that lay cards, and whether the hand has some for them."""
        found = {}
        for name in self.plan.asked:
            rule = self.plan.rule(name)
            if rule in self.plan.lays:
                alone, *groups = (lay_lanes((rule,), size, self.scalars).fits for size in GROUP_SIZES)
                if len(set(groups)) == 1:
                    found[name] = f"(cards & ({alone} | (several(cards) & {groups[0]})) != 0)"
        return found

    def _return_guard(self) -> str:
        return self.scalars(ir.op("or", "bool", *(rule.guard for rule in self.plan.returns)))

    def _return_gate(self) -> str:
        """What the position decides of all returns; somebody must be there to be returned."""
        gates = []
        for rule in self.plan.returns:
            fixed = [part for part in ir.conjuncts(rule.guard) if not ir.reads_move(part)]
            text = self.scalars(ir.op("and", "bool", *fixed))
            gates.append(f"(back != 0) & {text}" if needs_returnable(rule) else text)
        return " | ".join(f"({gate})" for gate in gates)

    def _each_return(self) -> None:
        """Begins a loop over the returns, in order."""
        with_group = "for entry in range(RETURNS.shape[0]):"
        self.add(with_group)
        self.depth += 1
        self.add("value, number = RETURNS[entry, 0], RETURNS[entry, 1]", "group = GROUP[number]")
        self.add("n, bottom_suit, last_suit = group & 7, (group >> 7) & 3, (group >> 9) & 3")
        self.add("bottom = 4 * value + bottom_suit", "last = 4 * value + last_suit")
        self.add(
            "if (((group >> 3) & 15) << (4 * value)) & ~cards != 0:",
            "    continue",
            "for j in range(players):",
        )
        self.depth += 1
        self.add(f"if (j != i) & {self._return_guard()}:")
        self.depth += 1

    def write_legal(self) -> None:
        signature = "int64(int32[::1], int64[::1], int32[::1])"
        self.add("", "", f'@njit("{signature}", cache=True, nogil=True)')
        with self.block("def legal(state, table, buffer):"):
            self.add('"""Lists the legal actions in order; gives how many there are."""')
            self._load()
            self.add("if seats & (1 << 24) != 0:", "    return 0")
            self._load_sizes()
            self.add("cards, many = held(hands, i), 0", "hand = popcount(cards)")
            unsure = self._fitting(self.lays)
            depth = self.depth
            self._each_group()
            self.add(f"asks = {self.scalars(self.plan.chosen_when)}")
            self.add("first = FIRST[int64(asks), 64 * value + number]")
            if unsure:
                each = "for c in range(0, 4) if asks else range(-1, 0):"
                with self.block(f"if {self._unsure()}:"), self.block(each):
                    self.add(f"if {self.lay_rule} >= 0:", "    buffer[many] = first + maximum(c, 0)")
                    self.add("    many += 1")
                    self.depth -= 1
                    self.add("continue")
                    self.depth += 1
            with self.block("for c in range(4 if asks else 1):"):
                self.add("buffer[many] = first + c", "many += 1")
            self.depth = depth
            if self.plan.returns:
                with self.block(f"if {self._return_gate()}:"):
                    self._each_return()
                    self.add(
                        "buffer[many] = LAYS + 5 * entry + (j - i if j > i else j - i + players) - 1",
                        "many += 1",
                    )
                self.depth = depth
            self._words()
            for number, word in enumerate(self.plan.actions.words):
                with self.block(f"if may_{word} >= 0:"):
                    self.add(f"buffer[many] = LAYS + 5 * RETURNS.shape[0] + {number}", "many += 1")
            self.add("return many")
