"""The words that the language knows by itself: suits, values, the engine's variables, and aliases."""

from __future__ import annotations

from dataclasses import dataclass

from faraon.cards import Suit, Value
from faraon.lang import ir
from faraon.lang.ir import NOBODY, Const, Expr, Var
from faraon.limits import LARGEST_GROUP, MOST_CARDS, MOST_MOVES, MOST_PACKS, MOST_PLAYERS

RULE, FOUL, MECHANIC, START, END, FORBID, INITIAL, DEAL, SAYS, SHOWS = (
    "rule",
    "foul",
    "mechanic",
    "start",
    "end",
    "forbid",
    "state",
    "deal",
    "says",
    "shows",
)
"""The contexts in which an expression is read."""

PLAYING = (RULE, FOUL, MECHANIC, END)
PUBLIC = (*PLAYING, SHOWS)
ANYWHERE = (*PLAYING, START, FORBID, INITIAL, DEAL, SAYS, SHOWS)


@dataclass(frozen=True, slots=True)
class Builtin:
    """A variable of the engine: its type, its range, where it may be read, and what it means."""

    var: Var
    range: tuple[int, int]
    contexts: tuple[str, ...]
    meaning: str


BUILTINS: dict[str, Builtin] = {
    "n": Builtin(ir.LAID, (0, LARGEST_GROUP), (RULE, MECHANIC), "how many cards the move lays"),
    "c": Builtin(ir.ASKED, (0, 3), (RULE, MECHANIC), "the suit that the player asks for"),
    "j": Builtin(ir.RETURNED, (NOBODY, MOST_PLAYERS - 1), (RULE, MECHANIC), "the player who is returned"),
    "i": Builtin(ir.ON_TURN, (0, MOST_PLAYERS - 1), (*PLAYING, START, SHOWS), "the player on turn"),
    "hand": Builtin(ir.HAND, (0, MOST_CARDS), PLAYING, "how many cards the player on turn holds"),
    "active": Builtin(ir.ACTIVE, (0, MOST_PLAYERS), PUBLIC, "how many players hold cards"),
    "players": Builtin(ir.PLAYERS, (2, MOST_PLAYERS), ANYWHERE, "how many players there are"),
    "drawable": Builtin(ir.DRAWABLE, (0, MOST_CARDS), PUBLIC, "how many cards can be drawn"),
    "moves_made": Builtin(ir.MOVES_MADE, (0, MOST_MOVES), PUBLIC, "how many moves have been made"),
    "TOP": Builtin(ir.TOP, (0, 31), (*PLAYING, START, INITIAL, SHOWS), "the top card of the pile"),
    "BOTTOM": Builtin(ir.LOWEST, (0, 31), (START,), "the bottom card of the stock"),
    "DRAWN": Builtin(ir.LAST_DRAWN, (0, 31), (RULE, MECHANIC), "the card drawn last in this move"),
    "returning": Builtin(ir.RETURNING, (0, 1), (MECHANIC, END), "the move returns a player"),
    "stood": Builtin(ir.STOOD, (0, 1), (MECHANIC, END), "the move is to stand"),
    "conceded": Builtin(ir.CONCEDED, (0, 1), (MECHANIC, END), "the move is to concede"),
    "checked": Builtin(ir.CHECKED, (0, 1), (MECHANIC, END), "the move is to check covered cards"),
    "claimer": Builtin(
        ir.CLAIMER,
        (NOBODY, MOST_PLAYERS - 1),
        PLAYING,
        "who laid the covered cards that the player on turn may check; nobody if there are none",
    ),
    "anyone_safe": Builtin(
        ir.ANYONE_SAFE, (0, 1), (MECHANIC, END), "somebody has finished and cannot be returned"
    ),
    "packs": Builtin(ir.PACKS, (1, MOST_PACKS), (FORBID,), "how many packs are used"),
    "left": Builtin(ir.LEFT, (-MOST_CARDS * 10, MOST_CARDS), (FORBID,), "cards left after dealing the hands"),
}


