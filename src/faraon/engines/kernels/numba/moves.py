"""What the generated Numba module does: choosing a move, making it, dealing."""

from __future__ import annotations

from faraon.engines.kernels.effects import at_once, changes, changes_hand, changes_seats, if_now
from faraon.engines.kernels.numba.questions import Questions
from faraon.engines.kernels.plan import after, same_effects, settling
from faraon.engines.kernels.text import cited
from faraon.engines.order import Deed, Primitive, conclude, deeds, follow
from faraon.lang import ir


class Moves(Questions):
    """Writes the functions that change a state."""

    everyone = False
    """Whether the move that is being written begins with everybody playing: nobody is returned by it."""

    def write_wander(self) -> None:
        self.add("", "", "@inner")
        with self.block("def wander(state, table, counter, most):"):
            self.add('"""Makes random moves until the game is over, or so many; gives the counter."""')
            self._load()
            self._load_queue()
            self.add("over, loser = seats & (1 << 24) != 0, (seats >> 25) - 1")
            self.add("until, everyone = moves_made + most, (1 << players) - 1")
            with self.block("while moves_made < until and not over:"):
                if self.quiet:
                    self._random_moves_in_quiet()
                    with self.block("if moves_made < until and not over:"):
                        self._choose_at_random()
                        self._random_move()
                else:
                    self._choose_at_random()
                    self._random_move()
            self.add(self.store)
            self.add("return counter")

    def _random_move(self) -> None:
        self._move()
        with self.block("if rarely(tail > ROOM):"):
            self.add(
                "for k in range(tail - head):", "    queue[k] = queue[head + k]", "tail -= head", "head = 0"
            )

    def _random_moves_in_quiet(self) -> None:
        """As most moves begin: everybody plays, and variables have the value that they always go back to. A
        compiler that knows it leaves out most of the move, and keeps these variables out of the loop."""
        values = {"act": "everyone", "back": "0"} | {
            f"state_{variable.name}": self.scalars(variable.initial) for variable in settling(self.plan)
        }
        quiet = " & ".join(f"({name} == {value})" for name, value in values.items())
        self.add(f"calm = (players > 1) & {quiet}")
        with self.block("while calm:"):
            self.add(*(f"{name} = {value}" for name, value in values.items()), "active = players")
            self.everyone = True
            self._begin()
            self._choose_swiftly()
            self._random_move()
            self.everyone = False
            self.add(f"calm = {quiet} & (moves_made < until) & opposite(over)")

    def write_step(self) -> None:
        self.add("", "", "@inner")
        with self.block("def step(state, table, action):"):
            self.add('"""Makes one move (FOUL: punishes an invalid lay), unless the game is over."""')
            self._load()
            self.add("if seats & (1 << 24) != 0:", "    return")
            self._load_queue()
            self.add("over, loser = False, -1")
            self._choose_given()
            self._move()
            self.add(self.store)

    def write_advance(self) -> None:
        signature = "uint64(int32[::1], int64[::1], int64, uint64, int64)"
        self.add("", "", f'@njit("{signature}", cache=True, nogil=True)')
        with self.block("def advance(state, table, action, counter, most):"):
            self.add('"""Makes one move (RANDOM: random ones, at most so many; FOUL: as a step does)."""')
            self.add("if action == RANDOM:", "    return wander(state, table, counter, most)")
            self.add("if most > 0:", "    step(state, table, action)")
            self.add("return counter")

    # --------------------------------------------------------------------------------------------- choosing
    def _begin(self) -> None:
        """What is played: the kind, and the value, tuple and choice of the cards, or the word's rule."""
        self.add("cards, value, number, choice, rule, kind, row = held(hands, i), 0, 0, -1, -1, 0, CHOSEN")
        self.add("hand = popcount(cards)")

    def _choose_given(self) -> None:
        self._begin()
        with self.block("if action == FOUL:"):
            self.add("kind = 2")
            for number, foul in reversed([*enumerate(self.plan.fouls, len(self.plan.words))]):
                self.add(f"rule = where({self.scalars(foul.guard)}, {number}, rule){cited(foul)}")
        with self.block("else:"):
            self.add("row = ACTIONS[action]")
            self._read_row()

    def _choose_at_random(self) -> None:
        self._begin()
        if self.swift:
            self._choose_swiftly()
        else:
            self.add("row = LISTED")
        with self.block("if rarely(row == LISTED):"):
            self.add(self.store)
            self.add("buffer = np.empty(ACTIONS.shape[0], np.int32)", "many = legal(state, table, buffer)")
            self._random("many")
            self.add("row = ACTIONS[buffer[pick]]")
            self._read_row()

    def _read_row(self) -> None:
        """What a row of the action table says."""
        self.add("kind, value, number, choice = row & 3, (row >> 2) & 7, (row >> 5) & 63, (row >> 11) - 1")
        with self.block("if kind == 2:"):
            self._words()
            for number, word in enumerate(self.plan.actions.words):
                self.add(f"rule = where(choice == {number}, may_{word}, rule)")
        with self.block("elif kind == 1:"):
            self.add("choice = where(i + choice >= players, i + choice - players, i + choice)")

    def _random(self, total: str) -> None:
        self.add(f"if rarely({total} == 0):", "    until = moves_made", "    break")
        self.add("counter += STRIDE", f"pick = int64(high_product(mixed(counter), uint64({total})))")

    def _choose_swiftly(self) -> None:
        """Lays are weighed without listing them; with many, or unsure ones, they are listed after all."""
        same = self.lays[0].fits == self.lays[1].fits
        self.add(f"single = cards & {self.lays[0].fits}")
        self.add("grouped = single" if same else f"grouped = cards & {self.lays[1].fits}")
        self.add(f"asking = {self.asking}")
        self.add("ways, total = weigh(cards, single, grouped, asking)", "returns = 0")
        depth, returns = self.depth, bool(self.plan.returns) and not self.everyone
        if returns:
            with self.block(f"if {self._return_gate()}:"):
                self._each_return()
                self.add("returns += 1")
                self.depth = depth + 1
        unsure = sorted({lay.unsure for lay in self.lays} - {"0"})
        doubt = f" or (single | grouped) & ({' | '.join(unsure)}) != 0" if unsure else ""
        with self.block(f"if rarely(total > FEW{doubt}):"):
            self.add("break" if self.everyone else "row = LISTED")
        with self.block("else:"):
            self._words(sure=True)
            words = [f"may_{word}" for word in self.plan.actions.words]
            self.add(f"many = total + returns + {' + '.join(f'int64({word} >= 0)' for word in words) or '0'}")
            self._random("many")
            with self.block("if pick < total:"):
                self.add("value, number, choice = picked(ways, cards, single, grouped, asking, pick)")
            with self.block("elif pick >= total + returns:" if returns else "else:"):
                self.add("kind, pick = 2, pick - total - returns")
                for word in words:
                    self.add(f"rule = where(({word} >= 0) & (pick == 0), {word}, rule)")
                    if word != words[-1]:
                        self.add(f"pick -= int64({word} >= 0)")
            if returns:
                with self.block("else:"):
                    self.add("pick -= total")
                    self._each_return()
                    self.add(
                        "if pick == 0:",
                        "    kind, row = 1, 64 * value + number",
                        "    choice = j",
                        "pick -= 1",
                    )
                    self.depth = depth + 2
                    self.add("value, number, row = row >> 6, row & 63, CHOSEN")

    def _move(self) -> None:
        plan = self.plan
        self.add(*self.remembered())
        for note in plan.notes:
            self.add(f"note_{note.name} = {self.scalars(note.initial)}")
        self.add(
            "stood, conceded, returning, skipped, returned, last_drawn = False, False, False, False, -1, -1"
        )
        with self.block("if kind == 2:"):
            for number, rule in enumerate((*plan.words, *plan.fouls)):
                with self.block(f"{'elif' if number else 'if'} rule == {number}:{cited(rule)}"):
                    self._effects(rule)
            follow(self, after(plan, lays=False, returns=False))
        returns = plan.returns and not self.everyone
        with self.block("elif kind == 0:" if returns else "else:"):
            self.add("c = choice")
            self._lay(plan.lays)
            follow(self, after(plan, lays=True, returns=False))
        if returns:
            with self.block("else:"):
                self.add("j, returning = choice, True")
                self._lay(plan.returns)
                follow(self, after(plan, lays=True, returns=True))
        conclude(self, plan.ends)

    def _lay(self, rules: tuple[ir.Implication, ...]) -> None:
        self.add("group = GROUP[number]")
        self.add("n, bottom_suit, last_suit = group & 7, (group >> 7) & 3, (group >> 9) & 3")
        self.add("bottom = 4 * value + bottom_suit", "last = 4 * value + last_suit")
        if same_effects(rules):
            self.add(*(f"#{cited(rule)[3:]}" for rule in rules))
            if rules:
                self._effects(rules[0])
            return
        for number, rule in enumerate(rules):
            self.add(f"rule = where({self.scalars(rule.guard)} & (rule < 0), {number}, rule){cited(rule)}")
        for number, rule in enumerate(rules):
            with self.block(f"{'elif' if number else 'if'} rule == {number}:{cited(rule)}"):
                self._effects(rule)

    def mechanic(self, guard: ir.Expr, mechanic: ir.Implication) -> None:
        condition = self.scalars(guard)
        if condition == "True":
            self.add(f"#{cited(mechanic)[3:]}")
            self._effects(mechanic)
        elif _is_quick(mechanic):
            self.add(f"now = {condition}{cited(mechanic)}")
            for deed in deeds(mechanic):
                for change in changes(deed, self.scalars):
                    self.add(*if_now(change))
        else:
            with self.block(f"if {condition}:{cited(mechanic)}"):
                self._effects(mechanic)

    def count(self) -> None:
        self.add("moves_made += 1")

    def ending(self, number: int, ending: ir.Implication) -> None:
        branch = "elif" if number else "if"
        with self.block(f"{branch} {self.scalars(ending.guard)}:{cited(ending)}"):
            self.add(f"over, loser = True, {self.scalars(ending.loser)}")

    def _effects(self, implication: ir.Implication) -> None:
        for deed in deeds(implication):
            self._do(deed)

    def _do(self, deed: Deed) -> None:
        match deed:
            case Primitive("put"):
                self.add("hands[i] = cards & ~(((group >> 3) & 15) << (4 * value))")
                self.add(
                    "store4(queue, tail, (group >> 16) + value * 0x04040404)", "tail, top = tail + n, last"
                )
            case Primitive("draw", (seat, amount)):
                given = f"{self.scalars(seat)}, {self.scalars(amount)}, head, tail, stock, chance, shuffles"
                self.add(f"head, stock, chance, last_drawn = draw(hands, queue, {given})")
            case Primitive("draw_until", (seat, fits)):
                given = f"{self.scalars(seat)}, 1, head, tail, stock, chance, shuffles"
                with self.block("while tail - head > 1:"):
                    self.add(f"head, stock, chance, last_drawn = draw(hands, queue, {given})")
                    self.add(f"if {self.scalars(fits)}:", "    break")
            case Primitive("next") if self.everyone:
                with self.block("if act == everyone:"):
                    self.add("i = where(i + 1 == players, 0, i + 1)")
                with self.block("else:"):
                    self.add(*map(at_once, changes(deed, self.scalars)))
            case _:
                self.add(*map(at_once, changes(deed, self.scalars)))
        if changes_seats(deed):
            self.add("active = popcount(act)")
        if changes_hand(deed):
            self.add("hand = popcount(held(hands, i))")

    # ---------------------------------------------------------------------------------------------- dealing
    def write_deal(self) -> None:
        signature = "uint64(int32[::1], int64[::1], uint64, int64)"
        self.add("", "", f'@njit("{signature}", cache=True, nogil=True)')
        with self.block("def deal(state, table, seed, first):"):
            self.add(
                '"""Shuffles and deals, one card at a time from the seat that starts; gives the counter."""'
            )
            self._load()
            self.add(
                "queue = carray(stack_bytes(), ROOM + 64)",
                "counter, size, head = shuffled_deck(queue, deck, seed), popcount(deck), 0",
            )
            with self.block("for k in range(6):"):
                self.add("hands[k] = 0")
            with self.block("for _ in range(hand_size):"), self.block("for k in range(players):"):
                self.add("i = first + k", "i = where(i >= players, i - players, i)")
                self.add("hands[i] = int64(hands[i]) | (1 << int64(queue[head]))", "head += 1")
            self.add("top = int64(queue[head])", "queue[size] = top", "head += 1", "tail = size + 1")
            self.add("stock, i, lowest = size - head, first, int64(queue[size - 1])")
            self.add("act, back, moves_made, places, over, loser = (1 << players) - 1, 0, 0, 0, False, -1")
            self.add("counter += STRIDE", "chance = where(shuffles, int64(mixed(counter) >> uint64(32)), 0)")
            for variable in self.plan.state:
                self.add(f"state_{variable.name} = {self.scalars(variable.initial)}")
            for start in self.plan.starts:
                with self.block(f"if {self.scalars(start.guard)}:{cited(start)}"):
                    self._effects(start)
            self.add(self.store)
            self.add("return counter")


def _is_quick(mechanic: ir.Implication) -> bool:
    """Assignments under one condition are made without a branch. What several conditions must allow is rare,
    and a branch that is hardly ever taken costs nothing."""
    assigns = all(isinstance(effect, ir.Assign) for effect in mechanic.effects)
    turns = any(isinstance(deed, Primitive) for deed in deeds(mechanic))
    return assigns and not turns and len(ir.conjuncts(mechanic.guard)) == 1
