"""A second, hand-written Faraón, for comparison with the real engine state by state.

Written from the rules in words and the format of positions alone, without a look at the engine: where the
two differ, one of them has misread the rules. It is meant to be obviously right, not fast. "§" is a paragraph
of the rulebook; "R2.3" is a section of ``docs/reference/rules.md``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

VALUES = "789XUOKA"
SUITS = "hlab"
PACK = [suit + value for value in VALUES for suit in SUITS]
PHARAOH, RED_SEVEN = "lU", "h7"

# R5: the allowed values, default first; the limit of moves may be any positive number.
OPTIONS: dict[str, tuple[object, ...]] = {
    "hand_size": (5, 4, 6, 7),
    "packs": ("auto", 1, 2, 3),
    "starter": ("loser", "after_dealer", "winner", "random"),  # concerns matches: ignored here
    "start_special": ("compare", "always", "never"),
    "groups": ("on", "off", "except_aces"),
    "voluntary_draw": ("on", "off"),
    "play_drawn": ("off", "on"),
    "seven_cards": (3, 2),
    "seven_answer": ("on", "off"),
    "ace_two": ("ask", "free"),
    "ace_answer": ("on", "off"),
    "pharaoh": ("on", "off"),
    "finish_over": ("choose", "own"),
    "red_seven_return": ("on", "off"),
    "burned": ("on", "off"),
    "recycle": ("turn", "shuffle"),
    "play_on": ("loser", "first_out"),
    "pajchel": ("refuse", "penalty"),
    "camouflage": ("off",),  # cards lie open here
    "move_limit": (2000,),
}

Group = tuple[str, ...]
RETURN = re.compile(r"h7\^(0|[1-9][0-9]*)")
LAY = re.compile(r"([hlab][789XUOKA](?: [hlab][789XUOKA]){0,3})(?:=([hlab]))?")


def complete(options: dict[str, object] | None) -> dict[str, Any]:
    """Every option with its value; ValueError for what R5 does not know."""
    result: dict[str, Any] = {name: values[0] for name, values in OPTIONS.items()}
    for name, value in (options or {}).items():
        if name not in OPTIONS:
            raise ValueError(f"unknown option {name}")
        positive = isinstance(value, int) and not isinstance(value, bool) and value > 0
        if not (positive if name == "move_limit" else value in OPTIONS[name]):
            raise ValueError(f"{name} cannot be {value!r}")
        result[name] = value
    return result


class Model:
    """One game; `play` changes it in place."""

    def __init__(self, position: dict[str, Any], options: dict[str, object] | None = None) -> None:
        self.options = complete(options)
        self.hands: list[list[str]] = [sorted(hand, key=PACK.index) for hand in position.get("hands") or []]
        self.pile: list[str] = list(position.get("pile") or [])
        self.stock: list[str] = list(position.get("stock") or [])
        self.turn: int = position.get("turn") or 0
        if not self.pile or not set(self.pile + self.stock) <= set(PACK):
            raise ValueError("not a pile and a stock of known cards")
        if not 2 <= len(self.hands) <= 15 or not 0 <= self.turn < len(self.hands) or not any(self.hands):
            raise ValueError("not a table of 2 to 15 seats, one of them on turn")
        self.suit: str = position.get("suit") or self.pile[-1][0]
        self.owed: int = position.get("owed") or 0
        self.ace: int = position.get("ace") or 0
        self.ace_by: int | None = position.get("ace_by")
        self.free: bool = bool(position.get("free"))
        self.burn: bool = bool(position.get("burn"))
        self.drawn: str | None = position.get("drawn")
        marks = {int(seat): mark for seat, mark in (position.get("out") or {}).items()}
        self.out: dict[int, str] = {}  # the finished seats only
        for seat, hand in enumerate(self.hands):
            if not hand:
                kept = marks.get(seat) == "returnable" and self.options["red_seven_return"] == "on"
                self.out[seat] = "returnable" if kept else "safe"
        self.over: bool = bool(position.get("over"))
        self.loser: int | None = position.get("loser") if self.over else None
        self.places: list[int] = list(position.get("places") or [])
        self.moves_made: int = position.get("moves_made") or 0
        self.chance: int = (position.get("chance") or 0) % 2**32
        self._look_for_the_end()
        if not self.over and not self.hands[self.turn]:
            raise ValueError("a finished seat is on turn")

    @classmethod
    def deal(
        cls,
        deck: list[str],
        players: int,
        options: dict[str, object] | None = None,
        first: int = 0,
        hand_sizes: list[int] | None = None,
        chance: int = 0,
    ) -> Model:
        """R2.1: one card at a time, clockwise from the seat that starts, then the start card."""
        opts = complete(options)
        sizes = [opts["hand_size"]] * players if hand_sizes is None else hand_sizes
        if not 2 <= players <= 15 or not 0 <= first < players or len(sizes) != players or min(sizes) < 1:
            raise ValueError("no such table")
        wanted = [1, 2, 3] if opts["packs"] == "auto" else [opts["packs"]]
        enough = [n for n in wanted if players <= 5 * n and 32 * n - sum(sizes) >= 5]
        if not enough or Counter(deck) != Counter(PACK * enough[0]):
            raise ValueError("too few cards for this deal, or not whole packs")
        cards = list(deck)
        hands: list[list[str]] = [[] for _ in range(players)]
        while cards and sum(map(len, hands)) < sum(sizes):
            for seat in (*range(first, players), *range(first)):
                if len(hands[seat]) < sizes[seat]:  # R6: a seat that has its number is skipped
                    hands[seat].append(cards.pop(0))
        start, stock = cards[0], cards[1:]
        position: dict[str, Any] = {"hands": hands, "pile": [start], "stock": stock, "turn": first}
        position["chance"] = chance
        # §7: a start seven or ace counts only if the bottom card of the stock has its value.
        same = start[1] == stock[-1][1]
        in_force = {"compare": same, "always": True, "never": False}[opts["start_special"]]
        if start[1] == "7" and in_force:
            position["owed"] = opts["seven_cards"]
        elif start[1] == "A" and in_force:
            position["ace"] = 1  # without an owner (R2.1)
        elif start[1] == "O":
            # With several packs the stock may be nothing but overs; then its own suit is all that is left.
            position["suit"] = next((card[0] for card in reversed(stock) if card[1] != "O"), start[0])
        return cls(position, options)

    # ------------------------------------------------------------------ what is legal (R2.3)

    def moves(self) -> list[str]:
        """The complete set of legal moves; the first case of R2.3 that applies."""
        if self.over:
            return []
        if len(self._active()) == 1:  # case 1, last chance (§10)
            return [*self._returns(), "concede"]
        if self.drawn is not None:  # R5 play_drawn: this card alone, or pass, also if it does not fit
            lays = self._lays([self.drawn], self._fits)
            return [*lays, *(self._returns() if self.drawn == RED_SEVEN else []), "pass"]
        hand = self.hands[self.turn]
        if self.ace > 0:  # cases 2 and 3: a debt on top of a stop cannot be answered
            answer = self.owed == 0 and self.options["ace_answer"] == "on"
            return [*(self._lays(hand, lambda card: card[1] == "A") if answer else []), "stand"]
        if self.owed > 0 and not self.burn:  # case 4
            return [*self._lays(hand, self._defends), *self._returns(), "draw"]
        lays, returns = self._lays(hand, self._fits), self._returns()  # case 5
        drawable = bool(self.stock) or len(self.pile) > 1
        if drawable and not (lays and self.options["voluntary_draw"] == "off"):
            return [*lays, *returns, "draw"]
        return [*lays, *returns] if lays else [*returns, "pass"]  # §13: nobody must return

    def _active(self) -> list[int]:
        return [seat for seat, hand in enumerate(self.hands) if hand]

    def _pharaoh(self, card: str) -> bool:
        return card == PHARAOH and self.options["pharaoh"] == "on"

    def _fits(self, card: str) -> bool:
        top = self.pile[-1]
        plain = card[0] == self.suit or card[1] == top[1] or card[1] == "O"
        return plain or self._pharaoh(card) or self._pharaoh(top)

    def _defends(self, card: str) -> bool:
        """Whether a group with this bottom card may be laid on a debt (§11, §14)."""
        return (card[1] == "7" and self.options["seven_answer"] == "on") or self._pharaoh(card)

    def _most(self, value: str) -> int:
        """The largest group of a value that may be laid."""
        if self.options["groups"] == "off":
            return 1
        if value == "A":
            asking = self.options["ace_two"] == "ask" and len(self._active()) == 2 and not self.free  # §5, §8
            if asking or self.options["groups"] == "except_aces":
                return 1
        return 4

    def _lays(self, cards: list[str], bottom_ok: Callable[[str], bool]) -> list[str]:
        """Every ordered group of these cards whose bottom card will do, with every suit to be declared."""
        result: list[str] = []
        for value in VALUES:
            alike = [card for card in cards if card[1] == value]
            for size in range(1, min(len(alike), self._most(value)) + 1):
                # A set, because copies of a card from several packs are one and the same move.
                for group in sorted(set(permutations(alike, size))):
                    if bottom_ok(group[0]):
                        result += [" ".join(group) + suffix for suffix in self._suffixes(group)]
        return result

    def _suffixes(self, group: Group) -> list[str]:
        if group[-1][1] != "O":
            return [""]
        if self.options["finish_over"] == "own" and len(group) == len(self.hands[self.turn]):  # §15
            return ["=" + group[-1][0]]
        return ["=" + suit for suit in SUITS]

    def _returns(self) -> list[str]:
        """§13, §19: the red seven alone, on any card; never by a stopped player (R2.3 cases 1 and 3)."""
        if self.ace > 0 or RED_SEVEN not in self.hands[self.turn]:
            return []  # without the option red_seven_return nobody is ever returnable (R5)
        return [f"{RED_SEVEN}^{seat}" for seat, mark in sorted(self.out.items()) if mark == "returnable"]

    # ------------------------------------------------------------------ what happens (R2.4)

    def play(self, move: str) -> None:
        """Make a move; ValueError, and nothing has changed, if it is refused."""
        if move not in self.moves():
            if self.over or self.options["pajchel"] == "refuse" or not self._own_cards(move):
                raise ValueError(f"illegal move {move!r}")
            self._punish()
        elif move == "concede":
            self._end()
        elif move == "stand":
            self._stand(0)
        elif move == "draw":
            self._draw()
        elif move == "pass":  # during a burn a debt stays, as after drawing one card
            self._pass_turn()
        elif "^" in move:
            self._return(int(move.partition("^")[2]))
        else:
            cards, _, declared = move.partition("=")
            self._lay(tuple(cards.split(" ")), declared)
        self.moves_made += 1
        self._look_for_the_end()

    def _lay(self, group: Group, declared: str) -> None:
        me, value, free = self.turn, group[0][1], self.free
        was_drawn = self.drawn is not None
        self._put(group, declared)
        others = [seat for seat in self._active() if seat != me]
        if value == "7":
            self.owed += self.options["seven_cards"] * len(group)
        elif self._pharaoh(group[0]):  # only from the bottom (§11)
            self.owed = 0
        elif value == "A" and not free:
            self.ace = min(len(others), max(0, self.ace - 1) + len(group))
            self.ace_by = me
        if not self.hands[me]:
            self._finish(me)
            self._pass_turn()
            if value == "A" and len(others) == 1:  # R2.6: at once, also if it stopped nobody (free)
                self._end()
        elif value == "A" and free:  # goes on, even after four; but a drawn ace was the turn (R5)
            if was_drawn:
                self._pass_turn()
        elif len(group) == 4 and self.options["burned"] == "on":  # §16
            self.burn, self.free = True, False
            if value == "A":
                self.ace = 0
        else:
            self._pass_turn()

    def _return(self, other: int) -> None:
        me = self.turn
        self._put((RED_SEVEN,), "")
        del self.out[other]
        if other in self.places:
            self.places.remove(other)
        self._take(other, self.owed + self.options["seven_cards"])
        self.owed = 0
        if not self.hands[me]:
            self._finish(me)
        self._pass_turn()
        if self.turn == other:  # the draw was their turn
            self._pass_turn()  # if he is alone now, this passes every other seat: nobody is left to return

    def _draw(self) -> None:
        if self.owed > 0 and not self.burn:
            self._take(self.turn, self.owed)
            self.owed = 0
            self._pass_turn()
            return
        card = self._take(self.turn, 1)[0]
        if self.options["play_drawn"] == "on":
            self.drawn = card  # the player is asked, with burn and free as they are
        else:
            self._pass_turn()

    def _stand(self, penalty: int) -> None:
        self._take(self.turn, self.owed + penalty)
        self.owed = 0
        self.ace -= 1
        self._pass_turn()
        asked = self.options["ace_two"] == "ask" and len(self._active()) == 2
        self.free = asked and self.ace == 0 and self.turn == self.ace_by  # §5, §8

    def _own_cards(self, move: str) -> bool:
        """R5 pajchel: is this a well-formed lay of cards that he holds, though no rule allows it?"""
        hand = self.hands[self.turn]
        if back := RETURN.fullmatch(move):
            return RED_SEVEN in hand and int(back[1]) < len(self.hands)
        lay = LAY.fullmatch(move)
        if lay is None:
            return False
        cards = lay[1].split(" ")
        # The suit is declared on the top card, so that card alone says whether there must be one.
        return Counter(cards) <= Counter(hand) and (cards[-1][1] == "O") == (lay[2] is not None)

    def _punish(self) -> None:
        """§18 pajchel: always three cards, whatever a seven costs."""
        if len(self._active()) == 1:
            self._end()  # last chance: it counts as conceding
        elif self.ace > 0:
            self._stand(3)
        elif self.burn or self.free or self.drawn is not None:
            self._take(self.turn, 3)  # a debt stays for the next player
            self._pass_turn()
        else:
            self._take(self.turn, self.owed + 3)
            self.owed = 0
            self._pass_turn()

    # ------------------------------------------------------------------ the small steps

    def _put(self, group: Group, declared: str) -> None:
        for card in group:
            self.hands[self.turn].remove(card)
        self.pile += group
        self.suit = declared or group[-1][0]  # the top card counts afterwards
        self.drawn = None

    def _finish(self, seat: int) -> None:
        self.out[seat] = "returnable" if self.options["red_seven_return"] == "on" else "safe"
        self.places.append(seat)

    def _pass_turn(self) -> None:
        """On to the next active seat; every finished seat on the way becomes safe (§19)."""
        self.free = self.burn = False
        self.drawn = None
        self.turn = (self.turn + 1) % len(self.hands)
        while not self.hands[self.turn]:
            self.out[self.turn] = "safe"
            self.turn = (self.turn + 1) % len(self.hands)

    def _take(self, seat: int, count: int) -> list[str]:
        """R2.5: the pile is turned only when a card is needed; what there is not is forgiven."""
        taken: list[str] = []
        for _ in range(count):
            if not self.stock:
                self.stock, self.pile = self.pile[:-1], self.pile[-1:]
                if self.options["recycle"] == "shuffle":
                    for k in range(len(self.stock) - 1, 0, -1):
                        r = self._below(k + 1)
                        self.stock[k], self.stock[r] = self.stock[r], self.stock[k]
            if not self.stock:
                break
            taken.append(self.stock.pop(0))
        self.hands[seat] = sorted(self.hands[seat] + taken, key=PACK.index)
        return taken

    def _below(self, k: int) -> int:
        """R5 recycle: the documented 32-bit mixing function, so that every engine shuffles alike."""
        self.chance = (self.chance + 0x9E3779B9) % 2**32
        z = self.chance
        z ^= z >> 16
        z = z * 0x21F0AAAD % 2**32
        z ^= z >> 15
        z = z * 0x735A2D97 % 2**32
        z ^= z >> 15
        return (z >> 16) * k >> 16

    def _look_for_the_end(self) -> None:
        """R2.6; a move that ends the game counts before the limit of moves."""
        if self.over:
            return
        first_safe = self.options["play_on"] == "first_out" and "safe" in self.out.values()
        if first_safe or (len(self._active()) == 1 and not self._returns()):
            self._end()
        elif self.moves_made >= self.options["move_limit"]:
            self.over = True  # drawn: nobody loses

    def _end(self) -> None:
        active = self._active()
        shared = self.options["play_on"] == "first_out" and len(self.hands) > 2  # R5: no single loser
        self.over, self.loser = True, active[0] if len(active) == 1 and not shared else None

    def state(self) -> dict[str, Any]:
        """The state as the referee writes it (DESIGN section 5)."""
        result: dict[str, Any] = {
            "hands": [list(hand) for hand in self.hands],
            "pile": list(self.pile),
            "stock": list(self.stock),
            "turn": self.turn,
            "suit": self.suit,
            "owed": self.owed,
            "ace": self.ace,
            "ace_by": self.ace_by,
            "free": self.free,
            "burn": self.burn,
            "drawn": self.drawn,
            "out": {str(seat): mark for seat, mark in sorted(self.out.items())},
            "over": self.over,
            "loser": self.loser,
            "places": list(self.places),
            "moves_made": self.moves_made,
        }
        if self.options["recycle"] == "shuffle":
            result["chance"] = self.chance
        return result
