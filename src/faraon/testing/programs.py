"""Random small rulebooks: conditions and effects thrown together, where no real rulebook goes."""

from __future__ import annotations

import random

from faraon.lang.ir import Book
from faraon.lang.library import book_from_text

HEAD = """rulebook program en "A program" sk "Program"
players: 2..6
deal: hand = size
option size = 4 | 3 | 5 en "Size" "How many?" sk "Koľko" "Koľko?"
option mode = plain | wild | odd en "Mode" "Which?" sk "Druh" "Ktorý?"
    plain en "plain" sk "obyčajný"
    wild en "wild" sk "divoký"
    odd en "odd" sk "zvláštny"
option move_limit = 120 in 1..2000 en "Limit" "How long?" sk "Koľko" "Ako dlho?"
turning: shuffled = (mode == odd)
state suit: suit = TOP[suit] en "suit" sk "farba"
state x: 0..12 = 0 en "x" sk "x"
state y: -3..7 = size en "y" sk "y"
state flag: bool = false en "flag" sk "znak"
state who: seat = nobody en "who" sk "kto"
state kept: card = none en "kept" sk "karta"
state own[i]: 0..9 = 1 en "own" sk "vlastné"
note again: bool = false
"""

DECKS = (
    *("", "", "deck: suits = hearts | leaves | acorns\n"),
    "deck: values = VII | VIII | IX | X | under | over | ace\n",
)
"""All 32 cards, or fewer."""

TAIL = """mechanic finished: Cn != empty & hand == 0 -> leave
mechanic turn: (not again | hand == 0) & not conceded -> next
end last: active <= 1 -> loser = i
end long: moves_made >= move_limit -> loser = nobody
"""


