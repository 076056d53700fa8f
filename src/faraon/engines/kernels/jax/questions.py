"""What the generated JAX module answers: which rule allows a lay, what is possible, what is legal."""

from __future__ import annotations

from dataclasses import replace

from faraon.engines.actions import RETURN, TUPLES
from faraon.engines.kernels.plan import LayLanes, Plan, lay_lanes
from faraon.engines.kernels.text import cited, names_in
from faraon.engines.kernels.writer import GROUP_SIZES, Writer
from faraon.lang import ir


class JaxQuestions(Writer):
    """Writes the functions that change nothing: guards as masks, never a branch."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.players = plan.fixed["players"]
        self.sure = self.asking is not None and all(lay.unsure == "0" for lay in self.lays)
        """The bottom card decides which groups can be laid: a random one is picked without listing them."""

    def load(self) -> None:
        self.add(
            "hands, tickets, missing, top = state.hands, state.tickets, state.missing, number(state.top)"
        )
        self.add("head, stock = number(state.head), number(state.stock)", "tail = head + number(state.size)")
        self.add("i, act, back = number(state.turn), number(state.act), number(state.back)")
        self.add("over, loser = state.over, number(state.loser)")
        self.add("places, moves_made = state.places, state.moves_made")
        self.add("chance, luck, active = state.chance, state.luck, popcount(act)")
        for variable in self.plan.state:
            text = f"state.state_{variable.name}"
            self.add(f"state_{variable.name} = {text if variable.type == 'bool' else f'number({text})'}")
        self.add("cards = held(hands, i)", "hand = popcount(cards)")

    def write_questions(self) -> None:
        for name in self.plan.asked:
            self._possible(name)
        self._fits("fitting", self.lays)
        self._lay_allowed()
        self._words()
        self._returns()

    def _fits(self, name: str, lays: list[LayLanes]) -> None:
        head, call = self.function(name, [lay.fits for lay in lays], "cards")
        self.fits_call = call
        self.add("", "")
        with self.block(head):
            self.add('"""For groups of one to four cards: which cards fit at the bottom."""')
            same: dict[str, str] = {}
            for size, lay in zip(GROUP_SIZES, lays, strict=True):
                self.add(f"fits_{size} = {same.get(lay.fits, f'cards & word({lay.fits})')}")
                same.setdefault(lay.fits, f"fits_{size}")
            self.add("return fits_1, fits_2, fits_3, fits_4")

    def _lay_allowed(self) -> None:
        """The exact answer for one group, or for arrays of them."""
        guards = [self.scalars(rule.guard) for rule in self.plan.lays]
        head, self.lay_call = self.function("lay_allowed", guards, *self.of_the_move(guards))
        self.add("", "")
        with self.block(head):
            self.add('"""The number of the rule that allows these cards, or -1."""')
            self.add("bottom, last = 4 * value + bottom_suit, 4 * value + last_suit", "rule = jnp.int32(-1)")
            for number, (rule, guard) in reversed([*enumerate(zip(self.plan.lays, guards, strict=True))]):
                self.add(f"rule = where({guard}, {number}, rule){cited(rule)}")
            self.add("return rule")

    def _possible(self, name: str) -> None:
        rule = self.plan.rule(name)
        if rule is None:
            self.scalars.possible = {**self.scalars.possible, name: "False"}
            return
        seats = range(self.players) if rule.returns else (ir.NOBODY,)
        versions = []
        for seat in seats:
            guard = ir.substitute(rule.guard, {ir.RETURNED: ir.Const("seat", seat)})
            version = replace(rule, guard=guard)
            versions.append((guard, [lay_lanes((version,), size, self.scalars) for size in GROUP_SIZES]))
        texts = [self.scalars(guard) for guard, _ in versions]
        texts += [text.fits for _, lays in versions for text in lays] + ["hands", "i"]
        head, call = self.function(f"possible_{name}", texts)
        self.scalars.possible = {**self.scalars.possible, name: call}
        self.add("", "")
        with self.block(head):
            self.add("cards, found = held(hands, i), False")
            for guard, lays in versions:
                if all(lay.unsure == "0" for lay in lays):
                    fits = ", ".join(f"word({lay.fits})" for lay in lays)
                    self.add(f"found = found | some_group(cards, ({fits}))")
                else:
                    self.add("for group, value, bottom_suit, last_suit, n, c, in_hand in each_group(cards):")
                    self.add("    bottom, last = 4 * value + bottom_suit, 4 * value + last_suit")
                    asks = self.scalars(self.plan.chosen_when)
                    self.add(f"    fine = in_hand & (({asks}) == (c >= 0)) & {self.scalars(guard)}")
                    self.add("    found = found | jnp.any(fine)")
            self.add("return found")

    def _words(self) -> None:
        guards = [self.scalars(rule.guard) for rule in self.plan.words]
        head, self.words_call = self.function("word_rules", guards)
        self.add("", "")
        with self.block(head):
            self.add('"""For each word the number of the rule that allows it, or -1."""')
            for word in self.plan.actions.words:
                self.add(f"may_{word} = jnp.int32(-1)")
                for number, rule in reversed([*enumerate(self.plan.words)]):
                    if rule.word == word:
                        self.add(f"may_{word} = where({guards[number]}, {number}, may_{word}){cited(rule)}")
            self.add(f"return [{', '.join(f'may_{word}' for word in self.plan.actions.words)}]")

    def _returns(self) -> None:
        guard = self.scalars(ir.op("or", "bool", *(rule.guard for rule in self.plan.returns)))
        head, self.returns_call = self.function("returns_allowed", [guard, "i"], "cards")
        rows = [row for row in self.plan.actions.rows if row.kind == RETURN and row.choice < self.players]
        self.add("", "")
        with self.block(head):
            self.add('"""Which returns are legal, in the order of the action table."""', "found = []")
            self.add(
                *(f"# rule {rule.name} {' '.join(rule.paragraphs)}".rstrip() for rule in self.plan.returns)
            )
            if self.plan.returns:
                listed = [(row.value, row.tuple, row.choice, TUPLES[row.tuple]) for row in rows]
                self.add(f"for value, tuple_, behind, suits in {listed}:")
                self.depth += 1
                self.add("n, bottom_suit, last_suit = len(suits), suits[0], suits[-1]")
                if names_in([guard], ["group"]):
                    self.add("group = int(GROUP[tuple_])")
                self.add(
                    "bottom, last, j = 4 * value + suits[0], 4 * value + suits[-1], (i + behind) % players"
                )
                self.add("mine = jnp.uint32(sum(1 << (4 * value + suit) for suit in suits))")
                self.add(f"found.append(((cards & mine) == mine) & {guard})")
                self.depth -= 1
            self.add("return found")

    # ---------------------------------------------------------------------------------------------- choices
    def write_choices(self) -> None:
        self.add("", "", "ROWS = np.array(numbered(PLAIN, ASKING, RETURNING, WORDS), np.int32)")
        self.add('"""The action table: kind, value, tuple and choice of every action."""', "")
        self.add("LAYS, RETURNS = ROWS[ROWS[:, 0] == 0], ROWS[ROWS[:, 0] == 1]")
        self._legal_mask()
        self._random_move()

    def _legal_mask(self) -> None:
        self.add("", "")
        with self.block("def legal_mask(state):"):
            self.add('"""Which actions are legal; once the game is over, all of them: any one deals anew."""')
            self.load()
            self.add(f"fits = {self.fits_call}")
            self.add("value, tuple_, c = (jnp.asarray(LAYS[:, k]) for k in (1, 2, 3))")
            self.add("group = jnp.asarray(GROUP[LAYS[:, 2]])", "n, suits = group & 7, (group >> 3) & 15")
            self.add("bottom_suit, last_suit = (group >> 7) & 3, (group >> 9) & 3")
            self.add("bottom, last = 4 * value + bottom_suit, 4 * value + last_suit")
            self.add("mine = word(suits) << word(4 * value)")
            self.add("fit = where(n == 1, fits[0], where(n == 2, fits[1], where(n == 3, fits[2], fits[3])))")
            self.add("lays = ((cards & mine) == mine) & ((fit >> word(bottom)) & 1 != 0)")
            self.add(f"lays = lays & (({self.scalars(self.plan.chosen_when)}) == (c >= 0))")
            if not self.sure:
                self.add(f"lays = lays & ({self.lay_call} >= 0)")
            self.add(f"returns = padded({self.returns_call}, len(RETURNS), players)")
            self.add(f"words = jnp.stack({self.words_call} + [jnp.int32(-1)])[:-1] >= 0")
            self.add("return jnp.concatenate([lays, returns, words]) | state.over")

    def _random_move(self) -> None:
        self.add("", "")
        with self.block("def random_move(state, random_word):"):
            self.add('"""A legal move chosen evenly: kind, value, tuple and choice."""')
            if not self.sure:
                # The bottom card alone does not decide: the moves are listed.
                self.add("mask = legal_mask(state)", "pick = share(random_word, jnp.sum(mask))")
                self.add("return row_of(state, jnp.argmax(jnp.cumsum(mask) > pick))")
                return
            self.load()
            self.add(f"fits, asking = {self.fits_call}, word({self.asking})")
            self.add("ways = ways_to_lay(cards, fits, asking)", "lays = sum(sum(each) for each, _ in ways)")
            self.add(f"returns, words = {self.returns_call}, {self.words_call}")
            self.add("many = lays + sum(map(number, returns)) + sum(number(rule >= 0) for rule in words)")
            self.add("pick = share(random_word, many)")
            self.add("value, tuple_, choice = pick_lay(cards, fits, asking, ways, pick)")
            self.add("kind, pick = where(pick < lays, 0, -1), pick - lays")
            with self.block("for row, fine in zip(RETURNS[RETURNS[:, 3] < players], returns):"):
                self.add("here = (kind < 0) & fine & (pick == 0)", "pick = pick - number(fine)")
                self.add("kind, value = where(here, 1, kind), where(here, int(row[1]), value)")
                self.add("tuple_ = where(here, int(row[2]), tuple_)")
                self.add(
                    "seat = i + int(row[3])",
                    "choice = where(here, where(seat >= players, seat - players, seat), choice)",
                )
            with self.block("for said, rule in enumerate(words):"):
                self.add("here = (kind < 0) & (rule >= 0) & (pick == 0)", "pick = pick - number(rule >= 0)")
                self.add("kind, choice = where(here, 2, kind), where(here, said, choice)")
            self.add("return kind, value, tuple_, choice")
