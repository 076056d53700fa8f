"""How much may be done at once, and in the long run."""

from __future__ import annotations

import time


class Bucket:
    """A burst at once, and a steady rate per second in the long run."""

    __slots__ = ("at", "capacity", "level", "rate")

    def __init__(self, rate: float, capacity: float) -> None:
        self.rate, self.capacity = rate, capacity
        self.level, self.at = capacity, time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        now = time.monotonic()
        self.level = min(self.capacity, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < amount:
            return False
        self.level -= amount
        return True

    def drain(self, amount: float) -> None:
        """What was taken elsewhere."""
        self.level = max(0.0, self.level - amount)
