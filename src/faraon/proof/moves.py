"""A move as terms of the solver: the position before it, the cards of it, and the position after it.

Which cards are drawn is left open: any of those that lie neither in hands nor on top of the pile. The order
of the stock is not part of a position here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from faraon.engines.order import Primitive, deeds
from faraon.game.position import Out
from faraon.lang import ir
from faraon.lang.print_ir import print_expr
from faraon.proof.parts import Part, range_part
from faraon.proof.terms import CARDS, FALSE, TRUE, Term, both, choice, every, some, z3
from faraon.proof.world import BOTTOM_EXCEPT, Encoder, World


@dataclass
class Draw:
    """Cards that a player draws in a move."""

    amount: Term
    cards: Term
    last: Term


@dataclass
class Step:
    """One move by one rule."""

    rule: ir.Implication
    number: int
    """Of the rule, fouls counted after rules."""
    after: World
    holds: list[Term]
    draws: list[Draw] = field(default_factory=list)
    loser: Term = None
    fired: list[tuple[Part, Term]] = field(default_factory=list)
    """What may happen in the move, and when it does."""
    suits: list[Term] = field(default_factory=list)
    """Which suits are in the group."""
    tried: dict[ir.Var, Term] = field(default_factory=dict)
    """What the player decides."""


MOVE = (ir.LAID, ir.BOTTOM, ir.LAST, ir.GROUP, ir.ASKED, ir.RETURNED)
"""What of a move expressions can read."""


def same_kind(rule: ir.Implication, other: ir.Implication) -> bool:
    """Whether two rules allow the same kind of move."""
    if rule.lays or other.lays:
        return rule.lays == other.lays and rule.returns == other.returns
    return rule.word == other.word


class Mover:
    """Makes the moves of a table."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.table = encoder.table
        self.number = encoder.number
        self.every_rule = (*self.table.rules, *self.table.fouls)
        self.lists = {variable.var("state") for variable in self.table.book.state if variable.each}

    def steps(self, before: World) -> list[Step]:
        """A move by each rule and each foul that these settings leave."""
        numbers = [number for number, rule in enumerate(self.every_rule) if rule.guard != ir.FALSE]
        return [self.step(number, before) for number in numbers]

    def step(self, number: int, before: World, like: Step | None = None) -> Step:
        """A move by a rule that no earlier rule of its kind allows, or ``like`` that of another table."""
        rule, foul = self.every_rule[number], number >= len(self.table.rules)
        step = (
            self.try_move(rule, number, before)
            if like is None
            else self.try_again(like, rule, number, before)
        )
        world = step.after
        if foul:
            earlier = self.table.fouls[: number - len(self.table.rules)]
        else:
            earlier = tuple(other for other in self.table.rules[:number] if same_kind(rule, other))
        step.holds.append(self.encoder.value(rule.guard, world))
        step.holds += [
            z3.Not(self.encoder.value(other.guard, world)) for other in earlier if other.guard != ir.FALSE
        ]
        world[ir.RETURNING] = TRUE if rule.returns else FALSE
        step.fired.append((Part(rule.kind, rule.name), TRUE))
        self._apply(step, rule, TRUE)
        for mechanic in self.table.mechanics:
            if mechanic.guard != ir.FALSE:
                guard = self.encoder.value(mechanic.guard, world, self._watch(step, TRUE))
                fires = every(z3.Not(world.skipped), guard)
                step.fired.append((Part("mechanic", mechanic.name), fires))
                self._apply(step, mechanic, fires)
        world[ir.MOVES_MADE] = world[ir.MOVES_MADE] + 1
        self._end(step)
        return step

    def try_move(self, rule: ir.Implication, number: int, before: World) -> Step:
        """A move of the kind that a rule is about, whether or not any rule allows it."""
        step = Step(rule, number, before.copy(), [])
        if rule.lays:
            self._choose_cards(step)
        step.tried = {var: step.after[var] for var in MOVE}
        return step

    def try_again(self, like: Step, rule: ir.Implication, number: int, before: World) -> Step:
        """The move that another table tries, at this one."""
        step = Step(rule, number, before.copy(), [], suits=like.suits)
        for var in MOVE:
            step.after[var] = like.tried[var]
        return step

    def effects(self, rule: ir.Implication, step: Step) -> tuple[World, list[Term]]:
        """What a rule alone makes of a move that is tried: the table, and how many cards are drawn."""
        done = Step(rule, step.number, step.after.copy(), [])
        self._apply(done, rule, TRUE)
        # which cards are drawn is open, so what depends on them is not compared
        for var in (ir.LAST_DRAWN, *(var for var in done.after.values if var.type == "card" and done.draws)):
            done.after.values.pop(var, None)
        return done.after, [draw.amount for draw in done.draws]

    def _choose_cards(self, step: Step) -> None:
        world, number, encoder = step.after, self.number, self.encoder
        value, bottom, last = (number.named(encoder.fresh(name)) for name in ("value", "bottom", "last"))
        suits = step.suits = [z3.Bool(encoder.fresh(f"suit{suit}")) for suit in range(4)]
        laid = number.how_many(suits)
        step.holds += [value >= 0, value <= 7, some(*suits)]
        step.holds += [bottom >> 2 == value, last >> 2 == value, (laid == 1) == (bottom == last)]
        step.holds += [number.at(suits, bottom & 3), number.at(suits, last & 3)]
        bits = z3.Concat(*(z3.If(suit, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)) for suit in reversed(suits)))
        group = z3.BitVecVal(0, CARDS)
        for v in range(8):
            group = group | both(value == v, z3.ZeroExt(CARDS - 4, bits) << (4 * v))
        hand = number.at(world.hands, world[ir.ON_TURN])
        step.holds.append(group & ~hand == 0)
        for var, term in ((ir.LAID, laid), (ir.BOTTOM, bottom), (ir.LAST, last), (ir.GROUP, group)):
            world[var] = term
        asked, seat = number.named(encoder.fresh("asked")), number.named(encoder.fresh("seat"))
        world[ir.ASKED], world[ir.RETURNED] = asked, seat
        if step.rule.returns:
            step.holds += [asked == -1, seat >= 0, seat < self.table.players]
        else:
            asks = encoder.value(self.table.chosen_when, world)
            step.holds += [seat == -1, z3.If(asks, every(asked >= 0, asked <= 3), asked == -1)]

    def _watch(self, step: Step, fires: Term) -> Callable[[ir.Op, Term, Term], None]:
        def watch(expr: ir.Op, asked: Term, condition: Term) -> None:
            text, now = print_expr(expr), every(fires, asked)
            step.fired.append((Part("branch", text, "yes"), every(now, condition)))
            step.fired.append((Part("branch", text, "no"), every(now, z3.Not(condition))))

        return watch

    def _end(self, step: Step) -> None:
        world, over, loser = step.after, FALSE, self.number(-1)
        for end in self.table.ends:
            if end.guard == ir.FALSE:
                continue
            now = every(z3.Not(over), self.encoder.value(end.guard, world))
            step.fired.append((Part("end", end.name), now))
            loser = z3.If(now, self.encoder.value(end.loser, world), loser)
            over = some(over, now)
        world.over, step.loser = over, loser

    # ------------------------------------------------------------------------------------------------ effects
    def _apply(self, step: Step, one: ir.Implication, fires: Term) -> None:
        world, encoder = step.after, self.encoder
        for deed in deeds(one):
            watch = self._watch(step, fires)
            match deed:
                case Primitive("put"):
                    self._put(world)
                case Primitive("draw", (seat, amount)):
                    wanted = encoder.value(amount, world, watch)
                    self._draw(step, encoder.value(seat, world), wanted, fires)
                case Primitive("draw_until", (seat, fits)):
                    self._draw_until(step, encoder.value(seat, world), fits, fires)
                case Primitive("give_back"):
                    self._set_out(world, world[ir.RETURNED], Out.playing, fires)
                    world.returned = choice(fires, world[ir.RETURNED], world.returned)
                case Primitive("leave"):
                    left = z3.If(encoder.returning, self.number(Out.returnable), self.number(Out.safe))
                    self._set_out(world, world[ir.ON_TURN], left, fires)
                case Primitive("next"):
                    self._next(world, fires, back=None)
                case Primitive("next_way", (back,)):
                    self._next(world, fires, encoder.value(back, world))
                case Primitive("jump", (seat,)):
                    self._jump(world, encoder.value(seat, world, watch), fires)
                case ir.Assign(ir.Var("engine", "skipped")):
                    world.skipped = some(world.skipped, fires)
                case ir.Assign(target, value, meant):
                    self._keep_watch(step, one, target, meant, fires)
                    # in a list with a variable for each seat, the condition only tells whose it is
                    seen = None if target in self.lists else watch
                    world[target] = choice(fires, encoder.value(value, world, seen), world[target])
            world.known = {}

    def _keep_watch(
        self, step: Step, one: ir.Implication, target: ir.Var, meant: ir.Expr | None, fires: Term
    ) -> None:
        """Notes where a variable would leave its range."""
        if meant is None:
            return
        variables = (*self.table.book.state, *self.table.book.notes)
        low, high = next(v.range for v in variables if v.name == target.name)
        value = self.encoder.value(meant, step.after)
        below, above = range_part(target.name, one.name, print_expr(meant), low, high)
        step.fired += [(below, every(fires, value < low)), (above, every(fires, value > high))]

    def _put(self, world: World) -> None:
        group, turn = world[ir.GROUP], world[ir.ON_TURN]
        world.hands = [
            z3.If(turn == seat, hand & ~group, hand) if self.table.turns_alike is False else
            (hand & ~group if seat == 0 else hand)
            for seat, hand in enumerate(world.hands)
        ]  # fmt: skip
        under = world.fresh_pile | self.number.bit(world[ir.TOP]) | group
        world.fresh_pile = under & ~self.number.bit(world[ir.LAST])
        world[ir.TOP] = world[ir.LAST]
        world[ir.DRAWABLE] = world[ir.DRAWABLE] + world[ir.LAID]

    def _draw(self, step: Step, seat: Term, wanted: Term, fires: Term) -> None:
        world, number = step.after, self.number
        left = world[ir.DRAWABLE]
        amount = z3.If(wanted <= left, wanted, left)
        amount = z3.If(every(fires, amount > 0), amount, number(0))
        self._take(step, seat, amount)

    def _take(self, step: Step, seat: Term, amount: Term) -> Draw:
        """A player takes so many cards, whichever they are."""
        world, number = step.after, self.number
        cards = z3.BitVec(self.encoder.fresh("drawn"), CARDS)
        last = number.named(self.encoder.fresh("last_drawn"))
        held = z3.BitVecVal(0, CARDS)
        for hand in world.hands:
            held = held | hand
        free = self.encoder.deck & ~(held | number.bit(world[ir.TOP]))
        step.holds += [number.count(cards) == amount, cards & ~free == 0]
        step.holds.append(z3.If(amount > 0, number.has(cards, last), last == world[ir.LAST_DRAWN]))
        self._old_cards_first(step, cards)
        world.hands = [choice(seat == at, hand | cards, hand) for at, hand in enumerate(world.hands)]
        world.fresh_pile = world.fresh_pile & ~cards
        world[ir.LAST_DRAWN] = last
        world[ir.DRAWABLE] = world[ir.DRAWABLE] - amount
        step.draws.append(Draw(amount, cards, last))
        return step.draws[-1]

    def _old_cards_first(self, step: Step, cards: Term) -> None:
        """What this move laid lies deepest in the queue of stock and pile, unless it is shuffled."""
        world, number = step.after, self.number
        if z3.is_bv_value(world.fresh_pile):
            return
        fresh = cards & world.fresh_pile
        old, taken = world[ir.DRAWABLE] - number.count(world.fresh_pile), number.count(cards & ~fresh)
        shuffled = self.encoder.value(self.table.shuffled, world)
        step.holds += [taken <= old, some(shuffled, fresh == 0, taken == old)]

    def _draw_until(self, step: Step, seat: Term, fits: ir.Expr, fires: Term) -> None:
        world, number = step.after, self.number
        amount, left = number.named(self.encoder.fresh("until")), world[ir.DRAWABLE]
        draws = every(fires, left > 0)
        step.holds += [z3.If(draws, every(amount >= 1, amount <= left), amount == 0)]
        fitting = z3.BitVecVal(0, CARDS)
        for card in self.table.book.deck:
            known = ir.substitute(fits, {ir.LAST_DRAWN: ir.Const("card", card)})
            fitting = fitting | both(self.encoder.value(known, world), z3.BitVecVal(1 << card, CARDS))
        drawn = self._take(step, seat, amount)
        before = drawn.cards & ~number.bit(drawn.last)
        found = some(number.has(fitting, drawn.last), amount == left)
        step.holds.append(z3.Implies(draws, every(before & fitting == 0, found)))

    # ----------------------------------------------------------------------------------------------- the turn
    def _set_out(self, world: World, seat: Term, out: Term, fires: Term) -> None:
        out = self.number(out) if isinstance(out, int) else out
        world.out = [z3.If(every(fires, seat == at), out, was) for at, was in enumerate(world.out)]

    def _next(self, world: World, fires: Term, back: Term) -> None:
        """The turn goes to the next seat with cards; finished seats on the way become safe."""
        ways = [(fires, 1)] if back is None else [(every(fires, z3.Not(back)), 1), (every(fires, back), -1)]
        seats, number, returned = range(len(world.out)), self.number, world.returned
        playing = [out == Out.playing for out in world.out]
        others = some(*(every(playing[seat], returned != seat) for seat in seats))
        anybody = some(others, returned >= 0)
        to, outs = world[ir.ON_TURN], list(world.out)
        for goes, way in ways:
            for start in seats:
                here = every(goes, anybody, world[ir.ON_TURN] == start)
                if z3.is_false(z3.simplify(here)):
                    continue
                arrived, seat, passed = FALSE, number(start), list(world.out)
                for step in range(1, len(world.out) + 1):
                    at = (start + way * step) % len(world.out)
                    finished = every(z3.Not(arrived), world.out[at] == Out.returnable)
                    passed[at] = z3.If(finished, number(Out.safe), passed[at])
                    stops = every(z3.Not(arrived), playing[at], some(returned != at, z3.Not(others)))
                    seat, arrived = z3.If(stops, number(at), seat), some(arrived, stops)
                to = z3.If(here, seat, to)
                outs = [choice(here, new, old) for new, old in zip(passed, outs, strict=True)]
        world[ir.ON_TURN], world.out = to, outs

    def _jump(self, world: World, seat: Term, fires: Term) -> None:
        seats = len(world.out)
        to = world[ir.ON_TURN]
        for start in range(seats):
            found, here = FALSE, world[ir.ON_TURN]
            for step in range(seats):
                at = (start + step) % seats
                stops = every(z3.Not(found), world.out[at] == Out.playing)
                here, found = z3.If(stops, self.number(at), here), some(found, stops)
            meant = seat == start if start < seats - 1 else some(seat == start, seat == -1)
            to = z3.If(every(fires, meant), here, to)
        world[ir.ON_TURN] = to

    # ----------------------------------------------------------------------------------------------- the deal
    def deal(self) -> Step:
        """A dealt position with its start card in force; hands may be smaller, as in a match (§20)."""
        encoder, number, seats = self.encoder, self.number, range(self.table.players)
        hands = [z3.BitVec(f"deal.hand{seat}", CARDS) for seat in seats]
        top, lowest = number.named("deal.top"), number.named("deal.lowest")
        upwards = number.named("deal.bottom_except")
        cards = len(self.table.book.deck)
        held = z3.BitVecVal(0, CARDS)
        for hand in hands:
            held = held | hand
        values = {ir.TOP: top, ir.LOWEST: lowest, BOTTOM_EXCEPT: upwards, ir.MOVES_MADE: number(0)}
        world = World(hands, [number(Out.playing)] * self.table.players, values)
        world[ir.ON_TURN] = number(0)
        world[ir.DRAWABLE] = number(cards - 1) - number.count(held)
        size = encoder.value(self.table.hand, world)
        dealt: dict[ir.Var, ir.Expr] = {ir.PACKS: ir.Const("int", 1), ir.LEFT: ir.LEFT}
        world[ir.LEFT] = number(cards) - size * self.table.players
        holds = [*encoder.settings(), size >= 1, world[ir.LEFT] >= 1]
        for forbid in self.table.forbids:
            if not forbid.of_state:
                holds.append(z3.Not(encoder.value(ir.substitute(forbid.condition, dealt), world)))
        for seat, hand in enumerate(hands):
            holds += [hand != 0, number.count(hand) <= size, hand & ~encoder.deck == 0]
            holds += [hand & hands[other] == 0 for other in range(seat)]
        for card in (top, lowest, upwards):
            holds.append(number.has(encoder.deck & ~held, card))
        for variable in self.table.book.state:
            world[variable.var("state")] = encoder.value(self.table.fold(variable.initial), world)
        encoder.before_move(world)
        step = Step(DEAL, -1, world, holds)
        for start in self.table.starts:
            if start.guard != ir.FALSE:
                fires = encoder.value(start.guard, world)
                step.fired.append((Part("start", start.name), fires))
                self._apply(step, start, fires)
        return step


DEAL = ir.Implication("start", "deal", (), (), ir.TRUE, (), ir.NO_TEXTS, None)  # type: ignore[arg-type]
"""What a dealt position has instead of a rule."""
