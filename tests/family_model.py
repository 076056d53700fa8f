"""Mau-Mau and Crazy Eights once more, by hand, for comparison with the engine state by state.

Written from the statements of their rulebooks (`says`); "§" is such a paragraph. See ``tests/model.py``.
"""

from __future__ import annotations

from typing import Any

from tests.model import PACK, SUITS


class FamilyModel:
    """One of the two games, in a position as the referee writes it."""

    def __init__(self, name: str, position: dict[str, Any], move_limit: int) -> None:
        self.mau, self.move_limit = name == "mau", move_limit
        self.now: dict[str, Any] = {
            **position,
            "hands": [list(hand) for hand in position["hands"]],
            "pile": list(position["pile"]),
            "stock": list(position["stock"]),
            "places": list(position["places"]),
            "out": dict(position["out"]),
        }

    @property
    def hand(self) -> list[str]:
        hand: list[str] = self.now["hands"][self.now["turn"]]
        return hand

    @property
    def owed(self) -> int:
        return int(self.now.get("owed", 0))

    @property
    def drawable(self) -> int:
        return len(self.now["stock"]) + len(self.now["pile"]) - 1

    def fits(self, card: str) -> bool:
        """§2 and §3, where nobody owes."""
        top = self.now["pile"][-1][1]
        follows = card[0] == self.now["suit"] or card[1] == top
        if self.mau and card[1] == "U":
            return bool(top != "U")
        return follows or card[1] == self.wild

    @property
    def wild(self) -> str:
        return "U" if self.mau else "8"

    def moves(self) -> list[str]:
        if self.now["over"]:
            return []
        if self.owed:
            return [*(card for card in self.hand if card[1] == "7"), "draw"]
        drawn = self.now["drawn"]
        laid = [card for card in self.hand if self.fits(card) and drawn in (None, card)]
        found = [
            f"{card}={suit}" if suit else card
            for card in laid
            for suit in (SUITS if card[1] == self.wild else [""])
        ]
        if drawn is not None:
            return [*found, "pass"]
        if self.drawable:
            return [*found, "draw"]
        return found or ["pass"]

    def play(self, move: str) -> None:
        if move not in self.moves():
            raise ValueError(move)
        now, seat = self.now, self.now["turn"]
        now["moves_made"] += 1
        if move == "draw" and not self.owed:
            now["drawn"] = self._draw_one(seat)
            while not self.mau and not self.fits(now["drawn"]) and self.drawable:  # §4: until one fits
                now["drawn"] = self._draw_one(seat)
        else:
            if move == "draw":
                for _ in range(min(self.owed, self.drawable)):
                    self._draw_one(seat)
                now["owed"] = 0
            elif move != "pass":
                self._lay(seat, move)
            now["drawn"] = None
            self._pass_on(2 if self._skips(move) else 1)
        self._look_for_the_end()

    def _lay(self, seat: int, move: str) -> None:
        now, card = self.now, move[:2]
        self.hand.remove(card)
        now["pile"].append(card)
        now["suit"] = move[3] if "=" in move else card[0]
        if self.mau and card[1] == "7":
            now["owed"] += 2
        if not self.mau and card[1] == "A" and len(now["hands"]) > 2:
            now["reversed"] = not now["reversed"]
        if not self.hand:
            now["out"][str(seat)] = "safe"
            now["places"].append(seat)

    def _skips(self, move: str) -> bool:
        """§3: an eight in Mau-Mau; in Crazy Eights an over, and between two an ace."""
        if self.mau:
            return move[1] == "8"
        return move[1] == "O" or (move[1] == "A" and len(self.now["hands"]) == 2)

    def _pass_on(self, seats: int) -> None:
        now, way = self.now, -1 if self.now.get("reversed") else 1
        for _ in range(seats):
            now["turn"] = (now["turn"] + way) % len(now["hands"])
            while not self.hand:
                now["turn"] = (now["turn"] + way) % len(now["hands"])

    def _draw_one(self, seat: int) -> str:
        now = self.now
        if not now["stock"]:
            now["stock"], now["pile"] = now["pile"][:-1], now["pile"][-1:]
            for k in range(len(now["stock"]) - 1, 0, -1):
                other = self._below(k + 1)
                now["stock"][k], now["stock"][other] = now["stock"][other], now["stock"][k]
        card: str = now["stock"].pop(0)
        now["hands"][seat] = sorted([*now["hands"][seat], card], key=PACK.index)
        return card

    def _below(self, k: int) -> int:
        """The documented 32-bit mixing function."""
        z: int = (self.now["chance"] + 0x9E3779B9) % 2**32
        self.now["chance"] = z
        for shift, factor in ((16, 0x21F0AAAD), (15, 0x735A2D97)):
            z = (z ^ z >> shift) * factor % 2**32
        return ((z ^ z >> 15) >> 16) * k >> 16

    def _look_for_the_end(self) -> None:
        """§5: the first one out wins; between two, the other one loses."""
        now = self.now
        if now["out"]:
            now["over"] = True
            now["loser"] = now["turn"] if len(now["hands"]) == 2 else None
        elif now["moves_made"] >= self.move_limit:
            now["over"] = True
