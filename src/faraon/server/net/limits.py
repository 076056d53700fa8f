"""How much anyone may ask for."""

from __future__ import annotations

from collections import Counter, OrderedDict

from faraon.server.live.bucket import Bucket

MOST_ADDRESSES = 20_000


class Buckets:
    """A bucket for each address; those not seen for long are forgotten first."""

    def __init__(self, rate: float, capacity: float) -> None:
        self.rate, self.capacity = rate, capacity
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.taken: Counter[str] | None = None
        """What each address took since other processes were told, if there are others."""

    def take(self, address: str, amount: float = 1.0) -> bool:
        amount = min(amount, self.capacity)
        taken = self._bucket(address).take(amount)
        if taken and self.taken is not None:
            self.taken[address] += amount  # type: ignore[assignment] # it counts fractions as well
        return taken

    def drain(self, address: str, amount: float) -> None:
        """An address took as much at another process."""
        self._bucket(address).drain(amount)

    def _bucket(self, address: str) -> Bucket:
        bucket = self._buckets.pop(address, None) or Bucket(self.rate, self.capacity)
        self._buckets[address] = bucket
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket
