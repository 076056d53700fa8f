"""Limits of an address across processes: each tells the others every second what it gave to whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from faraon.server.net.limits import Buckets
from faraon.server.store.members import Members

MOST_TOLD = 150
"""Addresses in one message: those that took most. PostgreSQL carries 8000 bytes."""
LEAST_TOLD = 5.0


class SharedLimits:
    """Buckets by name, and how many connections every address holds, here and elsewhere."""

    def __init__(self, members: Members, buckets: Mapping[str, Buckets], connections: Counter[str]) -> None:
        self.members, self.buckets, self.connections = members, buckets, connections
        self._elsewhere: dict[str, dict[str, float]] = {}
        self._held = ""
        for one in buckets.values():
            one.taken = Counter()

    def say(self) -> list[str]:
        """What others should know now."""
        me, said = self.members.me, []
        for name, buckets in self.buckets.items():
            told, buckets.taken = _told(buckets.taken or {}), Counter()
            if told:
                said.append(f"took {me} {name} {told}")
        before, self._held = self._held, _told(self.connections)
        if before or self._held:
            said.append(f"holds {me} {self._held}".rstrip())
        return said

    def hear(self, what: str) -> None:
        match what.split(" "):
            case ["took", by, name, *told] if by != self.members.me and name in self.buckets:
                for address, amount in _read(told).items():
                    self.buckets[name].drain(address, amount)
            case ["holds", by, *told] if by != self.members.me:
                self._elsewhere[by] = _read(told)

    def held(self, address: str) -> float:
        """Connections of an address, at all processes that are there."""
        others = (told for by, told in self._elsewhere.items() if by in self.members.alive)
        return self.connections[address] + sum(told.get(address, 0.0) for told in others)


def _told(amounts: Mapping[str, float]) -> str:
    most = Counter(amounts).most_common(MOST_TOLD)
    return " ".join(f"{address}={amount:.0f}" for address, amount in most if amount >= LEAST_TOLD)


def _read(told: list[str]) -> dict[str, float]:
    return {address: float(amount) for address, _, amount in (one.rpartition("=") for one in told)}
