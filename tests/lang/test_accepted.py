"""Whatever the checker accepts, the engine plays: random statements on top of a small rulebook."""

import random
from pathlib import Path

import pytest

from faraon.lang.ir import Book
from faraon.lang.library import check
from faraon.play.game import Game
from tests.scale import scaled

BASE = (
    (Path(__file__).parent / "tiny.far").read_text(encoding="utf-8")
    + """
state who: seat = nobody
state seen: card = none
state flag: bool = false
state kind: value = TOP[val]
note count: 0..9 = 0
note what: card = none
note whom: seat = nobody
rule back: returnable(j) & n == 1 -> put Cn, return j, draw 1 for j
mechanic wish before colour: Cn[val] == over & c is chosen -> suit = c
mechanic out before turn: Cn != empty & hand == 0 -> leave
end last before long: active <= 1 -> loser = i
"""
)

NAMES = {
    "int": "n hand active players drawable moves_made owed ace cost count 3 -1 i j who len(Cn) old(owed) #LP",
    "suit": "suit c bells Cn[0][suit] Cn[-1][suit] TOP[suit] BOTTOM[suit] DRAWN[suit] seen[suit] old(suit)",
    "value": "kind VII over ace Cn[val] TOP[val] BOTTOM[val] DRAWN[val] seen[val] what[val] old(kind)",
    "card": "TOP BOTTOM DRAWN seen what none Cn[0] Cn[-1] (leaves,under) bottom_except(VII) old(seen)",
    "seat": "i j who whom nobody owed 0 old(who)",
    "bool": "flag again returning stood conceded anyone_safe follows possible(lay) possible(back) old(flag)",
}
TARGETS = {
    "owed": "int",
    "ace": "int",
    "suit": "suit",
    "who": "seat",
    "seen": "card",
    "flag": "bool",
    "kind": "value",
}
MECHANIC_TARGETS = TARGETS | {"count": "int", "what": "card", "whom": "seat", "again": "bool", "i": "seat"}
PLACES = {"rule": " before draw", "mechanic": " before turn", "end": " before last"}


class Writer:
    """Writes statements, most of which make sense."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def expr(self, type_: str, depth: int = 0) -> str:
        """An expression that may be of this type."""
        rng, deeper, chance = self.rng, depth + 1, self.rng.random() + 0.2 * depth
        if type_ != "bool" and chance < 0.2:
            return (
                f"({self.expr(type_, deeper)} if {self.expr('bool', deeper)} else {self.expr(type_, deeper)})"
            )
        if type_ == "int" and chance < 0.5:
            return f"({self.expr('int', deeper)} {rng.choice('+-*%/')} {self.expr('int', deeper)})"
        if type_ == "bool" and chance < 0.3:
            return f"({self.expr('bool', deeper)} {rng.choice('&|')} not {self.expr('bool', deeper)})"
        if type_ == "bool" and chance < 0.9:
            of = rng.choice(["int", "suit", "value", "card", "seat"])
            sign = rng.choice(["==", "!=", "<", ">="] if of in ("int", "seat") else ["==", "!="])
            return f"{self.expr(of, deeper)} {sign} {self.expr(of, deeper)}"
        if type_ == "bool" and chance < 1.1:
            return f"{rng.choice(['playing', 'returnable'])}({self.expr('seat', deeper)})"
        return rng.choice(NAMES[type_].split())

    def effects(self, kind: str) -> str:
        rng = self.rng
        if kind == "end":
            return f"loser = {self.expr('seat', 1)}"
        targets = MECHANIC_TARGETS if kind == "mechanic" else TARGETS
        first = {
            "rule": ["put Cn", "put Cn", f"draw {self.expr('int', 1)}", "pass", "stand"],
            "foul": [f"draw {self.expr('int', 1)}", "stand"],
            "start": [f"show {self.expr('card', 1)}"],
            "mechanic": [f"draw {self.expr('int', 1)}", "skip"],
        }
        then = [f"{name} = {self.expr(targets[name], 1)}" for name in rng.sample(sorted(targets), 2)]
        return ", ".join([rng.choice(first[kind]), *then])

    def statement(self, name: str) -> str:
        kind = self.rng.choice(["rule", "rule", "mechanic", "mechanic", "foul", "start", "end"])
        shown = self.expr(self.rng.choice(["int", "suit", "value", "card", "seat"]), 2)
        head = f"{kind} {name}{PLACES.get(kind, '')}: {self.expr('bool')} -> {self.effects(kind)}"
        return f'{head}\n    en "So: {{{shown}}}." sk "Tak."\n'


def accepted(rng: random.Random) -> tuple[str, Book]:
    """A rulebook with three statements that the checker lets pass."""
    text = BASE
    for number in range(3):
        while True:
            statement = Writer(rng).statement(f"x{number}")
            book = check("x.far", text + statement)[0]
            if book is not None:
                text += statement
                break
    assert book is not None
    return text.removeprefix(BASE), book


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(scaled(12, 400)))
def test_what_the_checker_accepts_can_be_played(seed: int) -> None:
    rng = random.Random(seed)
    statements, book = accepted(rng)
    game = Game(book, rng.randint(2, 4), {})
    state = game.deal(seed=seed)
    for _ in range(60):
        moves = state.moves()
        if state.over or not moves:
            break
        move = rng.choice(moves)
        assert state.judge(move), statements
        for other in ("h7", "bK^1", "lO=h", "pass", "draw"):
            state.judge(other)
        state = state.play(move)
        position = state.position
        assert len(position.pile) + len(position.stock) + sum(map(len, position.hands)) == 32, statements
        for variable, value in zip(book.state, position.vars, strict=True):
            assert variable.range[0] <= value <= variable.range[1], statements
        state.to_json()
        state.view(0)
