"""Games with a memory, as the source of a module on top of a Numba kernel: what an environment needs."""

from __future__ import annotations

from faraon.engines.kernels.numba.module import kernel_plan
from faraon.engines.kernels.numba.moves import Moves
from faraon.engines.kernels.observation import Field, Shown, observation_fields, shown_variables
from faraon.engines.kernels.plan import Plan
from faraon.engines.kernels.text import cited, joined
from faraon.engines.order import Primitive, deeds
from faraon.engines.rules import Bound

PRELUDE = ("faraon.engines.kernels.kept", "faraon.engines.kernels.preludes.observing")
GAMES = "faraon.engines.kernels.preludes.stepping"


def stepping_source(bound: Bound, memory: bool, specialised: bool, kernel: str) -> str:
    """A module on top of a table's kernel, which it imports by its name; tables of one rulebook with as many
    players share it."""
    return _Module(kernel_plan(bound, specialised), bound, memory).text(kernel)


class _Module(Moves):
    def __init__(self, plan: Plan, bound: Bound, memory: bool) -> None:
        super().__init__(plan, quiet=False)
        self.players = bound.players
        self.fields = {field.name: field for field in observation_fields(bound, memory)}
        self.shown = shown_variables(plan.state, bound.players)

    def text(self, kernel: str) -> str:
        self.add(f"from {kernel} import *", "", f"PLAYERS = {self.players}")
        self.lines += joined(*PRELUDE).splitlines()
        self._first_seen()
        self._observe()
        self.add("", "")
        self.lines += joined(GAMES).splitlines()
        return str(self)

    def _first_seen(self) -> None:
        """The start statements once more: what they show is all that a deal does not leave in the state."""
        self.add("", "", "@inner")
        with self.block("def first_seen(state, table):"):
            self.add('"""The cards that everybody has seen after the deal."""')
            self._load()
            self._load_queue()
            self.add("lowest = int64(queue[stock - 1])", "seen = 1 << top")
            for variable in self.plan.state:
                self.add(f"state_{variable.name} = {self.scalars(variable.initial)}")
            for start in self.plan.starts:
                with self.block(f"if {self.scalars(start.guard)}:{cited(start)}"):
                    for deed in deeds(start):
                        if isinstance(deed, Primitive) and deed.name == "show":
                            self.add(f"seen |= shown(queue, stock, {self.scalars(deed.args[0])})")
                        else:
                            self._do(deed)
            self.add("return seen")

    def _observe(self) -> None:
        fields = self.fields
        self.add("", "", "@inner")
        with self.block("def observe(state, table, seat, out):"):
            self.add('"""What a seat sees."""', "for k in range(out.shape[0]):", "    out[k] = 0.0")
            self.add("seats, sizes = int64(state[SEATS]), int64(state[SIZES])")
            self.add("stock, size, mine = sizes & 255, sizes >> 8, (seats & 255) == seat")
            self.add("own, deck = held(state, seat), table[4]", "lying = cards_of(state, 0, stock)")
            self.add("pile, taken = deck & ~lying, 0", "for other in range(PLAYERS):")
            self.add("    taken |= held(state, other)", "pile &= ~taken")
            self.add(f"put(out, {fields['hand'].start}, own)", f"put(out, {fields['pile'].start}, pile)")
            self.add(f"out[{fields['top'].start} + card_at(state, size - 1)] = 1.0")
            if "unseen" in fields:
                self._remember()
            self._seats()
            self.add(f"out[{fields['counts'].start}] = stock / 32")
            self.add(f"out[{fields['counts'].start + 1}] = (size - stock) / 32")
            moves = fields["moves"]
            self.add(f"out[{moves.start}] = minimum(int64(state[MOVES]), {moves.scale}) / {moves.scale}")
            for one in self.shown:
                self._variable(one, fields[one.name])

    def _remember(self) -> None:
        """A card is nowhere for sure if nobody has shown it, unless no other place is left for it."""
        fields = self.fields
        self.add("pool = deck & ~(own | int64(state[SEEN]))", "unseen = pool")
        self.add("if popcount(pool) > 1:", "    lying &= ~pool", "else:", "    unseen &= ~lying")
        self.add(f"put_places(out, {fields['stock_known'].start}, state, stock, lying)")
        for seat in range(1, self.players):
            self.add(f"cards = held(state, behind(seat, {seat}))")
            self.add("known = where((pool & ~cards) == 0, cards, cards & ~pool)", "unseen &= ~known")
            self.add(f"put(out, {fields[f'known_{seat}'].start}, known)")
        self.add(f"put(out, {fields['unseen'].start}, unseen)")

    def _seats(self) -> None:
        starts = {name: self.fields[name].start for name in ("sizes", "playing", "returnable", "turn")}
        with self.block("for k in range(PLAYERS):"):
            self.add(
                "other = behind(seat, k)", f"out[{starts['sizes']} + k] = popcount(held(state, other)) / 32"
            )
            self.add(f"out[{starts['playing']} + k] = (seats >> (8 + other)) & 1")
            self.add(f"out[{starts['returnable']} + k] = (seats >> (16 + other)) & 1")
            self.add(f"out[{starts['turn']} + k] = int64((seats & 255) == other)")

    def _variable(self, one: Shown, field: Field) -> None:
        depth = self.depth
        if one.variable.hidden:
            self.add("if mine:")
            self.depth += 1
        for k in range(one.many):
            at = f"behind(seat, {k})" if one.variable.each else "0"
            start = field.start + k * one.width
            self.add(f"number = int64(state[VARIABLES + {one.slot} + {at}])")
            match one.variable.type:
                case "int":
                    self.add(f"out[{start}] = number / {one.scale}")
                case "bool":
                    self.add(f"out[{start}] = number")
                case "seat":
                    self.add("if number >= 0:", f"    out[{start} + before(number, seat)] = 1.0")
                case _:
                    self.add("if number >= 0:", f"    out[{start} + number] = 1.0")
        self.depth = depth
