"""A plan as the source of a JAX module, for one table: its options and number of players are folded in.

``init(key)``                 a new game
``deal(cards, luck, chance)``  a new game from a deck in dealing order
``legal_mask(state)``         which actions are legal
``step(state, action)``       the state after a legal action; after a finished game a new one is dealt
``play(state, action)``       the same without a new deal
``random_step(state, word)``  a legal move chosen evenly by a random word of 32 bits
``choose(words, mask)``       a legal action by a random word of 32 bits
``observe(state, seat)``      what a seat sees, as numbers
``returns(state)``            what a finished game was worth to every seat
"""

from __future__ import annotations

from faraon.engines.errors import GameError
from faraon.engines.kernels.expressions import NotLanesError, Scalars
from faraon.engines.kernels.head import write_head
from faraon.engines.kernels.jax.moves import JaxMoves
from faraon.engines.kernels.jax.observation import observed, paid
from faraon.engines.kernels.observation import Field
from faraon.engines.kernels.plan import Plan, fitting_lanes, same_effects, table_plan
from faraon.engines.kernels.text import joined
from faraon.engines.order import deeds
from faraon.engines.rules import Bound
from faraon.lang import ir
from faraon.lang.print_ir import print_expr

MOST_JAX_SEATS = 5

PRELUDE = (
    "faraon.engines.kernels.preludes.jax",
    "faraon.engines.kernels.preludes.common",
    "faraon.engines.kernels.preludes.jax_cards",
)


TEXTS = ("faraon.engines.kernels.preludes.choosing", "faraon.engines.kernels.jax.games")
"""What stands at the end."""


def jax_plan(bound: Bound) -> Plan:
    """The plan of one table."""
    if bound.players > MOST_JAX_SEATS:
        message = f"the JAX kernel seats {MOST_JAX_SEATS} players, not {bound.players}: use another engine"
        sk = f"pri jadre JAX sedí {MOST_JAX_SEATS} hráčov, nie {bound.players}: použi iné jadro"
        raise GameError("bad-players", message, sk)
    made = table_plan(bound)
    if not same_effects(made.returns):
        message = (
            f"{bound.book.name} returns players in several ways, the JAX kernel in one: use another engine"
        )
        sk = f"{bound.book.name} vracia hráčov viacerými spôsobmi, jadro JAX jedným: použi iné jadro"
        raise GameError("bad-request", message, sk)
    for implication in made.implications:
        for effect in implication.effects:
            if isinstance(effect, ir.DrawUntil) and not _looks_at_one_card(effect):
                until = f"'draw until {print_expr(effect.fits, 3)}' ({implication.kind} {implication.name})"
                message = f"{bound.book.name}: the JAX kernel cannot {until}: use another engine"
                sk = f"{bound.book.name}: jadro JAX nevie {until}: použi iné jadro"
                raise GameError("bad-request", message, sk)
    return made


def _looks_at_one_card(effect: ir.DrawUntil) -> bool:
    try:
        fitting_lanes(effect.fits, Scalars({}))
    except NotLanesError:
        return False
    return True


def jax_source(made: Plan, fields: tuple[Field, ...]) -> str:
    """The whole module, with these fields in an observation. If they remember, a state has a word more."""
    return _Module(made, fields).text()


def storage(variable: ir.Variable) -> str:
    """The smallest type that holds a variable."""
    if variable.type == "bool":
        return "bool_"
    low, high = variable.range
    if low >= -128 and high < 128:
        return "int8"
    return "int16" if low >= -(2**15) and high < 2**15 else "int32"


class _Module(JaxMoves):
    def __init__(self, plan: Plan, fields: tuple[Field, ...]) -> None:
        super().__init__(plan, any(field.name == "unseen" for field in fields))
        self.fields = fields

    def text(self) -> str:
        write_head(self, self.plan, *PRELUDE)
        self.add(*(f"{name} = {value}" for name, value in self.plan.fixed.items()))
        self.add("DECK = np.array([card for card in range(32) if deck >> card & 1], np.int32)")
        self._state()
        self.write_questions()
        self.write_moves()
        self.write_choices()
        self._deal()
        observed(self, self.plan, self.fields)
        paid(self, self.wins_without_loser)
        self.add("", "")
        self.lines += joined(*TEXTS).splitlines()
        return str(self)

    def _state(self) -> None:
        fields = {
            "hands": "tuple", "tickets": "tuple", "missing": "uint32", "head": "int8", "size": "int8",
            "stock": "int8", "top": "int8", "turn": "int8", "act": "int8", "back": "int8", "over": "bool_",
            "loser": "int8", "places": "int32", "moves_made": "int32", "chance": "uint32", "luck": "uint32",
        }  # fmt: skip
        fields |= {f"state_{variable.name}": storage(variable) for variable in self.plan.state}
        if self.wins_without_loser:
            fields["drawn"] = "bool_"
        if self.memory:
            fields["seen"] = "uint32"
        self.add("", "")
        with self.block("class State(NamedTuple):"):
            self.add('"""A game; every field is one number, or a tuple of them."""', "")
            self.add(
                *(f"{name}: {'tuple' if kind == 'tuple' else 'jax.Array'}" for name, kind in fields.items())
            )
        self.add("", "")
        with self.block("def saved(fields):"):
            self.add('"""A state from numbers of any width."""')
            with self.block("return State("):
                for name, kind in fields.items():
                    text = f"fields['{name}']"
                    stored = (
                        f"tuple(map(word, {text}))" if kind == "tuple" else f"jnp.asarray({text}, jnp.{kind})"
                    )
                    self.add(f"{name}={stored},")
            self.add(")")

    def _deal(self) -> None:
        self.add("", "")
        with self.block("def deal(cards, luck=0, chance=0, first=0):"):
            self.add('"""A new game from a deck in dealing order."""', "cards = number(cards)")
            self.add(
                "order = [(first + k) % players for k in range(players)]", "hands = [jnp.uint32(0)] * players"
            )
            with self.block("for k in range(hand_size * players):"):
                self.add("seat = order[k % players]", "hands[seat] |= jnp.uint32(1) << word(cards[k])")
            self.add("dealt = hand_size * players", "top, size = cards[dealt], len(DECK) - dealt")
            self.add("line = jnp.concatenate([cards[dealt + 1 :], cards[dealt : dealt + 1]])")
            self.add("places = jnp.zeros(32, jnp.uint32).at[line].set(jnp.arange(size, dtype=jnp.uint32))")
            self.add("tickets = [sum(places[4 * v + s] << (8 * s) for s in range(4)) for v in range(8)]")
            self.add("i, stock, lowest = first, size - 1, cards[-1]")
            self.add(
                "act, back, hands = (1 << players) - 1, 0, tuple(hands)",
                "head, tail, queue = 0, size, cards[dealt:]",
            )
            self.add("hand, active, moves_made = hand_size, players, 0")
            for variable in self.plan.state:
                self.add(f"state_{variable.name} = {self.scalars(variable.initial)}")
            self.add("drawn, seen = False, word(1) << word(top)")
            for start in self.plan.starts:
                done = [deed for deed in deeds(start) if self.memory or isinstance(deed, ir.Assign)]
                self._guarded(self.scalars(start.guard), start, done)
            self._save_call("False", "-1", "0", "0", "chance", "luck", "jnp.uint32(~deck & 0xFFFFFFFF)")