@dataclass(frozen=True, slots=True)
class Function:
    """A function: how it is called, where, and what it gives."""

    written: str
    contexts: tuple[str, ...]
    meaning: str

    @property
    def arity(self) -> int:
        return self.written.count(",") + 1


FUNCTIONS: dict[str, Function] = {
    "min": Function("min(a, b)", ANYWHERE, "the lesser of two numbers"),
    "max": Function("max(a, b)", ANYWHERE, "the greater of two numbers"),
    "len": Function("len(Cn)", (RULE, MECHANIC), "how many cards the move lays, the same as n"),
    "old": Function("old(x)", (MECHANIC, END), "what an expression of the state was before the move"),
    "returnable": Function(
        "returnable(p)", (*PLAYING, START, SHOWS), "the player has finished and can be returned"
    ),
    "playing": Function("playing(p)", (*PLAYING, START, SHOWS), "the player holds cards"),
    "hand": Function("hand(p)", (*PLAYING, START, SHOWS), "how many cards the player holds"),
    "contains": Function("contains(card)", (RULE, MECHANIC), "the move lays this card, at whatever place"),
    "holds": Function("holds(card)", (*PLAYING, START), "the player on turn holds this card"),
    "possible": Function("possible(rule)", (RULE, END), "some move by this rule, which lays cards, is legal"),
    "in_deck": Function("in_deck(x)", ANYWHERE, "the deck has this card, or cards of this suit or value"),
    "bottom_except": Function(
        "bottom_except(value)",
        (START,),
        "the lowest card of the stock that is not of this value; if there is none, the top card of the pile",
    ),
}


@dataclass(frozen=True, slots=True)
class Role:
    """What a statement shows to everyone: of which types it may be, and what it means."""

    types: tuple[str, ...]
    meaning: str


ROLES: dict[str, Role] = {
    "suit": Role(("suit",), "the valid suit"),
    "debt": Role(("int",), "cards owed by the player to move; in an extra move, by the player after them"),
    "stop": Role(("int", "bool"), "stops in force: the player on turn is stopped"),
    "any_card": Role(("bool",), "any card fits on the top card"),
    "again": Role(("bool",), "the same player moves again"),
}
"""The roles that everything which shows a game knows by itself."""

HOUSE_ROLE = Role(("int", "bool"), "whatever the statement's own texts say")
"""A role of any other name."""

RESERVED = frozenset(
    {"not", "if", "else", "is", "true", "false", "for", "en", "sk", "yes", "no"}
    | {"put", "draw", "until", "return", "show", "stand", "pass", "concede", "check", "leave", "next", "skip"}
)
"""Words that cannot name what expressions read and effects change."""

CONSTANTS: dict[str, tuple[Expr, ...]] = {
    **{suit.name: (Const("suit", int(suit)),) for suit in Suit},
    **{value.name: (Const("value", int(value)),) for value in Value},
    "true": (Const("bool", True),),
    "false": (Const("bool", False),),
    "nobody": (Const("seat", NOBODY),),
    "none": (Const("card", NOBODY),),
    "empty": (Const("group", "empty"),),
}

ALIASES = {
    "Kn": "Cn",
    "KA": "Cn",
    "eso": "ace",
    "hornik": "over",
    "dolnik": "under",
    "zeleny": "leaves",
}
"""The words of the Slovak draft; ``Kn`` is also counted from the other end."""

ATTRIBUTES = {"suit": "suit", "val": "val", "F": "suit", "H": "val"}
"""What may be in brackets after a card."""

TYPE_NAMES = {
    "int": "a number",
    "bool": "a condition",
    "suit": "a suit",
    "value": "a value",
    "card": "a card",
    "seat": "a player",
    "group": "the cards of a move",
}


def describe(type_: str) -> str:
    """A type in words.

    >>> describe("suit"), describe("option:ace_two")
    ('a suit', "a setting of the option 'ace_two'")
    """
    if type_.startswith("option:"):
        return f"a setting of the option '{type_[7:]}'"
    return TYPE_NAMES.get(type_, type_)
