"""What the generated JAX module says: guards as masks, effects under conditions, never a branch."""

from __future__ import annotations

from faraon.engines.actions import RETURN, TUPLES
from faraon.engines.kernels.expressions import Scalars, variable
from faraon.engines.kernels.plan import (
    LayLanes,
    Plan,
    lanes_that_ask,
    lay_lanes,
    same_effects,
    variables_read,
)
from faraon.engines.kernels.text import Text, cited, names_in
from faraon.lang import ir

SIZES = (1, 2, 3, 4)


class JaxMoves(Text):
    """Writes the functions of one table."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan
        self.players = plan.fixed["players"]
        self.state = [f"state_{one.name}" for one in plan.state]
        self.scalars = Scalars({})
        self.lays = [lay_lanes(plan.lays, size, self.scalars) for size in SIZES]
        self.asking = lanes_that_ask(plan, self.scalars)
        self.sure = self.asking is not None and all(one.unsure == "0" for one in self.lays)
        """The bottom card decides which groups can be laid: a random one is picked without listing them."""
        self.known = [
            *self.state,
            *("hands", "hand", "i", "act", "active", "back", "top", "head", "tail", "moves_made"),
        ]
        self.read = variables_read(plan)
        self.hand_is_stale = False

    # ------------------------------------------------------------------------------------------- questions
    def _function(self, head: str, texts: list[str], *extra: str) -> tuple[str, str]:
        names = [*names_in(texts, self.known), *extra]
        return f"def {head}({', '.join(names)}):", f"{head}({', '.join(names)})"

    def write_questions(self) -> None:
        for name in self.plan.asked:
            self._possible(name)
        self._fits("fitting", self.lays)
        self._lay_allowed()
        self._words()
        self._returns()

    def _fits(self, name: str, lays: list[LayLanes]) -> None:
        head, call = self._function(name, [one.fits for one in lays], "cards")
        self.fits_call = call
        self.add("", "")
        with self.block(head):
            self.add('"""For groups of one to four cards: which cards fit at the bottom."""')
            same: dict[str, str] = {}
            for size, one in zip(SIZES, lays, strict=True):
                self.add(f"fits_{size} = {same.get(one.fits, f'cards & word({one.fits})')}")
                same.setdefault(one.fits, f"fits_{size}")
            self.add("return fits_1, fits_2, fits_3, fits_4")

    def _lay_allowed(self) -> None:
        """The exact answer for one group, or for arrays of them."""
        guards = [self.scalars(rule.guard) for rule in self.plan.lays]
        head, self.lay_call = self._function(
            "lay_allowed", guards, "value", "bottom_suit", "last_suit", "n", "c"
        )
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
            one = ir.Implication(
                rule.kind, rule.name, rule.paragraphs, (), guard, rule.effects, rule.texts, rule.span
            )
            versions.append((guard, [lay_lanes((one,), size, self.scalars) for size in SIZES]))
        texts = [self.scalars(guard) for guard, _ in versions]
        texts += [text.fits for _, lays in versions for text in lays] + ["hands", "i"]
        head, call = self._function(f"possible_{name}", texts)
        self.scalars.possible = {**self.scalars.possible, name: call}
        self.add("", "")
        with self.block(head):
            self.add("cards, found = held(hands, i), False")
            for guard, lays in versions:
                if all(one.unsure == "0" for one in lays):
                    fits = ", ".join(f"word({one.fits})" for one in lays)
                    self.add(f"found = found | some_group(cards, ({fits}))")
                else:
                    self.add("for value, bottom_suit, last_suit, n, c, in_hand in each_group(cards):")
                    self.add("    bottom, last = 4 * value + bottom_suit, 4 * value + last_suit")
                    asks = self.scalars(self.plan.chosen_when)
                    self.add(f"    fine = in_hand & (({asks}) == (c >= 0)) & {self.scalars(guard)}")
                    self.add("    found = found | jnp.any(fine)")
            self.add("return found")

    def _words(self) -> None:
        guards = [self.scalars(rule.guard) for rule in self.plan.words]
        head, self.words_call = self._function("word_rules", guards)
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
        head, self.returns_call = self._function("returns_allowed", [guard, "i"], "cards")
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
                self.add(
                    "bottom, last, j = 4 * value + suits[0], 4 * value + suits[-1], (i + behind) % players"
                )
                self.add("mine = jnp.uint32(sum(1 << (4 * value + suit) for suit in suits))")
                self.add(f"found.append(((cards & mine) == mine) & {guard})")
                self.depth -= 1
            self.add("return found")

    # ----------------------------------------------------------------------------------------------- moves
    def load(self) -> None:
        self.add(
            "hands, tickets, missing, top = state.hands, state.tickets, state.missing, number(state.top)"
        )
        self.add("head, stock = number(state.head), number(state.stock)", "tail = head + number(state.size)")
        self.add("i, act, back = number(state.turn), number(state.act), number(state.back)")
        self.add("over, loser = state.over, number(state.loser)")
        self.add("places, moves_made = state.places, state.moves_made")
        self.add("chance, luck, active = state.chance, state.luck, popcount(act)")
        for one in self.plan.state:
            text = f"state.state_{one.name}"
            self.add(f"state_{one.name} = {text if one.type == 'bool' else f'number({text})'}")
        self.add("cards = held(hands, i)", "hand = popcount(cards)")
        self.hand_is_stale = False

    def _save_call(
        self, over: str, loser: str, places: str, moves: str, chance: str, luck: str, missing: str
    ) -> None:
        """The state from what is known in a function."""
        with self.block("fields = dict("):
            self.add(f"hands=hands, tickets=tickets, missing={missing}, head=head & 127, size=tail - head,")
            self.add(f"stock=stock, top=top, turn=i, act=act, back=back, over={over}, loser={loser},")
            self.add(f"places={places}, moves_made={moves}, chance={chance}, luck={luck},")
            self.add(*(f"{name}={name}," for name in self.state))
        self.add(")", "return saved(fields)")

    def value(self, expr: ir.Expr) -> str:
        """An expression; before it the size of the hand is counted again, if it may have changed."""
        text = self.scalars(expr)
        if self.hand_is_stale and names_in([text], ["hand"]):
            self.add("hand = popcount(held(hands, i))")
            self.hand_is_stale = False
        return text

    def write_moves(self) -> None:
        plan = self.plan
        self.add("", "")
        with self.block("def moved(state, kind, value, tuple_, choice):"):
            self.add(
                '"""The state after a move: 0 a lay, 1 a return, 2 a word; with a suit, a seat, a word."""'
            )
            self.load()
            self.add("says, lays, returning = kind == 2, kind == 0, kind == 1")
            self.add("group = jnp.asarray(GROUP)[tuple_]")
            self.add("suits, order = (group >> 3) & 15, (group >> 11) & 255", "n = where(says, 0, group & 7)")
            self.add("bottom_suit, last_suit = (group >> 7) & 3, (group >> 9) & 3")
            self.add(
                "bottom = where(says, -1, 4 * value + bottom_suit)",
                "last = where(says, -1, 4 * value + last_suit)",
            )
            self.add("c, j = where(lays, choice, -1), where(returning, choice, -1)")
            for name in sorted(var.name for var in self.read if var.kind == "old"):
                self.add(f"old_{name} = state_{name}")
            for note in plan.notes:
                self.add(f"note_{note.name} = jnp.asarray({self.value(note.initial)})")
            self.add(
                "stood, conceded, skipped = jnp.zeros((3,), bool)",
                "returned, last_drawn = jnp.int32(-1), jnp.int32(-1)",
            )
            self._rules()
            for one in plan.mechanics:
                guard = self.value(one.guard)
                now = guard if not self._skips() else f"opposite(skipped) & {guard}"
                self.add(f"now = {now}{cited(one)}")
                for effect in one.effects:
                    self._effect(effect)
            self.add("moves_made = moves_made + 1", "over, loser = jnp.asarray(False), jnp.int32(-1)")
            for one in plan.ends:
                self.add(f"now = opposite(over) & {self.value(one.guard)}{cited(one)}")
                self.add(f"over, loser = over | now, where(now, {self.value(one.loser)}, loser)")
            self._settle()
            self._save_call("over", "loser", "places", "moves_made", "chance", "luck", "missing")

    def _settle(self) -> None:
        """All small numbers of the new state, computed once."""
        fields = {"i": (0, 7), "act": (0, 63), "back": (0, 63), "over": (0, 1), "loser": (-1, 5)}
        fields |= {f"state_{one.name}": one.range for one in self.plan.state}
        fields |= {"places": (0, 2**21 - 1)}
        given = ", ".join(f"({name}, {low}, {high})" for name, (low, high) in fields.items())
        self.add(f"settled = once({given})", f"{', '.join(fields)} = settled")

    def _skips(self) -> bool:
        return any(isinstance(effect, ir.Skip) for one in self.plan.mechanics for effect in one.effects)

    def _rules(self) -> None:
        """The consequents: as rules exclude each other, all that begin by laying lay once, all draw once."""
        plan = self.plan
        chosen: list[tuple[str, ir.Implication]] = []
        if plan.words:
            self.add(f"words = {self.words_call}", "rule = jnp.int32(-1)")
            for number in range(len(plan.actions.words)):
                self.add(f"rule = where(says & (choice == {number}), words[{number}], rule)")
            chosen += [(f"says & (rule == {number})", rule) for number, rule in enumerate(plan.words)]
        if same_effects(plan.lays):
            chosen += [("lays", rule) for rule in plan.lays[:1]]
        else:
            self.add(f"lay_rule = {self.lay_call}")
            chosen += [(f"lays & (lay_rule == {number})", rule) for number, rule in enumerate(plan.lays)]
        chosen += [("returning", rule) for rule in plan.returns[:1]]
        laying = [rule for _, rule in chosen if rule.lays]
        puts_first = bool(laying) and all(isinstance(rule.effects[0], ir.Put) for rule in laying)
        if puts_first:
            self.add("now = opposite(says)")
            self._effect(ir.Put())
        draws: list[tuple[str, ir.Draw]] = []
        behind: list[tuple[str, ir.Implication, list[ir.Effect]]] = []
        for test, rule in chosen:
            effects = [*rule.effects[1:]] if rule.lays and puts_first else [*rule.effects]
            at = next((k for k, effect in enumerate(effects) if isinstance(effect, ir.Draw)), len(effects))
            self._guarded(test, rule, effects[:at])
            if at < len(effects):
                draw = effects[at]
                assert isinstance(draw, ir.Draw)  # noqa: S101 - found so above
                draws.append((test, draw))
            behind.append((test, rule, effects[at + 1 :]))
        if draws:
            self.add("count, drawer = jnp.int32(0), i")
            for test, draw in draws:
                self.add(f"count = where({test}, {self.value(draw.amount)}, count)")
                if draw.who == "j":
                    self.add(f"drawer = where({test}, j, drawer)")
            if plan.words:
                given = f"(rule, -1, {len(plan.words)}), (minimum(count, 32), 0, 32), (drawer, 0, 5)"
                self.add(f"rule, count, drawer = once({given})")
            self._draw("drawer")
        for test, rule, effects in behind:
            self._guarded(test, rule, effects)

    def _guarded(self, test: str, rule: ir.Implication, effects: list[ir.Effect]) -> None:
        if effects:
            self.add(f"now = {test}{cited(rule)}")
        for effect in effects:
            self._effect(effect)

    def _draw(self, seat: str) -> None:
        """``count`` cards for a seat."""
        if self.plan.fixed["shuffled"]:
            self.add(
                "count = minimum(count, tail - head - 1)",
                "turns = (count > stock) & (stock < tail - head - 1)",
            )
            self.add("before, kept = head, where(turns, stock, 0)")
            self.add(
                f"hands, head, stock, _ = draw(hands, tickets, missing, {seat}, kept, head, tail, stock)"
            )
            self.add("queued = queued_cards(hands, missing)")
            self.add("tickets, chance = shuffle_next(tickets, head, tail - head - 1, chance, queued, turns)")
            self.add("stock = where(turns, tail - head - 1, stock)")
            self.add("count = count - kept")
            self.add(
                f"hands, head, stock, _ = draw(hands, tickets, missing, {seat}, count, head, tail, stock)"
            )
        else:
            self.add("before, queued = head, queued_cards(hands, missing)")
            self.add(
                f"hands, head, stock, _ = draw(hands, tickets, missing, {seat}, count, head, tail, stock)"
            )
        if ir.LAST_DRAWN in self.read:
            self.add(
                "last_drawn = where(before == head, last_drawn, last_card(tickets, head, before, queued))"
            )
        self.hand_is_stale = True

    def _effect(self, effect: ir.Effect) -> None:
        """An effect that happens where ``now`` holds."""
        match effect:
            case ir.Put():
                self.add(
                    "hands = with_hand(hands, i, held(hands, i) & ~(word(suits) << word(4 * value)), now)"
                )
                self.add("tickets = laid(tickets, value, suits, order, tail, now)")
                self.add("tail, top = where(now, tail + n, tail), where(now, last, top)")
                self.hand_is_stale = True
            case ir.Draw(amount, who):
                self.add(f"count = where(now, {self.value(amount)}, 0)")
                self._draw("i" if who == "i" else "j")
            case ir.GiveBack():
                self.add("act, back = where(now, act | (1 << j), act), where(now, back & ~(1 << j), back)")
                self.add("places = where(now, lose_place(places, j, players), places)")
                self.add("returned, active = where(now, j, returned), popcount(act)")
            case ir.Word("stand"):
                self.add("stood = stood | now")
            case ir.Word("concede"):
                self.add("conceded = conceded | now")
            case ir.Leave():
                self.add("places = where(now, take_place(places, i), places)")
                self.add("act = where(now, act & ~(1 << i), act)")
                self.add("back, active = where(now, back | (returning_players << i), back), popcount(act)")
            case ir.Next():
                self.add("seat, rest = next_seat(i, act, back, returned, players)")
                self.add("i, back = where(now, seat, i), where(now, rest, back)")
                self.hand_is_stale = True
            case ir.Skip():
                self.add("skipped = skipped | now")
            case ir.Assign(ir.ON_TURN, value):
                self.add(f"i = where(now, jump_seat(i, {self.value(value)}, act, players), i)")
                self.hand_is_stale = True
            case ir.Assign(target, value):
                name = variable(target)
                self.add(f"{name} = where(now, {self.value(value)}, {name})")

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