class Writer:
    """Writes one random rulebook."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def pick(self, *choices: str) -> str:
        return self.rng.choice(choices)

    def number(self, depth: int = 2, cards: bool = False) -> str:
        simple = ["x", "y", "hand", "active", "players", "drawable", "size", "own[i]", "0", "1", "2", "5"]
        simple += ["hand(who)", "hand(i + 1)"]
        if cards:
            simple.append("n")
        if depth == 0 or self.rng.random() < 0.5:
            return self.pick(*simple)
        a, b = self.number(depth - 1, cards), self.number(depth - 1, cards)
        condition = self.condition(0, cards)
        return self.pick(
            f"({a} + {b})", f"({a} - {b})", f"min({a}, {b})", f"max({a}, {b})",
            f"({a} % {b})", f"({a} / {b})",
            f"({a} if {condition} else {b})", f"({a} * 2)",
        )  # fmt: skip

    def condition(self, depth: int = 2, cards: bool = False) -> str:
        if depth and self.rng.random() < 0.6:
            a, b = self.condition(depth - 1, cards), self.condition(depth - 1, cards)
            return self.pick(f"({a} & {b})", f"({a} | {b})", f"not ({a})", f"({a} | {b})")
        small = self.number(0, cards)
        choices = [
            "flag", "mode == wild", "mode != odd", "who == i", "who == nobody", "playing(who)",
            "kept == none",
            "holds(kept)", "holds((leaves, under))", "TOP[val] == under", "TOP[suit] == suit",
            "TOP == kept",
            f"{small} {self.pick('==', '!=', '<', '<=', '>', '>=')} {self.pick('0', '1', '2', 'x', 'y')}",
        ]  # fmt: skip
        if cards:
            choices += [
                "Cn[0][suit] == suit", "Cn[0][val] == TOP[val]", "Cn[val] == over", "Cn == (hearts, VII)",
                "Cn[0] == (leaves, under)", "Cn[-1][suit] == suit", "Cn[-1] == kept", "n == 1", "n != 2",
                "Cn[0] != kept", "Cn[0][suit] != TOP[suit]", "Cn == kept", "n > 2",
                "contains((leaves, under))", "contains(kept)",
            ]  # fmt: skip
        return self.rng.choice(choices)

    def effect(self, cards: bool = False, mechanic: bool = False) -> str:
        choices = [
            f"x = {self.number(2, cards)}", f"y = {self.number(2, cards)}",
            f"flag = ({self.condition(1, cards)})",
            f"own[i] = {self.number(1, cards)}", "who = i", "who = i + 1", "kept = TOP", "x += 1", "y -= 1",
        ]  # fmt: skip
        if mechanic:
            choices += ["again = true", f"draw {self.number(1, cards)}", "who = nobody", "kept = none"]
            choices.append(f"draw until {self.fitting()}")
            if self.rng.random() < 0.15:
                choices += ["skip", f"i = i + {self.number(0, cards)}"]
            if cards:
                choices += ["suit = Cn[-1][suit]", "kept = Cn[-1]", "x = x + n"]
        return self.rng.choice(choices)

    def fitting(self) -> str:
        """At which card drawing stops."""
        return self.pick(
            "Cn[0][suit] == suit", "Cn[val] == TOP[val]", "(Cn[0][suit] != TOP[suit] | flag)", "Cn == kept",
            "contains((leaves, under))", "(n == 1 & Cn[val] != over & x < 5)", "not flag",
        )  # fmt: skip

    def effects(self, cards: bool = False, mechanic: bool = False) -> str:
        return ", ".join(self.effect(cards, mechanic) for _ in range(self.rng.choice((1, 1, 2))))

    def text(self) -> str:
        lines = [HEAD, self.rng.choice(DECKS)]

        def add(kind: str, name: str, condition: str, effects: str) -> None:
            lines.append(f'{kind} {name}: {condition} -> {effects} en "." sk "."\n')

        if self.rng.random() < 0.7:
            add("start", "begin", f"TOP[val] == {self.pick('VII', 'ace', 'over')}", "x = 2, flag = true")
        for k in range(self.rng.choice((1, 2, 3))):
            extra = f", {self.effect(cards=True)}" if self.rng.random() < 0.4 else ""
            add("rule", f"lay_{k}", self.condition(3, cards=True), f"put Cn{extra}")
        if self.rng.random() < 0.7:
            guard = f"{self.pick('n == 1', 'Cn == (hearts, VII)', 'Cn[val] == IX')} & returnable(j)"
            draws = f", draw {self.number(1)} for j" if self.rng.random() < 0.7 else ""
            add("rule", "bring_back", guard, f"put Cn, return j{draws}")
        asked = f"not possible(lay_0) | {self.condition(1)}" if self.rng.random() < 0.6 else self.condition(1)
        add("rule", "give_up", f"active == 1 & {self.condition(1)}", "concede")
        add("rule", "halt", f"{self.condition(1)} & ({asked})", f"stand, {self.effect()}")
        drawn = f"until {self.fitting()}" if self.rng.random() < 0.3 else self.number(1)
        add("rule", "take", "()", f"draw {drawn}, {self.effect()}")
        if self.rng.random() < 0.7:
            lines.append('mechanic over: Cn[val] == over & c is chosen -> suit = c en "." sk "."\n')
        else:
            add("mechanic", "colour", "Cn != empty", "suit = Cn[-1][suit]")
        for k in range(self.rng.choice((1, 2, 3, 4))):
            cards = self.rng.random() < 0.6
            add("mechanic", f"then_{k}", self.condition(2, cards), self.effects(cards, mechanic=True))
        way = "next back if flag" if self.rng.random() < 0.4 else "next"
        tail = TAIL.replace("-> next", f"-> {way}")
        return "".join(lines) + tail.replace("\n", ' en "." sk "."\n')


def random_program(seed: int) -> Book:
    """A random rulebook; the same seed gives the same one."""
    from faraon.lang.errors import RulebookError

    rng = random.Random(f"program {seed}")  # noqa: S311 - test data
    while True:
        try:
            return book_from_text(Writer(rng).text(), f"program-{seed}.far")
        except RulebookError:
            continue
