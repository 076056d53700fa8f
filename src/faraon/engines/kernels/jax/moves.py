"""What the generated JAX module does: effects under conditions, never a branch."""

from __future__ import annotations

from collections.abc import Sequence

from faraon.engines.kernels.effects import changes, changes_hand, changes_seats, if_now
from faraon.engines.kernels.jax.questions import JaxQuestions
from faraon.engines.kernels.observation import counts_moves, wins_without_loser
from faraon.engines.kernels.plan import Plan, fitting_lanes, same_effects
from faraon.engines.kernels.text import cited, names_in
from faraon.engines.order import Deed, Primitive, conclude, deeds, follow
from faraon.lang import ir

PUT = Primitive("put")


class JaxMoves(JaxQuestions):
    """Writes the functions that make a new state."""

    def __init__(self, plan: Plan, memory: bool) -> None:
        super().__init__(plan)
        self.hand_is_stale = False
        self.memory = memory
        """States keep the cards that everybody has seen."""
        self.wins_without_loser = wins_without_loser(plan.ends)
        """States keep whether a game without a loser is drawn."""

    def _save_call(
        self, over: str, loser: str, places: str, moves: str, chance: str, luck: str, missing: str
    ) -> None:
        """The state from what is known in a function."""
        with self.block("fields = dict("):
            self.add(f"hands=hands, tickets=tickets, missing={missing}, head=head & 127, size=tail - head,")
            self.add(f"stock=stock, top=top, turn=i, act=act, back=back, over={over}, loser={loser},")
            self.add(f"places={places}, moves_made={moves}, chance={chance}, luck={luck},")
            self.add(*(f"{name}={name}," for name in self.state))
            self.add(*["drawn=drawn,"] * self.wins_without_loser, *["seen=seen,"] * self.memory)
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
            if self.memory:
                self.add("seen = state.seen")
            self.hand_is_stale = False
            self.add("says, lays, returning = kind == 2, kind == 0, kind == 1")
            self.add("group = jnp.asarray(GROUP)[tuple_]")
            self.add("suits, order = (group >> 3) & 15, (group >> 11) & 255", "n = where(says, 0, group & 7)")
            self.add("bottom_suit, last_suit = (group >> 7) & 3, (group >> 9) & 3")
            self.add(
                "bottom = where(says, -1, 4 * value + bottom_suit)",
                "last = where(says, -1, 4 * value + last_suit)",
            )
            self.add("c, j = where(lays, choice, -1), where(returning, choice, -1)")
            self.add(*self.remembered())
            for note in plan.notes:
                self.add(f"note_{note.name} = jnp.asarray({self.value(note.initial)})")
            self.add(
                "stood, conceded, skipped = jnp.zeros((3,), bool)",
                "returned, last_drawn = jnp.int32(-1), jnp.int32(-1)",
            )
            self._rules()
            follow(self, plan.mechanics)
            conclude(self, plan.ends)
            self._settle()
            self._save_call("over", "loser", "places", "moves_made", "chance", "luck", "missing")

    def _settle(self) -> None:
        """All small numbers of the new state, computed once."""
        fields = {"i": (0, 7), "act": (0, 63), "back": (0, 63), "over": (0, 1), "loser": (-1, 5)}
        fields |= {f"state_{variable.name}": variable.range for variable in self.plan.state}
        fields |= {"places": (0, 2**21 - 1)}
        if self.wins_without_loser:
            fields["drawn"] = (0, 1)
        given = ", ".join(f"({name}, {low}, {high})" for name, (low, high) in fields.items())
        self.add(f"settled = once({given})", f"{', '.join(fields)} = settled")

    def mechanic(self, guard: ir.Expr, mechanic: ir.Implication) -> None:
        self._guarded(self.value(guard), mechanic, deeds(mechanic))

    def count(self) -> None:
        self.add("moves_made = moves_made + 1", "over, loser = jnp.asarray(False), jnp.int32(-1)")
        if self.wins_without_loser:
            self.add("drawn = jnp.asarray(False)")

    def ending(self, number: int, ending: ir.Implication) -> None:
        self.add(f"now = opposite(over) & {self.value(ending.guard)}{cited(ending)}")
        self.add(f"over, loser = over | now, where(now, {self.value(ending.loser)}, loser)")
        if self.wins_without_loser and counts_moves(ending):
            self.add("drawn = drawn | now")

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
        laying = [deeds(rule)[0] for _, rule in chosen if rule.lays]
        puts_first = bool(laying) and all(first == PUT for first in laying)
        if puts_first:
            self.add("now = opposite(says)")
            self._do(PUT)
        draws: list[tuple[str, tuple[ir.Expr, ...]]] = []
        behind: list[tuple[str, ir.Implication, list[Deed]]] = []
        for test, rule in chosen:
            done = deeds(rule)[1:] if rule.lays and puts_first else deeds(rule)
            at = next((k for k, deed in enumerate(done) if _draws(deed)), len(done))
            self._guarded(test, rule, done[:at])
            draws += [(test, deed.args) for deed in done[at : at + 1] if isinstance(deed, Primitive)]
            behind.append((test, rule, done[at + 1 :]))
        if draws:
            self.add("count, drawer = jnp.int32(0), i")
            for test, (seat, amount) in draws:
                self.add(f"count = where({test}, {self.value(amount)}, count)")
                if seat != ir.ON_TURN:
                    self.add(f"drawer = where({test}, {self.value(seat)}, drawer)")
            if plan.words:
                given = f"(rule, -1, {len(plan.words)}), (minimum(count, 32), 0, 32), (drawer, 0, 5)"
                self.add(f"rule, count, drawer = once({given})")
            self._draw("drawer")
        for test, rule, done in behind:
            self._guarded(test, rule, done)

    def _guarded(self, test: str, implication: ir.Implication, done: Sequence[Deed]) -> None:
        """What is done where a condition holds."""
        if done:
            self.add(f"now = {test}{cited(implication)}")
        for deed in done:
            self._do(deed)

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
        self._last_drawn()
        self.hand_is_stale = True

    def _draw_until(self, seat: str, fitting: str) -> None:
        """Cards for a seat until one fits: of the stock and, if none does, of the turned pile."""
        shuffled = self.plan.fixed["shuffled"]
        self.add(f"fitting = word({fitting})")
        self._draw_until_within("stock" if shuffled else "tail - head - 1", seat, "now")
        if shuffled:
            self.add(
                "turns, queued = now & opposite(found) & (tail - head > 1), queued_cards(hands, missing)"
            )
            self.add("tickets, chance = shuffle_next(tickets, head, tail - head - 1, chance, queued, turns)")
            self.add("stock = where(turns, tail - head - 1, stock)")
            self._draw_until_within("stock", seat, "turns")
        self.hand_is_stale = True

    def _draw_until_within(self, most: str, seat: str, test: str) -> None:
        self.add("before, queued = head, queued_cards(hands, missing)")
        self.add(f"count, found = until(tickets, head, {most}, fitting & queued)")
        self.add(f"count = where({test}, count, 0)")
        self.add(f"hands, head, stock, _ = draw(hands, tickets, missing, {seat}, count, head, tail, stock)")
        self._last_drawn()

    def _last_drawn(self) -> None:
        """The last of the cards that were ``queued`` when the queue began ``before`` where it begins now."""
        if ir.LAST_DRAWN in self.read:
            self.add(
                "last_drawn = where(before == head, last_drawn, last_card(tickets, head, before, queued))"
            )

    def _do(self, deed: Deed) -> None:
        """What happens where ``now`` holds."""
        match deed:
            case Primitive("put"):
                self.add(
                    "hands = with_hand(hands, i, held(hands, i) & ~(word(suits) << word(4 * value)), now)"
                )
                self.add("tickets = laid(tickets, value, suits, order, tail, now)")
                self.add("tail, top = where(now, tail + n, tail), where(now, last, top)")
                if self.memory:
                    self.add("seen = where(now, seen | (word(suits) << word(4 * value)), seen)")
            case Primitive("show", (card,)):
                self.add(f"seen = where(now, seen | shown(cards[dealt + 1 :], {self.value(card)}), seen)")
            case Primitive("draw", (seat, amount)):
                self.add(f"count = where(now, {self.value(amount)}, 0)")
                self._draw(self.value(seat))
            case Primitive("draw_until", (seat, fits)):
                self._draw_until(self.value(seat), fitting_lanes(fits, self.scalars))
            case _:
                for change in changes(deed, self.value):
                    self.add(*if_now(change))
        if changes_seats(deed):
            self.add("active = popcount(act)")
        self.hand_is_stale = self.hand_is_stale or changes_hand(deed)


def _draws(deed: Deed) -> bool:
    return isinstance(deed, Primitive) and deed.name == "draw"
